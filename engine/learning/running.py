"""Running a trainer as a job: progress over all steps, checkpoints on the way, going on where one was left."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.errors import UserError
from engine.learning import checkpoints
from engine.learning.checkpoints import Checkpoint
from engine.learning.request import TrainingProgress
from engine.library import Library
from engine.progress import Progress
from engine.training.reports import EpochReport, LookReport, StepReport
from engine.training.trainer import Trainer

SECONDS_BETWEEN_CHECKPOINTS = 2.0  # epochs on stored features are shorter than writing one


@dataclass(frozen=True, slots=True)
class Taken:
    """What is trained: a checkpoint is only taken up by the very same training."""

    about: dict[str, Any]


def run_trainer(
    trainer: Trainer,
    library: Library | None = None,
    taken: Taken | None = None,
    resume: bool = False,
    note: str = "Training",
) -> Generator[Progress, None, list[EpochReport]]:
    """Train to the end. With a library, checkpoints are kept in it; returns the reports of all epochs."""
    epochs: list[EpochReport] = []
    folder = library.training_folder if library is not None else None
    if resume and library is not None and taken is not None:
        epochs = _take_up(trainer, library, taken)
    elif folder is not None and taken is not None:
        checkpoints.remove(folder)  # of another training, which this one takes the place of
    saved_at = time.monotonic()
    planned = trainer.steps_an_epoch * trainer.plan.epochs
    latest = TrainingProgress(trainer.steps_an_epoch * len(epochs), planned, note)
    for report in trainer.run():
        if isinstance(report, EpochReport):
            epochs.append(report)
            over = report.epoch == report.epochs
            if folder is not None and taken is not None and _is_due(saved_at, over):
                _save(trainer, folder, taken, epochs)
                saved_at = time.monotonic()
        if not isinstance(report, LookReport):  # which is a moment to be heard, no more
            latest = _progress(report, trainer.steps_an_epoch, note)
        yield latest
        latest = replace(latest, epoch=None)
    return epochs


def _is_due(saved_at: float, over: bool) -> bool:
    return over or time.monotonic() - saved_at >= SECONDS_BETWEEN_CHECKPOINTS


def _progress(report: StepReport | EpochReport, steps: int, note: str) -> TrainingProgress:
    """In steps as they were planned: should batches become smaller on the way, the count stays true."""
    if isinstance(report, EpochReport):
        return TrainingProgress(steps * report.epoch, steps * report.epochs, note, report)
    done = steps * (report.epoch - 1) + steps * report.step // report.steps
    return TrainingProgress(done, steps * report.epochs, note)


def _save(trainer: Trainer, folder: str, taken: Taken, epochs: list[EpochReport]) -> None:
    tensors, values = trainer.state()
    values = values | {"epochs": [asdict(each) for each in epochs]}
    checkpoints.write(folder, Checkpoint(tensors, values, taken.about))


def checkpoint_of(library: Library, about: dict[str, Any]) -> Checkpoint:
    """The checkpoint of the training that this is said about; UserError if there is none, or one of another."""
    checkpoint = checkpoints.read(library.training_folder)
    if checkpoint is None:
        raise UserError("There is no training to go on with.")
    if any(checkpoint.about.get(key) != value for key, value in about.items()):
        raise UserError("Labels or settings have changed since that training was begun; please begin anew.")
    return checkpoint


def _take_up(trainer: Trainer, library: Library, taken: Taken) -> list[EpochReport]:
    checkpoint = checkpoint_of(library, taken.about)
    values = dict(checkpoint.values)
    epochs = [EpochReport(**each) for each in values.pop("epochs")]
    trainer.load_state(checkpoint.tensors, values)
    return epochs
