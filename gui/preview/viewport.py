"""Where a picture lies in its view: zoom and pan as plain geometry, without a widget.

Three kinds of pixel: those of the original, those of the view (device-independent), those of the screen.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF

LARGEST = 16.0  # screen pixels per original pixel
FITTED_LARGEST = 4.0  # a thumbnail-sized picture is not blown up without end


@dataclass(frozen=True, slots=True)
class ShownPart:
    """Which part of a picture is shown, whatever its size: how much larger than fitted, and what is in the middle,
    as a share of its width and height."""

    enlarged: float = 1.0
    x: float = 0.5
    y: float = 0.5


class Viewport:
    """`scale` is view pixels per original pixel; `centre` the original's point in the middle of the view."""

    def __init__(self) -> None:
        self.full = QSize()
        self.fitted = True
        self.scale = 1.0
        self._centre = QPointF()
        self._view = QSizeF(1, 1)
        self._ratio = 1.0

    @property
    def zoom(self) -> float:
        """Screen pixels per original pixel; 1 shows the original as it is."""
        return self.scale * self._ratio

    @property
    def can_pan(self) -> bool:
        shown = self.rect()
        return shown.width() > self._view.width() + 0.5 or shown.height() > self._view.height() + 0.5

    def show(self, full: QSize) -> None:
        """Another original, fitted."""
        self.full = QSize(full)
        self.fit()

    def resize(self, view: QSizeF, ratio: float) -> None:
        self._view = QSizeF(max(1.0, view.width()), max(1.0, view.height()))
        self._ratio = ratio
        if self.fitted:
            self.fit()
        else:
            self._settle()

    def fit(self) -> None:
        self.fitted = True
        self.scale = self._fit_scale()
        self._settle()

    def zoom_to(self, zoom: float, at: QPointF | None = None) -> None:
        """Zoom so that what is under `at` (else the middle) stays there."""
        at = at if at is not None else self._middle()
        fixed = self.to_original(at)
        fit_scale = self._fit_scale()
        smallest = min(fit_scale, 1 / self._ratio)
        self.scale = min(max(zoom / self._ratio, smallest), max(LARGEST / self._ratio, smallest))
        self.fitted = abs(self.scale - fit_scale) < 1e-6
        self._centre = fixed - (at - self._middle()) / self.scale
        self._settle()

    def pan(self, by: QPointF) -> None:
        """Move the picture by so many view pixels."""
        self._centre -= by / self.scale
        self._settle()

    def part(self) -> ShownPart:
        if self.full.isEmpty():
            return ShownPart()
        across, down = self._centre.x() / self.full.width(), self._centre.y() / self.full.height()
        return ShownPart(self.scale / self._fit_scale(), across, down)

    def show_part(self, part: ShownPart) -> None:
        """The same part as of another picture, or as near to it as this one allows."""
        self.fitted = abs(part.enlarged - 1) < 1e-6
        self.scale = self._fit_scale() * part.enlarged
        self._centre = QPointF(part.x * self.full.width(), part.y * self.full.height())
        self._settle()

    def rect(self) -> QRectF:
        """The whole picture in the view, its corner on a whole screen pixel so that 100 % is sharp."""
        corner = self._middle() - self._centre * self.scale
        x = round(corner.x() * self._ratio) / self._ratio
        y = round(corner.y() * self._ratio) / self._ratio
        return QRectF(x, y, self.full.width() * self.scale, self.full.height() * self.scale)

    def to_view(self, point: QPointF) -> QPointF:
        return self.rect().topLeft() + point * self.scale

    def to_original(self, point: QPointF) -> QPointF:
        return (point - self.rect().topLeft()) / self.scale

    def _middle(self) -> QPointF:
        return QPointF(self._view.width() / 2, self._view.height() / 2)

    def _fit_scale(self) -> float:
        if self.full.isEmpty():
            return 1.0
        across = self._view.width() / self.full.width()
        down = self._view.height() / self.full.height()
        return min(across, down, FITTED_LARGEST / self._ratio)

    def _settle(self) -> None:
        """Keep the picture in the view: centred where it is smaller, without a gap where it is larger."""
        x = _kept(self._centre.x(), self.full.width(), self._view.width() / self.scale)
        y = _kept(self._centre.y(), self.full.height(), self._view.height() / self.scale)
        self._centre = QPointF(x, y)


def _kept(centre: float, full: float, visible: float) -> float:
    if full <= visible:
        return full / 2
    return min(max(centre, visible / 2), full - visible / 2)
