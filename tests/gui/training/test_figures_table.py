"""How two figures and their difference are written, and which of them is called the better."""

import pytest
from pytestqt.qtbot import QtBot

from gui.training.figures_table import (
    MEASURES,
    NOTHING,
    Better,
    FiguresTable,
    Measure,
    better_of,
    change_text,
    figure_text,
)
from tests.gui.training.trained_results import figures, spread

MAP = MEASURES["mAP"]
KEPT = MEASURES["kept_neighbours"]


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (0.5, 0.75, "▲ +0.250"),
        (0.75, 0.5, "▼ -0.250"),
        (0.5, 0.5, "= 0.000"),
        (0.7032, 0.7028, "= 0.000"),  # no arrow at a difference that is not shown
        (0.7, 0.7006, "▲ +0.001"),
    ],
)
def test_an_arrow_says_which_way_what_is_shown_has_changed(before: float, after: float, text: str):
    assert change_text({"mAP": before}, {"mAP": after}, "mAP", MAP) == text


def test_what_was_not_measured_has_no_difference():
    assert change_text(None, {"mAP": 0.5}, "mAP", MAP) == NOTHING
    assert change_text({"mAP": None}, {"mAP": 0.5}, "mAP", MAP) == NOTHING
    assert better_of({"mAP": None}, {"mAP": 0.5}, "mAP", MAP) is None


def test_a_share_of_neighbours_is_written_in_percent():
    before, after = {"kept_neighbours": 0.634}, {"kept_neighbours": 0.341}
    assert figure_text(before, "kept_neighbours", KEPT) == "63 %"
    assert change_text(before, after, "kept_neighbours", KEPT) == "▼ -29 points"
    assert change_text(before, {"kept_neighbours": 0.645}, "kept_neighbours", KEPT) == "▲ +1 point"
    assert change_text(before, {"kept_neighbours": 0.636}, "kept_neighbours", KEPT) == "= 0 points"


@pytest.mark.parametrize(
    ("before", "after", "better", "expected"),
    [
        (0.5, 0.75, Better.HIGHER, 1),
        (0.75, 0.5, Better.HIGHER, 0),
        (0.5, 0.75, Better.LOWER, 0),
        (0.5, 0.75, Better.NEITHER, None),
        (0.7032, 0.7028, Better.HIGHER, None),  # the same as it is shown
    ],
)
def test_the_better_of_two_is_the_one_that_the_measure_says(
    before: float, after: float, better: Better, expected: int | None
):
    measure = Measure("mAP", "", better=better)
    assert better_of({"mAP": before}, {"mAP": after}, "mAP", measure) == expected


def test_within_the_spread_of_the_splits_neither_is_better():
    before, after = {"mAP": 0.5} | spread(0.1), {"mAP": 0.55} | spread(0.02)
    assert better_of(before, after, "mAP", MAP) is None
    assert better_of(before, {"mAP": 0.61} | spread(0.02), "mAP", MAP) == 1


def bold(table: FiguresTable) -> dict[str, list[bool]]:
    return {key: [cell.font().bold() for cell in cells] for key, cells in table.cells.items()}


def test_what_is_worse_is_never_bold(qtbot: QtBot):
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_figures(figures(0.4, kept=0.6), figures(0.8, kept=0.3))
    assert bold(table) == {key: [False, True, False] for key in MEASURES} | {
        "kept_neighbours": [True, False, False]
    }
    table.show_figures(figures(0.8, kept=0.6), figures(0.4, kept=0.6))
    assert bold(table) == {key: [True, False, False] for key in MEASURES} | {"kept_neighbours": [False] * 3}
    table.show_figures(figures(0.8), figures(0.4), incomparable=tuple(MEASURES))
    assert not any(sum(cells) for cells in bold(table).values())
    assert not any(head.font().bold() for head in table.heads)


def test_where_all_pictures_have_a_label_there_is_no_row_of_those_without(qtbot: QtBot):
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_figures(figures(0.4, kept=None), figures(0.8, kept=None))
    row = [table.names["kept_neighbours"], *table.cells["kept_neighbours"]]
    assert all(label.isHidden() for label in row)
    table.show_figures(figures(0.4), figures(0.8))
    assert not any(label.isHidden() for label in row)
    table.set_heads("One", None)
    table.show_figures(figures(0.4), None)
    assert [label.isHidden() for label in row] == [False, False, True, True]


def test_each_cell_says_what_it_is_to_those_who_do_not_see_the_columns(qtbot: QtBot):
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_figures(figures(0.4, kept=0.6), figures(0.8, kept=0.3))
    assert [cell.accessibleName() for cell in table.cells["mAP_over_labels"]] == [
        "mAP, mean over labels, Before: 0.350",
        "mAP, mean over labels, After: 0.750",
        "mAP, mean over labels, Change: ▲ +0.400",
    ]
    assert table.cells["kept_neighbours"][1].accessibleName().endswith("nearest ten kept, After: 30 %")


def test_in_a_narrow_window_names_take_a_second_line_and_nothing_is_cut(qtbot: QtBot):
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_figures(figures(0.4), figures(0.8))
    table.resize(700, 300)
    table.show()
    name = table.names["precision_at_10"]
    one_line = name.height()
    assert name.width() >= name.fontMetrics().horizontalAdvance(name.text())
    table.resize(table.minimumSizeHint().width(), 400)
    assert name.height() > one_line
    assert name.heightForWidth(name.width()) <= name.height()
