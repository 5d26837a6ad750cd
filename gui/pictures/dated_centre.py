"""The centre of the window with the timeline at its right edge."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.library.timeline import Timeline
from gui.pictures.centre import Centre

LOWEST = 300


class DatedCentre(QWidget):
    """The timeline goes where a page covers the grid, and where there is little room."""

    def __init__(self, centre: Centre, timeline: Timeline) -> None:
        super().__init__()
        self._centre, self._timeline = centre, timeline
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(centre, 1)
        row.addWidget(timeline)
        centre.page_shown.connect(self._on_page_shown)
        centre.page_left.connect(self._on_page_left)

    def minimumSizeHint(self) -> QSize:
        """Without the timeline; were it counted, it would never get so narrow that it goes. Pages, which need more
        height than the grid, have that of the bar above it, too."""
        return QSize(self._centre.minimumSizeHint().width(), LOWEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._timeline.set_room(self.width())

    def _on_page_shown(self, name: str) -> None:
        self._timeline.set_covered(True)

    def _on_page_left(self) -> None:
        self._timeline.set_covered(False)
