"""The training window as a person uses it, on a real library: from labels to an active version, or to none."""

import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from engine.jobs import encoding
from engine.jobs.checking import check
from engine.learning import checkpoints
from engine.library import open_library
from engine.progress import Progress, finish
from engine.store import codes, labels, versions
from engine.training.reports import EpochReport, TrainingProgress, TrainingStage
from gui.training.figures_table import NOTHING
from gui.training.naming import version_name
from gui.training.teaching import CurveSet, Stage
from tests.conftest import IndexedLibrary
from tests.gui.person import Key, Person
from tests.gui.read_out import nameless
from tests.gui.training.training_steps import LONG, SHORT, Trainer, label_by_kind, open_training
from tests.gui.window_fixtures import OpenWindow
from tests.learning.labelled_library import fill


class OneDay(date):
    """It stays the same past midnight."""

    @classmethod
    def today(cls) -> "OneDay":
        return cls(2026, 11, 18)


NAMED = version_name(OneDay.today(), [])


@pytest.fixture(autouse=True)
def on_one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.training.teaching.date", OneDay)


@pytest.fixture
def patient_trainer(indexed: IndexedLibrary, person: Person) -> Trainer:
    """Somebody who has labelled all 30 pictures and opened the training window."""
    label_by_kind(indexed.library)
    return open_training(person)


@pytest.fixture
def trainer(patient_trainer: Trainer, short_trainings: None) -> Trainer:
    """The same, without trainings on other splits for the spread of the figures."""
    return patient_trainer


def held_files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def models(library_path: str) -> set[str]:
    return held_files(Path(library_path) / "models")


def assert_nothing_came_of_it(path: str, files: set[str]) -> None:
    """The library as the next window finds it: whole, with the version that it had."""
    library = open_library(path)
    try:
        assert [version.name for version in versions.all_versions(library.db)] == ["Built-in"]
        assert versions.active(library.db) is not None
        assert finish(check(library)) == []
        assert models(path) == files
        assert [path for path in held_files(Path(path)) if path.endswith(".part")] == []
    finally:
        library.close()


# -- the whole path -----------------------------------------------------------------------------------------------


def test_from_set_up_to_an_active_version_that_is_searched_by(patient_trainer: Trainer) -> None:
    trainer = patient_trainer
    dialog, person = trainer.dialog, trainer.person
    trainer.until_material()
    assert dialog.setup_page.material.summary.text().startswith("30 labelled pictures in 5 labels; ")
    trainer.type_into(dialog.setup_page.name, "My kinds")
    trainer.start(**SHORT)
    trainer.until_trained()

    running_page = dialog.running_page
    assert [x for x, _ in running_page.loss.points("loss")] == [1, 2, 3, 4, 5, 6]
    assert len(running_page.quantisation.points("error")) == 6
    assert running_page.convergence.points("x")
    assert running_page.convergence.points("B")
    assert running_page.convergence.points("Λ")

    page = dialog.result_page
    assert trainer.page is page
    assert page.verdict.text().startswith("Retrieval ")
    assert "“My kinds”: 16 bits, 6 epochs" in page.how.text()
    assert "3 random splits" in page.how.text()
    for key, (before, after, change) in page.table.cells.items():
        if key == "kept_neighbours":
            assert page.table.names[key].isHidden(), "all pictures have a label"
            continue
        assert NOTHING not in (before.text(), after.text(), change.text())
        assert "±" in after.text()
    assert page.before.highest() > 0
    assert page.after.highest() > 0
    assert trainer.active_name() == "Built-in"

    trainer.click(page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    assert "“My kinds” is the active version now" in page.state.text()
    assert trainer.active_name() == "My kinds"
    assert checkpoints.read(trainer.library.training_folder) is None
    assert finish(check(trainer.library)) == []
    trainer.click(page.close_button)
    assert not dialog.isVisible()

    person.until_idle()
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    assert person.kinds(6) == {"bricks"}
    assert max(person.distances()) <= 16


def test_the_queries_that_changed_are_shown_with_their_pictures(indexed: IndexedLibrary, person: Person) -> None:
    ids = sorted(image_id for (image_id,) in indexed.library.db.execute("SELECT id FROM images"))
    with indexed.library.writing() as db:  # labels that nothing to be seen speaks for: some queries lose, some gain
        labels.assign(db, "even", ids[::2])
        labels.assign(db, "odd", ids[1::2])
    trainer = open_training(person)
    trainer.start(**SHORT)
    trainer.until_trained()
    page = trainer.dialog.result_page
    comparison = trainer.dialog.teaching.trained.comparison
    assert [row.query for row in page.rows] == comparison.gained + comparison.lost
    assert page.rows
    trainer.person.until(lambda: all(set(row._pictures) == set(row.image_ids()) for row in page.rows))
    row = page.rows[0]
    assert row.right(row.query.hits_before) == sum(hit in row.query.right for hit in row.query.hits_before)
    assert row.accessibleName().endswith(".jpg")
    assert "hits shared a label before" in row.accessibleDescription()


def test_a_discarded_result_leaves_everything_as_it_was(trainer: Trainer) -> None:
    before = models(trainer.library.path)
    trainer.start(**SHORT)
    trainer.until_trained()
    assert checkpoints.read(trainer.library.training_folder) is not None
    trainer.click(trainer.dialog.result_page.discard)
    assert trainer.page is trainer.dialog.setup_page
    trainer.person.until(lambda: not trainer.person.session.storing)
    assert checkpoints.read(trainer.library.training_folder) is None
    assert trainer.version_names() == ["Built-in"]
    assert models(trainer.library.path) == before
    assert trainer.dialog.setup_page.advanced.fields["epochs"].text() == "6", "what was typed is kept"


def test_a_long_training_is_not_discarded_by_a_slip(trainer: Trainer, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer.start(**SHORT)
    trainer.until_trained()
    page = trainer.dialog.result_page
    asked: list[str] = []

    def answer_no(box: object) -> None:
        asked.append(box.text())  # type: ignore[attr-defined]

    monkeypatch.setattr("gui.training.result_page.QMessageBox.exec", answer_no)
    monkeypatch.setattr("gui.training.result_page.LONG_SECONDS", 0.0)
    trainer.click(page.discard)
    assert len(asked) == 1
    assert trainer.stage is Stage.TRAINED


# -- while it trains ----------------------------------------------------------------------------------------------


def test_the_window_can_be_closed_and_opened_again_while_it_trains_and_searched_meanwhile(trainer: Trainer) -> None:
    dialog, person = trainer.dialog, trainer.person
    trainer.start(**LONG)
    trainer.until_epochs(3)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    assert len(person.until_found()) > 6
    seen = len(dialog.teaching.epochs)
    trainer.until_epochs(seen + 5)
    again = open_training(person)
    assert again.dialog is dialog
    assert again.page is dialog.running_page
    assert len(dialog.running_page.loss.points("loss")) >= seen + 5
    again.click(dialog.running_page.cancel)
    again.until_stage(Stage.IDLE)


def test_it_says_epoch_rate_and_time_left(trainer: Trainer) -> None:
    trainer.start(**LONG)
    page = trainer.dialog.running_page
    trainer.person.until(lambda: page.stage.text().startswith("Epoch ") and "of 10,000" in page.stage.text())
    trainer.person.until(lambda: "steps a second" in page.details.text() and "left" in page.details.text())
    assert "learning rate" in page.details.text()
    trainer.click(page.cancel)
    trainer.until_stage(Stage.IDLE)


def test_pausing_here_or_at_the_bottom_of_the_window_is_seen_in_both_places(trainer: Trainer) -> None:
    page, bar = trainer.dialog.running_page, trainer.person.window.job_bar
    trainer.start(**LONG)
    trainer.until_epochs(2)
    trainer.click(page.pause)
    assert page.stage.text() == "Paused"
    assert page.pause.text() == "&Go on"
    assert trainer.person.said() == "Training is paused"
    trainer.person.qtbot.wait(50)
    stopped_at = len(trainer.dialog.teaching.epochs)
    trainer.person.qtbot.wait(100)
    assert len(trainer.dialog.teaching.epochs) <= stopped_at + 1
    bar.pause.click()
    assert page.pause.text() == "&Pause"
    trainer.until_epochs(stopped_at + 5)
    bar.cancel.click()
    trainer.until_stage(Stage.IDLE)


def test_a_training_waits_for_the_job_before_it_and_can_be_called_off(
    trainer: Trainer, indexed: IndexedLibrary
) -> None:
    person, dialog = trainer.person, trainer.dialog
    trainer.until_material()
    trainer.choose_bits("16")
    trainer.set_advanced(**LONG)
    person.session.index()
    assert "“Indexing” is running" in dialog.setup_page.hint.text()
    person.session.job.pause()
    trainer.click(dialog.setup_page.start)
    assert trainer.stage is Stage.WAITING
    assert "Indexing" in dialog.running_page.stage.text()
    trainer.click(dialog.running_page.cancel)
    assert trainer.stage is Stage.IDLE
    trainer.click(dialog.setup_page.start)
    person.session.job.resume()
    trainer.until_epochs(2)
    assert trainer.stage is Stage.TRAINING
    trainer.click(dialog.running_page.cancel)
    trainer.until_stage(Stage.IDLE)
    person.until(lambda: person.session.job is None)


def test_all_pages_give_everything_that_acts_a_name(trainer: Trainer) -> None:
    trainer.until_material()
    trainer.set_advanced()
    assert nameless(trainer.dialog) == []
    trainer.start(**SHORT | {"epochs": "40"})
    trainer.until_stage(Stage.TRAINING)
    assert nameless(trainer.dialog) == []
    trainer.until_trained()
    assert nameless(trainer.dialog) == []


def test_the_curves_are_those_of_the_version_itself(trainer: Trainer) -> None:
    """Of a whole network the hash layers are trained first; a refit trains everything once more."""
    teaching, loss = trainer.dialog.teaching, trainer.dialog.running_page.loss
    trainer.start(**LONG)
    trainer.until_stage(Stage.TRAINING)
    trainer.click(trainer.dialog.running_page.pause)
    trainer.person.qtbot.wait(100)
    teaching._curves = CurveSet.BEFORE  # as if nothing had been said yet
    teaching.epochs.clear()
    first, version, refit = TrainingStage.FIRST_LAYERS, TrainingStage.VERSION, TrainingStage.ALL_LABELS
    for stage, epochs in ((first, 3), (version, 2), (first, 3), (refit, 2)):
        for number in range(1, epochs + 1):
            report = EpochReport(number, epochs, 0.1, 1.0, 64, 1 / number, 0.1, None, False)
            teaching._on_progressed(TrainingProgress(number, epochs, stage.value, stage, report))
        teaching._on_progressed(Progress(0, None, "Looking"))
    assert [epoch.epoch for epoch in teaching.epochs] == [1, 2]
    assert loss.points("loss") == [(1, 1.0), (2, 0.5)]
    trainer.click(trainer.dialog.running_page.cancel)
    trainer.until_stage(Stage.IDLE)


# -- ends that nobody wanted --------------------------------------------------------------------------------------


@pytest.mark.parametrize("epochs", [0, 1, 7])
def test_cancelled_at_any_moment_the_old_version_serves_and_nothing_is_left(trainer: Trainer, epochs: int) -> None:
    files = models(trainer.library.path)
    trainer.start(**LONG)
    trainer.until_stage(Stage.TRAINING)
    trainer.until_epochs(epochs)
    trainer.click(trainer.dialog.running_page.cancel)
    trainer.until_stage(Stage.IDLE)
    assert trainer.page is trainer.dialog.setup_page
    assert trainer.dialog.setup_page.advanced.fields["epochs"].text() == "10000"
    path = trainer.library.path
    trainer.person.window.close()
    assert_nothing_came_of_it(path, files)


@pytest.mark.parametrize("epochs", [0, 1, 5])
def test_closing_the_window_at_any_moment_of_a_training_leaves_nothing_half_written(
    trainer: Trainer, epochs: int
) -> None:
    path, files = trainer.library.path, models(trainer.library.path)
    trainer.start(**LONG)
    trainer.until_epochs(epochs)
    trainer.person.window.close()
    assert not trainer.dialog.isVisible()
    assert_nothing_came_of_it(path, files)


def answer(monkeypatch: pytest.MonkeyPatch, button: str) -> list[str]:
    """Press this button in the question that comes when the window is closed; gives what was asked."""
    asked: list[str] = []

    def press(box: QMessageBox) -> None:
        asked.append(box.text())
        next(each for each in box.buttons() if each.text() == button).click()

    monkeypatch.setattr("gui.training.opening.QMessageBox.exec", press)
    return asked


def test_closing_the_window_over_a_result_leaves_nothing_half_written(
    trainer: Trainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answer(monkeypatch, "Close the window")
    path, files = trainer.library.path, models(trainer.library.path)
    trainer.start(**SHORT)
    trainer.until_trained()
    assert trainer.person.window.close()
    assert len(asked) == 1
    assert_nothing_came_of_it(path, files)


def test_a_result_that_waits_is_said_and_asked_about_before_the_window_closes(
    trainer: Trainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answer(monkeypatch, "Show the result")
    dialog, window = trainer.dialog, trainer.person.window
    trainer.start(**SHORT)
    dialog.close()
    trainer.until_trained()
    trainer.person.until(lambda: trainer.person.said() == "Training is done; Ctrl+T shows the result.")
    assert not window.close()
    assert asked == ["The result of a training has been neither accepted nor discarded."]
    assert window.isVisible()
    assert dialog.isVisible()
    assert trainer.page is dialog.result_page
    trainer.click(dialog.result_page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    assert window.close(), "nothing is left to be asked about"
    assert len(asked) == 1


def test_a_signal_closes_the_window_without_a_question_even_while_one_is_asked(
    trainer: Trainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = trainer.person.window
    trainer.start(**SHORT)
    trainer.until_trained()
    QTimer.singleShot(0, window.close_unasked)
    window.close()  # asks, in a loop of its own
    assert not window.isVisible()
    assert not window.session.still_busy


def test_the_window_is_told_of_the_version_that_was_accepted(trainer: Trainer) -> None:
    window, told = trainer.person.window, []
    trainer.start(**SHORT)
    trainer.until_trained()
    window.browsing.end()  # from now on it reads nothing by which it could find out
    window.model_versions.active_changed.connect(lambda: told.append(trainer.active_name()))
    trainer.click(trainer.dialog.result_page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    assert told == [NAMED]


def test_cancelling_an_accept_at_once_ends_in_what_is_said(trainer: Trainer) -> None:
    page = trainer.dialog.result_page
    trainer.start(**SHORT)
    trainer.until_trained()
    trainer.click(page.accept)
    trainer.click(page.cancel)
    trainer.until_stage(Stage.TRAINED, Stage.ACCEPTED)  # it may have been too late
    trainer.person.until_idle()
    accepted = trainer.stage is Stage.ACCEPTED
    assert trainer.active_name() == (NAMED if accepted else "Built-in")
    assert page.close_button.isVisible() == accepted


@pytest.mark.parametrize("milliseconds", [0, 5, 40])
def test_closing_the_window_at_any_moment_of_accepting_leaves_one_whole_version_active(
    trainer: Trainer, milliseconds: int
) -> None:
    path = trainer.library.path
    trainer.start(**SHORT)
    trainer.until_trained()
    trainer.click(trainer.dialog.result_page.accept)
    trainer.person.qtbot.wait(milliseconds)
    trainer.person.window.close()
    library = open_library(path)
    active = versions.active(library.db)
    assert active is not None
    assert finish(check(library)) == []
    files = {file for file in models(path) if not file.startswith(".")}
    assert files == {version.file for version in versions.all_versions(library.db)}
    library.close()


def test_an_accept_that_is_called_off_at_once_can_be_made_later(trainer: Trainer) -> None:
    page = trainer.dialog.result_page
    trainer.start(**SHORT)
    trainer.until_trained()
    trainer.person.session.index()
    trainer.person.session.job.pause()  # so that it has to wait
    trainer.click(page.accept)
    trainer.click(page.cancel)
    assert trainer.stage is Stage.TRAINED
    trainer.person.session.job.resume()
    trainer.person.until_idle()
    assert trainer.active_name() == "Built-in"
    trainer.click(page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    assert trainer.version_names() == ["Built-in", NAMED]
    assert trainer.active_name() == NAMED


def test_an_accept_that_is_cancelled_on_its_way_keeps_the_version_and_can_be_taken_up(
    trainer: Trainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    teaching, page = trainer.dialog.teaching, trainer.dialog.result_page
    trainer.start(**SHORT)
    trainer.until_trained()
    put = codes.put

    def put_slowly(*arguments: Any) -> None:
        time.sleep(0.05)  # a disk so slow that the cancel comes before the end
        put(*arguments)

    monkeypatch.setattr(codes, "put", put_slowly)
    monkeypatch.setattr(encoding, "CHUNK", 1)  # a report for each image
    teaching.progressed.connect(lambda progress: progress.note == "Making codes" and teaching.cancel())
    trainer.click(page.accept)
    trainer.until_stage(Stage.TRAINED)
    assert page.problem.text() == f"“{NAMED}” is kept as a version, but it is not the active one yet."
    assert trainer.active_name() == "Built-in"
    monkeypatch.undo()
    trainer.click(page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    assert trainer.version_names() == ["Built-in", NAMED]
    assert trainer.active_name() == NAMED


def test_a_training_that_diverges_ends_in_the_engines_sentence_and_a_way_back(trainer: Trainer) -> None:
    trainer.start(**SHORT | {"learning_rate": "1000", "weight_decay": "1", "epochs": "500"})
    trainer.until_stage(Stage.FAILED)
    page = trainer.dialog.running_page
    assert trainer.page is page
    assert page.problem.text().startswith("Training stopped: the loss is not finite any more.")
    assert not page.cancel.isVisible()
    trainer.click(page.back)
    assert trainer.page is trainer.dialog.setup_page
    assert trainer.dialog.setup_page.advanced.fields["learning_rate"].text() == "1000"
    assert trainer.active_name() == "Built-in"


def test_without_torch_a_training_is_a_sentence(
    patient_trainer: Trainer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes_begin_anew: None
) -> None:
    trainer = patient_trainer
    (tmp_path / "torch.py").write_text("raise ImportError('broken')")
    monkeypatch.syspath_prepend(tmp_path)  # the process that trains looks for it there
    trainer.start()
    trainer.until_stage(Stage.FAILED)
    said = trainer.dialog.running_page.problem.text()
    assert said.startswith("This needs torch, which is missing or broken (")


# -- more labels --------------------------------------------------------------------------------------------------


def test_with_many_labels_the_map_on_validation_is_plotted_and_given_without_spread(
    library, open_window: OpenWindow
) -> None:
    fill(library, 240)
    person = open_window(library)
    trainer = open_training(person)
    trainer.start(**SHORT)
    trainer.until_trained()
    assert [x for x, _ in trainer.dialog.running_page.map.points("mAP")] == [1, 2, 3, 4, 5, 6]
    assert trainer.dialog.running_page.map.accessibleName().startswith("Validation mAP"), "held out are others"
    cells = trainer.dialog.result_page.table.cells["mAP"]
    assert "±" not in cells[1].text()
    assert cells[2].text().startswith("▲")
    assert trainer.dialog.result_page.verdict.text().startswith("Retrieval got better")
