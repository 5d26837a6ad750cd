"""A training was interrupted: go on with it, or forget it."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.learning.methods import METHODS
from engine.learning.request import Request
from gui.language import tr
from gui.training.material import Unfinished
from gui.training.texts import dim_label, heading, push_button, text_label
from gui.widgets.plain_text import quoted
from gui.widgets.theme import SPACE_M, SPACE_S


class ResumeOffer(QFrame):
    """Hidden as long as no training was interrupted."""

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
        request = None if unfinished.problem else unfinished.request
        self.resume.setVisible(request is not None)
        self.text.setText(unfinished.problem if request is None else _sentence(request, unfinished))
        name = "" if request is None or request.name else "Its name is the one below. "
        self.hint.setText(f"{name}If you start another one, you are asked first.")


def _sentence(request: Request, left: Unfinished) -> str:
    what = "the whole network" if request.tune == "all" else "the hash layers"
    called = f"{quoted(request.name)}: " if request.name else ""
    method = tr(METHODS[request.method].words)
    text = f"{called}{method}, {request.settings.bits} bits, {what} on {request.architecture}"
    if not left.epochs:
        return f"{text}."
    last = left.epochs[-1]
    if left.complete:
        all_done = f"all {last.epochs:,}" if last.epoch >= last.epochs else f"its {last.epoch:,}"
        return f"{text}: {all_done} epochs are done; only measuring is left."
    return f"{text}: {last.epoch:,} of {last.epochs:,} epochs are done."
