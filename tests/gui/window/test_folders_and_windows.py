"""Skipped files, folders that are away or removed, and a second window on the library."""

import os
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from engine.library import open_library
from engine.store import labels, waiting_rows
from gui.library.folder_tree import SKIPPED
from tests.behind_the_back import behind_the_back
from tests.conftest import IndexedLibrary
from tests.gui.person import LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow

# -- skipped files ------------------------------------------------------------------------------------------------


def test_a_skipped_file_is_listed_with_its_reason_and_appears_when_mended_and_retried(
    person: Person, photos: Path
) -> None:
    window = person.window
    whole = (photos / "discs" / "discs-0.jpg").read_bytes()
    broken = photos / "broken.jpg"
    broken.write_bytes(whole[:200])
    stamp = os.stat(photos / "discs").st_mtime_ns
    os.utime(broken, ns=(stamp, stamp))
    person.press(Key.Key_F5)
    person.until_idle()
    assert "Skipped files  (1)" in person.tree()

    person.choose_folder(SKIPPED)
    person.until(lambda: window.skipped.tree.topLevelItemCount() == 1)
    assert window.centre.currentWidget() is window.skipped
    item = window.skipped.tree.topLevelItem(0).child(0)
    assert item.text(0) == "broken.jpg"
    assert len(item.text(1)) > 5
    assert item.text(2) == str(photos)

    # Another picture of the same size and time, so that only the retry can make it known.
    mended = Image.effect_noise((64, 64), 80)
    mended.save(broken, "JPEG")
    with broken.open("r+b") as file:
        file.truncate(max(200, broken.stat().st_size))
    os.utime(broken, ns=(stamp, stamp))
    QTest.mouseClick(window.skipped.retry, LEFT)
    person.until_idle()
    assert "broken.jpg" in person.names()
    assert window.centre.currentWidget() is window.grid
    assert not any(row.startswith("Skipped") for row in person.tree())


def test_a_window_on_a_library_whose_backup_waits_says_so(person: Person, open_window: OpenWindow) -> None:
    library = person.session.library
    with library.writing() as db:
        labels.assign(db, "sea", [])
    behind_the_back(library, "UPDATE labels SET name = 'mountain'")
    person.window.close_unasked()
    again = open_window(open_library(library.path))
    notice = "The backup of your labels is not renewed: Rows of the library are damaged"
    assert notice in again.said()
    again.session.index()  # as the program does when its window opens
    assert notice in again.said()
    again.until_idle()
    again.until(lambda: notice in again.said())


# -- two windows, missing drives ----------------------------------------------------------------------------------


def test_a_second_window_on_the_same_library_says_so_and_can_search(
    person: Person, open_window: OpenWindow
) -> None:
    second = open_library(person.session.library.path)
    assert second.read_only
    reader = open_window(second)
    assert "open in another DualHash" in reader.said()
    reader.until_shown(30)
    reader.find("leaves-0.jpg")
    assert reader.kinds(6) == {"leaves"}
    reader.press(Key.Key_F5)
    assert "can only be read" in reader.said()
    assert reader.session.job is None


def test_a_folder_that_is_away_is_marked_and_its_pictures_are_shown_and_found(
    person: Person, photos: Path, tmp_path: Path
) -> None:
    photos.rename(tmp_path / "unplugged")
    person.press(Key.Key_F5)
    person.until_idle()
    assert "photos  (30)  (not available)" in person.tree()
    assert "Not available now" in person.said()
    person.until_tiles()
    tiles = [person.window.model.tile(row) for row in range(6)]
    assert all(tile.pixmap is not None and not tile.missing for tile in tiles)
    person.find("leaves-0.jpg")
    assert person.kinds(6) == {"leaves"}

    (tmp_path / "unplugged").rename(photos)
    person.press(Key.Key_F5)
    person.until_idle()
    assert "photos  (30)" in person.tree()


def test_coming_back_to_the_window_shows_whether_a_drive_is_there(
    person: Person, photos: Path, tmp_path: Path
) -> None:
    other = QWidget()
    person.qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    person.until(lambda: not person.window.isActiveWindow())
    photos.rename(tmp_path / "unplugged")
    person.window.activateWindow()
    person.until(lambda: "photos  (30)  (not available)" in person.tree())


def test_a_removed_folder_is_asked_about_and_leaves_tree_grid_and_hits(
    person: Person, indexed: IndexedLibrary, qtbot
) -> None:
    def answer(button: str) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(each for each in box.buttons() if each.text().replace("&", "") == button).click()

    QTimer.singleShot(0, lambda: answer("Cancel"))
    person.window.library_panel.remove_requested.emit(indexed.folder)
    assert person.session.library.folders() == [indexed.folder]
    person.choose_folder(os.fsencode(indexed.photos / "discs"))
    person.until_shown(6)
    QTimer.singleShot(0, lambda: answer("Remove"))
    person.window.library_panel.remove_requested.emit(indexed.folder)
    person.until_idle()
    person.until_shown(0)
    assert person.tree() == ["All pictures  (0)"]
    assert person.window.browse_bar.title.text().startswith("All pictures")
    assert "Ctrl+O" in person.window.empty.accessibleDescription()
    assert len(list(indexed.photos.rglob("*.jpg"))) == 30
    assert waiting_rows.count(person.session.library.db, [indexed.folder.id]) == 0
