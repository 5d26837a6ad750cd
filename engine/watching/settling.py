"""What was noticed and needs a look, held back until it has settled.

A file that is being written waits until it is closed, where the system tells of that, or until nobody has written
for a while and its size and time stay as they are. What happens within a moment is taken together.
"""

import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.store.files import SEPARATOR, within

QUIET_SECONDS = 0.3  # after the last event, what was noticed is due,
LONGEST_SECONDS = 1.0  # or so long after the first
UNCLOSED_SECONDS = 10.0  # a file that nobody closes is looked at when nobody has written for so long,
UNTOLD_SECONDS = 1.0  # or so, where the system does not tell of closing
SAME_SECONDS = 0.5  # between two looks at its size and time

Stamp = tuple[int, int] | None  # size and time; None: it is not there


@dataclass(frozen=True, slots=True)
class LookAt:
    """A file or folder that needs a look; with `below`, all that lies below it, too."""

    path: bytes
    below: bool


@dataclass(frozen=True, slots=True)
class Noticed:
    """What needs a look, each with the time (of the monotonic clock) at which that was last noticed, and which
    files are to be left alone as yet: they are being written. Those that are `rewritten` may hold something else
    though their size and time are as before."""

    looks: Mapping[LookAt, float] = field(default_factory=dict)
    unfinished: frozenset[bytes] = frozenset()
    rewritten: frozenset[bytes] = frozenset()


@dataclass(slots=True)
class _BeingWritten:
    look_at: float
    closes: bool  # the system will tell
    stamp: Stamp | str = "unknown"


class Settling:
    """Any thread may tell it of something; `stirred` is called when something happens after a rest."""

    def __init__(
        self, stirred: Callable[[], None] = lambda: None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stirred, self._clock = stirred, clock
        self._changed = threading.Condition(threading.RLock())
        self._looks: dict[LookAt, float] = {}
        self._written: dict[bytes, _BeingWritten] = {}
        self._rewritten: set[bytes] = set()
        self._put_off: dict[LookAt, float] = {}  # taken once; it goes with what is noticed next
        self._first = self._last = 0.0  # when the looks were noticed
        self._ended = False

    # -- what happens -------------------------------------------------------------------------------------------

    def changed(self, path: bytes, below: bool = False, stirs: bool = True, rewritten: bool = False) -> None:
        """It came, or is another one now; or nobody has looked at it yet, which `stirs` nothing. If `rewritten`, it
        holds something else for sure."""
        with self._changed:
            if stirs:
                self._stir()
            if rewritten:
                self._rewritten.add(path)
            self._written.pop(path, None)
            self._note(LookAt(path, below))

    def closed(self, path: bytes) -> None:
        """Who had it open for writing is done with it."""
        with self._changed:
            self.changed(path, rewritten=path in self._written)

    def went(self, path: bytes) -> None:
        """It is not there any more, nor anything below it."""
        with self._changed:
            self._stir()
            for each in [each for each in self._written if within(each, path)]:
                del self._written[each]
            self._note(LookAt(path, True))

    def touched(self, path: bytes) -> None:
        """Its mode or time changed; who writes it will say so."""
        with self._changed:
            if path not in self._written:
                self._stir()
                self._note(LookAt(path, False))

    def wrote(self, path: bytes, closes: bool) -> None:
        """Somebody is writing it."""
        patience = UNCLOSED_SECONDS if closes else UNTOLD_SECONDS
        with self._changed:
            self._stir()
            self._written[path] = _BeingWritten(self._clock() + patience, closes)
            self._changed.notify_all()

    def put_off(self, noticed: Noticed) -> None:
        """What was taken and not looked at: it is taken once more with what is noticed next, or after `take_up`."""
        with self._changed:
            self._put_off |= noticed.looks
            self._rewritten |= noticed.rewritten

    def take_up(self) -> None:
        """What was put off is due."""
        with self._changed:
            self._looks, self._put_off = self._put_off | self._looks, {}
            self._changed.notify_all()

    def waits_for(self, path: bytes) -> bool:
        """It is new or was changed, and nobody has looked at it since."""
        with self._changed:
            return path in self._written or LookAt(path, False) in self._looks.keys() | self._put_off.keys()

    # -- what is due --------------------------------------------------------------------------------------------

    def wait_until_due(self, longest: float) -> bool:
        """Wait until something is to be taken, at most so many seconds; whether it is. Not after `end`."""
        end = self._clock() + longest
        with self._changed:
            while not self._ended:
                self._look_at_written()
                now = self._clock()
                if self._due_at() <= now:
                    return True
                if now >= end:
                    return False
                self._changed.wait(max(0.001, min(end, self._next()) - now))
            return False

    def take(self, only_due: bool = False) -> Noticed:
        """All that was noticed and does not have to wait; with `only_due` nothing, if more may happen now."""
        with self._changed:
            self._look_at_written()
            if only_due and self._due_at() > self._clock():
                return Noticed()
            taken, self._looks, self._put_off = _merged(self._put_off | self._looks), {}, {}
            rewritten, self._rewritten = frozenset(self._rewritten), set()
            return Noticed(taken, frozenset(self._written), rewritten)

    def unfinished(self) -> frozenset[bytes]:
        with self._changed:
            return frozenset(self._written)

    def forget(self, folder: bytes) -> None:
        """It is not followed any more."""
        with self._changed:
            for looks in (self._looks, self._put_off):
                for look in [look for look in looks if within(look.path, folder)]:
                    del looks[look]
            self._written = {path: how for path, how in self._written.items() if not within(path, folder)}
            self._rewritten = {path for path in self._rewritten if not within(path, folder)}

    @property
    def at_rest(self) -> bool:
        """Nothing is due or will be by itself, and nothing is being written."""
        with self._changed:
            return not self._looks and not self._written

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    # -- with the lock held -------------------------------------------------------------------------------------

    def _stir(self) -> None:
        if not self._looks and not self._written:
            self._stirred()

    def _note(self, look: LookAt) -> None:
        now = self._clock()
        if not self._looks:
            self._first = now
        self._last = self._looks[look] = now
        self._changed.notify_all()

    def _due_at(self) -> float:
        if not self._looks:
            return float("inf")
        return min(self._last + QUIET_SECONDS, self._first + LONGEST_SECONDS)

    def _next(self) -> float:
        return min((self._due_at(), *(each.look_at for each in self._written.values())))

    def _look_at_written(self) -> None:
        """Those that nobody has written for a while, and that are as when last looked at, are finished."""
        now = self._clock()
        for path, state in [(path, state) for path, state in self._written.items() if state.look_at <= now]:
            stamp = _stamp(path)
            if stamp is None or stamp == state.stamp:
                del self._written[path]
                self._note(LookAt(path, False))
            else:
                state.stamp, state.look_at = stamp, now + SAME_SECONDS


def _stamp(path: bytes) -> Stamp:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns


def _merged(looks: Mapping[LookAt, float]) -> dict[LookAt, float]:
    """Without those that others take in; the newest time counts."""
    merged: dict[LookAt, float] = {}
    deep: LookAt | None = None
    for look in sorted(looks, key=lambda look: (look.path.split(SEPARATOR), not look.below)):
        if deep is not None and within(look.path, deep.path):
            merged[deep] = max(merged[deep], looks[look])
            continue
        merged[look] = looks[look]
        if look.below:
            deep = look
    return merged
