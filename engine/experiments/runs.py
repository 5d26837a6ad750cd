"""Runs: a method learns codes of one length with one seed, and they are measured. Each finished run is a file.

An interrupted experiment goes on where it stopped. A file is good only for the very same run on the very same
data: its name carries a digest of all that decides the result, and its content repeats it in full.
"""

import hashlib
import json
import time
from collections.abc import Generator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from engine.errors import BugError
from engine.experiments.data.split import Data, Split
from engine.experiments.measuring import measured, of_epochs, times
from engine.experiments.method import Learnt, Method
from engine.experiments.methods import method
from engine.experiments.output.written_files import write_compact_json
from engine.experiments.results import Failed, Result, Run, read_result
from engine.progress import Progress
from engine.training.gradients import DivergedError
from engine.training.targets import Targets

FORMAT = 3  # raise it when measuring or a method changes: runs of the old kind are then done again
NOTE = "Running"
SHARES = 1000  # a run reports its progress in thousandths
LEARNING = 990  # of them; the rest is for measuring


class Runs:
    """The runs of an experiment: those on disk, and those still to be done.

    `protocol` names the data and how they were prepared; runs under another protocol are not reused. With `tuning`,
    runs that are measured on the validation images are tries, of which one will be chosen.
    """

    def __init__(self, folder: Path, protocol: Mapping[str, Any], data: Data, *, tuning: bool = False) -> None:
        self.folder = folder
        self.protocol = dict(protocol)
        self.data = data
        self.tuning = tuning
        self._several = Targets(torch.from_numpy(data.own.train.labels_NC)).share_with_several

    def method(self, name: str) -> Method:
        return method(name, self.data.backbone if self.data.tune == "all" else None, self._several)

    def finished(self, run: Run) -> Result | Failed | None:
        """What became of an earlier run; None if there is none, or its file is damaged."""
        key = self._key(run)
        try:
            document = json.loads(self._path(run, key).read_text(encoding="utf-8"))
            if document["run"] != key:
                return None
            if "failed" in document:
                return Failed(run, str(document["failed"]))
            return read_result(run, document) if "average_precisions" in document else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, BugError):
            return None

    def do(self, run: Run) -> Generator[Progress, None, Result | Failed]:
        """Do the run and keep what comes of it. Reports are of this one run.

        What is trained for a try of the tuning is measured on the queries, too, into the file of that other run.
        It is read only if these settings are the ones chosen, which then need no second training.
        """
        known = self.method(run.method)
        split = self.data.split(known.feature_space)
        began = time.monotonic()
        try:
            learnt = yield from self._learnt(known, run, split)
        except DivergedError as error:
            self._write(run, {"failed": str(error)})
            return Failed(run, str(error))
        seconds = time.monotonic() - began
        if self.tuning and run.measured_on == "valid":
            yield from self._measured(replace(run, measured_on="test"), learnt, split, seconds)
        return (yield from self._measured(run, learnt, split, seconds))

    def _measured(
        self, run: Run, learnt: Learnt, split: Split, seconds: float
    ) -> Generator[Progress, None, Result]:
        queries = split.valid if run.measured_on == "valid" else split.test
        epochs = of_epochs(learnt)
        found = yield from _reported(measured(learnt.function, queries, split.train, self.data.at))
        figures = {**found.figures, **times(seconds, epochs)}
        result = Result(run, figures, epochs, found.curves, found.average_precisions)
        self._write(run, result.document())
        return result

    def _learnt(self, known: Method, run: Run, split: Split) -> Generator[Progress, None, Learnt]:
        """Let the method learn; what it reports never goes back."""
        learning = known.run(split.train, split.valid, run.bits, run.seed, run.epochs, run.changes)
        share = 0.0
        yield _report(share)
        try:
            while True:
                try:
                    progress = next(learning)
                except StopIteration as stop:
                    learnt: Learnt = stop.value
                    return learnt
                share = max(share, progress.done / progress.total if progress.total else 0.0)
                yield _report(share)
        finally:
            learning.close()

    def _key(self, run: Run) -> dict[str, Any]:
        settings = self.method(run.method).settings(run.bits, run.epochs, run.changes)
        key = {"format": FORMAT, "protocol": self.protocol, **asdict(run), "settings": settings}
        plain: dict[str, Any] = json.loads(json.dumps(key))  # as it comes back from disk: tuples are lists
        return plain

    def _path(self, run: Run, key: dict[str, Any]) -> Path:
        digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:12]
        return self.folder / f"{run.measured_on}-{run.method}-{run.bits}-{run.seed}-{digest}.json"

    def _write(self, run: Run, document: dict[str, Any]) -> None:
        key = self._key(run)
        write_compact_json(self._path(run, key), {"run": key, **document})


def _reported(work: Generator[Progress, None, Any]) -> Generator[Progress, None, Any]:
    """Measuring is the end of a run, however long it takes."""
    try:
        while True:
            try:
                next(work)
            except StopIteration as stop:
                return stop.value
            yield Progress(LEARNING, SHARES, NOTE)
    finally:
        work.close()


def _report(share: float) -> Progress:
    return Progress(int(share * LEARNING), SHARES, NOTE)
