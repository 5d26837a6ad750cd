"""Running a learner as a job: progress over all steps, checkpoints on the way, going on where one was left.

A training that is closed keeps its last whole epoch. One that is killed loses the epoch it was in, or, where epochs
are shorter than that, up to SECONDS_BETWEEN_CHECKPOINTS.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from torch import Tensor

from engine.errors import UserError
from engine.learning import checkpoints
from engine.learning.checkpoints import Checkpoint
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.training.counting import counted
from engine.training.group import LostError
from engine.training.learner import Learner
from engine.training.reports import EpochReport, Report, TrainingStage

OTHERS = "taken.others"
OTHER_TRAINING = said("Labels or settings have changed since that training was begun; please begin anew.")
SECONDS_BETWEEN_CHECKPOINTS = 2.0  # epochs on stored features are shorter than writing one


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


def run_with_checkpoints(
    learner: Learner, library: Library, taken: Taken, resume: bool
) -> Generator[Progress, None, list[EpochReport]]:
    """Train what is to become a version; returns the reports of all epochs, also of those before it went on."""
    epochs = list[EpochReport]()
    if resume:
        epochs = _take_up(learner, library, taken)
    else:
        checkpoints.remove(library.training_folder)  # of another training, which this one takes the place of
    keeper = _CheckpointKeeper(learner, library.training_folder, taken, epochs)
    return (yield from counted(learner, TrainingStage.VERSION, keeper.kept(), epochs))


class _CheckpointKeeper:
    """Writes checkpoints: one is due after a while, and at the end. Between them it holds the last epoch's state,
    since in the middle of the next one the trainer has none to go on from."""

    def __init__(self, learner: Learner, folder: str, taken: Taken, epochs: list[EpochReport]) -> None:
        self._learner = learner
        self._folder = folder
        self._taken = taken
        self._epochs = [asdict(each) for each in epochs]
        self._saved_at = time.monotonic()
        self._held: Checkpoint | None = None  # None: the last epoch is on disk

    def kept(self) -> Iterator[Report]:
        """The learner's reports, each epoch kept before it is told of."""
        try:
            for report in self._learner.run():
                if isinstance(report, EpochReport):
                    self._keep(report)
                yield report
        except (GeneratorExit, KeyboardInterrupt, LostError):
            self._save_held()
            raise

    def _keep(self, epoch: EpochReport) -> None:
        self._epochs.append(asdict(epoch))
        due = self._learner.is_over or time.monotonic() - self._saved_at >= SECONDS_BETWEEN_CHECKPOINTS
        self._held = self._checkpoint()
        if due:
            self._save_held()
        else:
            self._held = replace(self._held, tensors=_copied(self._held.tensors))

    def _save_held(self) -> None:
        if self._held is not None:
            checkpoints.write(self._folder, self._held)
            self._held, self._saved_at = None, time.monotonic()

    def _checkpoint(self) -> Checkpoint:
        tensors, values = self._learner.state()
        done = {"epochs": list(self._epochs), "complete": self._learner.is_over}
        others = {OTHERS: torch.tensor(self._taken.others, dtype=torch.long)}
        return Checkpoint(tensors | others, values | self._taken.values() | done, self._taken.about)


def _copied(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """In the computer's memory, where they stay as they are."""
    return {name: tensor.detach().to("cpu", copy=True) for name, tensor in tensors.items()}


def checkpoint_of(library: Library, about: dict[str, Any]) -> Checkpoint:
    """The checkpoint of the training that this is said about; UserError if there is none, or one of another."""
    checkpoint = checkpoints.read(library.training_folder)
    if checkpoint is None:
        raise UserError(said("There is no training to go on with."))
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


def _take_up(learner: Learner, library: Library, taken: Taken) -> list[EpochReport]:
    checkpoint = checkpoint_of(library, taken.about)
    values = dict(checkpoint.values)
    epochs = [EpochReport(**each) for each in values.pop("epochs")]
    learner.load_state(checkpoint.tensors, values)
    return epochs
