"""The left panel: the tree with its numbers, what choosing a row says, the menu, what a refresh leaves alone."""

import os
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.store.folders import Folder
from gui.library.folder_tree import ALL, MISSING, SKIPPED
from gui.library.library_panel import LibraryPanel
from gui.session import FolderState, LibraryState

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
PHOTOS, USB = Folder(1, b"/home/me/photos"), Folder(2, b"/media/usb")
DIRECTORIES = {
    b"/home/me/photos": 2,
    b"/home/me/photos/2023/june": 10,
    b"/home/me/photos/2023/july": 5,
    b"/home/me/photos/2024": 1,
    b"/media/usb/camera": 1200,
}


def state(
    directories: dict[bytes, int] = DIRECTORIES, skipped: int = 3, available: bool = True, folders=(PHOTOS, USB)
) -> LibraryState:
    return LibraryState(
        folders=[FolderState(folder, available or folder is PHOTOS) for folder in folders],
        directories=dict(directories),
        images=sum(directories.values()),
        skipped=skipped,
        bits=256,
    )


@pytest.fixture
def panel(qtbot: QtBot) -> LibraryPanel:
    panel = LibraryPanel()
    qtbot.addWidget(panel)
    panel.resize(260, 300)
    panel.show()
    panel.show_state(state())
    return panel


@pytest.fixture
def chosen(panel: LibraryPanel) -> list[object]:
    said: list[object] = []
    panel.folder_chosen.connect(said.append)
    panel.skipped_chosen.connect(lambda: said.append("skipped"))
    return said


def texts(panel: LibraryPanel) -> list[str]:
    return [panel.model.index_of(path).data() for path in panel.model.paths()]


def press(panel: LibraryPanel, path: bytes, button: Qt.MouseButton = LEFT) -> None:
    index = panel.model.index_of(path)
    panel.tree.scrollTo(index)
    QTest.mouseClick(panel.tree.viewport(), button, NONE, panel.tree.visualRect(index).center())


def current(panel: LibraryPanel) -> str:
    return panel.tree.currentIndex().data()


def test_every_folder_stands_there_with_the_images_in_and_below_it(panel: LibraryPanel) -> None:
    assert texts(panel) == [
        "All pictures  (1,218)",
        "photos  (18)",
        "2023  (15)",
        "july  (5)",
        "june  (10)",
        "2024  (1)",
        "usb  (1,200)",
        "camera  (1,200)",
        "Skipped files  (3)",
    ]


def test_folders_are_nested_as_on_disk(panel: LibraryPanel) -> None:
    june = panel.model.index_of(b"/home/me/photos/2023/june")
    assert june.parent().data() == "2023  (15)"
    assert june.parent().parent().data() == "photos  (18)"


def test_a_folder_at_the_root_of_the_disk_and_names_that_are_not_utf8_are_shown(panel: LibraryPanel) -> None:
    odd = b"/\xff\xfe"
    panel.show_state(state({b"/": 1, odd: 2}, folders=[Folder(9, b"/")]))
    assert texts(panel)[1:3] == ["/  (3)", "\ufffd\ufffd  (2)"]


def test_without_skipped_files_there_is_no_row_for_them(panel: LibraryPanel) -> None:
    panel.show_state(state(skipped=0))
    assert not panel.model.index_of(SKIPPED).isValid()


def test_a_folder_that_is_away_says_so_and_keeps_its_numbers(panel: LibraryPanel) -> None:
    panel.show_state(state(available=False))
    assert "usb  (1,200)  (not available)" in texts(panel)
    assert "not available now" in panel.model.index_of(USB.path).data(Qt.ItemDataRole.ToolTipRole)
    panel.show_state(state())
    assert "usb  (1,200)" in texts(panel)


def test_a_click_on_a_folder_asks_for_it_exactly_once(panel: LibraryPanel, chosen: list[object]) -> None:
    press(panel, b"/home/me/photos/2023")
    press(panel, ALL)
    press(panel, SKIPPED)
    assert chosen == [b"/home/me/photos/2023", None, "skipped"]


def test_a_click_on_the_current_folder_asks_for_it_again(panel: LibraryPanel, chosen: list[object]) -> None:
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    assert chosen == [PHOTOS.path]
    press(panel, PHOTOS.path)
    assert chosen == [PHOTOS.path, PHOTOS.path]


def test_the_arrow_keys_choose_folders(panel: LibraryPanel, chosen: list[object]) -> None:
    panel.tree.setFocus()
    for _ in range(2):
        QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    QTest.keyClick(panel.tree, Qt.Key.Key_Home)
    assert chosen == [PHOTOS.path, b"/home/me/photos/2023", None]


def test_marking_a_folder_asks_for_nothing(panel: LibraryPanel, chosen: list[object]) -> None:
    panel.choose(b"/media/usb/camera")
    assert current(panel) == "camera  (1,200)"
    panel.choose(None)
    assert current(panel) == "All pictures  (1,218)"
    assert chosen == []


def test_new_numbers_keep_the_chosen_row_the_opened_rows_and_the_place(
    panel: LibraryPanel, chosen: list[object]
) -> None:
    many = {**DIRECTORIES, **{f"/home/me/photos/dir {n:03}".encode(): 1 for n in range(200)}}
    panel.show_state(state(many))
    panel.choose(b"/home/me/photos/dir 002")
    panel.tree.setExpanded(panel.model.index_of(USB.path), False)
    panel.tree.setExpanded(panel.model.index_of(b"/home/me/photos/2023"), True)
    panel.tree.verticalScrollBar().setValue(60)
    for more in range(1, 4):
        grown = {**many, b"/home/me/photos/dir 003": 1 + more, f"/home/me/photos/new {more}".encode(): 1}
        panel.show_state(state(grown))
        assert current(panel) == "dir 002  (1)"
        assert f"dir 003  ({1 + more})" in texts(panel)
        assert not panel.tree.isExpanded(panel.model.index_of(USB.path))
        assert panel.tree.isExpanded(panel.model.index_of(b"/home/me/photos/2023"))
        assert panel.tree.verticalScrollBar().value() == 60
    assert chosen == []


def test_rows_that_a_person_closed_stay_closed_even_if_all_are(panel: LibraryPanel) -> None:
    for folder in (PHOTOS, USB):
        panel.tree.setExpanded(panel.model.index_of(folder.path), False)
    panel.show_state(state({**DIRECTORIES, b"/media/usb/more": 1}))
    assert not panel.tree.isExpanded(panel.model.index_of(PHOTOS.path))
    assert not panel.tree.isExpanded(panel.model.index_of(USB.path))


def test_a_new_folder_is_opened_once(panel: LibraryPanel) -> None:
    third = Folder(3, b"/srv/scans")
    panel.show_state(state({**DIRECTORIES, b"/srv/scans/old": 4}, folders=[PHOTOS, third, USB]))
    assert panel.tree.isExpanded(panel.model.index_of(third.path))


def test_when_the_chosen_folder_goes_all_pictures_are_asked_for(panel: LibraryPanel, chosen: list[object]) -> None:
    panel.choose(b"/media/usb/camera")
    panel.show_state(state({b"/home/me/photos": 2}, folders=[PHOTOS]))
    assert chosen == [None]
    assert current(panel) == "All pictures  (2)"


def test_ten_thousand_folders_are_shown_and_refreshed(panel: LibraryPanel) -> None:
    many = {f"/home/me/photos/{n // 100:03}/{n:05}".encode(): n for n in range(10_000)}
    panel.show_state(state(many, folders=[PHOTOS]))
    panel.tree.expandAll()
    panel.show_state(state({**many, b"/home/me/photos/000/new": 1}, folders=[PHOTOS]))
    assert panel.tree.isExpanded(panel.model.index_of(b"/home/me/photos/099"))
    assert len(panel.model.paths()) == 10_000 + 100 + 4


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen
class TestMenu:
    def menu(self, panel: LibraryPanel, path: bytes) -> list[str]:
        index = panel.model.index_of(path)
        panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(index).center())
        popup = QApplication.activePopupWidget()
        return [action.text() for action in popup.actions()] if isinstance(popup, QMenu) else []

    def take(self, text: str) -> None:
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, QMenu)
        next(action for action in popup.actions() if action.text() == text).trigger()
        popup.close()

    def test_a_folder_of_the_library_can_be_opened_rescanned_and_removed(
        self, qtbot: QtBot, panel: LibraryPanel
    ) -> None:
        all_three = ["Open in the file manager", "Look for changes", "Remove from the library…"]
        for text, signal, value in zip(
            all_three,
            (panel.open_requested, panel.rescan_requested, panel.remove_requested),
            (USB.path, USB, USB),
            strict=True,
        ):
            assert self.menu(panel, USB.path) == all_three
            with qtbot.waitSignal(signal) as said:
                self.take(text)
            assert said.args == [value]

    def test_a_directory_below_can_only_be_opened_and_the_other_rows_have_no_menu(
        self, panel: LibraryPanel
    ) -> None:
        assert self.menu(panel, b"/media/usb/camera") == ["Open in the file manager"]
        QApplication.activePopupWidget().close()
        assert self.menu(panel, ALL) == []
        assert self.menu(panel, SKIPPED) == []
        panel.tree.customContextMenuRequested.emit(QPoint(5, 295))
        assert QApplication.activePopupWidget() is None


def test_the_plus_button_asks_for_a_folder_to_add(qtbot: QtBot, panel: LibraryPanel) -> None:
    with qtbot.waitSignal(panel.add_requested):
        QTest.mouseClick(panel.add, LEFT)


def test_the_paths_said_are_bytes_exactly_as_on_disk(panel: LibraryPanel, chosen: list[object]) -> None:
    odd = b"/home/me/photos/\xe9t\xe9\n2020"
    panel.show_state(state({odd: 1}, folders=[PHOTOS]))
    press(panel, odd)
    assert chosen == [odd]
    assert os.fsencode(os.fsdecode(odd)) == odd


def test_missing_pictures_have_a_row_while_there_are_any(panel: LibraryPanel, qtbot: QtBot) -> None:
    assert MISSING not in panel.model.paths()
    panel.show_state(replace(state(), missing=1234))
    assert texts(panel)[-2:] == ["Missing pictures  (1,234)", "Skipped files  (3)"]
    index = panel.model.index_of(MISSING)
    with qtbot.waitSignal(panel.missing_chosen):
        QTest.mouseClick(panel.tree.viewport(), LEFT, NONE, panel.tree.visualRect(index).center())
    assert panel.chosen() == MISSING
    with qtbot.waitSignal(panel.folder_chosen):
        panel.show_state(state())
    assert panel.chosen() == ALL


def test_folders_are_listed_as_a_person_counts(panel: LibraryPanel) -> None:
    names = [b"trip10", b"Trip2", b"trip2/b", b"trip1"]
    panel.show_state(state({b"/home/me/photos/" + name: 1 for name in names}))
    rows = [text.partition("  (")[0] for text in texts(panel)]
    assert rows[2:7] == ["trip1", "Trip2", "trip2", "b", "trip10"]
