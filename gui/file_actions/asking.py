"""The question before something is done to files: what would come of it, last copies by name."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.file_actions.wishes import ActionPlan
from engine.store.file_actions import ActionKind
from gui.file_actions import texts
from gui.widgets.theme import SPACE_L, SPACE_M, sized

WIDTH = 460


class ActionQuestion(QDialog):
    """Signals: `agreed(ActionPlan)`: to be done."""

    agreed = Signal(object)

    def __init__(self, plan: ActionPlan, with_copies: ActionPlan | None, parent: QWidget | None = None) -> None:
        """`with_copies` is the same with all copies of the pictures, if there are any elsewhere."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(texts.ACCEPT[plan.wish.kind])
        self._plan, self._with_copies = plan, with_copies
        self.text, self.consequences = _label(), _label()
        self.text.setFont(sized(self.text.font(), 1.1, bold=True))
        self.consequences.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.all_copies = QCheckBox("&All copies, wherever they are")
        self.all_copies.setVisible(with_copies is not None)
        self.all_copies.toggled.connect(self._show)
        buttons = QDialogButtonBox()
        self.accept_button = buttons.addButton(texts.ACCEPT[plan.wish.kind], QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.consequences, self.all_copies, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(WIDTH)
        self._show()

    @property
    def plan(self) -> ActionPlan:
        """What would be done now."""
        wanted = self._with_copies if self.all_copies.isChecked() else None
        return wanted or self._plan

    def _show(self) -> None:
        self.text.setText(texts.question(self.plan))
        parts = texts.consequences(self.plan)
        self.consequences.setText("\n\n".join(parts))
        self.consequences.setVisible(bool(parts))
        careful = bool(self.plan.last_copies) and self.plan.wish.kind == ActionKind.TRASH
        default = self.cancel_button if careful else self.accept_button
        default.setDefault(True)  # Enter alone throws no last copy away
        default.setFocus()
        self.adjustSize()

    def _on_accepted(self) -> None:
        self.agreed.emit(self.plan)
        self.accept()


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
