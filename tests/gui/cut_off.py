"""What of a window cannot be read whole: words that are wider than their widget, widgets that stick out of the one
around them or lie on each other, tables that must be scrolled sideways. What ends in an ellipsis and says all of it
in its tool tip is whole.
"""

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QTreeView,
    QWidget,
)

from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.elided_label import ElidedLabel

SLACK = 1  # pixels that rounding may take
EVER_SO_LARGE = 10_000


def cut_off(window: QWidget) -> list[str]:
    """A sentence for each; none if all can be read."""
    found: list[str] = []
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisibleTo(window) and widget.window() is window.window():
            found += _of_one(widget)
    return found


def _of_one(widget: QWidget) -> Iterator[str]:
    name = f"{type(widget).__name__} {_words(widget)!r} in {type(widget.parentWidget()).__name__}"
    lacking = _lacking(widget)
    if lacking.width() > SLACK or lacking.height() > SLACK:
        yield f"{name}: {lacking.width()} x {lacking.height()} pixels too small"
    if _words(widget) and (hidden := _sticks_out(widget)) > SLACK:
        yield f"{name}: sticks out by {hidden} pixels"
    if isinstance(widget, QHeaderView) and widget.orientation() is Qt.Orientation.Horizontal:
        yield from _of_header(widget)
    if isinstance(widget, QScrollArea) and (beyond := _below_what_scrolls(widget)) > SLACK:
        yield f"{name}: what is in it is {beyond} pixels higher"
    if isinstance(widget, QTreeView) and (beyond := widget.horizontalScrollBar().maximum()) > SLACK:
        yield f"{name}: its columns need {beyond} pixels more"
    if (
        isinstance(widget, QTabBar)
        and sum(widget.tabRect(n).width() for n in range(widget.count())) > widget.width()
    ):
        yield f"{name}: its tabs need more room"
    if (layout := widget.layout()) is not None:
        yield from (f"{first} lies on {second}" for first, second in _on_each_other(layout))


def _below_what_scrolls(area: QScrollArea) -> int:
    """Of an area that scrolls sideways alone."""
    scrolls_down = area.verticalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    inside = area.widget()
    return 0 if scrolls_down or inside is None else inside.height() - area.viewport().height()


def _words(widget: QWidget) -> str:
    if isinstance(widget, QLineEdit):
        return widget.placeholderText()
    if isinstance(widget, QComboBox):
        return widget.currentText()
    return widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""


def _lacking(widget: QWidget) -> QSize:
    """What a text needs beyond the room that it has."""
    if isinstance(widget, ElidedLabel | ElidedCombo) or not _words(widget):
        return QSize()
    if isinstance(widget, QLabel):
        return _lacking_in_label(widget)
    text = widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, _words(widget))
    return text - _room(widget).size()


def _lacking_in_label(label: QLabel) -> QSize:
    inner = label.contentsRect().size()
    if label.wordWrap():
        room, wrapped = QRect(QPoint(), QSize(inner.width(), EVER_SO_LARGE)), Qt.TextFlag.TextWordWrap
        needed = label.fontMetrics().boundingRect(room, wrapped, label.text()).width()
        return QSize(needed - inner.width(), label.heightForWidth(label.width()) - label.height())
    return label.sizeHint() - label.size()


def _room(widget: QWidget) -> QRect:
    style = widget.style()
    if isinstance(widget, QComboBox):
        box = QStyleOptionComboBox()
        widget.initStyleOption(box)
        part = QStyle.SubControl.SC_ComboBoxEditField
        return style.subControlRect(QStyle.ComplexControl.CC_ComboBox, box, part, widget)
    if isinstance(widget, QCheckBox | QRadioButton):
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        ticked = isinstance(widget, QCheckBox)
        part_ = QStyle.SubElement.SE_CheckBoxContents if ticked else QStyle.SubElement.SE_RadioButtonContents
        return style.subElementRect(part_, option, widget)
    if isinstance(widget, QLineEdit):
        return widget.rect().adjusted(4, 0, -24 if widget.isClearButtonEnabled() else -4, 0)
    styles, shows = Qt.ToolButtonStyle, getattr(widget, "toolButtonStyle", lambda: None)()
    if shows is styles.ToolButtonIconOnly and not widget.icon().isNull():
        return QRect(QPoint(), QSize(EVER_SO_LARGE, EVER_SO_LARGE))
    has_icon = isinstance(widget, QPushButton | QToolButton) and not widget.icon().isNull()
    beside = has_icon and shows is not styles.ToolButtonTextOnly
    return widget.rect().adjusted(widget.iconSize().width() + 4 if beside else 0, 0, 0, 0)


def _sticks_out(widget: QWidget) -> int:
    """Of the widgets around it, unless one can scroll there."""
    around = widget.parentWidget()
    most, place = 0, widget.rect()
    inner: QWidget = widget
    while around is not None and not inner.isWindow():
        place = QRect(inner.mapToParent(place.topLeft()), place.size())
        scrolls = isinstance(around.parentWidget(), QAbstractScrollArea)
        room = around.rect()
        sideways = max(-place.left(), place.right() - room.right())
        if not (scrolls and _can_scroll_sideways(around.parentWidget())):
            most = max(most, sideways)
        if not scrolls:
            most = max(most, -place.top(), place.bottom() - room.bottom())
        if scrolls:
            break
        inner, around = around, around.parentWidget()
    return most


def _can_scroll_sideways(area: QWidget | None) -> bool:
    assert isinstance(area, QAbstractScrollArea)
    return area.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def _of_header(header: QHeaderView) -> Iterator[str]:
    for section in range(header.count()):
        lacking = header.sectionSizeHint(section) - header.sectionSize(section)
        words, tip = (
            header.model().headerData(section, Qt.Orientation.Horizontal, role)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        )
        if not header.isSectionHidden(section) and lacking > SLACK and not tip:
            yield f"column {words!r} of {type(header.parentWidget()).__name__}: {lacking} pixels too narrow"


def _on_each_other(layout: QLayout) -> Iterator[tuple[str, str]]:
    items = [layout.itemAt(place) for place in range(layout.count())]
    shown = [
        (item.geometry(), type(item.widget() or item.layout()).__name__)
        for item in items
        if not item.isEmpty() and item.spacerItem() is None
    ]
    for (first, its_name), (second, other_name) in combinations(shown, 2):
        shared = first & second
        if shared.width() > SLACK and shared.height() > SLACK and type(layout).__name__ != "QStackedLayout":
            yield its_name, other_name
    for item in items:
        if item.layout() is not None:
            yield from _on_each_other(item.layout())
