"""Other libraries joined to this one, by content: places, features, labels, decisions, versions with their codes,
skipped files, thumbnails.

The others are only read. Each batch of their images is one transaction with all that is known of them, so that a
merge that was killed or cancelled is taken up by merging again, which changes nothing that is there already. What
is derived (codes of other versions, near-copies, words of the search field) is made for the whole at the end.
"""

import os
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from engine.content import ContentKind
from engine.copies.finding import find
from engine.errors import UserError
from engine.jobs import builtin_version
from engine.jobs.encoding import encode_missing
from engine.jobs.merged_versions import brought_in
from engine.library import Library
from engine.library_folder import holds, lock_of
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress
from engine.search.word_list import list_words
from engine.sentences import said, said_n, text_of
from engine.store import (
    checked_rows,
    files,
    folders,
    images,
    label_list,
    labels,
    merged_rows,
    migrations,
    other_database,
    thumbnails,
    versions,
)
from engine.store.connection import Database
from engine.store.database import complaints
from engine.thumbnail_place import file_now

BATCH = 500  # images, or files, a transaction


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two pictures of which the other thing was said in another library. What was said here stays."""

    query_id: int
    hit_id: int
    same: bool  # as it stays
    decided_at: str
    other_library: str
    other_decided_at: str


@dataclass(slots=True)
class MergedLibraries:
    """What a library has got from another one."""

    counts: dict[str, int] = field(default_factory=dict)
    contradictions: list[Contradiction] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # sentences about what could not be taken


@dataclass(frozen=True, slots=True)
class _Other:
    """Another library, opened for reading."""

    path: str
    db: Database
    thumbnails_db: Database | None


def merge(library: Library, paths: Sequence[str]) -> Generator[Progress, None, MergedLibraries]:
    """Join the libraries in these folders to this one, one after the other. Nothing is taken before all were looked
    at; UserError, naming it, for one that cannot be."""
    library.must_be_writable()
    kinds = images.content_kinds(library.db)
    for path in paths:
        _must_be_another(library, path)
        with _opened(path) as other:
            yield from _look_through(other)
            kinds |= images.content_kinds(other.db)
            _must_be_of_one_kind(kinds, path)
    result, before = MergedLibraries(), merged_rows.counts(library.db)
    for path in paths:
        with _opened(path) as other:
            yield from _take(library, other, result)
    yield from _finish(library)
    after = merged_rows.counts(library.db)
    result.counts = {name: after[name] - before[name] for name in after}
    return result


def _must_be_another(library: Library, path: str) -> None:
    if os.path.realpath(path) == os.path.realpath(library.path):
        raise UserError(said("{path} is the library itself into which others are merged.", path=path))


def _must_be_of_one_kind(kinds: set[ContentKind], path: str) -> None:
    """Or one picture would be two images."""
    if len(kinds) > 1:
        raise UserError(
            said(
                "{path} cannot be merged: one of the libraries is from before pictures were known by BLAKE3. Let a"
                " new library index its folders, and carry the labels over as a table.",
                path=path,
            )
        )


@contextmanager
def _opened(path: str) -> Iterator[_Other]:
    """Nobody may write there meanwhile. Where there is no lock, or nobody can take it, nobody writes."""
    database, lock = os.path.join(path, "library.db"), None
    if not holds(path, "library.db"):
        raise UserError(said("There is no library at {path}.", path=path))
    if os.access(os.path.join(path, "lock"), os.W_OK):
        lock, _ = lock_of(path)
        if lock is None:
            raise UserError(said("{path} cannot be merged now: another DualHash has it open.", path=path))
    try:
        with ExitStack() as stack:
            try:
                db = stack.enter_context(other_database.opened(database, migrations.LIBRARY))
            except (UserError, sqlite3.DatabaseError) as error:
                raise UserError(said("{path} cannot be merged: {why}", path=path, why=text_of(error))) from error
            yield _Other(path, db, _thumbnails(stack, path))
    finally:
        if lock is not None:
            lock.release()


def _thumbnails(stack: ExitStack, path: str) -> Database | None:
    """They are derived: damaged ones are made again."""
    file = file_now(path)
    if not holds(*os.path.split(file)):
        return None
    try:
        return stack.enter_context(other_database.opened(file, migrations.THUMBNAILS))
    except (UserError, sqlite3.DatabaseError):
        return None


def _look_through(other: _Other) -> Generator[Progress, None, None]:
    """Nothing of what is damaged is to be spread."""
    note = said("Checking {path}", path=other.path)
    yield Progress(0, None, note)
    wrong = complaints(other.db)
    for done, name in enumerate(merged_rows.MERGED if not wrong else ()):
        yield Progress(done, len(merged_rows.MERGED), note)
        rows = sum(1 for _ in checked_rows.damaged(other.db, checked_rows.BY_NAME[name]))
        if rows:
            wrong.append(said_n("{n} rows of {name} are damaged", "{n} row of {name} is damaged", rows, name=name))
    if wrong:
        raise UserError(
            said(
                "{path} cannot be merged: {why}. “dualhash check --repair --library {path}” mends it.",
                path=other.path,
                why=wrong[0],
            )
        )


def _take(library: Library, other: _Other, result: MergedLibraries) -> Generator[Progress, None, None]:
    note = said("Merging {path}", path=other.path)
    yield Progress(0, None, note)
    with merged_rows.attached(library.db, os.path.join(other.path, "library.db")):
        _match(library, other)
        for theirs, ours in brought_in(library, other.db, os.path.join(other.path, "models"), result.notes):
            merged_rows.same_version(library.db, theirs, ours)
        yield from _take_images(library, other, note)
        yield from _take_files_without_image(library, note)
        with library.writing() as db:
            merged_rows.take_what_is_of_folders(db)
            merged_rows.take_decisions(db)
        result.contradictions += [
            Contradiction(*row[:4], other.path, row[4]) for row in merged_rows.contradictions(library.db)
        ]


def _match(library: Library, other: _Other) -> None:
    """Folders and labels are the same by their names; those that are new here are made."""
    with library.writing() as db:
        for folder in folders.all_folders(other.db):
            ours = library.take_in_folder(db, folder.path)
            way = os.path.relpath(folder.path, ours.path) if folder.path != ours.path else b""
            merged_rows.same_folder(db, folder.id, ours.id, os.path.join(way, b"") if way else b"")
        known = label_list.by_id(db)
        for theirs in sorted(label_list.by_id(other.db).values(), key=lambda label: label.id):
            number = labels.find(db, theirs.name)
            if number is None:
                is_free = all(theirs.hotkey != label.hotkey for label in known.values())
                number = labels.add(db, theirs.name, theirs.colour, theirs.hotkey if is_free else None)
                known = label_list.by_id(db)
            merged_rows.same_label(db, theirs.id, number)


def _take_images(library: Library, other: _Other, note: str) -> Generator[Progress, None, None]:
    after, done, total = 0, 0, merged_rows.count_theirs(library.db, "images")
    while (batch := merged_rows.next_ids(library.db, "images", after, BATCH)) is not None:
        with library.writing() as db:
            ours = merged_rows.take_images(db, *batch)
            # Thumbnails are stored first: an image that is there has its thumbnail, even after a kill in between.
            have = thumbnails.get(library.thumbnails_db, list(ours.values()))
            wanted = {theirs: number for theirs, number in ours.items() if number not in have}
            found = {} if other.thumbnails_db is None else thumbnails.intact(other.thumbnails_db, list(wanted))
            with library.writing_thumbnails() as thumbnails_db:
                thumbnails.put(thumbnails_db, [(wanted[theirs], jpeg) for theirs, jpeg in found.items()])
            files.read_again(db, [number for theirs, number in wanted.items() if theirs not in found])
        after = batch[1]
        done += min(BATCH, total - done)
        yield Progress(done, total, note)


def _take_files_without_image(library: Library, note: str) -> Generator[Progress, None, None]:
    after = 0
    while (batch := merged_rows.next_ids(library.db, "files", after, BATCH)) is not None:
        with library.writing() as db:
            merged_rows.take_files_without_image(db, *batch)
        after = batch[1]
        yield Progress(0, None, note)


def _finish(library: Library) -> Generator[Progress, None, None]:
    """What is made for the whole."""
    yield from list_words(library)
    yield from builtin_version.refresh(library, EFFICIENTNET_LITE0)
    for version in versions.all_versions(library.db):
        if not version.damaged:
            yield from encode_missing(library, version)
    yield from find(library)
    yield from list_words(library)
