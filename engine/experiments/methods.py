"""What experiments compare, by name: the methods of engine.learning that learn from labels, and ITQ without any.

A new method is a line in engine/learning/methods.py; one that is not trained there is a class with the members of
`ExperimentMethod` and a line here.
"""

from collections.abc import Generator
from typing import Any

from engine.errors import UserError
from engine.experiments.data.split import Part
from engine.experiments.method import Changes, ExperimentMethod, Learnt
from engine.experiments.network_methods import NetworkMethod
from engine.experiments.trained_methods import TrainedMethod
from engine.feature_space import FeatureSpace
from engine.learning import methods as learning
from engine.model.linear_hash import itq
from engine.progress import Progress


class Itq:
    """Iterative quantisation: no labels, no epochs. What supervised methods must beat by far."""

    name = "itq"
    feature_space = None

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return dict(changes)

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        return [{}]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        return Learnt((yield from itq(train.inputs, bits, seed)))


_ALL: list[ExperimentMethod] = [
    *(TrainedMethod(known.name) for known in learning.METHODS.values() if known.needs_labels),
    Itq(),
]

METHODS = {known.name: known for known in _ALL}


def method(name: str, tuned: FeatureSpace | None = None, several: float = 0.0) -> ExperimentMethod:
    """The method of that name, on features; with `tuned`, as it trains the network of that feature space.

    It learns from images of which the share `several` has several labels.
    """
    if name not in METHODS:
        raise UserError(f"There is no method named {name!r}; there are {', '.join(sorted(METHODS))}.")
    known = METHODS[name]
    if tuned is None:
        return TrainedMethod(name, several) if isinstance(known, TrainedMethod) else known
    if name not in whole_network_names():
        raise UserError(f"{name} trains no network, only hash functions on features.")
    return NetworkMethod(name, tuned, several)


def whole_network_names() -> list[str]:
    return [name for name in METHODS if name in learning.METHODS and learning.METHODS[name].trains_networks]
