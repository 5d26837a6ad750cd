"""Pictures for viewing, decoded in a worker process: the one decoder for index and view, and a hostile file cannot
hurt the window."""

import threading
from dataclasses import dataclass

from engine.errors import UserError
from engine.images.pool import ReadingPool
from engine.images.reading import Unread
from engine.model.backbones import EFFICIENTNET_LITE0


@dataclass(frozen=True, slots=True)
class View:
    """A picture as RGB bytes, row by row, with the size of the full picture."""

    rgb: bytes
    width: int
    height: int
    full_width: int
    full_height: int


class Viewer:
    """The worker is started with the first picture and kept for the next."""

    def __init__(self) -> None:
        self._pool: ReadingPool | None = None
        self._guard = threading.Lock()
        self._stopped = False

    def view(self, path: bytes, longest: int) -> View:
        """The picture, at most `longest` pixels wide or high; UserError if it cannot be shown."""
        result = self._started().view(path, longest)
        if isinstance(result, Unread):
            raise UserError(f"This picture cannot be shown: {result.reason}.")
        return View(*result)

    def stop(self) -> None:
        with self._guard:
            self._stopped = True
            if self._pool is not None:
                self._pool.stop()

    def _started(self) -> ReadingPool:
        with self._guard:
            if self._stopped:
                raise UserError("The program is closing.")
            if self._pool is None:
                self._pool = ReadingPool(1, EFFICIENTNET_LITE0.name, None)
            return self._pool
