"""Pictures that are held decoded for the viewer: those that it shows and their neighbours, within a bound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from gui.session import KnownImage

MOST_BYTES = 128 << 20  # of pictures fitted to the screen; on a 4K screen one takes 25 MB, on others 3 to 10
MOST_FACTS = 64  # images of which only facts and thumbnail are held, too
ALL_PIXELS = 12_000**2  # of a picture that is zoomed in; more would take more than 432 MB
ALL_PIXELS_BESIDE = 8_000**2  # the same where there are several
LONGEST = 30_000  # of its sides; Qt paints none that is much longer


@dataclass(slots=True, eq=False)
class HeldPicture:
    known: KnownImage | None  # None: it is not in the library any more
    picture: QImage = field(default_factory=QImage)  # fitted
    whole: QImage = field(default_factory=QImage)  # with all pixels, while it is zoomed in
    full: QSize = field(default_factory=QSize)  # of the original
    asked: int = 0  # for the picture: the longer side that was asked for
    asked_whole: int = 0  # the same for the one with all pixels
    failed: str = ""  # why there is no picture

    def is_readable(self) -> bool:
        return self.known is not None and self.known.at_hand is not None and not self.failed

    def best(self) -> QImage:
        if not self.whole.isNull():
            return self.whole
        if not self.picture.isNull():
            return self.picture
        return QImage() if self.known is None else self.known.thumbnail

    def full_size(self) -> QSize:
        """As far as it is known before the picture is read."""
        if not self.full.isEmpty():
            return self.full
        image = None if self.known is None else self.known.image
        if image is not None and image.width and image.height:
            return QSize(image.width, image.height)
        return self.best().size()


def longest_side(full: QSize, room: QSize) -> int:
    """Of a picture that is fitted into a room, never larger than it is."""
    if full.isEmpty():
        return max(room.width(), room.height(), 1)
    fitted = full.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    return min(max(fitted.width(), fitted.height(), 1), max(full.width(), full.height()))


def longest_of_all(full: QSize, most_pixels: int) -> int:
    """The longer side of a picture with all its pixels, or with as many as can be held; `full` may be unknown."""
    if full.isEmpty():
        return int(most_pixels**0.5)
    longest, pixels = max(full.width(), full.height()), full.width() * full.height()
    return min(longest, LONGEST, int(longest * (most_pixels / pixels) ** 0.5))


class HeldPictures:
    """By image id. What is wanted least goes first when there is too much."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._held: dict[int, HeldPicture] = {}  # what was used last is last

    def __len__(self) -> int:
        return len(self._held)

    def get(self, image_id: int) -> HeldPicture | None:
        return self._held.get(image_id)

    def put(self, image_id: int, held: HeldPicture) -> None:
        self._held.pop(image_id, None)
        self._held[image_id] = held

    def bytes(self) -> int:
        """Of the fitted ones."""
        return sum(held.picture.sizeInBytes() for held in self._held.values())

    def clear(self) -> None:
        self._held.clear()

    def forget(self, image_ids: Iterable[int]) -> None:
        for image_id in image_ids:
            self._held.pop(image_id, None)

    def keep(self, shown: Sequence[int], following: Sequence[int], zoomed: Iterable[int] = ()) -> None:
        """What is shown; of those that may follow, the most wanted first, and of all others as much as there is
        room for. All pixels only of those that are zoomed."""
        zoomed, wanted = set(zoomed), {*shown, *following}
        for image_id, held in self._held.items():
            if image_id not in zoomed:
                held.whole, held.asked_whole = QImage(), 0
        others = [image_id for image_id in self._held if image_id not in wanted]
        droppable = others + [image_id for image_id in reversed(following) if image_id in self._held]
        bytes_held = self.bytes()
        for image_id in droppable:
            if bytes_held <= self._most_bytes and len(self._held) <= MOST_FACTS:
                return
            bytes_held -= self._held.pop(image_id).picture.sizeInBytes()

    def has_room_for(self, more: int, wanted: Sequence[int]) -> bool:
        """Beside what is wanted; what is not can go."""
        held = (self._held.get(image_id) for image_id in wanted)
        taken = sum(each.picture.sizeInBytes() for each in held if each is not None)
        return taken + more <= self._most_bytes
