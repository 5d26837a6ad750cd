"""Pictures for viewing, decoded in a worker process: the one decoder for index and view, and a hostile file cannot
hurt the window."""

from dataclasses import dataclass

from engine.errors import UserError
from engine.images.kept_worker import KeptWorker
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.sentences import said


@dataclass(frozen=True, slots=True)
class View:
    """A picture as RGB bytes, row by row, with the size of the full picture."""

    rgb: bytes
    width: int
    height: int
    full_width: int
    full_height: int


@dataclass(frozen=True, slots=True)
class PictureToExport:
    """A picture as RGB bytes, row by row, with the EXIF that goes along."""

    rgb: bytes
    width: int
    height: int
    exif: bytes


class Viewer:
    def __init__(self) -> None:
        self._worker = KeptWorker(said("The program is closing."))

    def view(self, path: bytes, longest: int) -> View:
        """The picture, at most `longest` pixels wide or high; UserError if it cannot be shown."""
        from engine.images.reading import Unread  # the worker's, and slow to import

        result = self._worker.pool(EFFICIENTNET_LITE0.name).view(path, longest)
        if isinstance(result, Unread):
            raise UserError(said("This picture cannot be shown: {why}.", why=result.reason))
        return View(*result)

    def to_export(self, path: bytes, longest: int, with_place: bool) -> PictureToExport:
        """The same with what it says of itself; of the place where it was taken only if that is asked for."""
        from engine.images.reading import Unread

        result = self._worker.pool(EFFICIENTNET_LITE0.name).export(path, longest, with_place)
        if isinstance(result, Unread):
            raise UserError(said("This picture cannot be shown: {why}.", why=result.reason))
        return PictureToExport(*result)

    def rest(self) -> None:
        """End the worker; the next picture starts another."""
        self._worker.rest()

    def stop(self) -> None:
        """For good."""
        self._worker.stop()
