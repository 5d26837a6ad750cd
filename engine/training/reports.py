"""What a training says while it runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.progress import Progress
from engine.sentences import said


@dataclass(frozen=True, slots=True)
class StepReport:
    """After a batch: `step` of `steps` of this epoch are done."""

    epoch: int  # counted from 1
    epochs: int
    step: int
    steps: int
    loss: float


@dataclass(frozen=True, slots=True)
class LookReport:
    """Between steps or within one: `done` of `total` images or pieces were looked at. Here a cancel is heard."""

    epoch: int  # counted from 1
    epochs: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class EpochReport:
    """After an epoch. Figures that were not taken are None."""

    epoch: int  # counted from 1
    epochs: int
    seconds: float
    rate: float
    batch: int
    loss: float
    quantisation_error: float
    validation_map: float | None
    best: bool  # the best on validation so far
    measures: dict[str, float] = field(default_factory=dict)  # the method's own, the convergence measure for one


Report = StepReport | LookReport | EpochReport


class TrainingStage(Enum):
    """What is trained, in words for whoever waits."""

    VERSION = said("Training")  # what is to become a version
    FIRST_LAYERS = said("Training the hash layers first")
    SPLITS = said("Measuring on several splits")
    ALL_LABELS = said("Training on all labels")
    ITSELF = said("The library teaches itself")


@dataclass(frozen=True, slots=True)
class TrainingProgress(Progress):
    """A report of a training itself; `epoch` is set when one has ended."""

    stage: TrainingStage
    epoch: EpochReport | None = None

    @property
    def must_be_heard(self) -> bool:
        """Curves have no gaps."""
        return self.epoch is not None
