"""Pictures for the viewer, read in the background: those that it shows first, then their neighbours.

Three threads: one for what is known of a picture and its thumbnail, which is there at once; one that has the
pictures that are shown decoded, and one that has their neighbours decoded, each by a worker process of its own. So
a person who goes on meanwhile waits for no neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage

from engine.errors import UserError
from gui.language import error_text
from gui.pictures.held_pictures import (
    ALL_PIXELS,
    ALL_PIXELS_BESIDE,
    HeldPicture,
    HeldPictures,
    longest_of_all,
    longest_side,
)
from gui.session import KnownImage, Session

BYTES_A_PIXEL = 3

PictureAnswer = tuple[int, KnownImage | None, int, bool, "tuple[QImage, int, int] | str"]  # or why there is none


class ReadingAhead(QObject):
    """Signals:
    read(int): more is held of this image.
    """

    read = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.held = HeldPictures()
        self._shown: tuple[int, ...] = ()
        self._following: tuple[int, ...] = ()
        self._zoomed: set[int] = set()  # all pixels are wanted of these
        self._room = QSize()
        self._sideways: frozenset[int] = frozenset()
        self._asked_facts: tuple[int, ...] = ()
        self._now: tuple[int, int, bool] | None = None  # that is decoded to be shown (see `_next_shown`)
        self._ahead: int | None = None  # that is decoded ahead
        self._facts, self._shown_reader, self._ahead_reader = (session.background() for _ in range(3))
        self._facts.answered.connect(self._on_facts_read)
        self._facts.failed.connect(self._on_facts_failed)
        self._shown_reader.answered.connect(self._on_shown_read)
        self._shown_reader.failed.connect(self._on_shown_failed)
        self._ahead_reader.answered.connect(self._on_ahead_read)
        self._ahead_reader.failed.connect(self._on_ahead_failed)

    def want(
        self, shown: Sequence[int], following: Sequence[int], room: QSize, sideways: Collection[int] = ()
    ) -> None:
        """Images that are shown, the current one first, and those that may be next; each fitted into a room of so
        many pixels, some lying on their side."""
        self._shown, self._room, self._sideways = tuple(shown), room, frozenset(sideways)
        self._following = tuple(each for each in following if each not in self._shown)
        self._zoomed &= set(shown)
        self._go_on()

    def want_all_pixels(self, image_id: int) -> None:
        if image_id in self._shown:
            self._zoomed.add(image_id)
            self._go_on()

    def renew(self) -> None:
        """What is known of those shown may have changed; of others nothing is held that could have."""
        shown = self._shown
        rest = (each for each in self._following if (held := self.held.get(each)) and held.picture.isNull())
        self.held.forget(list(rest))
        self._asked_facts = shown
        self._facts.ask(lambda: [(each, self._session.read_image(each)) for each in shown])

    def stop(self) -> None:
        """Nothing is looked at any more."""
        self._shown = self._following = self._asked_facts = ()
        self._zoomed.clear()
        self._now = None
        self.held.clear()
        for reader in (self._facts, self._shown_reader):
            reader.drop()
        self._ahead = None
        self._ahead_reader.ask(self._session.rest_ahead)

    # -- what is read next --------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        self.held.keep(self._shown, self._following, self._zoomed)
        lacking = tuple(each for each in self._shown if self.held.get(each) is None)
        if lacking and lacking != self._asked_facts:
            self._asked_facts = lacking
            self._facts.ask(lambda: [(each, self._session.read_image(each)) for each in lacking])
        if (wish := self._next_shown()) is not None:
            self._read_shown(*wish)
        elif not lacking and self._ahead is None and (image_id := self._next_ahead()) is not None:
            self._read_ahead(image_id)

    def _room_of(self, image_id: int) -> QSize:
        return self._room.transposed() if image_id in self._sideways else self._room

    def _next_shown(self) -> tuple[int, int, bool] | None:
        """The image, how long its longer side is to be, and whether these are all pixels."""
        for image_id in self._shown:
            held = self.held.get(image_id)
            if held is None or not held.is_readable():
                continue
            most = ALL_PIXELS if len(self._shown) == 1 else ALL_PIXELS_BESIDE
            if image_id in self._zoomed and held.asked_whole < (all_of_it := longest_of_all(held.full, most)):
                return image_id, all_of_it, True
            if held.asked < (longest := longest_side(held.full_size(), self._room_of(image_id))):
                return image_id, longest, False
        return None

    def _read_shown(self, image_id: int, longest: int, all_pixels: bool) -> None:
        held, wish = self.held.get(image_id), (image_id, longest, all_pixels)
        is_on_its_way = wish == self._now or (image_id == self._ahead and not all_pixels)
        if held is not None and not is_on_its_way:
            self._now = wish
            known = held.known
            self._shown_reader.ask(lambda: _read(self._session.read_picture, image_id, known, longest, all_pixels))

    def _next_ahead(self) -> int | None:
        wanted = list(self._shown)
        estimate = BYTES_A_PIXEL * self._room.width() * self._room.height()
        for image_id in self._following:
            held = self.held.get(image_id)
            if held is None or (held.is_readable() and held.picture.isNull()):
                return image_id if self.held.has_room_for(estimate, wanted) else None
            wanted.append(image_id)
        return None

    def _read_ahead(self, image_id: int) -> None:
        self._ahead = image_id
        room = self._room_of(image_id)

        def read() -> PictureAnswer:
            known = self._session.read_image(image_id)
            longest = longest_side(HeldPicture(known).full_size(), room)
            return _read(self._session.read_picture_ahead, image_id, known, longest, all_pixels=False)

        self._ahead_reader.ask(read)

    # -- what was read ------------------------------------------------------------------------------------------

    def _on_facts_read(self, answer: list[tuple[int, KnownImage | None]]) -> None:
        self._asked_facts = ()
        for image_id, known in answer:
            before = self.held.get(image_id)
            self.held.put(image_id, _renewed(before, known))
            self.read.emit(image_id)
        self._go_on()

    def _on_shown_read(self, answer: PictureAnswer) -> None:
        self._now = None
        self._take(*answer)

    def _on_facts_failed(self, sentence: str) -> None:
        asked, self._asked_facts = self._asked_facts, ()
        for image_id in asked:
            self._fail(image_id, sentence)

    def _on_shown_failed(self, sentence: str) -> None:
        """In a way that nobody foresaw."""
        now, self._now = self._now, None
        if now is not None:
            self._fail(now[0], sentence)

    def _on_ahead_read(self, answer: PictureAnswer | None) -> None:
        self._ahead = None
        if answer is not None:  # not the end of the worker
            self._take(*answer)

    def _on_ahead_failed(self, sentence: str) -> None:
        image_id, self._ahead = self._ahead, None
        if image_id is not None:
            self._fail(image_id, sentence)

    def _fail(self, image_id: int, sentence: str) -> None:
        held = self.held.get(image_id) or HeldPicture(None)
        held.failed = sentence
        self.held.put(image_id, held)
        self.read.emit(image_id)
        self._go_on()

    def _take(
        self,
        image_id: int,
        known: KnownImage | None,
        longest: int,
        all_pixels: bool,
        answer: tuple[QImage, int, int] | str,
    ) -> None:
        """A picture that nobody wants any more is held, too, while there is room: a person may come back to it."""
        if not self._shown:
            return
        held = self.held.get(image_id) or HeldPicture(known)
        if isinstance(answer, str):
            held.failed = answer
        elif all_pixels:
            held.whole, held.full, held.asked_whole = answer[0], QSize(*answer[1:]), longest
        else:
            held.picture, held.full, held.asked = answer[0], QSize(*answer[1:]), longest
        self.held.put(image_id, held)
        self.read.emit(image_id)
        self._go_on()


def _read(
    read: Callable[[bytes, int], tuple[QImage, int, int]],
    image_id: int,
    known: KnownImage | None,
    longest: int,
    all_pixels: bool,
) -> PictureAnswer:
    """An image without a file that is there has no picture, which is no failure."""
    if known is None or known.at_hand is None:
        return image_id, known, longest, all_pixels, ""
    try:
        return image_id, known, longest, all_pixels, read(known.at_hand, longest)
    except UserError as error:
        return image_id, known, longest, all_pixels, error_text(error)


def _renewed(before: HeldPicture | None, known: KnownImage | None) -> HeldPicture:
    """What was read stays, unless the image was only waiting to be read then, or its file is another now."""
    if before is None or before.known is None or known is None:
        return HeldPicture(known)
    same = (before.known.image.pending, before.known.at_hand) == (known.image.pending, known.at_hand)
    if not same or before.failed:
        return HeldPicture(known)
    before.known = known
    return before
