"""The training window: set-up, running, result. Closing it only hides it; what runs goes on."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QStackedWidget, QVBoxLayout, QWidget

from engine.learning.request import Request
from engine.model.device import choose_device
from engine.progress import Progress
from gui.language import tr
from gui.running.job import Job
from gui.session import Session
from gui.training.material import Unfinished, read_material, read_unfinished
from gui.training.pictures import read_pictures
from gui.training.replacing import ReplacingQuestion
from gui.training.result_page import ResultPage
from gui.training.running_page import RunningPage
from gui.training.setup_page import SetupPage
from gui.training.teaching import Stage, Teaching
from gui.widgets.later import Later
from gui.widgets.on_screen import fitting

REFRESH_MILLISECONDS = 700
SIZE = QSize(820, 720)  # where the screen has that much


class TrainingDialog(QDialog):
    """Shows the page that belongs to the stage `teaching` is in."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown_stage: Stage | None = None
        self.setWindowTitle(tr("Train on my labels"))
        self.setModal(False)
        self.resize(fitting(SIZE, self))
        self.teaching = Teaching(session, self)
        self.setup_page = SetupPage()
        self.running_page = RunningPage()
        self.result_page = ResultPage()
        self.pages = QStackedWidget()
        for page in (self.setup_page, self.running_page, self.result_page):
            self.pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)
        self._later = Later(REFRESH_MILLISECONDS, self._refresh, self)
        self._make_threads()
        self._connect()
        self._show_stage()

    def open_window(self) -> None:
        """Bring it to the front, whatever page it shows."""
        self.show()
        self.activateWindow()

    # -- reading ------------------------------------------------------------------------------------------------

    def _make_threads(self) -> None:
        self._materials = self._session.background(computes=True)
        self._unfinished = self._session.background()
        self._devices = self._session.background()
        self._pictures = self._session.background()
        self._materials.answered.connect(self.setup_page.show_material)
        self._materials.failed.connect(self.setup_page.show_material_failure)
        self._unfinished.answered.connect(self._on_unfinished_read)
        self._devices.answered.connect(self.setup_page.show_device)
        self._devices.failed.connect(self.setup_page.advanced.show_device)
        self._pictures.answered.connect(self.result_page.show_pictures)

    def _refresh(self) -> None:
        """Read again what the set-up page says, as long as it is seen."""
        if self.isVisible() and self.pages.currentWidget() is self.setup_page:
            self._materials.ask(partial(read_material, self._session.library))
            if self.setup_page.offer.isVisible():  # other labels than it began with, it cannot go on with
                self._look_for_unfinished()

    def _look_for_unfinished(self) -> None:
        if self.teaching.stage is Stage.IDLE:
            self._unfinished.ask(partial(read_unfinished, self._session.library))

    def _on_unfinished_read(self, unfinished: Unfinished | None) -> None:
        self.setup_page.show_unfinished(unfinished if self.teaching.stage is Stage.IDLE else None)

    def _on_device_asked(self, preference: str | None) -> None:
        self._devices.ask(partial(choose_device, preference))

    def _on_library_changed(self) -> None:
        if self.isVisible():
            self._later.soon()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self._look_for_unfinished()
        self._on_device_asked(self.setup_page.advanced.chosen().device)

    def changeEvent(self, event: QEvent) -> None:
        """Who comes back to this window may have labelled something in the other."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._on_library_changed()

    # -- connecting ---------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._session.library_changed.connect(self._on_library_changed)
        self._session.job_started.connect(self._on_job_started)
        self.setup_page.start_requested.connect(self._on_start_requested)
        self.setup_page.resume_requested.connect(self.teaching.start)
        self.setup_page.discard_requested.connect(self._on_discard_unfinished)
        self.setup_page.device_asked.connect(self._on_device_asked)
        self.running_page.pause_requested.connect(self.teaching.pause)
        self.running_page.resume_requested.connect(self.teaching.resume)
        self.running_page.cancel_requested.connect(self.teaching.cancel)
        self.running_page.back_requested.connect(self.teaching.back_to_start)
        self.result_page.accept_requested.connect(self.teaching.accept)
        self.result_page.discard_requested.connect(self.teaching.discard)
        self.result_page.cancel_requested.connect(self.teaching.cancel)
        self.result_page.again_requested.connect(self.teaching.back_to_start)
        self.result_page.close_requested.connect(self.close)
        self.teaching.stage_changed.connect(self._show_stage)
        self.teaching.progressed.connect(self._on_progressed)
        self.teaching.epoch_ended.connect(self.running_page.add_epoch)
        self.teaching.begun_anew.connect(self.running_page.begin_anew)
        self._on_job_started(self._session.job)

    # -- stages -------------------------------------------------------------------------------------------------

    def _show_stage(self) -> None:
        stage, before = self.teaching.stage, self._shown_stage
        self._shown_stage = stage
        if stage is Stage.IDLE:
            self._show_setup()
        elif stage is Stage.WAITING:
            job = self._session.job
            self.running_page.show_waiting(job.title if job is not None else "")
            self.pages.setCurrentWidget(self.running_page)
        elif stage is Stage.TRAINING:
            self._follow(self.teaching.job)
            self.running_page.show_running(self.teaching.epochs)
        elif stage is Stage.FAILED:
            self.running_page.show_failure(self.teaching.problem)
        else:
            self._show_result(stage, before)

    def _show_setup(self) -> None:
        self.pages.setCurrentWidget(self.setup_page)
        self.setup_page.show_unfinished(None)
        self.setup_page.start.setDefault(True)  # a window has one such button, and another page may have had it
        if self.isVisible():
            self._refresh()
            self._look_for_unfinished()

    def _show_result(self, stage: Stage, before: Stage | None) -> None:
        teaching = self.teaching
        if stage is Stage.ACCEPTING:
            self.result_page.show_accepting()
        elif stage is Stage.ACCEPTED:
            self.result_page.show_accepted(teaching.saved, teaching.activated)
        elif before is Stage.ACCEPTING:
            self.result_page.show_waiting(teaching.problem, teaching.saved)
        elif teaching.trained is not None:
            self.result_page.show_result(teaching.trained, teaching.wish.name if teaching.wish is not None else "")
            self.pages.setCurrentWidget(self.result_page)
            ids, ratio = self.result_page.image_ids(), self.devicePixelRatioF()
            self._pictures.ask(partial(read_pictures, self._session.library, ids, ratio))

    def _follow(self, job: Job | None) -> None:
        if job is not None:
            job.pause_changed.connect(self.running_page.show_paused)

    def _on_progressed(self, progress: Progress) -> None:
        if self.teaching.stage is Stage.TRAINING:
            self.running_page.show_progress(progress)
        else:
            self.result_page.show_progress(progress)

    # -- what a person does -------------------------------------------------------------------------------------

    def _on_start_requested(self, wish: Request, device: str | None) -> None:
        """Not in the place of one that was interrupted, unless that is meant."""
        if self.setup_page.can_resume:
            ReplacingQuestion(self.setup_page.resume, partial(self.teaching.start, wish, device), self).open()
        else:
            self.teaching.start(wish, device)

    def _on_discard_unfinished(self) -> None:
        """It stays on offer until it is gone indeed."""
        self.teaching.discard_checkpoint(self._on_discarded)

    def _on_discarded(self, nothing: None) -> None:
        self.setup_page.show_unfinished(None)

    def _on_job_started(self, job: Job | None) -> None:
        """The set-up page says what a training would have to wait for."""
        if job is not None and job.quiet:
            return  # it is over in a moment
        self.setup_page.show_busy(job.title if job is not None else "")
        if job is not None:
            job.ended.connect(self._on_job_ended)

    def _on_job_ended(self) -> None:
        self.setup_page.show_busy("")
