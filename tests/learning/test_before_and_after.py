"""Before and after on the same queries: figures, histograms, who gained and who lost; what a distance means."""

import numpy as np
import pytest

from engine.learning.comparison import MOST_CHANGED, SHOWN, Measured, compare
from engine.learning.distances import DistanceMeaning
from engine.learning.examples import Examples
from engine.learning.held_out import Split
from engine.model.linear_hash import LinearHash

CLASSES, EACH, DIMENSIONS = 3, 12, 16


def clusters(noise: float) -> np.ndarray:
    random = np.random.default_rng(5)
    centres_CD = np.random.default_rng(1).standard_normal((CLASSES, DIMENSIONS))
    classes_N = np.arange(CLASSES * EACH) % CLASSES
    return (centres_CD[classes_N] + noise * random.standard_normal((len(classes_N), DIMENSIONS))).astype(np.float32)


def examples() -> Examples:
    count = CLASSES * EACH
    labels_NC = np.eye(CLASSES, dtype=np.bool_)[np.arange(count) % CLASSES]
    held_out_N = np.arange(count) < CLASSES * 3
    parts = Split(~held_out_N, np.zeros(count, np.bool_), held_out_N)
    return Examples(list(range(100, 100 + count)), list("abc"), labels_NC, parts, [], {})


def signs() -> LinearHash:
    """The code is the signs of the features themselves."""
    eye_DK = np.eye(DIMENSIONS, dtype=np.float32)
    zero_D = np.zeros(DIMENSIONS, np.float32)
    return LinearHash(zero_D, zero_D, eye_DK)


QUERIES = list(range(100, 100 + CLASSES * 3))


def test_figures_and_histograms_are_those_of_each_side():
    worse, better = Measured(signs(), clusters(3.0)), Measured(signs(), clusters(0.1))
    result = compare(worse, better, examples(), QUERIES)
    assert result.before.bits == result.after.bits == DIMENSIONS
    assert result.after.figures["mAP"] == pytest.approx(1.0)
    assert result.before.figures["mAP"] < 0.9
    for side in (result.before, result.after):
        assert len(side.intra_D) == len(side.inter_D) == DIMENSIONS + 1
        assert side.intra_D.sum() == CLASSES * 3 * 9
        assert side.inter_D.sum() == CLASSES * 3 * 18


def test_queries_that_gained_come_first_by_how_much_and_none_has_lost():
    result = compare(Measured(signs(), clusters(3.0)), Measured(signs(), clusters(0.1)), examples(), QUERIES)
    changes = [each.precision_after - each.precision_before for each in result.gained]
    assert 0 < len(changes) <= MOST_CHANGED
    assert changes == sorted(changes, reverse=True)
    assert min(changes) > 0
    assert result.lost == []
    swapped = compare(Measured(signs(), clusters(0.1)), Measured(signs(), clusters(3.0)), examples(), QUERIES)
    assert [each.image_id for each in swapped.lost] == [each.image_id for each in result.gained]


def test_hits_are_the_nearest_by_id_and_right_ones_share_a_label():
    of = examples()
    result = compare(Measured(signs(), clusters(3.0)), Measured(signs(), clusters(0.1)), of, QUERIES)
    one = result.gained[0]
    codes_NK = clusters(0.1) >= 0
    query = codes_NK[one.image_id - 100]
    by_distance = sorted(range(9, 36), key=lambda row: (int((codes_NK[row] != query).sum()), row))
    assert one.hits_after == [100 + row for row in by_distance[:SHOWN]]
    assert one.right == {100 + row for row in range(36) if row % CLASSES == (one.image_id - 100) % CLASSES}
    assert set(one.hits_after) <= one.right


def test_only_the_queries_asked_for_are_measured():
    result = compare(Measured(signs(), clusters(3.0)), Measured(signs(), clusters(0.1)), examples(), QUERIES[:2])
    assert result.after.figures["queries"] == 2
    assert {each.image_id for each in result.gained} <= set(QUERIES[:2])


def test_the_share_of_right_pairs_in_a_range_of_distances():
    meaning = DistanceMeaning(np.array([4, 3, 0, 1, 0]), np.array([0, 1, 0, 5, 9]))
    assert meaning.share_right(0, 0) == 1.0
    assert meaning.share_right(0, 1) == pytest.approx(7 / 8)
    assert meaning.share_right(1, 3) == pytest.approx(4 / 10)
    assert meaning.share_right(2, 2) is None
