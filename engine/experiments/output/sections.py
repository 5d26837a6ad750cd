"""A section of a report besides the table and its figures: words, tables of its own, drawings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.experiments.drawing.drawings import Drawing


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as text: the first cell of each row names it; `marked` rows are DualHash's."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    marked: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Section:
    """`rows` are the numbers of all its tables. `missing` has a sentence for what is not done yet."""

    name: str
    title: str
    setup: str
    sentences: Sequence[str]
    grids: Sequence[Grid]
    drawings: Sequence[Drawing]
    rows: Sequence[dict[str, Any]]
    missing: Sequence[str] = ()

    def document(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "setup": self.setup,
            "missing": list(self.missing),
            "sentences": list(self.sentences),
            "rows": list(self.rows),
        }


def markdown(section: Section) -> str:
    lines = [f"# {section.title}", "", section.setup, ""]
    lines += [f"- {sentence}" for sentence in (*section.missing, *section.sentences)]
    for grid in section.grids:
        lines += ["", f"{grid.caption}:", "", _line(grid.heads), _line(["---"] * len(grid.heads))]
        lines += [_line(row) for row in grid.rows]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
