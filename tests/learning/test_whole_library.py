"""What surrounds the labelled images: directions that fold away, neighbours, base bits."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import engine.learning.examples
import engine.learning.training
from engine.evaluation.metrics import mean_average_precision
from engine.evaluation.rankings import Sides, rank
from engine.jobs import builtin_version
from engine.jobs.builtin_version import refresh
from engine.jobs.version_files import make_codes
from engine.learning.examples import collect, features_of, others
from engine.learning.methods import paper_settings_of, settings_of
from engine.learning.self_taught import teach_itself
from engine.learning.trained import save_version
from engine.learning.training import train
from engine.learning.verdict import forgets
from engine.learning.whole_library import Principal, principal, surroundings
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.hash_function import HashFunction
from engine.model.joined_hash import JoinedHash
from engine.model.layered_hash import LayeredHash
from engine.progress import finish
from engine.store import codes, features, labels, version_details, versions
from tests.learning.labelled_library import SPACE, add_images, clustered, fill, request

pytestmark = pytest.mark.usefixtures("short_lessons")
CLUSTERS = 6


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ITQ, 5 in the place of 50: how good its bits are is looked at elsewhere."""
    monkeypatch.setattr("engine.model.linear_hash.ITQ_ROUNDS", 5)


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float32)


def half_labelled(library: Library, count: int = 300, each: int | None = None) -> list[int]:
    """Images in six clusters, of which three are labelled, or `each` of their images."""
    with library.writing() as db:
        ids = add_images(db, range(count))
        features.put(db, SPACE, ids, clustered(count, CLUSTERS, noise=0.75))
        for label in range(CLUSTERS // 2):
            labels.assign(db, f"label {label}", ids[label::CLUSTERS][:each])
    finish(refresh(library, EFFICIENTNET_LITE0))
    return ids


def never_labelled_map(function: HashFunction, library: Library) -> float:
    """mAP of the images of clusters that have no label, by cluster, among all."""
    ids, features_ND = features_of(library.db, SPACE, features.ids(library.db, SPACE).tolist())
    packed_NB = function.codes(features_ND.astype(np.float32))
    labels_NC = np.eye(CLUSTERS, dtype=np.bool_)[np.arange(len(ids)) % CLUSTERS]
    rows = np.flatnonzero(np.arange(len(ids)) % CLUSTERS >= CLUSTERS // 2)
    sides = Sides(packed_NB[rows], labels_NC[rows], packed_NB, labels_NC, function.bits, rows)
    return mean_average_precision(rank(sides))


def test_a_function_on_reduced_features_unfolds_to_one_on_the_features():
    x_ND = 3 + numbers(50, 20)
    directions = Principal(x_ND.mean(axis=0), numbers(20, 7, seed=1))
    reduced = LayeredHash(np.zeros(7, np.float32), numbers(7, 5), numbers(5), numbers(5, 8), numbers(8))
    unfolded = directions.unfolded(reduced)
    assert unfolded.outputs(x_ND) == pytest.approx(reduced.outputs(directions.of(x_ND)), abs=1e-3)


def test_principal_directions_carry_the_most_variance_and_spread_one():
    x_ND = numbers(400, 300) * np.linspace(5, 0.1, 300, dtype=np.float32)
    found = principal(x_ND)
    reduced_NP = found.of(x_ND)
    assert reduced_NP.shape == (400, 256)
    assert float(reduced_NP.std()) == pytest.approx(1, rel=0.01)
    spread_P = reduced_NP.std(axis=0)
    assert (np.diff(spread_P) < 1e-3).all(), "the first direction carries the most"
    assert float(np.abs(reduced_NP.mean(axis=0)).max()) < 1e-3


def test_nothing_hangs_on_rows_that_are_not_learned_from():
    features_ND = clustered(80, 4).astype(np.float16)
    rows = np.arange(60)
    one = finish(surroundings(features_ND, rows, 8, 0, "cpu"))
    changed_ND = features_ND.copy()
    changed_ND[60:] = numbers(20, features_ND.shape[1])
    other = finish(surroundings(changed_ND, rows, 8, 0, "cpu"))
    assert np.array_equal(one.principal.directions_DP, other.principal.directions_DP)
    assert one.base is not None
    assert other.base is not None
    assert np.array_equal(one.base.fitted.weights_DK, other.base.fitted.weights_DK)
    for a, b in zip(one.neighbourhood.of(torch.arange(60)), other.neighbourhood.of(torch.arange(60)), strict=True):
        assert torch.equal(a, b)


def test_what_nobody_labelled_is_found_at_least_as_well_and_not_with_labels_alone(library: Library):
    half_labelled(library)
    active = versions.active(library.db)
    assert active is not None
    default, alone = (
        finish(train(library, request(bits=64, epochs=16, learn_from=source))) for source in ("library", "labels")
    )
    assert isinstance(default.function, JoinedHash)
    assert (default.function.learned.bits, default.function.base.bits) == (48, 16)
    assert isinstance(alone.function, LayeredHash)
    found, forgotten = never_labelled_map(default.function, library), never_labelled_map(alone.function, library)
    assert found > 0.8
    assert found > forgotten + 0.2
    assert default.comparison is not None
    assert alone.comparison is not None
    assert not forgets(*default.comparison.figures)
    assert forgets(*alone.comparison.figures), "and the figures say so"


def test_a_version_says_how_many_of_its_bits_were_not_learned_from_labels(library: Library):
    half_labelled(library, each=8)
    asked = request(bits=64, epochs=2)
    trained = finish(train(library, asked))
    assert isinstance(trained.function, JoinedHash)
    assert trained.function.base.bits == 32, "more than a quarter, because few pictures have labels"
    version = save_version(library, trained)
    assert version.details["settings"] == asked.settings.as_dict() | {"base_bits": 32}
    assert version_details.read(version.details).base_bits == 32


def test_all_images_are_learned_from_but_those_held_out(library: Library):
    ids = half_labelled(library)
    trained = finish(train(library, request()))
    assert trained.examples is not None
    examples = collect(library.db)
    kept_back = len(examples.held_out_rows) + len(examples.validation_rows)
    assert trained.images == len(ids) - kept_back
    labelled = {examples.image_ids[row] for row in examples.train_rows}
    assert set(trained.trained_on) == labelled, "of the others nothing was said"
    assert trained.comparison is not None
    figures = trained.comparison.after.figures
    assert figures["database"] == len(ids) - len(examples.held_out_rows)
    assert figures["trained_on"] == len(labelled)


def test_of_a_large_library_a_sample_is_learned_from(library: Library):
    half_labelled(library)
    examples = collect(library.db)
    some = others(library.db, {SPACE}, examples, seed=0, most=20)
    assert len(some) == len(set(some)) == 20
    assert some == sorted(some)
    assert not set(some) & set(examples.image_ids)
    assert some == others(library.db, {SPACE}, examples, seed=0, most=20)


def test_of_very_many_labels_a_sample_is_learned_and_what_nobody_labelled_keeps_its_room(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    ids = half_labelled(library)
    with library.writing() as db:
        labels.assign(db, "rare", ids[:8])
    monkeypatch.setattr(engine.learning.examples, "MOST_LABELLED", 60)
    monkeypatch.setattr(engine.learning.training, "MOST_IMAGES", 100)
    examples = collect(library.db)
    assert 60 - 8 <= len(examples.image_ids) <= 60
    counts = dict(zip(examples.label_names, examples.labels_NC.sum(axis=0).tolist(), strict=True))
    assert counts["rare"] == 8, "of a rare label all are learned"
    assert all(abs(counts[f"label {n}"] - 20) <= 4 for n in range(CLUSTERS // 2)), "of the others about as many"
    assert collect(library.db).image_ids == examples.image_ids
    trained = finish(train(library, request()))
    assert trained.examples is not None
    assert len(trained.examples.image_ids) == 100
    others = set(trained.examples.image_ids) - set(examples.image_ids)
    assert not others & set(labels.labelled_images(library.db)), "those with a label are not taken for some without"


def test_the_built_in_version_teaches_itself_once(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(builtin_version.ITQ_FROM))
        features.put(db, SPACE, ids, clustered(len(ids), CLUSTERS, noise=0.75))
    finish(refresh(library, EFFICIENTNET_LITE0))
    before = versions.active(library.db)
    assert before is not None
    assert builtin_version.can_be_taught(library)
    taught = finish(teach_itself(library))
    active = versions.active(library.db)
    assert taught is not None
    assert active is not None
    assert (active.id, active.method, active.bits) == (taught.id, builtin_version.SELF_TAUGHT, before.bits)
    function = model_files.of_version(library.models_folder, active)
    assert isinstance(function, JoinedHash)
    assert function.base.bits == active.bits // 2
    assert codes.count(library.db, active.id) == len(ids)
    assert [version.id for version in versions.all_versions(library.db)] == [active.id], "what it was is let go"
    assert finish(teach_itself(library)) is None, "there is nothing more to learn"
    assert finish(refresh(library, EFFICIENTNET_LITE0)) is None, "nor to fit"
    assert builtin_version.method_wanted(active, 4 * len(ids)) == builtin_version.ITQ, "until it is outgrown"


def test_a_training_keeps_some_of_what_the_library_taught_itself(library: Library):
    half_labelled(library, builtin_version.ITQ_FROM)
    without = finish(train(library, request(bits=64, base_bits=32, epochs=2))).function
    assert isinstance(without, JoinedHash)
    assert (without.learned.bits, without.base.bits) == (32, 32), "ITQ's alone, while nothing was taught"
    finish(teach_itself(library))
    taught = builtin_version.taught_by_itself(library, SPACE)
    assert taught is not None
    function = finish(train(library, request(bits=64, base_bits=32, epochs=2))).function
    assert isinstance(function, JoinedHash)
    assert (function.learned.bits, function.base.bits) == (48, 16)
    x_ND = clustered(40, CLUSTERS).astype(np.float32)
    kept_NK = function.learned.outputs(x_ND)[:, 32:]
    assert kept_NK == pytest.approx(taught.outputs(x_ND)[:, :16], abs=1e-3)


def test_a_training_does_without_the_built_in_version_should_its_file_be_damaged(library: Library):
    half_labelled(library, builtin_version.ITQ_FROM)
    taught = finish(teach_itself(library))
    assert taught is not None
    Path(library.models_folder, taught.file).write_bytes(b"spoilt")
    assert builtin_version.taught_by_itself(library, SPACE) is None


def test_what_the_user_chose_is_not_taught_over(library: Library):
    fill(library, 120)
    assert finish(teach_itself(library)) is None, "of so few there is nothing to learn yet"


def test_a_library_that_shrank_to_a_few_images_has_nothing_to_teach_itself(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(builtin_version.ITQ_FROM))
        features.put(db, SPACE, ids, clustered(len(ids), CLUSTERS))
    finish(refresh(library, EFFICIENTNET_LITE0))
    assert builtin_version.can_be_taught(library)
    with library.writing() as db:
        for image_id in ids[10:]:
            features.remove(db, image_id)
    assert finish(teach_itself(library)) is None


def test_base_bits_stand_beside_what_was_learned_from_labels_alone(library: Library):
    fill(library, 120)
    asked = request(learn_from="labels", bits=32, base_bits=16)
    function = finish(train(library, asked)).function
    assert isinstance(function, JoinedHash)
    assert (function.bits, function.base.bits) == (32, 16)


@pytest.mark.usefixtures("one_split")
def test_what_is_kept_is_known_also_after_a_refit(library: Library):
    """The refitted version has seen all labels, so that nothing can be asked of both; to forget needs no label."""
    half_labelled(library)
    first = finish(train(library, replace(request(), refit=True)))
    save_version(library, first)
    finish(make_codes(library, versions.all_versions(library.db)[-1]))
    with library.writing() as db:
        versions.activate(db, versions.all_versions(db)[-1].id)
    second = finish(train(library, request(learn_from="labels")))
    assert second.comparison is None
    assert second.before is not None
    assert second.after is not None
    assert set(second.before) == {"kept_neighbours"}
    assert second.after["mAP"] > 0
    assert 0 < second.after["kept_neighbours"] < 1


def test_labels_alone_have_the_papers_other_settings_too():
    alone, paper = settings_of("dualhash-stom", learn_from="labels"), paper_settings_of("dualhash-stom")
    assert alone == paper
    assert settings_of("dualhash-stom", "theory") == paper_settings_of("dualhash-stom", "theory")
    assert settings_of("dualhash-stom", learn_from="labels", bits=128).bits == 128
    assert settings_of("dualhash-stom").bits == 256
