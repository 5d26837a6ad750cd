"""The paper's figures: those of its tables, chosen by backbone, with the difference in protocol said."""

import re

import pytest

from engine.experiments.data.paper import CIFAR10, FIGURES, IMAGENET100, LENGTHS, NUS_WIDE, paper
from engine.experiments.methods import METHODS
from tests.shared_data import SHARED

TEX = SHARED.parent / "paper" / "dualhash.tex"
TITLES = {
    "SDH": "sdh",
    "SDH-CNN": "sdh-cnn",
    "DSH": "dsh",
    "DTSH": "dtsh",
    "DHN": "dhn",
    "HashNet": "hashnet",
    "DSDH": "dsdh",
    "OrthoHash": "orthohash",
    "MDSHC": "mdshc",
    "DualHash-StoRM": "dualhash-storm",
    "DualHash-StoM": "dualhash-stom",
}


def rows_after(label: str) -> dict[str, list[float]]:
    """The rows of the table with that label, by our names of the methods."""
    text = TEX.read_text(encoding="utf-8").partition(f"\\label{{{label}}}")[2].partition("\\end{tabular")[0]
    rows = {}
    for line in text.splitlines():
        name, *cells = re.sub(r"\\cite\{[^}]*\}|\\textbf|\\textsuperscript\{\*\}|[{}]|\\\\", "", line).split("&")
        if name.strip() in TITLES:
            rows[TITLES[name.strip()]] = [float(cell) for cell in cells]
    return rows


@pytest.mark.skipif(not TEX.is_file(), reason="the paper is not here")
@pytest.mark.parametrize(
    ("label", "columns"),
    [
        ("Table: baselines mAP", [(CIFAR10, "alexnet"), (NUS_WIDE, "alexnet")]),
        ("Table: performance_comparison_resnet50_small", [(CIFAR10, "resnet50"), (NUS_WIDE, "resnet50")]),
        ("tab:performance_imagenet_resnet50", [(IMAGENET100, "resnet50")]),
    ],
)
def test_the_figures_are_those_that_the_paper_prints(label: str, columns: list[tuple[str, str]]):
    printed = rows_after(label)
    for number, key in enumerate(columns):
        ours = {name: list(row.values()) for name, row in FIGURES[key].items() if name != "stomhash-wcr"}
        assert ours == {name: row[4 * number : 4 * number + 4] for name, row in printed.items()}


def test_every_row_is_of_a_method_that_can_be_run():
    for figures in FIGURES.values():
        assert set(figures) <= set(METHODS)
        for row in figures.values():
            assert set(row) <= set(LENGTHS)
            assert all(0 < figure < 1 for figure in row.values())


def test_the_table_is_chosen_by_the_backbone():
    assert paper(CIFAR10, "resnet50", "all").mAP["dualhash-stom"][64] == 0.9416
    assert paper(CIFAR10, "alexnet", "all").mAP["dualhash-stom"][64] == 0.8539
    assert paper(CIFAR10, "efficientnet_lite0", "head").mAP["dualhash-stom"][64] == 0.8539
    assert paper(IMAGENET100, "efficientnet_lite0", "head").mAP["mdshc"][16] == 0.8047
    assert paper("", "alexnet", "head").mAP == {}


@pytest.mark.parametrize(
    ("backbone", "tune", "said"),
    [
        (
            "efficientnet_lite0",
            "head",
            "only the hash layers are trained, on frozen features of",
        ),
        ("efficientnet_lite0~5", "last", "here only the last blocks are trained, on what the first ones give"),
        ("alexnet", "all", "here the same network is trained for fewer epochs"),
        ("resnet18", "all", "here the whole of resnet18 is trained, another network"),
    ],
)
def test_the_difference_in_protocol_is_said(backbone: str, tune: str, said: str):
    difference = paper(CIFAR10, backbone, tune).difference
    assert said in difference
    assert "The paper fine-tunes the whole of AlexNet for up to 300 epochs" in difference
