"""The list of skipped files: groups with counts, reasons, retry, and the way to the file."""

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from engine.skip_kinds import SkipKind
from engine.store.skipped import Skipped
from gui.language import speak, use_language
from gui.library.skipped_panel import KINDS, SkippedPanel

LEFT = Qt.MouseButton.LeftButton
ROWS = [
    Skipped(1, b"/photos/a.jpg", "damaged", "it ends in the middle"),
    Skipped(2, b"/photos/b.jpg", "damaged", "it is empty"),
    Skipped(3, b"/photos/deep/c.xcf", "unsupported", "XCF files are not supported"),
    Skipped(4, b"/photos/notes.txt", "not_a_picture", "it is not a picture"),
]


@pytest.fixture
def panel(qtbot: QtBot) -> SkippedPanel:
    panel = SkippedPanel()
    qtbot.addWidget(panel)
    panel.resize(800, 500)
    panel.show()
    panel.show_files(ROWS)
    return panel


def groups(panel: SkippedPanel) -> dict[str, list[str]]:
    panel.tree.expandAll()
    tops = [panel.tree.topLevelItem(row) for row in range(panel.tree.topLevelItemCount())]
    return {top.text(0): [top.child(n).text(0) for n in range(top.childCount())] for top in tops}


def item(panel: SkippedPanel, group: int, row: int) -> QTreeWidgetItem:
    return panel.tree.topLevelItem(group).child(row)


def test_files_stand_in_groups_with_counts_what_can_be_mended_first(panel: SkippedPanel) -> None:
    assert groups(panel) == {
        "Damaged pictures (2)": ["a.jpg", "b.jpg"],
        "Formats that are not supported (1)": ["c.xcf"],
        "Not pictures (1)": ["notes.txt"],
    }
    assert list(groups(panel)) == sorted(groups(panel), key=lambda text: list(KINDS.values()).index(text[:-4]))
    assert panel.title.text().startswith("4 files were skipped.")


def test_every_file_has_its_reason_and_folder_and_both_in_full_in_the_tool_tip(panel: SkippedPanel) -> None:
    row = item(panel, 1, 0)
    assert (row.text(1), row.text(2)) == ("XCF files are not supported", "/photos/deep")
    assert "XCF files are not supported" in row.toolTip(1)


def test_every_kind_that_the_engine_knows_has_a_name(panel: SkippedPanel) -> None:
    assert {str(kind) for kind in SkipKind} <= set(KINDS)


def test_an_unknown_kind_is_shown_all_the_same(panel: SkippedPanel) -> None:
    panel.show_files([Skipped(1, b"/x", "haunted", "it is haunted")])
    assert groups(panel) == {"haunted (1)": ["x"]}


def test_retry_means_all_files_or_the_selected_ones(qtbot: QtBot, panel: SkippedPanel) -> None:
    assert panel.retry.text() == "Retry all"
    with qtbot.waitSignal(panel.retry_requested) as said:
        QTest.mouseClick(panel.retry, LEFT)
    assert said.args == [[1, 2, 3, 4]]
    item(panel, 0, 1).setSelected(True)
    assert panel.retry.text() == "Retry 1 selected"
    with qtbot.waitSignal(panel.retry_requested) as said:
        QTest.mouseClick(panel.retry, LEFT)
    assert said.args == [[2]]


def test_a_selected_group_stands_for_its_files_and_none_is_counted_twice(qtbot: QtBot, panel: SkippedPanel) -> None:
    panel.tree.topLevelItem(0).setSelected(True)
    item(panel, 0, 1).setSelected(True)
    assert panel.retry.text() == "Retry 2 selected"
    with qtbot.waitSignal(panel.retry_requested) as said:
        QTest.mouseClick(panel.retry, LEFT)
    assert sorted(said.args[0]) == [1, 2]


def test_the_file_is_shown_in_its_folder_when_exactly_one_is_selected(qtbot: QtBot, panel: SkippedPanel) -> None:
    assert not panel.show_in_folder.isEnabled()
    item(panel, 1, 0).setSelected(True)
    with qtbot.waitSignal(panel.show_in_folder_requested) as said:
        QTest.mouseClick(panel.show_in_folder, LEFT)
    assert said.args == [b"/photos/deep/c.xcf"]
    item(panel, 0, 0).setSelected(True)
    assert not panel.show_in_folder.isEnabled()


def test_back_by_button_and_by_backspace(qtbot: QtBot, panel: SkippedPanel) -> None:
    with qtbot.waitSignal(panel.closed):
        QTest.mouseClick(panel.back, LEFT)
    panel.tree.setFocus()
    with qtbot.waitSignal(panel.closed):
        QTest.keyClick(panel.tree, Qt.Key.Key_Backspace)


def test_with_no_skipped_file_there_is_nothing_to_retry(panel: SkippedPanel) -> None:
    panel.show_files([])
    assert panel.title.text() == "No file was skipped."
    assert not panel.retry.isEnabled()
    panel.show_files(ROWS[:1])
    assert panel.title.text().startswith("1 file was skipped.")


def test_of_a_hundred_thousand_files_a_group_shows_some_and_stands_for_all(
    qtbot: QtBot, panel: SkippedPanel
) -> None:
    rows = [Skipped(n, f"/photos/{n}.raw".encode(), "unsupported", "it is not supported") for n in range(100_000)]
    panel.show_files(rows)
    top = panel.tree.topLevelItem(0)
    assert top.text(0) == "Formats that are not supported (100,000)"
    assert not top.isExpanded()
    top.setExpanded(True)
    assert top.child(top.childCount() - 1).text(0) == "and 98,000 more"
    panel.tree.selectAll()
    assert panel.retry.text() == "Retry 100,000 selected"
    panel.tree.clearSelection()
    with qtbot.waitSignal(panel.retry_requested) as said:
        QTest.mouseClick(panel.retry, LEFT)
    assert len(said.args[0]) == 100_000


def test_files_that_are_no_pictures_are_out_of_the_way_until_looked_at(panel: SkippedPanel) -> None:
    assert panel.tree.topLevelItem(0).isExpanded()
    last = panel.tree.topLevelItem(2)
    assert not last.isExpanded()
    last.setExpanded(True)
    assert last.child(0).text(0) == "notes.txt"


def test_long_words_of_a_language_make_the_window_no_wider(qtbot: QtBot) -> None:
    speak(lambda template, meaning, n: 2 * template, QLocale("de"))
    try:
        panel = SkippedPanel()
    finally:
        use_language("en")
    qtbot.addWidget(panel)
    assert panel.retry.text() == "Retry allRetry all"
    assert panel.minimumSizeHint().width() <= 400
