"""What an experiment asks of a method: to learn a hash function from the training part, without the test part."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.experiments.data.split import Part
from engine.feature_space import FeatureSpace
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.training.reports import EpochReport

Changes = Mapping[str, Any]  # what differs from a method's default settings; plain JSON values


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """What a method learned: a hash function of a `Part`'s inputs. The seconds of epochs are of training alone."""

    function: HashFunction
    epochs: Sequence[EpochReport] = ()


class ExperimentMethod(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def feature_space(self) -> FeatureSpace | None:
        """The only one that it is made for; None: that of the experiment."""

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        """All settings in full, as plain JSON values. A finished run is good for these only."""

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        """At most `budget` changes to choose among on the validation part; the first is the default."""

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        """Learn from `train`; `valid` is for choosing an iterate. The reports are fractions of this one run."""
