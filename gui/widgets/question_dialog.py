"""A question before something is done: what would come of it, one choice, and Enter that does nothing rash."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from gui.widgets.on_screen import give_height_of_words
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_L, SPACE_M, sized

WIDTH = 460


@dataclass(frozen=True, slots=True)
class QuestionText:
    """`careful`: Enter alone does not agree. `answer`: what one agrees to; None where there is nothing to."""

    question: str
    consequences: Sequence[str]
    careful: bool
    answer: object


class QuestionDialog(QDialog):
    """`asks` says what there is to ask, with the choice and without; an empty `choice` is none.

    Signals: `agreed(object)`: the answer.
    """

    agreed = Signal(object)

    def __init__(
        self,
        title: str,
        accept: str,
        choice: str,
        asks: Callable[[bool], QuestionText],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._asks = asks
        self.text, self.consequences = plain_label(wraps=True), plain_label(wraps=True)
        self.text.setFont(sized(self.text.font(), 1.1, bold=True))
        self.consequences.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choice = QCheckBox(choice)
        self.choice.setVisible(bool(choice))
        self.choice.toggled.connect(self._show)
        buttons = QDialogButtonBox()
        self.accept_button = buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.consequences, self.choice, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(WIDTH)
        self._show(False)

    def _show(self, choice: bool) -> None:
        asked = self._asks(choice)
        self.text.setText(asked.question)
        self.consequences.setText("\n\n".join(asked.consequences))
        self.consequences.setVisible(bool(asked.consequences))
        self.accept_button.setEnabled(asked.answer is not None)
        default = self.cancel_button if asked.careful else self.accept_button
        default.setDefault(True)
        default.setFocus()
        give_height_of_words(self)

    def _on_accepted(self) -> None:
        self.agreed.emit(self._asks(self.choice.isChecked()).answer)
        self.accept()
