"""What a person looks at is read before all else while pictures are indexed, and shown as soon as it is read."""

from PySide6.QtCore import QObject

from engine.jobs.waiting_files import WantedImages
from gui.grid.grid_view import GridView
from gui.session import Session
from gui.widgets.later import Later

REFRESH_MILLISECONDS = 300


class ReadingFirst(QObject):
    """Tells the session what that is: the current picture, what is visible and around it, then all that the grid
    shows, downwards from there, and what is above."""

    def __init__(self, session: Session, grid: GridView) -> None:
        super().__init__(grid)
        self._session, self._grid, self._images = session, grid, grid.images()
        self._later = Later(REFRESH_MILLISECONDS, self._images.refresh_pending, self)
        session.library_changed.connect(self._later.soon)
        self._images.near_changed.connect(self._tell)
        grid.current_changed.connect(self._on_current_changed)

    def _on_current_changed(self, image_id: int | None) -> None:
        self._tell()

    def _tell(self) -> None:
        near, current, ids = self._images.near(), self._grid.current_id(), self._images.ids()
        awaited = dict.fromkeys(([] if current is None else [current]) + list(near))
        first, last = (min(near.values()), max(near.values())) if near else (0, -1)
        self._session.read_first(WantedImages(tuple(awaited), (ids[last + 1 :], ids[:first][::-1])))
