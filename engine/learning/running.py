"""Running a trainer as a job: progress over all steps, checkpoints on the way, going on where one was left.

A training that is closed keeps its last whole epoch. One that is killed loses the epoch it was in, or, where epochs
are shorter than that, up to SECONDS_BETWEEN_CHECKPOINTS.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from torch import Tensor

from engine.errors import UserError
from engine.learning import checkpoints
from engine.learning.checkpoints import Checkpoint
from engine.library import Library
from engine.progress import Progress
from engine.training.learner import Learner
from engine.training.reports import EpochReport, LookReport, StepReport

OTHERS = "taken.others"
OTHER_TRAINING = "Labels or settings have changed since that training was begun; please begin anew."
SECONDS_BETWEEN_CHECKPOINTS = 2.0  # epochs on stored features are shorter than writing one


@dataclass(frozen=True, slots=True)
class TrainingProgress(Progress):
    """A report of the training itself; `epoch` is set when one has ended."""

    epoch: EpochReport | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What is trained: a checkpoint is only taken up by the very same training (`about`)."""

    about: dict[str, Any]
    name: str = ""  # of the version it is to become
    labels: str = ""  # the digest of all that was labelled when it began, whether it could be read or not
    others: tuple[int, ...] = ()  # images without a label that it learns from, also when it goes on

    def values(self) -> dict[str, Any]:
        """What the checkpoint says of it besides."""
        return {"name": self.name, "labels": self.labels}


def run_trainer(
    trainer: Learner,
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
    keeper = _Keeper(trainer, folder, taken, epochs) if folder is not None and taken is not None else None
    planned = trainer.steps_an_epoch * trainer.epochs
    latest = TrainingProgress(trainer.steps_an_epoch * len(epochs), planned, note)
    try:
        for report in trainer.run():
            if isinstance(report, EpochReport):
                epochs.append(report)
                if keeper is not None:
                    keeper.keep(report)
            if not isinstance(report, LookReport):  # which is a moment to be heard, no more
                latest = _progress(report, trainer.steps_an_epoch, note)
            yield latest
            latest = replace(latest, epoch=None)
    except (GeneratorExit, KeyboardInterrupt):
        if keeper is not None:
            keeper.save_held()
        raise
    return epochs


class _Keeper:
    """Writes checkpoints: one is due after a while, and at the end. Between them it holds the last epoch's state,
    since in the middle of the next one the trainer has none to go on from."""

    def __init__(self, trainer: Learner, folder: str, taken: Taken, epochs: list[EpochReport]) -> None:
        self._trainer = trainer
        self._folder = folder
        self._taken = taken
        self._epochs = [asdict(each) for each in epochs]
        self._saved_at = time.monotonic()
        self._held: Checkpoint | None = None  # None: the last epoch is on disk

    def keep(self, epoch: EpochReport) -> None:
        """An epoch has ended."""
        self._epochs.append(asdict(epoch))
        due = self._trainer.is_over or time.monotonic() - self._saved_at >= SECONDS_BETWEEN_CHECKPOINTS
        self._held = self._checkpoint()
        if due:
            self.save_held()
        else:
            self._held = replace(self._held, tensors=_copied(self._held.tensors))

    def save_held(self) -> None:
        if self._held is not None:
            checkpoints.write(self._folder, self._held)
            self._held, self._saved_at = None, time.monotonic()

    def _checkpoint(self) -> Checkpoint:
        tensors, values = self._trainer.state()
        done = {"epochs": list(self._epochs), "complete": self._trainer.is_over}
        others = {OTHERS: torch.tensor(self._taken.others, dtype=torch.long)}
        return Checkpoint(tensors | others, values | self._taken.values() | done, self._taken.about)


def _copied(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """In the computer's memory, where they stay as they are."""
    return {name: tensor.detach().to("cpu", copy=True) for name, tensor in tensors.items()}


def _progress(report: StepReport | EpochReport, steps: int, note: str) -> TrainingProgress:
    """In steps as they were planned: should batches become smaller on the way, the count stays true."""
    if isinstance(report, EpochReport):
        return TrainingProgress(steps * report.epoch, steps * report.epochs, note, report)
    done = steps * (report.epoch - 1) + steps * report.step // report.steps
    return TrainingProgress(done, steps * report.epochs, note)


def checkpoint_of(library: Library, about: dict[str, Any]) -> Checkpoint:
    """The checkpoint of the training that this is said about; UserError if there is none, or one of another."""
    checkpoint = checkpoints.read(library.training_folder)
    if checkpoint is None:
        raise UserError("There is no training to go on with.")
    if any(checkpoint.about.get(key) != value for key, value in about.items()):
        raise UserError(OTHER_TRAINING)
    return checkpoint


def others_of(checkpoint: Checkpoint) -> list[int]:
    """The images without a label that the training learns from."""
    found: list[int] = checkpoint.tensors[OTHERS].tolist() if OTHERS in checkpoint.tensors else []
    return found


def seconds_spent(checkpoint: Checkpoint) -> float:
    """On the epochs that are done."""
    return sum(float(each["seconds"]) for each in checkpoint.values["epochs"])


def _take_up(trainer: Learner, library: Library, taken: Taken) -> list[EpochReport]:
    checkpoint = checkpoint_of(library, taken.about)
    values = dict(checkpoint.values)
    epochs = [EpochReport(**each) for each in values.pop("epochs")]
    trainer.load_state(checkpoint.tensors, values)
    return epochs
