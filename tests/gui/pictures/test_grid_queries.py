"""A query as a person changes it: several pictures, the way back and forward, the range."""

from concurrent.futures import ThreadPoolExecutor

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.person import ALT, CONTROL, LEFT, SHIFT, Key, Person

# -- several pictures ---------------------------------------------------------------------------------------------


def test_pictures_are_added_turned_to_minus_and_removed(person: Person) -> None:
    window = person.window
    person.find("bricks-0.jpg")
    person.click(person.row_of("sunset-0.jpg"))
    person.press(Key.Key_A, CONTROL | SHIFT)
    person.until_found()
    person.until(lambda: person.chips() == ["bricks-0.jpg", "sunset-0.jpg"])
    person.until(lambda: all(map(window.query_bar.has_picture_image, window.searching.query.pictures)))
    assert person.kinds(12) == {"bricks", "sunset"}

    second = window.query_bar.chips.chips()[1]
    second.setFocus()
    person.press(Key.Key_Minus, on=second)
    names = person.until_found()
    assert [p.minus for p in window.searching.query.pictures] == [False, True]
    assert person.kinds(6) == {"bricks"}
    assert "sunset-0.jpg" not in names

    person.press(Key.Key_Delete, on=window.query_bar.chips.chips()[1])
    person.until_found()
    person.until(lambda: person.chips() == ["bricks-0.jpg"])
    person.press(Key.Key_Delete, on=window.query_bar.chips.chips()[0])
    person.until_shown(30)
    assert window.searching.query is None


def test_a_picture_is_excluded_by_its_key_and_by_the_button_in_the_preview(person: Person) -> None:
    window = person.window
    assert not window.preview._actions.minus.isEnabled()
    person.find("bricks-0.jpg")
    assert window.preview._actions.minus.isEnabled()
    person.click(person.row_of("discs-0.jpg"))
    person.press(Key.Key_X, CONTROL | SHIFT)
    assert "discs-0.jpg" not in person.until_found()
    person.click(person.row_of("discs-1.jpg"))
    person.until(lambda: ("Name", "discs-1.jpg") in window.preview.metadata.rows())
    QTest.mouseClick(window.preview._actions.minus, LEFT)
    assert len(window.searching.query.pictures) == 3
    assert "discs-1.jpg" not in person.until_found()


def test_the_only_picture_of_a_query_cannot_be_excluded_from_it(person: Person) -> None:
    person.find("bricks-0.jpg")
    person.click(0)
    person.press(Key.Key_X, CONTROL | SHIFT)
    assert [p.minus for p in person.window.searching.query.pictures] == [False]
    assert person.said() == "A query needs at least one picture to be similar to."


def test_adding_all_pictures_of_a_large_selection_is_refused(person: Person, monkeypatch) -> None:
    monkeypatch.setattr("gui.pictures.searching.MOST_PICTURES", 10)
    person.press(Key.Key_A, CONTROL, on=person.window.grid)
    person.press(Key.Key_A, CONTROL | SHIFT)
    assert person.said() == "A query can hold 10 pictures; these are 30."
    assert person.window.searching.query is None


# -- back and forward ---------------------------------------------------------------------------------------------


def test_back_and_forward_go_through_the_queries_and_return_to_where_one_was(person: Person) -> None:
    window = person.window
    person.until(window.timeline.isVisible)  # it takes its room from the pictures
    person.click(25)
    at = window.grid.verticalScrollBar().value()
    browsed = person.names()[25]
    first = person.find(browsed)
    second = person.find("discs-3.jpg")
    assert first != second
    person.press(Key.Key_Backspace, on=window.grid)
    assert person.until_found() == first
    person.press(Key.Key_Left, ALT)
    person.until_shown(30)
    person.until(lambda: window.browse_bar.title.text() == "All pictures  ·  30")
    assert person.current_name() == browsed
    assert window.grid.verticalScrollBar().value() == at
    assert not window.query_bar.chips.isVisible()
    person.press(Key.Key_Right, ALT)
    assert person.until_found() == first
    person.press(Key.Key_Right, ALT)
    assert person.until_found() == second
    person.press(Key.Key_Escape)
    person.until(lambda: window.browse_bar.title.text() == "All pictures  ·  30")


# -- filters on the hits ------------------------------------------------------------------------------------------


def test_the_distance_slider_and_the_number_change_the_hits(person: Person) -> None:
    filters = person.window.query_bar.filters
    person.find("stripes-0.jpg")
    farthest = person.distances()[5]
    filters.slider.largest.setValue(farthest)
    person.until(lambda: person.rows() < 30)
    assert max(person.distances()) <= farthest
    assert person.kinds(30) == {"stripes"}
    filters.slider.largest.setValue(filters.slider.bits())
    person.until_shown(30)
    filters.number.setValue(4)
    person.until_shown(4)
    assert person.window.browse_bar.title.text() == "Similar pictures  ·  4"
    filters.slider.smallest.setValue(1)
    person.until(lambda: person.names()[0] != "stripes-0.jpg")


def test_no_hit_in_the_range_is_said_with_what_to_do(person: Person) -> None:
    person.find("stripes-0.jpg")
    slider = person.window.query_bar.filters.slider
    slider.smallest.setValue(slider.bits())
    person.until_shown(0)
    person.until(lambda: person.window.centre.currentWidget() is person.window.empty)
    assert "Widen the distance" in person.window.empty.accessibleDescription()
    slider.smallest.setValue(0)
    person.until_shown(30)
    assert person.window.centre.currentWidget() is person.window.grid
    assert QApplication.focusWidget() is not None


def test_the_names_of_a_querys_pictures_come_late_and_leave_the_slider_where_it_was_moved(person: Person) -> None:
    person.find("stripes-0.jpg")
    searching, slider = person.window.searching, person.window.query_bar.filters.slider
    slider.smallest.setValue(slider.bits())
    person.until_shown(0)
    assert searching.query is not None
    with ThreadPoolExecutor(1) as elsewhere:
        chips = elsewhere.submit(searching._chips.read, searching.query.pictures).result()
    slider.smallest.setValue(0)
    searching._chips._on_read(chips)
    assert slider.smallest.value() == 0
    assert person.chips() == ["stripes-0.jpg"]
    person.until_shown(30)
