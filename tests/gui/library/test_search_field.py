"""The search field by itself: proposals are marked, taken and closed by keys and mouse, and never in the way."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.search.filter_language import understood
from gui.library.completion_list import WordProposal
from gui.library.search_field import HELP, SearchField
from tests.gui.person import LEFT, NONE, Key


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[SearchField]:
    holder = QWidget()
    qtbot.addWidget(holder)
    field = SearchField()
    column = QVBoxLayout(holder)
    column.addWidget(field)
    column.addWidget(QLineEdit())
    column.addStretch()
    holder.resize(500, 400)
    holder.show()
    qtbot.waitExposed(holder)
    holder.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    yield field
    holder.close()


@pytest.fixture
def asked(field: SearchField) -> list[str]:
    said: list[str] = []
    field.asked.connect(said.append)
    return said


@pytest.fixture
def wanted(field: SearchField) -> list[str]:
    said: list[str] = []
    field.completion_wanted.connect(said.append)
    return said


def propose(field: SearchField, typed: str, *terms: str) -> None:
    """What the library would answer."""
    before = typed[: typed.rfind(" ") + 1]
    field.propose(typed, [WordProposal(term, "3", before + term) for term in terms])


def test_each_letter_asks_for_proposals_and_typing_is_asked_for_once(
    qtbot: QtBot, field: SearchField, asked: list[str], wanted: list[str]
) -> None:
    QTest.keyClicks(field, "cat")
    assert wanted == ["c", "ca", "cat"]
    assert asked == []
    qtbot.waitUntil(lambda: asked == ["cat"])


def test_down_marks_and_enter_takes(field: SearchField, asked: list[str]) -> None:
    QTest.keyClicks(field, "sea lab")
    propose(field, "sea lab", "label:cat", "label:dog")
    assert field.list.isVisible()
    assert field.hasFocus()
    for _ in range(2):
        QTest.keyClick(field, Key.Key_Down)
    QTest.keyClick(field, Key.Key_Return)
    assert field.text() == "sea label:dog "
    assert asked == ["sea label:dog "]
    assert not field.list.isVisible()


def test_the_list_comes_and_follows_when_the_field_gets_another_width(field: SearchField) -> None:
    """As it does when what was typed so far is found, and the title beside it is another."""
    QTest.keyClicks(field, "lab")
    field.resize(field.width() - 80, field.height())
    propose(field, "lab", "label:cat")
    assert field.list.isVisible(), "though it was awaited before"
    field.move(field.x() + 40, field.y() + 10)
    assert field.list.isVisible()
    below = field.mapTo(field.window(), field.rect().bottomLeft())
    assert field.list.x() == below.x()
    assert 0 < field.list.y() - below.y() < 10


def test_up_goes_round_and_enter_without_a_mark_asks_for_what_is_typed(
    field: SearchField, asked: list[str]
) -> None:
    QTest.keyClicks(field, "lab")
    propose(field, "lab", "label:cat", "label:dog")
    QTest.keyClick(field, Key.Key_Up)
    assert field.list.marked() == WordProposal("label:dog", "3", "label:dog")
    QTest.keyClick(field, Key.Key_Down)
    assert field.list.marked() is None
    QTest.keyClick(field, Key.Key_Return)
    assert asked == ["lab"]
    assert not field.list.isVisible()


def test_tab_takes_the_first_and_goes_on_where_more_is_to_be_typed(
    field: SearchField, asked: list[str], wanted: list[str]
) -> None:
    QTest.keyClicks(field, "cam")
    propose(field, "cam", "camera:")
    QTest.keyClick(field, Key.Key_Tab)
    assert field.text() == "camera:"
    assert field.hasFocus()
    assert wanted[-1] == "camera:"
    assert asked == []
    propose(field, "camera:", 'camera:"Pixel 8"')
    QTest.keyClick(field, Key.Key_Tab)
    assert field.text() == 'camera:"Pixel 8" '
    assert asked == ['camera:"Pixel 8" ']
    QTest.keyClick(field, Key.Key_Tab)
    assert not field.hasFocus(), "without a list it goes on as everywhere"


def test_escape_closes_the_list_and_leaves_what_is_typed(field: SearchField) -> None:
    QTest.keyClicks(field, "lab")
    propose(field, "lab", "label:cat")
    QTest.keyClick(field, Key.Key_Escape)
    assert not field.list.isVisible()
    assert field.text() == "lab"
    propose(field, "lab", "label:cat")
    assert not field.list.isVisible(), "an answer that comes later does not open it again"


def test_a_click_takes_a_proposal_and_the_keys_stay_in_the_field(field: SearchField, asked: list[str]) -> None:
    QTest.keyClicks(field, "lab")
    propose(field, "lab", "label:cat", "label:dog")
    rows = field.list.rows
    QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualRect(field.list.model.index(1)).center())
    assert field.text() == "label:dog "
    assert asked == ["label:dog "]
    assert field.hasFocus()


def test_answers_that_come_late_are_dropped(field: SearchField) -> None:
    QTest.keyClicks(field, "la")
    QTest.keyClicks(field, "b")
    propose(field, "la", "lake")
    assert not field.list.isVisible()
    propose(field, "lab", "label:cat")
    QTest.keyClicks(field, "x")
    QTest.keyClick(field, Key.Key_Tab)
    assert field.text() == "labx", "what is shown for an older text is not taken"
    propose(field, "labx")
    assert not field.list.isVisible()


def test_what_stands_after_the_cursor_stays(field: SearchField, asked: list[str]) -> None:
    field.show_text("sea 2024")
    field.setCursorPosition(3)
    QTest.keyClicks(field, "s")
    propose(field, "seas", "label:seaside")
    QTest.keyClick(field, Key.Key_Tab)
    assert field.text() == "label:seaside 2024"
    assert asked == ["label:seaside 2024"]


@pytest.mark.parametrize("leave", ["focus", "cursor", "mouse"])
def test_the_list_goes_when_one_turns_to_something_else(field: SearchField, leave: str) -> None:
    QTest.keyClicks(field, "lab")
    propose(field, "lab", "label:cat")
    if leave == "focus":
        field.parentWidget().findChildren(QLineEdit)[1].setFocus()
    elif leave == "cursor":
        QTest.keyClick(field, Key.Key_Left)
    else:
        QTest.mouseClick(field, LEFT)
    assert not field.list.isVisible()


def test_down_in_the_empty_field_shows_what_can_be_written(field: SearchField, wanted: list[str]) -> None:
    QTest.keyClick(field, Key.Key_Down)
    assert [each.term for each in field.list.proposals()] == [each.term for each in HELP]
    for _ in range(2):
        QTest.keyClick(field, Key.Key_Down)
    QTest.keyClick(field, Key.Key_Return)
    assert field.text() == "label:"
    assert wanted[-1] == "label:"


def test_the_sign_shows_it_too_behind_what_is_typed(field: SearchField) -> None:
    field.show_text("sea")
    field.help.trigger()
    assert field.list.isVisible()
    assert all(each.text.startswith("sea ") for each in field.list.proposals())
    QTest.keyClicks(field, "s")
    propose(field, "seas")
    assert not field.list.isVisible()


def test_every_example_of_the_help_is_understood() -> None:
    examples = [word.strip(",;") for each in HELP for word in each.note.split() if ":" in word or ".." in word]
    said = [note for word in examples for note in understood(word).notes if "wants something" not in note]
    assert said == []
    assert len(examples) > 10


def test_a_long_list_stays_in_the_window(qtbot: QtBot, field: SearchField) -> None:
    field.window().resize(300, 180)
    QTest.keyClicks(field, "x")
    propose(field, "x", *(f"folder:{'long name ' * 20}{n}" for n in range(13)))
    window = field.window()
    assert window.rect().contains(field.list.geometry())
    QTest.keyClick(field, Key.Key_Up)
    index = field.list.rows.currentIndex()
    assert index.row() == 12
    assert field.list.rows.viewport().rect().intersects(field.list.rows.visualRect(index))
    assert field.list.rows.model().data(index, Qt.ItemDataRole.AccessibleTextRole).endswith(", 3")
    assert QApplication.focusWidget() is field


def test_words_that_were_put_there_can_be_cleared_like_typed_ones(field: SearchField) -> None:
    assert len(buttons(field)) == 1, "the one for help"
    field.show_text("2024")
    assert len(buttons(field)) == 2
    field.show_text("")
    assert not field._typing.isActive(), "nobody typed"


def buttons(field: SearchField) -> list[QToolButton]:
    return [each for each in field.findChildren(QToolButton) if each.isVisible()]
