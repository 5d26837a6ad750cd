"""Zooming, panning and choosing a part of a picture, as a person does it."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeySequence, QPainter, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gui.preview.crop import SMALLEST, CropOverlay, Edge, centred_half, moved, resized, spanned
from gui.preview.picture_view import PATIENCE_MS, PictureView
from gui.preview.pyramid import Pyramid

FULL = QSize(4000, 3000)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def quadrants(width=400, height=300):
    """Red, green, blue and white corners, so that one sees which part is shown."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    half_width, half_height = width // 2, height // 2
    for x, y, name in ((0, 0, "red"), (1, 0, "green"), (0, 1, "blue"), (1, 1, "white")):
        painter.fillRect(x * half_width, y * half_height, half_width, half_height, QColor(name))
    painter.end()
    return image


@pytest.fixture
def view(qtbot):
    view = PictureView()
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    view.set_image(quadrants(), FULL)
    return view


def overlay_of(view):
    return view.findChild(CropOverlay)


def drag(qtbot, widget, start, end):
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(widget, (start + end) / 2)
    qtbot.mouseMove(widget, end)
    qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)


def turn_wheel(view, at, eighths):
    QTest.wheelEvent(view.window().windowHandle(), QPointF(at), QPoint(0, eighths))


def colour_at(view, x, y):
    return view.grab().toImage().pixelColor(x, y).name()


# Looking


def test_a_picture_is_fitted_and_centred(view):
    assert view.is_fitted()
    assert view.image_rect().toRect() == QRect(0, 50, 400, 300)
    assert colour_at(view, 100, 120) == "#ff0000"
    assert colour_at(view, 300, 280) == "#ffffff"


def test_it_stays_fitted_when_the_widget_is_resized(view):
    view.resize(200, 400)
    assert view.image_rect().toRect() == QRect(0, 125, 200, 150)


def test_a_tiny_picture_is_enlarged_but_not_without_end(view):
    view.set_image(quadrants(20, 20))
    assert view.zoom() == 4.0
    assert view.image_rect().center() == QPointF(200, 200)


def test_keys_zoom_fit_and_show_the_original_pixels(view, qtbot):
    fitted = view.zoom()
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom() == pytest.approx(fitted * 1.25)
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.is_fitted()
    qtbot.keyClick(view, Qt.Key.Key_1)
    assert view.zoom() == pytest.approx(1.0)
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.is_fitted()


def test_zooming_out_stops_at_the_fitted_picture_and_in_at_the_largest(view, qtbot):
    for _ in range(60):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom() == pytest.approx(16.0)
    for _ in range(60):
        qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.is_fitted()


def test_the_wheel_zooms_about_the_pointer(view):
    at = QPoint(100, 200)
    before = (QPointF(at) - view.image_rect().topLeft()) / view.zoom()
    for _ in range(10):
        turn_wheel(view, at, 120)
    after = (QPointF(at) - view.image_rect().topLeft()) / view.zoom()
    assert view.zoom() > 0.3
    assert (after - before).manhattanLength() < 10  # of 4000 pixels
    for _ in range(20):
        turn_wheel(view, at, -120)
    assert view.is_fitted()


def test_dragging_and_arrows_pan_but_never_past_the_edge(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_1)
    drag(qtbot, view, QPoint(50, 50), QPoint(350, 250))
    assert view.image_rect().topLeft() == QPointF(-1500, -1100)
    for _ in range(100):
        qtbot.keyClick(view, Qt.Key.Key_Left)
        qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.image_rect().topLeft() == QPointF(0, 0)
    assert colour_at(view, 200, 200) == "#ff0000"
    for _ in range(100):
        qtbot.keyClick(view, Qt.Key.Key_Right)
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.image_rect().bottomRight() == QPointF(400, 400)


def test_a_double_click_changes_between_fitted_and_100_percent(view, qtbot):
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 120))
    assert view.zoom() == pytest.approx(1.0)
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 120))
    assert view.is_fitted()


def test_a_better_version_of_the_same_picture_keeps_the_place(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_1)
    place = view.image_rect()
    view.set_image(quadrants(800, 600), FULL, keep_view=True)
    assert view.image_rect() == place
    view.set_image(quadrants(800, 600), FULL)
    assert view.is_fitted()


def test_more_pixels_are_asked_for_once_when_the_zoom_needs_them(view, qtbot):
    asked = []
    view.more_pixels_wanted.connect(lambda: asked.append(1))
    view.set_image(quadrants(800, 600), FULL)
    assert asked == []
    for _ in range(10):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert asked == [1]
    view.set_image(quadrants(4000, 3000), FULL, keep_view=True)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert asked == [1]


def test_a_fitted_picture_that_stays_coarse_asks_too_but_not_while_a_better_one_comes(view, qtbot):
    with qtbot.assertNotEmitted(view.more_pixels_wanted, wait=PATIENCE_MS + 200):
        view.set_image(quadrants(40, 30), FULL)
        view.set_image(quadrants(400, 300), FULL, keep_view=True)
    with qtbot.waitSignal(view.more_pixels_wanted):
        view.set_image(quadrants(40, 30), FULL)


def test_fine_stripes_fade_to_grey_instead_of_aliasing(view):
    stripes = QImage(4000, 4000, QImage.Format.Format_RGB32)
    stripes.fill(QColor("white"))
    painter = QPainter(stripes)
    for x in range(0, 4000, 2):
        painter.fillRect(x, 0, 1, 4000, QColor("black"))
    painter.end()
    view.set_image(stripes)
    shown = view.grab().toImage()
    greys = {shown.pixelColor(x, 200).red() for x in range(20, 380)}
    assert min(greys) > 100
    assert max(greys) < 155


def test_without_a_picture_keys_and_wheel_do_nothing(view, qtbot):
    view.set_image(None)
    assert not view.has_image()
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_1, Qt.Key.Key_0, Qt.Key.Key_C, Qt.Key.Key_Left):
        qtbot.keyClick(view, key)
    turn_wheel(view, QPoint(10, 10), 120)
    assert not view.is_cropping()
    view.grab()


def test_a_shortcut_of_the_window_does_not_take_the_zoom_keys(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    view = PictureView(window)
    labels = []
    QShortcut(QKeySequence("1"), window, lambda: labels.append("1"))
    view.resize(300, 300)
    with qtbot.waitActive(window):
        window.show()
    view.set_image(quadrants(), FULL)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_1)
    assert view.zoom() == pytest.approx(1.0)
    assert labels == []


def test_a_huge_version_is_not_halved_when_a_smaller_one_will_do():
    pyramid = Pyramid()
    pyramid.add(quadrants(1600, 1200))
    pyramid.add(quadrants(8000, 6000))
    assert pyramid.best_for(8000).width() == 8000
    assert pyramid.best_for(1900).width() == 1600
    assert pyramid.best_for(3000).width() == 8000
    assert pyramid.best_for(500).width() == 800
    assert pyramid.largest.width() == 8000


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (333, 777)])
def test_pictures_of_any_shape_are_drawn_at_any_size(view, size):
    blank = view.grab().toImage()
    view.set_image(quadrants(*size))
    for zoom in (0.001, 1.0, 16.0):
        view.set_zoom(zoom)
        assert view.grab().toImage() != blank


def test_an_unknown_original_size_is_taken_from_the_image(view):
    view.set_image(quadrants(800, 600), QSize(0, 0))
    assert view.zoom() == pytest.approx(0.5)


# Choosing a part


def test_c_then_enter_chooses_the_centred_half(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_C)
    assert view.is_cropping()
    with qtbot.waitSignal(view.crop_chosen) as chosen:
        qtbot.keyClick(overlay_of(view), Qt.Key.Key_Return)
    assert chosen.args == [QRect(1000, 750, 2000, 1500)]
    assert not view.is_cropping()


def test_arrows_move_and_shift_arrows_resize_the_part(view, qtbot):
    view.start_crop()
    overlay = overlay_of(view)
    step = 3000 // 50
    qtbot.keyClick(overlay, Qt.Key.Key_Left)
    qtbot.keyClick(overlay, Qt.Key.Key_Down)
    assert overlay.part() == QRect(1000 - step, 750 + step, 2000, 1500)
    qtbot.keyClick(overlay, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(overlay, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert overlay.part().size() == QSize(2000 + step, 1500 - step)
    qtbot.keyClick(overlay, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert overlay.part().x() == 1000 - step + 1


def test_escape_cancels_without_choosing(view, qtbot):
    view.start_crop()
    with qtbot.assertNotEmitted(view.crop_chosen):
        qtbot.keyClick(overlay_of(view), Qt.Key.Key_Escape)
    assert not view.is_cropping()


def test_escape_in_crop_mode_does_not_reach_the_windows_own_escape(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    clear = QPushButton("Clear")
    clear.setShortcut("Escape")
    view = PictureView()
    column = QVBoxLayout(window)
    column.addWidget(clear)
    column.addWidget(view)
    with qtbot.waitActive(window):
        window.show()
    view.set_image(quadrants(), FULL)
    view.start_crop()
    with qtbot.assertNotEmitted(clear.clicked):
        qtbot.keyClick(overlay_of(view), Qt.Key.Key_Escape)
    assert not view.is_cropping()
    with qtbot.waitSignal(clear.clicked):
        qtbot.keyClick(view, Qt.Key.Key_Escape)


def test_a_rectangle_drawn_by_mouse_is_chosen_by_the_button_in_original_pixels(view, qtbot):
    view.start_crop(with_rectangle=False)
    overlay = overlay_of(view)
    button = overlay.findChild(QPushButton)
    assert button.text() == "Find similar to this part"
    assert not button.isEnabled()
    drag(qtbot, overlay, QPoint(100, 100), QPoint(300, 200))  # ten original pixels to each of the view
    with qtbot.waitSignal(view.crop_chosen) as chosen:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen.args == [QRect(1000, 500, 2000, 1000)]


def test_a_rectangle_drawn_backwards_and_outside_is_kept_inside_the_picture(view, qtbot):
    view.start_crop(with_rectangle=False)
    overlay = overlay_of(view)
    drag(qtbot, overlay, QPoint(200, 200), QPoint(-50, 5))
    assert overlay.part() == QRect(0, 0, 2000, 1500)


def test_the_part_is_moved_by_its_middle_and_resized_by_its_handles(view, qtbot):
    view.start_crop()
    overlay = overlay_of(view)  # the part is at 100, 125 to 300, 275 in the view
    drag(qtbot, overlay, QPoint(200, 200), QPoint(220, 190))
    assert overlay.part() == QRect(1200, 650, 2000, 1500)
    drag(qtbot, overlay, QPoint(320, 265), QPoint(300, 245))
    assert overlay.part() == QRect(1200, 650, 1800, 1300)
    drag(qtbot, overlay, QPoint(120, 180), QPoint(100, 100))
    assert overlay.part() == QRect(1000, 650, 2000, 1300)


def test_a_part_drawn_while_zoomed_is_in_original_pixels(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_1)
    corner = -view.image_rect().topLeft().toPoint()
    view.start_crop(with_rectangle=False)
    drag(qtbot, overlay_of(view), QPoint(10, 20), QPoint(110, 70))
    assert overlay_of(view).part() == QRect(corner.x() + 10, corner.y() + 20, 100, 50)


def test_the_wheel_still_zooms_while_a_part_is_chosen(view):
    view.start_crop()
    part = overlay_of(view).part()
    turn_wheel(view, QPoint(200, 200), 120)
    assert not view.is_fitted()
    assert overlay_of(view).part() == part


def test_a_click_without_a_drag_keeps_the_part(view, qtbot):
    view.start_crop()
    qtbot.mouseClick(overlay_of(view), Qt.MouseButton.LeftButton, pos=QPoint(10, 60))
    assert overlay_of(view).part() == QRect(1000, 750, 2000, 1500)


def test_another_picture_ends_the_choosing_and_a_better_version_does_not(view, qtbot):
    view.start_crop()
    view.set_image(quadrants(800, 600), FULL, keep_view=True)
    assert view.is_cropping()
    with qtbot.waitSignal(view.crop_mode_changed) as changed:
        view.set_image(quadrants(), FULL)
    assert changed.args == [False]
    assert not view.is_cropping()


def test_the_overlay_is_painted_in_all_its_states(view, qtbot):
    view.start_crop(with_rectangle=False)
    assert colour_at(view, 20, 100) != "#ff0000"  # shaded
    qtbot.keyClick(overlay_of(view), Qt.Key.Key_Right)
    assert colour_at(view, 20, 100) != "#ff0000"
    assert colour_at(view, 150, 160) == "#ff0000"  # the part itself is not


# The geometry of parts


@pytest.mark.parametrize("size", [QSize(1, 1), QSize(2, 5), QSize(7, 3000), QSize(4000, 3000)])
def test_parts_stay_inside_and_are_never_empty(size):
    bounds = QRect(QPoint(), size)
    part = centred_half(size)
    for by in (QPoint(-9999, 0), QPoint(9999, 9999), QPoint(3, -2)):
        assert bounds.contains(moved(part, by, size))
        assert moved(part, by, size).size() == part.size()
    for edges in (Edge.LEFT, Edge.TOP | Edge.RIGHT, Edge.BOTTOM, Edge.LEFT | Edge.BOTTOM):
        for to in (QPoint(-9999, -9999), QPoint(9999, 9999), QPoint(1, 1)):
            changed = resized(part, edges, to, size)
            assert bounds.contains(changed)
            assert not changed.isEmpty()


def test_two_points_too_near_each_other_make_no_part():
    assert spanned(QPointF(5, 5), QPointF(5 + SMALLEST - 1, 90), FULL).isEmpty()
    assert spanned(QPointF(5, 5), QPointF(5 + SMALLEST, 90), FULL) == QRect(5, 5, SMALLEST, 85)
