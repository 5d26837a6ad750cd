"""Our icons: line drawings from `resources/icons`, tinted by the palette at the moment they are painted.

Because the tint is chosen when painting, an icon set once stays right when the theme changes, and is sharp at
every size and pixel ratio.
"""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.widgets.theme import palette_for

_ROLES = {
    QIcon.Mode.Normal: (QPalette.ColorGroup.Active, QPalette.ColorRole.ButtonText),
    QIcon.Mode.Active: (QPalette.ColorGroup.Active, QPalette.ColorRole.ButtonText),
    QIcon.Mode.Disabled: (QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText),
    QIcon.Mode.Selected: (QPalette.ColorGroup.Active, QPalette.ColorRole.HighlightedText),
}
# QIcon deletes its engine in C++, but nothing on the Python side would keep a clone alive until then.
_engines: list[QIconEngine] = []


@cache
def icon(name: str) -> QIcon:
    """The icon drawn in resources/icons/<name>.svg."""
    _source(name)  # a misspelt name fails here, not while painting
    return QIcon(_engine(name))


@cache
def pale_icon(name: str) -> QIcon:
    """The same for a ground that is dark whatever the theme is."""
    _source(name)
    return QIcon(_engine(name, on_dark=True))


def paint_icon(painter: QPainter, name: str, rect: QRectF, colour: str) -> None:
    """Draw an icon in a colour of one's own, `#rrggbb`."""
    _renderer(name, colour).render(painter, rect)


class _TintedSvg(QIconEngine):
    def __init__(self, name: str, on_dark: bool) -> None:
        super().__init__()
        self._name, self._on_dark = name, on_dark

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        palette = palette_for(Qt.ColorScheme.Dark) if self._on_dark else QGuiApplication.palette()
        paint_icon(painter, self._name, QRectF(rect), palette.color(*_ROLES[mode]).name())

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        # Newer Qt gives `size` in device-independent pixels; where it does not, QIcon scales it down again.
        return self.pixmap(size * scale, mode, state)

    def clone(self) -> QIconEngine:
        return _engine(self._name, self._on_dark)


def _engine(name: str, on_dark: bool = False) -> QIconEngine:
    engine = _TintedSvg(name, on_dark)
    _engines.append(engine)
    return engine


@cache
def _source(name: str) -> bytes:
    return files("resources").joinpath("icons", f"{name}.svg").read_bytes()


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_source(name).replace(b"currentColor", colour.encode())))
