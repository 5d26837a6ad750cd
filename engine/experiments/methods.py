"""What experiments compare, by name. A new method is a class with the members of `Method` and a line here."""

from collections.abc import Generator
from typing import Any

from engine.errors import UserError
from engine.experiments.method import Changes, Method
from engine.experiments.split import Part
from engine.experiments.trained_methods import TrainedMethod
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import itq
from engine.progress import Progress


class Itq:
    """Iterative quantisation: no labels, no epochs. What supervised methods must beat by far."""

    name = "itq"

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return dict(changes)

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        return [{}]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, HashFunction]:
        return (yield from itq(train.features_ND, bits, seed))


_ALL: list[Method] = [
    TrainedMethod("dualhash-stom"),
    TrainedMethod("dualhash-storm"),
    TrainedMethod("likelihood"),
    Itq(),
]

METHODS = {known.name: known for known in _ALL}


def method(name: str) -> Method:
    if name not in METHODS:
        raise UserError(f"There is no method named {name!r}; there is {', '.join(sorted(METHODS))}.")
    return METHODS[name]
