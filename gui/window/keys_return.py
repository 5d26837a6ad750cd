"""The keys go back to the window below when a dialog has gone. A window manager sees to that; without one nobody
would have them until a click."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gui.widgets.later import Later

_FOLLOWED = "keys_return"  # a property of windows


class KeysReturn(QObject):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._below: QWidget | None = None  # over which the one stands that has the keys
        self._soon = Later(0, self._give_back, self)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.focusWindowChanged.connect(self._on_focus_window_changed)

    def _on_focus_window_changed(self, window: QWindow | None) -> None:
        """Of a window that goes not every system says that it has lost the keys; that it hides, it says itself. It
        may be gone before it is told that it has them."""
        widget = None if window is None else _widget_of(window)
        if window is None or widget is None:
            return
        self._below = _below(widget)
        if not window.property(_FOLLOWED):
            window.setProperty(_FOLLOWED, True)
            window.visibleChanged.connect(self._on_visible_changed)
        self._on_visible_changed(window.isVisible())

    def _on_visible_changed(self, visible: bool) -> None:
        if not visible:
            self._soon.soon()

    def _give_back(self) -> None:
        """Not where a person has gone to another window meanwhile."""
        below = self._below
        while below is not None and isValid(below) and not below.isVisible():
            below = _below(below)
        having = QGuiApplication.focusWindow()
        if (having is None or not having.isVisible()) and below is not None and isValid(below):
            below.activateWindow()


def _widget_of(window: QWindow) -> QWidget | None:
    return next((each for each in QApplication.topLevelWidgets() if each.windowHandle() == window), None)


def _below(widget: QWidget) -> QWidget | None:
    parent = widget.parentWidget()
    return None if parent is None else parent.window()
