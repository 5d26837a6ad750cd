"""The preview panel: what it shows, what it asks for, and that late or hostile things do no harm."""

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from gui.preview.crop import CropOverlay
from gui.preview.metadata_table import MetadataTable
from gui.preview.preview_panel import NOTHING_SELECTED, PreviewPanel
from gui.widgets.theme import palette_for

ROWS = [("Name", "sandals.jpg"), ("Folder", "/pictures/summer"), ("Labels", "shoes, sandals")]
FULL = QSize(800, 600)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def plain(name="red", width=400, height=300):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(name))
    return image


@pytest.fixture
def panel(qtbot):
    panel = PreviewPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 700)
    panel.show()
    return panel


@pytest.fixture
def shown(panel):
    panel.show_details(7, ROWS)
    panel.show_picture(7, plain(), FULL)
    return panel


def button(panel, text):
    (found,) = [each for each in panel.findChildren(QToolButton) if each.text() == text]
    return found


def message(panel):
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def test_at_first_it_says_what_to_do_and_offers_no_buttons(panel):
    assert message(panel) == [NOTHING_SELECTED]
    assert not button(panel, "Find similar").isVisible()
    assert not panel.metadata.isVisible()


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Find similar", "similar_requested"),
        ("Add to query", "add_requested"),
        ("Exclude from query", "minus_requested"),
        ("Show in folder", "show_in_folder_requested"),
        ("Copy path", "copy_path_requested"),
    ],
)
def test_each_button_asks_with_the_image_id_by_mouse_and_by_keyboard(shown, qtbot, text, signal):
    with qtbot.waitSignal(getattr(shown, signal)) as asked:
        qtbot.mouseClick(button(shown, text), Qt.MouseButton.LeftButton)
    assert asked.args == [7]
    with qtbot.waitSignal(getattr(shown, signal)) as asked:
        qtbot.keyClick(button(shown, text), Qt.Key.Key_Space)
    assert asked.args == [7]


def test_search_part_draws_and_asks_with_the_part_in_original_pixels(shown, qtbot):
    search_part = button(shown, "Search part…")
    qtbot.mouseClick(search_part, Qt.MouseButton.LeftButton)
    overlay = shown.findChild(CropOverlay)
    assert shown.view.is_cropping()
    assert overlay.part().isEmpty()
    qtbot.keyClick(overlay, Qt.Key.Key_Right)
    with qtbot.waitSignal(shown.crop_requested) as asked:
        qtbot.keyClick(overlay, Qt.Key.Key_Return)
    assert asked.args == [7, QRect(200, 150, 400, 300)]
    assert not search_part.isChecked()


def test_the_search_part_button_follows_the_keyboard(shown, qtbot):
    search_part = button(shown, "Search part…")
    qtbot.keyClick(shown.view, Qt.Key.Key_C)
    assert search_part.isChecked()
    qtbot.keyClick(shown.findChild(CropOverlay), Qt.Key.Key_Escape)
    assert not search_part.isChecked()
    qtbot.mouseClick(search_part, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(search_part, Qt.MouseButton.LeftButton)
    assert not shown.view.is_cropping()


def test_a_picture_that_comes_late_is_ignored(panel):
    panel.show_details(7, ROWS)
    panel.show_details(8, ROWS)
    panel.show_picture(7, plain("red"), FULL)
    assert not panel.view.has_image()
    panel.show_picture(8, plain("blue"), FULL)
    assert panel.view.grab().toImage().pixelColor(panel.view.rect().center()).name() == "#0000ff"


def test_nothing_is_left_of_the_last_picture_when_another_is_selected(shown):
    shown.show_details(8, ROWS)
    assert shown.image_id() == 8
    assert not shown.view.has_image()
    assert not button(shown, "Search part…").isEnabled()


def test_new_metadata_of_the_same_image_keeps_the_picture_and_its_zoom(shown, qtbot):
    qtbot.keyClick(shown.view, Qt.Key.Key_1)
    shown.show_details(7, [*ROWS, ("Status", "Missing")])
    shown.show_picture(7, plain("red", 800, 600), FULL)
    assert shown.view.zoom() == pytest.approx(1.0)
    assert shown.metadata.rows()[-1] == ("Status", "Missing")


def test_a_message_takes_the_pictures_place_and_similar_images_can_still_be_found(shown, qtbot):
    text = "This picture is not available; its drive is not connected."
    shown.show_message(text)
    assert message(shown) == [text]
    assert not shown.view.isVisible()
    assert not button(shown, "Search part…").isEnabled()
    with qtbot.waitSignal(shown.similar_requested):
        qtbot.mouseClick(button(shown, "Find similar"), Qt.MouseButton.LeftButton)
    shown.show_picture(7, plain(), FULL)
    assert shown.view.isVisible()


def test_a_message_about_another_image_is_ignored(shown):
    shown.show_message("gone", image_id=6)
    assert shown.view.isVisible()


def test_show_nothing_forgets_everything(shown):
    shown.show_nothing()
    assert shown.image_id() is None
    assert shown.metadata.rows() == []
    assert message(shown) == [NOTHING_SELECTED]
    shown.show_picture(7, plain(), FULL)
    assert not shown.view.has_image()


def test_a_larger_version_is_asked_for_when_zooming_in(shown, qtbot):
    with qtbot.waitSignal(shown.more_pixels_requested) as asked:
        qtbot.keyClick(shown.view, Qt.Key.Key_1)
    assert asked.args == [7]


def test_excluding_is_offered_only_when_there_is_a_query(shown, qtbot):
    shown.set_can_exclude(False)
    with qtbot.assertNotEmitted(shown.minus_requested):
        qtbot.mouseClick(button(shown, "Exclude from query"), Qt.MouseButton.LeftButton)
    shown.show_details(8, ROWS)
    assert not button(shown, "Exclude from query").isEnabled()


def test_a_drop_on_the_metadata_is_left_to_the_window(shown):
    assert not shown.metadata.acceptDrops()
    assert not shown.metadata.viewport().acceptDrops()


def test_hostile_text_is_shown_literally(panel):
    bad = "<b>bold</b><img src=x>&amp;"
    panel.show_details(1, [("Name", bad)])
    assert bad in panel.metadata.toPlainText()
    panel.show_message(bad)
    (label,) = [each for each in panel.findChildren(QLabel) if each.text() == bad]
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_line_breaks_and_bytes_that_are_not_text_stay_on_their_line(panel):
    panel.show_details(1, [("Name", "a\nb\u2028c\udce9\u202egpj.exe"), ("Size", "3")])
    assert panel.metadata.rows()[0][1] == "a�b�c��gpj.exe"


@pytest.mark.parametrize("width", [260, 340, 600])
def test_nothing_is_clipped_at_any_width(shown, width):
    shown.resize(width, 700)
    QApplication.processEvents()
    assert shown.width() == width
    buttons = [each for each in shown.findChildren(QToolButton) if each.isVisible()]
    assert len(buttons) == 7
    for each in buttons:
        assert each.fontMetrics().horizontalAdvance(each.text()) < each.width()
        corner = each.mapTo(shown, each.rect().bottomRight())
        assert shown.rect().contains(corner)
    shown.metadata.set_rows([("Folder", "/a_name_without_a_single_place_to_break" * 8)])
    assert shown.metadata.horizontalScrollBar().maximum() == 0
    assert shown.metadata.document().size().width() <= shown.metadata.viewport().width()


def test_a_long_table_is_shown_from_its_top(panel):
    panel.resize(260, 400)
    panel.show_details(1, [(f"Row {i}", "value " * 20) for i in range(20)])
    QApplication.processEvents()
    assert panel.metadata.verticalScrollBar().maximum() > 0
    assert panel.metadata.verticalScrollBar().value() == 0


def test_a_value_can_be_marked_and_copied(shown, qtbot):
    table = shown.metadata
    table.find("/pictures/summer")
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "/pictures/summer"
    assert not QApplication.clipboard().mimeData().hasHtml()


def test_a_piece_of_a_name_with_an_emoji_is_copied_exactly(shown, qtbot):
    shown.metadata.set_rows([("Name", "x\N{GRINNING FACE}b.jpg")])
    shown.metadata.find("\N{GRINNING FACE}b.")
    qtbot.keyClick(shown.metadata, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "\N{GRINNING FACE}b."


def test_the_whole_table_is_copied_as_lines_with_tabs(qtbot):
    table = MetadataTable()
    qtbot.addWidget(table)
    table.set_rows(ROWS)
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QApplication.clipboard().text().split("\n")
    assert lines == ["Name\tsandals.jpg", "Folder\t/pictures/summer", "Labels\tshoes, sandals"]


def test_the_table_cannot_be_edited(shown, qtbot):
    before = shown.metadata.toPlainText()
    qtbot.keyClicks(shown.metadata, "x")
    qtbot.keyClick(shown.metadata, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert shown.metadata.toPlainText() == before


def test_the_metadata_follows_the_theme(shown, qapp):
    before = qapp.palette()
    try:
        qapp.setPalette(palette_for(Qt.ColorScheme.Dark))
        QApplication.processEvents()
        cursor = shown.metadata.document().find("sandals.jpg")
        assert cursor.charFormat().foreground().color() == qapp.palette().color(QPalette.ColorRole.WindowText)
    finally:
        qapp.setPalette(before)


def test_every_control_has_a_name_for_assistive_technology(shown):
    for each in (shown.view, shown.metadata, *shown.findChildren(QToolButton)):
        assert each.accessibleName()


@pytest.mark.usefixtures("another_language")
def test_details_are_hidden_by_their_english_names(panel):
    panel.metadata.set_hidden(frozenset({"Folder"}))
    panel.show_details(7, ROWS)
    assert [name for name, _ in panel.metadata.rows()] == ["¡Name!", "¡Labels!"]
