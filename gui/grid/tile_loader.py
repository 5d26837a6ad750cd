"""Fetches and decodes tiles in a thread of its own; the newest wishes are served first, dropped ones never."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Condition

from PySide6.QtCore import QObject, QRectF, Qt, QThread, Signal
from PySide6.QtGui import QBrush, QColor, QImage, QPainter

from engine.errors import UserError
from gui.grid.tile import PictureShape, Tile, TileData
from gui.widgets.decoding import decoded_jpeg
from gui.widgets.plain_text import printable

Fetch = Callable[[Sequence[int]], list[TileData]]

BATCH = 16
STOP_MILLISECONDS = 1000
# Without a real pause after each tile this thread gives the interpreter lock up and takes it back before the
# GUI thread wakes, which was measured to starve the GUI thread for seconds.
COURTESY_SECONDS = 0.0002

log = logging.getLogger(__name__)
_still_running: set[QThread] = set()  # a QThread destroyed while it runs would abort the program


class TileLoader(QObject):
    """Loads tiles by image id.

    `fetch` and `close` are called in the loader's thread only, so they may use a database connection of their own.

    Signals:
        loaded(list[Tile]): a batch is ready; emitted in the thread this object lives in.
    """

    loaded = Signal(object)

    def __init__(self, fetch: Fetch, close: Callable[[], None] | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._wishes = _WishList()
        self._thread = _LoaderThread(fetch, close, self._wishes)
        self._thread.batch_done.connect(self._on_batch_done, Qt.ConnectionType.QueuedConnection)

    def request(self, ids: Sequence[int]) -> None:
        """Replace all earlier wishes; the first id is loaded first."""
        self._wishes.replace(ids)
        if ids and not self._wishes.ended and not self._thread.isRunning():
            self._thread.start()

    def forget(self, ids: Iterable[int]) -> None:
        """What is being loaded for these ids is out of date: do not deliver it."""
        self._wishes.forget(ids)

    def set_shape(self, shape: PictureShape) -> None:
        """Fit pictures to this size from now on; nothing of the old size is delivered any more."""
        self._wishes.reshape(shape)

    def stop(self) -> None:
        """End the thread after the tile at hand; `close` has run, unless nothing was asked or `fetch` hangs."""
        self._wishes.end()
        if not self._thread.wait(STOP_MILLISECONDS):
            log.warning("The tile loader is still waiting for the library; leaving it to end by itself")
            _still_running.add(self._thread)

    def _on_batch_done(self, batch: _TileBatch) -> None:
        if tiles := self._wishes.land(batch):
            self.loaded.emit(tiles)


@dataclass(slots=True)
class _TileBatch:
    serial: int
    ids: list[int]
    shape: PictureShape
    tiles: list[Tile]


class _WishList:
    """What is wanted and what is being loaded, shared by the two threads."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._wanted: list[int] = []
        self._flying: dict[int, int] = {}  # image id -> serial of the batch that will deliver it
        self._serial = 0
        self._shape = PictureShape()
        self.ended = False

    def replace(self, ids: Sequence[int]) -> None:
        with self._changed:
            self._wanted = [i for i in ids if i not in self._flying]
            self._changed.notify()

    def forget(self, ids: Iterable[int]) -> None:
        with self._changed:
            for image_id in ids:
                self._flying.pop(image_id, None)

    def reshape(self, shape: PictureShape) -> None:
        with self._changed:
            self._shape = shape
            self._flying.clear()

    def end(self) -> None:
        with self._changed:
            self.ended = True
            self._wanted = []
            self._changed.notify()

    def take(self) -> _TileBatch | None:
        """The next batch, waiting for it if need be; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._wanted or self.ended)
            if self.ended:
                return None
            ids, self._wanted = self._wanted[:BATCH], self._wanted[BATCH:]
            self._serial += 1
            self._flying.update(dict.fromkeys(ids, self._serial))
            return _TileBatch(self._serial, ids, self._shape, [])

    def land(self, batch: _TileBatch) -> list[Tile]:
        """The tiles of a finished batch that are still asked from this very batch."""
        with self._changed:
            kept = [tile for tile in batch.tiles if self._flying.get(tile.image_id) == batch.serial]
            for image_id in batch.ids:
                if self._flying.get(image_id) == batch.serial:
                    del self._flying[image_id]
            return [] if self.ended else kept


class _LoaderThread(QThread):
    batch_done = Signal(object)

    def __init__(self, fetch: Fetch, close: Callable[[], None] | None, wishes: _WishList):
        super().__init__()
        self.setObjectName("tile loader")
        self._fetch = fetch
        self._close = close
        self._wishes = wishes

    def run(self) -> None:
        while (batch := self._wishes.take()) is not None:
            self._load(batch)
            self.batch_done.emit(batch)
        if self._close is not None:
            try:
                self._close()
            except Exception:
                log.exception("The tile loader could not close the library")

    def _load(self, batch: _TileBatch) -> None:
        try:
            fetched = {data.image_id: data for data in self._fetch(batch.ids)}
        except UserError as error:  # a server is away: what is shown stays, and can be asked for again
            log.warning("%d tiles could not be fetched: %s", len(batch.ids), error)
            return
        except Exception:
            log.exception("Could not fetch %d tiles", len(batch.ids))
            fetched = {}
        for image_id in batch.ids:
            if self._wishes.ended:
                return
            # An id the library does not know (any more) gets a tile too, or it would be asked for again and again.
            data = fetched.get(image_id) or TileData(image_id, "", None, missing=True, pending=False)
            batch.tiles.append(_tile(data, batch.shape))
            time.sleep(COURTESY_SECONDS)


def _tile(data: TileData, shape: PictureShape) -> Tile:
    image = None
    try:
        image = _decoded(data.jpeg, shape) if data.jpeg else None
    except Exception:
        log.exception("Could not decode the tile of picture %d", data.image_id)
    name = printable(data.name)
    return Tile(data.image_id, name, image, data.missing, data.pending, shape.edge, data.labels, data.files)


def _decoded(jpeg: bytes, shape: PictureShape) -> QImage | None:
    image = decoded_jpeg(jpeg, shape.fitted)
    return None if image.isNull() else _rounded(image, shape.corner)


def _rounded(image: QImage, corner: float) -> QImage:
    """With soft corners and a faint edge, which a white picture needs on white and a black one on black."""
    rounded = QImage(image.size(), QImage.Format.Format_ARGB32_Premultiplied)
    rounded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(rounded)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(image))
    painter.drawRoundedRect(rounded.rect(), corner, corner)
    painter.setPen(QColor(128, 128, 128, 56))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(rounded.rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner)
    painter.end()
    return rounded
