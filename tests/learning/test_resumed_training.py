"""A training that was killed goes on where its checkpoint is, to the last bit, or says in a sentence why not."""

import os
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import UserError
from engine.learning import checkpoints
from engine.learning.checkpoints import Checkpoint
from engine.learning.examples import features_of
from engine.learning.request import Request
from engine.learning.trained import Trained, discard, save_version
from engine.learning.training import train
from engine.library import Library
from engine.model.joined_hash import JoinedHash
from engine.model.model_files import tensors_of
from engine.progress import Progress, finish
from engine.store import decisions, features, labels
from engine.training.reports import TrainingProgress, TrainingStage
from tests.learning.labelled_library import SPACE, Said, add_images, clustered, fill, request

pytestmark = pytest.mark.usefixtures("one_split")


@pytest.fixture(autouse=True)
def always_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each epoch, however short."""
    monkeypatch.setattr("engine.learning.running.SECONDS_BETWEEN_CHECKPOINTS", 0)


def begun(library: Library, asked: Request, epochs: int) -> Generator[Progress, None, Trained]:
    """A training after so many epochs and two reports more."""
    work = train(library, asked)
    done = 0
    while done < epochs:
        report = next(work)
        done += isinstance(report, TrainingProgress) and report.epoch is not None
    for _ in range(2):
        next(work)
    return work


def kill_after(library: Library, asked: Request, epochs: int) -> bytes:
    """Train so many epochs and a little more, then leave off; returns the checkpoint that is left."""
    work = begun(library, asked, epochs)
    left = Path(library.training_folder, checkpoints.NAME).read_bytes()
    work.close()
    return left


def close_after(library: Library, asked: Request, epochs: int) -> None:
    """Train so many epochs and a little more, then close it."""
    begun(library, asked, epochs).close()


def weights(trained: Trained) -> list[bytes]:
    function = trained.function
    assert isinstance(function, JoinedHash)
    return [array.tobytes() for array in tensors_of(function)[1].values()]


def told(trained: Trained) -> list[tuple[object, ...]]:
    return [(e.epoch, e.loss, e.rate, e.validation_map, e.best, e.measures) for e in trained.epochs]


@pytest.mark.parametrize("method", ["dualhash-stom", "dualhash-storm", "self-taught"])
def test_a_killed_training_ends_as_if_it_had_not_been_killed(library: Library, method: str):
    ids = fill(library, 240)
    with library.writing() as db:
        decisions.put(db, ids[0], ids[4], True)
    asked = request(method, epochs=6, measure_every=2)
    whole = finish(train(library, asked))
    for epochs in (1, 4):
        discard(library)
        left = kill_after(library, asked, epochs)
        Path(library.training_folder, checkpoints.NAME).write_bytes(left)
        torch.manual_seed(99)
        resumed = finish(train(library, asked, resume=True))
        assert told(resumed) == told(whole), epochs
        assert weights(resumed) == weights(whole), epochs
        assert resumed.after == whole.after
        assert resumed.trained_on == whole.trained_on


def test_a_training_that_was_over_but_not_saved_is_taken_up_at_its_end(library: Library):
    fill(library, 240)
    whole = finish(train(library, request()))
    reports = []
    work = train(library, request(), resume=True)
    try:
        while True:
            reports.append(next(work))
    except StopIteration as stop:
        resumed: Trained = stop.value
    assert [r for r in reports if isinstance(r, TrainingProgress) and r.stage is TrainingStage.VERSION] == []
    assert weights(resumed) == weights(whole)
    assert told(resumed) == told(whole)


def test_checkpoints_are_rare_while_epochs_are_short(library: Library, monkeypatch: pytest.MonkeyPatch):
    fill(library, 120)
    monkeypatch.setattr("engine.learning.running.SECONDS_BETWEEN_CHECKPOINTS", 1000)
    work = train(library, request(epochs=4))
    last = 0
    for report in work:
        if (
            isinstance(report, TrainingProgress)
            and report.epoch is not None
            and report.stage is TrainingStage.VERSION
        ):
            last = report.epoch.epoch
            assert os.listdir(library.training_folder) == ([checkpoints.NAME] if last == 4 else [])
    assert last == 4


@pytest.mark.parametrize("method", ["dualhash-stom", "self-taught"])
def test_a_training_that_is_closed_keeps_its_last_epoch(
    library: Library, monkeypatch: pytest.MonkeyPatch, method: str
):
    """In the middle of the next one, however short they are; and it ends as if it had not been closed."""
    fill(library, 240)
    asked = request(method, epochs=6, measure_every=2)
    whole = finish(train(library, asked))
    discard(library)
    monkeypatch.setattr("engine.learning.running.SECONDS_BETWEEN_CHECKPOINTS", 1000)
    close_after(library, asked, 3)
    checkpoint = checkpoints.read(library.training_folder)
    assert checkpoint is not None
    assert [each["epoch"] for each in checkpoint.values["epochs"]] == [1, 2, 3]
    assert checkpoint.values["complete"] is False
    torch.manual_seed(99)
    resumed = finish(train(library, asked, resume=True))
    assert told(resumed) == told(whole)
    assert weights(resumed) == weights(whole)


def test_a_training_that_is_closed_before_its_first_epoch_leaves_nothing(library: Library):
    fill(library, 120)
    work = train(library, request())
    next(work)
    work.close()
    assert not checkpoints.exists(library.training_folder)


def test_an_interrupt_from_the_keyboard_keeps_the_last_epoch(library: Library, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.learning.running.SECONDS_BETWEEN_CHECKPOINTS", 1000)
    fill(library, 120)
    work = train(library, request())
    while not (isinstance(report := next(work), TrainingProgress) and report.epoch is not None):
        pass
    with pytest.raises(KeyboardInterrupt):
        work.throw(KeyboardInterrupt())
    assert checkpoints.exists(library.training_folder)


def test_a_training_that_ended_early_is_on_disk_with_its_last_epoch(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.learning.running.SECONDS_BETWEEN_CHECKPOINTS", 1000)
    fill(library, 240)
    asked = request(epochs=100, patience=2)
    whole = finish(train(library, asked))
    assert len(whole.epochs) < 100
    checkpoint = checkpoints.read(library.training_folder)
    assert checkpoint is not None
    assert len(checkpoint.values["epochs"]) == len(whole.epochs)
    assert checkpoint.values["complete"] is True
    resumed = finish(train(library, asked, resume=True))
    assert told(resumed) == told(whole)
    assert weights(resumed) == weights(whole)


@pytest.mark.parametrize("method", ["dualhash-stom", "self-taught"])
def test_a_resumed_training_counts_the_time_before_it_too(library: Library, method: str):
    fill(library, 240)
    close_after(library, request(method), 3)
    checkpoint = checkpoints.read(library.training_folder)
    assert checkpoint is not None
    for each in checkpoint.values["epochs"]:
        each["seconds"] = 1000.0
    checkpoints.write(library.training_folder, checkpoint)
    resumed = finish(train(library, request(method), resume=True))
    assert 3000 < resumed.seconds < 4000


def test_a_resumed_training_keeps_its_name_unless_it_gets_another(library: Library):
    fill(library, 240)
    close_after(library, replace(request(), name="Clothes"), 1)
    left = Path(library.training_folder, checkpoints.NAME).read_bytes()
    assert save_version(library, finish(train(library, request(), resume=True))).name == "Clothes"
    Path(library.training_folder, checkpoints.NAME).write_bytes(left)
    renamed = finish(train(library, replace(request(), name="Shoes"), resume=True))
    assert save_version(library, renamed).name == "Shoes"


def refused(library: Library, asked: Request) -> str:
    before = {
        name: Path(library.training_folder, name).read_bytes() for name in os.listdir(library.training_folder)
    }
    with pytest.raises(UserError) as said:
        finish(train(library, asked, resume=True))
    after = {name: Path(library.training_folder, name).read_bytes() for name in os.listdir(library.training_folder)}
    assert after == before
    return Said(str(said.value)).text


@pytest.mark.parametrize("method", ["dualhash-stom", "self-taught"])
def test_without_a_checkpoint_there_is_nothing_to_resume(library: Library, method: str):
    fill(library, 120)
    assert refused(library, request(method)) == "There is no training to go on with."
    kill_after(library, request(method), 1)
    discard(library)
    assert refused(library, request(method)) == "There is no training to go on with."
    discard(library)


def _label(library: Library, ids: list[int]) -> None:
    with library.writing() as db:
        labels.assign(db, "label 1", ids[:1])


def _decide(library: Library, ids: list[int]) -> None:
    with library.writing() as db:
        for query in ids[1:20]:
            decisions.put(db, ids[0], query, True)


def _add(library: Library, ids: list[int]) -> None:
    with library.writing() as db:
        new = add_images(db, range(1000, 1004))
        features.put(db, SPACE, new, clustered(4, 4))
        labels.assign(db, "label 1", new)


@pytest.mark.parametrize("change", [_label, _decide, _add], ids=lambda c: c.__name__)
def test_resuming_with_other_labels_is_refused(library: Library, change: Callable[[Library, list[int]], None]):
    ids = fill(library, 120)
    kill_after(library, request(), 1)
    change(library, ids)
    assert "Labels or settings have changed" in refused(library, request())


def test_resuming_is_refused_when_an_image_that_it_learns_from_got_a_label(library: Library):
    fill(library, 120)
    with library.writing() as db:
        others = add_images(db, range(500, 540))
        features.put(db, SPACE, others, clustered(40, 4))
    kill_after(library, request(), 1)
    with library.writing() as db:
        labels.assign(db, "label 1", others[:3])
    assert "Labels or settings have changed" in refused(library, request())


OTHER_SETTINGS: list[dict[str, Any]] = [
    {"seed": 1},
    {"gamma": 5.0},
    {"bits": 24},
    {"epochs": 7},
    {"method": "dualhash-storm"},
]


def test_resuming_with_other_settings_is_refused(library: Library):
    fill(library, 120)
    kill_after(library, request(), 1)
    for changes in OTHER_SETTINGS:
        assert "Labels or settings have changed" in refused(library, request(**changes)), changes
    whole = Request(request().method, request().settings, tune="all", device=request().device)
    assert "Labels or settings have changed" in refused(library, whole)


@pytest.mark.parametrize("method", ["dualhash-stom", "self-taught"])
def test_it_goes_on_with_the_images_it_began_with_though_others_came(library: Library, method: str):
    fill(library, 120)
    whole = finish(train(library, request(method)))
    discard(library)
    kill_after(library, request(method), 1)
    with library.writing() as db:
        features.put(db, SPACE, add_images(db, range(500, 540)), clustered(40, 4))
    resumed = finish(train(library, request(method), resume=True))
    assert weights(resumed) == weights(whole)
    assert resumed.images == whole.images


def test_self_taught_is_refused_when_images_went(library: Library):
    ids = fill(library, 120)
    kill_after(library, request("self-taught"), 1)
    with library.writing() as db:
        db.execute("DELETE FROM features WHERE image_id = ?", (ids[7],))
    assert "Labels or settings have changed" in refused(library, request("self-taught"))


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _flipped(data: bytes) -> bytes:
    """One bit of a weight, which no reader of the format would notice."""
    return data[:-100] + bytes([data[-100] ^ 1]) + data[-99:]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": _cut,
    "flipped": _flipped,
    "empty": lambda data: b"",
    "an empty line": lambda data: b"\n",
    "without its checksum": lambda data: data[65:],
    "the beginning": lambda data: data[:100],
    "zeros": lambda data: bytes(len(data)),
}


def test_a_damaged_checkpoint_is_one_sentence(library: Library):
    fill(library, 120)
    left = kill_after(library, request(), 1)
    for name, damage in DAMAGES.items():
        Path(library.training_folder, checkpoints.NAME).write_bytes(damage(left))
        assert "cannot be taken up" in refused(library, request()), name
        begun_anew = finish(train(library, request(epochs=1)))
        assert begun_anew.after is not None, f"{name}: a new training begins over it"


def test_a_checkpoint_comes_back_as_it_was_written(tmp_path: Path):
    tensors = {"a": torch.arange(6.0).reshape(2, 3).T, "b": torch.tensor(3), "c": torch.zeros(0, 4)}
    values, about = (
        {"epoch": 3, "best_map": -1.0, "loss": float("nan")},
        {"settings": {"alpha": None, "gamma": 0.1}},
    )
    assert checkpoints.read(str(tmp_path)) is None
    checkpoints.write(str(tmp_path), Checkpoint(tensors, values, about))
    checkpoint = checkpoints.read(str(tmp_path))
    assert checkpoint is not None
    assert all(torch.equal(checkpoint.tensors[name], tensor) for name, tensor in tensors.items())
    assert str(checkpoint.values) == str(values)
    assert checkpoint.about == about
    checkpoints.remove(str(tmp_path))
    checkpoints.remove(str(tmp_path))
    assert os.listdir(tmp_path) == []


def test_a_checkpoint_of_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    checkpoints.write(str(tmp_path), Checkpoint({"a": torch.zeros(1)}, {}, {}))
    monkeypatch.setattr("engine.learning.checkpoint_file.FORMAT", 99)
    with pytest.raises(UserError, match="another version of DualHash") as said:
        checkpoints.read(str(tmp_path))
    Said(str(said.value))


def test_a_network_of_another_size_is_no_obstacle_to_beginning_anew(library: Library):
    fill(library, 120)
    kill_after(library, request(), 1)
    trained = finish(train(library, request(bits=24, hidden=16)))
    ids, features_ND = features_of(library.db, SPACE, trained.trained_on)
    assert trained.function.codes(features_ND.astype(np.float32)).shape == (len(ids), 3)
