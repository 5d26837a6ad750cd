"""The texts that a window paints, each with its colour and the ground that it lies on.

The window is painted twice: as SVG, in which a text is still a text, and as pixels, which say what lies under it.
What is kept as a pixmap and painted from that (badges on tiles, the map's legend) is a picture in both.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPalette, QRegion, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from gui.widgets.contrast import contrast

READABLE, OF_DISABLED = 4.5, 3.0  # WCAG asks nothing of what is disabled; one should still be able to read it
_TEXT_ROLES = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)
_SVG = "{http://www.w3.org/2000/svg}"
_RESOLUTION = 96
SAME_PLACE = 8  # pixels
AROUND = 3  # pixels beside a text: a letter alone, underlined, leaves little free


@dataclass(frozen=True, slots=True)
class PaintedText:
    text: str
    colour: QColor
    ground: QColor

    @property
    def contrast(self) -> float:
        return contrast(self.colour, self.ground)


def over(colour: QColor, ground: QColor) -> QColor:
    """What is seen of a colour that lets something through."""
    share = colour.alphaF()
    pairs = zip(colour.getRgbF()[:3], ground.getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(top * share + bottom * (1 - share) for top, bottom in pairs))


def painted_texts(window: QWidget) -> list[PaintedText]:
    pixels = window.grab().toImage()
    shown = [each for each in (window, *window.findChildren(QWidget)) if each.isVisible() and not each.isHidden()]
    return [
        text
        for widget in shown
        if widget.window() is window.window() and not widget.visibleRegion().isEmpty()
        for text in _texts_of(widget, window, pixels)
    ]


def _texts_of(widget: QWidget, window: QWidget, pixels: QImage) -> Iterable[PaintedText]:
    """Those of the part of it that is not scrolled away."""
    painted: dict[tuple[str, int, int], PaintedText] = {}
    seen, corner = widget.visibleRegion(), widget.mapTo(window, QPoint())
    for text, colour, place in _texts(_as_svg(widget)):
        whole = place.toRect()
        if not seen.contains(whole.topLeft()) or not seen.contains(whole.bottomRight()):
            continue
        ground = _ground(pixels, whole.adjusted(-AROUND, 0, AROUND, 0).translated(corner) & pixels.rect())
        if ground is None:
            continue
        found = PaintedText(text, over(colour, ground), ground)
        where = text, round(place.left()) // SAME_PLACE, round(place.center().y()) // SAME_PLACE
        if where not in painted or painted[where].contrast < found.contrast:
            painted[where] = found  # what is selected is there in the usual colour, too, which is not seen
    return painted.values()


def faint_texts(window: QWidget) -> list[str]:
    """Those that can hardly be read. What has the colour of disabled text may stand apart a little less."""
    disabled = {window.palette().color(QPalette.ColorGroup.Disabled, role).name() for role in _TEXT_ROLES}
    return [
        f"{each.text!r} in {each.colour.name()} on {each.ground.name()}: {each.contrast:.2f}"
        for each in painted_texts(window)
        if each.contrast < (OF_DISABLED if each.colour.name() in disabled else READABLE)
    ]


def _as_svg(widget: QWidget) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(widget.rect())
    generator.setResolution(_RESOLUTION)
    painter = QPainter(generator)
    widget.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)  # without what is in it
    painter.end()
    return data.data()


def _texts(svg: bytes) -> Iterator[tuple[str, QColor, QRectF]]:
    for group in ElementTree.fromstring(svg).iter(f"{_SVG}g"):
        for node in group.findall(f"{_SVG}text"):
            text = "".join(node.itertext()).strip()
            if not text:
                continue
            colour = QColor(node.get("fill", group.get("fill", "#000000")))
            colour.setAlphaF(float(node.get("fill-opacity", group.get("fill-opacity", "1"))))
            numbers = [float(each) for each in re.findall(r"-?[\d.]+(?:e-?\d+)?", group.get("transform", ""))]
            moved = QTransform(*numbers) if len(numbers) == 6 else QTransform()
            font = QFont(node.get("font-family", group.get("font-family", "")))
            font.setPixelSize(max(1, round(float(node.get("font-size", group.get("font-size", "12"))))))
            box = QFontMetricsF(font).boundingRect(text)
            at = QPointF(float(node.get("x", "0")), float(node.get("y", "0")))
            yield text, colour, moved.mapRect(box.translated(at))


def _ground(pixels: QImage, place: QRect) -> QColor | None:
    """The colour that most of the place has: letters leave more of it free than each tone of theirs covers."""
    if place.width() < 2 or place.height() < 2:
        return None
    tones = Counter(
        pixels.pixel(x, y)
        for x in range(place.left(), place.right() + 1)
        for y in range(place.top(), place.bottom() + 1)
    )
    return QColor(tones.most_common(1)[0][0])
