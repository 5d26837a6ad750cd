"""A training was interrupted: go on with it, or forget it."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gui.theme import SPACE_M, SPACE_S
from gui.training.material import Unfinished
from gui.training.texts import dim_label, heading, text_label


class ResumeOffer(QFrame):
    """Not there as long as no training was interrupted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setAccessibleName("A training that was interrupted")
        self.text = text_label()
        self.resume = _button("&Resume", "Go on where it was interrupted")
        self.discard = _button("D&iscard it", "Forget what it has learned so far")
        buttons = QHBoxLayout()
        buttons.addWidget(dim_label("Its name is the one below. A training begun anew takes its place."), 1)
        buttons.addWidget(self.discard)
        buttons.addWidget(self.resume)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(heading("A training was interrupted"))
        column.addWidget(self.text)
        column.addLayout(buttons)
        self.hide()

    def show_unfinished(self, unfinished: Unfinished | None) -> None:
        self.setVisible(unfinished is not None)
        if unfinished is None:
            return
        self.resume.setVisible(not unfinished.problem)
        self.text.setText(unfinished.problem or _sentence(unfinished))


def _sentence(left: Unfinished) -> str:
    what = "the whole network" if left.tune == "all" else "the hash layers"
    text = f"{left.method}, {left.settings.bits} bits, {what} on {left.architecture}"
    if not left.epochs:
        return f"{text}."
    last = left.epochs[-1]
    if last.epoch >= last.epochs:
        return f"{text}: all {last.epochs:,} epochs are done; what is left is to measure it."
    return f"{text}: {last.epoch:,} of {last.epochs:,} epochs are done."


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button
