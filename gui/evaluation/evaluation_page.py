"""The page of the evaluation: which versions, and the sheet that shows them or why it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.progress import Progress
from engine.sentences import said
from gui.evaluation.waiting import Waiting
from gui.language import tr
from gui.training.texts import WarningLine, heading, text_label
from gui.versions.hit_column import VersionChoice
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.later import Later
from gui.widgets.plain_text import printable, tool_tip
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, TITLE
from gui.widgets.word_button import page_button

if TYPE_CHECKING:
    from engine.learning.version_evaluation import VersionEvaluation
    from gui.evaluation.sheet import EvaluationSheet

PATIENCE_MILLISECONDS = 250  # what is measured sooner replaces the sheet before without a flicker
AGAIN = said("Labels or features have changed; measuring again…")
SAVE_PICTURE, SAVE_NUMBERS = "Ctrl+Shift+S", "Ctrl+Shift+E"
_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut


class EvaluationPage(QWidget):
    """Signals:
    versions_chosen(): others are to be measured; see `version_ids`.
    cancel_requested(), again_requested()
    picture_requested(), table_requested(): the sheet is to be written to a file.
    closed(): back to where one came from.
    """

    versions_chosen = Signal()
    cancel_requested = Signal()
    again_requested = Signal()
    picture_requested = Signal()
    table_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Evaluation of model versions"))
        self.evaluations: list[VersionEvaluation] = []  # what the sheet shows
        self.problem = ""  # why the second version is not among them
        self._writing = self._measuring = self._measuring_again = False
        self.first, self.second = _combo(tr("Version")), _combo(tr("Compare with"))
        self.waiting = Waiting()
        self.scroll_area = QScrollArea()
        self.scroll_area.setAccessibleName(tr("Figures and plots"))
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.body = QStackedWidget()
        self.body.addWidget(self.scroll_area)
        self.body.addWidget(self.waiting)
        self.message, self.warning = text_label(), WarningLine()
        self.message.setAccessibleName(tr("Message"))
        self.back = page_button("back", tr("Back"), tr("Back to where you came from (Backspace)"))
        tip = tr("Save this page as a PNG picture ({keys})", keys=_shown(SAVE_PICTURE))
        self.picture = page_button("", tr("Save picture…"), tip)
        tip = tr("Save all numbers behind the plots as a CSV table ({keys})", keys=_shown(SAVE_NUMBERS))
        self.table = page_button("", tr("Save numbers…"), tip)
        self._patience = Later(PATIENCE_MILLISECONDS, self._on_out_of_patience, self)
        self._lay_out()
        self._connect()
        self.say("")
        self.show_word("", "")

    @cached_property
    def sheet(self) -> EvaluationSheet:
        """Made when there is something to show for the first time: it has a hundred parts."""
        from gui.evaluation.sheet import EvaluationSheet

        sheet = EvaluationSheet()
        self.scroll_area.setWidget(sheet)
        return sheet

    # -- which versions -----------------------------------------------------------------------------------------

    def set_versions(self, choices: Sequence[VersionChoice], first: int, second: int | None) -> None:
        """What there is to choose from, and what is chosen; the second may be nothing."""
        _fill(self.first, choices, first)
        _fill(self.second, [(None, tr("nothing")), *(each for each in choices if each[0] != first)], second)
        self.second.setEnabled(len(choices) > 1)

    def version_ids(self) -> tuple[int, ...]:
        chosen = (self.first.currentData(), self.second.currentData())
        return tuple(int(each) for each in chosen if each is not None)

    # -- what it shows ------------------------------------------------------------------------------------------

    def show_measuring(self) -> None:
        """What was shown so far stays for a moment, in case it is quick."""
        self.evaluations = []
        self._measuring = True
        self.set_measuring_again(False)
        self.waiting.show_measuring()
        self._patience.start()

    def show_progress(self, progress: Progress) -> None:
        if self._measuring:
            self.waiting.show_progress(progress)
        elif self.evaluations:
            self.set_measuring_again(True)

    def set_measuring_again(self, again: bool) -> None:
        """It is done behind what is shown, which is of before."""
        if again and not self._measuring_again:
            self.say(tr(AGAIN))
        elif not again and self.message.text() == tr(AGAIN):
            self.say("")
        self._measuring_again = again
        self._show_buttons()

    def show_evaluations(self, evaluations: list[VersionEvaluation], problem: str = "") -> None:
        self.evaluations, self.problem = evaluations, problem
        self._measured()
        self.sheet.show_evaluations(evaluations, problem)
        self._show(self.scroll_area)
        if problem:
            self.scroll_area.verticalScrollBar().setValue(0)  # where it is said

    def show_word(self, title: str, sentence: str, again: bool = False) -> None:
        """Why there is nothing to see, and what can be done."""
        self.evaluations = []
        self._measured()
        self.waiting.show_word(title, printable(sentence), again)
        self._show(self.waiting)

    def _measured(self) -> None:
        self._measuring = False
        self._patience.stop()
        self.set_measuring_again(False)

    def say(self, sentence: str, warning: bool = False) -> None:
        """What came of the last wish."""
        self.message.setText("" if warning else printable(sentence))
        self.message.setVisible(bool(self.message.text()))
        self.warning.set_text(printable(sentence) if warning else "")

    def set_writing(self, writing: bool) -> None:
        """A file is being written; the next one waits for the end."""
        self._writing = writing
        self._show_buttons()

    def _show(self, part: QWidget) -> None:
        focus = QApplication.focusWidget()
        moved = part is not self.body.currentWidget() and focus is not None and self.body.isAncestorOf(focus)
        self.body.setCurrentWidget(part)
        self._show_buttons()
        if moved:
            self.first.setFocus()  # not to a button that does something else now

    def _show_buttons(self) -> None:
        for button in (self.picture, self.table):
            button.setEnabled(bool(self.evaluations) and not self._writing and not self._measuring_again)

    # -- making it ----------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        head, choice, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.addWidget(heading(tr("Evaluation"), TITLE), 1)
        choice.setSpacing(SPACE_S)
        for text, combo in ((tr("V&ersion:"), self.first), (tr("&Compare with:"), self.second)):
            label = text_label(text, wrap=False)
            label.setBuddy(combo)
            choice.addWidget(label)
            choice.addWidget(combo, 1)
            choice.addSpacing(SPACE_S)
        foot.addWidget(self.back)
        foot.addStretch(1)
        for button in (self.picture, self.table):
            foot.addWidget(button)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, 0)
        top.setSpacing(SPACE_M)
        top.addLayout(head)
        top.addLayout(choice)
        messages = QVBoxLayout()
        messages.setContentsMargins(SPACE_L, 0, SPACE_L, 0)
        messages.addWidget(self.message)
        messages.addWidget(self.warning)
        foot.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addLayout(top)
        column.addWidget(self.body, 1)
        column.addLayout(messages)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.first.activated.connect(self._on_version_chosen)
        self.second.activated.connect(self._on_version_chosen)
        self.waiting.cancel_requested.connect(self.cancel_requested)
        self.waiting.again_requested.connect(self.again_requested)
        self.back.clicked.connect(self.closed)
        self.picture.clicked.connect(self.picture_requested)
        self.table.clicked.connect(self.table_requested)
        for key, button in (
            (Qt.Key.Key_Backspace, self.back),
            (SAVE_PICTURE, self.picture),
            (SAVE_NUMBERS, self.table),
        ):
            QShortcut(QKeySequence(key), self, button.click, context=_HERE)

    # -- what a person does -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """While it measures Escape means this, not what it means in the window."""
        if event.type() == QEvent.Type.ShortcutOverride and self._is_cancel(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_cancel(event):
            self.cancel_requested.emit()
        else:
            super().keyPressEvent(event)

    def _is_cancel(self, event: QEvent) -> bool:
        return self._measuring and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape

    def _on_version_chosen(self) -> None:
        for combo in (self.first, self.second):
            combo.setToolTip(tool_tip(combo.currentText()))
        self.versions_chosen.emit()

    def _on_out_of_patience(self) -> None:
        self._show(self.waiting)


def _fill(combo: QComboBox, choices: Sequence[tuple[int | None, str]], chosen: int | None) -> None:
    combo.clear()
    for version_id, name in choices:
        combo.addItem(name, version_id)
    combo.setCurrentIndex(max(0, next((at for at, each in enumerate(choices) if each[0] == chosen), 0)))
    combo.setToolTip(tool_tip(combo.currentText()))


def _shown(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _combo(name: str) -> ElidedCombo:
    combo = ElidedCombo()
    combo.setAccessibleName(name)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(6)
    combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return combo
