"""The rows of an open set as a reader meets them: tables, sentences and the figure."""

from typing import Any

import pytest

from engine.experiments.drawing.charts import png
from engine.experiments.drawing.looks import DARK, LIGHT, Theme
from engine.experiments.open_set.draws import FEW, MOST
from engine.experiments.open_set.figures import FIGURES, rows_of
from engine.experiments.open_set.words import TITLE, section

Found = dict[tuple[str, int, str], dict[int, dict[str, float]]]


def draws(labelled: float, *never: float) -> dict[int, dict[str, float]]:
    """Draws with these precisions; what is left of the figures is the half of them."""
    values = [(labelled, labelled / 2, one, one / 2) for one in never]
    return {n: {**dict(zip(FIGURES, each, strict=True)), "seconds": 2.0} for n, each in enumerate(values)}


FOUND: Found = {
    ("dsh", 16, MOST): draws(0.75, 0.25, 0.375),
    ("dpsh", 16, MOST): draws(0.5, 0.5, 0.5),
    ("sdh", 16, MOST): draws(0.875, 0.125, 0.125),
    ("dualhash-stom-library", 16, MOST): draws(0.625, 0.5, 0.5625),
    ("itq", 16, MOST): draws(0.375, 0.5, 0.5),
    ("itq", 256, MOST): draws(0.5, 0.75, 0.75),
    ("itq", 16, FEW): draws(0.25, 0.5),
}


def made(found: Found, bits: int = 16, missing: tuple[str, ...] = ()) -> Any:
    return section(rows_of(found), "What was done.", bits, missing)


def test_a_section_has_the_words_it_was_given():
    one = made(FOUND, missing=("DSH, 16 bits: 1 of 4 runs are finished.",))
    assert (one.name, one.title, one.setup) == ("open_set", TITLE, "What was done.")
    assert list(one.missing) == ["DSH, 16 bits: 1 of 4 runs are finished."]
    assert list(one.rows) == rows_of(FOUND)


def test_who_forgets_least_comes_first_in_a_table_for_each_amount_of_labels():
    most, few = made(FOUND).grids
    assert most.caption == "80 % of the pictures of half of the kinds labelled"
    assert few.caption == "10 labels for each of half of the kinds"
    assert [row[:2] for row in most.rows] == [
        ["ITQ", "256"],
        ["DualHash-StoM, whole library", "16"],
        ["DPSH", "16"],
        ["ITQ", "16"],
        ["DSH", "16"],
        ["SDH", "16"],
    ]
    assert list(most.marked) == [False, True, False, False, False, False]
    assert [row[:2] for row in few.rows] == [["ITQ", "16"]]


def test_cells_have_spreads_and_signed_differences():
    most, few = made(FOUND).grids
    cells = {row[0] + row[1]: dict(zip(most.heads, row, strict=True)) for row in most.rows}
    assert cells["DSH16"] == {
        "method": "DSH",
        "bits": "16",
        "labelled kinds, P@10": "0.750 ± 0.000",
        "labelled kinds, mAP": "0.375 ± 0.000",
        "never labelled, P@10": "0.312 ± 0.088",
        "never labelled, mAP": "0.156 ± 0.044",
        "never labelled less ITQ, P@10": "-0.188",
        "never labelled less ITQ, mAP": "-0.094",
        "seconds": "2.0",
    }
    assert cells["ITQ256"]["never labelled less ITQ, P@10"] == "+0.000"
    assert cells["SDH16"]["never labelled less ITQ, P@10"] == "", "it is on other features"
    assert dict(zip(few.heads, few.rows[0], strict=True))["never labelled, P@10"] == "0.500", "one draw alone"


def test_sentences_say_who_falls_below_itq_and_what_the_whole_library_wins():
    assert list(made(FOUND).sentences) == [
        "80 % of the pictures of half of the kinds labelled, 16 bits: on kinds that nobody labelled ITQ has a "
        "precision at 10 of 0.500. 1 of 2 methods that see labels alone, on the same features, fall below it, the "
        "most DSH (-0.188), the least DPSH (+0.000).",
        "DualHash-StoM, whole library (80 %): +0.031 in precision at 10 and +0.016 in mAP there; 0.625 and 0.312 "
        "on labelled kinds, where the best on labels alone have 0.750 (DSH) and 0.375 (DSH).",
    ]


def test_without_methods_on_labels_alone_nothing_is_said_of_them():
    found = {key: value for key, value in FOUND.items() if key[0] not in ("dsh", "dpsh", "sdh")}
    (sentence,) = made(found).sentences
    assert sentence.endswith("0.625 and 0.312 on labelled kinds.")


def test_without_itq_nothing_is_compared_with_it():
    found = {key: value for key, value in FOUND.items() if key != ("itq", 16, MOST)}
    one = made(found)
    assert list(one.sentences) == []
    assert [row[-3] for row in one.grids[0].rows] == ["+0.000", "", "", "", ""], "of 256 bits there is one"


def test_what_has_no_draw_in_common_with_itq_has_no_sentence():
    late = {draw + 2: figures for draw, figures in draws(0.5, 0.5, 0.5).items()}
    found = {**FOUND, ("dualhash-stom-library", 16, MOST): late, ("dsh", 16, MOST): late}
    (sentence,) = made(found).sentences
    assert "1 methods that see labels alone" in sentence
    assert "DSH" not in sentence


def test_of_no_rows_there_is_neither_table_nor_figure():
    one = made({}, missing=("ITQ, 16 bits: 0 of 2 runs are finished.",))
    assert (one.grids, one.drawings, one.sentences) == ([], [], [])


# --- the figure


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_figure_has_a_panel_for_each_amount_and_the_level_of_itq(theme: Theme):
    one = made(FOUND)
    (drawing,) = one.drawings
    assert (drawing.name, drawing.title) == ("open_set", "Labelled and never-labelled kinds, 16 bits")
    assert drawing.sentence.startswith("To the right: better on labelled kinds; upwards: less forgotten. 80 %")
    assert all(sentence in drawing.sentence for sentence in one.sentences)
    assert list(drawing.rows) == [row for row in one.rows if row["bits"] == 16]
    figure = drawing.draw(theme)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["Labels: 80 %", "Labels: 10 each"]
    most, few = figure.axes
    assert (most.get_xlabel(), most.get_ylabel()) == ("P@10, labelled kinds", "P@10, never-labelled kinds")
    assert [text.get_text() for text in most.texts] == ["ITQ"]
    assert [text.xy[1] for text in (*most.texts, *few.texts)] == [0.5, 0.5]
    (legend,) = figure.legends
    assert {text.get_text() for text in legend.get_texts()} == {
        "DSH",
        "DPSH",
        "SDH",
        "ITQ",
        "DualHash-StoM, whole library",
    }
    assert png(figure).startswith(b"\x89PNG")


def test_points_lie_at_the_precisions_of_both_sides():
    (drawing,) = made({key: value for key, value in FOUND.items() if key[0] in ("dsh", "itq")}).drawings
    most = drawing.draw(LIGHT).axes[0]
    drawn = {(float(x), float(y)) for bars in most.containers for x, y in [bars[0].get_xydata()[0]]}
    assert drawn == {(0.75, 0.3125), (0.375, 0.5)}


def test_an_amount_without_runs_has_no_panel_and_no_level_is_drawn_without_itq():
    (drawing,) = made({("dsh", 16, FEW): draws(0.5, 0.25)}).drawings
    (axes,) = drawing.draw(LIGHT).axes
    assert axes.get_title(loc="left") == "Labels: 10 each"
    assert list(axes.texts) == []


def test_there_is_no_figure_where_nothing_has_that_length():
    assert made({("itq", 256, MOST): draws(0.5, 0.75)}).drawings == []
