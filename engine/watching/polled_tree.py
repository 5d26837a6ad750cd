"""Folders of which no system tells us: listed now and then, and compared with what was there before.

Of each folder only a number is kept, made of the names, sizes and times in it. A folder whose number has changed is
listed again until it stays, so that files which are being written wait.
"""

import os
import threading
import time
from collections.abc import Callable
from itertools import islice

from engine.watching.settling import Settling

SHORTEST_SECONDS = 3.0  # between two rounds,
PAUSE_PER_ROUND = 20  # or so many times what one has taken
SAME_SECONDS = 0.7  # a folder has settled that looks the same after so long,
LONGEST_SECONDS = 30.0  # or has not for so long: somebody may write in it for ever


class PolledTree(threading.Thread):
    """Looks at folders with all that lie below them, on a thread of its own: a drive may not answer for long."""

    def __init__(self, settling: Settling, is_left_alone: Callable[[bytes], bool]) -> None:
        super().__init__(name="polling", daemon=True)
        self._settling, self._is_left_alone = settling, is_left_alone
        self._guard = threading.Lock()
        self._tops: dict[bytes, bool] = {}  # and whether each was looked at before
        self._known: dict[bytes, int] = {}
        self._unsettled: dict[bytes, tuple[int, float]] = {}  # and the time since when
        self._woken = threading.Event()
        self._ending = False
        self.seconds = SHORTEST_SECONDS  # between two rounds, as it is now

    def add(self, top: bytes) -> None:
        with self._guard:
            self._tops.setdefault(top, False)
        self._woken.set()

    def count(self) -> int:
        """Of folders; those that were not looked at yet count as one."""
        with self._guard:
            return len(self._known) + sum(not looked_at for looked_at in self._tops.values())

    def end(self) -> None:
        """It ends when the drive answers; nobody waits for that."""
        self._ending = True
        self._woken.set()

    def run(self) -> None:
        next_round = 0.0
        while not self._ending:
            self._woken.clear()
            self._look_again()
            if time.monotonic() >= next_round or self._is_any_new():
                began = time.monotonic()
                self._round()
                self.seconds = max(SHORTEST_SECONDS, PAUSE_PER_ROUND * (time.monotonic() - began))
                next_round = time.monotonic() + self.seconds
            pause = SAME_SECONDS if self._unsettled else max(0.0, next_round - time.monotonic())
            self._woken.wait(pause)

    def _is_any_new(self) -> bool:
        with self._guard:
            return not all(self._tops.values())

    def _round(self) -> None:
        """List everything; what differs is not settled yet."""
        with self._guard:
            tops = dict(self._tops)
        now: dict[bytes, int] = {}
        first: set[bytes] = set()
        for top, looked_at in tops.items():
            known = len(now)
            self._walk(top, now)
            if not looked_at:
                first.update(islice(now, known, None))  # those that were put there last
        if self._ending:
            return
        with self._guard:
            before, self._known = self._known, now
            self._tops |= dict.fromkeys(tops, True)
        for top, looked_at in tops.items():
            if not looked_at:  # from here on nothing is missed
                self._settling.changed(top, below=True, stirs=False)
        for path in before.keys() - now.keys():
            self._unsettled.pop(path, None)
            if os.path.dirname(path) not in before or os.path.dirname(path) in now:
                self._settling.went(path)
        for path, number in now.items():
            if path not in first and before.get(path) != number:
                self._unsettled.setdefault(path, (number, time.monotonic()))

    def _look_again(self) -> None:
        for path, (number, since) in list(self._unsettled.items()):
            again = self._number(path)[0]
            if again is None:
                del self._unsettled[path]
                self._settling.went(path)
            elif again == number or time.monotonic() - since > LONGEST_SECONDS:
                del self._unsettled[path]
                with self._guard:
                    self._known[path] = again
                self._settling.changed(path)
            else:
                self._unsettled[path] = again, since

    def _walk(self, top: bytes, numbers: dict[bytes, int]) -> None:
        left = [top]
        while left and not self._ending:
            path = left.pop()
            number, below = self._number(path)
            if number is not None and path not in numbers:
                numbers[path] = number
                left += below

    def _number(self, folder: bytes) -> tuple[int | None, list[bytes]]:
        """The number of a folder, and the folders in it; None if it cannot be listed."""
        found: list[tuple[object, ...]] = []
        below: list[bytes] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith(b"."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        if not self._is_left_alone(entry.path):
                            below.append(entry.path)
                        continue
                    try:
                        status = entry.stat()
                    except OSError:
                        found.append((entry.name,))
                        continue
                    found.append((entry.name, status.st_size, status.st_mtime_ns))
        except (OSError, ValueError):
            return None, []
        return hash(frozenset(found)), below
