"""The question before missing pictures are forgotten: how many, what goes with them, which are only away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.jobs.forgetting import MissingPictures, SaidOfThem
from gui.widgets.theme import SPACE_L, SPACE_M, sized

WIDTH = 460


class ForgetQuestion(QDialog):
    """Signals: `agreed(list[int])`: these images are to be forgotten."""

    agreed = Signal(object)

    def __init__(
        self, found: MissingPictures, said: SaidOfThem, said_of_all: SaidOfThem, parent: QWidget | None = None
    ) -> None:
        """`said` is of those that are gone, `said_of_all` also of those that are only away."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Forget missing pictures")
        self._found, self._said, self._said_of_all = found, said, said_of_all
        self.text, self.consequences = _label(), _label()
        self.text.setFont(sized(self.text.font(), 1.1, bold=True))
        self.away = QCheckBox(f"&Also {_pictures(len(found.away))} on drives or in folders that are away now")
        self.away.setVisible(bool(found.away))
        self.away.toggled.connect(self._show)
        buttons = QDialogButtonBox()
        self.accept_button = buttons.addButton("Forget", QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.consequences, self.away, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(WIDTH)
        self._show()

    @property
    def chosen(self) -> list[int]:
        """What would be forgotten now."""
        return [*self._found.gone, *(self._found.away if self.away.isChecked() else ())]

    def _show(self) -> None:
        count = len(self.chosen)
        self.text.setText(f"Forget {_pictures(count)}?" if count else "These pictures are not missing, only away.")
        said = self._said_of_all if self.away.isChecked() else self._said
        self.consequences.setText("\n\n".join(self._consequences(count, said)))
        self.accept_button.setEnabled(count > 0)
        careful = count == 0 or self.away.isChecked() or said != SaidOfThem()
        default = self.cancel_button if careful else self.accept_button
        default.setDefault(True)  # Enter alone forgets nothing that a person has said
        default.setFocus()
        self.adjustSize()

    def _consequences(self, count: int, said: SaidOfThem) -> list[str]:
        parts = []
        if count:
            goes = ["codes and thumbnails"]
            goes += [f"the labels of {_pictures(said.labelled)}"] if said.labelled else []
            goes += [f"what you decided about {_pictures(said.decided)}"] if said.decided else []
            all_of_it = goes[0] if len(goes) == 1 else f"{', '.join(goes[:-1])} and {goes[-1]}"
            parts.append(f"With them go {all_of_it}. No file is touched; one that turns up again is new.")
        if self._found.away and not self.away.isChecked():
            parts.append(
                f"{_are(len(self._found.away))} on a drive or in a folder that is away now, and stay: when it is"
                " back, so are they."
            )
        if self._found.there:
            parts.append(f"{_are(len(self._found.there))} not missing, and stay.")
        return parts if not count else [*parts, "Ctrl+Z brings all of it back until the window is closed."]

    def _on_accepted(self) -> None:
        self.agreed.emit(self.chosen)
        self.accept()


def _pictures(count: int) -> str:
    return "1 picture" if count == 1 else f"{count:,} pictures"


def _are(count: int) -> str:
    return f"{_pictures(count)} {'is' if count == 1 else 'are'}"


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
