"""The third page: what came of it, before and after on held-out labels; Accept or Discard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMessageBox,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.learning.comparison import ChangedQuery, Comparison
from engine.learning.verdict import is_worse, verdict, warning
from engine.progress import Progress, duration_text
from engine.sentences import said
from engine.store.versions import Version
from gui.language import tr, tr_n
from gui.plots.distances import label_distances
from gui.plots.histogram import Histogram
from gui.training.figures_table import FiguresTable
from gui.training.labels_table import LabelsTable, changed_rows
from gui.training.pictures import Picture
from gui.training.query_row import QueryRow
from gui.training.result_text import by_label_text, how_text
from gui.training.texts import WarningLine, dim_label, heading, push_button, text_label
from gui.widgets.menu_keys import TRAIN, keys_of
from gui.widgets.plain_text import quoted
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, TITLE, sized

if TYPE_CHECKING:
    from engine.jobs.version_files import Activated
    from engine.learning.trained import Trained

LONG_SECONDS = 60  # a training that took longer is not discarded by a slip of the mouse
LEGEND = said(
    "Hits with a frame and a tick share a label with the query on their left; others have another, or none."
)
WAITS = said(
    "Accept makes codes for all pictures in the background; until they are complete, the version before serves."
)


class ResultPage(QWidget):
    """Signals: `accept_requested()`, `discard_requested()`, `cancel_requested()`, `again_requested()`,
    `close_requested()`."""

    accept_requested = Signal()
    discard_requested = Signal()
    cancel_requested = Signal()
    again_requested = Signal()
    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seconds = 0.0
        self._warned = False  # something got worse
        self.rows: list[QueryRow] = []
        self.warning = WarningLine(TITLE)
        self.verdict = heading("", TITLE)
        self.how = text_label()
        self.table = FiguresTable()
        self.labels = LabelsTable()
        self.before = Histogram(tr("Before"), tr("Distance (bits)"), tr("Pairs (%)"))
        self.after = Histogram(tr("After"), tr("Distance (bits)"), tr("Pairs (%)"))
        self._make_foot()
        self._lay_out()

    # -- what it shows ------------------------------------------------------------------------------------------

    def show_result(self, trained: Trained, name: str) -> None:
        self._seconds = trained.seconds
        self._show_verdict(trained)
        self.how.setText(how_text(trained, name))
        self.table.show_figures(trained.before, trained.after)
        self.by_label.setText(by_label_text(trained))
        self._show_comparison(trained.comparison)
        self.show_waiting("", None)
        self.scroll_area.verticalScrollBar().setValue(0)

    def _show_verdict(self, trained: Trained) -> None:
        """What got clearly worse comes first, and is larger than what got better."""
        worse = warning(trained.before, trained.after, trained.changed_labels)
        self._warned = bool(worse) or is_worse(trained.before, trained.after)
        self.warning.set_text(tr(worse))
        self.verdict.setText(tr(verdict(trained.before, trained.after)))
        self.verdict.setFont(sized(self.font(), 1.0 if worse else TITLE, bold=not worse))

    def show_waiting(self, problem: str, saved: Version | None) -> None:
        """It waits to be accepted or discarded. One that is `saved` already is only not active yet."""
        kept = ""
        if saved is not None:
            kept = tr(
                "{version} is kept as a version, but it is not the active one yet.", version=quoted(saved.name)
            )
        self.problem.set_text(" ".join(filter(None, (problem, kept))))
        self.state.setText("" if self.problem.text() else tr(WAITS))
        self.accept.setText(tr("&Activate") if saved is not None else tr("&Accept"))
        self._show_buttons(self.accept, self.later, self.discard)
        self.discard.setText(tr("Leave it &so") if saved is not None else tr("&Discard"))
        default = self.later if self._warned else self.accept
        default.setDefault(True)
        default.setFocus()

    def show_accepting(self) -> None:
        self.problem.set_text("")
        self.state.setText(tr("Making the new version active; the one before serves until it is complete."))
        self.bar.setRange(0, 0)
        self._show_buttons(self.cancel, self.bar)
        self.cancel.setEnabled(True)

    def show_progress(self, progress: Progress) -> None:
        self.bar.setRange(0, progress.total or 0)
        if progress.total:
            self.bar.setValue(progress.done)
        state = tr(progress.note)
        if progress.total:
            state = tr("{note} {done:,} of {total:,}", note=state, done=progress.done, total=progress.total)
        self.state.setText(tr("{state}; the version before serves until it is complete.", state=state))

    def show_accepted(self, saved: Version | None, activated: Activated | None) -> None:
        name = saved.name if saved is not None else ""
        text = tr(
            "{version} is the active version now: searches use it. The one before is kept.", version=quoted(name)
        )
        if activated is not None and activated.without_code:
            without = tr_n(
                "{n:,} pictures have no code yet, because their files are away.",
                "{n:,} picture has no code yet, because its file is away.",
                activated.without_code,
            )
            text = f"{text} {without}"
        self.problem.set_text("")
        self.state.setText(text)
        self._show_buttons(self.again, self.close_button)
        self.close_button.setDefault(True)
        self.close_button.setFocus()

    def show_pictures(self, pictures: Mapping[int, Picture]) -> None:
        for row in self.rows:
            row.set_pictures(pictures)

    def image_ids(self) -> list[int]:
        return [image_id for row in self.rows for image_id in row.image_ids()]

    def _show_comparison(self, comparison: Comparison | None) -> None:
        self.labels.show_rows(changed_rows(comparison.labels) if comparison is not None else [])
        for widget in (self.labels_title, self.by_label, self.labels, self.histograms):
            widget.setVisible(comparison is not None)
        for row in self.rows:
            row.deleteLater()
        self.rows = []
        if comparison is not None:
            before, after = comparison.before, comparison.after
            self.before.set_title(tr("Before, {bits} bits", bits=before.bits))
            self.after.set_title(tr("After, {bits} bits", bits=after.bits))
            for histogram, side in ((self.before, before), (self.after, after)):
                histogram.set_distributions(label_distances(side.intra_D.tolist(), side.inter_D.tolist()))
            alike = before.bits == after.bits  # else a column means another share of all
            highest = max(self.before.highest(), self.after.highest()) if alike else None
            self.before.set_highest(highest)
            self.after.set_highest(highest)
        self._fill(self.gained, self.gained_title, comparison.gained if comparison is not None else [])
        self._fill(self.lost, self.lost_title, comparison.lost if comparison is not None else [])
        self.legend.setVisible(bool(self.rows))

    def _fill(self, layout: QVBoxLayout, title: QWidget, queries: list[ChangedQuery]) -> None:
        title.setVisible(bool(queries))
        for query in queries:
            row = QueryRow(query)
            layout.addWidget(row, 0, Qt.AlignmentFlag.AlignLeft)
            self.rows.append(row)

    def _show_buttons(self, *shown: QWidget) -> None:
        for widget in (*self._buttons, self.bar):
            widget.setVisible(widget in shown)

    # -- making it ----------------------------------------------------------------------------------------------

    def _make_foot(self) -> None:
        self.state = text_label()
        self.problem = WarningLine()
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress of the new version"))
        self.bar.setTextVisible(False)
        self.bar.setMaximumHeight(10)
        self.bar.setFixedWidth(160)
        self.accept = push_button(tr("&Accept"), tr("Keep this version and search by it"))
        self.discard = push_button(tr("&Discard"), tr("Forget the result; the active version stays as it is"))
        tip = tr("Close this window; the result waits, and {keys} shows it again", keys=keys_of(TRAIN))
        self.later = push_button(tr("&Later"), tip)
        self.cancel = push_button(tr("&Cancel"), tr("Leave the active version as it is"))
        self.again = push_button(tr("&Train again"), tr("Back to the set-up, with all that you typed"))
        self.close_button = push_button(tr("&Close"), tr("Close this window"))
        self._buttons = (self.discard, self.later, self.cancel, self.again, self.close_button, self.accept)
        self.accept.clicked.connect(self.accept_requested)
        self.discard.clicked.connect(self._on_discard_clicked)
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self.again.clicked.connect(self.again_requested)
        for button in (self.later, self.close_button):
            button.clicked.connect(self.close_requested)

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        self.histograms = QWidget()
        pair = QHBoxLayout(self.histograms)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(SPACE_M)
        for histogram in (self.before, self.after):
            histogram.setFixedHeight(210)
            pair.addWidget(histogram)
        self.legend = dim_label(tr(LEGEND))
        self.gained_title, self.lost_title = heading(tr("Gained the most")), heading(tr("Lost the most"))
        self.gained, self.lost = QVBoxLayout(), QVBoxLayout()
        self.labels_title, self.by_label = heading(tr("By label")), dim_label()
        above: tuple[QWidget, ...] = (self.warning, self.verdict, self.how, self.table)
        for widget in (*above, self.labels_title, self.by_label, self.labels, self.histograms, self.gained_title):
            column.addWidget(widget)
        column.addLayout(self.gained)
        column.addWidget(self.lost_title)
        column.addLayout(self.lost)
        column.addWidget(self.legend)
        column.addStretch(1)
        self.scroll_area = QScrollArea()
        self.scroll_area.setAccessibleName(tr("Result of the training"))
        self.scroll_area.setWidget(page)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        foot.setSpacing(SPACE_M)
        words = QVBoxLayout()
        words.setSpacing(SPACE_S)
        words.addWidget(self.problem)
        words.addWidget(self.state)
        foot.addLayout(words, 1)
        for widget in (self.bar, *self._buttons):
            foot.addWidget(widget)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.scroll_area, 1)
        whole.addLayout(foot)

    # -- what a person does -------------------------------------------------------------------------------------

    def _on_cancel_clicked(self) -> None:
        self.cancel.setEnabled(False)
        self.state.setText(tr("Cancelling…"))
        self.cancel_requested.emit()

    def _on_discard_clicked(self) -> None:
        if self._seconds >= LONG_SECONDS and not self._is_discarding_meant():
            return
        self.discard_requested.emit()

    def _is_discarding_meant(self) -> bool:
        text = tr("Discard what took {time} to train?", time=duration_text(self._seconds))
        box = QMessageBox(QMessageBox.Icon.Question, tr("Discard"), text, parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        discard = box.addButton(tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        box.deleteLater()  # its parent would keep it
        return box.clickedButton() is discard
