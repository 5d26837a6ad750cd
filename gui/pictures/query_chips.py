"""The pictures of the query as chips of the bar: their names and thumbnails, read in the background."""

import os
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from engine.search.query import Query, QueryPicture
from gui.language import tr
from gui.pictures.chip_reading import read_chip
from gui.search.query_bar import QueryBar
from gui.session import Session
from gui.widgets.plain_text import path_text, quoted


class QueryChips(QObject):
    """Of the query that was shown last."""

    def __init__(self, session: Session, bar: QueryBar) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        self._query: Query | None = None
        self._names: dict[QueryPicture, str] = {}
        self._reading = session.background()
        self._reading.answered.connect(self._on_read)

    def show(self, query: Query | None) -> None:
        """What is known of them; the rest follows."""
        self.rename(query)
        new = [picture for picture in query.pictures if not self._bar.has_picture_image(picture)] if query else []
        if new:  # with many pictures, reading all for one more takes longer than the search
            self._reading.ask(lambda: self.read(new))
        else:
            self._reading.drop()

    def rename(self, query: Query | None) -> None:
        """The same pictures in another range, say."""
        self._query = query
        self._bar.set_query(query, self._names_of(query))

    def read(self, pictures: Sequence[QueryPicture]) -> list[tuple[QueryPicture, str, QImage]]:
        """Name and thumbnail of each picture; runs on a background thread."""
        return [(picture, *read_chip(self._session, picture)) for picture in pictures]

    def _on_read(self, chips: list[tuple[QueryPicture, str, QImage]]) -> None:
        for picture, name, _ in chips:
            self._names[replace(picture, minus=False)] = name
        if self._query is not None:
            self._bar.set_names(self._names_of(self._query))
            for picture, _, image in chips:
                if not image.isNull():
                    self._bar.set_picture_image(picture, image)

    def _names_of(self, query: Query | None) -> list[str]:
        return [self._name(picture) for picture in query.pictures] if query is not None else []

    def _name(self, picture: QueryPicture) -> str:
        if picture.path is not None:
            return path_text(os.path.basename(picture.path))
        if picture.words is not None:
            return quoted(picture.words)
        unknown = tr("Pasted picture") if picture.data is not None else ""
        return self._names.get(replace(picture, minus=False), unknown)
