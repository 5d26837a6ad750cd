"""Rate and time left as a person sees them, and how work is driven to its end."""

import pytest

from engine.progress import Driven, Pace, Progress, Share, duration_text, finish, reporting, uncounted


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    return Pace(window_seconds=20, clock=clock)


def see(pace: Pace, clock: Clock, *reports: tuple[float, int], note: str = "Reading") -> None:
    for now, done in reports:
        clock.now = now
        pace.saw(Progress(done, 1000, note))


def test_a_steady_pace_is_what_it_is(pace: Pace, clock: Clock):
    see(pace, clock, (0, 0), (1, 10), (2, 20))
    assert pace.per_second() == 10
    assert pace.seconds_left(Progress(20, 1000, "Reading")) == 98


def test_nothing_is_said_before_there_is_something_to_say(pace: Pace, clock: Clock):
    assert pace.per_second() is None
    see(pace, clock, (0, 0))
    assert pace.seconds_left(Progress(0, 1000, "Reading")) is None
    see(pace, clock, (1, 0), (2, 0))
    assert pace.per_second() is None
    see(pace, clock, (3, 9))
    assert pace.seconds_left(Progress(9, None, "Reading")) is None


def test_the_past_is_forgotten(pace: Pace, clock: Clock):
    see(pace, clock, (0, 0), (10, 500), (40, 530), (50, 540))
    assert pace.per_second() == 1


def test_a_pause_does_not_spoil_it(pace: Pace, clock: Clock):
    see(pace, clock, (0, 0), (1, 10))
    pace.paused()
    see(pace, clock, (3600, 10), (3601, 20))
    assert pace.per_second() == 10


def test_a_new_stage_has_a_pace_of_its_own(pace: Pace, clock: Clock):
    see(pace, clock, (0, 0), (1, 10))
    see(pace, clock, (2, 0), (3, 500), note="Making codes")
    assert pace.per_second() == 500
    see(pace, clock, (4, 0), note="Making codes")
    assert pace.per_second() is None, "it began again"


def test_more_done_than_was_expected_is_no_time_left(pace: Pace, clock: Clock):
    see(pace, clock, (0, 0), (1, 10))
    assert pace.seconds_left(Progress(1200, 1000, "Reading")) == 0


def test_it_is_said_in_words_as_far_as_it_is_known(pace: Pace, clock: Clock):
    see(pace, clock, (0, 0))
    assert pace.words(Progress(0, 1000, "Reading")) == []
    see(pace, clock, (4, 10))
    assert pace.words(Progress(10, None, "Reading")) == ["2.5 a second"]
    see(pace, clock, (5, 8000))
    assert pace.words(Progress(8000, 16000, "Reading"), "steps") == ["1,600 steps a second", "5 s left"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (8.4, "8 s"),
        (59.6, "1 min 0 s"),
        (200, "3 min 20 s"),
        (3599.9, "1 h 0 min"),
        (7500, "2 h 5 min"),
    ],
)
def test_durations_are_coarse(seconds: float, text: str):
    assert duration_text(seconds) == text


def test_finishing_gives_the_result():
    def work():
        yield Progress(0, 1, "")
        return "result"

    assert finish(work()) == "result"


def test_whoever_listens_hears_each_report_and_may_end_the_work():
    closed = []

    def work():
        try:
            for done in range(5):
                yield Progress(done, 5, "")
        finally:
            closed.append(True)
        return "result"

    heard: list[Progress] = []
    assert finish(work(), heard.append) == "result"
    assert [progress.done for progress in heard] == [0, 1, 2, 3, 4]

    def refuse(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyError

    with pytest.raises(KeyError):
        finish(work(), refuse)
    assert closed == [True, True]


def test_reports_are_put_in_other_words_and_the_result_stays():
    def work():
        yield Progress(1, 2, "Reading")
        yield Progress(2, 2, "Reading")
        return "result"

    said: list[object] = []
    assert finish(reporting(work(), lambda progress: progress.done), said.append) == "result"
    assert said == [1, 2]
    assert finish(uncounted(work()), said.append) == "result"
    assert said[2:] == [Progress(0, None, "Reading")] * 2


def test_work_that_is_left_before_its_end_is_closed():
    closed = []

    def work():
        try:
            yield Progress(0, 2, "")
            yield Progress(1, 2, "")
        finally:
            closed.append(True)

    with Driven(work()) as driven:
        for _ in driven:
            break
    assert closed == [True]
    other = reporting(work(), lambda progress: progress)
    next(other)
    other.close()
    assert closed == [True, True]


def test_what_goes_wrong_while_work_that_was_left_is_closed_is_raised():
    def work():
        try:
            yield Progress(0, 2, "")
        finally:
            raise OSError("the disk is full")

    def left() -> None:
        with Driven(work()) as driven:
            for _ in driven:
                break

    with pytest.raises(OSError, match="full"):
        left()


def test_a_share_never_goes_back():
    share = Share()
    reports = [Progress(1, 4, ""), Progress(0, None, ""), Progress(1, 8, ""), Progress(3, 4, "")]
    assert [share.of(report) for report in reports] == [0.25, 0.25, 0.25, 0.75]
