"""Two fingers zoom in a picture and on the map, about the place between them: on a touchpad, and on a screen."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.grid.tile_loader import TileLoader
from gui.map.map_frame import spacing_of
from gui.map.map_view import MapView
from gui.preview.picture_view import PictureView

PLACES = (np.random.default_rng(0).standard_normal((300, 2)) * 20).astype(np.float32)
Scale = Callable[[], float]


def picture() -> tuple[QWidget, Scale]:
    view = PictureView()
    view.set_image(QImage(800, 600, QImage.Format.Format_RGB32), QSize(4000, 3000))
    return view, view.zoom


def plane_map() -> tuple[QWidget, Scale]:
    view = MapView(lambda: TileLoader(lambda ids: []))
    view.show_places(np.arange(len(PLACES)), PLACES, spacing_of(PLACES))
    return view, lambda: view.frame.scale


@pytest.fixture(params=[picture, plane_map])
def shown(request, qtbot) -> tuple[QWidget, Scale]:
    view, scale = request.param()
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    qtbot.waitExposed(view)
    yield view, scale
    if isinstance(view, MapView):
        view.thumbs.stop()


def test_two_fingers_on_a_touchpad_zoom(shown):
    view, scale = shown
    before = scale()
    for value, expected in ((0.5, 1.5), (-0.2, 1.2)):
        at = QPointF(100, 200)
        event = QNativeGestureEvent(
            Qt.NativeGestureType.ZoomNativeGesture,
            QPointingDevice.primaryPointingDevice(),
            2,
            at,
            at,
            QPointF(view.mapToGlobal(at.toPoint())),
            value,
            QPointF(),
        )
        QApplication.sendEvent(view, event)
        assert scale() == pytest.approx(before * expected)


def test_two_fingers_on_a_screen_zoom(shown):
    view, scale = shown
    before, device = scale(), QTest.createTouchDevice()
    first, second = QPoint(180, 200), QPoint(220, 200)
    QTest.touchEvent(view, device).press(1, first, view).press(2, second, view).commit()
    for step in range(1, 9):
        apart = QPoint(10 * step, 0)
        QTest.touchEvent(view, device).move(1, first - apart, view).move(2, second + apart, view).commit()
    QTest.touchEvent(view, device).release(1, first - apart, view).release(2, second + apart, view).commit()
    assert scale() > 2 * before
