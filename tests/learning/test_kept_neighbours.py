"""How many of the nearest by features are among the first hits: against a literal count."""

import numpy as np
import pytest

from engine.learning.examples import Examples, collect, features_of
from engine.learning.figures import Measured
from engine.learning.kept_neighbours import PLACES, asked_rows, cosines, kept_share
from engine.library import Library
from engine.model.linear_hash import LinearHash, random_projection
from engine.progress import finish
from engine.search import order
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
    """The first hits of each among all others, one distance after the other; nothing was learned, so the first POOL
    by distance come in the order of the cosine."""
    x_ND = measured.features_ND.astype(np.float64)
    x_ND = x_ND - x_ND.mean(axis=0)
    kept = 0
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
        pool = sorted(cosine, key=lambda other: (distance[other], -cosine[other]))[: order.POOL]
        hits = sorted(pool, key=lambda other: -cosine[other])[:PLACES]
        nearest = sorted(cosine, key=lambda other: -cosine[other])[:PLACES]
        kept += len(set(hits) & set(nearest))
    return kept / (PLACES * len(rows))


@pytest.mark.parametrize("pool", [12, 30])
def test_as_a_literal_count(some_labelled: tuple[Examples, np.ndarray], pool: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(order, "POOL", pool)
    examples, features_ND = some_labelled
    rows = asked_rows(examples)
    assert sorted(examples.image_ids[row] for row in rows) == examples.image_ids[60:]
    measured = Measured(random_projection(features_ND.astype(np.float32), 16), features_ND)
    share = kept(measured, rows, features_ND)
    assert share == pytest.approx(slow_share(measured, rows), abs=0.01)  # where two cosines are nearly the same
    assert 0.1 < slow_share(measured, rows) < 1


def test_codes_that_are_the_looks_themselves_keep_all(some_labelled: tuple[Examples, np.ndarray]):
    examples, features_ND = some_labelled
    rows = asked_rows(examples)
    assert kept(Measured(all_the_same(features_ND), features_ND), rows, features_ND) == 1


def test_hits_come_in_the_order_of_the_versions_own_features(some_labelled: tuple[Examples, np.ndarray]):
    """Where a network sees something else than pictures look like, nothing of that is kept by the order of hits."""
    examples, features_ND = some_labelled
    rows, other_ND = asked_rows(examples), np.random.default_rng(3).standard_normal(features_ND.shape)
    share = kept(Measured(all_the_same(other_ND), other_ND.astype(np.float16)), rows, features_ND)
    assert share == pytest.approx(PLACES / (len(features_ND) - 1), abs=0.06), "no more than by chance"


def all_the_same(features_ND: np.ndarray) -> LinearHash:
    """Gives all images one code, so that the cosine alone decides on the order of hits."""
    mean_D = features_ND.astype(np.float32).mean(axis=0)
    return LinearHash(mean_D, np.zeros_like(mean_D), np.zeros((len(mean_D), 16), np.float32))


def test_where_all_have_a_label_there_is_nothing_to_ask(library: Library):
    fill(library, 60)
    examples = collect(library.db)
    rows = asked_rows(examples)
    assert len(rows) == 0
    features_ND = features_of(library.db, SPACE, examples.image_ids)[1]
    assert kept(Measured(all_the_same(features_ND), features_ND), rows, features_ND) is None
