"""Labels side by side, in as many lines as they need; beyond a few lines they scroll."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from engine.store.label_list import Label
from gui.widgets.label_chip import HEIGHT, LabelChip
from gui.widgets.theme import SPACE_S

MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class LabelShare:
    """How many of the images have a label."""

    label: Label
    having: int
    of: int


class LabelChips(QScrollArea):
    """Left and Right go from one to the next.

    Signals:
        removed(Label), activated(Label): by a chip.
        left_behind(): Left or Right went past the last one, or the last one was taken away.
    """

    removed = Signal(object)
    activated = Signal(object)
    left_behind = Signal()

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = hint
        self._removable = True
        self._shares: list[LabelShare] = []
        self._chips: list[LabelChip] = []
        self._tail: QWidget | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self._inside = QWidget()
        self._inside.setBackgroundRole(QPalette.ColorRole.Window)
        self.setWidget(self._inside)
        self._arrange()

    def set_margin(self, margin: int) -> None:
        """Left and right."""
        self.setViewportMargins(margin, 0, margin, 0)

    def forbid_removing(self) -> None:
        """Chips have no cross from now on."""
        self._removable = False

    def set_tail(self, tail: QWidget) -> None:
        """A widget that stands behind the last chip."""
        self._tail = tail
        tail.setParent(self._inside)
        tail.show()
        self._arrange()

    def chips(self) -> list[LabelChip]:
        return list(self._chips)

    def shares(self) -> list[LabelShare]:
        return list(self._shares)

    def set_labels(self, shares: Sequence[LabelShare]) -> None:
        if list(shares) == self._shares:
            return
        focused = next((place for place, chip in enumerate(self._chips) if chip.hasFocus()), None)
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()  # not at once: it may be the one whose signal is being handled
        self._shares = list(shares)
        self._chips = [self._new_chip(share) for share in shares]
        if self._tail is not None:
            self._order_tabs(self._tail)
        self._arrange()
        if focused is not None:
            self._focus(min(focused, len(self._chips) - 1))

    def focus_last(self) -> bool:
        """Returns whether there is one."""
        if self._chips:
            self._chips[-1].setFocus()
        return bool(self._chips)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.height())

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def _new_chip(self, share: LabelShare) -> LabelChip:
        chip = LabelChip(share.label, share.having, share.of, self._hint, self._inside)
        chip.removed.connect(self.removed)
        if not self._removable:
            chip.forbid_removing()
        chip.activated.connect(self.activated)
        chip.installEventFilter(self)
        chip.show()
        return chip

    def _order_tabs(self, tail: QWidget) -> None:
        for before, after in pairwise([*self._chips, tail]):
            QWidget.setTabOrder(before, after)

    def _focus(self, place: int) -> None:
        if 0 <= place < len(self._chips):
            self._chips[place].setFocus()
        else:
            self.left_behind.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        place = next((place for place, chip in enumerate(self._chips) if chip is watched), None)
        if place is not None and event.type() == QEvent.Type.FocusIn:
            self.ensureWidgetVisible(self._chips[place], 0, SPACE_S)
        if place is not None and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
            if step is not None and not event.modifiers():
                self._focus(max(0, place + step))
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Place the chips, and be as high as they need, up to a few lines."""
        width = max(1, self.viewport().width())
        x = y = 0
        tail = [self._tail] if self._tail is not None else []
        for widget in [*self._chips, *tail]:
            size = widget.sizeHint()
            if x and x + size.width() > width:
                x, y = 0, y + HEIGHT + SPACE_S
            widget.setGeometry(QRect(x, y, min(size.width(), width), HEIGHT))
            x += size.width() + SPACE_S
        height = y + HEIGHT if self._chips or tail else 0
        self._inside.resize(width, height)
        self.setFixedHeight(min(height, MOST_LINES * (HEIGHT + SPACE_S) - SPACE_S))
