"""The table: mean and spread over seeds, the paper's figures beside ours, methods by code lengths."""

from typing import Any

import pytest

from engine.experiments import written_files
from engine.experiments.data.paper import Paper
from engine.experiments.output.table import Table, csv_text, markdown, row, winners
from engine.experiments.results import MEASURES

PAPER = Paper({"dualhash-stom": {16: 0.8215, 32: 0.8481}}, "The paper fine-tunes AlexNet.")


def measured(mAP: float, **others: float | None) -> dict[str, float | None]:
    return {**dict.fromkeys(MEASURES, 0.5), "mAP": mAP, **others}


def table_of(*rows: dict[str, Any], at: int | None = None) -> Table:
    return Table("CIFAR-10", "How it was done.", rows, PAPER, at)


def test_a_row_is_mean_and_standard_deviation_over_seeds():
    seeds = [measured(0.80, seconds=1), measured(0.82, seconds=2), measured(0.87, seconds=3)]
    one = row("dualhash-stom", 32, seeds, {"gamma": 30}, PAPER)
    assert one["mAP"] == pytest.approx(0.83)
    assert one["mAP_spread"] == pytest.approx((((0.03**2) + (0.01**2) + (0.04**2)) / 2) ** 0.5)
    assert (one["seconds"], one["seconds_spread"]) == (2, 1)
    assert (one["seeds"], one["paper_mAP"], one["tuned"]) == (3, 0.8481, {"gamma": 30})


def test_one_seed_has_no_spread_and_what_was_not_measured_no_mean():
    one = row("itq", 16, [measured(0.3, seconds_per_epoch=None)], {}, PAPER)
    assert one["mAP_spread"] is None
    assert one["seconds_per_epoch"] is None


def test_methods_by_code_lengths_come_first_with_the_papers_figures_in_brackets():
    text = markdown(
        table_of(
            row("dualhash-stom", 16, [measured(0.88), measured(0.9)], {}, PAPER),
            row("itq", 16, [measured(0.3), measured(0.3)], {}, PAPER),
            row("dualhash-stom", 32, [measured(0.91)], {}, PAPER),
        )
    )
    assert "| mAP@All, in brackets the paper's | 16 bits | 32 bits |" in text
    assert "| DualHash-StoM | **0.8900 ± 0.0141** (0.8215) | **0.9100** (0.8481) |" in text
    assert "| ITQ | 0.3000 ± 0.0000 |  |" in text
    assert "How it was done." in text
    assert PAPER.difference in text
    blocks = text.split("\n\n")
    for block in (block.splitlines() for block in blocks if block.startswith("|")):
        assert len({line.count("|") for line in block}) == 1


def test_the_long_rows_have_the_other_measures_and_the_mAP_of_ties_as_they_lie():
    text = markdown(table_of(row("dualhash-stom", 16, [measured(0.88, mAP_arbitrary=0.91)], {}, PAPER)))
    header, _, line = (line for line in text.splitlines() if line.startswith("|") and line.count("|") > 5)
    cells = dict(zip(header.split(" | "), line.split(" | "), strict=True))
    assert cells["mAP@All"] == "0.8800"
    assert cells["the paper's"] == "0.8215"
    assert cells["mAP, ties as they lie"] == "0.9100"
    assert "ties as they lie" in text.split("\n\n")[2], "and what that means is said above"


def test_without_a_figure_of_the_paper_its_protocol_is_not_mentioned():
    text = markdown(table_of(row("itq", 16, [measured(0.3)], {}, PAPER)))
    assert PAPER.difference not in text
    assert "in brackets" not in text


def test_the_heading_says_at_which_k():
    text = markdown(table_of(row("itq", 16, [measured(0.3)], {}, PAPER), at=5000))
    assert "mAP@5000" in text
    assert "mAP@All" not in text


def test_those_that_tie_with_the_best_are_marked_too():
    rows = [row(name, 16, [measured(score)], {}, PAPER) for name, score in (("a", 0.9), ("b", 0.899), ("c", 0.8))]
    assert winners(table_of(*rows)) == {("a", 16), ("b", 16)}


def test_the_csv_has_every_mean_and_spread_in_full():
    rows = [row("itq", 16, [measured(1 / 3, seconds_per_epoch=None), measured(1 / 3)], {"a": 1}, PAPER)]
    header, line = csv_text(rows).splitlines()
    cells = dict(zip(header.split(","), line.split(","), strict=True))
    assert float(cells["mAP"]) == 1 / 3
    assert {*MEASURES, *(f"{name}_spread" for name in MEASURES)} < set(cells)
    assert cells["paper_mAP"] == cells["seconds_per_epoch_spread"] == ""


def test_text_that_a_spreadsheet_would_run_is_guarded_and_numbers_stay_numbers():
    rows = [{"method": "=1+1", "mAP": -0.5, "bits": -16, "none": None}]
    assert written_files.csv_text(rows) == "method,mAP,bits,none\n'=1+1,-0.5,-16,\n"
    assert written_files.csv_text(rows, ["bits", "other"]) == "bits,other\n-16,\n"
