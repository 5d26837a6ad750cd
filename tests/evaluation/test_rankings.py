"""The histograms of distances, against counting pair by pair."""

import numpy as np
import pytest
from slow_evaluation import ranking_of, slow_results

from engine.errors import BugError, UserError
from engine.evaluation import rankings
from engine.evaluation.rankings import Ranking, Sides, rank, ranking
from engine.model.codes import hamming
from engine.progress import finish

Side = tuple[np.ndarray, np.ndarray]


def one_label(random: np.random.Generator, count: int, labels: int) -> np.ndarray:
    return np.eye(labels, dtype=bool)[random.integers(0, labels, count)]


def some_labels(random: np.random.Generator, count: int, labels: int) -> np.ndarray:
    """None, one or several."""
    return random.random((count, labels)) < 1.5 / labels


def sides(
    seed: int, queries: int, items: int, bits: int, labelling=one_label, labels: int = 3
) -> tuple[Side, Side]:
    random = np.random.default_rng(seed)
    flips = 0.1 * np.arange(1, 6)  # some items near, some far
    base = random.random(bits) < 0.5

    def side(count: int) -> Side:
        bits_NK = base ^ (random.random((count, bits)) < random.choice(flips, count)[:, None])
        return np.packbits(bits_NK, axis=1), labelling(random, count, labels)

    return side(queries), side(items)


def assert_same(ranking: Ranking, other: Ranking) -> None:
    assert ranking.counts_QD.dtype == ranking.relevant_QD.dtype == np.int64
    assert ranking.counts_QD.tolist() == other.counts_QD.tolist()
    assert ranking.relevant_QD.tolist() == other.relevant_QD.tolist()


@pytest.mark.parametrize("labelling", [one_label, some_labels])
@pytest.mark.parametrize("bits", [1, 8, 12, 16, 64, 512])
def test_the_histograms_are_those_counted_pair_by_pair(bits: int, labelling):
    query, database = sides(bits, 7, 60, bits, labelling)
    ranking = rank(Sides(*query, *database, bits))
    assert_same(ranking, ranking_of(slow_results(*query, *database, bits), bits))
    assert (ranking.queries, ranking.database, ranking.bits) == (7, 60, bits)


@pytest.mark.parametrize("at_once", [1, 5, 23, 100])
def test_in_pieces_it_is_the_same_and_says_how_far_it_is(at_once: int):
    query, _ = sides(1, 23, 1, 16)
    own_rows = np.arange(23)
    said: list[int] = []
    work = ranking(Sides(*query, *query, 16, own_rows), at_once=at_once, note="Comparing")
    found = finish(work, lambda progress: said.append(progress.done))
    assert_same(found, rank(Sides(*query, *query, 16, own_rows)))
    assert said == list(range(0, 23, at_once))


@pytest.mark.parametrize("labelling", [one_label, some_labels])
def test_the_size_of_the_blocks_changes_nothing(labelling, monkeypatch: pytest.MonkeyPatch):
    query, database = sides(1, 23, 101, 16, labelling)
    whole = rank(Sides(*query, *database, 16))
    for queries, items in [(1, 1), (5, 10), (23, 101), (22, 100), (7, 1000)]:
        monkeypatch.setattr(rankings, "QUERY_BLOCK", queries)
        monkeypatch.setattr(rankings, "DATABASE_BLOCK", items)
        assert_same(rank(Sides(*query, *database, 16)), whole)


@pytest.mark.parametrize("labelling", [one_label, some_labels])
def test_more_than_one_block_each_way_is_counted_right(labelling):
    query, database = sides(2, rankings.QUERY_BLOCK + 3, rankings.DATABASE_BLOCK * 2 + 5, 64, labelling)
    ranking = rank(Sides(*query, *database, 64))
    assert (ranking.counts_QD.sum(axis=1) == len(database[0])).all()
    for q in (0, rankings.QUERY_BLOCK - 1, rankings.QUERY_BLOCK, rankings.QUERY_BLOCK + 2):
        distances_N = hamming(database[0], query[0][q])
        relevant_N = (database[1] & query[1][q]).any(axis=1)
        assert ranking.counts_QD[q].tolist() == np.bincount(distances_N, minlength=65).tolist()
        assert ranking.relevant_QD[q].tolist() == np.bincount(distances_N[relevant_N], minlength=65).tolist()


@pytest.mark.parametrize("bits", [512, rankings.MOST_BITS])
def test_no_distance_is_rounded_in_the_last_row_of_a_block_of_the_longest_codes(bits: int):
    queries = np.zeros((rankings.QUERY_BLOCK, (bits + 7) // 8), np.uint8)
    bits_NK = np.ones((3, bits), bool)
    bits_NK[1, 5] = bits_NK[2, 0] = bits_NK[2, bits - 1] = False
    labels_QC, labels_NC = np.ones((len(queries), 1), bool), np.ones((3, 1), bool)
    ranking = rank(Sides(queries, labels_QC, np.packbits(bits_NK, axis=1), labels_NC, bits))
    assert (ranking.relevant_QD[:, bits - 2 :] == 1).all()
    assert ranking.relevant_QD.sum() == ranking.counts_QD.sum() == 3 * len(queries)


@pytest.mark.parametrize("labelling", [one_label, some_labels])
def test_a_query_that_is_part_of_the_database_is_left_out_of_its_own_result(labelling):
    _, database = sides(3, 1, 40, 16, labelling)
    own_rows = [39, 0, 7, 7]
    query = (database[0][own_rows], database[1][own_rows])
    ranking = rank(Sides(*query, *database, 16, np.array(own_rows)))
    assert_same(ranking, ranking_of(slow_results(*query, *database, 16, own_rows), 16))
    assert ranking.database == 39
    assert rank(Sides(*query, *database, 16)).counts_QD[:, 0].tolist() == (ranking.counts_QD[:, 0] + 1).tolist()


def test_a_twin_of_a_query_stays_when_its_own_row_is_left_out():
    codes, labels = np.array([[9], [9]], np.uint8), np.ones((2, 1), bool)
    ranking = rank(Sides(codes, labels, codes, labels, 8, np.arange(2)))
    assert ranking.relevant_QD.tolist() == [[1, *[0] * 8]] * 2


def test_images_share_what_at_least_one_label_says_and_no_label_is_nothing_in_common():
    codes = np.zeros((4, 1), np.uint8)
    several = np.array([[1, 1, 0], [0, 1, 1], [0, 0, 1], [0, 0, 0]], bool)
    assert rank(Sides(codes, several, codes, several, 8)).relevant_QD[:, 0].tolist() == [2, 3, 2, 0]
    single = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]], bool)
    assert rank(Sides(codes, single, codes, single, 8)).relevant_QD[:, 0].tolist() == [1, 2, 2, 0]
    assert rank(Sides(codes, single, codes, several, 8)).relevant_QD[:, 0].tolist() == [1, 2, 2, 0]
    assert rank(Sides(codes, several, codes, single, 8)).relevant_QD[:, 0].tolist() == [3, 2, 0, 0]
    nothing = np.zeros((4, 0), bool)
    assert rank(Sides(codes, nothing, codes, nothing, 8)).relevant_QD.sum() == 0


def test_no_query_or_no_database_is_one_sentence_for_the_user():
    (codes, labels), _ = sides(4, 5, 1, 16)
    with pytest.raises(UserError, match="no labelled picture to ask for"):
        rank(Sides(codes[:0], labels[:0], codes, labels, 16))
    with pytest.raises(UserError, match="no labelled picture to search among"):
        rank(Sides(codes, labels, codes[:0], labels[:0], 16))


def test_arrays_that_do_not_fit_together_are_our_mistake():
    (codes, labels), _ = sides(5, 5, 1, 16)
    rows = np.arange(5)
    for bad in [
        (codes, labels, codes, labels, 24),
        (codes, labels, codes, labels, 8),
        (codes, labels, codes, labels, 0),
        (codes, labels, codes, labels, rankings.MOST_BITS + 1),
        (codes[:4], labels, codes, labels, 16),
        (codes, labels, codes, labels[:4], 16),
        (codes, labels[:, :2], codes, labels, 16),
        (codes, labels[:, 0], codes, labels, 16),
        (codes.astype(np.float32), labels, codes, labels, 16),
        (codes, labels.astype(np.int64), codes, labels, 16),
        (codes, labels, codes, labels, 16, rows[:4]),
        (codes, labels, codes, labels, 16, rows - 1),
        (codes, labels, codes, labels, 16, rows + 1),
        (codes, labels, codes, labels, 16, rows.astype(float)),
    ]:
        with pytest.raises(BugError):
            rank(Sides(*bad))
