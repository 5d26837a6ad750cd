"""Labels for many images: from a table, from the names of their folders; and the table of all labels.

What is to be labelled is gathered first, which may be cancelled, and then stored in one transaction: all of it or
nothing. The write lock is not held meanwhile, so a job that is paused keeps nobody waiting. Files are gathered
rather than images, because indexing may find out in between that two files hold the same image.
"""

import os
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from engine.errors import UserError
from engine.jobs import label_tables
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, folders, images, label_edits, labels
from engine.store.connection import Database
from engine.store.files import SEPARATOR, within
from engine.store.label_edits import Give, RowChanges

BATCH = 500
NAMED = 5  # unknown paths that are named; all are counted
LONGEST_PATH = 1 << 15  # bytes; no system has longer ones

_BESIDE = b"images"  # datasets come as a table with a folder of this name beside it

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Labelled:
    """How many images and labels were concerned, and how many assignments of a label to an image changed."""

    images: int
    labels: int
    assigned: int  # taken away, if labels were removed
    unknown_paths: int = 0
    unknown: tuple[bytes, ...] = ()  # the first of them
    undo: RowChanges = field(default=RowChanges(), compare=False, repr=False)  # takes it all back


@dataclass(frozen=True, slots=True)
class Exported:
    images: int
    labels: int
    assigned: int
    without_file: int  # labelled images that have no file now and so no path; not in the table


def import_table(library: Library, file_name: str) -> Generator[Progress, None, Labelled]:
    """Add the labels of a CSV file. Nothing is taken away; paths that the library does not know are counted."""
    must_be_ready(library)
    base = os.path.realpath(os.path.dirname(os.path.abspath(os.fsencode(file_name))))
    wanted: dict[str, list[int]] = {}
    unknown: dict[bytes, None] = {}
    finder, done = _Finder(library.db, base), 0
    with closing(label_tables.read(file_name)) as rows:
        for batch in in_chunks(rows):
            found = finder.files_at([row.path for row in batch])
            for row in batch:
                if row.path not in found:
                    unknown[row.path] = None
                    continue
                for name in row.labels:
                    wanted.setdefault(name, []).append(found[row.path])
            done += len(batch)
            yield Progress(done, None, said("Reading labels"))
    yield Progress(done, done, said("Storing labels"))
    return give_to_files(library, wanted, unknown)


def label_from_folders(library: Library, folder: bytes | None = None) -> Generator[Progress, None, Labelled]:
    """Each image gets the name of the folder that its file lies in; one with several files gets each name.

    Only images in `folder` (absolute) or below it, if given.
    """
    must_be_ready(library)
    if folder is not None:
        files.must_be_known(library.db, folder)
    total = files.count_with_image(library.db, folder)
    wanted: dict[str, list[int]] = {}
    done = last = 0
    while batch := files.with_image(library.db, folder, last, BATCH):
        for file_id, path in batch:
            wanted.setdefault(_folder_name(path), []).append(file_id)
        last, done = batch[-1][0], done + len(batch)
        yield Progress(done, max(done, total), said("Reading folder names"))
    return give_to_files(library, wanted, {})


def export_table(library: Library, file_name: str) -> Generator[Progress, None, Exported]:
    """Write every labelled image with its labels to a CSV file, by absolute path: one row each, sorted."""
    ids = labels.labelled_images(library.db)
    rows: list[tuple[bytes, list[str]]] = []
    for batch in in_chunks(ids):
        places, names = images.get(library.db, batch), labels.of_images(library.db, batch)
        rows += [(places[i].path, names[i]) for i in batch if i in places and i in names]
        yield Progress(len(rows), len(ids), said("Reading labels"))
    rows.sort()
    with label_tables.written(file_name) as put:
        for done, (path, of_image) in enumerate(rows):
            if done % BATCH == 0:
                yield Progress(done, len(rows), said("Writing labels"))
            put(path, of_image)
    distinct = {name for _, of_image in rows for name in of_image}
    assigned = sum(len(of_image) for _, of_image in rows)
    return Exported(len(rows), len(distinct), assigned, len(ids) - len(rows))


def label_files(library: Library, name: str, paths: Sequence[bytes]) -> Labelled:
    """Give the images at these paths a label. UserError if the library knows none of them."""
    found, unknown = _known_of(library, paths)
    return give_to_files(library, {name: found}, unknown)


def unlabel_files(library: Library, name: str, paths: Sequence[bytes]) -> Labelled:
    """Take a label from the images at these paths. The label stays listed."""
    found, unknown = _known_of(library, paths)
    with library.writing() as db:
        image_ids = set(images_of(db, found).values())
        removed = labels.unassign(db, name, sorted(image_ids))
    return Labelled(len(image_ids), 1, removed, len(unknown), tuple(unknown)[:NAMED])


def must_be_ready(library: Library) -> None:
    library.must_take_labels()
    if not library.folders():
        raise UserError(said("The library has no folders yet; index one first."))


def _known_of(library: Library, paths: Sequence[bytes]) -> tuple[list[int], dict[bytes, None]]:
    """The files at these paths, and the paths at which the library knows no image."""
    must_be_ready(library)
    found = _Finder(library.db, os.path.realpath(os.getcwdb()), beside=False).files_at(paths)
    if not found:
        raise UserError(
            said("The library knows no picture at {path!r}.", path=os.fsdecode(paths[0]))
            if len(paths) == 1
            else said("The library knows no picture at {path!r} or the others.", path=os.fsdecode(paths[0]))
        )
    return list(found.values()), dict.fromkeys(path for path in paths if path not in found)


def give_to_files(library: Library, wanted: dict[str, list[int]], unknown: Collection[bytes]) -> Labelled:
    """Give the images of these files their labels, by label, in one transaction."""
    with library.writing() as db:
        image_of = images_of(db, {file_id for file_ids in wanted.values() for file_id in file_ids})
        of_label = {
            name: sorted({image_of[file_id] for file_id in file_ids if file_id in image_of})
            for name, file_ids in wanted.items()
        }
        undo = label_edits.apply(db, Give(of_label))
    labelled = {image_id for image_ids in of_label.values() for image_id in image_ids}
    assigned = sum(len(image_ids) for _, image_ids in undo.taken)
    return Labelled(len(labelled), len(wanted), assigned, len(unknown), tuple(islice(unknown, NAMED)), undo)


def images_of(db: Database, file_ids: Iterable[int]) -> dict[int, int]:
    """The image that each file holds now."""
    found: dict[int, int] = {}
    for batch in in_chunks(file_ids):
        found |= files.images_of(db, batch)
    return found


def _folder_name(path: bytes) -> str:
    parent = os.path.dirname(path)
    return labels.name_from(os.path.basename(parent) or parent)


class _Finder:
    """Finds the library's files by the paths that people write: relative to `base` or absolute, by any link."""

    def __init__(self, db: Database, base: bytes, beside: bool = True) -> None:
        self._db = db
        self._bases = [base, os.path.join(base, _BESIDE)] if beside else [base]
        self._real: dict[bytes, bytes] = {}

    def files_at(self, paths: Sequence[bytes]) -> dict[bytes, int]:
        """The file at each of the paths where the library knows an image."""
        spellings = {path: list(self._spellings(path)) for path in paths if len(path) <= LONGEST_PATH}
        known = _files_with_image(self._db, {spelling for each in spellings.values() for spelling in each})
        hits = {path: next((known[s] for s in each if s in known), None) for path, each in spellings.items()}
        return {path: file_id for path, file_id in hits.items() if file_id is not None}

    def _spellings(self, path: bytes) -> Iterator[bytes]:
        """The absolute paths that may be meant, the likeliest first."""
        for base in self._bases[: 1 if os.path.isabs(path) else None]:
            full = os.path.join(base, path)
            if b".." not in full.split(SEPARATOR):  # behind a link it leads elsewhere than its text says
                yield os.path.normpath(full)
            folder = os.path.dirname(full)
            if folder not in self._real:
                self._real[folder] = os.path.realpath(folder)
            yield os.path.join(self._real[folder], os.path.basename(full))


def _files_with_image(db: Database, paths: Collection[bytes]) -> dict[bytes, int]:
    found: dict[bytes, int] = {}
    for folder in folders.all_folders(db):
        start = len(folder.path.rstrip(SEPARATOR)) + 1
        below = [path[start:] for path in paths if len(path) > start and within(path, folder.path)]
        for batch in in_chunks(below):
            for path, file in files.known(db, folder.id, batch).items():
                if file.skipped is None or files.image_of(db, file.id) is not None:
                    found[os.path.join(folder.path, path)] = file.id
    return found


def in_chunks(values: Iterable[T]) -> Iterator[list[T]]:
    source = iter(values)
    while batch := list(islice(source, BATCH)):
        yield batch
