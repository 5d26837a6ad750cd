"""One picture in several sizes, so that it is drawn small without aliasing and without waiting."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

QUICKLY_HALVED = 4_000_000  # pixels; halving more would be felt
GOOD_ENOUGH = 0.7  # a little soft is better than a wait or jagged edges


class Pyramid:
    """Versions of a picture, the largest first; smaller ones are made when they are needed."""

    def __init__(self) -> None:
        self._levels: list[QImage] = []

    def __bool__(self) -> bool:
        return bool(self._levels)

    @property
    def largest(self) -> QImage:
        return self._levels[0]

    def clear(self) -> None:
        self._levels = []

    def add(self, image: QImage) -> None:
        """A better version. The smaller ones stay: drawing from them saves halving a very large one."""
        self._levels = [image, *(level for level in self._levels if level.width() < image.width())]

    def best_for(self, width: float) -> QImage:
        """The smallest version that still has a pixel for each of `width` on the screen."""
        place = max((i for i, level in enumerate(self._levels) if level.width() >= width), default=0)
        while self._levels[place].width() >= 2 * width and self._levels[place].height() >= 2:
            if place + 1 < len(self._levels) and not _is_quickly_halved(self._levels[place]):
                following = self._levels[place + 1]
                return following if following.width() >= GOOD_ENOUGH * width else self._levels[place]
            place += 1
            self._levels.insert(place, _half(self._levels[place - 1]))
        return self._levels[place]


def _is_quickly_halved(image: QImage) -> bool:
    return image.width() * image.height() <= QUICKLY_HALVED


def _half(image: QImage) -> QImage:
    return image.scaled(
        max(1, image.width() // 2),
        max(1, image.height() // 2),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
