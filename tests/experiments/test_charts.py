"""Charts: methods can be told from each other, all that is measured is drawn, nothing global is touched."""

from itertools import combinations, pairwise

import pytest
from matplotlib.figure import Figure

from engine.experiments.drawing.bar_charts import Bars, bar_chart
from engine.experiments.drawing.charts import Line, Panel, far_below, lay_out_like, line_chart, png
from engine.experiments.drawing.distance_charts import DistanceShares, distance_chart
from engine.experiments.drawing.heat_maps import HeatMap, heat_map_chart
from engine.experiments.drawing.looks import DARK, LIGHT, Theme, looks, title
from engine.experiments.methods import METHODS

ALL = [*METHODS, "another", "and one more"]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def texts_of(figure: Figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_no_two_methods_look_the_same():
    styles = looks(ALL)
    assert list(styles) == [*(n for n in ALL if n.startswith("dualhash")), *(n for n in ALL if "dualhash" not in n)]
    for one, other in combinations(styles.values(), 2):
        assert (one.own, one.colour, one.dashes) != (other.own, other.colour, other.dashes)
        assert (one.own, one.colour, one.marker) != (other.own, other.colour, other.marker)


def test_a_method_keeps_its_look_when_others_come_after_it():
    assert looks(["dsh", "itq"])["itq"] == looks(["dsh", "itq", "dhn"])["itq"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_can_be_seen_on_its_paper(theme: Theme):
    for colour in (theme.ink, theme.faint):
        assert contrast(colour, theme.paper) >= 4.5
    for colour in (theme.own, *theme.others, theme.near, theme.far):
        assert contrast(colour, theme.paper) >= 2
    assert theme.own not in theme.others


def test_methods_are_titled_as_their_authors_write_them():
    assert [title(name) for name in ("dualhash-stom", "hashnet", "itq", "mine")] == [
        "DualHash-StoM",
        "HashNet",
        "ITQ",
        "mine",
    ]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_chart_has_all_lines_words_and_one_legend(theme: Theme):
    lines = [Line(name, [16, 32, 64], [0.5, None, 0.6], [0.01, None, 0.02]) for name in ALL]
    figure = line_chart([Panel("One", "bits", "mAP", lines, ticks=[16, 32, 64])] * 3, looks(ALL), theme)
    drawn = [axes for axes in figure.axes if axes.get_title(loc="left")]
    assert len(drawn) == 3
    for axes in drawn:
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("bits", "mAP")
        assert len([line for line in axes.lines if len(line.get_xdata()) == 3]) >= len(ALL)
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [title(name) for name in looks(ALL)]
    picture = png(figure)
    assert picture.startswith(b"\x89PNG")
    again = line_chart([Panel("One", "bits", "mAP", lines, ticks=[16, 32, 64])] * 3, looks(ALL), theme)
    lay_out_like(again, figure)
    assert picture == png(again), "whether it is laid out or takes over a layout"


def test_what_lies_far_below_is_named_and_not_drawn():
    lines = [
        Line("dsh", [1, 2], [0.88, 0.9]),
        Line("dhn", [1, 2], [0.6, 0.7]),
        Line("itq", [1, 2], [0.2, 0.3]),
        Line("sdh", [1, 2], [0.4, None]),
        Line("dch", [1, 2], [None, None]),
    ]
    assert far_below(lines) == [("sdh", 0.4), ("itq", 0.3)]
    assert far_below(lines, 0.1) == [("dhn", 0.7), ("sdh", 0.4), ("itq", 0.3)]
    names = [line.name for line in lines]
    (axes,) = line_chart([Panel("", "k", "mAP", lines, focus=True)], looks(names), LIGHT).axes
    assert axes.get_xlabel() == "k\nBelow this range: SDH (at most 0.40), ITQ (at most 0.30)"
    assert axes.get_ylim()[0] > 0.5
    (axes,) = line_chart([Panel("", "k", "mAP", lines)], looks(names), LIGHT).axes
    assert axes.get_ylim()[0] < 0.2


@pytest.mark.parametrize(
    ("lowest", "ticks"), [(0.3, ["0.3", "0.5", "0.7", "1"]), (0.05, ["0.05", "0.1", "0.2", "0.5", "1"])]
)
def test_numbers_on_a_log_axis_are_plain_and_not_too_many(lowest: float, ticks: list[str]):
    lines = [Line("dsh", [1, 2], [1.0, lowest])]
    figure = line_chart([Panel("", "epoch", "loss", lines, log_y=True)], looks(["dsh"]), LIGHT)
    png(figure)  # ticks have words once they are drawn
    low, high = figure.axes[0].get_ylim()
    marks = zip(figure.axes[0].get_yticks(), figure.axes[0].get_yticklabels(), strict=True)
    assert [label.get_text() for at, label in marks if low <= at <= high] == ticks


def test_a_log_axis_over_many_decades_has_a_number_for_each():
    lines = [Line("dsh", [1, 2], [20.0, 0.0003])]
    figure = line_chart([Panel("", "epoch", "loss", lines, log_y=True)], looks(["dsh"]), LIGHT)
    png(figure)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()].count("0.01") == 1
    low, high = figure.axes[0].get_ylim()
    assert sum(low <= at <= high for at in figure.axes[0].get_yticks()) <= 7


def test_a_panel_without_values_says_so():
    figure = line_chart([Panel("", "epoch", "loss", [Line("dsh", [1], [None])])], looks(["dsh"]), LIGHT)
    assert texts_of(figure) == ["nothing measured"]
    assert not figure.legends
    assert png(figure)


def test_a_heat_map_has_its_numbers_a_frame_and_gaps():
    one = HeatMap("16 bits", "λ", "γ", [1, 10], [3, 30], [[0.8, 0.81234], [None, 0.7]], marked=(0, 1))
    figure = heat_map_chart([one, one], LIGHT)
    assert texts_of(figure) == ["0.8000", "0.8123", "–", "0.7000"] * 2
    axes = figure.axes[0]
    (frame,) = axes.patches
    assert (frame.get_x(), frame.get_y()) == (0.5, -0.5)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "10"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["3", "30"]
    assert png(figure)


@pytest.mark.parametrize("value", [0.5, None])
def test_a_heat_map_of_equal_or_no_values_can_be_drawn(value: float | None):
    figure = heat_map_chart([HeatMap("", "λ", "γ", [1], [1, 2], [[value], [value]])], DARK)
    assert texts_of(figure) == ["–" if value is None else "0.5000"] * 2
    assert png(figure)


def test_separability_is_the_distance_of_the_means():
    one = DistanceShares("dsh", [0.5, 0.5, 0, 0, 0], [0, 0, 0, 0.25, 0.75])
    assert one.means == (0.5, 3.75)
    assert one.separability == 3.25
    figure = distance_chart([one] * 5, LIGHT)
    assert [text for text in texts_of(figure) if text] == ["3.2"] * 5
    assert len([axes for axes in figure.axes if axes.get_title(loc="left") == "DSH"]) == 5
    assert png(figure)


def test_bars_carry_their_numbers():
    bars = Bars("seconds", 2, {"dsh": 1.234, "itq": None}, {"dsh": 0.1, "itq": None})
    figure = bar_chart([bars, bars], looks(["dsh", "itq"]), DARK)
    assert [text.strip() for text in texts_of(figure)] == ["1.23", "not measured"] * 2
    assert png(figure)


def test_markers_of_neighbouring_lines_lie_at_different_places():
    names = ["dsh", "dhn", "dch"]
    lines = [Line(name, list(range(70)), [0.5] * 70) for name in names]
    (axes,) = line_chart([Panel("", "k", "p", lines)], looks(names), LIGHT).axes
    starts = [line.get_markevery()[0] for line in axes.lines]
    assert all(one != other for one, other in pairwise(starts))
