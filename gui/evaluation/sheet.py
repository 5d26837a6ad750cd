"""The sheet: figures, labels and plots of one version or two, each plot with both over each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engine.sentences import Sentence, said
from gui.language import number, tr, tr_n
from gui.plots.axes import SHARE, Scale
from gui.plots.distances import AREAS, OUTLINES, label_distances
from gui.plots.frame import PlotTitles
from gui.plots.histogram import Distribution, Histogram, HistogramStyle
from gui.plots.plot import Plot
from gui.plots.read_off import ReadOff
from gui.training.figures_table import MEASURES, Better, FiguresTable, Measure
from gui.training.labels_table import LabelRow, LabelsTable
from gui.training.texts import WarningLine, dim_label, heading, text_label
from gui.versions.version_text import shown_name
from gui.widgets.plain_text import isolated, printable, quoted
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE

if TYPE_CHECKING:
    from engine.learning.version_evaluation import VersionEvaluation

FIGURES = {
    **{key: MEASURES[key] for key in ("mAP", "mAP_over_labels", "precision_at_10", "precision_at_10_over_labels")},
    "precision_at_100": Measure(
        said("Precision at 100"),
        said("It is the share of the first 100 hits that have a label in common with the query."),
    ),
    "precision_at_radius_2": Measure(
        said("Precision within radius 2"),
        said(
            "It is the share of the hits at a distance of at most 2 that have a label in common with the query; "
            "long codes have hardly any hits that near."
        ),
    ),
    "kept_neighbours": MEASURES["kept_neighbours"],
    "separability": Measure(
        said("Separability (bits)"),
        said("It says how much further apart pairs without a label in common are, on average."),
        digits=1,
        apart=True,
    ),
    "intra_distance": Measure(
        said("Distance, same label (bits)"),
        said("It is the mean distance of pairs that share a label."),
        digits=1,
        better=Better.NEITHER,
    ),
    "inter_distance": Measure(
        said("Distance, no label in common (bits)"),
        said("It is the mean distance of pairs that share none; they may have another, or none at all."),
        digits=1,
        better=Better.NEITHER,
    ),
    "quantisation_error": Measure(
        said("Quantisation error"),
        said("It is the mean of (|u| − 1)² and says how much of the outputs u the codes leave out."),
        better=Better.LOWER,
    ),
}
IN_TITLES = {  # what each plot comes to, in a number or two
    "mAP": said("{title}, mAP {values}"),
    "separability": said("{title}, separability {values} bits"),
    "quantisation_error": said("{title}, quantisation error {values}"),
}
IN_BITS = ("separability", "intra_distance", "inter_distance")
TWO_COLUMNS = 820  # from this width on, where a plot's title normally fits
PLOT_HEIGHT = 270
CURVE, DISTANCES, OUTPUTS = said("Precision and recall"), said("Distances of pairs"), said("Outputs u")
NO_OUTPUTS = said("This version was fitted without labels: its outputs were never meant to end at ±1.")
NO_OUTPUTS_OF_BOTH = said("Both versions were fitted without labels: their outputs were never meant to end at ±1.")
CURVE_TIP = said(
    "One point for each distance. Of the hits within it, how many share a label (precision); "
    "of those that share a label, how many are within it (recall)."
)
TOP_TIP = said("Of the first K hits, how many share a label with the query.")
OUTPUTS_TIP = said("How close the outputs u are to ±1, where their signs, the codes, leave nothing out.")
NOTHING_RELEVANT = said("No held-out picture shares a label with any of the others.")


class EvaluationSheet(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Evaluation"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.title = heading("", TITLE)
        self.sentence = text_label()
        self.warning = WarningLine()
        self.figures = FiguresTable(FIGURES, _heads())
        self.labels_title, self.by_label = heading(tr("By label")), dim_label()
        self.labels = LabelsTable(_heads())
        self._make_plots()
        self._lay_out()

    @property
    def plots(self) -> tuple[ReadOff, ...]:
        return (self.curve, self.top, self.distances, self.outputs)

    def _make_plots(self) -> None:
        self.curve = Plot(PlotTitles(tr(CURVE), tr("Recall"), tr("Precision")), y=SHARE, between=True)
        self.curve.set_x_range(0.0, 1.0)
        self.curve.setToolTip(tr(CURVE_TIP))
        titles = PlotTitles(tr("Precision at top K"), tr("K (hits)"), tr("Precision"))
        self.top = Plot(titles, x=Scale(log=True, whole=True), y=SHARE)
        self.top.setToolTip(tr(TOP_TIP))
        self.distances = Histogram(tr(DISTANCES), tr("Distance (bits)"), tr("Pairs (%)"))
        share = tr("Outputs (% per {width:.2f})", width=0.05)
        self.outputs = Histogram(tr(OUTPUTS), "|u|", share, unit=0.05, continuous=True)
        self.outputs.setToolTip(tr(OUTPUTS_TIP))

    # -- what it shows ------------------------------------------------------------------------------------------

    def show_evaluations(self, evaluations: Sequence[VersionEvaluation], problem: str) -> None:
        """One or two; `problem` says why there is no second one though it was wanted."""
        names = _names(evaluations)
        self.title.setText(tr(" and ").join(quoted(name) for name in names))
        self.sentence.setText(_sentence(evaluations))
        self.warning.set_text(printable(" ".join(filter(None, (problem, _doubt(evaluations))))))
        self._show_figures(evaluations, names)
        self._show_labels(evaluations, names)
        self._show_curves(evaluations, names)
        self._show_distances(evaluations, names)
        self._show_outputs(evaluations, names)
        for plot, title, key in (
            (self.curve, CURVE, "mAP"),
            (self.distances, DISTANCES, "separability"),
            (self.outputs, OUTPUTS, "quantisation_error"),
        ):
            plot.set_title(_title(evaluations, tr(title), key))

    def _show_figures(self, evaluations: Sequence[VersionEvaluation], names: list[str]) -> None:
        first, second = evaluations[0], evaluations[1] if len(evaluations) > 1 else None
        self.figures.set_heads(names[0], names[1] if second is not None else None)
        alike = second is None or first.version.bits == second.version.bits
        self.figures.show_figures(
            first.figures, second.figures if second is not None else None, () if alike else IN_BITS
        )

    def _show_labels(self, evaluations: Sequence[VersionEvaluation], names: list[str]) -> None:
        self.labels.set_heads(names[0], names[1] if len(names) > 1 else None)
        self.labels.show_rows(label_rows(evaluations))
        self.by_label.setText(
            tr("mAP of each label's held-out pictures; what is found worst comes first.")
            if len(evaluations) == 1
            else tr("mAP of each label's held-out pictures; what the second finds worse by the most comes first.")
        )

    def _show_curves(self, evaluations: Sequence[VersionEvaluation], names: list[str]) -> None:
        for plot in (self.curve, self.top):
            plot.forget()
            plot.set_empty_text(tr(NOTHING_RELEVANT))
        for name, evaluation in zip(names, evaluations, strict=True):
            curve = evaluation.precision_recall
            points = zip(curve.recall_D.tolist(), curve.precision_D.tolist(), strict=True)
            self.curve.set_points(name, points)
            self.top.set_points(
                name, zip(evaluation.places_P.tolist(), evaluation.precision_P.tolist(), strict=True)
            )

    def _show_distances(self, evaluations: Sequence[VersionEvaluation], names: list[str]) -> None:
        several = len(evaluations) > 1
        alike = len({evaluation.version.bits for evaluation in evaluations}) == 1
        if alike:
            self.distances.set_labels(tr("Distance (bits)"), tr("Pairs (%)"))
        else:  # of codes of another length, only shares of it can be compared
            self.distances.set_labels(tr("Distance (% of the code)"), tr("Pairs (% per 1 % of the code)"))
        shown: list[Distribution] = []
        for name, evaluation, looks in zip(names, evaluations, (AREAS, OUTLINES), strict=False):
            same, different = evaluation.intra_D.tolist(), evaluation.inter_D.tolist()
            width = 1.0 if alike else 100 / evaluation.version.bits
            shown += label_distances(same, different, of=name if several else "", looks=looks, width=width)
        self.distances.set_distributions(shown)

    def _show_outputs(self, evaluations: Sequence[VersionEvaluation], names: list[str]) -> None:
        self.outputs.set_empty_text(tr(NO_OUTPUTS if len(evaluations) == 1 else NO_OUTPUTS_OF_BOTH))
        looks = (HistogramStyle.FILLED, HistogramStyle.DASHED)
        self.outputs.set_distributions(
            [
                Distribution(name, evaluation.outputs_E.tolist(), look, 1 / len(evaluation.outputs_E))
                for name, evaluation, look in zip(names, evaluations, looks, strict=False)
                if evaluation.outputs_E is not None
            ],
            named=len(evaluations) > 1,
        )

    # -- room ---------------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        return QSize(260, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_plots(2 if self.width() >= TWO_COLUMNS else 1)

    def _lay_out(self) -> None:
        self._grid = QGridLayout()
        self._grid.setSpacing(SPACE_M)
        self._columns = 0
        for plot in self.plots:
            plot.setFixedHeight(PLOT_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        above: tuple[QWidget, ...] = (self.title, self.sentence, self.warning, self.figures)
        for widget in (*above, self.labels_title, self.by_label, self.labels):
            column.addWidget(widget)
        column.addSpacing(SPACE_M)
        column.addLayout(self._grid)
        column.addStretch(1)
        self._place_plots(1)

    def _place_plots(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for at, plot in enumerate(self.plots):
            self._grid.removeWidget(plot)
            self._grid.addWidget(plot, at // columns, at % columns)


def _names(evaluations: Sequence[VersionEvaluation]) -> list[str]:
    from engine.learning.version_evaluation import distinct_names

    names = distinct_names([evaluation.version for evaluation in evaluations])
    return [isolated(printable(shown_name(name))) for name in names]


def label_rows(evaluations: Sequence[VersionEvaluation]) -> list[LabelRow]:
    """For one version, what is found worst comes first; for two, what the second finds worse by the most."""
    first, *others = evaluations
    there = {label.name: label.mean_precision for label in others[0].labels} if others else {}
    rows = [
        LabelRow(label.name, label.images, label.held_out, label.mean_precision, there.get(label.name))
        for label in first.labels
    ]
    return sorted(rows, key=lambda row: (row.first if row.second is None else row.second - row.first, row.name))


def _heads() -> tuple[str, str, str]:
    return tr("First"), tr("Second"), tr("Difference")


def _title(evaluations: Sequence[VersionEvaluation], title: str, key: str) -> str:
    """With what the plot comes to, in numbers: "Distances of pairs, separability 25.2 and 31.8 bits"."""
    spec = f".{FIGURES[key].digits}f"
    values = [number(each.figures[key], spec) for each in evaluations if each.figures[key] is not None]
    return tr(IN_TITLES[key], title=title, values=tr(" and ").join(values)) if values else title


def _sentence(evaluations: Sequence[VersionEvaluation]) -> str:
    """What it was measured on, and what was searched."""
    from engine.learning.searched import caution, labelled_text

    first = evaluations[0]
    told = [_told(each, len(evaluations) == 1) for each in evaluations if not each.made_elsewhere]
    asked = tr(
        _asked(evaluations),
        queries=tr_n("{n:,} held-out pictures", "{n:,} held-out picture", first.figures["queries"]),
        others=tr_n("{n:,} other pictures", "{n:,} other picture", first.figures["database"]),
        searched=tr(", and ").join([tr(labelled_text(first.figures)), *told]),
    )
    said_of_it = (asked, tr(caution(first.figures)), _left_out(first.unread, len(evaluations) == 1))
    return " ".join(sentence for sentence in said_of_it if sentence)


def _asked(evaluations: Sequence[VersionEvaluation]) -> Sentence:
    if any(each.made_elsewhere for each in evaluations):
        return said("Asked with {queries} among {others}: {searched}.")
    if len(evaluations) == 1:
        return said(
            "Asked with {queries} whose labels the version has not learned from, among {others}: {searched}."
        )
    return said("Asked with {queries} whose labels neither version has learned from, among {others}: {searched}.")


def _left_out(unread: int, alone: bool) -> str:
    if not unread:
        return ""
    if alone:
        return tr_n(
            "{n:,} labelled pictures lack features that the version needs and are left out.",
            "{n:,} labelled picture lacks features that the version needs and is left out.",
            unread,
        )
    return tr_n(
        "{n:,} labelled pictures lack features that the versions need and are left out.",
        "{n:,} labelled picture lacks features that the versions need and is left out.",
        unread,
    )


def _told(evaluation: VersionEvaluation, alone: bool) -> str:
    """How many of the images that were searched it learned from: their labels or decisions."""
    from engine.learning.searched import learned_text

    name = "" if alone else quoted(shown_name(evaluation.version.name))
    return tr(learned_text(evaluation.figures, name) if name else learned_text(evaluation.figures))


def _doubt(evaluations: Sequence[VersionEvaluation]) -> str:
    elsewhere = [quoted(shown_name(each.version.name)) for each in evaluations if each.made_elsewhere]
    if not elsewhere:
        return ""
    return tr_n(
        "{names} were trained elsewhere, perhaps on some of these pictures: the figures may flatter them.",
        "{names} was trained elsewhere, perhaps on some of these pictures: the figures may flatter it.",
        len(elsewhere),
        names=tr(" and ").join(elsewhere),
    )
