"""Work on many rows, a piece after the other, each by itself. Where several processes train together, it is shared
out among them (`engine.learning.lessons`); all take the pieces that one process would take, so that what comes of
them is the same to the last bit."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.progress import Progress, finish

WorkOnRows = Callable[[slice], NDArray[Any]]  # what comes of each of some; other processes get it by pickling


class Helpers(Protocol):
    """Processes that work together, of which this is one."""

    rank: int

    def parts(self, count: int) -> list[slice]:
        """Which of so many are whose; the first process has some if there are any."""

    def tell(self, lesson: object) -> None:
        """The first process tells the others what is to be done."""

    def joined(self, rows: NDArray[Any], lengths: Sequence[int]) -> NDArray[Any]:
        """The rows of all, of whom each has so many."""


_helpers: list[Helpers] = []


@contextmanager
def shared_with(helpers: Helpers) -> Iterator[None]:
    _helpers.append(helpers)
    try:
        yield
    finally:
        _helpers.pop()


def in_pieces(work: WorkOnRows, count: int, piece: int, note: str) -> Generator[Progress, None, NDArray[Any]]:
    """What comes of all rows, `piece` of them at once, with a report before each."""
    whole = Piecework(work, count, piece)
    if not _helpers:
        return np.concatenate((yield from whole.done(slice(0, whole.pieces), note)))
    _helpers[-1].tell(whole)
    return (yield from whole.done_with(_helpers[-1], note))


@dataclass(frozen=True, slots=True)
class Piecework:
    work: WorkOnRows
    count: int
    piece: int

    @property
    def pieces(self) -> int:
        return max(1, -(-self.count // self.piece))  # one of none at least, which says of what kind rows are

    def done(self, pieces: slice, note: str) -> Generator[Progress, None, list[NDArray[Any]]]:
        """Some of the pieces."""
        every, found = self._rows(pieces), list[NDArray[Any]]()
        for start in range(every.start, max(every.stop, every.start + 1), self.piece):
            yield Progress(start - every.start, every.stop - every.start, note)
            found.append(self.work(slice(start, min(start + self.piece, every.stop))))
        return found

    def done_with(self, helpers: Helpers, note: str) -> Generator[Progress, None, NDArray[Any]]:
        """All of it; each process gets the whole."""
        parts = helpers.parts(self.pieces)
        own, has_some = parts[helpers.rank], len(range(self.pieces)[parts[helpers.rank]]) > 0
        found = np.concatenate((yield from self.done(own if has_some else slice(0, 1), note)))
        rows = [self._rows(part) for part in parts]
        return helpers.joined(found if has_some else found[:0], [len(range(self.count)[each]) for each in rows])

    def help(self, helpers: Helpers) -> None:
        """What a process does that is not the first."""
        finish(self.done_with(helpers, ""))

    def _rows(self, pieces: slice) -> slice:
        return slice(pieces.start * self.piece, min(pieces.stop * self.piece, self.count))
