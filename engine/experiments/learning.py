"""Running a learner to its end, with the seconds that each epoch trained: validation and other looks left out."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace

from engine.progress import Progress
from engine.training.learner import Learner
from engine.training.reports import EpochReport, LookReport

NOTE = "Training"


def run_learner(learner: Learner) -> Generator[Progress, None, list[EpochReport]]:
    """The reports of all epochs. Progress counts steps as they were planned."""
    steps, epochs = learner.steps_an_epoch, list[EpochReport]()
    total, done = steps * learner.epochs, 0
    began = last_step = time.monotonic()
    yield Progress(done, total, NOTE)
    for report in learner.run():
        if isinstance(report, EpochReport):
            # Up to its last step there is also what came before the first epoch, in its own seconds validation.
            epochs.append(replace(report, seconds=min(report.seconds, last_step - began)))
            done = steps * report.epoch
        elif not isinstance(report, LookReport):
            done = steps * (report.epoch - 1) + steps * report.step // report.steps
            last_step = time.monotonic()
        yield Progress(done, total, NOTE)
        if isinstance(report, EpochReport):
            began = last_step = time.monotonic()
    return epochs
