"""Two versions asked for the same picture, side by side, as a person looks at it."""

import html

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.jobs import version_files
from engine.library import Library
from engine.progress import finish
from engine.search.comparing import Comparer
from engine.sentences import said
from engine.store import labels, versions
from gui.versions.hit_column import HitColumn
from gui.versions.hit_rows import HitRow, HitRows
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.gui.versions.version_fixtures import Chooser, chooser, known
from tests.gui.window_fixtures import OpenWindow
from tests.jobs.version_rows import active, trained

__all__ = ["chooser", "known"]


@pytest.fixture
def comparing(chooser: Chooser) -> Chooser:
    """Somebody who asks both versions, complete, for the sixth picture; some are labelled like it."""
    library = chooser.library
    finish(version_files.make_codes(library, chooser.new))
    with library.writing() as db:
        labels.assign(db, "cat", range(1, 21))
        labels.assign(db, "dog", range(15, 41))
    chooser.person.window.grid.show_image(6)
    ask(chooser)
    return chooser


def ask(chooser: Chooser) -> None:
    chooser.person.press(Key.Key_M, CONTROL | SHIFT)
    chooser.person.until(lambda: chooser.person.window.centre.page == "compare")
    chooser.person.until(lambda: chooser.person.window.comparison.sides[0].model.rows)


def sides(chooser: Chooser) -> tuple[HitColumn, HitColumn]:
    return chooser.person.window.comparison.sides


def ids(column: HitColumn) -> list[int]:
    return [row.image_id for row in column.model.rows]


def compared(chooser: Chooser, image_id: int):
    return Comparer(chooser.library).compare(image_id, (chooser.old.id, chooser.new.id), 50)


def test_both_columns_show_what_each_version_finds(comparing: Chooser) -> None:
    expected = compared(comparing, 6)
    page = comparing.person.window.comparison
    for column, side in zip(sides(comparing), expected.sides, strict=True):
        assert ids(column) == [hit.image_id for hit in side.hits]
        assert [row.distance for row in column.model.rows] == [hit.distance for hit in side.hits]
        assert {row.image_id for row in column.model.rows if row.right} == expected.right & set(ids(column))
        other = len(side.hits) - expected.right_hits(side)
        assert (
            column.summary.text() == f"{expected.right_hits(side)} of 39 hits share a label, {other} have another"
        )
        assert not column.make_codes.isVisible()
    assert page.name.text() == "5.jpg"
    assert page.labels.text() == "Label: cat"
    assert page.summary.text() == f"{len(expected.shared)} of the first 39 hits are found by both."
    left, right = sides(comparing)
    assert left.versions.currentText() == "Built-in · 256 bits · active"
    assert right.versions.currentText() == "Cats · 16 bits"
    assert active(comparing.library).id == comparing.old.id


def test_a_row_says_what_is_right_and_what_the_other_version_makes_of_it() -> None:
    row = HitRow(7, "a.jpg", 12, True, None, QImage())
    assert (row.where(3), row.spoken(3)) == (
        "only here",
        "3. a.jpg, distance 12, same label, not found by the other version",
    )
    moved = HitRow(7, "a.jpg", 12, False, 1, QImage(), labels=("dog",))
    assert (moved.where(3), moved.spoken(3)) == (
        "no. 1 there",
        "3. a.jpg, distance 12, other label, number 1 there",
    )
    assert moved.where(1) == ""
    alone = HitRow(7, "a.jpg", 12, False, None, QImage(), alone=True)
    assert (alone.where(3), alone.spoken(3)) == ("", "3. a.jpg, distance 12, no label")


def test_a_row_tells_a_hit_with_another_label_from_one_that_nobody_labelled() -> None:
    right = HitRow(7, "a.jpg", 12, True, 1, QImage(), labels=("cat", "<b>dog</b>"))
    wrong = HitRow(7, "a.jpg", 12, False, 1, QImage(), labels=("dog",))
    unknown = HitRow(7, "a.jpg", 12, False, 1, QImage())
    assert [row.word for row in (right, wrong, unknown)] == ["same label", "other label", "no label"]
    assert right.tip == "a.jpg: cat, <b>dog</b>"
    assert unknown.tip == "a.jpg: no label, so nobody has said whether it is right"
    rows = HitRows()
    rows.show_rows([right])
    assert (
        rows.data(rows.index(0), Qt.ItemDataRole.ToolTipRole) == "<span>a.jpg: cat, &lt;b&gt;dog&lt;/b&gt;</span>"
    )
    neither = HitRow(7, "a.jpg", 12, False, 1, QImage(), labels=("dog",), asked_by_label=False)
    assert neither.word == "labelled", "the picture that is asked for has no label, so no hit is right or wrong"


def test_hits_that_nobody_labelled_are_counted_and_said(comparing: Chooser) -> None:
    def take_labels() -> None:
        with comparing.library.writing() as db:
            labels.unassign(db, "dog", list(range(1, 41)))

    comparing.person.session.store(take_labels)
    comparing.person.until(lambda: not comparing.person.session.storing)
    ask(comparing)
    left, _ = sides(comparing)
    comparing.person.until(lambda: left.summary.text().endswith("20 have none"))
    assert left.summary.text() == "19 of 39 hits share a label, 20 have none"
    words = {row.image_id: row.word for row in left.model.rows}
    assert all(word == ("same label" if image_id <= 20 else "no label") for image_id, word in words.items())


def test_rows_of_every_kind_are_painted_and_differ(comparing: Chooser, qtbot) -> None:
    picture = QImage(60, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    column = HitColumn(said("Left version"), said("Hits of the left version"))
    qtbot.addWidget(column)
    pictures = []
    for width in (180, 420):
        column.resize(width, 200)
        column.show()
        for row in (
            HitRow(1, "a.jpg", 3, False, 1, picture),
            HitRow(1, "a.jpg", 3, True, 1, picture),
            HitRow(1, "a.jpg", 3, False, None, picture),
            HitRow(1, "a.jpg", 3, False, 5, picture),
            HitRow(1, "a.jpg", 3, False, 1, QImage()),
            HitRow(1, "a.jpg", 3, False, 1, picture, labels=("dog",)),
            HitRow(1, "a.jpg", 3, False, 1, picture, labels=("dog",), asked_by_label=False),
        ):
            column.show_hits([row], "", "", lacks_codes=False)
            pictures.append(column.list.grab().toImage())
    assert all(a != b for at, a in enumerate(pictures) for b in pictures[at + 1 :])


def test_a_hit_that_is_pointed_at_is_marked_on_the_other_side(comparing: Chooser) -> None:
    left, right = sides(comparing)
    assert QApplication.focusWidget() is left.list
    comparing.person.press(Key.Key_Down)
    comparing.person.press(Key.Key_Down)
    pointed = left.current_id()
    assert pointed == ids(left)[1]
    assert right.current_id() == pointed
    left.model.show_rows([*left.model.rows, HitRow(999, "not there", 3, False, None, QImage())])
    left.list.setCurrentIndex(left.model.index(39))
    assert not right.list.selectionModel().hasSelection()


def test_enter_asks_for_the_hit_instead(comparing: Chooser) -> None:
    left, _ = sides(comparing)
    comparing.person.press(Key.Key_Down)
    comparing.person.press(Key.Key_Down)
    wanted = left.current_id()
    comparing.person.press(Key.Key_Return)
    comparing.person.until(lambda: ids(left) == [hit.image_id for hit in compared(comparing, wanted).sides[0].hits])


def test_another_version_is_chosen_and_the_two_are_swapped(comparing: Chooser) -> None:
    left, right = sides(comparing)
    before = ids(left), ids(right)
    comparing.person.press(Key.Key_S)
    comparing.person.until(lambda: (ids(left), ids(right)) == before[::-1])
    left.versions.setFocus()
    comparing.person.press(Key.Key_Up)
    left.versions.activated.emit(left.versions.currentIndex())
    comparing.person.until(lambda: ids(left) == ids(right) == before[0])
    assert comparing.person.window.comparison.summary.text().startswith("39 of the first 39")


def test_backspace_leads_back_to_the_versions(comparing: Chooser) -> None:
    comparing.person.press(Key.Key_Backspace)
    assert comparing.person.window.centre.page == "versions"
    assert QApplication.focusWidget() is comparing.page.tree


def test_codes_that_a_version_lacks_are_made_on_wish_and_nothing_is_activated(chooser: Chooser) -> None:
    chooser.person.window.grid.show_image(6)
    ask(chooser)
    left, right = sides(chooser)
    assert len(ids(left)) == 39
    assert all(row.where(place) == "" for place, row in enumerate(left.model.rows, 1))
    assert (ids(right), right.summary.text()) == ([], "This version has no codes yet.")
    assert "lacks the codes of 40 pictures" in right.note.text()
    right.make_codes.click()
    chooser.person.until(lambda: len(ids(right)) == 39 and not right.make_codes.isVisible())
    assert right.note.text() == ""
    assert active(chooser.library).id == chooser.old.id


def test_a_picture_without_a_label_is_compared_too(comparing: Chooser) -> None:
    def take_labels() -> None:
        with comparing.library.writing() as db:
            for name in ("cat", "dog"):
                labels.unassign(db, name, list(range(1, 41)))

    take_labels()
    ask(comparing)
    page = comparing.person.window.comparison
    comparing.person.until(lambda: "no label" in page.labels.text())
    assert sides(comparing)[0].summary.text() == "39 hits, 39 without a label"
    assert not any(row.right for row in sides(comparing)[0].model.rows)


def test_the_two_selected_versions_are_compared(chooser: Chooser) -> None:
    third = trained(chooser.library, "Dogs")
    chooser.person.window.grid.show_image(6)
    chooser.open()
    tree = chooser.page.tree
    tree.choose(third.id)
    chooser.person.press(Key.Key_Down, SHIFT)
    assert set(tree.selected_ids()) == {third.id, chooser.new.id}
    chooser.person.press(Key.Key_C)
    chooser.person.until(lambda: chooser.person.window.centre.page == "compare")
    assert chooser.person.window.comparison.version_ids() == (third.id, chooser.new.id)


def test_a_version_that_is_removed_meanwhile_gives_way(comparing: Chooser) -> None:
    third = trained(comparing.library, "Dogs")
    finish(version_files.make_codes(comparing.library, third))
    comparing.person.session.store(lambda: version_files.remove(comparing.library, comparing.new))
    comparing.person.until(lambda: comparing.new.id not in comparing.person.window.comparison.version_ids())
    assert len(versions.all_versions(comparing.library.db)) == 2


def test_with_one_version_or_no_picture_it_is_said_what_is_missing(known: Library, open_window: OpenWindow) -> None:
    person: Person = open_window(known)
    person.until_shown(40)
    person.press(Key.Key_M, CONTROL | SHIFT)
    person.until(lambda: "only one version" in person.said())
    trained(known)
    person.window.browse_bar.filter.setText("no picture is called so")
    person.until_shown(0)
    person.press(Key.Key_M, CONTROL | SHIFT)
    person.until(lambda: "Choose a picture" in person.said())
    assert person.window.centre.page is None


def test_both_lists_and_choices_have_names_that_are_read_out(comparing: Chooser) -> None:
    names = []
    for column in sides(comparing):
        for widget in (column.versions, column.list):
            names.append(widget.accessibleName())
    assert names == ["Left version", "Hits of the left version", "Right version", "Hits of the right version"]
    first = sides(comparing)[0].model
    assert first.data(first.index(0), Qt.ItemDataRole.AccessibleTextRole).startswith("1. ")
    assert all(row.name for row in first.rows)


def test_a_long_choice_ends_in_an_ellipsis_and_its_tool_tip_has_all_of_it(qtbot: QtBot) -> None:
    column = HitColumn(said("Left version"), said("Hits of the left version"))
    qtbot.addWidget(column)
    name = "A version with <b>a</b> rather long name · 256 bits"
    column.set_versions([(1, name), (2, "Cats")], 1)
    column.resize(180, 200)
    column.show()
    assert column.versions.shown_text().endswith("…")
    assert html.escape(name) in column.versions.toolTip()
    narrow = column.versions.grab().toImage()
    column.versions.setItemText(0, name[:-9])
    assert column.versions.grab().toImage() == narrow, "what is left out is not painted"
    column.versions.setCurrentIndex(1)
    assert column.versions.shown_text() == "Cats"
