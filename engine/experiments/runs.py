"""Runs: a method learns codes of one length with one seed, and they are measured. Each finished run is a file.

An interrupted experiment goes on where it stopped. A file is good only for the very same run on the very same
data: its name carries a digest of all that decides the result, and its content repeats it in full.
"""

import hashlib
import json
import math
import time
from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from engine.errors import BugError, UserError
from engine.evaluation.metrics import measures
from engine.evaluation.rankings import Ranking, rank
from engine.experiments.methods import method
from engine.experiments.split import Part, Split
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.publishing import published

FORMAT = 1  # raise it when measuring changes: runs of the old kind are then done again
NOTE = "Training, in epochs of all runs"
MEASURES = ("mAP", "precision_at_radius_2", "precision_at_100", "quantisation_error", "separability", "seconds")

Measured = dict[str, float]


@dataclass(frozen=True, slots=True)
class Run:
    """`measured_on` is "valid" while tuning and "test" for the figures of the table."""

    method: str
    bits: int
    seed: int
    epochs: int
    measured_on: Literal["valid", "test"]
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method}, {self.bits} bits, seed {self.seed}"


class Runs:
    """The runs of an experiment, `total` in all: those on disk, and those still to be done.

    `protocol` names the data and how they were prepared; runs under another protocol are not reused.
    """

    def __init__(self, folder: Path, protocol: Mapping[str, Any], data: Split, total: int) -> None:
        self.folder = folder
        self.protocol = dict(protocol)
        self.data = data
        self._total = total
        self._behind = 0  # runs that are done or were found done

    def finished(self, run: Run) -> Measured | None:
        """What an earlier run measured; None if there is none, or its file is damaged."""
        key = self._key(run)
        try:
            document = json.loads(self._path(run, key).read_text(encoding="utf-8"))
            if document["run"] != key:
                return None
            return {name: _finite(document["measures"][name]) for name in MEASURES}
        except (OSError, ValueError, KeyError, TypeError, BugError):
            return None

    def done(self, run: Run) -> Generator[Progress, None, Measured]:
        """The figures of the run, from disk or by doing it."""
        measured = self.finished(run)
        if measured is None:
            started = time.monotonic()
            function = yield from self._learnt(run)
            seconds = time.monotonic() - started
            queries = self.data.valid if run.measured_on == "valid" else self.data.test
            measured = {**_measured(function, queries, self.data.train), "seconds": seconds}
            self._write(run, measured)
        self._behind += 1
        yield self._report(run, 0)
        return measured

    def _learnt(self, run: Run) -> Generator[Progress, None, HashFunction]:
        """Let the method learn; its reports become reports of the whole experiment."""
        learning = method(run.method).run(
            self.data.train, self.data.valid, run.bits, run.seed, run.epochs, run.changes
        )
        share = 0.0
        try:
            yield self._report(run, share)
            while True:
                try:
                    progress = next(learning)
                except StopIteration as stop:
                    function: HashFunction = stop.value
                    return function
                share = max(share, progress.done / progress.total if progress.total else 0.0)
                yield self._report(run, share)
        finally:
            learning.close()

    def _report(self, run: Run, share: float) -> Progress:
        return Progress(int((self._behind + share) * run.epochs), self._total * run.epochs, NOTE)

    def _key(self, run: Run) -> dict[str, Any]:
        settings = method(run.method).settings(run.bits, run.epochs, run.changes)
        key = {"format": FORMAT, "protocol": self.protocol, **asdict(run), "settings": settings}
        plain: dict[str, Any] = json.loads(json.dumps(key))  # as it comes back from disk: tuples are lists
        return plain

    def _path(self, run: Run, key: dict[str, Any]) -> Path:
        digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:12]
        return self.folder / f"{run.measured_on}-{run.method}-{run.bits}-{run.seed}-{digest}.json"

    def _write(self, run: Run, measured: Measured) -> None:
        key = self._key(run)
        write_json(self._path(run, key), {"run": key, "measures": measured})


def write_json(path: Path, document: Any) -> None:
    """Publish a document; the folder is made if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {path.parent} cannot be made ({error.strerror or error}).") from error
    with published(str(path)) as file:
        file.write((json.dumps(document, indent=2, allow_nan=False) + "\n").encode())


def ranking_of(function: HashFunction, queries: Part, database: Part) -> Ranking:
    return rank(
        function.codes(queries.features_ND),
        queries.labels_NC,
        function.codes(database.features_ND),
        database.labels_NC,
        function.bits,
    )


def _measured(function: HashFunction, queries: Part, database: Part) -> Measured:
    """The quantisation error is that of the queries: of images that the method has not seen."""
    ranking = ranking_of(function, queries, database)
    all_of_them = measures(ranking, np.tanh(function.outputs(queries.features_ND)))
    return {name: _finite(all_of_them[name]) for name in MEASURES if name != "seconds"}


def _finite(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise BugError("a run was measured, but a figure is not a finite number")
    return value
