"""Runs of an open set: one method, code length, draw and amount of labels. Each finished run is a file."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import BugError
from engine.experiments.open_set import pictures
from engine.experiments.open_set.draws import drawn
from engine.experiments.open_set.figures import FIGURES, measured
from engine.experiments.open_set.learners import method
from engine.experiments.open_set.pictures import OpenLibrary
from engine.experiments.results import finite
from engine.experiments.run_files import RunFiles
from engine.progress import Progress, Share, reporting
from engine.training.gradients import DivergedError

T = TypeVar("T")

FORMAT = 2  # raise it when measuring or a method changes: runs of the old kind are then done again
NOTE = "Running"
SHARES = 1000  # a run reports its progress in thousandths
LEARNING = 950  # of them; the rest is for measuring


@dataclass(frozen=True, slots=True)
class OpenRun:
    """`labels` is one of draws.AMOUNTS. The seed of the method is the number of the draw."""

    method: str
    bits: int
    draw: int
    labels: str

    @property
    def epochs(self) -> int:
        return method(self.method).epochs

    def __str__(self) -> str:
        return f"{self.method}, {self.bits} bits, {self.labels}, draw {self.draw + 1}"


@dataclass(frozen=True, slots=True)
class OpenResult:
    """Figures by name: FIGURES and the seconds of learning."""

    run: OpenRun
    figures: Mapping[str, float]

    def __post_init__(self) -> None:
        for name in (*FIGURES, "seconds"):
            finite(self.figures[name])


@dataclass(frozen=True, slots=True)
class OpenFailed:
    """A run that came to no result, and why: its loss was not finite any more."""

    run: OpenRun
    reason: str


class OpenRuns:
    """The runs of an open set, on disk or still to be done; runs under another `protocol` are not reused."""

    def __init__(self, folder: Path, protocol: Mapping[str, Any], library: OpenLibrary) -> None:
        self.folder = folder
        self.protocol = dict(protocol)
        self.library = library
        self.one_thread = True
        self._files = RunFiles(folder)

    def finished(self, run: OpenRun) -> OpenResult | OpenFailed | None:
        document = self._files.read(_stem(run), self._key(run))
        if document is None:
            return None
        if "failed" in document:
            return OpenFailed(run, str(document["failed"]))
        try:
            return OpenResult(run, document["figures"])
        except (KeyError, TypeError, BugError):
            return None

    def do(self, run: OpenRun) -> Generator[Progress, None, OpenResult | OpenFailed]:
        known, library = method(run.method), self.library
        draw = drawn(library.kind_N, run.draw, run.labels)
        began = time.monotonic()
        try:
            learnt = yield from _shares(known.run(library, draw, run.bits, run.draw), 0, LEARNING)
        except DivergedError as error:
            self._files.write(_stem(run), self._key(run), {"failed": str(error)})
            return OpenFailed(run, str(error))
        seconds = time.monotonic() - began
        measuring = measured(learnt.function, library.of_space(known.feature_space), library, draw)
        figures = yield from _shares(measuring, LEARNING, SHARES)
        result = OpenResult(run, {**figures, "seconds": seconds})
        self._files.write(_stem(run), self._key(run), {"figures": result.figures})
        return result

    def shared(self, folder: Path) -> Callable[[], OpenRuns]:
        library = self.library
        library.save(folder)
        about = (folder, library.kinds, library.backbone, tuple(library.features))
        return partial(_opened, self.folder, self.protocol, about)

    def _key(self, run: OpenRun) -> dict[str, Any]:
        settings = method(run.method).settings(run.bits, run.draw)
        return {"format": FORMAT, "protocol": self.protocol, **asdict(run), "settings": settings}


def _opened(folder: Path, protocol: dict[str, Any], about: tuple[Any, ...]) -> OpenRuns:
    return OpenRuns(folder, protocol, pictures.load(*about))


def _stem(run: OpenRun) -> str:
    return f"{run.method}-{run.bits}-{'-'.join(re.findall('[0-9a-z]+', run.labels))}-{run.draw}"


def _shares(work: Generator[Progress, None, T], start: int, end: int) -> Generator[Progress, None, T]:
    """Its reports as a part of the run's; they never go back."""
    share = Share()
    return reporting(work, lambda each: Progress(start + int(share.of(each) * (end - start)), SHARES, NOTE))
