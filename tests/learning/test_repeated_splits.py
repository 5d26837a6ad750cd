"""With few labels held out: several splits, each fair to all labels, and the spread of the figures."""

from collections.abc import Generator

import numpy as np
import pytest

from engine.learning.comparison import Measured
from engine.learning.examples import Examples
from engine.learning.held_out import LEAST_TRAINED, Split
from engine.learning.repeated_splits import SPLITS, mean_of, random_split, repeated_figures
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import random_projection
from engine.progress import Progress, finish


def made(labels_NC: np.ndarray, decisions: list[tuple[int, int, bool]] | None = None) -> Examples:
    count = len(labels_NC)
    no_N = np.zeros(count, np.bool_)
    names = [f"label {c}" for c in range(labels_NC.shape[1])]
    return Examples(list(range(count)), names, labels_NC, Split(~no_N, no_N, no_N), decisions or [], {})


def several_labels(count: int = 60, labels: int = 5) -> np.ndarray:
    random = np.random.default_rng(0)
    labels_NC = random.random((count, labels)) < 0.3
    labels_NC[np.arange(count), np.arange(count) % labels] = True
    return labels_NC


@pytest.mark.parametrize("labels_NC", [np.eye(4, dtype=np.bool_)[np.arange(20) % 4], several_labels()])
def test_each_split_holds_out_some_of_each_label_and_leaves_enough_to_learn_from(labels_NC: np.ndarray):
    for number in range(SPLITS):
        parts = random_split(made(labels_NC), number)
        assert not (parts.train_N & parts.held_out_N).any()
        assert (parts.train_N | parts.held_out_N).all()
        assert not parts.validation_N.any()
        assert (labels_NC[parts.held_out_N].sum(axis=0) >= 1).all()
        assert (labels_NC[parts.train_N].sum(axis=0) >= LEAST_TRAINED).all()


def test_splits_differ_by_their_number_and_only_by_that():
    of = made(several_labels())
    splits = [random_split(of, number).held_out_N for number in range(SPLITS)]
    assert all((splits[n] == random_split(of, n).held_out_N).all() for n in range(SPLITS))
    assert not (splits[0] == splits[1]).all()


def test_images_without_a_label_are_never_asked_for():
    labels_NC = several_labels()
    labels_NC[-3:] = False
    parts = random_split(made(labels_NC), 0)
    assert parts.train_N[-3:].all()


def test_each_split_is_trained_on_without_its_own_queries_and_measured_on_them():
    labels_NC = np.eye(3, dtype=np.bool_)[np.arange(30) % 3]
    features_ND = np.random.default_rng(1).standard_normal((30, 16)).astype(np.float32) + 3 * labels_NC.repeat(
        [6, 5, 5], axis=1
    )
    seen_decisions, parts = [], []

    def train_on(divided: Examples) -> Generator[Progress, None, HashFunction]:
        yield Progress(0, None, "learning")
        parts.append(divided.parts)
        seen_decisions.append(divided.decisions)
        return random_projection(features_ND[divided.train_rows], 16, seed=len(parts))

    of = made(labels_NC, [(0, 1, True), (2, 3, False), (4, 5, True)])
    before = Measured(random_projection(features_ND, 16), features_ND)
    earlier, later = finish(repeated_figures(of, features_ND, train_on, before, set()))
    assert len(parts) == later["splits"] == SPLITS
    assert earlier is not None
    assert earlier["queries"] == later["queries"] == 6
    assert later["spread"]["mAP"] > 0
    for divided, decisions in zip(parts, seen_decisions, strict=True):
        held_out = set(np.flatnonzero(divided.held_out_N).tolist())
        assert all(a not in held_out and b not in held_out for a, b, _ in decisions)


def test_the_mean_and_spread_of_figures():
    figures = [
        {"queries": 6, "database": 24, "mAP": 0.5, "quantisation_error": None},
        {"queries": 6, "database": 24, "mAP": 0.7, "quantisation_error": None},
    ]
    together = mean_of(figures)
    assert together["mAP"] == pytest.approx(0.6)
    assert together["spread"]["mAP"] == pytest.approx(0.1)
    assert together["quantisation_error"] is None
    assert together["queries"] == 6
    assert together["splits"] == 2
