"""What is said from outside while pictures are indexed: by who watches folders, and by the person at the window."""

from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass

from engine.jobs.looking import Looked
from engine.jobs.waiting_files import WantedImages, nobody
from engine.progress import Progress

# Looks at what was noticed, leaving files that are under way for later; None if there was nothing.
Meanwhile = Callable[[frozenset[bytes]], Generator[Progress, None, Looked | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """Nobody is there unless it is said otherwise."""

    unfinished: Callable[[], Collection[bytes]] = frozenset  # files that are being written, and left for later
    meanwhile: Meanwhile | None = None  # while files are read, which may take hours
    wanted: Callable[[], WantedImages] = nobody  # what somebody looks at, which is read before all else
    asks: bool = False  # somebody can be asked about keywords of other programs: are there any?


NONE = Attention()
