"""A training from its start to a version, or to nothing. Knows no widget; what a page shows it finds here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.learning.begun_apart import train_on
from engine.learning.request import Request
from engine.own_process import in_own_process
from engine.progress import Progress
from engine.sentences import said
from engine.store import versions
from engine.store.versions import Version
from engine.training.reports import EpochReport, TrainingProgress, TrainingStage
from gui.running.job import Job, Work
from gui.session import Session
from gui.training.naming import version_name
from gui.widgets.menu_keys import TRAIN, keys_of
from gui.widgets.plain_text import quoted

if TYPE_CHECKING:
    from engine.jobs.version_files import Activated
    from engine.learning.trained import Trained

TRAINING, ACCEPTING = said("Training"), said("Making the new version active")


@dataclass(frozen=True, slots=True)
class TrainingOutcome:
    """What a training job ends with; the sentence is for the bottom of the window."""

    trained: Trained

    @property
    def sentence(self) -> str:
        return said("Training is done; {keys} shows the result.", keys=keys_of(TRAIN))


class Stage(Enum):
    IDLE = "nothing is going on"
    WAITING = "it begins when the job before it has ended"
    TRAINING = "it trains"
    FAILED = "it ended with a sentence"
    TRAINED = "its result waits to be accepted or discarded"
    ACCEPTING = "its result becomes the active version"
    ACCEPTED = "its result is the active version"


class CurveSet(Enum):
    """Which curves an epoch belongs to: what is trained before or after the version itself has its own."""

    BEFORE = "a preparation"
    DURING = "the version"
    AFTER = "a measurement on another split, or the refit on all labels"


class Teaching(QObject):
    """One training at a time.

    Signals:
        stage_changed(): see `stage`.
        progressed(Progress): of the training, or of making the version active.
        epoch_ended(EpochReport): of the version itself, not of what is trained to measure it.
        begun_anew(): the epochs so far were only a preparation.
        accepted(Version): the result is the active version now.
    """

    stage_changed = Signal()
    progressed = Signal(object)
    epoch_ended = Signal(object)
    begun_anew = Signal()
    accepted = Signal(object)
    _began = Signal()  # from the job's thread

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.stage = Stage.IDLE
        self.wish: Request | None = None
        self.job: Job | None = None
        self.epochs: list[EpochReport] = []
        self.problem = ""  # why it failed, or why its result is not active
        self.trained: Trained | None = None
        self.saved: Version | None = None  # the result as a version, active or not
        self.activated: Activated | None = None
        self._curves = CurveSet.BEFORE
        self._resumes = False
        self._number = 0  # of the job that counts; one that was abandoned while it waited does not
        self._begun = 0  # the number of the last job that began
        self._beginning = threading.Lock()  # a job is abandoned or begins, never both
        self._began.connect(self._on_began)

    # -- training -----------------------------------------------------------------------------------------------

    def start(self, wish: Request, device: str | None, resume_after: tuple[EpochReport, ...] | None = None) -> None:
        """Train, or go on with the training whose checkpoint is there, after these epochs.

        `device` is "cpu", "cuda" or None for the GPU if there is one; what there is, the job finds out.
        """
        if self.stage in (Stage.WAITING, Stage.TRAINING, Stage.ACCEPTING):
            return
        self._forget()
        self.wish = wish
        self.epochs = list(resume_after or ())
        self._resumes = resume_after is not None
        self._curves = CurveSet.BEFORE
        self._enter(Stage.WAITING)
        self._run(TRAINING, partial(self._training, wish, device, resume_after is not None), self._on_trained)

    def cancel(self) -> None:
        """End what runs; a training that has a checkpoint can be resumed, the active version stays as it is."""
        if self.stage not in (Stage.WAITING, Stage.TRAINING, Stage.ACCEPTING):
            return
        if self._abandon():
            self._on_cancelled()
        elif self._session.job is not None:
            self._session.job.cancel()

    def pause(self) -> None:
        if self.job is not None:
            self.job.pause()

    def resume(self) -> None:
        if self.job is not None:
            self.job.resume()

    def back_to_start(self) -> None:
        """Leave what failed, or what was accepted."""
        if self.stage in (Stage.FAILED, Stage.ACCEPTED):
            self._forget()
            self._enter(Stage.IDLE)

    def _training(
        self, wish: Request, device: str | None, resume: bool
    ) -> Generator[Progress, None, TrainingOutcome]:
        begins = Progress(0, None, said("Preparing the training"))
        library = self._session.library
        return TrainingOutcome((yield from in_own_process(library, begins, train_on, wish, device, resume)))

    @property
    def has_result(self) -> bool:
        """One that is not kept as a version yet."""
        return self.stage is Stage.TRAINED and self.saved is None

    # -- what came of it ----------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Save the result as a version and make it active; until then the active one serves."""
        if self.stage is Stage.TRAINED:
            self.problem = ""
            self._enter(Stage.ACCEPTING)
            self._run(ACCEPTING, self._accepting, self._on_accepted)

    def discard(self) -> None:
        """Forget the result and its checkpoint. One that is saved already stays as a version."""
        if self.stage is Stage.TRAINED:
            self._forget()
            self.discard_checkpoint()
            self._enter(Stage.IDLE)

    def discard_checkpoint(self, then: Callable[[Any], object] | None = None) -> None:
        self._session.store(self._discard, then)

    def _discard(self) -> None:
        from engine.learning.trained import discard

        discard(self._session.library)

    def _accepting(self) -> Generator[Progress, None, str]:
        yield Progress(0, None, said("Saving the version"))
        from engine.jobs.version_files import activate
        from engine.learning.trained import save_version

        library = self._session.library
        if self.saved is None and self.trained is not None and self.wish is not None:
            taken = [version.name for version in versions.all_versions(library.db)]
            self.saved = save_version(library, self.trained, self.wish.name or version_name(date.today(), taken))
        assert self.saved is not None
        self.activated = yield from activate(library, self.saved)
        return said("{version} is the active version now.", version=quoted(self.saved.name))

    # -- the job ------------------------------------------------------------------------------------------------

    def _run(self, title: str, work: Work, done: Callable[[Any], object]) -> None:
        self._number += 1
        number = self._number
        self._session.run(
            title,
            partial(self._if_wanted, number, work),
            done=partial(self._if_followed, number, done),
            failed=partial(self._if_followed, number, self._on_failed),
            changes_library=False,  # only at its end
            cancelled=partial(self._if_followed, number, self._on_cancelled),
        )

    def _if_wanted(self, number: int, work: Work) -> Generator[Progress, None, Any]:
        """On the job's thread."""
        with self._beginning:
            if number != self._number:
                return said("What waited was not begun.")
            self._begun = number
        self._began.emit()
        return (yield from work())

    def _abandon(self) -> bool:
        """Let a job that has not begun never begin; False if it has."""
        with self._beginning:
            if self._begun == self._number:
                return False
            self._number += 1
            return True

    def _on_began(self) -> None:
        self.job = self._session.job
        if self.job is not None:
            self.job.progressed.connect(self._on_progressed)
        self._enter(Stage.TRAINING if self.stage is Stage.WAITING else self.stage)

    def _if_followed(self, number: int, slot: Callable[..., object], *about: Any) -> None:
        if number == self._number:
            slot(*about)

    def _on_progressed(self, progress: Progress) -> None:
        self.progressed.emit(progress)
        if self.stage is not Stage.TRAINING:
            return
        of_version = isinstance(progress, TrainingProgress) and progress.stage is TrainingStage.VERSION
        if of_version and self._curves is CurveSet.BEFORE:
            self._curves = CurveSet.DURING
            if not self._resumes:
                self.epochs = []
                self.begun_anew.emit()
        elif not of_version and self._curves is CurveSet.DURING:
            self._curves = CurveSet.AFTER
        epoch: EpochReport | None = getattr(progress, "epoch", None)
        if epoch is not None and self._curves is not CurveSet.AFTER:
            self.epochs.append(epoch)
            self.epoch_ended.emit(epoch)

    def _on_trained(self, outcome: TrainingOutcome) -> None:
        self.job, self.trained = None, outcome.trained
        self._enter(Stage.TRAINED)

    def _on_accepted(self, sentence: str) -> None:
        self.job, self.trained = None, None
        self._enter(Stage.ACCEPTED)
        self.accepted.emit(self.saved)

    def _on_failed(self, sentence: str) -> None:
        self.job, self.problem = None, sentence
        self._enter(Stage.TRAINED if self.stage is Stage.ACCEPTING else Stage.FAILED)

    def _on_cancelled(self) -> None:
        self.job = None
        self._enter(Stage.TRAINED if self.stage is Stage.ACCEPTING else Stage.IDLE)

    def _forget(self) -> None:
        self.wish = self.trained = self.saved = self.activated = None
        self.epochs, self.problem = [], ""

    def _enter(self, stage: Stage) -> None:
        self.stage = stage
        self.stage_changed.emit()
