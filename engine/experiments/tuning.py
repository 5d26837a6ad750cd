"""Choosing settings: the same number of tries for each method, seed 0, by mAP on the validation part alone."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import BugError
from engine.experiments.method import ExperimentMethod
from engine.experiments.results import Failed, Result, Run
from engine.experiments.written_files import write_json

SEED = 0


@dataclass(frozen=True, slots=True)
class Tuning:
    """At most `budget` candidates of one method for one code length."""

    method: str
    bits: int
    epochs: int
    budget: int

    def candidates(self, known: ExperimentMethod) -> list[dict[str, Any]]:
        candidates = known.candidates(self.bits, self.budget)
        if not 1 <= len(candidates) <= self.budget:
            raise BugError(f"{self.method} offers {len(candidates)} candidates for a budget of {self.budget}")
        return candidates

    def tries(self, known: ExperimentMethod) -> list[Run]:
        """The runs that it takes: none where there is nothing to choose."""
        candidates = self.candidates(known)
        if len(candidates) == 1:
            return []
        return [Run(self.method, self.bits, SEED, self.epochs, "valid", changes) for changes in candidates]

    def chosen(self, known: ExperimentMethod, tried: Sequence[Result | Failed]) -> dict[str, Any] | None:
        """The changes with the best validation mAP, the first of equals. A try that diverged cannot win; None if
        all of them did."""
        if not tried:
            return self.candidates(known)[0]
        results = [one for one in tried if isinstance(one, Result)]
        if not results:
            return None
        return dict(max(results, key=_validation_map).run.changes)


def record(
    tuning: Tuning, tried: Sequence[Result | Failed], chosen: dict[str, Any] | None, protocol: Any, folder: Path
) -> None:
    """What was tried, and what came of it."""
    document = {
        **asdict(tuning),
        "seed": SEED,
        "protocol": protocol,
        "tried": [_tried(one) for one in tried],
        "chosen": chosen,
    }
    write_json(folder / f"{tuning.method}-{tuning.bits}.json", document)


def _tried(one: Result | Failed) -> dict[str, Any]:
    changes = dict(one.run.changes)
    if isinstance(one, Failed):
        return {"changes": changes, "validation_mAP": None, "seconds": None, "failed": one.reason}
    return {"changes": changes, "validation_mAP": _validation_map(one), "seconds": one.measures["seconds"]}


def _validation_map(result: Result) -> float:
    figure = result.measures["mAP"]
    assert figure is not None
    return figure
