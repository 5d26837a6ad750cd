"""A window gone through by the Tab key, along its accessibility tree: what a person without a mouse, or without
eyes, finds there."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QRadioButton, QWidget

from tests.gui.read_out import is_ours, name_of

MOST_STEPS = 400
MNEMONIC, MORE = "&", "…"


@dataclass(frozen=True)
class Walk:
    reached: list[QWidget]  # by Tab, in this order
    out_of_reach: list[str]


def walked(window: QWidget) -> Walk:
    """Until it comes round. What the keys come to may change what can have them: only what can all the way, and
    after it, should be reached."""
    before = set(focusable(window))
    reached = _reached(before)
    missed = [each for each in focusable(window) if each in before and _is_missed(each, reached)]
    return Walk(reached, [f"{described(each)} is out of reach" for each in missed])


def _is_missed(widget: QWidget, reached: list[QWidget]) -> bool:
    """Of radio buttons, Tab leads to the one that is chosen."""
    by_arrows = isinstance(widget, QRadioButton) and not widget.isChecked()
    return not by_arrows and (widget.focusProxy() or widget) not in reached


def _reached(able: set[QWidget]) -> list[QWidget]:
    """Leaves in `able` what was so all the way."""
    reached: list[QWidget] = []
    for _ in range(MOST_STEPS):
        focused = QApplication.focusWidget()
        if focused is None or focused in reached:
            break
        reached.append(focused)
        able.intersection_update([each for each in able if each.isEnabled()])
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    return reached


def focusable(window: QWidget) -> Iterator[QWidget]:
    """As assistive programs see it: shown, enabled, and able to have the keys."""
    interface = QAccessible.queryAccessibleInterface(window)
    assert interface is not None
    yield from _focusable(interface, window)


def _focusable(interface: QAccessibleInterface, window: QWidget) -> Iterator[QWidget]:
    widget, state = interface.object(), interface.state()
    if not isinstance(widget, QWidget) or not widget.isVisibleTo(window) or widget.window() is not window.window():
        return  # items of a list are reached by arrows
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    if state.focusable and not state.disabled and by_tab and is_ours(widget):
        yield widget
    for place in range(interface.childCount()):
        if (child := interface.child(place)) is not None:
            yield from _focusable(child, window)


def misnamed(window: QWidget, reached: list[QWidget]) -> list[str]:
    """What has no name that is read out, or another than the words that are seen on it or before it."""
    wrong = []
    labels = {label.buddy(): label.text() for label in window.findChildren(QLabel) if label.buddy() is not None}
    for widget in reached:
        spoken, seen = name_of(widget), labels.get(widget, "")
        if isinstance(widget, QAbstractButton):
            seen = widget.text()
        elif isinstance(widget, QComboBox):  # on Linux its choice is its name; a label is told beside
            spoken = widget.accessibleName() or seen
        if not spoken.strip():
            wrong.append(f"{described(widget)} has no name")
        elif _words(seen) not in _words(spoken):
            wrong.append(f"{described(widget)} is seen as {seen!r}")
    return wrong


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} {name_of(widget)!r} in {type(widget.parentWidget()).__name__}"


def _words(text: str) -> str:
    return " ".join(text.replace(MNEMONIC, "").replace(MORE, "").rstrip(":").casefold().split())
