"""How many of the nearest by features are among the first by distance: against a literal count."""

import numpy as np
import pytest

from engine.learning.examples import Examples, collect, features_of
from engine.learning.figures import Measured
from engine.learning.kept_neighbours import NEAREST, asked_rows, cosines, kept_share, places
from engine.library import Library
from engine.model.linear_hash import LinearHash, random_projection
from engine.progress import finish
from engine.store import features
from tests.learning.labelled_library import SPACE, add_images, clustered, fill


@pytest.fixture
def some_labelled(library: Library) -> tuple[Examples, np.ndarray]:
    fill(library, 60)
    with library.writing() as db:
        unlabelled = add_images(db, range(100, 140))
        features.put(db, SPACE, unlabelled, clustered(40, 4, seed=1))
    examples = collect(library.db).with_others(unlabelled)
    return examples, features_of(library.db, SPACE, examples.image_ids)[1]


def kept(measured: Measured, rows: np.ndarray, looks_ND: np.ndarray) -> float | None:
    return finish(kept_share(measured, rows, finish(cosines(looks_ND, rows))))


def slow_share(measured: Measured, rows: np.ndarray) -> float:
    """Of each among all others, one distance after the other; the mean over many orders of equal distances."""
    x_ND = measured.features_ND.astype(np.float64)
    x_ND = x_ND - x_ND.mean(axis=0)
    kept, random, orders = 0, np.random.default_rng(0), 100
    for row in rows:
        cosine = {
            other: float(x_ND[row] @ x_ND[other] / np.linalg.norm(x_ND[row]) / np.linalg.norm(x_ND[other]))
            for other in range(len(x_ND))
            if other != row
        }
        distance = {
            other: sum(
                bin(a ^ b).count("1") for a, b in zip(*measured.packed_NB[[row, other]].tolist(), strict=True)
            )
            for other in cosine
        }
        nearest = sorted(cosine, key=lambda other: -cosine[other])[:NEAREST]
        for _ in range(orders):
            by_chance = random.permutation(list(cosine)).tolist()
            first = sorted(by_chance, key=lambda other: distance[other])[: places(len(cosine))]
            kept += len(set(first) & set(nearest))
    return kept / (orders * NEAREST * len(rows))


@pytest.mark.parametrize("bits", [8, 16, 64])
def test_as_a_literal_count(some_labelled: tuple[Examples, np.ndarray], bits: int):
    examples, features_ND = some_labelled
    rows = asked_rows(examples)
    assert sorted(examples.image_ids[row] for row in rows) == examples.image_ids[60:]
    measured = Measured(random_projection(features_ND.astype(np.float32), bits), features_ND)
    slowly = slow_share(measured, rows)
    assert kept(measured, rows, features_ND) == pytest.approx(slowly, abs=0.01)
    assert 0.3 < slowly < 1


def test_codes_that_say_nothing_keep_what_chance_keeps(some_labelled: tuple[Examples, np.ndarray]):
    """However much the order in which hits are shown would bring back."""
    examples, features_ND = some_labelled
    others = len(features_ND) - 1
    share = kept(Measured(all_the_same(features_ND), features_ND), asked_rows(examples), features_ND)
    assert share == pytest.approx(places(others) / others)


def test_codes_that_tell_what_pictures_look_like_keep_nearly_all(some_labelled: tuple[Examples, np.ndarray]):
    examples, features_ND = some_labelled
    measured = Measured(random_projection(features_ND.astype(np.float32), 256), features_ND)
    assert kept(measured, asked_rows(examples), features_ND) > 0.9


@pytest.mark.parametrize(("images", "first"), [(2, 2), (12, 10), (60, 20), (100, 33), (150, 50), (100_000, 50)])
def test_the_first_are_50_or_a_third_of_a_small_library(images: int, first: int):
    assert places(images) == first


def all_the_same(features_ND: np.ndarray) -> LinearHash:
    """Gives all images one code."""
    mean_D = features_ND.astype(np.float32).mean(axis=0)
    return LinearHash(mean_D, np.zeros_like(mean_D), np.zeros((len(mean_D), 16), np.float32))


def test_where_all_have_a_label_there_is_nothing_to_ask(library: Library):
    fill(library, 60)
    examples = collect(library.db)
    rows = asked_rows(examples)
    assert len(rows) == 0
    features_ND = features_of(library.db, SPACE, examples.image_ids)[1]
    assert kept(Measured(all_the_same(features_ND), features_ND), rows, features_ND) is None
