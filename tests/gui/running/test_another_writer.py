"""While another program writes, the window goes on, and what a person did meanwhile is stored after it."""

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.library import open_library
from engine.store import database, decisions, label_list, labels, versions
from engine.store.folders import Folder
from engine.store.label_edits import SetHotkey
from engine.store.versions import Version
from tests.benchmarks.soak_watch import Heartbeat, kept_waiting
from tests.conftest import IndexedLibrary
from tests.gui.labeller import choose_in_menu, come_back, entry, give, go_to_label, redo, rename, select, undo
from tests.gui.person import Key, Person
from tests.jobs.version_rows import trained
from tests.other_writer import OtherWriter
from tests.photo_makers import photo

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen

LONGEST_HOLD = 0.1  # seconds; the other program goes on until all is done


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits to be stored is not given up, however slow the machine: the other program ends after all of it."""
    monkeypatch.setattr(database, "WAIT", 600.0)


@pytest.fixture
def more(tmp_path: Path) -> Path:
    folder = tmp_path / "more"
    folder.mkdir()
    photo("discs", 77).save(folder / "new.jpg")
    return folder


@pytest.fixture
def doomed(labelled: Person, tmp_path: Path) -> Folder:
    """A second folder of the library."""
    path = tmp_path / "to be removed"  # after the photos in the grid, too
    path.mkdir()
    photo("leaves", 78).save(path / "old.jpg")
    labelled.session.add_folder(os.fsencode(path))
    labelled.until(lambda: len(labelled.session.library.folders()) == 2)
    labelled.until_idle()
    return next(each for each in labelled.session.library.folders() if each.path == os.fsencode(path))


class Doing:
    """What a person can do that is stored, one thing after the other."""

    def __init__(self, person: Person) -> None:
        self.person, self.window = person, person.window

    def label(self, row: int, name: str) -> None:
        select(self.person, row)
        self.person.press(Key.Key_L, on=self.window.grid)
        QTest.keyClicks(entry(self.person).line, name)
        self.person.press(Key.Key_Return)
        self.person.press(Key.Key_Escape)

    def take_by_key(self, row: int, name: str) -> None:
        label = self.window.labels.labelling.named(name)
        assert label is not None
        assert label.hotkey is not None
        select(self.person, row)
        QTest.keyClick(self.window.grid, label.hotkey)

    def change_labels(self) -> None:
        choose_in_menu(self.person, "red", "Colour", "Green")
        self.window.labels.labelling.change(SetHotkey("red", "9"))
        go_to_label(self.person, "gone")
        self.person.press(Key.Key_Delete)
        rename(self.person, "round", "ball")

    def decide(self, asked: int) -> None:
        self.window.searching.find_similar(asked)
        self.person.until_found()
        come_back(self.person)
        self.window.grid.show_image(self.window.model.image_id(1))
        self.window.grid.setFocus()
        self.person.press(Key.Key_S, on=self.window.grid)

    def change_versions(self, kept: Version, removed: Version) -> None:
        self.window.model_versions.show()
        self.person.until(lambda: self.window.versions.tree.topLevelItemCount() == 3)
        self.window.versions.rename_requested.emit(kept.id, "Renamed")
        answer("Remove")
        self.window.versions.remove_requested.emit(removed.id)

    def remove_folder(self, folder: Folder) -> None:
        answer("Remove")
        self.window.library_panel.remove_requested.emit(folder)


def answer(button: str) -> None:
    """Press this button of the question that is about to be asked."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(each for each in box.buttons() if each.text().replace("&", "") == button).click()

    QTimer.singleShot(0, press)


def test_all_that_is_done_meanwhile_holds_nothing_up_and_is_stored_after_it(
    labelled: Person, indexed: IndexedLibrary, doomed: Folder, more: Path, looked_at: list[bytes]
) -> None:
    person, library = labelled, labelled.session.library
    kept, removed = trained(library, "Kept"), trained(library, "Removed")
    select(person, 8)
    give(person, "gone")
    before, asked = library.folders(), indexed.id_of("bricks/bricks-0.jpg")
    late, taken = person.window.model.image_id(6), person.window.model.image_id(1)
    doing = Doing(person)
    looked_at.clear()
    with OtherWriter(library):
        heart, waiting = Heartbeat(), kept_waiting()
        doing.label(6, "late")
        doing.take_by_key(1, "red")
        doing.change_labels()
        doing.decide(asked)
        same = person.window.model.image_id(1)
        undo(person)
        redo(person)
        person.drop_paths(more)
        doing.remove_folder(doomed)
        doing.change_versions(kept, removed)
        person.qtbot.wait(500)
        heart.stop()
        waiting = kept_waiting() - waiting
        assert person.session.storing
        assert library.folders() == before
        assert "late" not in labels.all_labels(library.db)
    # A machine that has no time for us is not held against the window.
    assert heart.longest.seconds < LONGEST_HOLD + waiting, f"{heart.longest}: {heart.seen_in(heart.longest)}"
    photos = (os.fsencode(indexed.photos), doomed.path, os.fsencode(more))
    assert [path for path in looked_at if path.startswith(photos)] == []
    person.until_idle()
    assert labels.of_images(library.db, [late])[late] == ["late"]
    assert "red" not in labels.of_images(library.db, [taken])[taken]
    assert labels.all_labels(library.db) == {"ball": 4, "late": 1, "red": 1}
    red = next(each for each in label_list.read(library.db).labels if each.name == "red")
    assert (red.hotkey, red.colour is not None) == ("9", True)
    assert decisions.of_query(library.db, asked) == {same: True}
    assert sorted(each.path for each in library.folders()) == sorted((photos[0], photos[2]))
    assert sorted(each.name for each in versions.all_versions(library.db)) == ["Built-in", "Renamed"]
    person.until(lambda: person.window.browsing.state is not None and person.window.browsing.state.images >= 31)


def test_what_was_done_before_the_window_is_closed_is_stored_once_the_other_has_ended(
    labelled: Person, doomed: Folder, more: Path
) -> None:
    person, library = labelled, labelled.session.library
    with OtherWriter(library) as other:
        Doing(person).label(6, "late")
        person.session.add_folder(os.fsencode(more))
        person.session.remove_folder(doomed)
        threading.Timer(1.5, other.let_go).start()
        person.window.close()
    assert not person.session.still_busy
    again = open_library(library.path)
    assert labels.all_labels(again.db)["late"] == 1
    assert doomed not in again.folders()
    assert os.fsencode(more) in [folder.path for folder in again.folders()]
    again.close()


def test_a_question_is_gone_when_it_is_answered(person: Person, indexed: IndexedLibrary) -> None:
    def questions() -> int:
        return sum(isinstance(widget, QMessageBox) for widget in QApplication.allWidgets())

    before = questions()
    for _ in range(5):
        answer("Cancel")
        person.window.library_panel.remove_requested.emit(indexed.folder)
    person.until(lambda: questions() == before)
    assert person.session.library.folders() == [indexed.folder]
