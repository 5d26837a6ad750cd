"""Two fingers that zoom: on a touchpad, where the system tells what they mean, or on a screen."""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QWidget

LEAST = 0.1  # at once; fingers may come together

Zoom = Callable[[float, QPointF], object]  # by a factor, about a place of the widget


class Pinching(QObject):
    def __init__(self, view: QWidget, zoom: Zoom) -> None:
        super().__init__(view)
        self._view, self._zoom = view, zoom
        view.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        view.grabGesture(Qt.GestureType.PinchGesture)

    def takes(self, event: QEvent) -> bool:
        """Whether that was two fingers."""
        if event.type() == QEvent.Type.NativeGesture:
            return self._on_touchpad(cast(QNativeGestureEvent, event))
        if event.type() == QEvent.Type.Gesture:
            return self._on_screen(cast(QGestureEvent, event))
        return False

    def _on_touchpad(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._zoom(max(LEAST, 1 + event.value()), event.position())
        return True

    def _on_screen(self, event: QGestureEvent) -> bool:
        gesture = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(gesture, QPinchGesture):
            return False
        event.accept(gesture)
        if gesture.changeFlags() & QPinchGesture.ChangeFlag.ScaleFactorChanged:
            middle = QPointF(self._view.mapFromGlobal(gesture.centerPoint().toPoint()))
            self._zoom(max(LEAST, gesture.scaleFactor()), middle)
        return True
