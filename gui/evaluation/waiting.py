"""What stands in the sheet's place: versions are being measured, or why there is nothing to see."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from engine.progress import Progress
from gui.language import tr
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE, sized

WIDEST = 520  # a line that is longer is hard to read


class Waiting(QWidget):
    """Signals:
    cancel_requested(), again_requested()
    """

    cancel_requested = Signal()
    again_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = _label()
        self.title.setFont(sized(self.title.font(), TITLE, bold=True))
        self.sentence = _label()
        self.sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress of the evaluation"))
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(240, 10)
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setToolTip(tr("Stop measuring (Escape)"))
        self.again = QPushButton(tr("Evaluate"))
        self.again.setToolTip(tr("Measure it after all"))
        self.cancel.clicked.connect(self.cancel_requested)
        self.again.clicked.connect(self.again_requested)
        self._lay_out()
        self.show_word("", "")

    def _lay_out(self) -> None:
        words = QWidget()
        words.setMaximumWidth(WIDEST)
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addStretch(2)
        for label in (self.title, self.sentence):
            column.addWidget(label)
        for widget in (self.bar, self.cancel, self.again):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        row.addStretch(1)
        row.addWidget(words, 1000)  # all there is, up to its widest
        row.addStretch(1)

    def show_measuring(self) -> None:
        self._show(tr("Measuring…"), "", self.bar, self.cancel)
        self.bar.setRange(0, 0)

    def show_progress(self, progress: Progress) -> None:
        self.bar.setRange(0, progress.total or 0)
        self.bar.setValue(progress.done)
        self.sentence.setText(tr(progress.note))
        self.sentence.setVisible(True)

    def show_word(self, title: str, sentence: str, again: bool = False) -> None:
        self._show(title, sentence, *((self.again,) if again else ()))

    def _show(self, title: str, sentence: str, *shown: QWidget) -> None:
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        for widget in (self.bar, self.cancel, self.again):
            widget.setVisible(widget in shown)


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
