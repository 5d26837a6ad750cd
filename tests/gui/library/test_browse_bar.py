"""Above the grid: words, sort, missing pictures and tile size, each said once when a person changes it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.search.filter_language import understood
from engine.store.browsing import Browse, Sort
from engine.store.filters import EVERYTHING, Filter, Trait, TraitTerm
from engine.store.label_list import Label
from engine.store.timeline import Grouping
from gui.library.browse_bar import SORTS, BrowseBar

LEFT = Qt.MouseButton.LeftButton
WAIT = 180_000


@pytest.fixture
def bar(qtbot: QtBot) -> BrowseBar:
    bar = BrowseBar(96, 160, 320)
    qtbot.addWidget(bar)
    bar.resize(800, 40)
    bar.show()
    return bar


def words(text: str) -> Filter:
    return understood(text).filter


@pytest.fixture
def changes(bar: BrowseBar) -> list[Browse]:
    said: list[Browse] = []
    bar.changed.connect(said.append)
    return said


def test_every_order_of_the_engine_can_be_chosen(bar: BrowseBar, changes: list[Browse]) -> None:
    assert set(SORTS.values()) == set(Sort)
    for text, sort in list(SORTS.items())[1:]:
        bar.sort.setCurrentText(text)
        assert changes[-1].sort == sort
    assert len(changes) == len(SORTS) - 1


def test_the_arrow_turns_the_order_round_and_back(bar: BrowseBar, changes: list[Browse]) -> None:
    QTest.mouseClick(bar.direction, LEFT)
    assert bar.direction.arrowType() == Qt.ArrowType.DownArrow
    QTest.mouseClick(bar.direction, LEFT)
    assert bar.direction.arrowType() == Qt.ArrowType.UpArrow
    assert [change.descending for change in changes] == [True, False]


def test_typing_asks_once_when_it_settles(qtbot: QtBot, bar: BrowseBar, changes: list[Browse]) -> None:
    QTest.keyClicks(bar.filter, "  beach ")
    assert changes == []
    qtbot.waitUntil(lambda: bool(changes), timeout=WAIT)
    assert [change.filter for change in changes] == [words("beach")]
    assert changes[0].filter.text == "beach"


def test_enter_asks_at_once_and_only_once(qtbot: QtBot, bar: BrowseBar, changes: list[Browse]) -> None:
    QTest.keyClicks(bar.filter, "beach")
    QTest.keyClick(bar.filter, Qt.Key.Key_Return)
    assert [change.filter for change in changes] == [words("beach")]
    qtbot.wait(300)
    assert len(changes) == 1


def test_choosing_a_folder_leaves_what_is_being_typed(qtbot: QtBot, bar: BrowseBar, changes: list[Browse]) -> None:
    QTest.keyClicks(bar.filter, "beach")
    bar.set_folder(b"/photos")
    qtbot.waitUntil(lambda: bool(changes), timeout=WAIT)
    assert changes == [Browse(folder=b"/photos", filter=words("beach"))]


def test_missing_pictures_are_shown_unless_asked_otherwise(bar: BrowseBar, changes: list[Browse]) -> None:
    assert bar.browse().show_missing
    bar.missing.click()
    assert not changes[-1].show_missing


def test_choices_are_shown_without_asking_for_them(qtbot: QtBot, bar: BrowseBar, changes: list[Browse]) -> None:
    wanted = Browse(folder=b"/photos", filter=words("sea"), show_missing=False, sort=Sort.SIZE, descending=True)
    bar.set_browse(wanted)
    assert bar.browse() == wanted
    assert bar.filter.text() == "sea"
    assert bar.sort.currentText() == "File size"
    assert not bar.missing.isChecked()
    assert bar.direction.arrowType() == Qt.ArrowType.DownArrow
    qtbot.wait(300)
    assert changes == []


def test_the_tile_size_goes_both_ways_without_an_echo(bar: BrowseBar) -> None:
    said: list[int] = []
    bar.tile_size_chosen.connect(said.append)
    bar.show_tile_size(200)
    assert bar.tile_size.value() == 200
    assert said == []
    bar.tile_size.setValue(240)
    assert said == [240]


def test_hits_have_only_title_words_and_tile_size(bar: BrowseBar) -> None:
    bar.set_browsing(False, "Similar pictures  ·  12")
    assert bar.title.text() == "Similar pictures  ·  12"
    assert not bar.sort.isVisible()
    assert bar.filter.isVisible()
    assert bar.tile_size.isVisible()
    bar.set_browsing(True, "All pictures  ·  30")
    assert bar.sort.isVisible()


def test_the_field_shows_the_words_of_what_is_shown(qtbot: QtBot, bar: BrowseBar, changes: list[Browse]) -> None:
    narrowed: list[Filter] = []
    bar.narrowed.connect(narrowed.append)
    bar.search_for("sea")
    bar.show_query(EVERYTHING)
    assert bar.filter.text() == ""
    QTest.keyClicks(bar.filter, "label:cat")
    bar.show_query(EVERYTHING)  # another filter of the same query was changed
    assert bar.filter.text() == "label:cat", "what is being typed stays"
    QTest.keyClick(bar.filter, Qt.Key.Key_Return)
    assert narrowed == [words("label:cat")]
    assert bar.words() == words("label:cat")
    bar.show_query(words("2024"))
    assert bar.filter.text() == "2024"
    bar.show_query(None)
    assert bar.filter.text() == "sea"
    assert bar.words() == words("sea")
    qtbot.wait(300)
    assert [change.filter for change in changes] == [words("sea")]
    assert len(narrowed) == 1


def test_what_is_typed_right_before_a_query_counts_when_it_is_left(bar: BrowseBar) -> None:
    QTest.keyClicks(bar.filter, "sea")
    bar.show_query(EVERYTHING)
    bar.show_query(None)
    assert bar.browse().filter == words("sea")
    assert bar.filter.text() == "sea"


def test_what_is_not_understood_is_said_quietly_and_the_rest_is_asked_for(
    bar: BrowseBar, changes: list[Browse]
) -> None:
    bar.search_for("sea iso:many")
    assert bar.note.isVisible()
    assert "“iso:many” is no number" in bar.note.text()
    assert changes[-1].filter == words("sea")
    bar.search_for("sea iso:100")
    assert not bar.note.isVisible()


def test_a_long_note_takes_as_many_lines_as_it_needs(bar: BrowseBar) -> None:
    bar.search_for("iso:many")
    narrow = bar.minimumSizeHint().width()
    one = bar.note.heightForWidth(10_000)
    bar.search_for("iso:many f:wide focal:long rating:good iso:few f:small")
    assert bar.note.heightForWidth(300) > one
    bar.search_for("iso:" + "many" * 200)
    assert bar.minimumSizeHint().width() == narrow, "a long word makes no window wider"


def test_two_ways_to_write_the_same_ask_once_and_the_last_one_stays(bar: BrowseBar, changes: list[Browse]) -> None:
    bar.search_for("sea")
    bar.search_for("SEA colour:")
    assert len(changes) == 1
    bar.show_query(EVERYTHING)
    bar.show_query(None)
    assert bar.filter.text() == "SEA colour:"
    assert bar.note.isVisible()


def test_a_picture_dropped_on_the_filter_is_left_to_the_window(bar: BrowseBar) -> None:
    assert not bar.filter.acceptDrops()


def test_a_long_folder_name_does_not_widen_the_window(bar: BrowseBar) -> None:
    before = bar.minimumSizeHint().width()
    bar.set_browsing(True, "x" * 255)
    assert bar.minimumSizeHint().width() <= before + 40
    assert "x" * 255 in bar.title.toolTip()


def test_in_a_narrow_window_nothing_is_lost_there_are_two_lines(qtbot: QtBot) -> None:
    holder = QWidget()  # leaves it as little room as it likes
    qtbot.addWidget(holder)
    bar = BrowseBar(96, 160, 320, holder)
    bar.set_labels([Label(1, "round", "#ff0000", "1")])
    holder.resize(900, 100)
    holder.show()
    bar.resize(376, 100)  # what the smallest window leaves
    bar.resize(376, bar.sizeHint().height())
    shown = (bar.title, bar.filter, bar.label, bar.missing, bar.sort, bar.direction, bar.group, bar.tile_size)
    assert all(widget.isVisible() and bar.rect().contains(widget.geometry()) for widget in shown)
    assert bar.label.y() > bar.filter.geometry().bottom()
    assert bar.filter.width() > 200, "several words can be read"
    holder.resize(1000, 100)
    bar.resize(1000, bar.sizeHint().height())
    assert all(widget.isVisible() for widget in shown)
    qtbot.waitUntil(lambda: bar.title.x() < bar.filter.x() < bar.label.x() < bar.missing.x() < bar.tile_size.x())
    assert abs(bar.label.geometry().center().y() - bar.filter.geometry().center().y()) <= 2
    bar.resize(376, 60)
    bar.set_browsing(False, "Similar pictures")
    assert bar.title.isVisible()
    assert bar.tile_size.isVisible()


def test_where_there_is_no_room_the_kind_of_groups_gives_way_and_no_other_word_is_cut(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    bar = BrowseBar(96, 160, 320, holder)
    bar.set_labels([Label(1, "round", "#ff0000", "1")])
    bar.set_browse(Browse(sort=Sort.TAKEN, grouping=Grouping.EVENT))
    holder.resize(900, 100)
    holder.show()
    bar.resize(394, bar.sizeHint().height())
    assert bar.group.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    assert bar.missing.width() >= bar.missing.sizeHint().width()
    bar.resize(700, bar.sizeHint().height())
    assert bar.group.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon


def test_groups_put_the_order_to_the_date_which_ends_with_them(bar: BrowseBar, changes: list[Browse]) -> None:
    bar.group.by_grouping[Grouping.MONTH].trigger()
    assert (changes[-1].sort, changes[-1].grouping) == (Sort.TAKEN, Grouping.MONTH)
    assert bar.sort.currentText() == "Date taken"
    assert (bar.group.text(), bar.group.accessibleName()) == ("Month", "Group by: month")
    QTest.mouseClick(bar.direction, LEFT)
    assert changes[-1].grouping is Grouping.MONTH
    bar.sort.setCurrentText("Name")
    assert changes[-1].grouping is None
    assert (bar.group.text(), bar.group.accessibleName()) == ("", "Group by: nothing")
    assert bar.group.by_grouping[None].isChecked()
    assert len(changes) == 3


def test_likeness_is_an_order_only_while_it_holds(bar: BrowseBar, changes: list[Browse]) -> None:
    bar.sort.setCurrentText("File size")
    QTest.mouseClick(bar.direction, LEFT)
    bar.choose_likeness(7)
    assert (changes[-1].like, changes[-1].descending) == (7, False)
    assert bar.sort.currentText() == "Likeness"
    bar.sort.setCurrentText("File size")
    assert (changes[-1].like, changes[-1].sort) == (None, Sort.SIZE)
    assert bar.sort.count() == len(SORTS)
    bar.choose_likeness(8)
    bar.group.by_grouping[Grouping.DAY].trigger()
    assert (changes[-1].like, changes[-1].grouping) == (None, Grouping.DAY)
    bar.choose_likeness(9)
    assert changes[-1].grouping is None
    bar.choose_likeness(None)
    assert changes[-1].sort is Sort.TAKEN
    assert bar.sort.currentText() == "Date taken"


def test_words_can_be_put_into_the_field_and_asked_for(bar: BrowseBar, changes: list[Browse]) -> None:
    bar.search_for("is:missing")
    assert bar.filter.text() == "is:missing"
    assert changes[-1].filter.terms == (TraitTerm(Trait.MISSING),)
    bar.search_for("")
    assert not changes[-1].filter
