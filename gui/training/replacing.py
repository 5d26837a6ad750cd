"""A training was interrupted, and another one is to begin: nobody loses the first without being asked."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from engine.sentences import said
from gui.language import tr

QUESTION = said("A training was interrupted, and can be gone on with.")
WHY = said("If you start another one, what it has learned so far is lost.")


class ReplacingQuestion(QMessageBox):
    """`resume()` goes on with the first, `start()` begins the other; neither if it is closed."""

    def __init__(self, resume: Callable[[], object], start: Callable[[], object], parent: QWidget) -> None:
        super().__init__(QMessageBox.Icon.Question, "DualHash", tr(QUESTION), parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setInformativeText(tr(WHY))
        self._resume, self._start = resume, start
        self.resume = self._button(tr("Resume it"), QMessageBox.ButtonRole.AcceptRole)
        self.anew = self._button(tr("Start the other one"), QMessageBox.ButtonRole.DestructiveRole)
        self._button(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.resume)
        self.buttonClicked.connect(self._on_clicked)

    def _button(self, text: str, role: QMessageBox.ButtonRole) -> QPushButton:
        return self.addButton(text, role)

    def _on_clicked(self, button: QPushButton) -> None:
        if button is self.resume:
            self._resume()
        elif button is self.anew:
            self._start()
