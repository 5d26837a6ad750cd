"""Choosing settings: the same number of tries for each method, seed 0, by mAP on the validation part alone."""

from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import BugError
from engine.experiments.methods import method
from engine.experiments.runs import Run, Runs, write_json
from engine.progress import Progress

SEED = 0


@dataclass(frozen=True, slots=True)
class Tuning:
    """At most `budget` candidates of one method for one code length."""

    method: str
    bits: int
    epochs: int
    budget: int

    def candidates(self) -> list[dict[str, Any]]:
        candidates = method(self.method).candidates(self.bits, self.budget)
        if not 1 <= len(candidates) <= self.budget:
            raise BugError(f"{self.method} offers {len(candidates)} candidates for a budget of {self.budget}")
        return candidates

    def tries(self) -> list[Run]:
        """The runs that it takes: none where there is nothing to choose."""
        candidates = self.candidates()
        if len(candidates) == 1:
            return []
        return [Run(self.method, self.bits, SEED, self.epochs, "valid", changes) for changes in candidates]


@dataclass(frozen=True, slots=True)
class Tried:
    changes: dict[str, Any]
    validation_mAP: float
    seconds: float


def tuned(tuning: Tuning, runs: Runs, folder: Path) -> Generator[Progress, None, dict[str, Any]]:
    """The changes with the best validation mAP, the first of equals. What was tried is recorded in `folder`."""
    tried: list[Tried] = []
    for run in tuning.tries():
        measured = yield from runs.done(run)
        tried.append(Tried(dict(run.changes), measured["mAP"], measured["seconds"]))
    chosen = max(tried, key=lambda one: one.validation_mAP).changes if tried else tuning.candidates()[0]
    document = {
        **asdict(tuning),
        "seed": SEED,
        "protocol": runs.protocol,
        "tried": [asdict(one) for one in tried],
        "chosen": chosen,
    }
    write_json(folder / f"{tuning.method}-{tuning.bits}.json", document)
    return chosen
