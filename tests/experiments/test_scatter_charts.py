"""Charts of points: one figure against another, spreads as bars, a named level across."""

import pytest

from engine.experiments.drawing.charts import png
from engine.experiments.drawing.looks import DARK, LIGHT, Theme, looks, title
from engine.experiments.drawing.scatter_charts import Scatter, ScatterPoint, scatter_chart

NAMES = ["dualhash-stom", "dualhash-storm", "dsh", "itq"]
POINTS = {
    "dualhash-stom": ScatterPoint(0.9, 0.5, 0.01, 0.02),
    "dualhash-storm": ScatterPoint(0.8, 0.6),
    "dsh": ScatterPoint(0.7, 0.3, 0.05, None),
}


def panel(points: dict[str, ScatterPoint], level: tuple[str, float] | None = None) -> Scatter:
    return Scatter("Labels", "labelled", "never", points, level)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_each_method_is_a_point_in_its_look(theme: Theme):
    styles = looks(NAMES)
    (axes,) = scatter_chart([panel(POINTS)], styles, theme).axes
    assert (axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()) == ("Labels", "labelled", "never")
    assert len(axes.containers) == len(POINTS)
    for (name, point), drawn in zip(POINTS.items(), axes.containers, strict=True):
        mark, look = drawn[0], styles[name]
        assert [tuple(at) for at in mark.get_xydata()] == [(point.x, point.y)]
        assert mark.get_marker() == look.marker
        assert mark.get_markeredgecolor() == look.colour_in(theme)
        assert mark.get_markerfacecolor() == (theme.paper if look.hollow else look.colour_in(theme))


def test_spreads_are_bars_to_both_sides():
    (axes,) = scatter_chart([panel(POINTS)], looks(NAMES), LIGHT).axes
    bars = [[bar.get_segments()[0].tolist() for bar in drawn[2]] for drawn in axes.containers]
    assert bars[0][0] == [pytest.approx([0.89, 0.5]), pytest.approx([0.91, 0.5])]
    assert bars[0][1] == [pytest.approx([0.9, 0.48]), pytest.approx([0.9, 0.52])]
    assert bars[1] == [], "a single draw has none"
    assert len(bars[2]) == 1


def test_a_level_goes_across_with_its_name():
    with_level, without = scatter_chart([panel(POINTS, ("ITQ", 0.42)), panel(POINTS)], looks(NAMES), LIGHT).axes
    assert [text.get_text() for text in with_level.texts] == ["ITQ"]
    across = [line for line in with_level.lines if len(line.get_xdata()) == 2]
    assert [list(line.get_ydata()) for line in across] == [[0.42, 0.42]]
    assert list(without.texts) == []
    assert [line for line in without.lines if len(line.get_xdata()) == 2] == []


def test_panels_share_their_scales_and_one_legend_of_what_is_drawn():
    other = panel({"itq": ScatterPoint(0.1, 0.05)})
    figure = scatter_chart([panel(POINTS), other], looks([*NAMES, "dhn"]), LIGHT)
    one, two = figure.axes
    assert one.get_xlim() == two.get_xlim()
    assert one.get_ylim() == two.get_ylim()
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [title(name) for name in NAMES]
    assert {handle.get_linestyle() for handle in legend.legend_handles} == {"None"}
    picture = png(figure)
    assert picture.startswith(b"\x89PNG")
    assert picture == png(scatter_chart([panel(POINTS), other], looks([*NAMES, "dhn"]), LIGHT))
