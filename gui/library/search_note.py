"""The quiet lines below the search field: what was not understood of it."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from gui.language import tr
from gui.library.search_field import SearchField
from gui.widgets.theme import SMALL, sized

_NARROWEST = 40


class SearchNote(QLabel):
    """As many lines as it takes. Not there while there is nothing to say, nor while it is still proposed how a word
    may go on."""

    def __init__(self, field: SearchField) -> None:
        super().__init__()
        self._field = field
        self._sentences = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setFont(sized(self.font(), SMALL))
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.hide()
        field.list_closed.connect(self._show)

    def minimumSizeHint(self) -> QSize:
        """A word that somebody typed, however long, makes no window wider."""
        return QSize(_NARROWEST, self.fontMetrics().lineSpacing())

    def say(self, sentences: Sequence[str]) -> None:
        self._sentences = "  ".join(map(tr, sentences))
        self._show()

    def _show(self) -> None:
        said = self._sentences if self._field.list.isHidden() else ""
        self.setText(said)
        self.setVisible(bool(said))
