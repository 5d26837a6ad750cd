"""Studies: smaller experiments beside the table. Each leaves NAME.json, NAME.csv and NAME.md, and its figures.

The JSON alone is enough to draw the figures again, and a report in the same folder takes them up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from engine.experiments.drawing.drawings import Drawing
from engine.experiments.run_files import read_document
from engine.experiments.written_files import csv_text, write_bytes, write_json

if TYPE_CHECKING:
    from engine.experiments.results import Failed, Result

FIGURES = "figures"
StudyRows = list[dict[str, Any]]  # by column, one row a line of CSV


class PlanLike(Protocol):
    """What a study reads of a plan."""

    @property
    def bits(self) -> tuple[int, ...]: ...
    @property
    def seeds(self) -> int: ...
    @property
    def epochs(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Study:
    rows: StudyRows
    text: str  # Markdown


def write_study(
    name: str, study: Study, about: Mapping[str, Any], drawings: Sequence[Drawing], out: Path, **more: Any
) -> None:
    write_json(out / f"{name}.json", {"about": dict(about), "rows": study.rows, **more})
    write_bytes(out / f"{name}.csv", csv_text(study.rows).encode())
    write_bytes(out / f"{name}.md", study.text.encode())
    write_drawings(drawings, out)


def write_drawings(drawings: Sequence[Drawing], out: Path) -> None:
    """Each as a picture and its numbers, in the folder of figures."""
    from engine.experiments.drawing.charts import png
    from engine.experiments.drawing.looks import LIGHT

    for drawing in drawings:
        write_bytes(out / FIGURES / f"{drawing.name}.png", png(drawing.draw(LIGHT)))
        write_bytes(out / FIGURES / f"{drawing.name}.csv", csv_text(drawing.rows).encode())


def read_study(name: str, out: Path) -> dict[str, Any]:
    """What `write_study` wrote; empty where there is nothing, or nothing that can be read."""
    return read_document(out / f"{name}.json")


def failures(results: Sequence[Result | Failed]) -> list[str]:
    from engine.experiments.results import Failed

    return [f"{one.run}: {one.reason}" for one in results if isinstance(one, Failed)]
