"""What pictures and their sidecars say in keywords, read by worker processes: of whole folders, or of some files.

Each file has a stamp, that of its picture and sidecars as they lie there. As long as it is the same as when the
file was last read (`taken_labels`), there is nothing new in it.
"""

import os
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field

from engine.images.pool import ReadingPool
from engine.images.reading import Unread
from engine.jobs.labelling import BATCH, in_chunks
from engine.jobs.reading_ahead import in_batches, outcomes
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, labels, taken_labels
from engine.store.folder_answers import FolderAnswer
from engine.worker_processes import default_workers
from engine.xmp import tasks
from engine.xmp.keywords import Levels, rating_label
from engine.xmp.picture_labels import PictureLabels
from engine.xmp.sidecars import stamp

NAMED = 5  # files whose metadata could not be read that are named; all are counted
NOTE = said("Reading keywords")
FEW = 50  # files: what lies beside each of them is asked for sooner than a folder is listed


@dataclass(frozen=True, slots=True)
class KeywordPart:
    """A folder of the library, or a part of one, and how its keywords are taken."""

    path: bytes
    answer: FolderAnswer


@dataclass(frozen=True, slots=True)
class KeywordFile:
    id: int
    path: bytes
    stamp: bytes
    answer: FolderAnswer


@dataclass(frozen=True, slots=True)
class SaidOf:
    """What was found of one file, as labels."""

    file: KeywordFile
    names: tuple[str, ...]
    found: PictureLabels

    @property
    def nothing(self) -> bool:
        """Neither keywords nor a rating, and no metadata that could not be read."""
        said = self.found
        return not (said.keywords.has_words() or said.keywords.rating is not None or said.troubles)


@dataclass(slots=True)
class KeywordsRead:
    read: int = 0  # files that were looked at
    away: int = 0  # files that are not there now
    unusable: int = 0  # keywords that can be no label
    ratings_left_out: int = 0  # pictures with a rating, where only keywords are taken
    unreadable: int = 0  # files with metadata that could not be read
    named: list[tuple[bytes, str]] = field(default_factory=list)  # the first of them, and why
    found: Counter[str] = field(default_factory=Counter)  # how many files have each label


Chosen = tuple[int, bytes, FolderAnswer]  # a file, its path, and how its keywords are taken


class KeywordReading:
    """Reads, counts, and hands each file on to `then`."""

    def __init__(self, library: Library, only_new: bool, then: Callable[[SaidOf], object]) -> None:
        self.counts = KeywordsRead()
        self.only_new = only_new
        self._library, self._then = library, then
        self._seen = 0

    def of_parts(self, parts: Sequence[KeywordPart]) -> Generator[Progress, None, None]:
        total = sum(files.count_with_image(self._library.db, part.path) for part in parts)
        yield Progress(0, total, NOTE)
        with _new_pool() as pool:
            for part in parts:
                last, beside = 0, _FolderListing()
                while batch := files.with_image(self._library.db, part.path, last, BATCH):
                    last = batch[-1][0]
                    chosen = [(number, path, part.answer) for number, path in batch]
                    yield from self._read(self._changed(chosen, beside.stamp), pool, total)
        yield Progress(total, total, NOTE)

    def of_files(
        self, chosen: Sequence[Chosen], at_hand: Callable[[], ReadingPool] | None
    ) -> Generator[Progress, None, None]:
        """These files, by a pool that is at hand, if there is one."""
        look = stamp if len(chosen) <= FEW else _FolderListing().stamp
        changed = [file for batch in in_chunks(chosen) for file in self._changed(batch, look)]
        if changed:
            with _new_pool() if at_hand is None else nullcontext(at_hand()) as pool:
                yield from self._read(changed, pool, len(chosen))

    def _changed(self, chosen: Sequence[Chosen], look: Callable[[bytes], bytes | None]) -> list[KeywordFile]:
        """Those that are there, and, if only these are wanted, those that are new or have changed."""
        known, found = dict[int, bytes](), list[KeywordFile]()
        if self.only_new:
            known = taken_labels.stamps(self._library.db, [number for number, *_ in chosen])
        for number, path, answer in chosen:
            now = look(path)
            if now is None:
                self.counts.away += 1
            elif known.get(number) != now:
                found.append(KeywordFile(number, path, now, answer))
        self._seen += len(chosen) - len(found)  # the others count when they are read
        return found

    def _read(self, changed: list[KeywordFile], pool: ReadingPool, total: int) -> Generator[Progress, None, None]:
        yield Progress(min(self._seen, total), total, NOTE)  # also where nothing has: a slow disk takes its time
        left = iter(changed)

        def begin(file: KeywordFile) -> Future[tuple[object, ...] | Unread]:
            return pool.ask(tasks.read_labels, file.path)

        for batch in in_batches(outcomes(pool, lambda: next(left, None), begin)):
            for file, outcome in batch:
                self._gather(file, outcome)
            yield Progress(min(self._seen, total), total, NOTE)

    def _gather(self, file: KeywordFile, outcome: tuple[object, ...] | Unread) -> None:
        self.counts.read += 1
        self._seen += 1
        if isinstance(outcome, Unread):
            if outcome.gone:
                self.counts.away += 1
            else:
                self._trouble(file, outcome.reason)
            return
        try:
            found = tasks.labels_from(outcome)
            names = tuple(self._names(found, file.answer))
        except ValueError:  # or text that is none
            self._trouble(file, said("what was read of it makes no sense"))
            return
        if found.troubles:
            self._trouble(file, found.troubles[0])
        self.counts.found.update(names)
        self._then(SaidOf(file, names, found))

    def _names(self, found: PictureLabels, answer: FolderAnswer) -> list[str]:
        said = found.keywords
        words = said.labels(Levels(answer.levels))
        self.counts.unusable += said.unusable + sum(len(word) > labels.LONGEST_NAME for word in words)
        fit = [word for word in words if len(word) <= labels.LONGEST_NAME]
        if said.rating is not None and answer.ratings:
            fit.append(rating_label(said.rating))
        self.counts.ratings_left_out += said.rating is not None and not answer.ratings
        return list(dict.fromkeys(labels.name_from(word.encode()) for word in fit))

    def _trouble(self, file: KeywordFile, reason: str) -> None:
        self.counts.unreadable += 1
        if len(self.counts.named) < NAMED:
            self.counts.named.append((file.path, reason))


def _new_pool() -> ReadingPool:
    return ReadingPool(default_workers(), EFFICIENTNET_LITE0.name, None)


class _FolderListing:
    """What lies beside a picture; files come folder by folder, mostly, so that each is listed once."""

    def __init__(self) -> None:
        self._folder: bytes | None = None
        self._names: frozenset[bytes] = frozenset()

    def stamp(self, picture: bytes) -> bytes | None:
        """As `engine.xmp.sidecars.stamp` has it."""
        folder = os.path.dirname(picture)
        if folder != self._folder:
            self._folder, self._names = folder, _listed(folder)
        return stamp(picture, self._names)


def _listed(folder: bytes) -> frozenset[bytes]:
    try:
        return frozenset(os.listdir(folder))
    except OSError:
        return frozenset()
