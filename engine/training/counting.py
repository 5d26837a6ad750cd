"""The reports of a training as progress over all of its steps."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from engine.training.learner import Learner
from engine.training.reports import EpochReport, LookReport, Report, StepReport, TrainingProgress, TrainingStage


def counted(
    learner: Learner,
    stage: TrainingStage,
    reports: Iterator[Report] | None = None,
    done: Sequence[EpochReport] = (),
) -> Generator[TrainingProgress, None, list[EpochReport]]:
    """Train to the end; returns the reports of all epochs, those that were `done` before among them.

    `reports` are the learner's own, should somebody have listened in. Progress is in steps as they were planned:
    should batches become smaller on the way, the count stays true.
    """
    steps, epochs = learner.steps_an_epoch, list(done)
    latest = TrainingProgress(steps * len(epochs), steps * learner.epochs, stage.value, stage)
    reports = learner.run() if reports is None else reports
    try:
        for report in reports:
            if isinstance(report, EpochReport):
                epochs.append(report)
            if not isinstance(report, LookReport):  # which is a moment to be heard, no more
                latest = _progress(report, steps, stage)
            yield latest
            latest = replace(latest, epoch=None)
    finally:
        if isinstance(reports, Generator):
            reports.close()
    return epochs


def _progress(report: StepReport | EpochReport, steps: int, stage: TrainingStage) -> TrainingProgress:
    if isinstance(report, EpochReport):
        return TrainingProgress(steps * report.epoch, steps * report.epochs, stage.value, stage, report)
    done = steps * (report.epoch - 1) + steps * report.step // report.steps
    return TrainingProgress(done, steps * report.epochs, stage.value, stage)
