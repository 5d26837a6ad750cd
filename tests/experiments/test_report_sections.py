"""Sections of a report as Markdown, as JSON and on its page."""

import json
from dataclasses import replace
from pathlib import Path

from engine.experiments.output.sections import Grid, Section, markdown
from engine.experiments.report.report_page import DrawnFigure, page_of_sections
from tests.experiments.test_experiment_report import Page

GRID = Grid("Half & half", ["method", "mAP"], [["DSH <old>", "0.5"], ["DualHash", "0.7"]], [False, True])
SECTION = Section(
    "open_set", "What is <forgotten>", "Two kinds & more.", ["DSH forgets."], [GRID, GRID], [], [{"mAP": 0.5}]
)
UNFINISHED = replace(SECTION, name="other", title="Another", missing=["DSH: 1 of 2 runs are finished."])


def test_markdown_has_words_first_and_then_each_table():
    table = "\nHalf & half:\n\n| method | mAP |\n| --- | --- |\n| DSH <old> | 0.5 |\n| DualHash | 0.7 |\n"
    expected = f"# What is <forgotten>\n\nTwo kinds & more.\n\n- DSH forgets.\n{table}{table}"
    assert markdown(SECTION) == expected


def test_what_is_missing_comes_before_what_was_found():
    assert "\n- DSH: 1 of 2 runs are finished.\n- DSH forgets.\n" in markdown(UNFINISHED)


def test_the_document_has_all_but_the_tables_whose_numbers_are_its_rows():
    assert json.loads(json.dumps(UNFINISHED.document())) == {
        "name": "other",
        "title": "Another",
        "setup": "Two kinds & more.",
        "missing": ["DSH: 1 of 2 runs are finished."],
        "sentences": ["DSH forgets."],
        "rows": [{"mAP": 0.5}],
    }


def test_a_page_of_one_section_has_its_title_once_and_marks_rows():
    text = page_of_sections([(SECTION, [])])
    found = Page(text)
    assert found.open == []
    assert text.count("<h1>What is &lt;forgotten&gt;</h1>") == 1
    assert "<h2" not in text
    assert "Two kinds & more." in found.text
    assert "DSH <old>" in found.text
    assert text.count("<tr class='own'><th scope='row'>DualHash</th>") == 2
    assert text.count("<caption>Half &amp; half</caption>") == 2


def test_a_page_of_several_sections_has_a_heading_for_each():
    text = page_of_sections([(SECTION, []), (UNFINISHED, [])])
    ids = [value for tag, name, value in Page(text).attributes if (tag, name) == ("h2", "id")]
    assert ids == ["open_set-section", "other-section"]
    assert "<div class='note'><ul><li>DSH: 1 of 2 runs are finished.</li></ul></div>" in text


def test_pictures_of_a_section_come_with_it(tmp_path: Path):
    png = b"\x89PNG\r\n\x1a\n" + bytes(8) + (288).to_bytes(4, "big") + (144).to_bytes(4, "big")
    text = page_of_sections([(SECTION, [DrawnFigure("dots", "Dots & bars", "It rises.", png, png)])])
    found = Page(text)
    assert ("figure", "id", "dots") in found.attributes
    assert ("img", "width", "192") in found.attributes
    assert "It rises. Numbers: figures/dots.csv" in found.text
