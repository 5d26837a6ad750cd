"""The figures of two versions side by side. The better of the two stands in bold letters, if either is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine.sentences import joined, said
from gui.language import number, tr, tr_n
from gui.training.texts import text_label
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SPACE_L, SPACE_S, sized

if TYPE_CHECKING:
    from engine.learning.figures import Figures


class Better(Enum):
    HIGHER = said("the higher, the better")
    LOWER = said("the lower, the better")
    NEITHER = said("neither is better by itself")


@dataclass(frozen=True, slots=True)
class Measure:
    name: str
    meaning: str
    digits: int = 3
    percent: bool = False
    better: Better = Better.HIGHER
    apart: bool = False  # from the rows above it, which belong together
    only_if_known: bool = False  # else there is no row


_MAP = said(
    "It is the mean average precision, which is 1 when all pictures that share a label with the query come before "
    "all others."
)
_FIRST_10 = said("It is the share of the first 10 hits that have a label in common with the query.")
_OVER_PICTURES = said("Each query counts the same, so labels with many pictures count the most.")
_OVER_LABELS = said("Each label counts the same, however many pictures it has.")
MEASURES = {
    "mAP": Measure(said("mAP, mean over pictures"), joined(" ", (_MAP, _OVER_PICTURES))),
    "mAP_over_labels": Measure(said("mAP, mean over labels"), joined(" ", (_MAP, _OVER_LABELS))),
    "precision_at_10": Measure(
        said("Precision at 10, mean over pictures"), joined(" ", (_FIRST_10, _OVER_PICTURES)), apart=True
    ),
    "precision_at_10_over_labels": Measure(
        said("Precision at 10, mean over labels"), joined(" ", (_FIRST_10, _OVER_LABELS))
    ),
    "kept_neighbours": Measure(
        said("Pictures without a label: nearest ten kept"),
        said(
            "Of pictures that you have not labelled, it is the share of the ten that look most like them that are "
            "among the first 50 by distance. A few points are a change of order; what falls by more than 20, "
            "search has forgotten."
        ),
        digits=0,
        percent=True,
        apart=True,
        only_if_known=True,
    ),
}
NOTHING = "–"
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WIDEST_HEAD, NARROWEST_HEAD, NARROWEST_NAME = 200, 90, 120


class FiguresTable(QWidget):
    """Rows are measures; columns two versions, before and after unless they have names, and the change."""

    def __init__(
        self,
        measures: Mapping[str, Measure] = MEASURES,
        heads: tuple[str, str, str] = (said("Before"), said("After"), said("Change")),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._measures = measures
        self.setAccessibleName(tr("Figures before and after"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_L + SPACE_S)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(4, 1)
        self.heads = (_head(tr(heads[0])), _head(tr(heads[1])), _head(tr(heads[2])))
        for column, head in enumerate(self.heads, 1):
            grid.addWidget(head, 0, column)
        self.names: dict[str, QLabel] = {}
        self.cells: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        for key, measure in measures.items():
            self._add_row(grid, key, measure)

    def _add_row(self, grid: QGridLayout, key: str, measure: Measure) -> None:
        row = grid.rowCount()
        if measure.apart:
            grid.setRowMinimumHeight(row, SPACE_S)
            row += 1
        name = _VersionName(tr(measure.name))
        self.names[key], self.cells[key] = name, (_cell(), _cell(), _cell())
        tip = tool_tip(f"{tr(measure.name)}: {tr(measure.meaning)}")
        for column, label in enumerate((name, *self.cells[key])):
            label.setToolTip(tip)
            grid.addWidget(label, row, column)

    def set_heads(self, first: str, second: str | None) -> None:
        """What the columns are called; without a second one there is nothing to compare with."""
        if second is None:
            self.setAccessibleName(tr("Figures of {first}", first=first))
        else:
            self.setAccessibleName(tr("Figures of {first} and {second}", first=first, second=second))
        self.heads[0].setText(first)
        self.heads[1].setText(second or "")
        for column in (1, 2):
            for widget in (self.heads[column], *(cells[column] for cells in self.cells.values())):
                widget.setVisible(second is not None)

    def show_figures(
        self, before: Figures | None, after: Figures | None, incomparable: Collection[str] = ()
    ) -> None:
        """Of `incomparable` measures no change is shown, and none is called the better."""
        for key, cells in self.cells.items():
            measure = self._measures[key]
            compared = key not in incomparable
            cells[0].setText(figure_text(before, key, measure))
            cells[1].setText(figure_text(after, key, measure))
            cells[2].setText(change_text(before, after, key, measure) if compared else NOTHING)
            better = better_of(before, after, key, measure) if compared else None
            for column, (cell, head) in enumerate(zip(cells, self.heads, strict=True)):
                cell.setFont(sized(self.font(), 1.0, bold=column == better))
                cell.setAccessibleName(f"{tr(measure.name)}, {head.text()}: {cell.text()}")
            if measure.only_if_known:
                self._show_row(key, _value(before, key) is not None or _value(after, key) is not None)

    def _show_row(self, key: str, known: bool) -> None:
        for label, head in zip((self.names[key], *self.cells[key]), (None, *self.heads), strict=True):
            label.setVisible(known and (head is None or not head.isHidden()))


class _VersionName(QLabel):
    """On one line where there is room for it, else on two: what tells two names apart often stands at the end."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + SPACE_S, metrics.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(NARROWEST_NAME, self.sizeHint().width()), self.sizeHint().height())


def figure_text(figures: Figures | None, key: str, measure: Measure) -> str:
    """'0.84', or '0.84 ± 0.02' when it was taken on several splits."""
    value = _value(figures, key)
    if figures is None or value is None:
        return NOTHING
    spread = figures.get("spread", {}).get(key)
    of = 100 if measure.percent else 1
    digits = f".{measure.digits}f"
    text = number(of * value, digits)
    text += "" if spread is None else f" ± {number(of * spread, digits)}"
    return f"{text} %" if measure.percent else text


def change_text(before: Figures | None, after: Figures | None, key: str, measure: Measure) -> str:
    change = _change(before, after, key, measure)
    if change is None:
        return NOTHING
    if change:
        text = f"{'▲' if change > 0 else '▼'} {number(change, f'+.{measure.digits}f')}"
    else:
        text = f"= {number(0, f'.{measure.digits}f')}"
    if not measure.percent:
        return text
    return tr_n("{change} points", "{change} point", 1 if abs(change) == 1 else 2, change=text)


def better_of(before: Figures | None, after: Figures | None, key: str, measure: Measure) -> int | None:
    """0: the first, 1: the second; None where they are the same as they are shown, or the difference lies within
    the spread of the splits."""
    change = _change(before, after, key, measure)
    if not change or measure.better is Better.NEITHER:
        return None
    spread = max((figures or {}).get("spread", {}).get(key, 0.0) for figures in (before, after))
    if abs(change) <= spread * (100 if measure.percent else 1):
        return None
    return int((change > 0) == (measure.better is Better.HIGHER))


def _change(before: Figures | None, after: Figures | None, key: str, measure: Measure) -> float | None:
    """As it is shown, in percent points for a share."""
    earlier, later = _value(before, key), _value(after, key)
    if earlier is None or later is None:
        return None
    return round((later - earlier) * (100 if measure.percent else 1), measure.digits)


def _value(figures: Figures | None, key: str) -> float | None:
    return figures.get(key) if figures is not None else None


def _cell(text: str = NOTHING) -> QLabel:
    cell = text_label(text, wrap=False)
    cell.setAlignment(RIGHT)
    return cell


def _head(title: str) -> QLabel:
    """A name may be long. Not bold: that is for what is better."""
    head = ElidedLabel(narrowest=NARROWEST_HEAD)
    head.setText(title)
    head.setAlignment(RIGHT)
    head.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    head.setMaximumWidth(WIDEST_HEAD)
    return head
