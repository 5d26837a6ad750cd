"""The bottom of the window: a real job with its progress, its buttons, and the sentences before and after it."""

import threading
from collections.abc import Generator, Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from engine.jobs.indexing import Indexed
from engine.progress import Progress
from gui.running.job import Job
from gui.running.job_bar import JobBar, summary

WAIT = 180_000
LEFT = Qt.MouseButton.LeftButton


class Counting:
    """Work of 100 steps, each taken when the test lets it; ends with `result`, or raises it."""

    def __init__(self, result: object = None) -> None:
        self.allowed = threading.Semaphore(0)
        self.result = result

    def __call__(self) -> Generator[Progress, None, object]:
        for done in range(100):
            yield Progress(done, 100, "Reading pictures")
            assert self.allowed.acquire(timeout=180)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.fixture
def bar(qtbot: QtBot) -> JobBar:
    bar = JobBar()
    qtbot.addWidget(bar)
    bar.resize(900, 40)
    bar.show()
    return bar


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[list[Job]]:
    running: list[Job] = []
    yield running
    for job in running:
        job.cancel()
        assert job.wait(WAIT)
    qtbot.wait(1)


def follow(bar: JobBar, jobs: list[Job], work: Counting) -> Job:
    job = Job("Indexing", work, lambda: None)
    jobs.append(job)
    bar.follow(job)
    job.start()
    return job


def until_gone(qtbot: QtBot, bar: JobBar) -> None:
    qtbot.waitUntil(lambda: not bar.bar.isVisible(), timeout=WAIT)


def test_without_a_job_there_are_no_buttons_and_the_bar_keeps_its_height(bar: JobBar, jobs: list[Job]) -> None:
    assert not bar.bar.isVisible()
    assert not bar.pause.isVisible()
    assert not bar.cancel.isVisible()
    height = bar.sizeHint().height(), bar.minimumHeight()
    work = Counting()
    follow(bar, jobs, work)
    assert bar.minimumHeight() == height[1] >= bar.minimumSizeHint().height()
    work.allowed.release(100)


def test_progress_is_shown_with_how_much_of_how_much(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting(Indexed())
    follow(bar, jobs, work)
    assert bar.bar.isVisible()
    qtbot.waitUntil(lambda: bar.text.text() == "Reading pictures: 0 of 100", timeout=WAIT)
    assert bar.bar.maximum() == 100
    work.allowed.release(100)
    until_gone(qtbot, bar)
    assert bar.text.text() == "All pictures are up to date."


def test_rate_and_time_left_are_said_once_they_are_known(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting()
    job = follow(bar, jobs, work)

    def step_on() -> bool:
        work.allowed.release()
        return "a second" in bar.text.text() and "left" in bar.text.text()

    qtbot.waitUntil(step_on, timeout=WAIT)
    job.cancel()
    work.allowed.release()


def test_pause_stops_and_the_same_button_goes_on(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting()
    job = follow(bar, jobs, work)
    qtbot.waitUntil(lambda: "of 100" in bar.text.text(), timeout=WAIT)
    QTest.mouseClick(bar.pause, LEFT)
    assert job.paused
    assert bar.pause.accessibleName() == "Go on with the job"
    work.allowed.release()  # the step it was in ends, with a report that must not hide the pause
    qtbot.wait(150)
    assert bar.text.text() == "Indexing is paused"
    QTest.mouseClick(bar.pause, LEFT)
    assert not job.paused
    assert bar.pause.accessibleName() == "Pause the job"
    work.allowed.release()
    qtbot.waitUntil(lambda: "of 100" in bar.text.text(), timeout=WAIT)
    work.allowed.release(100)
    until_gone(qtbot, bar)


def test_cancel_says_so_at_once_and_that_all_is_kept_in_the_end(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting()
    follow(bar, jobs, work)
    qtbot.waitUntil(lambda: "of 100" in bar.text.text(), timeout=WAIT)
    QTest.mouseClick(bar.cancel, LEFT)
    assert bar.text.text() == "Cancelling…"
    assert not bar.pause.isEnabled()
    assert not bar.cancel.isEnabled()
    work.allowed.release()
    until_gone(qtbot, bar)
    assert bar.text.text() == "Indexing was cancelled; what was done is kept and the rest follows next time."


def test_of_other_work_than_indexing_it_is_said_that_it_is_done_or_cancelled_and_no_more(
    qtbot: QtBot, bar: JobBar, jobs: list[Job]
) -> None:
    for end, sentence in (("done", "Training is finished."), ("cancel", "Training was cancelled.")):
        work = Counting(object())
        job = Job("Training", work, lambda: None, goes_on_later=False)
        jobs.append(job)
        bar.follow(job)
        job.start()
        if end == "cancel":
            QTest.mouseClick(bar.cancel, LEFT)
        work.allowed.release(100)
        until_gone(qtbot, bar)
        assert bar.text.text() == sentence


def test_a_paused_job_is_cancelled_by_its_button(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting()
    follow(bar, jobs, work)
    QTest.mouseClick(bar.pause, LEFT)
    QTest.mouseClick(bar.cancel, LEFT)
    work.allowed.release()
    until_gone(qtbot, bar)
    assert "cancelled" in bar.text.text()
    assert bar.pause.accessibleName() == "Pause the job"


def test_a_failure_is_said_as_it_is(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting(UserError("The disk is full."))
    follow(bar, jobs, work)
    work.allowed.release(100)
    until_gone(qtbot, bar)
    assert bar.text.text() == "The disk is full."


def test_the_next_job_is_followed_when_one_ends(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    first, second = Counting(Indexed(added=3)), Counting(Indexed(added=5))
    follow(bar, jobs, first)
    first.allowed.release(100)
    until_gone(qtbot, bar)
    follow(bar, jobs, second)
    assert bar.bar.isVisible()
    assert bar.cancel.isEnabled()
    second.allowed.release(100)
    until_gone(qtbot, bar)
    assert bar.text.text() == "Indexed: 5 added."


def test_a_sentence_said_while_a_job_runs_is_seen_and_then_gives_way(
    qtbot: QtBot, bar: JobBar, jobs: list[Job]
) -> None:
    work = Counting()
    job = follow(bar, jobs, work)
    qtbot.waitUntil(lambda: "of 100" in bar.text.text(), timeout=WAIT)
    bar.say("Copied: a/b.jpg")
    work.allowed.release(3)
    qtbot.wait(100)
    assert bar.text.text() == "Copied: a/b.jpg"
    bar._moment.start(1)  # its end comes now
    qtbot.waitUntil(lambda: "of 100" in bar.text.text(), timeout=WAIT)
    bar.say("Another sentence")
    job.cancel()
    work.allowed.release()
    until_gone(qtbot, bar)
    qtbot.waitUntil(lambda: "cancelled" in bar.text.text(), timeout=WAIT)


def test_a_sentence_said_between_jobs_stays(qtbot: QtBot, bar: JobBar) -> None:
    bar._moment.setInterval(1)
    bar.say("Copied: a/b.jpg")
    qtbot.wait(30)
    assert bar.text.text() == "Copied: a/b.jpg"


def test_a_sentence_said_just_before_a_job_is_seen_and_then_gives_way(
    qtbot: QtBot, bar: JobBar, jobs: list[Job]
) -> None:
    bar.say("A training was interrupted.")
    work = Counting()
    follow(bar, jobs, work)
    qtbot.waitUntil(lambda: bar.bar.maximum() == 100, timeout=WAIT)
    assert bar.text.text() == "A training was interrupted."
    bar._moment.start(1)  # its end comes now
    qtbot.waitUntil(lambda: "of 100" in bar.text.text(), timeout=WAIT)
    bar.say("Copied: a/b.jpg")
    QTest.mouseClick(bar.pause, LEFT)
    assert bar.text.text() == "Indexing is paused", "who presses a button is answered at once"
    QTest.mouseClick(bar.cancel, LEFT)
    assert bar.text.text() == "Cancelling…"
    work.allowed.release()
    until_gone(qtbot, bar)


def test_what_is_amiss_with_the_library_is_said_when_pictures_were_indexed(qtbot: QtBot, jobs: list[Job]) -> None:
    bar = JobBar(["The disk is full."])
    qtbot.addWidget(bar)
    for result, sentence in (
        (Indexed(added=3), "Indexed: 3 added. The disk is full."),
        (object(), "Indexing is finished."),
    ):
        work = Counting(result)
        follow(bar, jobs, work)
        work.allowed.release(100)
        qtbot.waitUntil(lambda sentence=sentence: bar.text.text() == sentence, timeout=WAIT)


def test_what_is_said_of_a_job_at_its_end_stays(qtbot: QtBot, bar: JobBar, jobs: list[Job]) -> None:
    work = Counting(object())
    job = Job("Taking back what was done to copies", work, lambda: None, goes_on_later=False)
    jobs.append(job)
    bar.follow(job)
    job.finished.connect(lambda _: bar.say("Undone: 3 files moved to the trash."))
    job.start()
    work.allowed.release(100)
    until_gone(qtbot, bar)
    bar._moment.start(1)  # its end comes now
    qtbot.waitUntil(lambda: not bar._moment.isActive(), timeout=WAIT)
    assert bar.text.text() == "Undone: 3 files moved to the trash."


def test_a_long_sentence_never_widens_the_window_and_its_tool_tip_has_all_of_it(bar: JobBar) -> None:
    bar._show_job(True)
    bar.say("word " * 400)
    bar.show_selected(1_000_000)
    assert bar.minimumSizeHint().width() < 820  # of the smallest window
    assert bar.text.toolTip().count("word") == 400


def test_the_summary_counts_what_happened_and_names_what_is_away() -> None:
    assert summary(Indexed(added=1200, moved=2, skipped=3)) == "Indexed: 1,200 added, 2 moved; 3 files are skipped."
    assert summary(Indexed(skipped=1)) == "All pictures are up to date; 1 file is skipped."
    assert summary(Indexed()) == "All pictures are up to date."
    away = summary(Indexed(moved=1, unavailable=[b"/media/usb"]))
    assert away == "Not available now: /media/usb; what is known of it is kept. Indexed: 1 moved."


def quietly(bar: JobBar, jobs: list[Job], work: Counting) -> Job:
    job = Job("Looking at what changed", work, lambda: None, quiet=True)
    jobs.append(job)
    bar.follow(job)
    job.start()
    return job


def test_a_quiet_job_is_shown_when_it_takes_long(bar: JobBar, jobs: list[Job], qtbot: QtBot):
    bar._shown_later.setInterval(1)
    work = Counting()
    job = quietly(bar, jobs, work)
    qtbot.waitUntil(lambda: bar.bar.isVisible() and bar.cancel.isEnabled(), timeout=WAIT)
    with qtbot.waitSignal(job.ended, timeout=WAIT):
        QTest.mouseClick(bar.cancel, LEFT)
        work.allowed.release()
    assert "cancelled" in bar.text.text()


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (None, "Before."),
        (Indexed(found=3, unchanged=3), "Before."),
        (Indexed(found=3, added=1, moved=2), "Noticed: 1 added, 2 moved."),
        (Indexed(unavailable=[b"/drive"]), "Not available now: /drive; what is known of it is kept."),
        (UserError("The disk is full."), "The disk is full."),
    ],
)
def test_a_quiet_job_says_only_what_it_noticed(
    bar: JobBar, jobs: list[Job], qtbot: QtBot, result: object, said: str
):
    bar._tell("Before.")
    work = Counting(result)
    work.allowed.release(100)
    job = Job("Looking at what changed", work, lambda: None, quiet=True)
    jobs.append(job)
    bar.follow(job)
    with qtbot.waitSignal(job.ended, timeout=WAIT):
        job.start()
    assert bar.text.text() == said
    assert not bar.bar.isVisible()


# -- what fades, and what does not


def is_fading(bar: JobBar) -> bool:
    return bar.text.graphicsEffect().isEnabled()


def will_fade(bar: JobBar) -> bool:
    return any(timer.isActive() for timer in bar.text.findChildren(QTimer))


def test_a_sentence_fades_when_it_could_be_read(qtbot: QtBot, bar: JobBar) -> None:
    bar.say("Copied the path.")
    assert will_fade(bar)
    with qtbot.waitSignal(bar.text.faded, timeout=WAIT):
        bar.text.fade()
    assert bar.text.text() == bar.text.toolTip() == ""


def test_what_is_said_while_another_sentence_fades_is_seen_in_full(qtbot: QtBot, bar: JobBar) -> None:
    bar.say("Copied the path.")
    bar.text.fade()
    assert is_fading(bar)
    bar.say("Nothing to paste.")
    assert not is_fading(bar)
    assert bar.text.text() == "Nothing to paste."


def test_what_a_job_says_stays_as_long_as_it_runs_and_fades_after(
    qtbot: QtBot, bar: JobBar, jobs: list[Job]
) -> None:
    work = Counting(Indexed())
    follow(bar, jobs, work)
    assert not will_fade(bar)
    work.allowed.release(100)
    until_gone(qtbot, bar)
    assert will_fade(bar)


def test_what_is_amiss_with_the_library_is_said_on_when_the_rest_has_faded(qtbot: QtBot) -> None:
    bar = JobBar(["The disk is full."])
    qtbot.addWidget(bar)
    bar.show()
    bar.say("Copied the path.")
    with qtbot.waitSignal(bar.text.faded, timeout=WAIT):
        bar.text.fade()
    assert bar.text.text() == "The disk is full."
    assert not will_fade(bar)


def test_several_selected_pictures_are_counted(bar: JobBar) -> None:
    bar.show_selected(1)
    assert bar.selected.text() == ""
    bar.show_selected(1234)
    assert bar.selected.text() == "1,234 selected"
    bar.show_selected(0)
    assert bar.selected.text() == ""
