"""Reviewing copies by keyboard and mouse: what is shown, marked, compared, filtered; nothing is chosen unasked."""

import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDateEdit, QLabel

from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences, Rule
from engine.library import open_library
from gui.copies.compare_view import Way
from gui.copies.date_choice import DateSpan
from gui.copies.marks import Mark
from gui.copies.rules_dialog import RulesDialog
from gui.window.keys_dialog import KeysDialog
from tests.conftest import IndexedLibrary
from tests.gui.copies.reviewer import Answer, Reviewer
from tests.gui.person import CONTROL, LEFT, NONE, Key
from tests.gui.window_fixtures import OpenWindow

KEEP, DROP = Mark.KEEP, Mark.DROP


@pytest.fixture
def reviewer(copied: IndexedLibrary, open_window: OpenWindow) -> Reviewer:
    """Somebody who has opened the view of copies."""
    somebody = Reviewer(open_window(copied.library))
    somebody.person.until_shown(32)
    somebody.person.window.grid.setFocus()
    somebody.open()
    return somebody


def test_groups_are_rows_with_the_largest_saving_first_and_nothing_is_chosen(reviewer: Reviewer):
    savings = [group.saving for group in reviewer.groups]
    assert savings == sorted(savings, reverse=True)
    assert len(savings) == 3
    assert ["bricks/bricks-0.jpg", "old/bricks-0.jpg", "older/bricks-0.jpg"] in [
        [names[0], *sorted(names[1:])] for names in reviewer.names()
    ]
    assert all(mark is None for row in range(3) for mark in reviewer.marks(row))
    assert not reviewer.page.trash.isEnabled()
    assert reviewer.page.count.text().startswith("3 groups, ")
    assert reviewer.page.view.hasFocus()
    said = reviewer.copies.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "older: 2011-03-13 07:06 against 2020-09-13 12:26" in said
    assert "nothing chosen" in said


def test_the_pictures_of_the_rows_on_screen_come(reviewer: Reviewer):
    rows = reviewer.copies.rows
    reviewer.until(lambda: all(rows.pixmap(group.members[0].member.image_id) for group in rows.groups))


def test_keys_go_through_groups_and_pictures_and_mark_them(reviewer: Reviewer):
    view, three = reviewer.page.view, next(i for i, g in enumerate(reviewer.groups) if len(g.members) == 3)
    while view.current_row() != three:
        reviewer.press(Key.Key_Down)
    reviewer.press(Key.Key_Right)
    reviewer.press(Key.Key_D)
    reviewer.press(Key.Key_Right)
    reviewer.press(Key.Key_Delete)
    assert reviewer.marks(three) == [None, DROP, DROP]
    assert reviewer.page.summary.text().startswith("2 files marked to be dropped: ")
    assert reviewer.page.trash.isEnabled()
    reviewer.press(Key.Key_D)  # again: it is taken back
    assert reviewer.marks(three) == [None, DROP, None]
    reviewer.press(Key.Key_K)
    reviewer.press(Key.Key_Left)
    reviewer.press(Key.Key_Left)
    reviewer.press(Key.Key_Left)
    reviewer.press(Key.Key_D)
    assert reviewer.marks(three) == [DROP, DROP, KEEP]


def test_of_each_group_something_stays(reviewer: Reviewer):
    reviewer.page.view.go_to(0)
    for _ in reviewer.groups[0].members:
        reviewer.press(Key.Key_D)
        reviewer.press(Key.Key_Right)
    assert reviewer.marks(0).count(DROP) == len(reviewer.groups[0].members) - 1
    assert reviewer.said() == "One of them stays: keep another one first, or keep this one."


def test_keeping_the_best_goes_on_to_the_next_group(reviewer: Reviewer):
    reviewer.page.view.go_to(0)
    reviewer.press(Key.Key_B)
    assert reviewer.page.view.current_row() == 1
    assert reviewer.marks(0)[0] is KEEP
    assert set(reviewer.marks(0)[1:]) == {DROP}
    reviewer.until_read()
    assert reviewer.page.view.current_row() == 1  # and what is marked stays
    assert set(reviewer.marks(0)[1:]) == {DROP}


def test_a_group_that_is_kept_entirely_does_not_come_back(
    reviewer: Reviewer, copied: IndexedLibrary, open_window: OpenWindow
):
    box, names = reviewer.page.bar.with_kept, reviewer.names()
    assert not box.isVisible()
    reviewer.page.view.go_to(1)
    reviewer.press(Key.Key_D)
    reviewer.press(Key.Key_A)
    reviewer.until(lambda: len(reviewer.groups) == 2)
    assert reviewer.said() == f"All {len(names[1])} are kept; the group comes back when another one joins it."
    assert reviewer.names() == [names[0], names[2]]
    assert reviewer.page.view.current_row() == 1, "the keys go on with the next group"
    assert not reviewer.page.trash.isEnabled(), "nothing of it is to be dropped any more"
    assert box.isVisible()
    assert box.text() == "Show &also 1 group of which you keep all"

    reviewer.press(Key.Key_Z, CONTROL)
    reviewer.until(lambda: reviewer.names() == names)
    reviewer.page.view.go_to(1)
    reviewer.press(Key.Key_A)
    reviewer.until(lambda: len(reviewer.groups) == 2)
    reviewer.person.window.close_unasked()

    again = Reviewer(open_window(open_library(copied.library.path)))
    again.person.until_shown(32)
    again.person.window.grid.setFocus()
    again.open()
    assert again.names() == [names[0], names[2]]
    again.page.bar.with_kept.setChecked(True)
    again.until_read()
    assert again.names() == names
    assert [group.kept for group in again.groups] == [False, True, False]
    again.page.view.go_to(1)
    assert again.page.keep_all.text() == "Do not keep all"
    QTest.mouseClick(again.page.keep_all, LEFT)
    again.until(lambda: not any(group.kept for group in again.groups))
    again.person.window.close_unasked()


def test_the_best_of_all_groups_leaves_those_that_are_kept(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch):
    answer = Answer.given(monkeypatch, yes=False)
    reviewer.page.view.go_to(0)
    dropped = sum(len(group.members) - 1 for group in reviewer.groups[1:])
    reviewer.press(Key.Key_A)
    reviewer.until(lambda: len(reviewer.groups) == 2)
    reviewer.page.bar.with_kept.setChecked(True)
    reviewer.until_read()
    assert len(reviewer.groups) == 3
    QTest.mouseClick(reviewer.page.best_of_all, LEFT)
    assert answer.asked.startswith(f"Keep the best of 2 groups and move the other {dropped} files")


def test_a_click_chooses_a_picture_and_its_button_marks_it(reviewer: Reviewer):
    reviewer.person.window.resize(1400, 900)  # two cards are seen whole
    view = reviewer.page.view
    reviewer.until(lambda: view.viewport().width() > 600)
    box = view.visualRect(reviewer.copies.rows.index(1))
    QTest.mouseClick(view.viewport(), LEFT, NONE, QPoint(box.left() + 500, box.center().y()))
    assert view.current_row() == 1
    QTest.mouseClick(reviewer.page.drop, LEFT)
    assert reviewer.marks(1) == [None, DROP]


def test_files_of_one_content_are_always_a_pair(reviewer: Reviewer):
    assert not reviewer.page.not_a_pair.isEnabled()


def test_two_are_compared_side_by_side_with_the_same_zoom_then_flicker_then_differ(reviewer: Reviewer):
    comparison = reviewer.page.comparison
    reviewer.press(Key.Key_C)
    assert reviewer.page.is_comparing
    reviewer.until(lambda: all(view.has_image() for view in comparison.views))
    left, right = comparison.views
    reviewer.press(Key.Key_1)
    reviewer.press(Key.Key_Plus)
    assert not left.is_fitted()
    assert right.zoom() == pytest.approx(left.zoom())
    assert right.image_rect() == left.image_rect()
    before = left.part()
    reviewer.press(Key.Key_F)
    assert (comparison.way, comparison.swapped, right.isVisible()) == (Way.FLICKER, False, False)
    first = left.grab().toImage()
    reviewer.press(Key.Key_F)
    assert comparison.swapped
    assert left.part() == before
    assert left.grab().toImage() == first  # they are copies
    reviewer.press(Key.Key_V)
    assert comparison.way is Way.DIFFERENCE
    assert comparison.note.text() == "No pixel differs visibly."
    reviewer.press(Key.Key_S)
    assert right.isVisible()
    reviewer.press(Key.Key_Return)
    assert not reviewer.page.is_comparing
    assert reviewer.page.view.hasFocus()


def test_in_the_comparison_the_same_keys_mark_and_go_on(reviewer: Reviewer):
    reviewer.page.view.go_to(0)
    reviewer.press(Key.Key_Return)
    reviewer.press(Key.Key_Right)
    reviewer.press(Key.Key_D)
    assert reviewer.marks(0)[1] is DROP
    assert reviewer.page.comparison.captions[1].text().startswith("To be dropped: ")
    reviewer.press(Key.Key_PageDown)
    assert reviewer.page.view.current_row() == 1
    reviewer.press(Key.Key_Escape)
    assert not reviewer.page.is_comparing
    reviewer.press(Key.Key_Backspace)
    assert reviewer.person.window.centre.page is None
    assert reviewer.person.window.grid.hasFocus()


def test_a_folder_and_dates_narrow_what_is_shown(reviewer: Reviewer):
    bar = reviewer.page.bar
    assert bar.folder.itemText(0) == "All folders"
    reviewer.choose_folder("older")
    assert [len(group.members) for group in reviewer.groups] == [3]
    reviewer.choose_folder("")
    assert len(reviewer.groups) == 3
    years = bar.dates.years
    assert years.currentText() == "Any date"
    offered = [years.itemText(row) for row in range(years.count())]
    assert [text for text in offered if text] == ["Any date", "2020", "2011", "From … to …"]
    choose(reviewer, "2011")
    assert len(reviewer.groups) == 3
    assert not bar.dates.days.isVisible()


def choose(reviewer: Reviewer, dates: str) -> None:
    years = reviewer.page.bar.dates.years
    years.setCurrentText(dates)
    years.activated.emit(years.currentIndex())
    reviewer.until_read()


def type_day(reviewer: Reviewer, edit: QDateEdit, day: str) -> None:
    edit.setFocus()
    edit.setSelectedSection(QDateEdit.Section.YearSection)
    QTest.keyClicks(edit, day)
    QTest.keyClick(edit, Key.Key_Return)
    reviewer.until_read()


def test_groups_from_one_day_to_another(reviewer: Reviewer, copied: IndexedLibrary):
    dates = reviewer.page.bar.dates
    choose(reviewer, "From … to …")
    assert dates.days.isVisible()
    assert dates.span() == DateSpan("2011-03-13", "2020-09-13"), "as far as there are groups"
    assert len(reviewer.groups) == 3
    type_day(reviewer, dates.first, "2011-03-14")
    assert len(reviewer.groups) == 3, "one of its pictures is enough"
    type_day(reviewer, dates.last, "2020-9-12")
    assert dates.span() == DateSpan("2011-03-14", "2020-09-12")
    assert reviewer.page.empty.accessibleName() == "No group fits"
    type_day(reviewer, dates.first, "2020-09-13")
    assert dates.span() == DateSpan("2020-09-13", "2020-09-13"), "it never ends before it begins"
    assert len(reviewer.groups) == 3
    choose(reviewer, "Any date")
    assert not dates.days.isVisible()
    assert len(reviewer.groups) == 3


def test_what_is_not_there_is_said(reviewer: Reviewer):
    bar = reviewer.page.bar
    bar._change(dates=DateSpan("1999-01-01", "1999-12-31"))
    reviewer.until_read()
    assert reviewer.page.empty.accessibleName() == "No group fits"
    assert not reviewer.page.best_of_all.isEnabled()
    assert not reviewer.page.keep.isEnabled()


def test_the_order_of_rules_is_chosen_and_remembered(
    reviewer: Reviewer, copied: IndexedLibrary, open_window: OpenWindow
):
    assert all(names[0].split("/")[0] not in ("old", "older") for names in reviewer.names())
    link = copied.photos.with_name("leads to old")
    link.symlink_to(copied.photos / "old")
    reviewer.press(Key.Key_R)
    (dialog,) = reviewer.page.findChildren(RulesDialog)
    dialog._add_folder(os.fsencode(link))
    dialog.rules.setCurrentRow(2)
    QTest.mouseClick(dialog.earlier, LEFT)
    dialog.rules.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.buttons.accepted.emit()
    rules = (Rule.PIXELS, Rule.RAW, *tuple(Rule)[3:])
    wanted = Preferences(rules, (os.fsencode(link),))
    assert reviewer.copies.preferences == wanted
    reviewer.press(Key.Key_R)
    (dialog,) = [each for each in reviewer.page.findChildren(RulesDialog) if each.isVisible()]
    dialog.rules.item(dialog.rules.count() - 1).setCheckState(Qt.CheckState.Checked)
    for _ in range(dialog.rules.count()):
        QTest.mouseClick(dialog.earlier, LEFT)
        dialog.rules.setCurrentRow(dialog.rules.count() - 1)
    dialog._show_rules((Rule.FOLDER,))
    dialog.buttons.accepted.emit()
    reviewer.until_read()
    assert [names[0].split("/")[0] for names in reviewer.names()] == ["old"] * 3
    preferences = reviewer.copies.preferences
    reviewer.person.window.close_unasked()
    again = open_window(open_library(copied.library.path))
    assert again.window.copies.preferences == preferences
    again.window.close_unasked()


def test_the_question_counts_files_and_bytes_and_no_is_no(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch):
    answer = Answer.given(monkeypatch, yes=False)
    QTest.mouseClick(reviewer.page.best_of_all, LEFT)
    saving = sum(group.saving for group in reviewer.groups)
    assert answer.asked == (
        f"Keep the best of 3 groups and move the other 4 files ({saving / 1000:.1f} kB) to the trash?"
    )
    copies = "They are copies: each of these pictures stays in another file."
    assert answer.about == f"{copies} Sidecars of other programs go along."
    assert all(mark is None for row in range(3) for mark in reviewer.marks(row))


def test_the_keys_are_listed(reviewer: Reviewer):
    reviewer.press(Key.Key_F1)
    (dialog,) = reviewer.person.window.findChildren(KeysDialog)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert "Ctrl+Shift+D" in words
    assert "keep it, drop it" in words
    dialog.close()


def test_without_copies_it_says_what_copies_are(indexed: IndexedLibrary, open_window: OpenWindow):
    reviewer = Reviewer(open_window(indexed.library))
    reviewer.open()
    assert reviewer.page.empty.accessibleName() == "No copies"
    assert "byte for byte" in reviewer.page.empty.accessibleDescription()
    assert reviewer.page.bar.wish().kind is GroupKind.COPIES
    reviewer.page.bar.choose(GroupKind.BURSTS)
    assert reviewer.page.empty.accessibleName() == "Looking for copies…", "nothing is said of what was not read yet"
    reviewer.until_read()
    assert (reviewer.page.stack.currentWidget() is reviewer.page.view) == bool(reviewer.groups)
    reviewer.choose_kind(GroupKind.COPIES)
    assert reviewer.page.empty.accessibleName() == "No copies"
