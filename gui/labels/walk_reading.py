"""What the walk through the doubtful images needs to know for the next question; read on a background thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TypeVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.errors import UserError
from engine.learning.doubtful import Doubtful, Question, look
from engine.progress import Progress, finish
from engine.sentences import said
from engine.store import label_list
from engine.store.label_list import LabelList
from gui.grid.tile_reading import read_tiles
from gui.session import Session
from gui.widgets.decoding import decoded_jpeg
from gui.widgets.plain_text import printable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pictured:
    """An image with what can be shown of it at once."""

    name: str = ""
    path: bytes | None = None  # None: its file is not there
    thumbnail: QImage = field(default_factory=QImage)
    size: QSize = field(default_factory=QSize)


@dataclass(frozen=True, slots=True)
class Asked:
    """The next question, or why there is none."""

    question: Question | None
    trouble: str
    left: int  # unlabelled images that were not skipped
    labels: LabelList
    picture: Pictured
    neighbours: dict[int, QImage]  # their thumbnails


class WalkReader:
    """Keeps the ranking from one question to the next. One thread at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._doubtful: Doubtful | None = None

    def forget(self) -> None:
        self._doubtful = None

    def read(self, aside: frozenset[int], image_id: int | None, go_on: Callable[[Progress], bool]) -> Asked:
        """The question about this image, if it still is one, else about the most doubtful that is not `aside`.

        `go_on` hears of the progress of long work and says whether anybody still waits for it.
        """
        db = self._session.library.db
        doubtful = self._up_to_date(go_on)
        question = doubtful.about(image_id) if image_id is not None else None
        trouble = doubtful.trouble()
        if question is None and not trouble:
            question = doubtful.most_doubtful(aside)
        return Asked(
            None if trouble else question,
            trouble,
            doubtful.left(aside),
            label_list.read(db),
            self._pictured(question.image_id) if question is not None else Pictured(),
            self._thumbnails(question) if question is not None else {},
        )

    def _up_to_date(self, go_on: Callable[[Progress], bool]) -> Doubtful:
        known, self._doubtful = self._doubtful, None  # what is cut short is of no use
        if known is not None and known.is_of(self._session.library.db):
            _run(known.catch_up(self._session.library.db), go_on)
            self._doubtful = known
        else:
            self._doubtful = _run(look(self._session.library), go_on)
        return self._doubtful

    def _pictured(self, image_id: int) -> Pictured:
        known = self._session.read_image(image_id)
        if known is None:
            return Pictured()
        image, thumbnail = known.image, known.thumbnail
        size = QSize(image.width or thumbnail.width(), image.height or thumbnail.height())
        return Pictured(printable(os.fsdecode(image.name)), known.at_hand, thumbnail, size)

    def _thumbnails(self, question: Question) -> dict[int, QImage]:
        tiles = read_tiles(self._session.library, [neighbour.image_id for neighbour in question.neighbours])
        return {tile.image_id: decoded_jpeg(tile.jpeg) for tile in tiles}


def _run(work: Generator[Progress, None, T], go_on: Callable[[Progress], bool]) -> T:
    def hear(progress: Progress) -> None:
        if not go_on(progress):
            raise UserError(said("Nobody waits for this any more."))

    return finish(work, hear)
