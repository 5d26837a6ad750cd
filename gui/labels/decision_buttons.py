"""Two buttons in the preview: the picture is the same as the query, or not. Pressed again, they take it back."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.language import tr
from gui.widgets.theme import SPACE_M, SPACE_S, sized
from gui.widgets.word_button import word_button


class DecisionButtons(QWidget):
    """Signals: `same_clicked()`, `not_the_same_clicked()`; what is decided is shown by `show_decided` alone."""

    same_clicked = Signal()
    not_the_same_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decided: bool | None = None
        self.same = word_button("tick", tr("Same"), "")
        self.not_the_same = word_button("close", tr("Not the same"), "")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        row.setSpacing(SPACE_S)
        for button in (self.same, self.not_the_same):
            button.setCheckable(True)
            row.addWidget(button, 1)
        self.same.clicked.connect(self._on_same_clicked)
        self.not_the_same.clicked.connect(self._on_not_the_same_clicked)

    def name_keys_of_same(self, keys: str) -> None:
        self.same.setToolTip(tr("This is the same as the query ({keys})", keys=keys))

    def name_keys_of_not_the_same(self, keys: str) -> None:
        tip = tr("This is not the same as the query; it will not be shown for it again ({keys})", keys=keys)
        self.not_the_same.setToolTip(tip)

    def show_decided(self, decided: bool | None) -> None:
        self._decided = decided
        for button, pressed in ((self.same, decided is True), (self.not_the_same, decided is False)):
            button.setChecked(pressed)
            button.setFont(sized(self.font(), 1.0, bold=pressed))  # pressed alone is hard to see in the dark

    def _on_same_clicked(self) -> None:
        self.show_decided(self._decided)  # until it is stored
        self.same_clicked.emit()

    def _on_not_the_same_clicked(self) -> None:
        self.show_decided(self._decided)
        self.not_the_same_clicked.emit()
