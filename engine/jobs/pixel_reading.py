"""The pictures to learn from, decoded once by the worker processes into squares of pixels in one file.

The file is written from front to back and mapped when it is whole: a full disk is then an error of a write, which
can be said, and not a fault of memory, which kills the program.
"""

import logging
import os
import shutil
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from tempfile import NamedTemporaryFile
from typing import IO, NamedTuple

import numpy as np

from engine.errors import UserError
from engine.images.pool import ReadingPool
from engine.images.reading import Square, Unread
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, images
from engine.worker_processes import default_workers

SIDE = 256
LOOK_AHEAD = 16  # pictures under way, per worker
HEARTBEAT = 0.2  # a report at least this often, so that a cancel is heard

log = logging.getLogger(__name__)

PixelFile = np.memmap[tuple[int, ...], np.dtype[np.uint8]]


class PixelsRead(NamedTuple):
    """Squares of pixels, and the image that each shows; in the order asked for, without those left out."""

    pixels_MSSC: PixelFile
    image_ids: list[int]


def read_pixels(
    library: Library,
    image_ids: Sequence[int],
    folder: str | None = None,
    side: int = SIDE,
    workers: int | None = None,
    backbone: Backbone = EFFICIENTNET_LITE0,
) -> Generator[Progress, None, PixelsRead]:
    """Read these images, scaled the way that `backbone` wants it.

    The file is the caller's to remove (`remove_pixels`); if this is cancelled or fails, it is gone. Without
    `folder` it lies in the library, where the next opening sweeps up after a killed program.
    """
    if folder is None:
        library.must_be_writable()
        folder = library.index_folder
    with _writing(folder, len(image_ids) * side * side * 3) as file:
        workers = max(1, min(workers or default_workers(), len(image_ids)))
        with ReadingPool(workers, backbone.name, None) as pool:
            kept = yield from _PixelReader(library, pool, side, file).run(image_ids)
        if not kept:
            raise UserError(said("None of the pictures to learn from can be read now."))
        file.flush()
        pixels_MSSC: PixelFile = np.memmap(file.name, np.uint8, mode="r", shape=(len(kept), side, side, 3))
    if len(kept) < len(image_ids):
        log.warning("%d of %d pictures could not be read", len(image_ids) - len(kept), len(image_ids))
    return PixelsRead(pixels_MSSC, kept)


def remove_pixels(pixels_MSSC: PixelFile) -> None:
    """Remove the file. Where a mapped file cannot be removed, the next opening of the library does it."""
    if pixels_MSSC.filename is not None:
        with suppress(OSError):
            os.unlink(pixels_MSSC.filename)


@dataclass(slots=True)
class _WantedPixels:
    """An image, the reading of it that is under way, and where else it may be read."""

    image_id: int
    other_places: Iterator[bytes]
    path: bytes = b""
    reading: Future[Square | Unread] | None = None  # None: it is nowhere to be read


class _PixelReader:
    """Reads images into an open file, one after the other, while the next ones are under way."""

    def __init__(self, library: Library, pool: ReadingPool, side: int, file: IO[bytes]) -> None:
        self._library = library
        self._pool = pool
        self._side = side
        self._file = file

    def run(self, image_ids: Sequence[int]) -> Generator[Progress, None, list[int]]:
        source, done, kept = iter(image_ids), 0, list[int]()
        coming: deque[_WantedPixels] = deque()
        while True:
            yield Progress(done, len(image_ids), said("Reading pictures to learn from"))
            while len(coming) < self._pool.workers * LOOK_AHEAD and (image_id := next(source, None)) is not None:
                coming.append(_WantedPixels(image_id, files.paths_at_hand(self._library.db, image_id)))
                self._try_next_place(coming[-1])
            if not coming:
                return kept
            first = coming[0]
            if first.reading is not None:
                if not wait([first.reading], HEARTBEAT).done:
                    continue
                if not self._store(first.image_id, first.reading.result()):
                    self._try_next_place(first)
                    continue
                kept.append(first.image_id)
            coming.popleft()
            done += 1

    def _try_next_place(self, wanted: _WantedPixels) -> None:
        wanted.path, wanted.reading = next(wanted.other_places, b""), None
        if wanted.path:
            self._begin(wanted)

    def _begin(self, wanted: _WantedPixels) -> None:
        wanted.reading = self._pool.read_square(wanted.path, self._side, images.content_kind(self._library.db))

    def _store(self, image_id: int, square: Square | Unread) -> bool:
        if isinstance(square, Unread):
            return False
        content, pixels_SSC = square
        db = self._library.db
        # A file overwritten since it was indexed shows something else than what the user labelled.
        if images.with_content(db, content) != image_id and not images.is_pending(db, image_id):
            return False
        self._file.write(pixels_SSC.tobytes())
        return True


@contextmanager
def _writing(folder: str, size: int) -> Iterator[IO[bytes]]:
    """A new file with room for `size` bytes; gone if the block does not end well. Disk trouble is a UserError."""
    try:
        free = shutil.disk_usage(folder).free
        if free < size:
            raise UserError(
                said(
                    "The pictures to learn from need {needed:.1f} GB in {folder}, where {free:.1f} GB are free.",
                    needed=size / 1e9,
                    folder=folder,
                    free=free / 1e9,
                )
            )
        with NamedTemporaryFile(dir=folder, prefix="pixels.", suffix=".part", delete=False) as file:
            try:
                yield file
            except BaseException:
                with suppress(OSError):
                    file.close()
                with suppress(OSError):
                    os.unlink(file.name)
                raise
    except OSError as error:
        raise UserError(
            said(
                "The pixels cannot be written to {folder} ({why}).", folder=folder, why=error.strerror or str(error)
            )
        ) from error
