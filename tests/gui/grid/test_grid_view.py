"""The grid as a person uses it: clicks, keys, wheel, drags; and what must not move while it changes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gui.grid.empty_state import EmptyState
from gui.grid.geometry import MAX_BAND_LINES, GridGeometry
from gui.grid.grid_surface import LARGEST, SMALLEST
from gui.grid.grid_view import GridView
from gui.grid.image_model import IDS_MIME_TYPE
from tests.gui.grid.hand import CONTROL, LEFT, NONE, RIGHT, SHIFT
from tests.gui.grid.tile_makers import looks_like


def ids(*rows: int) -> list[int]:
    return [1000 + 10 * row for row in rows]


def top_left_id(view: GridView) -> int:
    return view.model().image_id(view._rows_on_screen().start)


def in_full_view(view: GridView, row: int) -> bool:
    return view.viewport().rect().contains(view.visualRect(view.model().index(row)))


# -- selecting ------------------------------------------------------------------------------------------------


def test_a_click_selects_one_image_and_tells_its_id(view, hand):
    current, selected = [], []
    view.current_changed.connect(current.append)
    view.selection_changed.connect(selected.append)
    hand.click(7)
    assert view.selected_ids() == ids(7)
    assert view.current_id() == 1070
    assert (current, selected) == ([1070], [[1070]])


def test_a_shift_click_selects_all_between_as_one_range(view, hand):
    hand.click(3)
    hand.click(11, SHIFT)
    assert view.selected_ids() == ids(*range(3, 12))
    hand.click(1, SHIFT)
    assert view.selected_ids() == ids(1, 2, 3)
    assert view.selectionModel().selection().size() == 1


def test_a_shift_click_far_below_selects_the_rows_between(view, hand):
    hand.click(6)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    hand.click(497, SHIFT)
    assert view.selected_ids() == ids(*range(6, 498))
    assert view.selectionModel().selection().size() == 1


def test_a_control_click_adds_and_takes_away(view, hand):
    hand.click(1)
    hand.click(4, CONTROL)
    hand.click(8, CONTROL)
    hand.click(1, CONTROL)
    assert view.selected_ids() == ids(4, 8)


def test_control_a_selects_everything_as_one_range(view, hand, qtbot):
    with qtbot.waitSignal(view.selection_changed) as told:
        hand.key(Qt.Key.Key_A, CONTROL)
    assert told.args[0] == ids(*range(500))
    assert view.selectionModel().selection().size() == 1


def test_a_rubber_band_selects_the_tiles_it_touches(view, hand):
    start = view.visualRect(view.model().index(1)).topLeft() - QPoint(4, 4)
    end = hand.point(7)
    hand.drag(start, end)
    assert view._band.is_pulled()
    assert view.selected_ids() == ids(1, 2, 6, 7)
    view.grab()
    hand.release(end)
    assert not view._band.is_pulled()
    assert view.selected_ids() == ids(1, 2, 6, 7)


def test_a_rubber_band_held_at_the_edge_scrolls_on_and_grows(view, hand, qtbot):
    end = QPoint(view.viewport().width() - 5, view.viewport().height() + 30)
    hand.drag(QPoint(2, 2), end)
    qtbot.waitUntil(lambda: view.verticalOffset() > 400)
    hand.release(end)
    selected = view.selected_ids()
    assert selected == ids(*range(len(selected)))
    assert len(selected) > 25
    assert view.selectionModel().selection().size() == 1


def test_a_rubber_band_with_control_adds_to_the_selection(view, hand, qtbot):
    hand.click(3)
    start = view.visualRect(view.model().index(6)).topLeft() - QPoint(4, 4)
    qtbot.mousePress(view.viewport(), LEFT, CONTROL, start)
    hand.move(hand.point(7), LEFT)
    hand.move(hand.point(6), LEFT)
    hand.release(hand.point(6))
    assert view.selected_ids() == ids(3, 6)


def test_a_click_beside_the_tiles_selects_nothing(view, hand, qtbot):
    hand.click(1)
    qtbot.mouseClick(view.viewport(), LEFT, NONE, QPoint(1, 1))
    assert view.selected_ids() == []


def test_a_right_click_selects_what_it_is_on_and_keeps_a_selection_it_is_part_of(view, hand):
    hand.click(1)
    hand.click(3, button=RIGHT)
    assert view.selected_ids() == ids(3)
    hand.click(5, SHIFT)
    hand.click(4, button=RIGHT)
    assert view.selected_ids() == ids(3, 4, 5)


# -- keys -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        (7, Qt.Key.Key_Left, 6), (5, Qt.Key.Key_Left, 4), (4, Qt.Key.Key_Right, 5), (7, Qt.Key.Key_Up, 2),
        (7, Qt.Key.Key_Down, 12), (2, Qt.Key.Key_Up, 2), (7, Qt.Key.Key_Home, 0), (7, Qt.Key.Key_End, 499),
        (0, Qt.Key.Key_Left, 0), (7, Qt.Key.Key_PageDown, 22), (22, Qt.Key.Key_PageUp, 7),
        (7, Qt.Key.Key_PageUp, 2),
    ],
)  # fmt: skip
def test_keys_move_the_current_image_and_keep_it_in_view(view, hand, start, key, end):
    view.show_image(1000 + 10 * start)
    hand.key(key)
    assert view.current_id() == 1000 + 10 * end
    assert view.selected_ids() == ids(end)
    assert in_full_view(view, end)


def test_down_on_the_last_but_one_line_ends_at_the_last_image(view, hand, model):
    model.set_images(ids(*range(12)))
    view.show_image(1000 + 10 * 8)
    hand.key(Qt.Key.Key_Down)
    assert view.current_id() == 1000 + 10 * 11
    hand.key(Qt.Key.Key_PageDown)
    assert view.current_id() == 1000 + 10 * 11


def test_shift_with_keys_extends_and_shrinks_the_selection(view, hand):
    hand.click(6)
    hand.key(Qt.Key.Key_Right, SHIFT)
    hand.key(Qt.Key.Key_Down, SHIFT)
    assert view.selected_ids() == ids(*range(6, 13))
    hand.key(Qt.Key.Key_Up, SHIFT)
    assert view.selected_ids() == ids(6, 7)
    hand.key(Qt.Key.Key_End, SHIFT)
    assert view.selected_ids() == ids(*range(6, 500))
    assert view.selectionModel().selection().size() == 1


def test_control_moves_without_selecting_and_control_space_toggles(view, hand):
    hand.click(1)
    hand.key(Qt.Key.Key_Right, CONTROL)
    hand.key(Qt.Key.Key_Right, CONTROL)
    assert (view.current_id(), view.selected_ids()) == (1030, ids(1))
    hand.key(Qt.Key.Key_Space, CONTROL)
    assert view.selected_ids() == ids(1, 3)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_asks_for_images_similar_to_the_current_one(view, hand, qtbot, key):
    hand.click(7)
    with qtbot.waitSignal(view.similar_requested) as asked:
        hand.key(key)
    assert asked.args == [1070]


def test_space_asks_for_a_preview_and_backspace_to_go_back(view, hand, qtbot):
    hand.click(7)
    with qtbot.waitSignal(view.preview_requested) as asked:
        hand.key(Qt.Key.Key_Space)
    assert asked.args == [1070]
    with qtbot.waitSignal(view.back_requested):
        hand.key(Qt.Key.Key_Backspace)


def test_keys_without_a_meaning_here_are_left_to_the_window(view):
    for key in (Qt.Key.Key_X, Qt.Key.Key_3, Qt.Key.Key_Escape):
        event = QKeyEvent(QEvent.Type.KeyPress, key, NONE, "x")
        QApplication.sendEvent(view, event)
        assert not event.isAccepted()


def test_a_key_held_down_asks_once(view, hand):
    asked = []
    view.similar_requested.connect(asked.append)
    hand.click(1)
    hand.key(Qt.Key.Key_Return)
    QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, NONE, "", autorep=True))
    assert asked == [1010]


# -- mouse ----------------------------------------------------------------------------------------------------


def test_a_double_click_asks_for_similar_images_once(view, hand, qtbot):
    asked = []
    view.similar_requested.connect(asked.append)
    hand.click(8)
    qtbot.mouseDClick(view.viewport(), LEFT, NONE, hand.point(8))
    assert asked == [1080]


def test_one_click_on_the_button_of_the_hovered_tile_asks_for_similar_images(view, hand, qtbot):
    asked = []
    view.similar_requested.connect(asked.append)
    hand.click(3)
    hand.move(hand.button(6))
    qtbot.mouseClick(view.viewport(), LEFT, NONE, hand.button(6))
    assert asked == [1060]
    assert view.selected_ids() == ids(3)


def test_a_double_click_on_the_button_asks_only_once(view, hand, qtbot):
    asked = []
    view.similar_requested.connect(asked.append)
    qtbot.mouseClick(view.viewport(), LEFT, NONE, hand.button(6))
    qtbot.mouseDClick(view.viewport(), LEFT, NONE, hand.button(6))
    assert asked == [1060]


def test_a_press_on_the_button_let_go_elsewhere_asks_nothing(view, hand, qtbot):
    asked = []
    view.similar_requested.connect(asked.append)
    qtbot.mousePress(view.viewport(), LEFT, NONE, hand.button(6))
    hand.move(hand.point(8), LEFT)
    hand.release(hand.button(8))
    assert asked == []
    assert view.selected_ids() == []


def test_hovering_shows_the_button_and_leaving_hides_it(view, hand, qtbot, model):
    qtbot.waitUntil(lambda: model.tile(6) is not None)
    plain = view.grab().toImage()
    hand.move(hand.point(6))
    hovered = view.grab().toImage()
    assert hovered.pixelColor(hand.button(6)) != plain.pixelColor(hand.button(6))
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert view.grab().toImage() == plain


def test_scrolling_under_a_still_mouse_hovers_what_came_there(view, hand):
    hand.move(hand.point(6))
    view.verticalScrollBar().setValue(view._geometry.pitch)
    assert view._hovered == 11


def test_the_tooltip_names_the_button_and_shows_a_hostile_name_literally(view, hand, model, qtbot, monkeypatch):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda where, text, *rest: shown.append(text))
    qtbot.waitUntil(lambda: model.tile(6) is not None)
    model.tile(6).name = "<img src=x>"
    for point in (hand.button(6), hand.point(6)):
        where = view.viewport().mapToGlobal(point)
        QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, where))
    assert shown == ["<span>Find similar (Enter)</span>", "<span>&lt;img src=x&gt;</span>"]


def test_the_context_menu_is_asked_for_the_selected_images(view, hand, qtbot):
    hand.click(2)
    hand.click(4, SHIFT)
    point = hand.point(3)
    everywhere = view.viewport().mapToGlobal(point)
    with qtbot.waitSignal(view.context_menu_requested) as asked:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, everywhere)
        QApplication.sendEvent(view.viewport(), event)
    assert asked.args == [everywhere, ids(2, 3, 4)]
    with qtbot.waitSignal(view.context_menu_requested) as asked:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
        QApplication.sendEvent(view.viewport(), event)
    assert asked.args == [view.viewport().mapToGlobal(hand.point(4)), ids(2, 3, 4)]


def test_dragging_takes_the_selected_files_along(view, hand):
    assert view.make_drag() is None
    hand.click(2)
    hand.click(4, CONTROL)
    data = view.make_drag().mimeData()
    assert [url.toLocalFile() for url in data.urls()] == ["/photos/1020.jpg", "/photos/1040.jpg"]
    assert bytes(data.data(IDS_MIME_TYPE).data()) == b"1020,1040"


def test_pulling_a_tile_starts_a_drag_and_not_a_rubber_band(view, hand, monkeypatch):
    started = []
    monkeypatch.setattr(GridView, "startDrag", lambda self, actions: started.append(self.selected_ids()))
    hand.drag(hand.point(6), hand.point(8))
    hand.release(hand.point(8))
    assert started == [ids(6)]


# -- size and place -------------------------------------------------------------------------------------------


def test_the_wheel_scrolls_and_with_control_changes_the_tile_size(view, hand, qtbot):
    hand.wheel(-1)
    assert view.verticalOffset() > 0
    before = view.tile_size()
    with qtbot.waitSignal(view.tile_size_changed) as told:
        hand.wheel(1, CONTROL)
    assert told.args == [view.tile_size()]
    assert view.tile_size() > before
    hand.wheel(-1, CONTROL)
    assert view.tile_size() == before


def test_control_plus_and_minus_change_the_tile_size_within_its_bounds(view, hand):
    for _ in range(30):
        hand.key(Qt.Key.Key_Plus, CONTROL)
    assert view.tile_size() == LARGEST
    for _ in range(30):
        hand.key(Qt.Key.Key_Minus, CONTROL)
    assert view.tile_size() == SMALLEST
    hand.key(Qt.Key.Key_0, CONTROL)
    assert view.tile_size() == 160


@pytest.mark.parametrize("size", [96, 120, 240, 320])
def test_another_tile_size_keeps_the_current_image_in_view(view, size):
    view.show_image(1000 + 10 * 233)
    view.set_tile_size(size)
    assert in_full_view(view, 233)


def test_another_tile_size_keeps_the_top_image_when_the_current_one_is_far_away(view, hand):
    hand.click(0)
    view.verticalScrollBar().setValue(20 * view._geometry.pitch)
    assert top_left_id(view) == 2000
    view.set_tile_size(96)
    columns = view._geometry.columns
    assert top_left_id(view) == 1000 + 10 * (100 // columns * columns)


def test_resizing_keeps_the_image_at_the_top_and_comes_back_to_where_it_was(view):
    view.verticalScrollBar().setValue(33 * view._geometry.pitch + 40)
    anchor, value = top_left_id(view), view.verticalOffset()
    assert anchor == 1000 + 10 * 165
    for width in (740, 1300, 430, 1111):
        view.resize(width, 700)
        columns = view._geometry.columns
        assert top_left_id(view) == 1000 + 10 * (165 // columns * columns)
    view.resize(960, 700)
    assert (top_left_id(view), view.verticalOffset()) == (anchor, value)


def test_images_added_everywhere_leave_selection_current_and_top_image_alone(view, hand, model, qtbot):
    view.verticalScrollBar().setValue(20 * view._geometry.pitch)
    hand.click(107)
    hand.click(109, SHIFT)
    with qtbot.assertNotEmitted(view.selection_changed), qtbot.assertNotEmitted(view.current_changed):
        model.set_images(sorted([*ids(*range(500)), *range(5, 2000, 100), 2085, 9999]))
    assert view.selected_ids() == ids(107, 108, 109)
    assert view.current_id() == 2090
    assert 2000 in [model.image_id(row) for row in view._rows_on_screen()[:5]]


def test_appended_images_leave_the_view_where_it_is(view, hand, model):
    hand.click(2)
    view.verticalScrollBar().setValue(400)
    before = view.verticalScrollBar().maximum()
    model.append(range(100_000, 100_100))
    assert (view.verticalOffset(), view.selected_ids()) == (400, ids(2))
    assert view.verticalScrollBar().maximum() > before


def test_another_query_starts_at_the_top_with_nothing_selected(view, hand, model, qtbot):
    view.verticalScrollBar().setValue(4000)
    view.show_image(2000)
    with qtbot.waitSignals([view.selection_changed, view.current_changed]):
        model.set_images(ids(*range(499, -1, -1)), list(range(500)))
    assert (view.verticalOffset(), view.current_id(), view.selected_ids()) == (0, None, [])


def test_a_place_can_be_gone_back_to(view, hand, model):
    view.verticalScrollBar().setValue(5 * view._geometry.pitch + 17)
    hand.click(31)
    place = view.place()
    value = view.verticalOffset()
    model.set_images([1310, 5, 6], [0, 1, 2])
    model.set_images(ids(*range(500)))
    view.restore(place)
    assert (view.verticalOffset(), view.current_id(), view.selected_ids()) == (value, 1310, [1310])


def test_an_image_that_is_not_in_the_list_cannot_be_shown(view):
    assert not view.show_image(3)
    assert view.show_image(5990)
    assert in_full_view(view, 499)


# -- tiles ----------------------------------------------------------------------------------------------------


def test_each_tile_on_screen_shows_its_own_picture_after_scrolling_about(view, model, qtbot):
    for value in (9000, 300, 12_000, 4321):
        view.verticalScrollBar().setValue(value)
        qtbot.wait(5)
    rows = view._rows_on_screen()
    qtbot.waitUntil(lambda: all((t := model.tile(row)) is not None and t.pixmap is not None for row in rows))
    shot = view.viewport().grab().toImage()
    for row in rows:
        rect = view.visualRect(model.index(row))
        picture = rect.adjusted(70, 70, -70, -90)
        if view.viewport().rect().contains(picture):
            assert looks_like(shot.copy(picture), model.image_id(row))


def test_late_tiles_of_the_old_list_do_not_show_up_in_the_new_one(view, model, pictures, qtbot):
    wishes = model._loader._wishes
    qtbot.waitUntil(lambda: not wishes._wanted and not wishes._flying)  # so that the next batch holds image 1
    pictures.open.clear()
    pictures.entered.clear()
    model.set_images(range(1, 101), keep_place=False)
    assert pictures.entered.wait(180)
    model.set_images(range(100, 0, -1), keep_place=False)
    pictures.open.set()
    qtbot.waitUntil(lambda: model.tile(0) is not None and model.tile(99) is not None)
    assert looks_like(model.tile(0).pixmap.toImage(), 100)
    assert looks_like(model.tile(99).pixmap.toImage(), 1)


def test_of_a_million_images_only_those_around_the_screen_are_fetched(view, model, pictures, qtbot):
    pictures.asked.clear()
    model.set_images(np.arange(10_000_000, 11_000_000))
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    rows = view._rows_on_screen()
    qtbot.waitUntil(lambda: all(model.tile(row) is not None for row in rows))
    view.resize(1200, 800)
    qtbot.wait(100)
    assert len(pictures.asked) < 200
    assert pictures.asked.count(10_000_000 + rows[0]) == 1


def test_selecting_and_toggling_among_a_million_stays_a_matter_of_few_ranges(view, hand, model):
    model.set_images(np.arange(1_000_000))
    hand.click(3)
    hand.key(Qt.Key.Key_End, SHIFT)
    view.verticalScrollBar().setValue(5000)
    hand.click(view._rows_on_screen()[7], CONTROL)
    assert view.selectionModel().selection().size() <= 3
    assert len(view.selected_ids()) == 1_000_000 - 3 - 1


def test_ten_million_images_can_be_scrolled_to_the_last(view, model):
    model.set_images(np.arange(10_000_000))
    assert view.show_image(9_999_999)
    assert in_full_view(view, 9_999_999)
    assert view.indexAt(view.visualRect(model.index(9_999_999)).center()).row() == 9_999_999


def test_every_look_can_be_painted(view, model, pictures, hand, qtbot):
    pictures.pending, pictures.missing = {2}, {3}
    model.set_images([1, 2, 3, 4], [0, 7, 64, 256])
    hand.click(0)
    hand.move(hand.point(1))
    view.grab()
    qtbot.waitUntil(lambda: all(model.tile(row) is not None for row in range(4)))
    shot = view.viewport().grab().toImage()
    centre = {row: shot.pixelColor(hand.point(row) - QPoint(0, 30)) for row in range(4)}
    assert len({colour.name() for colour in centre.values()}) == 4


# -- for assistive technology -----------------------------------------------------------------------------


def test_a_screen_reader_finds_the_images_by_name(view, model, qtbot):
    qtbot.waitUntil(lambda: model.tile(2) is not None)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.text(QAccessible.Text.Name) == "Pictures"
    assert interface.role() == QAccessible.Role.List
    assert interface.childCount() == 500
    assert interface.child(2).text(QAccessible.Text.Name) == "picture 1020.jpg"


# -- geometry -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [150, 300, 777, 960, 1919])
def test_every_tile_is_found_at_each_of_its_corners_and_none_in_the_gaps(width):
    geometry = GridGeometry(23, width, 120, 140)
    for row in range(23):
        rect = geometry.rect(row)
        for corner in (rect.topLeft(), rect.topRight(), rect.bottomLeft(), rect.bottomRight()):
            assert geometry.row_at(corner.x(), corner.y()) == row
        assert geometry.row_at(rect.left() - 1, rect.top()) is None
        assert geometry.row_at(rect.left(), rect.bottom() + 1) is None
        assert rect.bottom() < geometry.content_height
    assert geometry.row_at(5, -500) is None


def test_a_band_takes_the_tiles_that_a_test_of_every_tile_finds():
    geometry = GridGeometry(57, 700, 120, 140)
    for x, y, w, h in [(0, 0, 300, 300), (130, 200, 10, 700), (0, 500, 700, 1), (600, 900, 90, 900), (3, 3, 2, 2)]:
        band = geometry.rect(0).translated(x, y)
        band.setSize(geometry.rect(0).size().__class__(w, h))
        touched = [row for row in range(57) if geometry.rect(row).intersects(band)]
        assert [row for first, last in geometry.runs_in(band) for row in range(first, last + 1)] == touched


def test_a_band_over_very_many_lines_is_one_range():
    geometry = GridGeometry(1_000_000, 700, 120, 140)
    band = geometry.rect(1)
    band.setHeight((MAX_BAND_LINES + 2) * geometry.pitch)
    assert len(geometry.runs_in(band)) == 1


# -- nothing to show ------------------------------------------------------------------------------------------


def test_the_empty_state_says_how_to_begin_and_its_button_can_be_pressed(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    empty = EmptyState("No pictures yet", "Drop a folder here or press Ctrl+O", "Add a folder", window)
    window.show()
    assert empty.accessibleName() == "No pictures yet"
    with qtbot.waitSignal(empty.button_clicked):
        qtbot.mouseClick(empty._button, LEFT)
    empty.set_texts("Nothing similar")
    assert not empty._button.isVisible()
    assert not empty._hint.isVisible()


def test_an_empty_grid_can_be_used_without_harm(view, hand, model, qtbot):
    model.set_images([])
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Return, Qt.Key.Key_Space):
        hand.key(key)
    hand.key(Qt.Key.Key_A, CONTROL)
    hand.wheel(-2)
    qtbot.mouseClick(view.viewport(), LEFT, NONE, QPoint(50, 50))
    view.grab()
    assert (view.current_id(), view.selected_ids()) == (None, [])
