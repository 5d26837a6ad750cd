"""The table: mean and spread over seeds, the paper's figures beside ours, and a plain sentence about who won."""

from typing import Any

import pytest

from engine.experiments.cifar10 import PAPER
from engine.experiments.runs import MEASURES
from engine.experiments.table import Row, Table, csv_text, markdown, row, verdicts


def measured(mAP: float, **others: float) -> dict[str, float]:
    return {**dict.fromkeys(MEASURES, 0.5), "mAP": mAP, **others}


def scored(**mAP: float) -> list[Row]:
    return [row(name, 16, [measured(score)], {}, PAPER) for name, score in mAP.items()]


def test_a_row_is_mean_and_standard_deviation_over_seeds():
    seeds = [measured(0.80, seconds=1), measured(0.82, seconds=2), measured(0.87, seconds=3)]
    one = row("dualhash-stom", 32, seeds, {"gamma": 30}, PAPER)
    assert one["mAP"] == pytest.approx(0.83)
    assert one["mAP_spread"] == pytest.approx((((0.03**2) + (0.01**2) + (0.04**2)) / 2) ** 0.5)
    assert (one["seconds"], one["seconds_spread"]) == (2, 1)
    assert (one["seeds"], one["paper_mAP"], one["tuned"]) == (3, 0.8481, {"gamma": 30})


def test_one_seed_has_no_spread():
    assert scored(itq=0.3)[0]["mAP_spread"] is None


@pytest.mark.parametrize(
    ("mAP", "sentence"),
    [
        ({"a": 0.87, "b": 0.89, "c": 0.88}, "At 16 bits b won with mAP 0.8900, 0.0100 ahead of c (0.8800)."),
        ({"a": 0.886, "b": 0.89}, "At 16 bits b won with mAP 0.8900, 0.0040 ahead of a (0.8860)."),
        (
            {"a": 0.8861, "b": 0.89},
            "At 16 bits b (0.8900) and a (0.8861) tie: they are 0.0039 apart in mAP, "
            "and less than 0.004 is no difference.",
        ),
        (
            {"a": 0.889, "b": 0.89, "c": 0.888, "d": 0.7},
            "At 16 bits b (0.8900), a (0.8890) and c (0.8880) tie: they are 0.0020 apart in mAP, "
            "and less than 0.004 is no difference; next is d, 0.1900 behind the first.",
        ),
        ({"a": 0.89}, "At 16 bits only a was run, with mAP 0.8900."),
    ],
)
def test_the_verdict_names_the_winner_or_a_tie(mAP: dict[str, float], sentence: str):
    assert verdicts(scored(**mAP)) == [sentence]


def test_there_is_a_verdict_for_each_code_length():
    rows = [row("itq", bits, [measured(0.3)], {}, PAPER) for bits in (64, 16)]
    assert [sentence[:11] for sentence in verdicts(rows)] == ["At 16 bits ", "At 64 bits "]


def table_of(*rows: dict[str, Any]) -> Table:
    return Table("CIFAR-10", "How it was done.", rows, PAPER)


def test_the_markdown_has_the_papers_figure_and_says_how_its_protocol_differs():
    text = markdown(table_of(row("dualhash-stom", 16, [measured(0.88), measured(0.9)], {}, PAPER)))
    assert "| dualhash-stom | 16 | 0.8900 ± 0.0141 | 0.8215 | 0.5000 ± 0.0000 |" in text
    assert "How it was done." in text
    assert PAPER.difference in text
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in lines}) == 1


def test_without_a_figure_of_the_paper_its_protocol_is_not_mentioned():
    text = markdown(table_of(*scored(itq=0.3)))
    assert "| itq | 16 | 0.3000 |  | 0.5000 |" in text
    assert PAPER.difference not in text


def test_the_csv_has_every_mean_and_spread_in_full():
    header, line = csv_text([row("itq", 16, [measured(1 / 3), measured(1 / 3)], {"a": 1}, PAPER)]).splitlines()
    cells = dict(zip(header.split(","), line.split(","), strict=True))
    assert float(cells["mAP"]) == 1 / 3
    assert {*MEASURES, *(f"{name}_spread" for name in MEASURES)} < set(cells)
    assert cells["paper_mAP"] == ""
