"""The second page: how the training goes. Curves grow with each epoch; pause, cancel; or why it ended."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from engine.progress import Pace, Progress
from engine.sentences import said
from engine.training.reports import EpochReport, TrainingProgress, TrainingStage
from gui.language import tr
from gui.plots.axes import LINEAR, SHARE, WHOLE, Scale, number_text
from gui.plots.frame import PlotTitles
from gui.plots.plot import Plot
from gui.training.texts import WarningLine, dim_label, heading, push_button, text_label
from gui.widgets.menu_keys import TRAIN, keys_of
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, TITLE

MEASURES = {
    "residual_x": ("x", said("For x it is the squared norm of the gradient.")),
    "residual_b": ("B", said("For B it is the mean square of what its steps still change.")),
    "residual_dual": ("Λ", said("For Λ it is the mean square of what its steps still change.")),
    "residual_z": ("Z", said("For Z it is the mean square of what its steps still change.")),
    "bits_changed": (
        said("bits changed"),
        said("Bits changed are the share of all bits that the epoch changed."),
    ),
}
LOSS, MAP, QUANTISATION = said("loss"), said("mAP"), said("error")
STAYS = said("You can close this window: the training goes on, and {keys} brings it back.")
JOIN = said("B and Λ join")
_NOTHING = said("After the first epoch")
_NO_VALIDATION = said(
    "Too few labelled pictures to set some aside while it trains; the result is measured at the end"
)
_NOT_MEASURED = said("Not measured so far; not every training measures it")
_CONVERGENCE = said("How far the training is from a stationary point.")
_CONVERGED = said("Curves that fall and then stay low have converged.")


class RunningPage(QWidget):
    """Signals: `pause_requested()`, `resume_requested()`, `cancel_requested()`, `back_requested()`."""

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()
    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pace = Pace()
        self._epoch: EpochReport | None = None  # the last one
        self._paused = False
        self._first_batch = 0
        self._joined = False  # B and Λ take part
        self.stage = heading("", TITLE)
        self.details = text_label()
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress of the training"))
        self.bar.setTextVisible(False)
        self.bar.setMaximumHeight(10)
        self.memory = WarningLine()
        self.problem = WarningLine()
        self._make_plots()
        self.hint = dim_label("")
        self.pause = push_button(tr("&Pause"), tr("Pause the training; it keeps what it has learned"))
        self.cancel = push_button(tr("&Cancel"), tr("End the training; it can be resumed from its last checkpoint"))
        self.back = push_button(tr("&Back to set-up"), tr("All that you typed is still there"))
        self._lay_out()
        self.pause.clicked.connect(self._on_pause_clicked)
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self.back.clicked.connect(self.back_requested)

    # -- what it shows ------------------------------------------------------------------------------------------

    def show_waiting(self, running: str) -> None:
        """Nothing runs yet, because another job does."""
        self._begin(tr("Waiting for “{job}” to end", job=tr(running)) if running else tr("Beginning…"))
        self.pause.setEnabled(False)
        self.cancel.setFocus()

    def show_running(self, epochs: list[EpochReport]) -> None:
        """It runs; these epochs are done already."""
        self._begin(tr("Preparing…"))
        for epoch in epochs:
            self.add_epoch(epoch)
        self.pause.setFocus()

    def show_progress(self, progress: Progress) -> None:
        if self._paused or not self.cancel.isEnabled():
            return  # a report that was under way when a person pressed a button
        self._pace.saw(progress)
        self.bar.setRange(0, progress.total or 0)
        if progress.total:
            self.bar.setValue(progress.done)
        self.stage.setText(self._stage_text(progress))
        self.details.setText(self._details_text(progress))

    def add_epoch(self, epoch: EpochReport) -> None:
        self._epoch = epoch
        for plot in self.plots:
            plot.set_x_range(1, epoch.epochs)
        self.loss.append(tr(LOSS), epoch.epoch, epoch.loss)
        self.quantisation.append(tr(QUANTISATION), epoch.epoch, epoch.quantisation_error)
        self.map.append(tr(MAP), epoch.epoch, epoch.validation_map)
        self._add_convergence(epoch)
        if "residual_b" in epoch.measures and not self._joined:
            self._joined = True
            for plot in self.plots:
                plot.set_line(epoch.epoch, tr(JOIN) if plot is self.loss else "")
        if epoch.validation_map is None:
            self.map.set_empty_text(tr(_NO_VALIDATION))
        elif epoch.best:
            best = tr("best {value:.3f}", value=epoch.validation_map)
            self.map.set_mark((epoch.epoch, epoch.validation_map), best)
        self._first_batch = self._first_batch or epoch.batch
        if epoch.batch < self._first_batch:
            self.memory.set_text(
                tr("Memory ran short, so it goes on with batches of {n:,} pictures.", n=epoch.batch)
            )

    def _add_convergence(self, epoch: EpochReport) -> None:
        """Each method has measures of its own, and some begin late."""
        for key, (name, _) in MEASURES.items():
            if key in epoch.measures:
                self.convergence.append(tr(name), epoch.epoch, epoch.measures[key])
        if not epoch.measures:
            self.convergence.set_empty_text(tr(_NOT_MEASURED))
        self._explain_convergence()

    def _explain_convergence(self) -> None:
        shown = self.convergence.names()
        meanings = [meaning for name, meaning in MEASURES.values() if tr(name) in shown]
        self.convergence.setToolTip(" ".join(map(tr, (_CONVERGENCE, *meanings, _CONVERGED))))
        of_bits = tr(MEASURES["bits_changed"][0])
        if of_bits not in shown:
            kind = tr("squared residual")
        elif len(shown) == 1:
            kind = tr("share of all bits")
        else:
            kind = tr("squared residual or share of all bits")
        self.convergence.set_labels(tr("Epoch"), kind)

    def begin_anew(self) -> None:
        """What was shown so far was a preparation."""
        self._epoch = None
        self._first_batch, self._joined = 0, False
        for plot in self.plots:
            plot.clear()
            plot.set_empty_text(tr(_NOTHING))
        self.convergence.forget()
        self._explain_convergence()

    def show_paused(self, paused: bool) -> None:
        self._paused = paused
        self.pause.setText(tr("&Go on") if paused else tr("&Pause"))
        if paused:
            self.stage.setText(tr("Paused"))
        else:
            self._pace.paused()

    def show_failure(self, sentence: str) -> None:
        """It ended without a result."""
        self.stage.setText(tr("The training stopped"))
        self.details.setText(tr("The active version is as it was."))
        self.problem.set_text(tr(sentence))
        self.bar.hide()
        self._show_buttons(running=False)
        self.back.setFocus()

    def _begin(self, text: str) -> None:
        self._pace = Pace()
        self.begin_anew()
        self.memory.set_text("")
        self.problem.set_text("")
        self.stage.setText(text)
        self.details.setText("")
        self.bar.setRange(0, 0)
        self.bar.show()
        self.show_paused(False)
        self._show_buttons(running=True)

    def _show_buttons(self, running: bool) -> None:
        self.hint.setText(tr(STAYS, keys=keys_of(TRAIN)) if running else "")
        for button in (self.pause, self.cancel):
            button.setVisible(running)
            button.setEnabled(True)
        self.back.setVisible(not running)

    def _stage_text(self, progress: Progress) -> str:
        epoch = self._epoch
        if epoch is None or not _is_of_version(progress):
            return tr(progress.note)
        return tr("Epoch {epoch:,} of {epochs:,}", epoch=min(epoch.epoch + 1, epoch.epochs), epochs=epoch.epochs)

    def _details_text(self, progress: Progress) -> str:
        parts = []
        if self._epoch is not None and _is_of_version(progress):
            epoch = self._epoch
            if epoch.rate:  # else it has no steps by gradients, and no batches
                rate = tr("learning rate {rate}", rate=number_text(epoch.rate))
                parts = [rate, tr("batches of {n:,}", n=epoch.batch)]
        return " · ".join([*parts, *map(tr, self._pace.words(progress, said("steps")))])

    # -- making it ----------------------------------------------------------------------------------------------

    def _make_plots(self) -> None:
        self.loss = _plot(tr("Loss"), tr("mean of the epoch"))
        self.map = _plot(tr("Validation mAP"), tr("mAP on validation"), SHARE)
        self.quantisation = _plot(tr("Quantisation error"), tr("mean (|u| − 1)²"), Scale(low=0.0))
        self.convergence = _plot(tr("Convergence measure"), tr("squared residual"), Scale(log=True))
        self._explain_convergence()
        self.plots = (self.loss, self.map, self.quantisation, self.convergence)

    def _lay_out(self) -> None:
        plots = QGridLayout()
        plots.setSpacing(SPACE_M)
        for at, plot in enumerate(self.plots):
            plots.addWidget(plot, at // 2, at % 2)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        buttons.addWidget(self.hint, 1)
        for button in (self.pause, self.cancel, self.back):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        for widget in (self.stage, self.details, self.bar, self.memory, self.problem):
            column.addWidget(widget)
        column.addSpacing(SPACE_S)
        column.addLayout(plots, 1)
        column.addSpacing(SPACE_S)
        column.addLayout(buttons)

    # -- what a person does -------------------------------------------------------------------------------------

    def _on_pause_clicked(self) -> None:
        (self.resume_requested if self._paused else self.pause_requested).emit()

    def _on_cancel_clicked(self) -> None:
        self.pause.setEnabled(False)
        self.cancel.setEnabled(False)
        self.stage.setText(tr("Cancelling…"))
        self.cancel_requested.emit()


def _is_of_version(progress: Progress) -> bool:
    return isinstance(progress, TrainingProgress) and progress.stage is TrainingStage.VERSION


def _plot(title: str, measured: str, y: Scale = LINEAR) -> Plot:
    return Plot(PlotTitles(title, tr("Epoch"), measured), x=WHOLE, y=y)
