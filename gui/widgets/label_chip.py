"""One label of an image or of a selection: its colour and name, how many have it, and a way to take it away."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from engine.store.label_list import Label
from gui.language import tr
from gui.widgets.icons import icon
from gui.widgets.label_colours import colour_of, paint_swatch
from gui.widgets.plain_text import printable, tool_tip
from gui.widgets.theme import SPACE_S, colours

HEIGHT = 26
SWATCH = 10
WIDEST_TEXT = 170
BUTTON = 18


class LabelChip(QWidget):
    """Delete or Backspace takes the label away, Enter or a click is up to whoever shows it.

    Signals:
        removed(Label): its cross, or Delete.
        activated(Label): a click, Enter or Space.
    """

    removed = Signal(object)
    activated = Signal(object)

    def __init__(self, label: Label, having: int, of: int, hint: str, parent: QWidget | None = None) -> None:
        """`having` of `of` images have the label; `hint` says what a click does."""
        super().__init__(parent)
        self.label, self.having, self.of = label, having, of
        self._hint, self._removable = hint, True
        name = printable(label.name)
        self._text = name if having == of else tr("{name}  {having:,} of {of:,}", name=name, having=having, of=of)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(
            tr("Label {name}", name=name)
            if having == of
            else tr("Label {name}, on {having:,} of {of:,} pictures", name=name, having=having, of=of)
        )
        self.setAccessibleDescription(tr("{hint}. Delete takes it away", hint=hint))
        self.setToolTip(tool_tip(f"{self._text}: {hint}"))
        self.close_button = QToolButton()
        self.close_button.setIcon(icon("close"))
        self.close_button.setIconSize(QSize(12, 12))
        self.close_button.setFixedSize(BUTTON, BUTTON)
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.close_button.setToolTip(tool_tip(tr("Take “{name}” away (Delete)", name=name)))
        self.close_button.setAccessibleName(tr("Take {name} away", name=name))
        self.close_button.clicked.connect(self._on_close_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, SPACE_S, 0)
        row.addStretch()
        row.addWidget(self.close_button)

    def forbid_removing(self) -> None:
        """It has no cross, and Delete does nothing."""
        self._removable = False
        self.close_button.hide()
        self.setAccessibleDescription(self._hint)

    def is_whole(self) -> bool:
        return self.having == self.of

    def sizeHint(self) -> QSize:
        text = min(self.fontMetrics().horizontalAdvance(self._text) + 2, WIDEST_TEXT)
        return QSize(self._text_left() + text + SPACE_S + BUTTON * self._removable + SPACE_S, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            return  # one label at a time
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._removable:
            self.removed.emit(self.label)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.activated.emit(self.label)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.activated.emit(self.label)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Taken, so that its release comes here, too."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def _on_close_clicked(self) -> None:
        self.removed.emit(self.label)

    def _text_left(self) -> int:
        return 2 * SPACE_S + SWATCH + SPACE_S

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, focused = self.palette(), self.hasFocus()
        edge = palette.color(QPalette.ColorRole.Accent) if focused else colours(palette).line
        width = 2.0 if focused else 1.0
        painter.setPen(QPen(edge, width))
        painter.setBrush(palette.color(QPalette.ColorRole.Base))
        inset = width / 2
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        square = QRectF(2 * SPACE_S, (self.height() - SWATCH) / 2, SWATCH, SWATCH)
        paint_swatch(painter, square, colour_of(self.label), self.is_whole())
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        right = self.close_button.x() if self._removable else self.width() - SPACE_S
        room = QRect(self._text_left(), 0, right - SPACE_S - self._text_left(), self.height())
        text = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        painter.end()
