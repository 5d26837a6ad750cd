"""The quiet line below the search field: what was not understood of it."""

from collections.abc import Sequence

from PySide6.QtGui import QPalette

from gui.library.search_field import SearchField
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.theme import SMALL, sized


class SearchNote(ElidedLabel):
    """Not there while there is nothing to say, nor while it is still proposed how a word may go on."""

    def __init__(self, field: SearchField) -> None:
        super().__init__()
        self._field = field
        self._sentences = ""
        self.setFont(sized(self.font(), SMALL))
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.hide()
        field.list_closed.connect(self._show)

    def say(self, sentences: Sequence[str]) -> None:
        self._sentences = "  ".join(sentences)
        self._show()

    def _show(self) -> None:
        said = self._sentences if self._field.list.isHidden() else ""
        self.setText(said)
        self.setVisible(bool(said))
