"""One doubtful picture at a time, large, with the label proposed for it: answered by single keys.

The dialog knows no library. It shows the question it is given and says what a person answers.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from gui.grid.empty_state import EmptyState
from gui.labels.label_entry import LabelEntry
from gui.labels.walk_neighbours import NeighbourStrip
from gui.language import tr
from gui.preview.picture_view import PictureView
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SMALL, SPACE_L, SPACE_M, SPACE_S, sized

SIDE_WIDTH = 300
TITLE = 1.5  # size of the question's font
SKIP, SKIP_TIP = said("Skip  (S)"), said("Not now; on to the next picture")
ENOUGH, ENOUGH_TIP = said("Enough  (S)"), said("It has no more labels; on to the next picture")


class WalkDialog(QDialog):
    """Signals: `yes_given()`, `another_given()` (yes, and ask on), `no_given()`, `skipped()`, `back_wanted()`,
    `labels_entered(list[str])`, `ended()`.
    """

    yes_given = Signal()
    another_given = Signal()
    no_given = Signal()
    skipped = Signal()
    back_wanted = Signal()
    labels_entered = Signal(object)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Label the doubtful"))
        self.setAccessibleName(tr("Label the doubtful"))
        self.view = PictureView(with_parts=False)
        self.entry = LabelEntry(self.view)
        self.neighbours = NeighbourStrip()
        self.question, self.reason, self.notice = _text(TITLE, bold=True), _text(), _text()
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.message = EmptyState("")
        self.progress = _text(SMALL)
        self.yes = _button(tr("Yes  (Y)"), tr("It has this label; on to the next picture"))
        self.no = _button(tr("No  (N)"), tr("Not this label; ask for the next likely one"))
        self.another = _button(tr("Yes, and more  (A)"), tr("It has this label; ask for a second one"))
        self.skip = _button(tr(SKIP), tr(SKIP_TIP))
        self.type = _button(tr("Type a label…  (L)"), tr("Give it another label, or several"))
        self.back = _button(tr("Back  (U)"), tr("Take the last answer back"))
        self.end = _button(tr("Close  (Esc)"), tr("End; every answer is stored already"))
        self._keys = {
            Qt.Key.Key_Y: self.yes,
            Qt.Key.Key_N: self.no,
            Qt.Key.Key_A: self.another,
            Qt.Key.Key_S: self.skip,
            Qt.Key.Key_Space: self.skip,
            Qt.Key.Key_L: self.type,
            Qt.Key.Key_U: self.back,
        }
        self._lay_out()
        self._connect()

    # -- showing ------------------------------------------------------------------------------------------------

    def turn_to(self, name: str, image: QImage, full_size: QSize) -> None:
        """Another picture, as far as it is at hand."""
        self.entry.hide()
        self.show_notice("")
        self.name.setText(name)
        self.view.set_image(image, full_size)

    def show_better_picture(self, image: QImage, full_size: QSize) -> None:
        """The same one with more pixels."""
        self.view.set_image(image, full_size, keep_view=True)

    def show_question(self, question: str, reason: str, can_answer: bool, answered: bool) -> None:
        """Something to answer: without a proposal a label can still be typed; one that was `answered` need not be
        given a second label."""
        self._pages.setCurrentIndex(0)
        self.skip.setText(tr(ENOUGH if answered else SKIP))
        self.skip.setToolTip(tr(ENOUGH_TIP if answered else SKIP_TIP))
        _fit(self.question, question)
        _fit(self.reason, reason)
        for button in (self.yes, self.no, self.another):
            button.setEnabled(can_answer)
        for button in (self.skip, self.type):
            button.setEnabled(True)
        if not self.entry.isVisible():
            self.view.setFocus()  # a disabled button would hand its focus on to any other

    def show_message(self, title: str, sentence: str) -> None:
        """Nothing to answer."""
        self.entry.hide()
        self._pages.setCurrentIndex(1)
        self.message.set_texts(title, sentence)
        for button in (self.yes, self.no, self.another, self.skip, self.type):
            button.setEnabled(False)
        self.end.setFocus()

    def show_progress(self, text: str, can_go_back: bool) -> None:
        self.progress.setText(text)
        self.back.setEnabled(can_go_back)

    def show_notice(self, sentence: str) -> None:
        _fit(self.notice, sentence)
        self.notice.setVisible(bool(sentence))

    def open_entry(self) -> None:
        if self.type.isEnabled():
            self.entry.show_count(1)
            self.entry.begin()

    # -- keys ---------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plain letters answer. While a label is typed they never come here; a key held down answers once."""
        if event.matches(QKeySequence.StandardKey.Undo):
            button: QPushButton | None = self.back
        elif event.key() == Qt.Key.Key_Escape:
            button = self.end
        else:
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
            button = self._keys.get(Qt.Key(event.key())) if plain else None
        if button is None:
            event.ignore()
        elif not event.isAutoRepeat() and button.isEnabled():
            button.click()

    def reject(self) -> None:
        """However the dialog is closed."""
        super().reject()
        self.ended.emit()

    def _on_entry_closed(self) -> None:
        self.entry.hide()
        self.view.setFocus()

    def _on_labels_entered(self, names: list[str]) -> None:
        self._on_entry_closed()
        self.labels_entered.emit(names)

    # -- building -----------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        asking = QWidget()
        top = QHBoxLayout()
        top.setSpacing(SPACE_L)
        top.addWidget(self.view, 1)
        top.addWidget(self._side())
        column = QVBoxLayout(asking)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addLayout(top, 1)
        heading = _text()
        heading.setText(tr("Nearest labelled pictures"))
        heading.setFont(sized(heading.font(), 1.0, bold=True))
        column.addWidget(heading)
        column.addWidget(self.neighbours)
        self._pages = QStackedLayout()
        self._pages.addWidget(asking)
        self._pages.addWidget(self.message)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        whole.setSpacing(SPACE_M)
        whole.addLayout(self._pages, 1)
        whole.addLayout(self._bottom())

    def _side(self) -> QWidget:
        side = QWidget()
        side.setFixedWidth(SIDE_WIDTH)
        self.name.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.notice.hide()
        buttons = QGridLayout()
        buttons.setSpacing(SPACE_S)
        for place, button in enumerate((self.yes, self.no, self.another, self.skip)):
            buttons.addWidget(button, place // 2, place % 2)
        buttons.addWidget(self.type, 2, 0, 1, 2)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        for widget in (self.name, self.question, self.reason):
            column.addWidget(widget)
        column.addSpacing(SPACE_M)
        column.addLayout(buttons)
        column.addWidget(self.notice)
        column.addStretch()
        return side

    def _bottom(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_M)
        self.progress.setWordWrap(False)
        self.progress.setAccessibleName(tr("Progress"))
        row.addWidget(self.progress, 1)
        row.addWidget(self.back)
        row.addWidget(self.end)
        return row

    def _connect(self) -> None:
        self.yes.clicked.connect(self.yes_given)
        self.no.clicked.connect(self.no_given)
        self.another.clicked.connect(self.another_given)
        self.skip.clicked.connect(self.skipped)
        self.type.clicked.connect(self.open_entry)
        self.back.clicked.connect(self.back_wanted)
        self.end.clicked.connect(self.reject)
        self.entry.closed.connect(self._on_entry_closed)
        self.entry.undo_requested.connect(self.back.click)
        self.entry.entered.connect(self._on_labels_entered)


def _text(size: float = 1.0, bold: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setFont(sized(label.font(), size, bold))
    return label


def _fit(label: QLabel, text: str) -> None:
    """A word wider than the side cannot be wrapped: it is shortened, and the tool tip has all of it."""
    metrics, middle = QFontMetrics(label.font()), Qt.TextElideMode.ElideMiddle
    fitting = " ".join(metrics.elidedText(word, middle, SIDE_WIDTH - SPACE_S) for word in text.split(" "))
    label.setText(fitting)
    label.setToolTip(tool_tip(text) if fitting != text else "")
    label.setAccessibleDescription(text if fitting != text else "")


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleDescription(tip)
    button.setAutoDefault(False)  # Enter is no answer
    button.setMinimumHeight(30)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button
