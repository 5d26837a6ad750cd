"""Light and dark: colours one can read, icons that are sharp and follow the theme."""

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QListWidget,
    QRadioButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

import resources
from gui.widgets.contrast import contrast, luminance
from gui.widgets.icons import icon
from gui.widgets.label_colours import NAMED, text_on
from gui.widgets.theme import apply_theme, choose_scheme, colours, is_dark, palette_for, sized

ICONS = sorted(path.stem for path in Path(resources.__file__).parent.glob("icons/*.svg"))
SCHEMES = (Qt.ColorScheme.Light, Qt.ColorScheme.Dark)


@pytest.fixture
def restored(qapp):
    before = qapp.palette()
    yield qapp
    qapp.setPalette(before)


def test_contrast_is_measured_as_wcag_says():
    black, white = QColor("black"), QColor("white")
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(QColor("#767676"), white) == pytest.approx(4.54, abs=0.01)
    assert contrast(QColor("#2463c2"), white) == pytest.approx(5.77, abs=0.01)
    assert luminance(QColor("#ff0000")) == pytest.approx(0.2126)


@pytest.mark.parametrize("colour", [*NAMED.values(), "#ff0000", "#777777", "#000000", "#ffffff", "#00ff00"])
def test_a_letter_can_be_read_on_every_colour_of_a_label(colour):
    assert contrast(text_on(QColor(colour)), QColor(colour)) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_disabled_can_still_be_read_and_is_told_from_what_is_not(scheme):
    palette, group = palette_for(scheme), QPalette.ColorGroup
    for role, ground in (("WindowText", "Window"), ("Text", "Base"), ("ButtonText", "Button")):
        behind, role = palette.color(QPalette.ColorRole[ground]), QPalette.ColorRole[role]
        disabled, usual = (palette.color(each, role) for each in (group.Disabled, group.Active))
        assert 3 <= contrast(disabled, behind) <= contrast(usual, behind) / 1.8


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_has_a_contrast_of_at_least_4_5_on_every_ground_it_lies_on(scheme):
    palette = palette_for(scheme)
    shades = colours(palette)
    role = QPalette.ColorRole
    grounds = [palette.color(each) for each in (role.Window, role.Base, role.AlternateBase)]
    texts = [palette.color(each) for each in (role.WindowText, role.Text, role.PlaceholderText, role.Link)]
    for ground in grounds:
        for text in (*texts, shades.dim, shades.plus, shades.minus, shades.badge_text):
            assert contrast(text, ground) >= 4.5
    assert contrast(palette.color(role.ButtonText), palette.color(role.Button)) >= 4.5
    assert contrast(palette.color(role.HighlightedText), palette.color(role.Highlight)) >= 4.5
    assert contrast(palette.color(role.Accent), palette.color(role.Window)) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("picture", ["black", "white"])
def test_a_badge_can_be_read_on_every_picture(scheme, picture):
    shades = colours(palette_for(scheme))
    share = shades.badge.alphaF()
    under = QColor(picture)
    ground = QColor.fromRgbF(
        *(
            top * share + bottom * (1 - share)
            for top, bottom in zip(shades.badge.getRgbF()[:3], under.getRgbF()[:3], strict=True)
        )
    )
    assert contrast(shades.badge_text, ground) >= 4.5


def test_the_theme_is_fusion_and_applied_once(restored):
    apply_theme(restored)
    apply_theme(restored)
    assert restored.style().objectName() == "fusion"
    followers = [each for each in restored.children() if type(each).__name__ == "_SchemeFollower"]
    assert len(followers) == 1


def test_the_palette_follows_the_systems_scheme(restored):
    apply_theme(restored)
    for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
        restored.styleHints().colorSchemeChanged.emit(scheme)
        assert is_dark(restored.palette()) == (scheme == Qt.ColorScheme.Dark)


def test_fonts_are_sized_whether_in_points_or_pixels(qapp):
    font = qapp.font()
    font.setPointSizeF(10)
    assert sized(font, 1.2, bold=True).pointSizeF() == pytest.approx(12)
    font.setPixelSize(20)
    assert sized(font, 0.9).pixelSize() == 18


@pytest.mark.parametrize("name", ICONS)
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_every_icon_is_drawn_at_the_screens_resolution(qapp, name, ratio):
    pixmap = icon(name).pixmap(QSize(20, 20), ratio)
    assert pixmap.size() == QSize(20, 20) * ratio
    image = pixmap.toImage()
    drawn = [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha()]
    assert len(drawn) > 10
    edge = {0, image.width() - 1}
    assert name == "dualhash" or not any(x in edge or y in edge for x, y in drawn)  # nothing is cut off


def test_an_icon_set_once_follows_the_theme(restored, qtbot):
    button = QToolButton()
    qtbot.addWidget(button)
    button.setIcon(icon("pause"))
    button.setAutoRaise(True)
    button.setIconSize(QSize(20, 20))
    button.resize(28, 28)
    darkest = []
    for scheme in SCHEMES:
        restored.setPalette(palette_for(scheme))
        image = button.icon().pixmap(20, 20).toImage()
        strokes = [image.pixelColor(x, 10) for x in range(20) if image.pixelColor(x, 10).alpha() == 255]
        darkest.append(min(colour.lightness() for colour in strokes))
    assert darkest[0] < 60
    assert darkest[1] > 200


def test_a_disabled_icon_is_paler(qapp):
    def strongest(mode):
        image = icon("pause").pixmap(QSize(20, 20), 1.0, mode).toImage()
        return min(image.pixelColor(x, 10).lightness() for x in range(20) if image.pixelColor(x, 10).alpha() == 255)

    assert strongest(QIcon.Mode.Normal) != strongest(QIcon.Mode.Disabled)


def test_icons_survive_copying_changing_and_garbage_collection(qapp):
    for _ in range(200):
        copy = QIcon(icon("search"))
        copy.addPixmap(QPixmap(3, 3))  # makes Qt clone what paints it
        button = QToolButton()
        button.setIcon(copy)
        button.grab()
    gc.collect()
    assert not icon("search").pixmap(16, 16).isNull()


def test_an_unknown_icon_is_an_error_at_once(qapp):
    with pytest.raises(FileNotFoundError):
        icon("no such icon")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("make", [QCheckBox, QRadioButton, QLineEdit, QSpinBox, QListWidget])
def test_what_one_ticks_or_types_into_has_a_frame_that_is_seen(restored, qtbot, make, scheme):
    choose_scheme(restored, scheme)
    page = QWidget()
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(widget := make())
    page.show()
    picture, window = page.grab().toImage(), page.palette().color(QPalette.ColorRole.Window)
    box = widget.geometry()
    across = [picture.pixelColor(x, box.center().y()) for x in range(box.left() - 1, box.left() + 20)]
    assert max(contrast(tone, window) for tone in across) >= 2
    choose_scheme(restored, None)
