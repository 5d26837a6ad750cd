"""Codes learned from neighbours instead of labels: better than ITQ's."""

import os

import numpy as np
import pytest

from engine.errors import UserError
from engine.evaluation.metrics import mean_average_precision
from engine.evaluation.rankings import Sides, rank
from engine.jobs import version_files
from engine.learning.examples import collect, features_of
from engine.learning.request import Request
from engine.learning.trained import save_version
from engine.learning.training import train
from engine.learning.version_evaluation import evaluate_version
from engine.library import Library
from engine.model.hash_function import HashFunction
from engine.model.joined_hash import JoinedHash
from engine.model.linear_hash import itq
from engine.progress import finish
from engine.store import features, labels, training_images, versions
from tests.learning.labelled_library import SPACE, Said, add_images, clustered, fill, request

CLUSTERS = 6


def mean_precision(function: HashFunction, library: Library) -> float:
    """Of every image among all, by cluster."""
    ids, features_ND = features_of(library.db, SPACE, features.ids(library.db, SPACE).tolist())
    packed_NB = function.codes(features_ND.astype(np.float32))
    labels_NC = np.eye(CLUSTERS, dtype=np.bool_)[np.arange(len(ids)) % CLUSTERS]
    own = np.arange(len(ids))
    return mean_average_precision(rank(Sides(packed_NB, labels_NC, packed_NB, labels_NC, function.bits, own)))


def all_features(library: Library) -> np.ndarray:
    _, features_ND = features_of(library.db, SPACE, features.ids(library.db, SPACE).tolist())
    return features_ND.astype(np.float32)


@pytest.fixture
def unlabelled(library: Library) -> Library:
    with library.writing() as db:
        ids = add_images(db, range(300))
        features.put(db, SPACE, ids, clustered(300, CLUSTERS, noise=0.75))
    return library


def asked(**changes: object) -> Request:
    return request("self-taught", **({"epochs": 30, "bits": 32} | changes))


def test_it_beats_itq_without_a_single_label(unlabelled: Library):
    trained = finish(train(unlabelled, asked()))
    start = finish(itq(all_features(unlabelled), 32))
    assert isinstance(trained.function, JoinedHash)
    assert (trained.function.learned.bits, trained.function.base.bits) == (24, 8)
    assert mean_precision(trained.function, unlabelled) > mean_precision(start, unlabelled) + 0.1
    assert (trained.images, trained.trained_on) == (300, [])
    assert trained.examples is trained.before is trained.after is trained.comparison is None


def test_the_same_seed_gives_the_same_codes(unlabelled: Library):
    one, same, other = (finish(train(unlabelled, asked(seed=seed, epochs=4))) for seed in (0, 0, 1))
    features_ND = all_features(unlabelled)
    assert (one.function.codes(features_ND) == same.function.codes(features_ND)).all()
    assert (one.function.codes(features_ND) != other.function.codes(features_ND)).any()


def test_it_becomes_a_version_that_is_measured_like_any_other(library: Library):
    fill(library, 300)
    version = save_version(library, finish(train(library, asked(epochs=5))))
    assert (version.name, version.method, version.bits) == ("self-taught 32", "self-taught", 32)
    assert training_images.of_version(library.db, version.id) == set()
    assert "labels" not in version.details
    assert version.details["settings"]["base_bits"] == 8, "a quarter"
    assert os.listdir(library.training_folder) == []
    finish(version_files.activate(library, version))
    active = versions.active(library.db)
    assert active is not None
    assert active.id == version.id
    figures = finish(evaluate_version(library, version)).figures
    assert figures["queries"] == len(collect(library.db).held_out_rows)


def test_a_large_library_is_learned_from_a_sample(unlabelled: Library, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.learning.self_taught.MOST_IMAGES", 200)
    trained = finish(train(unlabelled, asked(epochs=10)))
    assert trained.images == 200
    assert mean_precision(trained.function, unlabelled) > 0.5


def refused(library: Library, asked_for: Request) -> str:
    with pytest.raises(UserError) as said:
        finish(train(library, asked_for))
    assert os.listdir(library.training_folder) == []
    return Said(str(said.value)).text


def test_what_it_cannot_learn_from_is_said(library: Library):
    assert "At least 16 indexed pictures" in refused(library, asked())
    with library.writing() as db:
        ids = add_images(db, range(16))
        features.put(db, SPACE, ids[:15], clustered(15, 3))
    assert "At least 16 indexed pictures" in refused(library, asked())
    whole = Request("self-taught", asked().settings, tune="all", device=asked().device)
    assert "only the hash layers" in refused(library, whole)
    with library.writing() as db:
        features.put(db, SPACE, ids, np.ones((16, 272)))
        labels.assign(db, "there is no need for one", ids)
    assert "look exactly alike" in refused(library, asked())


def test_sixteen_images_are_enough(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(16))
        features.put(db, SPACE, ids, clustered(16, 4))
    trained = finish(train(library, asked(epochs=3)))
    assert trained.function.codes(all_features(library)).shape == (16, 4)
