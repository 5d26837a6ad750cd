"""A watcher at work in a test: what it has noticed, waited for without a clock."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.watching.followed import Followed
from engine.watching.settling import LookAt
from engine.watching.watcher import Watcher

PATIENCE = 60.0  # for a machine with much else to do


class Following:
    """Follows some folders, and keeps all that was noticed until it is asked for."""

    def __init__(self, left_alone: list[Path]) -> None:
        self._ready = threading.Event()
        self.watcher = Watcher(self._ready.set, left_alone=[os.fsencode(path) for path in left_alone])
        self.looks: set[LookAt] = set()
        self.unfinished: frozenset[bytes] = frozenset()
        self.watcher.start()

    def follow(self, *folders: Path) -> None:
        """Until each is followed, and has been told of as a whole."""
        self.watcher.follow([os.fsencode(folder) for folder in folders])
        self.until_noticed(*((folder, True) for folder in folders))

    def until_noticed(self, *wanted: tuple[Path, bool]) -> set[LookAt]:
        """Until these are among what needs a look; gives all of it, and begins anew."""
        looks = {LookAt(os.fsencode(path), below) for path, below in wanted}
        self.until(lambda: looks <= self.looks)
        noticed, self.looks = self.looks, set()
        return noticed

    def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            assert self._ready.wait(PATIENCE), f"{self.looks}, {self.watcher.followed()}"
            self._ready.clear()
            taken = self.watcher.take()
            self.looks |= set(taken.looks)
            self.unfinished = taken.unfinished

    def state(self) -> Followed:
        (followed,) = self.watcher.followed()
        return followed


@contextmanager
def following(*left_alone: Path) -> Iterator[Following]:
    somebody = Following(list(left_alone))
    try:
        yield somebody
    finally:
        somebody.watcher.end()
