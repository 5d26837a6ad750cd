"""Plots and histograms: axes, values read off, what is painted, in light and dark."""

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest

from gui.theme import palette_for
from gui.training.axes import Axis, axis_around, number_text
from gui.training.histogram import Histogram
from gui.training.plot import Plot

SCHEMES = [Qt.ColorScheme.Light, Qt.ColorScheme.Dark]


@pytest.mark.parametrize("values", [[0.3, 0.7], [1e-9, 3e5], [5.0], [], [-2.0, 8.0], [0.0, 0.0]])
def test_an_axis_holds_all_its_values_and_has_ticks(values: list[float]) -> None:
    axis = axis_around(values)
    assert all(-1e-9 <= axis.place(value) <= 1 + 1e-9 for value in values)
    assert axis.low < axis.high
    ticks = axis.ticks(5)
    assert 1 <= len(ticks) <= 12
    assert all(-1e-9 <= axis.place(tick) <= 1 + 1e-9 for tick in ticks)


@pytest.mark.parametrize("values", [[0.003, 40.0], [1e-12, 1e6], [1.0], [], [0.0, -3.0, 0.5]])
def test_a_logarithmic_axis_goes_from_decade_to_decade(values: list[float]) -> None:
    axis = axis_around(values, log=True)
    assert all(axis.low <= value <= axis.high * (1 + 1e-9) for value in values if value > 0)
    assert 2 <= len(axis.ticks(5)) <= 7
    assert axis.text(axis.low).startswith("10")
    assert math.log10(axis.low) == round(math.log10(axis.low))


def test_an_axis_of_whole_numbers_has_whole_ticks() -> None:
    assert Axis(1, 3, whole=True).ticks(8) == [1, 2, 3]
    assert all(tick == int(tick) for tick in Axis(1, 34, whole=True).ticks(8))


def test_numbers_are_written_short() -> None:
    numbers = (0.0, 0.5, 12.0, 1234.0, 0.00012, 3e8, -0.25)
    assert [number_text(number) for number in numbers] == ["0", "0.5", "12", "1,234", "1.2e-4", "3e8", "-0.25"]


@pytest.fixture
def plot(qtbot) -> Plot:
    plot = Plot("Loss", "Epoch", "mean", whole_x=True, log=True)
    qtbot.addWidget(plot)
    plot.resize(420, 260)
    plot.set_points("x", [(1, 1.0), (2, 0.1), (3, 0.01)])
    plot.append("B", 2, 0.5)
    plot.show()
    return plot


def test_points_come_in_order_and_those_without_a_place_are_left_out(plot: Plot) -> None:
    plot.append("x", 5, 0.3)
    plot.append("x", 4, 0.2)
    for y in (None, float("nan"), float("inf"), 0.0, -1.0):
        plot.append("x", 6, y)
    assert plot.points("x") == [(1, 1.0), (2, 0.1), (3, 0.01), (4, 0.2), (5, 0.3)]
    assert plot.names() == ["x", "B"]
    plot.clear()
    assert plot.points("x") == []
    assert plot.names() == ["x", "B"]


def test_values_are_read_off_by_keys_and_mouse(plot: Plot) -> None:
    assert plot.readout() == "Epoch 3: x 0.01"
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.readout() == "Epoch 2: x 0.1, B 0.5"
    QTest.keyClick(plot, Qt.Key.Key_Home)
    assert plot.readout() == "Epoch 1: x 1"
    QTest.keyClick(plot, Qt.Key.Key_End)
    assert plot.readout() == "Epoch 3: x 0.01"
    QTest.mouseMove(plot, QPoint(60, 120))
    assert plot.readout() == "Epoch 1: x 1"


def test_an_empty_plot_says_why(plot: Plot) -> None:
    plot.clear()
    plot.set_empty_text("Nothing yet")
    assert plot.readout() == "Nothing yet"
    plot.grab()


def colours_of(widget: Plot | Histogram) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_curves_are_painted_in_colours_of_the_palette(plot: Plot, scheme: Qt.ColorScheme) -> None:
    palette = palette_for(scheme)
    plot.setPalette(palette)
    plot.clearFocus()
    plot.set_mark((2, 0.1), "best")
    plot.set_line(2, "here")
    drawn = {palette.color(role).name() for role in (QPalette.ColorRole.Accent, QPalette.ColorRole.WindowText)}
    assert drawn <= colours_of(plot)


@pytest.mark.parametrize("size", [(240, 150), (30, 20), (900, 700)])
def test_it_can_be_painted_at_any_size(plot: Plot, size: tuple[int, int]) -> None:
    plot.resize(*size)
    plot.grab()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_histogram_shows_both_distributions_as_shares(qtbot, scheme: Qt.ColorScheme) -> None:
    histogram = Histogram("Distances", "Distance", "Pairs (%)", ("same", "different"))
    qtbot.addWidget(histogram)
    histogram.setPalette(palette_for(scheme))
    histogram.resize(400, 240)
    assert histogram.highest() == 0
    assert histogram.accessibleDescription() == "Nothing to see yet"
    histogram.grab()
    histogram.set_counts([30, 10, 0], [0, 100, 300])
    assert histogram.highest() == 75
    assert "same: 0.2 on average, different: 1.8 on average" in histogram.accessibleDescription()
    accent = QColor(palette_for(scheme).color(QPalette.ColorRole.Accent)).name()
    assert accent in colours_of(histogram)
    histogram.set_counts([0, 0], [0, 0])
    histogram.set_highest(None)
    histogram.grab()
