"""Plots and histograms: axes, values read off, what is painted, in light and dark."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPalette
from PySide6.QtTest import QTest

from gui.plots.axes import WHOLE, Axis, Scale, axis_around, number_text
from gui.plots.distances import OUTLINES, label_distances
from gui.plots.frame import MARGIN, PlotTitles
from gui.plots.histogram import Distribution, Histogram, HistogramStyle
from gui.plots.plot import Plot
from gui.widgets.theme import palette_for, sized

SCHEMES = [Qt.ColorScheme.Light, Qt.ColorScheme.Dark]


@pytest.mark.parametrize("values", [[0.3, 0.7], [1e-9, 3e5], [5.0], [], [-2.0, 8.0], [0.0, 0.0]])
def test_an_axis_holds_all_its_values_and_has_ticks(values: list[float]) -> None:
    axis = axis_around(values)
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in axis.places(np.array(values, float)))
    assert axis.low < axis.high
    ticks = axis.ticks(5)
    assert 1 <= len(ticks) <= 12
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in axis.places(np.array(ticks)))


@pytest.mark.parametrize("values", [[0.003, 40.0], [1e-12, 1e6], [1.0], [], [0.0, -3.0, 0.5]])
def test_a_logarithmic_axis_goes_from_decade_to_decade(values: list[float]) -> None:
    axis = axis_around(values, Scale(log=True))
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
    plot = Plot(PlotTitles("Loss", "Epoch", "mean"), x=WHOLE, y=Scale(log=True))
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
    assert plot.accessibleDescription() == "Epoch 3: x 0.01"
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.accessibleDescription() == "Epoch 2: x 0.1, B 0.5"
    QTest.keyClick(plot, Qt.Key.Key_Home)
    assert plot.accessibleDescription() == "Epoch 1: x 1"
    QTest.keyClick(plot, Qt.Key.Key_End)
    assert plot.accessibleDescription() == "Epoch 3: x 0.01"
    QTest.mouseMove(plot, QPoint(60, 120))
    assert plot.accessibleDescription() == "Epoch 1: x 1"


def test_an_empty_plot_says_why(plot: Plot) -> None:
    plot.clear()
    plot.set_empty_text("Nothing yet")
    assert plot.accessibleDescription() == "Nothing yet"
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
    histogram = Histogram("Distances", "Distance (bits)", "Pairs (%)")
    qtbot.addWidget(histogram)
    histogram.setPalette(palette_for(scheme))
    histogram.resize(400, 240)
    assert histogram.highest() == 0
    assert histogram.accessibleDescription() == "Nothing to see yet"
    histogram.grab()
    histogram.set_distributions(label_distances([30, 10, 0], [0, 100, 300]))
    assert histogram.highest() == 75
    assert "same label: 0.2 on average, no label in common: 1.8 on average" in histogram.accessibleDescription()
    accent = QColor(palette_for(scheme).color(QPalette.ColorRole.Accent)).name()
    assert accent in colours_of(histogram)
    histogram.set_distributions(label_distances([0, 0], [0, 0]))
    histogram.set_highest(None)
    histogram.grab()


def test_a_logarithmic_axis_of_whole_numbers_ends_where_they_do() -> None:
    axis = axis_around([1, 40, 734], Scale(log=True, whole=True))
    assert (axis.low, axis.high) == (1, 734)
    assert axis.ticks(4) == [1, 10, 100]
    assert axis.ticks(9) == [1, 2, 5, 10, 20, 50, 100, 200, 500]
    assert [axis.text(tick) for tick in axis.ticks(4)] == ["1", "10", "100"]
    assert axis_around([], Scale(log=True, whole=True)).high > axis_around([1], Scale(log=True, whole=True)).low


def test_of_points_above_each_other_the_order_stays(plot: Plot) -> None:
    plot.set_points("x", [(1, 0.9), (2, 0.4), (2, 0.1), (2, 0.3), (3, 0.2)])
    assert plot.points("x") == [(1, 0.9), (2, 0.4), (2, 0.1), (2, 0.3), (3, 0.2)]


def test_curves_with_other_places_are_read_off_together(qtbot) -> None:
    plot = Plot(PlotTitles("Curve", "Recall", "Precision"), between=True)
    qtbot.addWidget(plot)
    plot.set_points("first", [(0.0, 1.0), (1.0, 0.0)])
    plot.set_points("second", [(0.25, 0.6), (0.5, 0.5)])
    plot.show()
    plot.setFocus()
    readouts = []
    for _ in range(4):
        readouts.insert(0, plot.accessibleDescription())
        QTest.keyClick(plot, Qt.Key.Key_Left)
    assert readouts == [
        "Recall 0: first 1",
        "Recall 0.25: first 0.75, second 0.6",
        "Recall 0.5: first 0.5, second 0.5",
        "Recall 1: first 0",
    ]
    plot.forget()
    assert plot.names() == []


def test_columns_of_a_histogram_are_read_off_by_keys_and_mouse(qtbot) -> None:
    histogram = Histogram("Distances", "Distance (bits)", "Pairs (%)")
    qtbot.addWidget(histogram)
    histogram.resize(400, 240)
    histogram.set_distributions(label_distances([30, 10, 0], [0, 100, 300], of="A"))
    histogram.show()
    histogram.activateWindow()
    histogram.setFocus()
    qtbot.waitUntil(histogram.hasFocus)
    QTest.keyClick(histogram, Qt.Key.Key_Right)
    assert histogram.accessibleDescription() == "Distance 0 bits: A, same label 75 %, A, no label in common 0 %"
    QTest.keyClick(histogram, Qt.Key.Key_End)
    assert histogram.accessibleDescription() == "Distance 2 bits: A, same label 0 %, A, no label in common 75 %"
    QTest.mouseMove(histogram, QPoint(200, 120))
    assert histogram.accessibleDescription() == "Distance 1 bits: A, same label 25 %, A, no label in common 25 %"
    histogram.clearFocus()
    assert "on average" in histogram.accessibleDescription()


def test_columns_of_another_width_are_compared_by_their_areas(qtbot) -> None:
    histogram = Histogram("Distances", "Distance (%)", "Pairs (%)")
    qtbot.addWidget(histogram)
    narrow, wide = (
        Distribution("narrow", [1, 1, 1, 1], HistogramStyle.FILLED, 25),
        Distribution("wide", [1, 1], HistogramStyle.DASHED, 50),
    )
    histogram.set_distributions([narrow, wide])
    assert histogram.highest() == 1  # 25 per cent in a width of 25, 50 in one of 50
    histogram.show()
    histogram.setFocus()
    QTest.keyClick(histogram, Qt.Key.Key_End)
    assert histogram.accessibleDescription() == "Distance 75 %: narrow 1 %, wide 1 %"


def test_what_lies_within_its_column_has_its_mean_taken_in_the_middle(qtbot) -> None:
    histogram = Histogram("Outputs", "|u|", "Outputs (%)", unit=0.5, continuous=True)
    qtbot.addWidget(histogram)
    histogram.set_distributions([Distribution("A", [1, 3], HistogramStyle.FILLED, 0.5)])
    assert histogram.accessibleDescription() == "|u|. A: 0.62 on average"


def test_a_title_without_room_is_elided_and_still_read_out(qtbot) -> None:
    plot = Plot(PlotTitles("", "Epoch", "mean"))
    qtbot.addWidget(plot)
    plot.resize(300, 240)
    title = "A title that is far longer than the plot is wide, up to its very end"
    plot.set_title(title)
    assert plot.accessibleName() == title
    picture = plot.grab().toImage()
    metrics = QFontMetricsF(sized(plot.font(), 1.0, bold=True))
    plot.set_title(metrics.elidedText(title, Qt.TextElideMode.ElideRight, 300 - 2 * MARGIN))
    assert plot.accessibleName().endswith("…")
    assert plot.grab().toImage() == picture


@pytest.mark.parametrize("width", [240, 420, 900])
def test_a_legend_stands_beside_the_title_or_below_it_and_never_over_the_curves(qtbot, width: int) -> None:
    histogram = Histogram("Distances", "Distance (bits)", "Pairs (%)")
    qtbot.addWidget(histogram)
    histogram.resize(width, 260)
    top = histogram._frame().area.top()
    pictures = []
    for first, second in (("A", "B"), ("A rather long name of a version", "B" * 80)):
        histogram.set_distributions(
            label_distances([3, 1], [1, 3], of=first) + label_distances([1, 1], [1, 1], of=second, looks=OUTLINES)
        )
        pictures.append(histogram.grab().toImage())
    assert pictures[0] != pictures[1]
    assert histogram._frame().area.top() > top, "long names take lines of their own"
    assert histogram._frame().area.height() > 60
