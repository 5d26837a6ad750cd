"""report.html: one file with everything in it, readable without a network, in light and in dark.

Plain templates; whatever comes from outside goes through html.escape.
"""

import base64
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from engine.experiments.drawing.charts import DPI
from engine.experiments.drawing.looks import OWN, title
from engine.experiments.output.finished import SettingsInFull
from engine.experiments.output.sections import Grid, Section
from engine.experiments.output.table import COLUMNS, TIES, Table, cell, paper_cell, winners
from engine.experiments.output.verdicts import RULE
from engine.experiments.report.report_style import STYLE

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure as PNG, for light pages and for dark ones."""

    name: str
    title: str
    sentence: str
    light: bytes
    dark: bytes


def page(
    table: Table,
    missing: Sequence[str],
    pictures: Sequence[DrawnFigure],
    absent: Sequence[str],
    settings: SettingsInFull,
    tuning: Sequence[Mapping[str, Any]],
    sections: Sequence[tuple[Section, Sequence[DrawnFigure]]] = (),
) -> str:
    """Each section comes with the pictures of its drawings."""
    parts = [_paragraph(table.setup), _missing(missing), _remarks(table.remarks), _failed(table.failed)]
    if table.rows:
        parts += [_contents(pictures, [section for section, _ in sections]), _results(table)]
    parts += ["<h2 id='figures'>Figures</h2>" if pictures else "", *(_figure(picture) for picture in pictures)]
    parts += [_paragraph(sentence) for sentence in absent]
    parts += [_section(*one) for one in sections]
    if table.rows:
        parts.append(_all_rows(table))
    parts += [_settings(settings), _tuning(tuning)]
    return _page(table.title, parts)


def page_of_sections(sections: Sequence[tuple[Section, Sequence[DrawnFigure]]]) -> str:
    """Where there is nothing else to report."""
    return _page(sections[0][0].title, [_section(*one, heading=len(sections) > 1) for one in sections])


def _page(words: str, parts: Sequence[str]) -> str:
    return PAGE.format(title=escape(words), style=STYLE, body="\n".join(part for part in parts if part))


def _section(section: Section, pictures: Sequence[DrawnFigure], heading: bool = True) -> str:
    parts = [f"<h2 id='{escape(section.name)}-section'>{escape(section.title)}</h2>" if heading else ""]
    parts += [_paragraph(section.setup), _remarks(section.missing), _items(section.sentences)]
    return "\n".join([*parts, *(_grid(grid) for grid in section.grids), *(_figure(one) for one in pictures)])


def _grid(grid: Grid) -> str:
    rows = [[f"<th scope='row'>{escape(row[0])}</th>", *(_number(text) for text in row[1:])] for row in grid.rows]
    return _table(grid.heads, rows, grid.caption, grid.marked)


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _items(sentences: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"


def _missing(sentences: Sequence[str]) -> str:
    if not sentences:
        return ""
    words = "This report was made before all runs were finished. What follows is about those that were."
    return f"<div class='note'><strong>{words}</strong>{_items(sentences)}</div>"


def _remarks(sentences: Sequence[str]) -> str:
    return f"<div class='note'>{_items(sentences)}</div>" if sentences else ""


def _failed(sentences: Sequence[str]) -> str:
    if not sentences:
        return ""
    return f"<div class='note'><strong>Not all runs came to a result.</strong>{_items(sentences)}</div>"


def _contents(pictures: Sequence[DrawnFigure], sections: Sequence[Section]) -> str:
    links = [("results", "Results"), *((one.name, one.title) for one in pictures)]
    links += [(f"{one.name}-section", one.title) for one in sections]
    links += [("rows", "All figures in numbers"), ("settings", "Settings"), ("tuning", "Tuning")]
    anchors = [f"<a href='#{escape(name)}'>{escape(words)}</a>" for name, words in links]
    return f"<nav>{' · '.join(anchors)}</nav>"


def _results(table: Table) -> str:
    words = f"{table.mAP_heading}, mean ± standard deviation over seeds; in bold the best and what ties with it"
    if table.has_paper:
        words += "; below it, small, the paper's figure"
    rows = [[f"<th scope='row'>{escape(title(name))}</th>", *_cells(table, name)] for name in table.methods]
    heads = ["method", *(f"{bits} bits" for bits in table.bits)]
    parts = ["<h2 id='results'>Results</h2>", _items(table.verdicts)]
    parts.append(_table(heads, rows, words, [name.startswith(OWN) for name in table.methods]))
    if table.has_paper:
        parts.append(_paragraph(table.paper.difference))
    return "\n".join([*parts, _paragraph(RULE), _paragraph(TIES)])


def _cells(table: Table, method: str) -> list[str]:
    best, cells = winners(table), []
    for bits in table.bits:
        row = table.row(method, bits)
        if row is None:
            cells.append("<td class='number'>no result</td>")
            continue
        text = escape(cell(row, "mAP"))
        text = f"<strong>{text}</strong>" if (method, bits) in best else text
        paper = f"<br><small>{paper_cell(row)}</small>" if paper_cell(row) else ""
        cells.append(f"<td class='number'>{text}{paper}</td>")
    return cells


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: str, marked: Sequence[bool] = ()) -> str:
    """Cells come with their tags; heads and caption are plain text."""
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in heads)
    body = []
    for place, cells in enumerate(rows):
        kind = " class='own'" if place < len(marked) and marked[place] else ""
        body.append(f"<tr{kind}>{''.join(cells)}</tr>")
    caption = f"<caption>{escape(words)}</caption>" if words else ""
    lines = "\n".join(body)
    return (
        f"<div class='wide'><table>{caption}<thead><tr>{head}</tr></thead><tbody>\n{lines}\n</tbody></table></div>"
    )


def _figure(picture: DrawnFigure) -> str:
    width, height = struct.unpack(">II", picture.light[16:24])  # of the PNG's first chunk
    scale = 96 / DPI
    return (
        f"<figure id='{escape(picture.name)}'><h3>{escape(picture.title)}</h3><picture>"
        f"<source media='(prefers-color-scheme: dark)' srcset='{_data(picture.dark)}'>"
        f"<img src='{_data(picture.light)}' width='{width * scale:.0f}' height='{height * scale:.0f}' "
        f"alt='{escape(picture.title)}'></picture><figcaption>{escape(picture.sentence)} "
        f"<span class='file'>Numbers: figures/{escape(picture.name)}.csv</span></figcaption></figure>"
    )


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def _all_rows(table: Table) -> str:
    heads = ["method", "bits", "seeds", table.mAP_heading, "the paper's", *COLUMNS.values()]
    rows = []
    for row in table.rows:
        start = [str(row["bits"]), str(row["seeds"]), cell(row, "mAP"), paper_cell(row)]
        numbers = [*start, *(cell(row, name) for name in COLUMNS)]
        rows.append([f"<th scope='row'>{escape(title(row['method']))}</th>", *(_number(text) for text in numbers)])
    own = [row["method"].startswith(OWN) for row in table.rows]
    return f"<h2 id='rows'>All figures in numbers</h2><div class='dense'>{_table(heads, rows, '', own)}</div>"


def _number(text: str) -> str:
    return f"<td class='number'>{escape(text)}</td>"


def _settings(settings: SettingsInFull) -> str:
    parts = []
    for method in dict.fromkeys(name for name, _ in settings):
        of_method = {bits: values for (name, bits), values in settings.items() if name == method}
        names = dict.fromkeys(name for values in of_method.values() for name in values if name != "bits")
        rows = []
        for name in names:
            texts = [plain(values.get(name)) for values in of_method.values()]
            same = f"<td class='number' colspan='{len(texts)}'>{escape(texts[0])}</td>"
            cells = [same] if len(set(texts)) == 1 else [_number(text) for text in texts]
            rows.append([f"<th scope='row'>{escape(name)}</th>", *cells])
        heads = ["setting", *(f"{bits} bits" for bits in of_method)]
        inside = _table(heads, rows, "") if rows else _paragraph("It has no settings.")
        parts.append(f"<details><summary>{escape(title(method))}</summary>{inside}</details>")
    return f"<h2 id='settings'>Settings of the final runs</h2>{''.join(parts)}" if parts else ""


def _tuning(records: Sequence[Mapping[str, Any]]) -> str:
    if not records:
        return ""
    rows = []
    for record in records:
        for tried in record["tried"]:
            score = tried.get("validation_mAP")
            chosen = tried["changes"] == record["chosen"]
            texts = [str(record["bits"]), "failed" if score is None else f"{score:.4f}", "chosen" if chosen else ""]
            name = f"<th scope='row'>{escape(title(record['method']))}</th>"
            rows.append([name, f"<td>{escape(changes(tried['changes']))}</td>", *(_number(text) for text in texts)])
    words = "Candidates were tried with seed 0 and compared by mAP on the validation images, never on the queries."
    untried = dict.fromkeys(title(record["method"]) for record in records if not record["tried"])
    if untried:
        words += f" With a single candidate, and so without a try: {', '.join(untried)}."
    heads = ["method", "settings", "bits", "validation mAP", ""]
    inside = _table(heads, rows, "") if rows else ""
    return f"<h2 id='tuning'>Tuning</h2>{_paragraph(words)}{inside}"


def changes(changed: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {plain(value)}" for name, value in changed.items()) or "default"


def plain(value: Any) -> str:
    """A setting's value for a reader."""
    if value is None:
        return "automatic"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
