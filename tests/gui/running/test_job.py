"""A job: long work on a thread of its own, with its reports, its one end, pause and cancel."""

import logging
import threading
from collections.abc import Callable, Generator, Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from engine.progress import Progress
from engine.training.reports import EpochReport, TrainingProgress, TrainingStage
from gui.running.job import WORST, Job

WAIT = 180_000
Work = Generator[Progress, None, object]


class Log:
    """All that a job said, in order."""

    def __init__(self, job: Job) -> None:
        self.said: list[str] = []
        self.reports: list[Progress] = []
        self.result: object = None
        self.sentence = ""
        job.progressed.connect(self.reports.append)
        job.finished.connect(self._on_finished)
        job.cancelled.connect(lambda: self.said.append("cancelled"))
        job.failed.connect(self._on_failed)
        job.ended.connect(lambda: self.said.append("ended"))

    def _on_finished(self, result: object) -> None:
        self.said.append("finished")
        self.result = result

    def _on_failed(self, sentence: str) -> None:
        self.said.append("failed")
        self.sentence = sentence


class Steps:
    """Work that takes a step only when the test lets it, and remembers where it ran."""

    def __init__(self) -> None:
        self.allowed = threading.Semaphore(0)
        self.taken = 0
        self.begun = threading.Event()
        self.closed_in: int | None = None
        self.ran_in: int | None = None

    def __call__(self) -> Work:
        self.ran_in = threading.get_ident()
        try:
            while True:
                self.begun.set()
                yield Progress(self.taken, None, "Stepping")
                assert self.allowed.acquire(timeout=180)
                self.taken += 1
        finally:
            self.closed_in = threading.get_ident()


@pytest.fixture
def started(qtbot: QtBot) -> Iterator[Callable[..., tuple[Job, Log]]]:
    """Starts jobs, and makes sure that none outlives the test."""
    jobs: list[Job] = []

    def start(work: Callable[[], Work], clean_up: Callable[[], None] = lambda: None) -> tuple[Job, Log]:
        job = Job("Testing", work, clean_up)
        jobs.append(job)
        log = Log(job)
        job.start()
        return job, log

    yield start
    for job in jobs:
        job.cancel()
        assert job.wait(WAIT)


def ends(qtbot: QtBot, log: Log) -> None:
    qtbot.waitUntil(lambda: "ended" in log.said, timeout=WAIT)
    qtbot.wait(1)  # whatever else was on its way has come by now


def test_work_that_ends_says_finished_once_with_its_result_and_then_ended(qtbot: QtBot, started) -> None:
    def work() -> Work:
        yield Progress(1, 2, "Working")
        return "the result"

    _, log = started(work)
    ends(qtbot, log)
    assert log.said == ["finished", "ended"]
    assert log.result == "the result"


def test_reports_are_throttled_but_the_first_comes_at_once(qtbot: QtBot, started) -> None:
    def work() -> Work:
        for number in range(50_000):
            yield Progress(number, 50_000, "Working")
        return None

    _, log = started(work)
    ends(qtbot, log)
    assert log.reports[0].done == 0
    assert len(log.reports) < 2_000
    assert [report.done for report in log.reports] == sorted(report.done for report in log.reports)


def training_report(number: int) -> TrainingProgress:
    """Each hundredth ends an epoch."""
    epoch = EpochReport(number // 100 + 1, 500, 0.1, 1.0, 64, 0.5, 0.1, None, False) if number % 100 == 0 else None
    return TrainingProgress(number, 50_000, "Training", TrainingStage.VERSION, epoch)


def test_the_end_of_an_epoch_is_always_reported_and_arrives_unchanged(qtbot: QtBot, started) -> None:
    ends_of_epochs = [training_report(number * 100) for number in range(500)]

    def work() -> Work:
        for number in range(50_000):
            yield training_report(number) if number % 100 else ends_of_epochs[number // 100]
        return None

    _, log = started(work)
    ends(qtbot, log)
    arrived = [report for report in log.reports if report.epoch is not None]
    assert len(arrived) == 500
    assert all(one is other for one, other in zip(arrived, ends_of_epochs, strict=True))
    assert len(log.reports) < 2_500


def test_a_reason_for_the_user_is_passed_on_as_it_is(qtbot: QtBot, started) -> None:
    def work() -> Work:
        yield Progress(0, None, "Working")
        raise UserError("The disk is full.")

    _, log = started(work)
    ends(qtbot, log)
    assert log.said == ["failed", "ended"]
    assert log.sentence == "The disk is full."


def test_a_mistake_of_ours_is_logged_and_becomes_a_plain_sentence(
    qtbot: QtBot, started, caplog: pytest.LogCaptureFixture
) -> None:
    def work() -> Work:
        yield Progress(0, None, "Working")
        raise ZeroDivisionError("x / 0")

    with caplog.at_level(logging.ERROR):
        _, log = started(work)
        ends(qtbot, log)
    assert log.said == ["failed", "ended"]
    assert log.sentence == WORST
    assert "ZeroDivisionError" in caplog.text


def test_work_that_fails_before_its_first_report_ends_too(qtbot: QtBot, started) -> None:
    def work() -> Work:
        raise UserError("No.")
        yield

    _, log = started(work)
    ends(qtbot, log)
    assert log.said == ["failed", "ended"]


def test_cancelling_closes_the_generator_in_its_own_thread(qtbot: QtBot, started) -> None:
    steps = Steps()
    job, log = started(steps)
    assert steps.begun.wait(180)
    job.cancel()
    steps.allowed.release()
    ends(qtbot, log)
    assert log.said == ["cancelled", "ended"]
    assert steps.closed_in == steps.ran_in != threading.get_ident()


def test_cancelling_again_and_again_says_cancelled_once(qtbot: QtBot, started) -> None:
    steps = Steps()
    job, log = started(steps)
    for _ in range(5):
        job.cancel()
    steps.allowed.release(5)
    ends(qtbot, log)
    job.cancel()
    qtbot.wait(1)
    assert log.said == ["cancelled", "ended"]


def test_what_goes_wrong_while_cancelling_is_said_instead(qtbot: QtBot, started) -> None:
    begun = threading.Event()

    def work() -> Work:
        try:
            while True:
                begun.set()
                yield Progress(0, None, "Working")
        finally:
            raise UserError("It could not be closed.")

    job, log = started(work)
    assert begun.wait(180)
    job.cancel()
    ends(qtbot, log)
    assert log.said == ["failed", "ended"]


def test_a_paused_job_takes_no_step_and_goes_on_when_resumed(qtbot: QtBot, started) -> None:
    steps = Steps()
    job, log = started(steps)
    steps.allowed.release()
    qtbot.waitUntil(lambda: steps.taken == 1, timeout=WAIT)
    job.pause()
    assert job.paused
    steps.allowed.release(100)  # the step it is in may still be taken, and no other
    qtbot.wait(200)
    assert steps.taken <= 2
    job.resume()
    assert not job.paused
    qtbot.waitUntil(lambda: steps.taken == 101, timeout=WAIT)
    assert log.said == []
    job.cancel()
    steps.allowed.release()


def test_a_paused_job_can_be_cancelled(qtbot: QtBot, started) -> None:
    steps = Steps()
    job, log = started(steps)
    assert steps.begun.wait(180)
    job.pause()
    steps.allowed.release()
    job.cancel()
    ends(qtbot, log)
    assert log.said == ["cancelled", "ended"]
    assert steps.closed_in == steps.ran_in


def test_a_pause_after_the_cancel_does_not_hold_it_up(qtbot: QtBot, started) -> None:
    steps = Steps()
    job, log = started(steps)
    assert steps.begun.wait(180)
    job.cancel()
    job.pause()
    steps.allowed.release()
    ends(qtbot, log)
    assert log.said == ["cancelled", "ended"]
    assert not job.paused


def test_cleaning_up_happens_in_the_thread_after_the_work_and_before_the_end(qtbot: QtBot, started) -> None:
    steps, cleaned_in = Steps(), []

    def clean_up() -> None:
        assert steps.closed_in is not None
        cleaned_in.append(threading.get_ident())

    job, log = started(steps, clean_up)
    assert steps.begun.wait(180)
    job.cancel()
    steps.allowed.release()
    ends(qtbot, log)
    assert cleaned_in == [steps.ran_in]


def test_a_clean_up_that_fails_is_logged_and_the_job_still_ends(
    qtbot: QtBot, started, caplog: pytest.LogCaptureFixture
) -> None:
    def work() -> Work:
        yield Progress(0, None, "Working")
        return 1

    def clean_up() -> None:
        raise RuntimeError("no")

    _, log = started(work, clean_up)
    ends(qtbot, log)
    assert log.said == ["finished", "ended"]
    assert "could not clean up" in caplog.text
