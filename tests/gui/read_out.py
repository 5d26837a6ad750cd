"""What a screen reader calls the controls of a window, and which of them have no name."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QWidget,
)

INTERACTIVE = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)


def name_of(widget: QWidget) -> str:
    """What a screen reader calls it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def is_ours(widget: QWidget) -> bool:
    """Not a part that Qt makes for its own widgets: scroll bars, the line inside a spin box, a clear button."""
    parent = widget.parentWidget()
    inside = isinstance(parent, QAbstractSpinBox | QComboBox | QLineEdit | QAbstractItemView)
    return not (inside or isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_"))


def shown_controls(window: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, INTERACTIVE) and widget.isVisible() and is_ours(widget)
    ]


def nameless(window: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        for widget in shown_controls(window)
        if not name_of(widget).strip()
    ]
