"""The preview of the current image: what is known of it at once, its picture as soon as it is decoded."""

import os
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage

from engine import metadata_text
from engine.metadata import NOTHING_SAID, Metadata
from engine.sentences import Sentence, said
from engine.store.images import Image
from gui.grid.nearness_words import at_length
from gui.language import tr
from gui.pictures.centre import Centre
from gui.preview.preview_panel import PreviewPanel
from gui.session import KnownImage, Session
from gui.widgets.amounts import size_text
from gui.widgets.plain_text import path_text, printable

PIXELS = 1600
MORE_PIXELS = 8000


class Viewing(QObject):
    """Feeds the preview panel with the grid's current image; or with what a page over the grid shows, while that is
    there.

    Signals:
        current_changed(int | None): the preview turned to another image.
    """

    current_changed = Signal(object)

    def __init__(self, session: Session, panel: PreviewPanel, centre: Centre) -> None:
        super().__init__(panel)
        self._session, self._panel, self._grid = session, panel, centre.grid
        self._image_id: int | None = None
        self._of_page: tuple[int, int] | None = None  # what a page shows: the image and which file of it
        self._chosen_of_page: list[int] = []  # all that is selected there; the current one first
        self.is_choice = False  # of the page's pictures a person chooses some, or none
        self._page_shows = False
        self._rests = False
        self._facts, self._pictures = session.background(), session.background()
        self._facts.answered.connect(self._on_facts_read)
        self._pictures.answered.connect(self._on_picture_read)
        self._pictures.failed.connect(self._on_picture_failed)
        self._known: KnownImage | None = None
        self._asked: tuple[int, bool] | None = None  # the picture read: of which image, and was it pending then
        panel.more_pixels_requested.connect(self._on_more_pixels_requested)
        centre.grid.current_changed.connect(self.show)
        centre.page_shown.connect(self.back_to_grid)  # a page that has pictures of its own says so afterwards
        centre.page_left.connect(self.back_to_grid)

    def show(self, image_id: int | None) -> None:
        """The grid turned to this image. While a page is over it, what that shows stays."""
        if not self._page_shows:
            self._turn_to(image_id)

    def show_for_page(self, shown: tuple[int, int] | None) -> None:
        """A page over the grid shows this image, and of its files this one: all that is done is about that."""
        if not self._page_shows or shown != self._of_page:
            self._page_shows, self._of_page, self.is_choice = True, shown, False
            self._chosen_of_page = [] if shown is None else [shown[0]]
            self._session.stands_for = {} if shown is None else dict([shown])
            self._turn_to(None if shown is None else shown[0])

    def select_for_page(self, current: int | None, chosen: Sequence[int]) -> None:
        """The same of several images, whatever file of them; `current` is one of these."""
        others = [image_id for image_id in chosen if image_id != current]
        turned = not self._page_shows or current != self.current_id()
        self._page_shows, self._of_page, self.is_choice = True, None, True
        self._chosen_of_page = others if current is None else [current, *others]
        self._session.stands_for = {}
        if turned:
            self._turn_to(current)

    def back_to_grid(self) -> None:
        """The page is gone."""
        if self._page_shows:
            self._page_shows, self._of_page, self._chosen_of_page = False, None, []
            self._session.stands_for = {}
            self._turn_to(self._grid.current_id())

    @property
    def is_of_page(self) -> bool:
        """Whether a page over the grid has pictures of its own, which menus and keys are about."""
        return self._page_shows

    def current_id(self) -> int | None:
        """What menus and keys are about: the picture of the page, or of the grid."""
        if self._page_shows:
            return self._chosen_of_page[0] if self._chosen_of_page else None
        return self._grid.current_id()

    def current_metadata(self) -> Metadata:
        """What is known of what the camera wrote into that picture."""
        known = self._known
        return known.said if known is not None and known.image.id == self.current_id() else NOTHING_SAID

    def chosen_ids(self) -> list[int]:
        """The same, or all that is selected in the grid."""
        if self._page_shows:
            return list(self._chosen_of_page)
        return self._grid.chosen_ids()

    def _turn_to(self, image_id: int | None) -> None:
        self._image_id = image_id
        self._known = self._asked = None
        self._pictures.drop()
        if image_id is None:
            self._facts.drop()
            self._panel.show_nothing()
        else:
            self._facts.ask(lambda: self._session.read_image(image_id))
        self.current_changed.emit(image_id)

    def rest(self, rests: bool) -> None:
        """While the panel is covered, nothing is decoded for it."""
        self._rests = rests
        if not rests:
            self.refresh_facts()

    def refresh(self) -> None:
        """The library changed: an image that was waiting may be known by now; after a job, any may be another."""
        image_id = self._image_id
        waiting = self._known is None or self._known.image.pending
        if image_id is not None and (waiting or self._session.job is None):
            self._facts.ask(lambda: self._session.read_image(image_id))

    def refresh_facts(self) -> None:
        """It may stand for another of its files."""
        image_id = self._image_id
        if image_id is not None:
            self._facts.ask(lambda: self._session.read_image(image_id))

    def _on_facts_read(self, known: KnownImage | None) -> None:
        if known is None:
            self._panel.show_nothing()  # it was taken out of the library meanwhile
            return
        if known.image.id != self._image_id:
            return
        self._known = known
        image, thumbnail = known.image, known.thumbnail
        rows = rows_of(image, known.places, known.said)
        self._panel.show_details(image.id, [*self._likeness(image.id), *rows])
        if self._asked == (image.id, image.pending):
            return  # only the facts are new
        if not thumbnail.isNull():
            size = QSize(image.width or thumbnail.width(), image.height or thumbnail.height())
            self._panel.show_picture(image.id, thumbnail, size)
        if self._rests:
            return
        if known.at_hand is not None:
            self._asked = image.id, image.pending
            self._read_picture(image.id, known.at_hand, PIXELS)
        elif thumbnail.isNull():
            self._panel.show_message(tr("This picture is not available; its file or its drive is away."), image.id)

    def _likeness(self, image_id: int) -> list[tuple[str, str]]:
        """Of a hit to the query, as a row."""
        images = self._grid.images()
        row = None if images.scale is None or self._page_shows else images.row_of(image_id)
        distance = None if row is None else images.distance(row)
        if distance is None or images.scale is None:
            return []
        return [(said("Likeness"), at_length(images.scale.of(distance), int(distance), images.scale.bits))]

    def _read_picture(self, image_id: int, path: bytes, longest: int) -> None:
        self._pictures.ask(lambda: (image_id, *self._session.read_picture(path, longest)))

    def _on_picture_read(self, answer: tuple[int, QImage, int, int]) -> None:
        image_id, picture, width, height = answer
        self._panel.show_picture(image_id, picture, QSize(width, height))

    def _on_picture_failed(self, sentence: str) -> None:
        if self._known is not None and self._known.thumbnail.isNull():
            self._panel.show_message(sentence)

    def _on_more_pixels_requested(self) -> None:
        known = self._known
        if known is not None and known.image.id == self._image_id and known.at_hand is not None:
            self._read_picture(known.image.id, known.at_hand, MORE_PIXELS)


def rows_of(
    image: Image, places: list[tuple[bytes, bool]], metadata: Metadata = NOTHING_SAID
) -> list[tuple[str, str]]:
    """What the metadata table shows, under names that it says in the window's language; what is not known is left
    out."""
    folder, name = os.path.split(image.path)
    rows: list[tuple[str, str]] = [(said("Name"), path_text(name)), (said("Folder"), path_text(folder))]
    if image.width and image.height:
        megapixels = image.width * image.height / 1e6
        size = f"{image.width} × {image.height}"
        if megapixels >= 0.1:
            size = tr("{size} ({megapixels:.1f} megapixels)", size=size, megapixels=megapixels)
        rows.append((said("Size"), size))
    rows.append((said("File"), f"{size_text(image.size)}{', ' + image.format if image.format else ''}"))
    modified = time_text(image.mtime_ns)
    if image.taken_at:
        rows.append(
            (said("Taken"), f"{image.taken_at.replace('T', ' ')} {tr(metadata_text.zone(metadata))}".strip())
        )
    elif modified and not image.pending:
        rows.append((said("Taken"), tr("not said; dated by its file")))
    if modified:
        rows.append((said("Modified"), modified))
    if image.camera:
        rows.append((said("Camera"), printable(image.camera)))
    rows += [(name, printable(_in_words(value))) for name, value in metadata_text.lines(metadata)]
    rows += [(said("Copy"), _copy_text(path, gone)) for path, gone in places if path != image.path]
    if image.pending:
        rows.append((said("Status"), tr("waiting to be read")))
    elif image.missing:
        rows.append((said("Status"), tr("missing: the file or its drive is away")))
    return rows


def _in_words(value: str) -> str:
    """What a person or a camera wrote stays as it is."""
    return tr(value) if isinstance(value, Sentence) else value


def _copy_text(path: bytes, gone: bool) -> str:
    return tr("{path} (missing)", path=path_text(path)) if gone else path_text(path)


def time_text(mtime_ns: int) -> str:
    """By this machine's clock; nothing for a date that no calendar has."""
    try:
        time = datetime.fromtimestamp(mtime_ns // 10**9)
    except (ValueError, OverflowError, OSError):
        return ""
    return time.isoformat(" ", "seconds")
