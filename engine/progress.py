"""What long work says while it runs, and how long it will still take.

Long work is a generator: `yield Progress(...)` is its report and its only cancel point, `return` its result.
"""

import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from engine.pauses import between_steps
from engine.sentences import figure, said

R = TypeVar("R")
S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` (None while unknown) are finished and stored; `note` says what is going on."""

    done: int
    total: int | None
    note: str

    @property
    def must_be_heard(self) -> bool:
        """Others may be left out where many come in a short time."""
        return False


class Pace:
    """Rate and time left, from the reports of the last seconds, so that a pause does not spoil them."""

    def __init__(self, window_seconds: float = 20.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._window = window_seconds
        self._clock = clock
        self._reports: deque[tuple[float, int]] = deque()
        self._note = ""

    def saw(self, progress: Progress) -> None:
        now = self._clock()
        if progress.note != self._note or (self._reports and progress.done < self._reports[-1][1]):
            self._reports.clear()  # a new stage has a pace of its own
            self._note = progress.note
        self._reports.append((now, progress.done))
        while len(self._reports) > 2 and now - self._reports[0][0] > self._window:
            self._reports.popleft()

    def paused(self) -> None:
        self._reports.clear()

    def per_second(self) -> float | None:
        if len(self._reports) < 2:
            return None
        (t0, n0), (t1, n1) = self._reports[0], self._reports[-1]
        return (n1 - n0) / (t1 - t0) if t1 > t0 and n1 > n0 else None

    def seconds_left(self, progress: Progress) -> float | None:
        rate = self.per_second()
        if rate is None or progress.total is None:
            return None
        return max(0, progress.total - progress.done) / rate

    def words(self, progress: Progress, what: str = "") -> list[str]:
        """'12 a second' (of `what`) and '3 min 20 s left', as far as they are known."""
        words = list[str]()
        if (rate := self.per_second()) is not None:
            words.append(_rate_text(figure(rate, ",.0f" if rate >= 10 else ".1f"), what))
        if (left := self.seconds_left(progress)) is not None:
            words.append(said("{time} left", time=duration_text(left)))
        return words


def _rate_text(rate: str, what: str) -> str:
    if not what:
        return said("{rate} a second", rate=rate)
    return said("{rate} {what} a second", rate=rate, what=what)


def duration_text(seconds: float) -> str:
    """'8 s', '3 min 20 s', '2 h 5 min': coarse, for a person who waits."""
    whole = round(seconds)
    if whole < 60:
        return said("{seconds} s", seconds=whole)
    if whole < 3600:
        return said("{minutes} min {seconds} s", minutes=whole // 60, seconds=whole % 60)
    return said("{hours} h {minutes} min", hours=whole // 3600, minutes=whole % 3600 // 60)


class Driven(Generic[R, T]):
    """Loops over the reports of long work; after the last one, `result` is what it returned. Use it as a context,
    so that work which is left before its end is closed."""

    result: T

    def __init__(self, work: Generator[R, None, T]) -> None:
        self._work = work

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about: object) -> None:
        self._work.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> R:
        between_steps()
        try:
            return next(self._work)
        except StopIteration as end:
            self.result = end.value
            raise


def finish(work: Generator[R, None, T], hear: Callable[[R], None] | None = None) -> T:
    """Run `work` to its end; `hear` gets each of its reports. If that raises, the work is closed."""
    with Driven(work) as driven:
        for report in driven:
            if hear is not None:
                hear(report)
    return driven.result


def reporting(work: Generator[R, None, T], as_: Callable[[R], S]) -> Generator[S, None, T]:
    """The same work, each of its reports as `as_` puts it. If that raises, the work is closed."""
    with Driven(work) as driven:
        for report in driven:
            yield as_(report)
    return driven.result


def uncounted(work: Generator[Progress, None, T]) -> Generator[Progress, None, T]:
    """Work before what is counted: its reports say that it goes on, not how far."""
    return reporting(work, lambda progress: Progress(0, None, progress.note))


class Share:
    """How far a part of some work has come, from 0 to 1; it never goes back."""

    def __init__(self) -> None:
        self._reached = 0.0

    def of(self, progress: Progress) -> float:
        self._reached = max(self._reached, progress.done / progress.total if progress.total else 0.0)
        return self._reached
