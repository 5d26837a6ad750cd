"""Labels written into XMP sidecars, for other programs; and taken out of them again.

Only because a person said so, only into sidecars, and only added: what is there stays, byte for byte. What is to be
written is worked out first and can be looked at. Then it is written down in the log before a file is touched, so
that one command takes it all back (`take_back`), also after a kill.
"""

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from engine.content import hash_of
from engine.errors import UserError
from engine.file_reasons import reason_in
from engine.images.opening import open_file
from engine.images.pool import ReadingPool
from engine.images.reading import Unread
from engine.jobs.labelling import BATCH, in_chunks
from engine.jobs.reading_ahead import in_batches, outcomes
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.packets.safe_xml import MOST_BYTES
from engine.progress import Progress
from engine.publishing import published, sweep_folder
from engine.sentences import said
from engine.store import files, labels, sidecar_files, sidecar_log, taken_labels
from engine.store.connection import Database
from engine.store.files import within
from engine.store.sidecar_log import LoggedWrite, SidecarWrite
from engine.store.taken_labels import Said
from engine.worker_processes import default_workers
from engine.xmp import splices, taking_back, tasks
from engine.xmp.sidecars import BesideFiles, Naming, is_plain_file, is_write_protected, stamp
from engine.xmp.splices import SpliceError, applied
from engine.xmp.tasks import SidecarPlan

_PLANNING, _WRITING = said("Looking at sidecars"), said("Writing sidecars")
_TAKING_BACK = said("Taking labels out of sidecars")
_CHANGED = said("it has changed just now")
_READ_AND_WRITE, _OWNERS = 0o666, 0o600


@dataclass(frozen=True, slots=True)
class LeftSidecar:
    path: bytes
    why: str  # the end of a sentence


@dataclass(slots=True)
class ExportedSidecars:
    """What is to be written, or was."""

    sidecars: list[bytes] = field(default_factory=list)
    new: int = 0  # of these, how many were not there
    added: int = 0  # values that are added to them
    unchanged: int = 0  # sidecars, or pictures, that say all of it already
    left_alone: list[LeftSidecar] = field(default_factory=list)


@dataclass(slots=True)
class TakenBack:
    exactly: list[bytes] = field(default_factory=list)  # are as they were, or gone if they were not there
    carefully: list[bytes] = field(default_factory=list)  # somebody has changed them since
    nothing: int = 0  # there is nothing left to take back
    left_alone: list[LeftSidecar] = field(default_factory=list)  # can be tried again


@dataclass(frozen=True, slots=True)
class _WantedSidecar:
    picture: bytes
    sidecar: bytes
    labels: tuple[str, ...]


def export_xmp(
    library: Library, folder: bytes | None = None, naming: Naming = Naming.FULL, *, write: bool = False
) -> Generator[Progress, None, ExportedSidecars]:
    """Add the labels of all pictures, or of those in `folder` (absolute) and below it, to their sidecars. Unless it
    is to `write`, only what that would do is said."""
    if write:
        library.must_be_writable()
    if folder is not None:
        files.must_be_known(library.db, folder)
    exporting = _Exporting(library, folder, naming)
    yield from exporting.plan()
    if write:
        yield from exporting.write()
    return exporting.result


def take_back(library: Library, *, all_exports: bool = False) -> Generator[Progress, None, TakenBack]:
    """Take out of sidecars what the last export added, or all that ever was. UserError if there is nothing."""
    library.must_be_writable()
    writes = _to_take_back(library.db, all_exports)
    if not writes:
        raise UserError(said("No labels were written into sidecars, or they were taken back already."))
    result = TakenBack()
    with ReadingPool(1, EFFICIENTNET_LITE0.name, None, awaited=True) as pool:
        taking = _TakingLabelsBack(pool, result)
        done = 0
        for chunk in in_chunks(writes):
            settled, own = list[int](), _OwnChanges(library.db)
            try:
                for each in chunk:
                    yield Progress(done, len(writes), _TAKING_BACK)
                    with own.change(each.write.path):
                        settled += [each.id] if taking.one(each) else []
                    done += 1
            finally:
                with library.writing() as db:
                    sidecar_log.forget(db, settled)
                    taken_labels.put(db, own.stamps, own.said)
    yield Progress(len(writes), len(writes), _TAKING_BACK)
    return result


def _to_take_back(db: Database, all_exports: bool) -> list[LoggedWrite]:
    """An export of which no sidecar is there any more does not stand in the way of the one before it."""
    writes = list[LoggedWrite]()
    for batch in sidecar_log.batches(db):
        export = sidecar_log.of_batch(db, batch)
        writes += export
        if not all_exports and not all(_is_removed(each.write.path) for each in export):
            break
    return writes


class _Exporting:
    def __init__(self, library: Library, folder: bytes | None, naming: Naming) -> None:
        self.result = ExportedSidecars()
        self._library = library
        self._folder = folder
        self._naming = naming
        self._plans: list[tuple[_WantedSidecar, SidecarPlan]] = []
        self._writing = _Writing()

    def plan(self) -> Generator[Progress, None, None]:
        ids = labels.labelled_images(self._library.db)
        yield Progress(0, None, _PLANNING)
        source, done = self._wanted(ids), 0
        with ReadingPool(default_workers(), EFFICIENTNET_LITE0.name, None) as pool:

            def begin(wanted: _WantedSidecar) -> Future[tuple[object, ...] | Unread]:
                return pool.ask(tasks.plan_sidecar, wanted.picture, wanted.sidecar, wanted.labels)

            for batch in in_batches(outcomes(pool, lambda: next(source, None), begin)):
                for wanted, outcome in batch:
                    self._note(wanted, outcome)
                done += len(batch)
                yield Progress(done, None, _PLANNING)
        self._plans.sort(key=lambda each: each[0].sidecar)
        self.result.sidecars = [wanted.sidecar for wanted, _ in self._plans]
        self.result.new = sum(not plan.before for _, plan in self._plans)
        self.result.added = sum(len(plan.added.values) for _, plan in self._plans)

    def write(self) -> Generator[Progress, None, None]:
        batch, done = None, 0
        self.result.sidecars, self.result.new, self.result.added = [], 0, 0
        for chunk in in_chunks(self._plans):
            yield Progress(done, len(self._plans), _WRITING)
            ready = [each for each in map(self._ready, chunk) if each is not None]
            with self._library.writing() as db:
                logged = sidecar_log.begin(db, batch, [write for _, _, write, _ in ready])
            batch = logged[0].batch if logged else batch
            unwritten, own = {entry.id for entry in logged}, _OwnChanges(self._library.db)
            try:
                for (wanted, plan, _, data), entry in zip(ready, logged, strict=True):
                    yield Progress(done, len(self._plans), _WRITING)
                    unwritten.remove(entry.id)  # from here on only the file itself says what became of it
                    with own.change(wanted.sidecar, wanted.labels):
                        written = self._written(wanted, plan, data)
                    if not written:
                        unwritten.add(entry.id)
                    done += 1
            finally:
                with self._library.writing() as db:
                    sidecar_log.forget(db, sorted(unwritten))
                    taken_labels.put(db, own.stamps, own.said)
        yield Progress(len(self._plans), len(self._plans), _WRITING)

    def _wanted(self, image_ids: Sequence[int]) -> Iterator[_WantedSidecar]:
        listed, beside = b"", BesideFiles(())
        for start in range(0, len(image_ids), BATCH):
            chunk = image_ids[start : start + BATCH]
            names = labels.of_images(self._library.db, chunk)
            for file in files.of_images(self._library.db, chunk):
                path = file.full_path
                if file.missing or (self._folder is not None and not within(path, self._folder)):
                    continue
                folder = os.path.dirname(path)
                if folder != listed:
                    listed, beside = folder, BesideFiles(_listed(folder))
                if os.path.basename(path) not in beside:
                    self.result.left_alone.append(LeftSidecar(path, said("the picture is not there now")))
                    continue
                for sidecar in beside.to_write(path, self._naming):
                    yield _WantedSidecar(path, sidecar, tuple(names.get(file.image_id or 0, ())))

    def _note(self, wanted: _WantedSidecar, outcome: tuple[object, ...] | Unread) -> None:
        plan = outcome.reason if isinstance(outcome, Unread) else tasks.plan_from(outcome)
        if isinstance(plan, str):
            self._leave(wanted, plan)
        elif os.path.lexists(wanted.sidecar) and not is_plain_file(wanted.sidecar):
            self._leave(wanted, said("it is a link, or no file"))
        elif plan.splices and is_write_protected(wanted.sidecar):
            self._leave(wanted, said("it is write-protected"))
        elif not plan.splices:
            self.result.unchanged += 1
        else:
            self._plans.append((wanted, plan))

    def _ready(
        self, planned: tuple[_WantedSidecar, SidecarPlan]
    ) -> tuple[_WantedSidecar, SidecarPlan, SidecarWrite, bytes] | None:
        wanted, plan = planned
        try:
            data = applied(_content(wanted.sidecar, plan.before), plan.splices)
        except (OSError, SpliceError):
            self._leave(wanted, _CHANGED)
            return None
        changes = splices.packed(plan.splices if plan.before else ())  # a new one is taken back by removing it
        row = SidecarWrite(wanted.sidecar, plan.before, hash_of(data), changes, plan.added.packed())
        return wanted, plan, row, data

    def _written(self, wanted: _WantedSidecar, plan: SidecarPlan, data: bytes) -> bool:
        try:
            self._writing.put(wanted.sidecar, data, plan.before, wanted.picture)
        except SpliceError:
            self._leave(wanted, _CHANGED)
            return False
        except (OSError, UserError) as error:
            self._leave(wanted, reason_in(error))
            return False
        self.result.sidecars.append(wanted.sidecar)
        self.result.new += not plan.before
        self.result.added += len(plan.added.values)
        return True

    def _leave(self, wanted: _WantedSidecar, why: str) -> None:
        self.result.left_alone.append(LeftSidecar(wanted.sidecar, why))


class _OwnChanges:
    """What we write ourselves is nothing new to be taken as labels: else a label would come back that a person
    takes away after it was written."""

    def __init__(self, db: Database) -> None:
        self.stamps = dict[int, bytes]()  # those that are to be stored
        self.said = dict[int, Said]()
        self._db = db

    @contextmanager
    def change(self, sidecar: bytes, words: Iterable[str] = ()) -> Iterator[None]:
        """Of all pictures that it belongs to; these words are said there then."""
        pictures = dict(sidecar_files.at(self._db, sidecar))
        words_there = taken_labels.said(self._db, list(pictures)) | self.said
        known = taken_labels.stamps(self._db, list(pictures)) | self.stamps
        taken = [number for number, path in pictures.items() if number in known and stamp(path) == known[number]]
        yield
        for number in taken:
            after = stamp(pictures[number])
            if after is not None:
                self.stamps[number] = after
                self.said[number] = {**words_there.get(number, {}), **dict.fromkeys(words, True)}


class _TakingLabelsBack:
    def __init__(self, pool: ReadingPool, result: TakenBack) -> None:
        self._pool = pool
        self._result = result
        self._writing = _Writing()

    def one(self, logged: LoggedWrite) -> bool:
        """Whether that is settled, so that it need not be tried again."""
        path = logged.write.path
        try:
            return self._one(logged.write)
        except (OSError, UserError) as error:
            self._result.left_alone.append(LeftSidecar(path, reason_in(error)))
        except (SpliceError, ValueError):
            self._result.left_alone.append(LeftSidecar(path, _CHANGED))
        return False

    def _one(self, write: SidecarWrite) -> bool:
        if not os.path.lexists(write.path):
            self._leave_lost(write.path)
            return False
        if not is_plain_file(write.path):
            raise UserError(said("It is a link by now, or no file"))
        if is_write_protected(write.path):
            raise UserError(said("It is write-protected"))
        data = _content(write.path)
        if hash_of(data) == write.before:
            self._result.nothing += 1  # an interrupted export did not come to it
            return True
        if hash_of(data) == write.after and self._is_as_before(write, data):
            self._result.exactly.append(write.path)
            return True
        return self._carefully(write)

    def _is_as_before(self, write: SidecarWrite, data: bytes) -> bool:
        """Make it so; False if it does not come out."""
        if not write.before:
            os.unlink(write.path)
            return True
        back = taking_back.exactly(data, splices.unpacked(write.splices), write.before)
        if back is not None:
            self._writing.put(write.path, back, write.after)
        return back is not None

    def _carefully(self, write: SidecarWrite) -> bool:
        outcome = self._pool.ask(tasks.plan_taking_back, write.path, write.added).result()
        plan = outcome.reason if isinstance(outcome, Unread) else tasks.plan_from(outcome)
        if isinstance(plan, str):
            self._result.left_alone.append(LeftSidecar(write.path, plan))
            return False
        if plan.splices:
            data = applied(_content(write.path, plan.before), plan.splices)
            self._writing.put(write.path, data, plan.before)
            self._result.carefully.append(write.path)
        else:
            self._result.nothing += 1
        return True

    def _leave_lost(self, path: bytes) -> None:
        """It may come back, with its drive or from where somebody moved it."""
        why = said("it is not there any more") if _is_removed(path) else said("its folder is not available")
        self._result.left_alone.append(LeftSidecar(path, why))


def _is_removed(path: bytes) -> bool:
    """Unless all that lay beside it is away with its drive."""
    if os.path.lexists(path):
        return False
    try:
        with os.scandir(os.path.dirname(path)) as entries:
            return any(True for _ in entries)
    except OSError:
        return False


def _content(path: bytes, expected: bytes | None = None) -> bytes:
    """What lies there; SpliceError if it is not what is expected. An empty hash: nothing is."""
    if expected == b"":
        if os.path.lexists(path):
            raise SpliceError
        return b""
    with open_file(path) as file:
        data = file.read(4 * MOST_BYTES)
    if expected is not None and hash_of(data) != expected:
        raise SpliceError
    return data


class _Writing:
    """Writes sidecars. What a killed program left in a folder goes when it first comes there."""

    def __init__(self) -> None:
        self._swept = set[str]()

    def put(self, path: bytes, data: bytes, expected: bytes, picture: bytes | None = None) -> None:
        """A sidecar keeps its mode and owner; one that is new can be read by whoever can read the picture, and
        written by its owner also where originals are write-protected. What lies there is looked at once more when
        ours is on the disk: SpliceError if it is not what is `expected`, as another program may be writing it."""
        folder = os.path.dirname(os.fsdecode(path))
        if folder not in self._swept:
            sweep_folder(folder)
            self._swept.add(folder)
        _put(path, data, expected, picture)


def _put(path: bytes, data: bytes, expected: bytes, picture: bytes | None) -> None:
    like, mode = None, None
    with suppress(FileNotFoundError):
        like = os.lstat(path)
    if like is None and picture is not None:
        mode = os.stat(picture).st_mode & _READ_AND_WRITE | _OWNERS
    look = partial(_content, path, expected)
    with published(os.fsdecode(path), like=like, mode=mode, swept=True, at_last=look) as file:
        file.write(data)


def _listed(folder: bytes) -> list[bytes]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
