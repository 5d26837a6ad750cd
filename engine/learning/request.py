"""What is asked of a training, what it says while it runs, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.learning.comparison import ChangedLabel, Comparison
from engine.learning.examples import Examples
from engine.learning.figures import Figures
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.device import Device
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.training.reports import EpochReport
from engine.training.settings import MethodSettings

if TYPE_CHECKING:
    from torch import nn

Tune = Literal["head", "all"]


@dataclass(frozen=True, slots=True)
class Request:
    """`tune` says what learns: the hash layers on stored features ("head"), or the whole network ("all")."""

    method: str
    settings: MethodSettings
    architecture: str = EFFICIENTNET_LITE0.name
    tune: Tune = "head"
    device: Device | None = None  # None: the GPU if there is one
    refit: bool = False  # once the figures are taken, train again on all labels, the held-out ones too
    name: str = ""  # of the version it is to become; one is made up when it is empty

    def about(self) -> dict[str, Any]:
        """What makes two trainings the same one, besides their examples; plain JSON values."""
        return {
            "method": self.method,
            "settings": self.settings.as_dict(),
            "architecture": self.architecture,
            "tune": self.tune,
            "refit": self.refit,
        }


@dataclass(frozen=True, slots=True)
class TrainingProgress(Progress):
    """A report of the training itself; `epoch` is set when one has ended."""

    epoch: EpochReport | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A hash function, not yet a version. `backbone` is the tuned network, None when features were stored."""

    request: Request
    function: HashFunction
    backbone: nn.Module | None
    images: int  # that it learned from
    trained_on: list[int]  # ids of those whose labels it has seen: no figure may be taken on them
    examples: Examples | None  # None when it learned without labels
    before: Figures | None  # of the version that was active, on the same queries
    after: Figures | None
    comparison: Comparison | None  # of the two on one split
    epochs: list[EpochReport]
    seconds: float
    computed_on: str

    @property
    def changed_labels(self) -> list[ChangedLabel]:
        return [] if self.comparison is None else self.comparison.labels
