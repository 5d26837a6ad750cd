"""The map in the window: laid out once, looked at, drawn around, labelled, searched from, left."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.mapping import saved_map
from engine.mapping.plane_map import PlaneMap
from engine.store import label_list
from gui.map.map_page import HINT
from tests.conftest import IndexedLibrary
from tests.gui.labeller import entry, of_image, stored
from tests.gui.map.map_reader import draw_around, kinds_within, names, open_map, point, view
from tests.gui.person import CONTROL, LEFT, NONE, RIGHT, Key, Person
from tests.photo_makers import photo

# -- there it is --------------------------------------------------------------------------------------------------


def test_the_map_is_laid_out_the_first_time_and_kept(person: Person, indexed: IndexedLibrary):
    open_map(person)
    assert person.window.centre.page == "map"
    assert person.window.map.page.count.text() == "30 pictures"
    assert "30 pictures is laid out" in person.said()
    kept = saved_map.load(indexed.library, "efficientnet_lite0")
    assert kept is not None
    assert np.array_equal(view(person).places_N2, kept.places_N2)


def test_from_then_on_it_is_at_hand(reader: Person, kept_map: PlaneMap):
    assert QApplication.focusWidget() is view(reader)
    assert np.array_equal(view(reader).places_N2, kept_map.places_N2)
    assert "laid out" not in reader.said()


def test_what_is_alike_lies_together(reader: Person):
    places = view(reader).places_N2
    kinds = [name.split("-")[0] for name in names(reader, view(reader).image_ids.tolist())]
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=-1)
    nearest = np.argsort(apart, axis=1)[:, 1]
    assert np.mean([kinds[row] == kinds[near] for row, near in enumerate(nearest)]) > 0.6


def test_an_empty_library_says_how_to_begin(newcomer: Person):
    newcomer.press(Key.Key_F9)
    page = newcomer.window.map.page
    newcomer.until(
        lambda: page.stack.currentWidget() is page.empty and "No pictures" in page.empty.accessibleName()
    )
    newcomer.press(Key.Key_Escape, on=page.view)
    assert newcomer.window.centre.page is None


def test_new_pictures_find_their_place_and_the_others_stay(reader: Person, indexed: IndexedLibrary):
    before = dict(zip(view(reader).image_ids.tolist(), view(reader).places_N2.tolist(), strict=True))
    photo("stripes", 99).save(indexed.photos / "stripes" / "stripes-99.jpg")
    reader.session.index()
    reader.until(lambda: len(view(reader).image_ids) == 31)
    now = dict(zip(view(reader).image_ids.tolist(), view(reader).places_N2.tolist(), strict=True))
    assert {image_id: now[image_id] for image_id in before} == before
    reader.until(lambda: "1 of them placed" in reader.window.map.page.count.text())
    (new,) = set(now) - set(before)
    near = min(before, key=lambda each: np.hypot(*np.subtract(before[each], now[new])))
    assert names(reader, [near])[0].startswith("stripes")


# -- selecting ----------------------------------------------------------------------------------------------------


def test_a_lasso_selects_and_a_second_one_with_control_adds(reader: Person):
    draw_around(reader, [0])
    first = view(reader).selected_ids()
    assert int(view(reader).image_ids[0]) in first
    farthest = int(((view(reader).places_N2 - view(reader).places_N2[0]) ** 2).sum(axis=1).argmax())
    draw_around(reader, [farthest], CONTROL)
    both = view(reader).selected_ids()
    assert set(first) < set(both)
    assert reader.window.viewing.chosen_ids()[0] in both
    assert sorted(reader.window.viewing.chosen_ids()) == sorted(both)
    assert reader.window.map.page.summary.text() == f"{len(both)} selected"
    draw_around(reader, [farthest])
    assert not set(first) & set(view(reader).selected_ids())


def test_a_click_selects_shows_the_picture_and_what_is_most_like_it(reader: Person):
    QTest.mouseClick(view(reader), LEFT, NONE, point(reader, 3))
    chosen = view(reader).current_id()
    assert chosen is not None
    assert view(reader).selected_ids() == [chosen]
    reader.until(lambda: reader.window.preview.image_id() == chosen)
    reader.until(lambda: len(view(reader).alike) == 10)
    assert kinds_within(reader, view(reader).alike.tolist()) & kinds_within(reader, [view(reader).current or 0])


def test_a_click_beside_all_pictures_selects_none(reader: Person):
    view(reader).select_all()
    corner = QPoint(2, 2)
    assert view(reader).row_at(QPointF(corner)) is None
    QTest.mouseClick(view(reader), LEFT, NONE, corner)
    assert view(reader).selected_ids() == reader.window.viewing.chosen_ids() == []
    assert reader.window.map.page.summary.text() == HINT.format(keys="L")


def test_control_click_takes_one_out_again(reader: Person):
    view(reader).select_rows(np.array([3, 7]))
    QTest.mouseClick(view(reader), LEFT, CONTROL, point(reader, 7))
    row = view(reader).current
    assert row is not None
    assert not view(reader).selected_N[row]


# -- doing something with it --------------------------------------------------------------------------------------


def test_l_labels_the_selection_and_the_map_shows_it(reader: Person):
    view(reader).select_rows(np.array([1, 2, 4]))
    chosen = view(reader).selected_ids()
    reader.press(Key.Key_L, on=view(reader))
    reader.until(lambda: QApplication.focusWidget() is entry(reader).line)
    QTest.keyClicks(entry(reader).line, "mine")
    reader.press(Key.Key_Return)
    reader.until(lambda: stored(reader).get("mine") == 3)
    assert all(of_image(reader, image_id) == ["mine"] for image_id in chosen)
    reader.until(
        lambda: [(k.name, k.count) for k in view(reader).colouring.kinds] == [("mine", 3), ("No label", 27)]
    )
    reader.press(Key.Key_Escape)
    reader.until(lambda: QApplication.focusWidget() is view(reader))
    assert reader.window.centre.page == "map"


def test_a_label_s_key_gives_it_to_the_selection(kept_map: PlaneMap, labelled: Person):
    open_map(labelled)
    view(labelled).select_rows(np.array([9, 12]))
    chosen = view(labelled).selected_ids()
    key = next(
        label.hotkey for label in label_list.by_id(labelled.session.library.db).values() if label.name == "red"
    )
    QTest.keyClicks(view(labelled), key)
    labelled.until(lambda: stored(labelled)["red"] == 4)
    assert all("red" in of_image(labelled, image_id) for image_id in chosen)


def test_enter_and_a_double_click_find_similar_pictures(reader: Person):
    view(reader).select_rows(np.array([6]))
    wanted = view(reader).current_id()
    reader.press(Key.Key_Return, on=view(reader))
    reader.until_found()
    assert reader.window.centre.page is None
    assert reader.window.searching.query is not None
    assert reader.window.searching.query.pictures[0].image_id == wanted
    reader.window.searching.leave()
    open_map(reader)
    QTest.mouseDClick(view(reader), LEFT, NONE, point(reader, 2))
    reader.until(lambda: reader.window.searching.query is not None)


def test_space_looks_at_what_is_selected_and_escape_leads_back_to_that_place(reader: Person):
    view(reader).select_rows(np.array([2, 5, 9]))
    chosen, viewer = view(reader).selected_ids(), reader.window.viewer
    reader.press(Key.Key_Space, on=view(reader))
    reader.until(lambda: viewer.isVisible() and viewer.view.has_image())
    assert viewer.bar.place.text() == "1 of 3"
    reader.press(Key.Key_End, on=viewer.view)
    last = viewer.panes.current_id()
    assert last in chosen
    assert last != chosen[0]
    assert reader.window.viewing.chosen_ids() == [last], "what is done is done to the one that is shown"
    reader.press(Key.Key_Escape, on=viewer.view)
    reader.until(view(reader).hasFocus)
    assert reader.window.centre.page == "map"
    assert view(reader).current_id() == last
    assert view(reader).selected_ids() == chosen
    assert sorted(reader.window.viewing.chosen_ids()) == chosen


def test_from_one_picture_the_viewer_goes_to_what_lies_near_it(reader: Person):
    view(reader).select_rows(np.array([4]))
    for _ in range(10):
        reader.press(Key.Key_Plus, on=view(reader))
    reader.press(Key.Key_F11)
    viewer = reader.window.viewer
    reader.until(lambda: viewer.isVisible() and viewer.view.has_image())
    assert viewer.bar.place.text() == "1 of 30"
    places = view(reader).places_N2
    nearest = np.argsort(((places - places[4]) ** 2).sum(axis=1), kind="stable")
    reader.press(Key.Key_Right, on=viewer.view)
    assert viewer.panes.current_id() == view(reader).image_ids[nearest[1]]
    reader.press(Key.Key_End, on=viewer.view)
    reader.press(Key.Key_Space, on=viewer.view)
    assert view(reader).selected_ids() == [view(reader).image_ids[nearest[-1]]]
    assert view(reader).rect().contains(point(reader, int(nearest[-1]))), "the map is at that picture"


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen
def test_the_context_menu_is_about_the_picture_under_the_mouse(reader: Person):
    at = point(reader, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view(reader).mapToGlobal(at), NONE)
    QApplication.sendEvent(view(reader), event)
    reader.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert "Find &similar" in [action.text() for action in menu.actions()]
    assert len(view(reader).selected_ids()) == 1
    menu.close()


# -- moving about -------------------------------------------------------------------------------------------------


def test_the_wheel_zooms_at_the_mouse(reader: Person):
    frame, at = view(reader).frame, point(reader, 4)
    scale = frame.scale
    forward = QWheelEvent(
        QPointF(at),
        QPointF(view(reader).mapToGlobal(at)),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view(reader), forward)
    assert frame.scale > 1.5 * scale
    assert (point(reader, 4) - at).manhattanLength() <= 2


def test_keys_zoom_and_move_and_fit(reader: Person):
    frame = view(reader).frame
    fitted, centre = frame.scale, frame.centre.copy()
    reader.press(Key.Key_Plus)
    assert frame.scale > fitted
    reader.press(Key.Key_Right)
    assert frame.centre[0] > centre[0]
    reader.press(Key.Key_0)
    assert (frame.scale, frame.centre.tolist()) == (fitted, centre.tolist())
    reader.press(Key.Key_Minus)
    assert frame.scale < fitted


def test_the_right_button_moves_the_map_and_opens_no_menu(reader: Person):
    before = view(reader).frame.centre.copy()
    QTest.mousePress(view(reader), RIGHT, NONE, QPoint(200, 200))
    QTest.mouseMove(view(reader), QPoint(150, 180))
    QTest.mouseRelease(view(reader), RIGHT, NONE, QPoint(150, 180))
    assert view(reader).frame.centre[0] > before[0]
    assert view(reader).selected_ids() == []


def test_control_and_arrows_go_from_picture_to_picture(reader: Person):
    reader.press(Key.Key_Right, CONTROL)
    first = view(reader).current
    assert first is not None
    places = view(reader).places_N2
    for _ in range(40):
        before = view(reader).current
        reader.press(Key.Key_Left, CONTROL)
        if view(reader).current == before:
            break
        assert places[view(reader).current, 0] < places[before, 0]
    assert view(reader).selected_ids() == [view(reader).current_id()]
    assert places[view(reader).current, 0] < places[first, 0]


def test_thumbnails_come_as_one_zooms(reader: Person):
    QTest.mouseClick(view(reader), LEFT, NONE, point(reader, 0))  # keys zoom there
    rows, size = view(reader).thumb_rows()
    while not size:
        reader.press(Key.Key_Plus)
        rows, size = view(reader).thumb_rows()
    thumbs = view(reader).thumbs
    reader.until(lambda: all(thumbs.of(int(view(reader).image_ids[row])) is not None for row in rows))
    assert view(reader).row_at(view(reader).point_of(int(rows[0])) + QPointF(size / 2 - 2, 0)) is not None


def test_the_picture_under_the_mouse_is_shown_larger(reader: Person):
    QTest.mouseMove(view(reader), QPoint(1, 1))
    QTest.mouseMove(view(reader), point(reader, 8))
    hovered = view(reader).hovered
    assert hovered is not None
    reader.until(lambda: view(reader).thumbs.large(int(view(reader).image_ids[hovered]), 1.0)[1] is not None)
    assert view(reader).thumbs.large(int(view(reader).image_ids[hovered]), 1.0)[0].endswith(".jpg")


def test_escape_gives_up_a_line_and_then_leaves(reader: Person):
    QTest.mousePress(view(reader), LEFT, NONE, QPoint(20, 20))
    QTest.mouseMove(view(reader), QPoint(90, 30))
    assert view(reader).lasso
    reader.press(Key.Key_Escape)
    assert not view(reader).lasso
    assert reader.window.centre.page == "map"
    QTest.mouseRelease(view(reader), LEFT, NONE, QPoint(90, 30))
    reader.press(Key.Key_Escape, on=view(reader))
    assert reader.window.centre.page is None
    assert QApplication.focusWidget() is reader.window.grid
    assert reader.window.viewing.chosen_ids() == reader.window.grid.chosen_ids()


def test_control_a_selects_all(reader: Person):
    reader.press(Key.Key_A, CONTROL, on=view(reader))
    assert len(view(reader).selected_ids()) == 30
    assert "30 pictures, 30 selected" in view(reader).accessibleDescription()
