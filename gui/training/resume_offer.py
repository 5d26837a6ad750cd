"""A training was interrupted: go on with it, or forget it."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gui.training.material import Unfinished
from gui.training.texts import dim_label, heading, push_button, text_label
from gui.widgets.plain_text import quoted
from gui.widgets.theme import SPACE_M, SPACE_S


class ResumeOffer(QFrame):
    """Not there as long as no training was interrupted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setAccessibleName("A training that was interrupted")
        self.text = text_label()
        self.resume = push_button("&Resume", "Go on where it was interrupted")
        self.discard = push_button("D&iscard it", "Forget what it has learned so far")
        buttons = QHBoxLayout()
        self.hint = dim_label()
        buttons.addWidget(self.hint, 1)
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
        name = "" if unfinished.name or unfinished.problem else "Its name is the one below. "
        self.hint.setText(f"{name}A training begun anew takes its place.")


def _sentence(left: Unfinished) -> str:
    what = "the whole network" if left.tune == "all" else "the hash layers"
    called = f"{quoted(left.name)}: " if left.name else ""
    text = f"{called}{left.method}, {left.settings.bits} bits, {what} on {left.architecture}"
    if not left.epochs:
        return f"{text}."
    last = left.epochs[-1]
    if left.complete:
        all_done = f"all {last.epochs:,}" if last.epoch >= last.epochs else f"its {last.epoch:,}"
        return f"{text}: {all_done} epochs are done; only measuring is left."
    return f"{text}: {last.epoch:,} of {last.epochs:,} epochs are done."
