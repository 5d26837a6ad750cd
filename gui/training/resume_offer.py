"""A training was interrupted: go on with it, or forget it."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.learning.methods import METHODS
from engine.learning.request import Request
from engine.training.reports import EpochReport
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
        self.setAccessibleName(tr("A training that was interrupted"))
        self.text = text_label()
        self.resume = push_button(tr("&Resume"), tr("Go on where it was interrupted"))
        self.discard = push_button(tr("D&iscard it"), tr("Forget what it has learned so far"))
        buttons = QHBoxLayout()
        self.hint = dim_label()
        buttons.addWidget(self.hint, 1)
        buttons.addWidget(self.discard)
        buttons.addWidget(self.resume)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(heading(tr("A training was interrupted")))
        column.addWidget(self.text)
        column.addLayout(buttons)
        self.hide()

    def show_unfinished(self, unfinished: Unfinished | None) -> None:
        self.setVisible(unfinished is not None)
        if unfinished is None:
            return
        request = None if unfinished.problem else unfinished.request
        self.resume.setVisible(request is not None)
        self.text.setText(tr(unfinished.problem) if request is None else _sentence(request, unfinished))
        name = "" if request is None or request.name else tr("Its name is the one below.")
        asked = tr("If you start another one, you are asked first.")
        self.hint.setText(f"{name} {asked}".strip())


def _sentence(request: Request, left: Unfinished) -> str:
    method, bits, network = tr(METHODS[request.method].words), request.settings.bits, request.architecture
    if request.tune == "all":
        what = tr("{method}, {bits} bits, the whole network on {on}", method=method, bits=bits, on=network)
    else:
        what = tr("{method}, {bits} bits, the hash layers on {on}", method=method, bits=bits, on=network)
    text = f"{quoted(request.name)}: {what}" if request.name else what
    if not left.epochs:
        return f"{text}."
    return f"{text}: {_done(left.epochs[-1], left.complete)}"


def _done(last: EpochReport, complete: bool) -> str:
    if not complete:
        return tr("{done:,} of {epochs:,} epochs are done.", done=last.epoch, epochs=last.epochs)
    if last.epoch >= last.epochs:
        return tr("all {epochs:,} epochs are done; only measuring is left.", epochs=last.epochs)
    return tr("its {epochs:,} epochs are done; only measuring is left.", epochs=last.epoch)
