"""The query bar: chips, filters and keys, as a person uses them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QImage
from PySide6.QtWidgets import QApplication, QToolButton, QVBoxLayout, QWidget

from engine.search.query import Query, QueryPicture
from gui.search.query_bar import HINT, QueryBar

A = QueryPicture(image_id=1)
B = QueryPicture(path=b"/pictures/hat.jpg", crop=(0, 0, 50, 50))
C = QueryPicture(data=b"\x89PNG")
NAMES = ["dress.jpg", "hat.jpg", "Pasted picture"]
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@pytest.fixture
def holding(qtbot):
    """Whoever has the bar has what holds it, too."""
    holder, bar = held()
    qtbot.addWidget(holder)
    holder.resize(1000, 160)
    with qtbot.waitActive(holder):
        holder.show()
    return holder, bar


@pytest.fixture
def bar(holding):
    return holding[1]


def held():
    """The bar, with its filters below, as the window places them."""
    holder, bar = QWidget(), QueryBar(bits=64)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(bar)
    column.addStretch()
    column.addWidget(bar.filters)
    return holder, bar


@pytest.fixture
def asking(bar):
    bar.set_query(Query((A, B, C)), NAMES)
    return bar


def chip(bar, index):
    return bar.chips.chips()[index]


def buttons(bar, index):
    """The chip's plus or minus, and its cross."""
    sign, close = chip(bar, index).findChildren(QToolButton)
    return sign, close


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def plain(name):
    image = QImage(90, 60, QImage.Format.Format_RGB32)
    image.fill(QColor(name))
    return image


def thumbnail_colour(bar, index):
    return chip(bar, index).grab().toImage().pixelColor(20, 20).name()


# Empty


def test_without_a_query_it_is_one_slim_line_with_a_hint(bar):
    assert bar.hint.text() == HINT
    assert bar.hint.isVisible()
    assert not bar.filters.isVisible()
    assert not bar.clear.isVisible()
    assert bar.sizeHint().height() <= 50


@pytest.mark.parametrize("count", [1, 3, 40])
def test_the_bar_is_as_high_with_a_query_as_without(bar, qtbot, count):
    without = bar.height()
    bar.set_query(Query(tuple(QueryPicture(image_id=number) for number in range(1, count + 1))), NAMES * count)
    qtbot.waitUntil(bar.chips.isVisible)
    QApplication.processEvents()
    assert bar.height() == without
    assert all(chip.height() <= bar.height() for chip in bar.chips.chips())
    assert bar.filters.y() > bar.geometry().bottom()


def test_open_and_paste_are_asked_for(bar, qtbot):
    with qtbot.waitSignal(bar.open_requested):
        click(qtbot, bar.open)
    with qtbot.waitSignal(bar.open_requested):
        control_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        qtbot.keyClick(bar, Qt.Key.Key_O, control_shift)
    with qtbot.waitSignal(bar.paste_requested):
        click(qtbot, bar.paste)


def test_back_and_forward_work_when_there_is_somewhere_to_go(bar, qtbot):
    assert not bar.back.isEnabled()
    assert not bar.forward.isEnabled()
    bar.set_history_state(True, True)
    with qtbot.waitSignal(bar.back_requested):
        click(qtbot, bar.back)
    with qtbot.waitSignal(bar.forward_requested):
        click(qtbot, bar.forward)
    with qtbot.waitSignal(bar.back_requested):
        qtbot.keyClick(bar, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    with qtbot.waitSignal(bar.forward_requested):
        qtbot.keyClick(bar, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)


# Chips


def test_a_query_is_shown_without_being_reported(bar, qtbot):
    with qtbot.assertNotEmitted(bar.query_changed, wait=300):
        bar.set_query(Query((A, B), k=17, min_distance=3, max_distance=9, show_missing=False), NAMES[:2])
    assert bar.chips.names() == NAMES[:2]
    assert bar.filters.number.value() == 17
    assert bar.filters.slider.values() == (3, 9)
    assert not bar.filters.show_missing.isChecked()
    assert not bar.hint.isVisible()


def test_the_cross_removes_a_picture(asking, qtbot):
    with qtbot.waitSignal(asking.query_changed) as changed:
        click(qtbot, buttons(asking, 1)[1])
    assert changed.args == [Query((A, C))]
    assert asking.chips.names() == ["dress.jpg", "Pasted picture"]


def test_the_sign_turns_plus_to_minus_and_back(asking, qtbot):
    with qtbot.waitSignal(asking.query_changed) as changed:
        click(qtbot, buttons(asking, 0)[0])
    assert changed.args == [Query((replace(A, minus=True), B, C))]
    with qtbot.waitSignal(asking.query_changed) as changed:
        click(qtbot, buttons(asking, 0)[0])
    assert changed.args == [Query((A, B, C))]


def test_delete_and_minus_do_the_same_and_the_focus_stays_in_the_row(asking, qtbot):
    chip(asking, 2).setFocus()
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(chip(asking, 2), Qt.Key.Key_Minus)
    assert changed.args == [Query((A, B, replace(C, minus=True)))]
    assert chip(asking, 2).hasFocus()
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(chip(asking, 2), Qt.Key.Key_Delete)
    assert changed.args == [Query((A, B))]
    assert chip(asking, 1).hasFocus()


def test_arrows_go_from_chip_to_chip(asking, qtbot):
    chip(asking, 0).setFocus()
    qtbot.keyClick(chip(asking, 0), Qt.Key.Key_Right)
    assert chip(asking, 1).hasFocus()
    qtbot.keyClick(chip(asking, 1), Qt.Key.Key_Left)
    assert chip(asking, 0).hasFocus()


def test_the_only_plus_picture_cannot_become_a_minus(bar, qtbot):
    bar.set_query(Query((A, replace(B, minus=True))), NAMES[:2])
    assert not buttons(bar, 0)[0].isEnabled()
    assert buttons(bar, 1)[0].isEnabled()
    with qtbot.assertNotEmitted(bar.query_changed):
        qtbot.keyClick(chip(bar, 0), Qt.Key.Key_Minus)


@pytest.mark.parametrize("rest", [(), (replace(B, minus=True),)])
def test_removing_the_last_picture_to_be_similar_to_clears_the_query(bar, qtbot, rest):
    bar.set_query(Query((A, *rest)), NAMES)
    with qtbot.assertNotEmitted(bar.query_changed), qtbot.waitSignal(bar.cleared):
        click(qtbot, buttons(bar, 0)[1])
    assert bar.query() is None
    assert bar.hint.isVisible()


def test_clear_and_escape_clear(asking, qtbot):
    with qtbot.waitSignal(asking.cleared):
        click(qtbot, asking.clear)
    with qtbot.assertNotEmitted(asking.cleared):
        qtbot.keyClick(asking, Qt.Key.Key_Escape)
    asking.set_query(Query((A,)), NAMES)
    with qtbot.waitSignal(asking.cleared):
        qtbot.keyClick(asking, Qt.Key.Key_Escape)
    assert asking.chips.chips() == []


def test_thumbnails_stay_with_their_pictures(asking, qtbot):
    first, second, *_ = asking.query().pictures
    asking.set_picture_image(first, plain("red"))
    asking.set_picture_image(second, plain("blue"))
    click(qtbot, buttons(asking, 0)[1])
    assert thumbnail_colour(asking, 0) == "#0000ff"
    asking.set_query(asking.query(), asking.chips.names())
    click(qtbot, buttons(asking, 0)[0])
    assert thumbnail_colour(asking, 0) == "#0000ff"


def test_a_thumbnail_that_comes_late_is_ignored(asking):
    asking.set_query(Query((C,)), ["Pasted picture"])
    before = thumbnail_colour(asking, 0)
    asking.set_picture_image(A, plain("red"))
    assert thumbnail_colour(asking, 0) == before
    asking.set_picture_image(C, plain("red"))
    assert thumbnail_colour(asking, 0) == "#ff0000"


def test_many_pictures_scroll_and_the_focused_one_comes_into_sight(bar, qtbot):
    pictures = tuple(QueryPicture(image_id=i) for i in range(30))
    bar.set_query(Query(pictures), [f"IMG_{i:04}.jpg" for i in range(30)])
    assert bar.width() == 1000
    chip(bar, 29).setFocus()
    left = chip(bar, 29).mapTo(bar.chips, QPoint()).x()
    assert 0 <= left < bar.chips.width()


def test_chips_say_what_they_are(bar):
    bar.set_query(Query((A, replace(B, minus=True))), NAMES[:2])
    assert chip(bar, 0).accessibleName() == "Query picture: similar to dress.jpg"
    assert chip(bar, 1).accessibleName() == "Query picture: unlike a part of hat.jpg"


def test_names_are_never_taken_for_rich_text(bar):
    bar.set_query(Query((A,), folder=b"/p/<b>A & B"), ["<img src=x>"])
    assert "<img" not in chip(bar, 0).toolTip()
    assert "<b>" not in bar.filters.folder_filter.toolTip()
    assert "&&" in bar.filters.folder_filter.text()


# Filters


def test_the_number_of_images_is_asked_for_once_when_it_has_settled(asking, qtbot):
    queries = []
    asking.query_changed.connect(queries.append)
    number = asking.filters.number
    for _ in range(5):
        qtbot.keyClick(number, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: bool(queries))
    assert queries == [Query((A, B, C), k=205)]


def test_the_number_of_images_has_bounds(asking, qtbot):
    number = asking.filters.number
    number.selectAll()
    qtbot.keyClicks(number, "99999")
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(number, Qt.Key.Key_Return)
    assert changed.args[0].k == 9_999  # a fifth digit is not accepted
    assert (number.minimum(), number.maximum()) == (1, 10_000)


def test_the_slider_changes_the_distances_and_its_end_means_no_limit(asking, qtbot):
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(asking.filters.slider.track.high, Qt.Key.Key_Left)
    assert changed.args == [Query((A, B, C), max_distance=63)]
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(asking.filters.slider.track.high, Qt.Key.Key_Right)
    assert changed.args == [Query((A, B, C), max_distance=None)]


def test_a_query_without_limit_reaches_to_the_end_of_longer_codes(asking):
    asking.set_bits(256)
    assert asking.filters.slider.values() == (0, 256)


def test_hits_that_come_while_the_slider_moves_leave_it_where_it_is(asking, qtbot):
    high, asked = asking.filters.slider.track.high, []
    asking.query_changed.connect(lambda query: asked.append(query.max_distance))
    high.setValue(41)
    high.setValue(40)  # so soon after the other that it waits
    asking.set_bits(64)  # as every answer says
    assert high.value() == 40
    qtbot.waitUntil(lambda: asked == [41, 40])


def test_show_missing_is_a_filter(asking, qtbot):
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(asking.filters.show_missing, Qt.Key.Key_Space)
    assert changed.args == [Query((A, B, C), show_missing=False)]


def test_the_label_filter_is_there_only_when_there_are_labels(asking, qtbot):
    combo = asking.filters.label_filter
    assert not combo.isVisible()
    asking.set_labels(["cat", "dog"])
    assert combo.isVisible()
    with qtbot.waitSignal(asking.query_changed) as changed:
        combo.setFocus()
        qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert changed.args[0].label == "cat"
    with qtbot.assertNotEmitted(asking.query_changed, wait=50):
        asking.set_labels(["ant", "cat", "dog"])
    assert combo.currentText() == "cat"
    with qtbot.waitSignal(asking.query_changed) as changed:
        qtbot.keyClick(combo, Qt.Key.Key_Home)
    assert changed.args[0].label is None


def test_a_label_that_is_gone_is_still_shown_while_it_filters(bar):
    bar.set_query(Query((A,), label="old"), NAMES)
    assert bar.filters.label_filter.isVisible()
    assert bar.filters.label_filter.currentText() == "old"


def test_the_folder_filter_is_shown_and_can_be_removed(bar, qtbot):
    bar.set_query(Query((A,), folder=b"/pictures/caf\xe9"), NAMES)
    assert bar.filters.folder_filter.isVisible()
    with qtbot.waitSignal(bar.query_changed) as changed:
        click(qtbot, bar.filters.folder_filter)
    assert changed.args == [Query((A,))]
    assert not bar.filters.folder_filter.isVisible()


def test_removing_a_picture_keeps_the_filters(bar, qtbot):
    query = Query((A, B), k=9, min_distance=1, max_distance=8, folder=b"/p", label="cat", show_missing=False)
    bar.set_query(query, NAMES[:2])
    with qtbot.waitSignal(bar.query_changed) as changed:
        click(qtbot, buttons(bar, 1)[1])
    assert changed.args == [replace(query, pictures=(A,))]


def test_telling_the_query_back_at_once_does_not_loop_or_lose_a_drag(asking, qtbot):
    seen = []
    asking.query_changed.connect(lambda query: (seen.append(query), asking.set_query(query, NAMES)))
    high = asking.filters.slider.track.high
    for _ in range(10):
        qtbot.keyClick(high, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: seen[-1].max_distance == 54)
    assert asking.filters.slider.values() == (0, 54)


def test_the_result_is_shown_as_plain_text_and_gone_with_the_query(asking):
    asking.set_result("200 of 12,345 pictures")
    assert asking.filters.result.text() == "200 of 12,345 pictures"
    assert asking.filters.result.textFormat() == Qt.TextFormat.PlainText
    asking.set_query(None, [])
    assert asking.filters.result.text() == ""


# The whole


def test_nothing_is_clipped_at_1000_pixels_with_everything_shown(bar):
    bar.set_labels(["a label with a rather long name", "b"])
    bar.set_query(Query((A, B, C), folder=b"/pictures/a folder with a long name"), NAMES)
    bar.set_result("200 of 12,345 pictures")
    QApplication.processEvents()
    assert bar.width() == bar.filters.width() == 1000
    assert bar.filters.slider.track.width() >= 90
    filters = bar.filters
    for widget in (filters.number, filters.label_filter, filters.folder_filter, filters.show_missing):
        assert widget.isVisible()
        assert widget.width() >= widget.minimumSizeHint().width()
        assert widget.mapTo(filters, widget.rect().bottomRight()).x() < 1000
    assert filters.result.width() >= filters.result.sizeHint().width()
    for button in (bar.open, bar.paste, bar.clear):
        assert button.width() >= button.sizeHint().width()


def test_a_picture_dropped_on_a_number_is_left_to_the_window(asking):
    mime = QMimeData()
    mime.setUrls([QUrl("file:///tmp/a.jpg")])
    for spin in (asking.filters.number, asking.filters.slider.smallest):
        event = QDragEnterEvent(
            QPoint(2, 2),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        event.ignore()
        QApplication.sendEvent(spin.lineEdit(), event)
        assert not event.isAccepted()
        assert not spin.lineEdit().acceptDrops()


def test_every_control_has_a_name_for_assistive_technology(asking):
    asking.set_labels(["cat"])
    filters = asking.filters
    for widget in (*asking.chips.chips(), asking.back, asking.forward, filters.number, filters.label_filter):
        assert widget.accessibleName()
    for button in (asking.open, asking.paste, asking.clear, filters.show_missing):
        assert button.text()


def test_the_result_can_be_read_in_the_smallest_window(qtbot):
    holder, asking = held()
    qtbot.addWidget(holder)
    asking.set_query(Query((A,), folder=b"/pictures/summer in the mountains"), NAMES[:1])
    asking.filters.set_labels(["round"])
    asking.set_result("12,345 hits, 10,000 shown · 123 ms")
    holder.show()
    holder.resize(820, 200)
    result, filters = asking.filters.result, asking.filters
    qtbot.waitUntil(lambda: result.width() >= result.sizeHint().width())
    assert holder.minimumSizeHint().width() <= 820
    assert holder.width() == 820
    assert filters.rect().contains(result.geometry())
    assert filters.rect().contains(filters.show_missing.geometry())
    holder.resize(1300, 200)
    qtbot.waitUntil(lambda: result.x() > filters.show_missing.x() > filters.folder_filter.x())
    assert result.geometry().center().y() == filters.number.geometry().center().y()
