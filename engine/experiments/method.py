"""What an experiment asks of a method: to learn a hash function from the training part, without the test part."""

from collections.abc import Generator, Mapping
from typing import Any, Protocol

from engine.experiments.split import Part
from engine.model.hash_function import HashFunction
from engine.progress import Progress

Changes = Mapping[str, Any]  # what differs from a method's default settings; plain JSON values


class Method(Protocol):
    @property
    def name(self) -> str: ...

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        """All settings in full, as plain JSON values. A finished run is good for these only."""

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        """At most `budget` changes to choose among on the validation part; the first is the default."""

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, HashFunction]:
        """Learn from `train`; `valid` is for choosing an iterate. The reports are fractions of this one run."""
