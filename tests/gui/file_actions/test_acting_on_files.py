"""Files thrown away, moved, copied, renamed and exported from the window, and all of it undone."""

import os
import re
from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QMessageBox

from engine.file_actions.wishes import ActionPlan, FileWish
from engine.library import open_library
from engine.store.file_actions import ActionKind
from engine.store.files import ActionFile
from gui.file_actions.asking import ActionQuestion
from gui.file_actions.export_dialog import ExportDialog
from gui.file_actions.rename_dialog import RenameDialog
from gui.widgets import file_manager
from tests.conftest import IndexedLibrary
from tests.gui.file_actions.conftest import BACKUP
from tests.gui.labeller import come_back, give, in_preview, select
from tests.gui.person import CONTROL, LEFT, NONE, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow

D = TypeVar("D", bound=QDialog)


def until_open(person: Person, kind: type[D]) -> D:
    person.until(lambda: any(dialog.isVisible() for dialog in person.window.findChildren(kind)))
    return next(dialog for dialog in person.window.findChildren(kind) if dialog.isVisible())


def select_named(person: Person, *names: str) -> None:
    select(person, *(person.names().index(name) for name in names))
    person.window.grid.setFocus()


def press(person: Person, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """In the grid, once the window has come back from a dialog: only then it hears its keys."""
    come_back(person)
    person.window.grid.setFocus()
    person.press(key, modifiers)


def agree(person: Person) -> None:
    question = until_open(person, ActionQuestion)
    QTest.mouseClick(question.accept_button, LEFT)


@pytest.fixture
def chosen_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the system's dialog answers."""
    folder = tmp_path / "chosen"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    return folder


def test_the_delete_key_asks_throws_away_and_ctrl_z_brings_back(person: Person, photos: Path) -> None:
    person.press(Key.Key_Right)
    select_named(person, "bricks-1.jpg", "bricks-2.jpg")
    give(person, "wall")
    press(person, Key.Key_Delete)
    question = until_open(person, ActionQuestion)
    assert question.text.text().startswith("Move 2 files (")
    assert "These are the last copies of 2 pictures:" in question.consequences.text()
    assert str(photos / "bricks" / "bricks-1.jpg") in question.consequences.text()
    person.press(Key.Key_Return)  # Enter alone throws no last copy away
    person.until(lambda: not person.window.findChildren(ActionQuestion))
    assert (photos / "bricks" / "bricks-1.jpg").exists()

    press(person, Key.Key_Delete)
    agree(person)
    person.until_shown(28)
    person.until_idle()
    assert person.said() == "2 files moved to the trash; Ctrl+Z takes it back."
    assert not (photos / "bricks" / "bricks-1.jpg").exists()
    assert person.current_name() == "bricks-3.jpg", "the keys go on with the next picture"

    press(person, Key.Key_Z, CONTROL)
    person.until_shown(30)
    person.until_idle()
    assert (photos / "bricks" / "bricks-1.jpg").exists()
    assert person.said() == "Undone: 2 files moved to the trash."
    select_named(person, "bricks-1.jpg")
    person.until(lambda: in_preview(person) == ["wall"])
    press(person, Key.Key_Z, CONTROL | SHIFT)
    person.until_shown(28)
    person.until_idle()
    press(person, Key.Key_Z, CONTROL)
    person.until_shown(30)
    person.until_idle()
    press(person, Key.Key_Z, CONTROL)  # the label, given before
    person.until(lambda: "wall" in person.said() and "Undone" in person.said())


def test_a_tile_is_one_file_and_all_copies_go_only_if_asked_for(with_copies: Person, photos: Path) -> None:
    person = with_copies
    folder = os.fsencode(photos / BACKUP)
    person.choose_folder(folder)
    person.until(lambda: person.session.browse.folder == folder and person.rows() == 6)
    person.click(0)
    press(person, Key.Key_Delete)
    question = until_open(person, ActionQuestion)
    assert "Another copy stays where it is:" in question.consequences.text()
    assert str(photos / "discs" / "discs-0.jpg") in question.consequences.text()
    QTest.mouseClick(question.accept_button, LEFT)
    person.until_shown(5)
    person.until_idle()
    assert (photos / "discs" / "discs-0.jpg").exists()
    assert not (photos / BACKUP / "kept-0.jpg").exists()
    person.click(0)
    press(person, Key.Key_Delete)
    question = until_open(person, ActionQuestion)
    person.press(Key.Key_Space, on=question.choice)
    assert question.text.text().startswith("Move 2 files (")
    assert "This is the last copy of its picture:" in question.consequences.text()
    QTest.mouseClick(question.accept_button, LEFT)
    person.until_shown(4)
    person.until_idle()
    assert not (photos / "discs" / "discs-1.jpg").exists()


def test_renaming_by_key_keeps_the_ending(person: Person, photos: Path) -> None:
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_F2)
    dialog = until_open(person, RenameDialog)
    assert dialog.name.selectedText() == "discs-0"
    QTest.keyClicks(dialog.name, ".x")
    assert not dialog.rename.isEnabled()
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "Moon")
    person.press(Key.Key_Return, on=dialog.name)
    person.until(lambda: "Moon.jpg" in person.names())
    person.until_idle()
    assert (photos / "discs" / "Moon.jpg").exists()
    press(person, Key.Key_Z, CONTROL)
    person.until(lambda: "discs-0.jpg" in person.names())


def test_moved_out_of_the_library_it_is_said_that_the_picture_leaves_it(
    person: Person, photos: Path, chosen_folder: Path
) -> None:
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_F6)
    question = until_open(person, ActionQuestion)
    assert "This picture leaves the library" in question.consequences.text()
    QTest.mouseClick(question.accept_button, LEFT)
    person.until_shown(29)
    person.until_idle()
    assert (chosen_folder / "discs-0.jpg").exists()
    press(person, Key.Key_Z, CONTROL)
    person.until_shown(30)
    assert (photos / "discs" / "discs-0.jpg").exists()
    person.until_idle()


def test_copied_and_exported_without_a_question(person: Person, chosen_folder: Path) -> None:
    select_named(person, "discs-0.jpg", "discs-1.jpg")
    press(person, Key.Key_F7)
    person.until(lambda: person.said() == "2 files copied; Ctrl+Z takes it back.")
    assert sorted(path.name for path in chosen_folder.iterdir()) == ["discs-0.jpg", "discs-1.jpg"]
    select_named(person, "bricks-0.jpg")
    press(person, Key.Key_F8)
    dialog = until_open(person, ExportDialog)
    dialog.sizes.setCurrentIndex(dialog.sizes.findData(640))
    QTest.mouseClick(dialog.go_on, LEFT)
    person.until(lambda: (chosen_folder / "bricks-0.jpg").exists())
    person.until(lambda: "exported; Ctrl+Z takes it back." in person.said())
    with Image.open(chosen_folder / "bricks-0.jpg") as picture:
        assert picture.format == "JPEG"
    person.until_idle()
    press(person, Key.Key_Z, CONTROL)
    person.until(lambda: not (chosen_folder / "bricks-0.jpg").exists())
    person.until_idle()


def test_an_export_into_the_library_is_found_at_once(person: Person, photos: Path, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(photos / "leaves"))
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_F8)
    QTest.mouseClick(until_open(person, ExportDialog).go_on, LEFT)
    person.until_shown(31)
    person.until_idle()


def test_what_changed_meanwhile_is_left_alone_and_named(person: Person, photos: Path) -> None:
    (photos / "discs" / "discs-0.jpg").write_bytes(b"changed")
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_Delete)
    box = until_open(person, QMessageBox)
    assert box.text() == "1 file left alone."
    assert "has changed since it was indexed" in box.informativeText()
    box.close()
    select_named(person, "discs-0.jpg", "discs-1.jpg")
    press(person, Key.Key_Delete)
    question = until_open(person, ActionQuestion)
    assert "1 file will be left alone:" in question.consequences.text()
    person.press(Key.Key_Escape, on=question)
    assert (photos / "discs" / "discs-0.jpg").exists()


def test_a_library_open_elsewhere_refuses_with_its_sentence(
    indexed: IndexedLibrary, open_window: OpenWindow
) -> None:
    second = open_library(indexed.library.path)
    person = open_window(second)
    person.until_shown(30)
    person.click(0)
    for key in (Key.Key_Delete, Key.Key_F2, Key.Key_F6, Key.Key_F7, Key.Key_F8):
        person.window.say("")
        press(person, key)
        person.until(lambda: "only be read" in person.said())
    assert not person.window.findChildren(QDialog, "", Qt.FindChildOption.FindDirectChildrenOnly)[1:]


def test_the_picture_itself_goes_to_the_clipboard(person: Person) -> None:
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_C, CONTROL)
    person.until(lambda: not QGuiApplication.clipboard().image().isNull())
    assert QGuiApplication.clipboard().image().width() == 224


def test_another_program_opens_the_file(person: Person, photos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        file_manager.QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) is None
    )
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_F4)
    person.until(lambda: opened == [str(photos / "discs" / "discs-0.jpg")])


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen
@pytest.mark.parametrize("where", ["grid", "preview"])
def test_the_context_menu_offers_it_all(person: Person, where: str) -> None:
    person.click(0)
    person.until(lambda: person.window.preview.view.has_image())
    if where == "grid":
        person.window.grid.context_menu_requested.emit(QPoint(10, 10), [1])
    else:
        person.window.preview.view.customContextMenuRequested.emit(QPoint(10, 10))
    person.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    offered = [action.text().replace("&", "") for action in menu.actions() if isinstance(action, QAction)]
    assert {"Move to trash", "Rename…", "Move to folder…", "Copy to folder…", "Export as JPEG…"} <= set(offered)
    assert {"Copy picture", "Open in another program"} <= set(offered)
    menu.close()


def test_delete_in_the_viewer_is_about_its_picture(person: Person, photos: Path) -> None:
    select_named(person, "discs-0.jpg", "discs-3.jpg", "discs-5.jpg")
    press(person, Key.Key_Space)
    viewer = person.window.viewer
    person.until(viewer.isVisible)
    person.press(Key.Key_Home, on=viewer.view)
    person.until(lambda: person.current_name() == "discs-0.jpg")
    person.press(Key.Key_Delete, on=viewer.view)
    agree(person)
    person.until_shown(29)
    person.until_idle()
    assert not (photos / "discs" / "discs-0.jpg").exists()
    assert viewer.isVisible(), "it goes on with what was selected"
    person.until(lambda: viewer.windowTitle() == person.current_name() == "discs-3.jpg")
    assert viewer.bar.place.text() == "1 of 2"


def test_the_viewer_stays_while_its_picture_is_renamed_copied_exported_and_moved(
    person: Person, photos: Path, chosen_folder: Path
) -> None:
    select_named(person, "discs-0.jpg", "discs-3.jpg", "discs-5.jpg")
    press(person, Key.Key_Space)
    viewer = person.window.viewer
    person.until(viewer.isVisible)
    person.press(Key.Key_Home, on=viewer.view)
    person.until(lambda: viewer.windowTitle() == "discs-0.jpg")
    person.press(Key.Key_F2, on=viewer.view)
    person.until(lambda: viewer.findChildren(RenameDialog))
    (rename,) = viewer.findChildren(RenameDialog)
    rename.name.setText("blue")
    rename.rename.click()
    person.until(lambda: viewer.windowTitle() == "blue.jpg")
    come_back(person, viewer)
    person.press(Key.Key_F7, on=viewer.view)
    person.until(lambda: (chosen_folder / "blue.jpg").exists())
    person.press(Key.Key_F8, on=viewer.view)
    person.until(lambda: viewer.findChildren(ExportDialog))
    viewer.findChildren(ExportDialog)[0].go_on.click()
    person.until(lambda: len(list(chosen_folder.iterdir())) == 2)
    person.until_idle()
    come_back(person, viewer)
    person.press(Key.Key_F6, on=viewer.view)
    agree(person)
    person.until(lambda: not (photos / "discs" / "blue.jpg").exists())
    person.until(lambda: viewer.windowTitle() == "discs-3.jpg")
    assert viewer.isVisible()


def test_indexing_makes_way_and_goes_on(person: Person, photos: Path) -> None:
    select_named(person, "discs-0.jpg")
    press(person, Key.Key_F5)
    press(person, Key.Key_Delete)
    agree(person)
    person.until(lambda: not (photos / "discs" / "discs-0.jpg").exists())
    person.until_idle()
    person.until_shown(29)


def test_the_question_and_what_is_said_name_the_sidecar(person: Person, photos: Path) -> None:
    name = person.names()[0]
    picture = next(photos.rglob(name))
    sidecar = picture.with_name(f"{name}.xmp")
    sidecar.write_bytes(b"<x/>")
    person.click(0)
    press(person, Key.Key_Delete)
    question = until_open(person, ActionQuestion)
    assert re.fullmatch(r"Move 1 file \(.*\) and its sidecar to the trash\?", question.text.text())
    QTest.mouseClick(question.accept_button, LEFT)
    person.until(lambda: person.said() == "1 file and its sidecar moved to the trash; Ctrl+Z takes it back.")
    assert not sidecar.exists()
    person.until_shown(29)
    press(person, Key.Key_Z, CONTROL)
    person.until_shown(30)
    assert sidecar.exists()


def test_a_sidecar_that_is_also_anothers_stays_and_is_named(qtbot) -> None:
    file = ActionFile(1, b"/p", b"a.jpg", 5, 0, False, False, 1, b"content", None)
    plan = ActionPlan(
        FileWish(ActionKind.TRASH, (1, 2)), (file, file), (), (), (), (b"/p/a.jpg.xmp",), (b"/p/a.xmp",)
    )
    dialog = ActionQuestion(plan, None)
    qtbot.addWidget(dialog)
    assert dialog.text.text() == "Move 2 files (10 bytes) and 1 sidecar to the trash?"
    assert "A sidecar stays, as it is also that of another file:\n/p/a.xmp" in dialog.consequences.text()
