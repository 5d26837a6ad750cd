"""A picture turned by quarters, and one that fingers zoom."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QNativeGestureEvent, QPainter, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.preview.crop import CropOverlay
from gui.preview.picture_view import PictureView
from gui.preview.turning import turned_size, unturned_rect

FULL = QSize(4000, 3000)
CORNERS = ("#ff0000", "#008000", "#0000ff", "#ffffff")  # top left, top right, bottom left, bottom right
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@pytest.fixture
def view(qtbot: QtBot) -> PictureView:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for place, name in enumerate(CORNERS):
        painter.fillRect(place % 2 * 200, place // 2 * 150, 200, 150, QColor(name))
    painter.end()
    view = PictureView()
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    view.set_image(image, FULL)
    return view


def corners(view: PictureView) -> tuple[str, ...]:
    """What is seen in the corners of the picture, in the order of CORNERS."""
    seen, place = (
        view.grab().toImage(),
        view.image_rect().toRect().intersected(view.rect()).adjusted(60, 60, -60, -60),
    )
    points = place.topLeft(), place.topRight(), place.bottomLeft(), place.bottomRight()
    return tuple(seen.pixelColor(point).name() for point in points)


TURNED = {
    0: CORNERS,
    1: (CORNERS[2], CORNERS[0], CORNERS[3], CORNERS[1]),
    2: CORNERS[::-1],
    3: (CORNERS[1], CORNERS[3], CORNERS[0], CORNERS[2]),
}


@pytest.mark.parametrize("turns", TURNED)
def test_a_turned_picture_is_fitted_and_shows_each_corner_where_it_belongs(view: PictureView, turns: int) -> None:
    view.turn(turns)
    assert view.image_rect().size().toSize() == turned_size(QSize(400, 300), turns)
    assert corners(view) == TURNED[turns]


@pytest.mark.parametrize("turns", TURNED)
def test_zoomed_in_it_is_the_same(view: PictureView, turns: int) -> None:
    view.turn(turns)
    view.set_zoom(view.zoom() * 1.3)
    assert not view.is_fitted()
    assert corners(view) == TURNED[turns]


def test_a_better_version_of_a_turned_picture_keeps_turn_and_zoom(view: PictureView) -> None:
    view.turn(1)
    view.set_zoom(0.5)
    better = QImage(1600, 1200, QImage.Format.Format_RGB32)
    view.set_image(better, FULL, keep_view=True)
    assert (view.turns(), view.zoom()) == (1, pytest.approx(0.5))


@pytest.mark.parametrize("turns", TURNED)
def test_a_part_chosen_in_a_turned_picture_is_that_of_the_picture_as_it_is(
    qtbot: QtBot, view: PictureView, turns: int
) -> None:
    view.turn(turns)
    view.start_crop()
    overlay = view.findChild(CropOverlay)
    QTest.keyClick(overlay, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.crop_chosen) as said:
        QTest.keyClick(overlay, Qt.Key.Key_Return)
    part = said.args[0]
    assert (part.width(), part.height()) == (2000, 1500)
    middle = QPointF(part.center())
    off = (middle.x() - 2000, middle.y() - 1500)
    moved = [(-1, 0), (0, 1), (1, 0), (0, -1)][turns]  # left on the screen, in the picture
    assert [(value > 5) - (value < -5) for value in off] == list(moved)


def test_rectangles_find_back_whatever_the_turn() -> None:
    rect = QRect(10, 20, 30, 40)  # in a picture of 200 by 100, as seen after each turn
    seen = {0: rect, 1: QRect(40, 10, 40, 30), 2: QRect(160, 40, 30, 40), 3: QRect(20, 160, 40, 30)}
    for turns, turned in seen.items():
        assert unturned_rect(turned, turned_size(QSize(200, 100), turns), turns) == rect


def test_at_full_size_a_picture_pixel_is_a_pixel_of_the_screen(view: PictureView) -> None:
    view.set_zoom(1.0)
    assert view.image_rect().width() * view.devicePixelRatioF() == FULL.width()


# -- fingers ------------------------------------------------------------------------------------------------------


def pinch(view: PictureView, value: float, at: QPoint) -> None:
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        QPointF(at),
        QPointF(at),
        QPointF(view.mapToGlobal(at)),
        value,
        QPointF(),
    )
    QApplication.sendEvent(view, event)


def test_pinching_on_a_touchpad_zooms_around_the_fingers(view: PictureView) -> None:
    before, at = view.zoom(), QPoint(100, 100)
    under = (QPointF(at) - view.image_rect().topLeft()) / view.zoom()
    pinch(view, 1.0, at)
    pinch(view, 0.5, at)
    assert view.zoom() == pytest.approx(before * 2 * 1.5)
    after = (QPointF(at) - view.image_rect().topLeft()) / view.zoom()
    assert (after.x(), after.y()) == (pytest.approx(under.x(), abs=9), pytest.approx(under.y(), abs=9))
    pinch(view, -0.9, at)
    assert view.is_fitted()


def test_two_fingers_on_a_screen_zoom(qtbot: QtBot, view: PictureView) -> None:
    device, before = QTest.createTouchDevice(), view.zoom()
    left, right = QPoint(180, 200), QPoint(220, 200)
    QTest.touchEvent(view, device).press(0, left, view).press(1, right, view).commit()
    for step in range(1, 9):
        away = QPoint(10 * step, 0)
        QTest.touchEvent(view, device).move(0, left - away, view).move(1, right + away, view).commit()
    QTest.touchEvent(view, device).release(0, left - away, view).release(1, right + away, view).commit()
    assert view.zoom() > 2 * before


def test_without_a_picture_fingers_do_nothing(view: PictureView) -> None:
    view.set_image(None)
    pinch(view, 0.5, QPoint(100, 100))
    assert not view.has_image()
