"""The figures of two versions side by side, and in a sentence what a change means."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from gui.elided_label import ElidedLabel
from gui.plain_text import tool_tip
from gui.theme import SPACE_L, SPACE_S, sized
from gui.training.texts import text_label

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Measure:
    name: str
    meaning: str
    digits: int = 3


MEASURES = {
    "mAP": Measure(
        "mAP",
        "It is the mean average precision, which is 1 when all images that share a label with the query come "
        "before all others.",
    ),
    "precision_at_10": Measure(
        "Precision at 10", "It is the share of the first 10 hits that have a label in common with the query."
    ),
    "precision_at_radius_2": Measure(
        "Precision within radius 2",
        "It is the share of the hits at a distance of at most 2 that have a label in common with the query.",
    ),
}
NOTHING = "–"
SAME = 0.005  # a difference in mAP that nobody would notice
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WIDEST_HEAD, NARROWEST_NAME = 200, 110


class FiguresTable(QWidget):
    """Rows are measures; columns two versions, before and after unless they have names, and the change."""

    def __init__(
        self,
        measures: Mapping[str, Measure] = MEASURES,
        heads: tuple[str, str, str] = ("Before", "After", "Change"),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._measures = measures
        self.setAccessibleName(f"Figures {heads[0].lower()} and {heads[1].lower()}")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_L + SPACE_S)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(4, 1)
        self.heads = (_head(heads[0]), _head(heads[1]), _cell(heads[2], bold=True))
        for column, head in enumerate(self.heads, 1):
            grid.addWidget(head, 0, column)
        self.cells: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        for row, (key, measure) in enumerate(measures.items(), 1):
            name = ElidedLabel(narrowest=NARROWEST_NAME)
            name.setText(measure.name)
            tip = tool_tip(f"{measure.name}: {measure.meaning}")
            name.setToolTip(tip)
            grid.addWidget(name, row, 0)
            self.cells[key] = (_cell(), _cell(bold=True), _cell())
            for column, cell in enumerate(self.cells[key], 1):
                cell.setToolTip(tip)
                grid.addWidget(cell, row, column)

    def set_heads(self, first: str, second: str | None) -> None:
        """What the columns are called; without a second one there is nothing to compare with."""
        self.setAccessibleName(f"Figures of {first}" + (f" and {second}" if second is not None else ""))
        self.heads[0].setText(first)
        self.heads[1].setText(second or "")
        for column in (1, 2):
            for widget in (self.heads[column], *(cells[column] for cells in self.cells.values())):
                widget.setVisible(second is not None)

    def show_figures(
        self, before: Figures | None, after: Figures | None, incomparable: Collection[str] = ()
    ) -> None:
        """Of `incomparable` measures no change is shown."""
        for key, cells in self.cells.items():
            measure = self._measures[key]
            cells[0].setText(figure_text(before, key, measure.digits))
            cells[1].setText(figure_text(after, key, measure.digits))
            change = NOTHING if key in incomparable else change_text(before, after, key, measure.digits)
            cells[2].setText(change)
            for cell, head in zip(cells, self.heads, strict=True):
                cell.setAccessibleName(f"{measure.name}, {head.text()}: {cell.text()}")


def figure_text(figures: Figures | None, key: str, digits: int = 3) -> str:
    """'0.84', or '0.84 ± 0.02' when it was taken on several splits."""
    value = figures.get(key) if figures is not None else None
    if figures is None or value is None:
        return NOTHING
    spread = figures.get("spread", {}).get(key)
    return f"{value:.{digits}f}" if spread is None else f"{value:.{digits}f} ± {spread:.{digits}f}"


def change_text(before: Figures | None, after: Figures | None, key: str, digits: int = 3) -> str:
    earlier, later = (figures.get(key) if figures is not None else None for figures in (before, after))
    if earlier is None or later is None:
        return NOTHING
    change = round(later - earlier, digits)
    if not change:
        return f"= {0:.{digits}f}"
    return f"{'▲' if change > 0 else '▼'} {change:+.{digits}f}"


def verdict(before: Figures | None, after: Figures | None) -> str:
    """Whether retrieval got better."""
    if after is None or after.get("mAP") is None:
        return "There was nothing held out to measure the result on."
    if before is None or before.get("mAP") is None:
        return "It could not be compared with the active version on labels that neither of them has seen."
    change = after["mAP"] - before["mAP"]
    spread = max(figures.get("spread", {}).get("mAP", 0.0) for figures in (before, after))
    if abs(change) <= max(SAME, spread):
        within = ": the difference lies within the spread" if spread > SAME else ""
        return f"Retrieval is about as good as before{within}."
    if change > 0:
        times = after["mAP"] / before["mAP"] if before["mAP"] > 0 else 0.0
        much = f": mAP is {times:.1f} times as high" if times >= 1.2 else ""
        return f"Retrieval got better{much}."
    return "Retrieval got worse; discarding is probably right."


def _cell(text: str = NOTHING, bold: bool = False) -> QLabel:
    cell = text_label(text, wrap=False)
    cell.setAlignment(RIGHT)
    if bold:
        cell.setFont(sized(cell.font(), 1.0, bold=True))
    return cell


def _head(title: str) -> QLabel:
    """A name may be long."""
    head = ElidedLabel()
    head.setText(title)
    head.setAlignment(RIGHT)
    head.setFont(sized(head.font(), 1.0, bold=True))
    head.setMaximumWidth(WIDEST_HEAD)
    return head
