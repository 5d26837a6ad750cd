"""A training that was interrupted, as the next window offers it: gone on with, discarded, or past help."""

import errno
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.baselines.settings import DshSettings
from engine.learning import checkpoint_file, checkpoints, running
from engine.learning.request import Request
from engine.learning.training import train
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import labels
from gui.language import tr
from gui.training.material import ANEW, CHANGED, read_unfinished
from gui.training.opening import INTERRUPTED
from gui.training.replacing import ReplacingQuestion
from gui.training.teaching import Stage
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.training.training_steps import LONG, Trainer, choose_method, label_by_kind, open_training
from tests.gui.window_fixtures import OpenWindow
from tests.learning.labelled_library import fill, request


def kill_in_third_epoch(library: Library, asked: Request) -> None:
    for progress in train(library, asked):
        epoch = getattr(progress, "epoch", None)
        if epoch is not None and epoch.epoch == 3:
            return


@pytest.fixture(scope="module")
def checkpoint_made(library_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a training leaves that was killed in its third epoch."""
    path = Path(shutil.copytree(library_made, tmp_path_factory.mktemp("killed") / "library"))
    library = open_library(str(path))
    label_by_kind(library)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "SECONDS_BETWEEN_CHECKPOINTS", 0.0)
        kill_in_third_epoch(library, request())
    library.close()
    return path / "training"


@pytest.fixture
def killed(indexed: IndexedLibrary, checkpoint_made: Path) -> IndexedLibrary:
    """A library whose training was killed in its third epoch."""
    label_by_kind(indexed.library)
    shutil.copytree(checkpoint_made, indexed.library.training_folder, dirs_exist_ok=True)
    return indexed


def offered(person: Person) -> Trainer:
    trainer = open_training(person)
    person.until(trainer.dialog.setup_page.offer.isVisible)
    return trainer


def take_a_label(indexed: IndexedLibrary) -> None:
    with indexed.library.writing() as db:
        labels.unassign(db, "discs", [indexed.id_of("discs/discs-0.jpg")])


# -- going on -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("short_trainings")
def test_a_training_that_was_killed_is_resumed_where_it_was(killed: IndexedLibrary, person: Person) -> None:
    trainer = offered(person)
    offer = trainer.dialog.setup_page.offer
    assert offer.text.text().startswith(
        "DualHash (recommended), 16 bits, the hash layers on efficientnet_lite0: 3 of 6"
    )
    assert "Its name is the one below." in offer.hint.text()
    trainer.until_material()
    trainer.click(offer.resume)
    trainer.until_trained()
    assert [x for x, _ in trainer.dialog.running_page.loss.points("loss")] == [1, 2, 3, 4, 5, 6]
    trainer.click(trainer.dialog.result_page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    trainer.click(trainer.dialog.result_page.again)
    assert trainer.page is trainer.dialog.setup_page
    assert not offer.isVisible()


def test_a_training_that_is_resumed_keeps_the_name_that_was_typed(
    indexed: IndexedLibrary, person: Person, open_window: OpenWindow
) -> None:
    label_by_kind(indexed.library)
    path = indexed.library.path
    first = open_training(person)
    first.until_material()
    first.type_into(first.dialog.setup_page.name, "My kinds")
    first.start(**LONG)
    first.until_epochs(3)
    person.window.close()
    library = open_library(path)
    left = read_unfinished(library)
    assert left is not None
    assert left.request.name == "My kinds"
    assert len(left.epochs) >= 3, "all that were done when the window was closed"

    again = offered(open_window(library))
    offer = again.dialog.setup_page.offer
    assert offer.text.text().startswith("“My kinds”: DualHash (recommended), 16 bits")
    assert "Its name is the one below." not in offer.hint.text()
    again.until_material()
    again.click(offer.resume)
    again.until_stage(Stage.TRAINING)
    assert again.dialog.teaching.wish.name == "My kinds"
    again.click(again.dialog.running_page.cancel)
    again.until_stage(Stage.IDLE)


def test_a_training_by_another_method_is_resumed_with_its_own_settings(
    indexed: IndexedLibrary, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SECONDS_BETWEEN_CHECKPOINTS", 0.0)
    label_by_kind(indexed.library)
    trainer = open_training(person)
    choose_method(trainer.dialog.setup_page.advanced, "dsh")
    trainer.start(regularisation="0.5", **LONG)
    trainer.until_epochs(3)
    trainer.click(trainer.dialog.running_page.cancel)
    trainer.until_stage(Stage.IDLE)
    offer = trainer.dialog.setup_page.offer
    person.until(offer.isVisible)
    assert offer.text.text().startswith("DSH, 16 bits, the hash layers on efficientnet_lite0: ")
    choose_method(trainer.dialog.setup_page.advanced, "dualhash-stom")
    trainer.until_material()
    trainer.click(offer.resume)
    trainer.until_stage(Stage.TRAINING)
    wish = trainer.dialog.teaching.wish
    assert wish.method == "dsh"
    assert isinstance(wish.settings, DshSettings)
    assert (wish.settings.bits, wish.settings.regularisation) == (16, 0.5)
    before = len(trainer.dialog.teaching.epochs)
    assert before >= 3
    trainer.until_epochs(before + 1)
    trainer.click(trainer.dialog.running_page.cancel)
    trainer.until_stage(Stage.IDLE)


def test_of_a_training_that_ended_early_only_measuring_is_left(library: Library, open_window: OpenWindow) -> None:
    fill(library, 240)
    whole = finish(train(library, request(epochs=200, patience=3)))
    assert len(whole.epochs) < 200
    trainer = offered(open_window(library))
    offer = trainer.dialog.setup_page.offer
    assert offer.text.text().endswith(f": its {len(whole.epochs)} epochs are done; only measuring is left.")


# -- discarding ---------------------------------------------------------------------------------------------------


def test_a_training_that_was_killed_can_be_discarded(killed: IndexedLibrary, person: Person) -> None:
    trainer = offered(person)
    offer = trainer.dialog.setup_page.offer
    trainer.click(offer.discard)
    person.until(lambda: not offer.isVisible())
    assert os.listdir(killed.library.training_folder) == []


def test_what_could_not_be_discarded_stays_on_offer(
    killed: IndexedLibrary, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer = offered(person)
    unlink = os.unlink

    def unlink_but_checkpoints(path: str, **how: int) -> None:
        if os.path.basename(path) == checkpoints.NAME:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        unlink(path, **how)

    monkeypatch.setattr(os, "unlink", unlink_but_checkpoints)
    trainer.click(trainer.dialog.setup_page.offer.discard)
    person.until(lambda: not person.session.storing)
    person.until(lambda: os.strerror(errno.EROFS) in person.said())
    assert trainer.dialog.setup_page.offer.isVisible()
    assert checkpoints.exists(killed.library.training_folder)


def test_a_damaged_checkpoint_is_said_and_can_only_be_discarded(killed: IndexedLibrary, person: Person) -> None:
    file = Path(killed.library.training_folder) / checkpoints.NAME
    file.write_bytes(file.read_bytes()[:-9])
    trainer = offered(person)
    offer = trainer.dialog.setup_page.offer
    assert "please begin anew" in offer.text.text()
    assert not offer.resume.isVisible()
    trainer.click(offer.discard)
    person.until(lambda: not file.exists())


# -- past help ----------------------------------------------------------------------------------------------------


def test_a_training_is_not_resumed_when_labels_have_changed(killed: IndexedLibrary, person: Person) -> None:
    take_a_label(killed)
    offer = offered(person).dialog.setup_page.offer
    assert offer.text.text() == CHANGED
    assert not offer.resume.isVisible()
    assert offer.discard.isVisible()


def test_an_offer_is_withdrawn_when_labels_change_meanwhile(killed: IndexedLibrary, person: Person) -> None:
    offer = offered(person).dialog.setup_page.offer
    assert offer.resume.isVisible()
    person.session.store(lambda: take_a_label(killed))
    person.until(lambda: not offer.resume.isVisible())
    assert offer.text.text() == CHANGED


def test_labels_that_have_become_too_few_are_other_labels(killed: IndexedLibrary) -> None:
    with killed.library.writing() as db:
        for name in labels.all_labels(db):
            labels.unassign(db, name, [image_id for (image_id,) in db.execute("SELECT id FROM images")])
    left = read_unfinished(killed.library)
    assert left is not None
    assert left.problem == CHANGED


def test_one_begun_before_a_setting_was_added_can_only_be_discarded(killed: IndexedLibrary) -> None:
    left = read_unfinished(killed.library)
    assert left is not None
    assert left.problem == ""
    checkpoint = checkpoints.read(killed.library.training_folder)
    assert checkpoint is not None
    older = {name: value for name, value in checkpoint.about["settings"].items() if name != "rarity"}
    checkpoints.write(
        killed.library.training_folder, replace(checkpoint, about={**checkpoint.about, "settings": older})
    )
    left = read_unfinished(killed.library)
    assert left is not None
    assert left.problem == ANEW


def test_what_another_window_trains_is_not_offered(killed: IndexedLibrary, open_window: OpenWindow) -> None:
    second = open_library(killed.library.path)
    assert second.read_only
    assert read_unfinished(second) is None
    assert "interrupted" not in open_window(second).said()
    assert read_unfinished(killed.library) is not None


# -- what is said at the start ------------------------------------------------------------------------------------


def test_an_interrupted_training_is_told_of_at_the_start(killed: IndexedLibrary, person: Person) -> None:
    assert person.said() == tr(INTERRUPTED, keys="Ctrl+T")
    person.session.index()  # as the program does when its window opens
    assert person.said() == tr(INTERRUPTED, keys="Ctrl+T")
    person.until_idle()


def test_without_one_nothing_is_told(person: Person) -> None:
    assert person.said() == ""


def started_beside(trainer: Trainer) -> ReplacingQuestion:
    """Start is pressed although a training is on offer; what is asked then."""
    page = trainer.dialog.setup_page
    trainer.person.until(page.start.isEnabled)
    page.start.click()
    trainer.person.until(lambda: trainer.dialog.findChild(ReplacingQuestion) is not None)
    assert trainer.dialog.teaching.stage is Stage.IDLE
    return trainer.dialog.findChild(ReplacingQuestion)


def test_start_does_not_replace_an_interrupted_training_unasked(killed: IndexedLibrary, person: Person) -> None:
    trainer = offered(person)
    question = started_beside(trainer)
    question.reject()
    assert trainer.dialog.teaching.stage is Stage.IDLE
    assert checkpoint_file.exists(killed.library.training_folder)
    assert trainer.dialog.setup_page.offer.isVisible()


def test_who_is_asked_can_resume_it_after_all(killed: IndexedLibrary, person: Person) -> None:
    trainer = offered(person)
    started_beside(trainer).resume.click()
    person.until(lambda: trainer.dialog.teaching.stage is not Stage.IDLE)
    assert trainer.dialog.teaching.epochs[0].epoch == 1
    trainer.dialog.teaching.cancel()
    person.until(lambda: trainer.dialog.teaching.stage is Stage.IDLE)


def test_the_menu_offers_to_resume_as_long_as_there_is_something(killed: IndexedLibrary, person: Person) -> None:
    entry, model_menu = person.window.menus.by_text["&Resume the training…"], person.window.menus.menu("&Model")
    assert entry.isVisible()
    entry.trigger()
    person.until(lambda: person.window.training.dialog is not None)
    person.until(person.window.training.dialog.setup_page.offer.isVisible)
    person.window.training.dialog.setup_page.offer.discard.click()
    person.until(lambda: not checkpoint_file.exists(killed.library.training_folder))
    model_menu.aboutToShow.emit()
    assert not entry.isVisible()
