"""The figures of the version before and of the new one, side by side, and in a sentence what they mean."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from gui.theme import SPACE_L, SPACE_S, sized
from gui.training.texts import text_label

Figures = dict[str, Any]

MEASURES = {
    "mAP": ("mAP", "Mean average precision: 1 when all images that share a label come before all others."),
    "precision_at_10": ("Precision at 10", "Of the first 10 hits, how many share a label with the query."),
    "precision_at_radius_2": ("Precision within radius 2", "Of the hits at a distance of at most 2, how many do."),
}
NOTHING = "–"
SAME = 0.005  # a difference in mAP that nobody would notice


class FiguresTable(QWidget):
    """Rows are measures; columns before, after and the change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Figures before and after")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * SPACE_L)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(4, 1)
        for column, title in enumerate(("Before", "After", "Change"), 1):
            grid.addWidget(_cell(title, bold=True), 0, column)
        self.cells: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        for row, (key, (name, meaning)) in enumerate(MEASURES.items(), 1):
            measure = text_label(name, wrap=False)
            measure.setToolTip(meaning)
            grid.addWidget(measure, row, 0)
            self.cells[key] = (_cell(), _cell(bold=True), _cell())
            for column, cell in enumerate(self.cells[key], 1):
                cell.setToolTip(meaning)
                grid.addWidget(cell, row, column)

    def show_figures(self, before: Figures | None, after: Figures | None) -> None:
        for key, (earlier, later, change) in self.cells.items():
            name = MEASURES[key][0]
            earlier.setText(figure_text(before, key))
            later.setText(figure_text(after, key))
            change.setText(change_text(before, after, key))
            for cell, when in ((earlier, "before"), (later, "after"), (change, "change")):
                cell.setAccessibleName(f"{name}, {when}: {cell.text()}")


def figure_text(figures: Figures | None, key: str) -> str:
    """'0.84', or '0.84 ± 0.02' when it was taken on several splits."""
    value = figures.get(key) if figures is not None else None
    if figures is None or value is None:
        return NOTHING
    spread = figures.get("spread", {}).get(key)
    return f"{value:.3f}" if spread is None else f"{value:.3f} ± {spread:.3f}"


def change_text(before: Figures | None, after: Figures | None, key: str) -> str:
    earlier, later = (figures.get(key) if figures is not None else None for figures in (before, after))
    if earlier is None or later is None:
        return NOTHING
    sign = "▲" if later > earlier else "▼" if later < earlier else "="
    return f"{sign} {later - earlier:+.3f}"


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
    cell.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    if bold:
        cell.setFont(sized(cell.font(), 1.0, bold=True))
    return cell
