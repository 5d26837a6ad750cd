"""Training the hash layers on stored features: better codes, nothing held out is seen, no trace when cancelled."""

import os
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.learning.examples import collect, features_of
from engine.learning.held_out import HELD_OUT, place
from engine.learning.request import Request
from engine.learning.trained import Trained, save_version
from engine.learning.training import train
from engine.library import Library, open_library
from engine.model.joined_hash import JoinedHash
from engine.model.layered_hash import LayeredHash
from engine.model.model_files import tensors_of
from engine.progress import Progress, finish
from engine.store import decisions, features, images, labels, training_images, versions
from engine.training.gradients import DivergedError
from engine.training.reports import EpochReport, TrainingProgress
from tests.folder_state import folder_state
from tests.learning.labelled_library import (
    SPACE,
    Said,
    add_images,
    clustered,
    fill,
    number_with,
    request,
    trained_on,
)


def codes_of(library: Library, trained: Trained) -> bytes:
    _, features_ND = features_of(library.db, SPACE, features.ids(library.db, SPACE).tolist())
    return trained.function.codes(features_ND.astype(np.float32)).tobytes()


def sentence(work: Generator[Progress, None, object]) -> str:
    with pytest.raises(UserError) as said:
        finish(work)
    return Said(str(said.value)).text


@pytest.mark.parametrize("method", ["dualhash-stom", "dualhash-storm", "likelihood"])
@pytest.mark.parametrize("count", [120, 300])
def test_after_beats_before_on_labels_that_were_held_out(library: Library, method: str, count: int):
    fill(library, count)
    trained = trained_on(library, method=method, epochs=12)
    assert trained.before is not None
    assert trained.after is not None
    assert trained.after["mAP"] > trained.before["mAP"] + 0.2
    assert trained.after["mAP"] > 0.8
    assert trained.after["queries"] == trained.before["queries"]
    assert trained.after["database"] == trained.before["database"]
    assert trained.before["quantisation_error"] is None, "the built-in version has no u"
    assert 0 < trained.after["quantisation_error"] < 1
    assert isinstance(trained.function, LayeredHash if method == "likelihood" else JoinedHash)
    assert trained.function.bits == 16
    assert trained.backbone is None
    assert [report.epoch for report in trained.epochs] == list(range(1, 13))


def test_presets_and_a_continuation_train_as_well(library: Library):
    fill(library, 300)
    for preset, changes in (("compact", {"continuation": 5.0}), ("theory", {"step_rule": "theorem"})):
        trained = finish(train(library, request(preset=preset, **changes)))
        assert trained.after is not None
        assert trained.after["mAP"] > 0.3


def give_second_labels(library: Library, ids: list[int]) -> None:
    """To images of six clusters."""
    with library.writing() as db:
        labels.assign(db, "low", [i for at, i in enumerate(ids) if at % 6 < 3])
        labels.assign(db, "high", [i for at, i in enumerate(ids) if at % 6 >= 3])


def test_images_with_several_labels_are_learned_by_each_of_them(library: Library):
    give_second_labels(library, fill(library, 300, clusters=6))
    trained = trained_on(library, epochs=12)
    assert trained.examples is not None
    assert len(trained.examples.label_names) == 8
    assert trained.before is not None
    assert trained.after is not None
    assert trained.after["mAP"] > trained.before["mAP"] + 0.1


@pytest.mark.usefixtures("one_split")
@pytest.mark.parametrize("method", ["dualhash-stom", "dualhash-storm", "stomhash-wcr"])
def test_what_is_chosen_by_itself_depends_on_whether_images_have_several_labels(library: Library, method: str):
    ids = fill(library, 120, clusters=6)

    def codes(**changes: float) -> bytes:
        return codes_of(library, trained_on(library, method=method, epochs=2, **changes))

    drive = {} if method == "stomhash-wcr" else {"kappa": 20.0}
    alpha = 0.8 if method == "stomhash-wcr" else 0.95  # 12.8 / bits, of which DualHash learns 8
    assert codes() == codes(alpha=alpha, **drive)
    give_second_labels(library, ids)
    several = codes()
    assert several == codes(alpha=0.95, **dict.fromkeys(drive, 0.0))
    assert several != codes(alpha=alpha, **drive)


def test_what_is_held_out_is_never_among_the_training_images(library: Library):
    ids = fill(library, 300)
    with library.writing() as db:
        (outside,) = add_images(db, [number_with(held_out=False, start=5000)])
        (never,) = add_images(db, [number_with(held_out=True, start=5000)])
        features.put(db, SPACE, [outside, never], clustered(2, 4, seed=9))
        decisions.put(db, ids[0], outside, True)
        decisions.put(db, ids[1], never, True)
        for query in ids[:40]:
            decisions.put(db, query, ids[-1], False)
    version = save_version(library, trained_on(library))
    rows = library.db.execute(
        "SELECT t.image_id, i.content, EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = i.id)"
        " FROM training_images t JOIN images i ON i.id = t.image_id WHERE t.version_id = ?",
        (version.id,),
    ).fetchall()
    assert len(rows) > 150
    assert all(place(content) >= HELD_OUT for _, content, _ in rows), "no label is rare, so none was moved"
    assert [image_id for image_id, _, is_labelled in rows if not is_labelled] == [outside]
    examples = collect(library.db)
    held_out = {examples.image_ids[row] for row in examples.held_out_rows}
    validating = {examples.image_ids[row] for row in examples.validation_rows}
    seen = training_images.of_version(library.db, version.id)
    assert held_out
    assert validating
    assert not seen & (held_out | validating)
    assert seen | held_out | validating == {*ids, outside}


def test_looks_of_images_that_are_not_trained_on_change_no_bit(library: Library):
    fill(library, 300)
    one = trained_on(library, output="last")
    examples = collect(library.db)
    others = [examples.image_ids[row] for row in (*examples.held_out_rows, *examples.validation_rows)]
    with library.writing() as db:
        features.put(db, SPACE, others, np.random.default_rng(5).standard_normal((len(others), 272)))
    other = trained_on(library, output="last")
    ours, theirs = tensors_of(one.function)[1], tensors_of(other.function)[1]
    assert ours.keys() == theirs.keys()
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
    assert one.after != other.after


def test_labels_of_held_out_images_change_no_bit(library: Library):
    """They are not even counted: the weights of pairs are those of the training labels."""
    fill(library, 300)
    one = trained_on(library)
    examples = collect(library.db)
    asked_for = [examples.image_ids[row] for row in examples.held_out_rows]
    with library.writing() as db:
        labels.assign(db, "label 0", asked_for)
    other = trained_on(library)
    assert one.trained_on == other.trained_on
    assert codes_of(library, one) == codes_of(library, other)
    assert one.after != other.after


@pytest.mark.usefixtures("one_split")
def test_the_same_seed_gives_the_same_codes_and_another_one_others(library: Library):
    fill(library, 120)
    once, twice, otherwise = (trained_on(library, seed=seed, hidden=16) for seed in (3, 3, 4))
    assert codes_of(library, once) == codes_of(library, twice)
    assert once.after == twice.after
    assert codes_of(library, once) != codes_of(library, otherwise)


def test_decisions_pull_together_and_push_apart(library: Library):
    """Of images that share no label, those that were accepted come closer than those that were rejected."""
    ids = fill(library, 300)
    examples = collect(library.db)
    rows = {label: [r for r in examples.train_rows if examples.labels_NC[r, label]] for label in range(4)}
    ids = examples.image_ids
    pairs = [(ids[a], ids[b]) for a, b in zip(rows[0][:30], rows[1][:30], strict=True)]
    distances = []
    for same in (True, False):
        with library.writing() as db:
            for query, hit in pairs:
                decisions.put(db, query, hit, same)
        trained = trained_on(library, epochs=10, decision_weight=100.0)
        assert trained.examples is not None
        assert len(trained.examples.decisions) == 30
        vectors = features.get(library.db, SPACE, [i for pair in pairs for i in pair])
        u_a, u_b = (
            np.sign(trained.function.outputs(np.stack([vectors[pair[side]] for pair in pairs]))) for side in (0, 1)
        )
        distances.append((u_a != u_b).sum(axis=1).mean())
    assert distances[0] < distances[1] - 2


def test_reports_count_steps_up_to_the_end_and_name_each_epoch(library: Library):
    fill(library, 300)
    reports = []
    work = train(library, request(epochs=3, batch=50))
    try:
        while True:
            reports.append(next(work))
    except StopIteration:
        pass
    steps = [r for r in reports if isinstance(r, TrainingProgress)]
    assert [r.done for r in steps] == sorted(r.done for r in steps)
    assert steps[-1].done == steps[-1].total
    assert [r.epoch.epoch for r in steps if r.epoch is not None] == [1, 2, 3]
    assert all(r.epoch.validation_map is not None for r in steps if r.epoch is not None)


def state(library: Library) -> object:
    """All that a training must not touch; its checkpoint is its own."""
    tables = ("model_versions", "training_images", "codes", "features", "image_labels", "decisions")
    rows = [library.db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]
    return rows, folder_state(library.models_folder), folder_state(library.index_folder)


@pytest.mark.usefixtures("one_split")
@pytest.mark.parametrize("reports", [0, 1, 2, 5, 11, 30])
def test_a_cancelled_training_leaves_the_library_as_it_was(library: Library, reports: int):
    fill(library, 120)
    before, active = state(library), versions.active(library.db)
    work = train(library, request(epochs=4, batch=32))
    for _ in range(reports):
        next(work)
    work.close()
    assert state(library) == before
    assert versions.active(library.db) == active
    assert set(os.listdir(library.training_folder)) <= {"training.safetensors"}
    assert trained_on(library, epochs=1).after is not None, "and the next one begins anew"


def test_a_training_that_diverges_says_so_and_changes_nothing(library: Library):
    fill(library, 300)
    before = state(library)
    with pytest.raises(DivergedError, match="smaller learning rate") as said:
        trained_on(library, learning_rate=1000.0, epochs=40, weight_decay=1.0)
    Said(str(said.value))
    assert state(library) == before


@pytest.mark.parametrize("tune", ["head", "all"])
def test_a_read_only_library_is_refused(library: Library, tune: str):
    fill(library, 40)
    reading = open_library(library.path)
    try:
        asked = request()
        whole = Request(asked.method, asked.settings, tune=tune, device=asked.device)  # type: ignore[arg-type]
        assert "only be read" in sentence(train(reading, whole))
    finally:
        reading.close()


def test_too_little_is_said_before_anything_is_done(library: Library):
    assert "there are none" in sentence(train(library, request()))
    with library.writing() as db:
        ids = add_images(db, range(40))
        labels.assign(db, "one", ids[::2])
        labels.assign(db, "other", ids[1::2])
    assert "index the library first" in sentence(train(library, request()))
    with library.writing() as db:
        features.put(db, SPACE, ids[:3], np.arange(3 * 272).reshape(3, 272))
    assert "Only 3 of the 40 pictures" in sentence(train(library, request()))
    with library.writing() as db:
        features.put(db, SPACE, ids, np.ones((40, 272)))
    assert "look exactly alike" in sentence(train(library, request()))
    with library.writing() as db:
        features.put(db, SPACE, ids, np.random.default_rng(0).standard_normal((40, 272)))
        labels.assign(db, "one", ids)
        labels.assign(db, "other", ids)
    assert "all pictures share a label" in sentence(train(library, request()))
    assert os.listdir(library.training_folder) == []


@pytest.mark.usefixtures("one_split")
def test_labels_with_too_few_images_are_left_out_and_named(library: Library, caplog: pytest.LogCaptureFixture):
    ids = fill(library, 120)
    with library.writing() as db:
        labels.assign(db, "rare", ids[:3])
    trained = trained_on(library)
    assert trained.examples is not None
    assert "rare" not in trained.examples.label_names
    assert "“rare” has only 3 pictures and is left out." in caplog.text


@pytest.mark.usefixtures("one_split")
def test_a_label_whose_images_were_let_go_is_no_obstacle(library: Library):
    ids = fill(library, 120)
    with library.writing() as db:
        gone = add_images(db, range(200, 220))
        labels.assign(db, "gone", gone)
        for image_id in gone:
            db.execute("DELETE FROM files WHERE image_id = ?", (image_id,))
        images.let_go_of_all(db)
    trained = trained_on(library)
    assert set(trained.trained_on) <= set(ids)
    assert trained.after is not None


def test_a_damaged_active_version_is_said_before_the_training(library: Library):
    fill(library, 120)
    active = versions.active(library.db)
    assert active is not None
    Path(library.models_folder, active.file).write_bytes(b"nothing")
    work = train(library, request())
    with pytest.raises(UserError, match="is not a valid model file"):
        next(work)


def test_unknown_backbones_are_refused_in_one_sentence(library: Library):
    fill(library, 40)
    asked = request()
    for name in ("no_such_network", "efficientnet_lite0@12", "alexnet@" + "0" * 16 + "x"):
        assert name in sentence(train(library, Request(asked.method, asked.settings, name, device=asked.device)))


def test_patience_ends_a_training_early_and_the_best_epoch_is_kept(library: Library):
    fill(library, 300)
    trained = trained_on(library, epochs=60, patience=2, learning_rate=0.5)
    assert len(trained.epochs) < 60
    assert isinstance(trained.epochs[-1], EpochReport)
    assert [report.best for report in trained.epochs[-2:]] == [False, False]
