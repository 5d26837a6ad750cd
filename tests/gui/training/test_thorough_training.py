"""“Thorough” in the training window, with the real backbone on a handful of pictures."""

from pathlib import Path

import pytest

from engine.jobs.checking import check
from engine.learning import checkpoints
from engine.library import open_library
from engine.progress import Progress, finish
from engine.store import versions
from gui.training.teaching import Stage
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.training.training_steps import Trainer, label_by_kind, open_training

pytestmark = pytest.mark.usefixtures("short_trainings")
TINY = {"hidden": "32", "epochs": "1"}


@pytest.fixture
def trainer(indexed: IndexedLibrary, person: Person) -> Trainer:
    """Somebody who has labelled 12 pictures and chosen “Thorough”."""
    label_by_kind(indexed.library, ("discs", "bricks"))
    trainer = open_training(person)
    trainer.dialog.setup_page.thorough.click()
    return trainer


def heard_notes(trainer: Trainer) -> list[str]:
    """Grows with each report that the window hears."""
    notes: list[str] = []

    def on_progressed(progress: Progress) -> None:
        notes.append(progress.note)

    trainer.dialog.teaching.progressed.connect(on_progressed)
    return notes


def held_files(folder: str) -> set[str]:
    return {str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file()}


def test_thorough_training_goes_to_its_result(trainer: Trainer) -> None:
    notes, dialog = heard_notes(trainer), trainer.dialog
    trainer.start(**TINY)
    trainer.until_trained()
    assert {"Reading pictures to learn from", "Looking at the pictures", "Training"} <= set(notes)
    assert [x for x, _ in dialog.running_page.loss.points("loss")] == [1]
    page = dialog.result_page
    assert trainer.page is page
    assert page.verdict.text().startswith("Retrieval ")
    assert "16 bits, 1 epoch on" in page.how.text()
    trained = dialog.teaching.trained
    assert trained is not None
    assert trained.backbone is not None, "the network itself has learned"
    assert trainer.active_name() == "Built-in"
    assert not [name for name in held_files(trainer.library.path) if name.endswith(".part")]


@pytest.mark.parametrize("note", ["Reading pictures to learn from", "Looking at the pictures", "Training"])
def test_cancelled_at_any_stage_nothing_is_half_written_and_the_old_version_serves(
    trainer: Trainer, note: str
) -> None:
    path = trainer.library.path
    before = held_files(f"{path}/models")
    notes = heard_notes(trainer)
    trainer.start(**TINY | {"epochs": "10000"})
    trainer.person.until(lambda: note in notes)
    trainer.click(trainer.dialog.running_page.cancel)
    trainer.until_stage(Stage.IDLE)
    assert trainer.page is trainer.dialog.setup_page
    assert trainer.active_name() == "Built-in"
    trainer.person.window.close()
    library = open_library(path)
    assert [version.name for version in versions.all_versions(library.db)] == ["Built-in"]
    assert finish(check(library)) == []
    left = checkpoints.read(library.training_folder)  # of a whole epoch, if one had ended
    assert (left is None) == (not trainer.dialog.teaching.epochs)
    library.close()
    assert held_files(f"{path}/models") == before
    assert not [name for name in held_files(path) if name.endswith(".part")]
