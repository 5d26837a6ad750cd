"""Runs: a method learns codes of one length with one seed, and they are measured. Each finished run is a file.

An interrupted experiment goes on where it stopped.
"""

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch

from engine.errors import BugError
from engine.experiments.data.split import Data, Split
from engine.experiments.measuring import measured, of_epochs, times
from engine.experiments.method import ExperimentMethod, Learnt
from engine.experiments.methods import method
from engine.experiments.results import Failed, Result, Run, read_result
from engine.experiments.run_files import RunFiles
from engine.progress import Progress, Share, reporting
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
        self._files = RunFiles(folder)
        self._several = Targets(torch.from_numpy(data.own.train.labels_NC)).share_with_several

    def method(self, name: str) -> ExperimentMethod:
        return method(name, None if self.data.tune == "head" else self.data.backbone, self._several)

    def finished(self, run: Run) -> Result | Failed | None:
        """What became of an earlier run; None if there is none, or its file is damaged."""
        document = self._files.read(_stem(run), self._key(run))
        try:
            if document is None:
                return None
            if "failed" in document:
                return Failed(run, str(document["failed"]))
            return read_result(run, document) if "average_precisions" in document else None
        except (KeyError, TypeError, AttributeError, BugError):
            return None

    @property
    def one_thread(self) -> bool:
        """Whether a run has no use for more."""
        return self.data.tune == "head"

    def shared(self, folder: Path) -> Callable[[], "Runs"]:
        """How another process opens the same runs; what they learn from lies in `folder` then."""
        data = self.data
        data.save(folder)
        about = (folder, data.backbone, tuple(data.splits), data.tune, data.at)
        return partial(_opened, self.folder, self.protocol, about, self.tuning)

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
        measuring = measured(learnt.function, queries, split.train, self.data.at)
        found = yield from reporting(measuring, lambda _: _report(1.0))  # the end of a run, however long it takes
        figures = {**found.figures, **times(seconds, epochs)}
        result = Result(run, figures, epochs, found.curves, found.average_precisions)
        self._write(run, result.document())
        return result

    def _learnt(self, known: ExperimentMethod, run: Run, split: Split) -> Generator[Progress, None, Learnt]:
        """Let the method learn."""
        learning = known.run(split.train, split.valid, run.bits, run.seed, run.epochs, run.changes)
        share = Share()
        yield _report(0.0)
        return (yield from reporting(learning, lambda progress: _report(share.of(progress))))

    def _key(self, run: Run) -> dict[str, Any]:
        settings = self.method(run.method).settings(run.bits, run.epochs, run.changes)
        return {"format": FORMAT, "protocol": self.protocol, **asdict(run), "settings": settings}

    def _write(self, run: Run, document: dict[str, Any]) -> None:
        self._files.write(_stem(run), self._key(run), document)


def _stem(run: Run) -> str:
    return f"{run.measured_on}-{run.method}-{run.bits}-{run.seed}"


def _opened(folder: Path, protocol: dict[str, Any], about: tuple[Any, ...], tuning: bool) -> Runs:
    return Runs(folder, protocol, Data.load(*about), tuning=tuning)


def _report(share: float) -> Progress:
    return Progress(int(share * LEARNING), SHARES, NOTE)
