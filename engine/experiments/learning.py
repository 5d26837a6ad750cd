"""Running a learner to its end, and how many seconds each epoch trained, without validation and other looks."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import replace

from engine.progress import Progress
from engine.training.counting import counted
from engine.training.learner import Learner
from engine.training.reports import EpochReport, LookReport, Report, TrainingStage


def run_learner(learner: Learner) -> Generator[Progress, None, list[EpochReport]]:
    """The reports of all epochs."""
    return counted(learner, TrainingStage.VERSION, _timed(learner.run()))


def _timed(reports: Iterator[Report]) -> Iterator[Report]:
    began = last_step = time.monotonic()
    for report in reports:
        if isinstance(report, EpochReport):
            # Up to its last step there is also what came before the first epoch, in its own seconds validation.
            yield replace(report, seconds=min(report.seconds, last_step - began))
            began = last_step = time.monotonic()
            continue
        if not isinstance(report, LookReport):
            last_step = time.monotonic()
        yield report
