"""Training the whole network from pixels: a tuned version comes out, and the pixels go, however it ends."""

import os
import shutil
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.errors import UserError
from engine.jobs.labelling import label_from_folders
from engine.learning.examples import collect
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.trained import Trained, save_version
from engine.learning.training import train
from engine.library import Library, open_library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, backbone, load_network, trainable_network
from engine.model.joined_hash import JoinedHash
from engine.progress import Progress, finish
from engine.store import training_images, versions
from engine.training.reports import TrainingProgress, TrainingStage
from engine.training.settings import WHOLE_BATCH, WHOLE_EPOCHS, WHOLE_RATE
from tests.conftest import CPU, IndexedLibrary
from tests.folder_state import folder_state
from tests.learning.labelled_library import Said, fill, request
from tests.photo_makers import EACH, KINDS

pytestmark = pytest.mark.usefixtures("short_lessons", "coarse_pixels")
QUICK = settings_of("dualhash-stom", bits=16, hidden=32, epochs=1, batch=12, measure_every=0)
ASKED = Request("dualhash-stom", QUICK, tune="all", device=CPU)
BROKEN = "discs/discs-3.jpg"


def run(work: Generator[Progress, None, Trained]) -> tuple[Trained, list[Progress]]:
    reports = []
    while True:
        try:
            reports.append(next(work))
        except StopIteration as stop:
            return stop.value, reports


def label_only(known: IndexedLibrary, kinds: Sequence[str], each: int = EACH) -> None:
    """Label some pictures by their folders; the others are no more."""
    for kind in KINDS:
        for number in range(each if kind in kinds else 0, EACH):
            (known.photos / kind / f"{kind}-{number}.jpg").unlink()
    known.again()
    finish(label_from_folders(known.library))


def pixel_files(library: Library) -> list[str]:
    return [name for name in os.listdir(library.index_folder) if name.endswith(".part")]


@pytest.fixture(scope="module")
def whole(
    library_made: Path,
    photos_made: Path,
    tmp_path_factory: pytest.TempPathFactory,
    short_lessons: None,
    coarse_pixels: None,
) -> Iterator[tuple[Library, Trained, list[Progress]]]:
    """A library of 18 pictures, one of them broken by now, and what was trained on it: not saved yet."""
    folder = tmp_path_factory.mktemp("whole")
    photos = shutil.copytree(photos_made, folder / "photos")
    path = shutil.copytree(library_made, folder / "library")
    library = open_library(str(path))
    with library.writing() as db:
        db.execute("UPDATE folders SET path = ?", (os.fsencode(os.path.realpath(photos)),))
    label_only(IndexedLibrary(library, library.folders()[0], photos), ("sunset", "leaves", "discs"))
    (photos / BROKEN).write_bytes((photos / BROKEN).read_bytes()[:200])
    yield library, *run(train(library, ASKED))
    library.close()


Whole = tuple[Library, Trained, list[Progress]]


def id_of(library: Library, name: str) -> int:
    (row,) = library.db.execute("SELECT image_id FROM files WHERE path = ?", (os.fsencode(name),)).fetchall()
    return int(row[0])


def test_the_network_has_moved_and_the_pixels_are_gone(whole: Whole):
    library, trained, reports = whole
    assert trained.backbone is not None
    plain = trainable_network(EFFICIENTNET_LITE0.name).state_dict()
    moved = [name for name, tensor in trained.backbone.state_dict().items() if not torch.equal(tensor, plain[name])]
    assert "conv_head.weight" in moved
    assert not trained.backbone.training
    assert isinstance(trained.function, JoinedHash)
    assert trained.function.mean_D.shape == (EFFICIENTNET_LITE0.dimensions,)
    assert pixel_files(library) == []
    notes = list(dict.fromkeys(report.note for report in reports))
    assert notes[: notes.index("Training") + 1] == [
        "Looking for copies and bursts",
        "Loading the network",
        "Reading pictures to learn from",
        "Looking at the pictures",
        "Looking at the library",
        "Finding neighbours",
        "Training the hash layers first",
        "Training",
    ]
    assert [
        r.epoch.epoch
        for r in reports
        if isinstance(r, TrainingProgress) and r.epoch and r.stage is TrainingStage.VERSION
    ] == [1]
    assert len(trained.epochs) == 1


def test_a_broken_picture_is_left_out(whole: Whole):
    library, trained, _ = whole
    broken = id_of(library, BROKEN)
    assert trained.examples is not None
    assert broken in collect(library.db).image_ids
    assert broken not in trained.examples.image_ids
    assert len(trained.examples.image_ids) == 17
    assert broken not in trained.trained_on


def test_held_out_pictures_are_measured_and_not_trained_on(whole: Whole):
    _, trained, _ = whole
    assert trained.examples is not None
    held_out = {trained.examples.image_ids[row] for row in trained.examples.held_out_rows}
    assert held_out
    assert not held_out & set(trained.trained_on)
    assert trained.after is not None
    assert trained.before is not None
    assert trained.after["queries"] == trained.before["queries"] == len(held_out)
    assert trained.after["mAP"] > 0.5, "the kinds are told apart by the network as it is"


def test_a_whole_training_that_was_over_but_not_saved_is_taken_up_at_its_end(whole: Whole):
    library, trained, _ = whole
    resumed, reports = run(train(library, ASKED, resume=True))
    assert "Training" not in {report.note for report in reports}
    assert "Looking at the pictures" in {report.note for report in reports}
    assert isinstance(trained.function, JoinedHash)
    assert isinstance(resumed.function, JoinedHash)
    assert np.array_equal(resumed.function.learned.weights_HK, trained.function.learned.weights_HK)
    assert np.array_equal(resumed.function.learned.hidden_weights_DH, trained.function.learned.hidden_weights_DH)
    assert np.array_equal(resumed.function.base.weights_DK, trained.function.base.weights_DK)
    assert trained.backbone is not None
    assert resumed.backbone is not None
    expected = trained.backbone.state_dict()
    assert all(torch.equal(tensor, expected[name]) for name, tensor in resumed.backbone.state_dict().items())


def test_it_becomes_a_version_on_a_tuned_space(whole: Whole):
    library, trained, _ = whole
    version = save_version(library, trained, "Tuned")
    space = backbone(version.backbone)
    assert space.architecture == EFFICIENTNET_LITE0.name
    assert space.tuned_id is not None
    assert space.tuned_file in os.listdir(library.models_folder)
    assert version.file in os.listdir(library.models_folder)
    assert model_files.of_version(library.models_folder, version).bits == 16
    assert (version.details["tune"], version.details["epochs"]) == ("all", 1)
    assert training_images.of_version(library.db, version.id) == set(trained.trained_on)
    assert trained.backbone is not None
    x_NCHW = torch.randn(2, 3, 224, 224, generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        assert torch.equal(load_network(space, library.models_folder)(x_NCHW), trained.backbone(x_NCHW))
    assert os.listdir(library.training_folder) == []
    active = versions.active(library.db)
    assert active is not None
    assert active.id != version.id


def test_cancelling_removes_the_pixels_and_changes_nothing(indexed: IndexedLibrary):
    library = indexed.library
    label_only(indexed, KINDS[:2], each=4)
    before = folder_state(library.models_folder), versions.all_versions(library.db)
    work = train(library, ASKED)
    while next(work).note != "Looking at the pictures":
        pass
    assert len(pixel_files(library)) == 1
    assert torch.is_grad_enabled(), "whoever hears the report keeps its gradients"
    while next(work).note != "Training":
        pass
    assert len(pixel_files(library)) == 1
    work.close()
    assert pixel_files(library) == []
    assert (folder_state(library.models_folder), versions.all_versions(library.db)) == before
    assert os.listdir(library.training_folder) == []


def test_cancelling_while_pictures_are_read_leaves_no_pixels(indexed: IndexedLibrary):
    finish(label_from_folders(indexed.library))
    work = train(indexed.library, ASKED)
    while next(work).note != "Reading pictures to learn from":
        pass
    assert len(pixel_files(indexed.library)) == 1
    work.close()
    assert pixel_files(indexed.library) == []


@pytest.mark.parametrize("name", ["vgg11", "efficientnet_lite0@0123456789abcdef"])
def test_what_cannot_be_tuned_is_refused_before_pictures_are_read(library: Library, name: str):
    fill(library, 40)
    with pytest.raises(UserError, match="not be fine-tuned") as said:
        finish(train(library, Request("dualhash-stom", QUICK, name, "all", CPU)))
    Said(str(said.value))
    assert pixel_files(library) == []


def test_pictures_that_cannot_be_read_are_said_before_the_training(library: Library):
    fill(library, 40)
    with pytest.raises(UserError, match="None of the pictures to learn from") as said:
        finish(train(library, ASKED))
    Said(str(said.value))
    assert pixel_files(library) == []


def test_what_is_chosen_by_itself_is_chosen_for_the_whole_network():
    chosen = request().settings.changed(batch=None, epochs=None).for_whole_network()
    assert (chosen.batch, chosen.epochs, chosen.hand_over) == (WHOLE_BATCH, WHOLE_EPOCHS, 0.0)
    assert chosen.learning_rate == WHOLE_RATE
    asked = settings_of("dualhash-storm", batch=7, epochs=3).for_whole_network()
    assert (asked.batch, asked.epochs, asked.learning_rate) == (7, 3, 5 * WHOLE_RATE)
    assert settings_of("likelihood").for_whole_network().hand_over == 1, "it knows no B, here neither"
    rival = settings_of("stomhash-wcr")
    assert (rival.for_whole_network().hand_over, rival.for_whole_network().learning_rate) == (0.0, WHOLE_RATE)
    assert rival.changed(hand_over=1.0).for_whole_network().hand_over == 1
