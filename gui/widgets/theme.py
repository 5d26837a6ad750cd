"""How everything looks: Fusion in a light and a dark palette following the system, spacing, a few colours.

Widgets take colours from their palette, or from `colours(palette)`, and never name one themselves.
"""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

SPACE_S = 4  # between things that belong together
SPACE_M = 8  # between controls, and the margins of a panel
SPACE_L = 16  # between groups
ICON_SIZE = 18
CORNER = 6.0  # radius of chips, badges and thumbnails
SMALL = 0.9  # font sizes, relative to the system's
TITLE = 1.2
FADED = 0.4  # how much of the window's colour is in what is disabled: it can still be read, at 3 : 1

_LIGHT = {
    QPalette.ColorRole.Window: "#f5f6f7",
    QPalette.ColorRole.WindowText: "#1c1e21",
    QPalette.ColorRole.Base: "#ffffff",
    QPalette.ColorRole.AlternateBase: "#f0f1f3",
    QPalette.ColorRole.Text: "#1c1e21",
    QPalette.ColorRole.PlaceholderText: "#666b73",
    QPalette.ColorRole.Button: "#f3f4f6",
    QPalette.ColorRole.ButtonText: "#1c1e21",
    QPalette.ColorRole.BrightText: "#ffffff",
    QPalette.ColorRole.ToolTipBase: "#ffffff",
    QPalette.ColorRole.ToolTipText: "#1c1e21",
    QPalette.ColorRole.Highlight: "#2463c2",
    QPalette.ColorRole.HighlightedText: "#ffffff",
    QPalette.ColorRole.Accent: "#2463c2",
    QPalette.ColorRole.Link: "#1d57b0",
    QPalette.ColorRole.LinkVisited: "#6a3fb0",
    QPalette.ColorRole.Light: "#ffffff",
    QPalette.ColorRole.Midlight: "#e6e8eb",
    QPalette.ColorRole.Mid: "#c3c7cd",
    QPalette.ColorRole.Dark: "#9aa0a8",
    QPalette.ColorRole.Shadow: "#6d727a",
}
_DARK = {
    QPalette.ColorRole.Window: "#222427",
    QPalette.ColorRole.WindowText: "#e7e8ea",
    QPalette.ColorRole.Base: "#1a1b1e",
    QPalette.ColorRole.AlternateBase: "#26282c",
    QPalette.ColorRole.Text: "#e7e8ea",
    QPalette.ColorRole.PlaceholderText: "#9ba0a8",
    QPalette.ColorRole.Button: "#32353a",
    QPalette.ColorRole.ButtonText: "#e7e8ea",
    QPalette.ColorRole.BrightText: "#ffffff",
    QPalette.ColorRole.ToolTipBase: "#32353a",
    QPalette.ColorRole.ToolTipText: "#e7e8ea",
    QPalette.ColorRole.Highlight: "#2f6bc7",
    QPalette.ColorRole.HighlightedText: "#ffffff",
    QPalette.ColorRole.Accent: "#6ea3f2",
    QPalette.ColorRole.Link: "#8ab6f7",
    QPalette.ColorRole.LinkVisited: "#c0a5f0",
    QPalette.ColorRole.Light: "#4a4e55",
    QPalette.ColorRole.Midlight: "#3c4046",
    QPalette.ColorRole.Mid: "#4b4f56",
    QPalette.ColorRole.Dark: "#17181a",
    QPalette.ColorRole.Shadow: "#0f1011",
}
_FADED_WHEN_DISABLED = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.PlaceholderText,
    QPalette.ColorRole.HighlightedText,
)
# What one ticks or types into has a frame that is seen. Fusion makes it of the window's colour, only darker: on a
# dark window nobody would see it. These widgets paint no ground in that colour. PySide takes their names as text,
# and says of itself that it wants bytes.
_FRAME = "#a9aeb6"  # then about 3 : 1 on the grounds of both palettes
_FRAMED: tuple[Any, ...] = ("QCheckBox", "QRadioButton", "QLineEdit", "QAbstractSpinBox", "QListWidget")


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours that no palette role stands for."""

    dim: QColor  # secondary text
    line: QColor  # hairlines between areas
    badge: QColor  # behind text that lies on a picture
    badge_text: QColor
    plus: QColor  # a picture to be like
    minus: QColor  # a picture to be unlike


def is_dark(palette: QPalette) -> bool:
    return palette.color(QPalette.ColorRole.Window).lightness() < 128


def colours(palette: QPalette) -> Colours:
    text = palette.color(QPalette.ColorRole.WindowText)
    window = palette.color(QPalette.ColorRole.Window)
    badge = QColor(window)
    badge.setAlpha(230)
    dark = is_dark(palette)
    return Colours(
        dim=mixed(text, window, 0.34),
        line=mixed(text, window, 0.84),
        badge=badge,
        badge_text=text,
        plus=QColor("#5cc596" if dark else "#17734a"),
        minus=QColor("#ff9a90" if dark else "#b3261e"),
    )


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """`first` with `share` (0 to 1) of `second` in it."""
    return QColor.fromRgbF(
        first.redF() * (1 - share) + second.redF() * share,
        first.greenF() * (1 - share) + second.greenF() * share,
        first.blueF() * (1 - share) + second.blueF() * share,
    )


def sized(font: QFont, factor: float, bold: bool = False) -> QFont:
    """A copy of `font`, `factor` times as large, whether it is measured in points or in pixels."""
    copy = QFont(font)
    if font.pointSizeF() > 0:
        copy.setPointSizeF(font.pointSizeF() * factor)
    else:
        copy.setPixelSize(round(font.pixelSize() * factor))
    copy.setBold(bold)
    return copy


def palette_for(scheme: Qt.ColorScheme) -> QPalette:
    roles = _DARK if scheme == Qt.ColorScheme.Dark else _LIGHT
    palette = QPalette()
    for role, name in roles.items():
        palette.setColor(role, QColor(name))
    window = QColor(roles[QPalette.ColorRole.Window])
    for role in _FADED_WHEN_DISABLED:
        palette.setColor(QPalette.ColorGroup.Disabled, role, mixed(QColor(roles[role]), window, FADED))
    grey = QColor(roles[QPalette.ColorRole.Mid])
    palette.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Highlight, grey)
    return palette


def apply_theme(app: QApplication) -> None:
    """Dress `app`, now and whenever the system turns light or dark; once, as a style polishes all widgets anew."""
    if app.findChild(_SchemeFollower) is None:
        app.setStyle("Fusion")
        _SchemeFollower(app)


def choose_scheme(app: QApplication, scheme: Qt.ColorScheme | None) -> None:
    """Light or dark, whatever the system is; None: as the system."""
    apply_theme(app)
    follower = app.findChild(_SchemeFollower)
    assert isinstance(follower, _SchemeFollower)
    follower.choose(scheme)


def scheme_called(name: str) -> Qt.ColorScheme | None:
    return {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(name)


class _SchemeFollower(QObject):
    """Belongs to the application and repaints it when the system's colour scheme changes."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._chosen: Qt.ColorScheme | None = None  # in place of the system's
        app.styleHints().colorSchemeChanged.connect(self._on_colour_scheme_changed)
        self._on_colour_scheme_changed(app.styleHints().colorScheme())

    def choose(self, scheme: Qt.ColorScheme | None) -> None:
        before, self._chosen = self._chosen, scheme
        if scheme != before:
            self._on_colour_scheme_changed(self._app.styleHints().colorScheme())

    def _on_colour_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        palette = palette_for(scheme if self._chosen is None else self._chosen)
        self._app.setPalette(palette)
        palette.setColor(QPalette.ColorRole.Window, QColor(_FRAME))
        for kind in _FRAMED:
            self._app.setPalette(palette, kind)
