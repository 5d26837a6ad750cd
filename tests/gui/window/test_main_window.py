"""The window as a person uses it, on a small library that is indexed: clicks, keys, queries, the way back."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from gui.grid.tile_delegate import TileDelegate
from tests.gui.person import CONTROL, LEFT, NONE, SHIFT, Key, Person
from tests.photo_makers import KINDS

# -- beginning ----------------------------------------------------------------------------------------------------


def test_an_empty_library_says_how_to_begin(newcomer: Person) -> None:
    assert newcomer.window.centre.currentWidget() is newcomer.window.empty
    assert "Ctrl+O" in newcomer.window.empty.accessibleDescription()
    assert newcomer.window.empty._button.isVisible()


def test_browsing_shows_all_pictures_with_their_number_and_the_keys_go_to_the_grid(person: Person) -> None:
    window = person.window
    assert window.browse_bar.title.text() == "All pictures  ·  30"
    assert window.centre.currentWidget() is window.grid
    assert QApplication.focusWidget() is window.grid
    person.press(Key.Key_Right)
    assert window.grid.current_id() is not None


# -- from a picture to its neighbours -----------------------------------------------------------------------------


def test_a_click_selects_and_shows_the_picture_and_searches_nothing(person: Person) -> None:
    person.click(7)
    person.until(lambda: person.window.preview.image_id() == person.window.model.image_id(7))
    assert ("Name", person.names()[7]) in person.window.preview.metadata.rows()
    assert person.window.searching.query is None
    person.until(lambda: person.window.preview.view.has_image())


def test_enter_finds_the_pictures_that_show_the_same(person: Person) -> None:
    for kind in KINDS:
        asked = f"{kind}-2.jpg"
        person.find(asked)
        person.until(lambda asked=asked: person.names()[0] == asked)
        assert person.kinds(6) == {kind}
        assert person.rows() == 30


def test_a_double_click_finds_similar_pictures(person: Person) -> None:
    name = person.names()[3]
    person.double_click(3)
    assert person.until_found()[0] == name


def test_the_magnifier_of_a_tile_finds_similar_pictures_with_one_click(person: Person) -> None:
    grid, name = person.window.grid, person.names()[4]
    button = TileDelegate.button_rect(grid.visualRect(person.window.model.index(4))).center()
    QTest.mouseMove(grid.viewport(), button)
    QTest.mouseClick(grid.viewport(), LEFT, NONE, button)
    assert person.until_found()[0] == name


def test_the_button_in_the_preview_finds_similar_pictures(person: Person) -> None:
    person.click(5)
    name = person.names()[5]
    person.until(lambda: person.window.preview.image_id() == person.window.model.image_id(5))
    QTest.mouseClick(person.window.preview._actions.similar, LEFT)
    assert person.until_found()[0] == name


def test_every_hit_carries_its_distance_and_browsing_has_none(person: Person) -> None:
    assert set(person.distances()) == {None}
    person.find("bricks-0.jpg")
    distances = person.distances()
    assert distances[0] == 0 < min(distances[1:])
    person.until_tiles()
    spoken = person.window.model.index(1).data()
    assert f"distance {distances[1]}" in spoken


def test_after_a_search_the_keys_go_on_from_the_best_hit(person: Person) -> None:
    person.find("discs-1.jpg")
    assert person.current_name() == "discs-1.jpg"
    person.press(Key.Key_Right)
    assert person.window.grid.currentIndex().row() == 1


def test_enter_pressed_rapidly_ends_with_the_hits_of_the_last_query(person: Person) -> None:
    person.click(0)
    for _ in range(12):
        person.press(Key.Key_Return, on=person.window.grid)
        person.press(Key.Key_Right, on=person.window.grid)
    last = person.window.searching.query
    names = person.until_found()
    assert last is not None
    assert person.window.model.image_id(0) == last.pictures[0].image_id
    assert len(names) == 30
    assert len(person.chips()) == 1


def test_a_window_that_was_closed_begins_nothing_whoever_calls(person: Person) -> None:
    window, session = person.window, person.session
    window.browsing.refresh_soon()
    session.library_changed.emit()
    assert any(timer.isActive() for timer in window.findChildren(QTimer))
    window.close()
    session.library_changed.emit()
    window.browsing.refresh_soon()
    window.browsing.refresh()
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    assert not any(timer.isActive() for timer in window.findChildren(QTimer))


@pytest.mark.parametrize("size", [(820, 520), (1280, 800)])
def test_a_query_does_not_move_the_pictures(person: Person, size: tuple[int, int]) -> None:
    grid, window = person.window.grid, person.window
    window.resize(*size)
    person.until(lambda: (window.width(), window.height()) == size)
    top = grid.mapTo(window, QPoint(0, 0)).y()
    person.double_click(0)
    person.until_found()
    person.until(window.query_bar.filters.isVisible)
    assert grid.mapTo(window, QPoint(0, 0)).y() == top
    assert window.query_bar.filters.mapTo(window, QPoint(0, 0)).y() > top
    person.press(Key.Key_Escape)
    person.until(lambda: not window.query_bar.filters.isVisible())
    assert grid.mapTo(window, QPoint(0, 0)).y() == top


def test_several_selected_pictures_are_counted_at_the_bottom(person: Person) -> None:
    person.click(0)
    assert person.window.job_bar.selected.text() == ""
    person.click(4, SHIFT)
    person.until(lambda: person.window.job_bar.selected.text() == "5 selected")
    person.press(Key.Key_A, CONTROL, on=person.window.grid)
    person.until(lambda: person.window.job_bar.selected.text() == "30 selected")


def test_what_computes_is_no_line_that_stays(person: Person) -> None:
    person.window.session.device_chosen.emit("CPU, as no NVIDIA driver was found")
    texts = [label.text() for label in person.window.findChildren(QLabel)]
    assert not any("driver" in text for text in texts)
