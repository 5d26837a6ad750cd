"""An image with several files stands, in name and all else, for the one in the folder that one looks at."""

import os
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.conftest import IndexedLibrary
from tests.gui.person import Key, Person
from tests.gui.window_fixtures import OpenWindow

BACKUP = "Old backup"
ToolTip = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def person(indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    """Somebody who has a second copy of the discs, under other names."""
    backup = indexed.photos / BACKUP
    backup.mkdir()
    for number in range(6):
        shutil.copy(indexed.photos / f"discs/discs-{number}.jpg", backup / f"kept-{number}.jpg")
    indexed.again()
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    return somebody


def open_folder(person: Person, name: str, count: int) -> bytes:
    folder = os.path.join(person.session.library.folders()[0].path, os.fsencode(name))
    person.choose_folder(folder)
    person.until(lambda: person.session.browse.folder == folder and person.rows() == count)
    return folder


def tile_names(person: Person) -> list[str]:
    person.until_tiles()
    tiles = [person.window.model.tile(row) for row in range(person.rows())]
    return [tile.name for tile in tiles if tile is not None and not tile.stale]


def button(person: Person, text: str) -> QAbstractButton:
    return next(each for each in person.window.preview.findChildren(QAbstractButton) if each.text() == text)


def details(person: Person) -> dict[str, str]:
    return dict(person.window.preview.metadata.rows())


@pytest.mark.parametrize(("folder", "own", "other"), [(BACKUP, "kept", "discs"), ("discs", "discs", "kept")])
def test_in_a_folder_tile_details_path_and_what_is_dragged_are_of_its_file(
    person: Person, folder: str, own: str, other: str
) -> None:
    path = open_folder(person, folder, 6)
    names = [f"{own}-{number}.jpg" for number in range(6)]
    person.until(lambda: tile_names(person) == names)
    person.click(2)
    person.until(lambda: details(person).get("Name") == f"{own}-2.jpg")
    assert details(person)["Folder"].endswith(folder)
    assert details(person)["Copy"].endswith(f"{other}-2.jpg")
    QTest.mouseClick(button(person, "Copy path"), Qt.MouseButton.LeftButton)
    person.until(lambda: QGuiApplication.clipboard().text() == os.fsdecode(os.path.join(path, names[2].encode())))
    dragged = person.window.model.mime_data_of([person.window.model.image_id(2)])
    assert [url.fileName() for url in dragged.urls()] == [f"{own}-2.jpg"]


def test_from_one_folder_to_the_other_the_same_picture_becomes_the_others_file(person: Person) -> None:
    open_folder(person, BACKUP, 6)
    person.click(0)
    person.until(lambda: details(person).get("Name") == "kept-0.jpg")
    open_folder(person, "discs", 6)
    person.until(lambda: tile_names(person)[:1] == ["discs-0.jpg"])
    person.click(0)
    person.until(lambda: details(person).get("Name") == "discs-0.jpg")


def test_copies_are_said_and_counted(person: Person) -> None:
    title = person.window.browse_bar.title
    person.until(lambda: title.text() == "All pictures  ·  30 in 36 files")
    assert "copies of others" in title.toolTip()
    assert "30 pictures in 36 files" in person.window.library_panel.model.index_of(b"").data(ToolTip)
    row = person.names().index("discs-0.jpg")
    person.window.grid.scrollTo(person.window.model.index(row))
    person.until(lambda: "2 files" in str(person.window.model.index(row).data()))
    open_folder(person, BACKUP, 6)
    person.until(lambda: title.text().endswith("  ·  6"))
    assert "copies" not in title.toolTip()


def test_hits_in_a_folder_are_its_files(person: Person) -> None:
    folder = open_folder(person, BACKUP, 6)
    person.click(0)
    person.press(Key.Key_Return)
    person.until_found()
    person.window.searching.set_folder(folder)
    person.until(lambda: person.session.browse.folder == folder and person.rows() == 6)
    person.until(lambda: len(tile_names(person)) == 6 and all(n.startswith("kept") for n in tile_names(person)))
