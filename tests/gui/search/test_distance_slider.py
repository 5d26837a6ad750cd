"""The two-ended distance slider, by mouse, keyboard, typed number and assistive technology."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from gui.search.distance_slider import HANDLE_WIDTH, DistanceSlider

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@pytest.fixture
def slider(qtbot):
    slider = DistanceSlider(bits=64)
    qtbot.addWidget(slider)
    slider.resize(500, 40)
    with qtbot.waitActive(slider):
        slider.show()
    return slider


def middle_of(handle):
    return handle.geometry().center()


def column(slider, distance):
    """The middle of a distance's column, in the track."""
    inner = slider.track.width() - 2 * HANDLE_WIDTH
    return QPoint(HANDLE_WIDTH + round((distance + 0.5) * inner / (slider.bits() + 1)), 30)


def drag(qtbot, track, start, end):
    qtbot.mousePress(track, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(track, end)
    qtbot.mouseRelease(track, Qt.MouseButton.LeftButton, pos=end)


def test_it_begins_with_all_distances(slider):
    assert slider.values() == (0, 64)
    assert (slider.smallest.value(), slider.largest.value()) == (0, 64)


def test_dragging_a_handle_reports_the_new_range(slider, qtbot):
    with qtbot.waitSignal(slider.range_changed) as changed:
        drag(qtbot, slider.track, middle_of(slider.track.high), column(slider, 40))
    assert changed.args[0] == 0
    assert abs(changed.args[1] - 40) <= 1
    assert slider.largest.value() == slider.values()[1]


def test_a_click_on_the_track_brings_the_nearer_handle(slider, qtbot):
    qtbot.mouseClick(slider.track, Qt.MouseButton.LeftButton, pos=column(slider, 10))
    low, high = slider.values()
    assert abs(low - 10) <= 1
    assert high == 64


def test_a_click_on_a_handle_moves_nothing(slider, qtbot):
    slider.set_values(20, 30)
    with qtbot.assertNotEmitted(slider.range_changed, wait=50):
        qtbot.mouseClick(slider.track, Qt.MouseButton.LeftButton, pos=middle_of(slider.track.low))
        qtbot.mouseClick(slider.track, Qt.MouseButton.LeftButton, pos=middle_of(slider.track.high))
    assert slider.values() == (20, 30)


def test_the_ends_never_cross_and_never_overlap(slider, qtbot):
    slider.set_values(20, 30)
    drag(qtbot, slider.track, middle_of(slider.track.low), column(slider, 60))
    assert slider.values() == (30, 30)
    assert not slider.track.low.geometry().intersects(slider.track.high.geometry())
    drag(qtbot, slider.track, middle_of(slider.track.high), QPoint(-500, 30))
    assert slider.values() == (30, 30)
    drag(qtbot, slider.track, middle_of(slider.track.low), QPoint(-500, 30))
    drag(qtbot, slider.track, middle_of(slider.track.high), QPoint(5000, 30))
    assert slider.values() == (0, 64)


def test_the_keyboard_moves_the_focused_end(slider, qtbot):
    low, high = slider.track.low, slider.track.high
    qtbot.keyClick(low, Qt.Key.Key_Right)
    qtbot.keyClick(low, Qt.Key.Key_Up)
    assert slider.values() == (2, 64)
    qtbot.keyClick(low, Qt.Key.Key_PageUp)
    assert slider.values() == (6, 64)
    qtbot.keyClick(high, Qt.Key.Key_Left)
    qtbot.keyClick(high, Qt.Key.Key_PageDown)
    assert slider.values() == (6, 59)
    qtbot.keyClick(high, Qt.Key.Key_Home)
    assert slider.values() == (6, 6)
    qtbot.keyClick(high, Qt.Key.Key_End)
    qtbot.keyClick(low, Qt.Key.Key_End)
    assert slider.values() == (64, 64)
    qtbot.keyClick(low, Qt.Key.Key_Home)
    assert slider.values() == (0, 64)


def test_tab_goes_from_number_to_handle_to_handle_to_number(slider, qtbot):
    order = [slider.smallest, slider.track.low, slider.track.high, slider.largest]
    slider.smallest.setFocus()
    for expected in order[1:]:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected


def test_a_typed_number_moves_the_handle_when_it_is_finished(slider, qtbot):
    with qtbot.assertNotEmitted(slider.range_changed):
        slider.largest.selectAll()
        qtbot.keyClicks(slider.largest, "37")
    with qtbot.waitSignal(slider.range_changed) as changed:
        qtbot.keyClick(slider.largest, Qt.Key.Key_Return)
    assert changed.args == [0, 37]
    assert slider.values() == (0, 37)


def test_while_dragging_reports_are_few_and_the_last_one_is_right(slider, qtbot):
    reports = []
    slider.range_changed.connect(lambda low, high: reports.append((low, high)))
    qtbot.mousePress(slider.track, Qt.MouseButton.LeftButton, pos=middle_of(slider.track.high))
    for distance in range(63, 3, -1):
        slider.track.high.setValue(distance)
    qtbot.mouseRelease(slider.track, Qt.MouseButton.LeftButton, pos=column(slider, 4))
    qtbot.waitUntil(lambda: reports[-1] == (0, 4))
    assert len(reports) < 30


def test_setting_values_from_outside_reports_nothing(slider, qtbot):
    with qtbot.assertNotEmitted(slider.range_changed, wait=60):
        slider.set_values(5, 50)
        slider.set_range(128)
        slider.set_values(-3, 999)
    assert slider.values() == (0, 128)


def test_an_end_at_the_end_stays_at_the_end_when_codes_get_longer_or_shorter(slider):
    slider.set_range(256)
    assert slider.values() == (0, 256)
    slider.set_values(100, 200)
    slider.set_range(64)
    assert slider.values() == (64, 64)
    slider.set_values(3, 9)
    slider.set_range(256)
    assert slider.values() == (3, 9)


def test_the_histogram_is_painted_inside_and_outside_the_range(slider):
    counts = [0] * 65
    counts[10] = counts[50] = 5
    slider.set_values(0, 30)
    blank = slider.track.grab().toImage()
    slider.set_histogram(counts)
    painted = slider.track.grab().toImage()

    def at(image, distance):
        point = column(slider, distance)
        return image.pixelColor(point.x(), 15).name()

    assert at(painted, 10) != at(blank, 10)
    assert at(painted, 50) != at(blank, 50)
    assert at(painted, 10) != at(painted, 50)
    assert at(painted, 20) == at(blank, 20)
    slider.set_histogram(None)
    assert slider.track.grab().toImage() == blank


@pytest.mark.parametrize("counts", [[], [0, 0], [3] * 1000, [1]])
def test_histograms_of_any_length_are_painted(slider, counts):
    slider.set_histogram(None)
    blank = slider.track.grab().toImage()
    slider.set_histogram(counts)
    assert (slider.track.grab().toImage() != blank) == any(counts)


def test_assistive_technology_reads_the_names_and_values_of_both_ends(slider):
    slider.set_values(5, 50)
    for handle, name, value, least, most in (
        (slider.track.low, "Smallest distance", 5, 0, 50),
        (slider.track.high, "Largest distance", 50, 5, 64),
    ):
        interface = QAccessible.queryAccessibleInterface(handle)
        assert interface.text(QAccessible.Text.Name) == name
        assert interface.role() == QAccessible.Role.Slider
        values = interface.valueInterface()
        assert (values.currentValue(), values.minimumValue(), values.maximumValue()) == (value, least, most)
