"""Choosing the hotkey of a label by pressing it."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.store.label_edits import ALL_HOTKEYS
from engine.store.label_list import Label
from gui.labels.label_changes import quoted_label
from gui.language import tr
from gui.widgets.on_screen import give_height_of_words
from gui.widgets.theme import SPACE_L, SPACE_M


class HotkeyDialog(QDialog):
    """Signals: `chosen(Label, str | None)`."""

    chosen = Signal(object, object)

    def __init__(
        self, label: Label, labels: Sequence[Label], reserved: Collection[str], parent: QWidget | None = None
    ) -> None:
        """`reserved` are keys that do something else in the grid."""
        super().__init__(parent)
        self._label, self._reserved = label, frozenset(reserved)
        self._owners = {other.hotkey: other for other in labels if other.hotkey and other.id != label.id}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Hotkey"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.text = _plain(
            tr(
                "Press the key that shall give {label}: a digit from 1 to 9, or a letter.",
                label=quoted_label(label.name),
            )
        )
        self.problem = _plain(self._taken())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.none = buttons.addButton(tr("No hotkey"), QDialogButtonBox.ButtonRole.ResetRole)
        self.none.clicked.connect(self._on_none_clicked)
        buttons.rejected.connect(self.reject)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter and Space choose nothing by themselves
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.problem, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(380)
        give_height_of_words(self)
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.text().upper()
        if len(key) != 1 or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in self._reserved:
            self.problem.setText(tr("{key} does something else already; choose another.", key=key))
        elif key not in ALL_HOTKEYS:
            super().keyPressEvent(event)
        else:
            self._choose(key)

    def _taken(self) -> str:
        """Which keys are other labels' own: they lose them."""
        if not self._owners:
            return ""
        keys = ", ".join(f"{key} {quoted_label(owner.name)}" for key, owner in sorted(self._owners.items())[:9])
        return tr("Given to other labels, which would lose them: {keys}.", keys=keys)

    def _on_none_clicked(self) -> None:
        self._choose(None)

    def _choose(self, key: str | None) -> None:
        self.chosen.emit(self._label, key)
        self.accept()


def _plain(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
