"""The search field in the window: words narrow what is browsed and what a query finds, and are completed."""

import os

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.metadata import Metadata
from engine.search.filter_language import understood
from engine.store import metadata_rows
from gui.library.search_field import SearchField
from tests.conftest import IndexedLibrary
from tests.gui.labeller import select
from tests.gui.person import ALT, CONTROL, Key, Person
from tests.gui.window_fixtures import OpenWindow


@pytest.fixture
def field(person: Person) -> SearchField:
    return person.window.browse_bar.filter


def search(person: Person, text: str) -> None:
    person.press(Key.Key_F, CONTROL)
    QTest.keyClicks(QApplication.focusWidget(), text)
    person.press(Key.Key_Return)


def test_words_combine_in_what_is_browsed(person: Person) -> None:
    search(person, "folder:leaves -name:leaves-2")
    person.until_shown(5)
    assert person.kinds(5) == {"leaves"}
    search(person, "eaves")  # all of the field is chosen, and replaced
    person.until_shown(6)
    assert person.window.browse_bar.filter.text() == "eaves"
    assert person.kinds(6) == {"leaves"}, "inside of a word"
    person.window.browse_bar.filter.clear()
    person.until_shown(30)


def test_what_is_typed_is_completed_from_the_library(labelled: Person) -> None:
    field = labelled.window.browse_bar.filter
    labelled.press(Key.Key_F, CONTROL)
    QTest.keyClicks(field, "lab")
    labelled.until(field.list.isVisible)
    assert [each.term for each in field.list.proposals()] == ["label:"]
    labelled.press(Key.Key_Tab)
    labelled.until(lambda: [each.term for each in field.list.proposals()] == ["label:round", "label:red"])
    assert [each.note for each in field.list.proposals()] == ["4", "2"]
    assert QApplication.focusWidget() is field
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Return):
        labelled.press(key)
    assert field.text() == "label:red "
    labelled.until_shown(2)
    assert not field.list.isVisible()


def test_labels_that_are_taken_away_are_heard_of(labelled: Person) -> None:
    search(labelled, "label:red")
    labelled.until_shown(2)
    select(labelled, 0)
    labelled.press(Key.Key_2, on=labelled.window.grid)
    labelled.until_shown(1)
    assert labelled.window.grid.current_id() is not None, "one goes on with the picture that took its place"


def test_escape_closes_the_list_before_it_leaves_the_query(person: Person, field: SearchField) -> None:
    find_similar(person)
    person.press(Key.Key_F, CONTROL)
    QTest.keyClicks(field, "fol")
    person.until(field.list.isVisible)
    person.press(Key.Key_Escape)
    assert not field.list.isVisible()
    assert person.window.searching.query is not None
    person.press(Key.Key_Escape)
    assert person.window.searching.query is None


def find_similar(person: Person, row: int = 0) -> None:
    person.click(row)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()


def test_words_narrow_the_hits_and_the_field_shows_those_of_what_is_shown(
    person: Person, field: SearchField
) -> None:
    search(person, "bricks")
    person.until_shown(6)
    find_similar(person)
    assert field.text() == ""
    person.until_shown(30)
    search(person, "folder:leaves -name:leaves-2")
    person.until_shown(5)
    assert person.kinds(5) == {"leaves"}
    person.until(lambda: person.result().startswith("5 hits"))
    person.press(Key.Key_Return, on=person.window.grid)  # another picture, with the same words
    person.until(lambda: person.window.searching.found is not None and person.result().startswith("5 hits"))
    assert field.text() == "folder:leaves -name:leaves-2"
    person.press(Key.Key_Escape, on=person.window)
    person.until_shown(6)
    assert field.text() == "bricks"
    assert person.kinds(6) == {"bricks"}


def test_each_query_has_its_own_words_on_the_way_back_and_forward(person: Person, field: SearchField) -> None:
    find_similar(person)
    search(person, "leaves")
    person.until_shown(6)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until(lambda: len(person.window.searching.query.pictures) == 1 and person.result().startswith("6 hits"))
    search(person, "leaves-1")
    person.until_shown(1)
    person.press(Key.Key_Left, ALT)
    person.until_shown(6)
    assert field.text() == "leaves"
    person.press(Key.Key_Right, ALT)
    person.until_shown(1)
    assert field.text() == "leaves-1"
    field.clear()
    person.until_shown(30)
    assert person.window.searching.query is not None
    assert not person.window.searching.query.filter


def test_words_that_are_not_understood_are_said_and_the_hits_stay(person: Person, field: SearchField) -> None:
    find_similar(person)
    search(person, "iso:many ")
    note = person.window.browse_bar.note
    person.until(note.isVisible)
    assert "“iso:many” is no number" in note.text()
    assert person.rows() == 30
    field.clear()
    person.until(lambda: not note.isVisible())


def test_others_can_search_by_words(person: Person, field: SearchField) -> None:
    person.window.browse_bar.search_for("name:discs-3")
    person.until_shown(1)
    assert field.text() == "name:discs-3"
    assert person.window.browse_bar.browse().filter == understood("name:discs-3").filter


def test_an_image_with_copies_stands_for_the_one_that_is_called_so(
    indexed: IndexedLibrary, open_window: OpenWindow
) -> None:
    copy = indexed.photos / "leaves" / "zebra.jpg"
    copy.write_bytes((indexed.photos / "bricks" / "bricks-0.jpg").read_bytes())
    indexed.again()
    person = open_window(indexed.library)
    person.until_shown(30)
    search(person, "zebra")
    person.until_shown(1)
    (image_id,) = person.window.model.ids().tolist()
    assert person.session.read_paths([image_id]) == [os.fsencode(copy)]


def test_months_are_proposed(indexed: IndexedLibrary, open_window: OpenWindow) -> None:
    with indexed.library.writing() as db:
        metadata_rows.put_with_dates(db, {indexed.id_of("discs/discs-0.jpg"): Metadata("1987-07-03T10:00:00")})
    person = open_window(indexed.library)
    person.until_shown(30)
    field = person.window.browse_bar.filter
    person.press(Key.Key_F, CONTROL)
    QTest.keyClicks(field, "1987-")
    person.until(lambda: [(each.term, each.note) for each in field.list.proposals()] == [("1987-07", "1")])
    person.press(Key.Key_Tab)
    person.until_shown(1)
    assert person.names() == ["discs-0.jpg"]
