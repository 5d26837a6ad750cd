"""Is all that the library holds intact? Finds what is damaged, and mends it.

One flipped bit is turned back by the row's checksum. Where more is wrong, what can be computed again is, and what a
person said comes from the backup if that is up to date; else it is named (see `engine.store.row_repair`).
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from operator import attrgetter

from engine.copies import saved_codes
from engine.copies.eyes import look_at_eyes
from engine.copies.finding import find
from engine.errors import DamagedLibraryError, DamagedWordsError, UserError
from engine.jobs import builtin_version
from engine.jobs.encoding import encode_missing
from engine.jobs.page_checking import complaints_of
from engine.library import Library
from engine.library_folder import usable_backup
from engine.mapping import saved_map
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, is_tuned, must_be_intact
from engine.progress import Progress
from engine.search import saved_index
from engine.search.word_list import list_words
from engine.sentences import said
from engine.store import (
    checked_rows,
    codes,
    features,
    files,
    images,
    row_repair,
    skipped,
    thumbnails,
    versions,
    word_changes,
    word_rows,
)
from engine.store.checked_rows import DamagedRow
from engine.store.database import is_about_free_pages, make_free_pages_again, make_indexes_again
from engine.store.versions import Version
from engine.thumbnail_place import are_away


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be."""

    what: str
    count: int
    repaired: bool


Check = Callable[[Library, bool], Iterator[Finding | None]]  # None: it goes on


def check(library: Library, repair: bool = False) -> Generator[Progress, None, list[Finding]]:
    """Look at everything; with `repair`, mend what can be mended. What must be read again waits for `index`."""
    if repair:
        library.must_be_writable()
    report = Progress(0, None, said("Checking the database"))
    yield report
    findings = list[Finding]()
    yield from _collected(_torn(library, repair), findings, report)
    checks: list[tuple[str, Check]] = [
        ("rows", _rows),
        ("references", _references),
        ("files", _files),
        ("model versions", _versions),
        ("features", _features),
        ("codes", _codes),
        ("thumbnails", _thumbnails),
        ("the saved index", _index),
        ("the search field", _words),
    ]
    for done, (name, run) in enumerate(checks):
        report = Progress(done, len(checks), said("Checking {name}", name=name))
        yield report
        try:
            yield from _collected(run(library, repair), findings, report)
        except sqlite3.DatabaseError as error:
            findings.append(Finding(f"{name} cannot be checked ({error})", 1, False))
    if repair:
        yield from builtin_version.refresh(library, EFFICIENTNET_LITE0)
        active = versions.active(library.db)
        if active is not None:
            yield from encode_missing(library, active)
        yield from find(library)
        yield from look_at_eyes(library)
        yield from list_words(library)
    yield Progress(len(checks), len(checks), said("Checked"))
    return findings


def _collected(found: Iterator[Finding | None], findings: list[Finding], report: Progress) -> Iterator[Progress]:
    """What is found goes to the findings; where it only goes on, that is reported."""
    for finding in found:
        if finding is None:
            yield report
        else:
            findings.append(finding)


def _torn(library: Library, repair: bool) -> Iterator[Finding | None]:
    """Pages that do not fit together. Indexes and free pages can be made again from the tables; a library.db that
    is torn beyond that cannot be mended, only put aside, by who opened it."""
    if wrong := (yield from complaints_of(library, attrgetter("db"))):
        if repair and not _made_again(library, wrong):
            raise DamagedLibraryError(
                said("The database of the library {path} is damaged ({why}).", path=library.path, why=wrong[0])
            )
        yield Finding(f"library.db is damaged: {wrong[0]}", len(wrong), repair)
    if wrong := (yield from complaints_of(library, attrgetter("thumbnails_db"))):
        if repair:
            library.put_thumbnails_aside()
        yield Finding(f"thumbnails.db is damaged: {wrong[0]}", len(wrong), repair)


def _made_again(library: Library, wrong: list[str]) -> bool:
    """Whether that was all. A flipped bit in a row, or in an index, leaves the two apart."""
    try:
        if is_about_free_pages(wrong):
            make_free_pages_again(library.db)
        with library.writing() as db:
            make_indexes_again(db)
    except (DamagedLibraryError, sqlite3.IntegrityError):  # a full disk, say, is none: that is told as it is
        return False
    return True


def _rows(library: Library, repair: bool) -> Iterator[Finding | None]:
    kept = usable_backup(library.path) if repair else None
    for table in checked_rows.TABLES:
        damaged = list[DamagedRow]()
        for looked_at in checked_rows.looked_through(library.db, table):
            if looked_at is None:
                yield None
            else:
                damaged.append(looked_at)
        if not damaged:
            continue
        found, losses = Counter(map(_what, damaged)), Counter[str]()
        if repair:
            with library.writing() as db:
                for row in damaged:
                    if (loss := row_repair.repair(db, row, kept)) is not None:
                        found[_what(row)] -= 1
                        losses[loss] += 1
        yield from (Finding(what, count, repair) for what, count in found.items() if count)
        yield from (Finding(loss, count, False) for loss, count in losses.items())


def _what(row: DamagedRow) -> str:
    match row.table.name:
        case "codes":
            return f"codes of version {row.cell('version_id')!r} are damaged"
        case "image_labels":
            return "label assignments are damaged"
        case "model_versions":
            return "descriptions of model versions are damaged"
        case "user_changes":
            return "the count of changes is damaged"
        case "kept_groups":
            return "groups that you keep are damaged"
        case "file_actions":
            return "the log of file actions is damaged"
        case "sidecar_log":
            return "the log of sidecars is damaged"
        case "folder_answers":
            return "what you answered about folders is damaged"
        case "word_changes":
            return "notes for the search field are damaged"
        case "metadata_again":
            return "notes of which metadata to read again are damaged"
        case "features" | "decisions" | "metadata" as name:
            return f"{name} {'is' if name == 'metadata' else 'are'} damaged"
        case name:
            return f"rows of {name} are damaged"


_NOT_COMPUTED_AGAIN = {"mounts", "training_images"}
_BACKED_UP = {"image_labels", "decisions", "folder_answers"}


def _references(library: Library, repair: bool) -> Iterator[Finding]:
    dangling = row_repair.tables_pointing_nowhere(library.db)
    if not dangling:
        return
    mended = False
    if repair:
        kept, tables = usable_backup(library.path), set(dangling)
        with library.writing() as db:
            row_repair.remove_what_points_nowhere(db, kept)
        mended = not tables & _NOT_COMPUTED_AGAIN and not (tables & _BACKED_UP and kept is None)
    yield Finding("library.db has rows that point nowhere", len(dangling), mended)


def _files(library: Library, repair: bool) -> Iterator[Finding]:
    lost = files.neither_read_nor_skipped(library.db)
    if lost:
        if repair:
            with library.writing() as db:
                skipped.retry(db, lost)
        yield Finding("files are neither read nor skipped", len(lost), repair)


def _versions(library: Library, repair: bool) -> Iterator[Finding]:
    known = versions.all_versions(library.db)
    if known and sum(version.active for version in known) != 1:
        sound = [version.id for version in known if not version.damaged]
        if repair and sound:
            with library.writing() as db:
                versions.activate(db, sound[-1])
        yield Finding("no model version is active", 1, repair and bool(sound))
    for version in known:
        if version.damaged:
            continue  # its row has been reported
        try:
            model_files.of_version(library.models_folder, version)
        except UserError:
            mended = repair and _drop_builtin(library, version)
            yield Finding(f"the model file of version {version.id} ({version.name}) is damaged", 1, mended)
    yield from _tuned_networks(library, known)


def _tuned_networks(library: Library, known: list[Version]) -> Iterator[Finding]:
    for name in sorted({version.backbone for version in known}):
        try:
            must_be_intact(name, library.models_folder)
        except UserError:
            yield Finding(f"the {'tuned ' * is_tuned(name)}network {name} is damaged", 1, False)


def _drop_builtin(library: Library, version: Version) -> bool:
    """A built-in version can be fitted again from stored features; a trained one cannot."""
    if version.method not in builtin_version.METHODS:
        return False
    with library.writing() as db:
        versions.deactivate(db, version.id)
        versions.remove(db, version.id)
    return True


def _features(library: Library, repair: bool) -> Iterator[Finding]:
    lacking = images.read_without_features(library.db)
    if lacking:
        if repair:
            _read_again(library, lacking)
        yield Finding("pictures have no features", len(lacking), repair)


def _codes(library: Library, repair: bool) -> Iterator[Finding]:
    for version in versions.all_versions(library.db):
        unfit = [] if version.damaged else codes.of_another_length(library.db, version.id, version.bits)
        if unfit:
            if repair:
                with library.writing() as db:
                    codes.remove_some(db, version.id, unfit)
            yield Finding(f"codes of version {version.id} have another length than it makes", len(unfit), repair)
    active = versions.active(library.db)
    if active is not None:
        lacking = features.count_without_code(library.db, active.backbone, active.id)
        if lacking and not repair:
            yield Finding("pictures have no code of the active version", lacking, False)


def _thumbnails(library: Library, repair: bool) -> Iterator[Finding | None]:
    damaged = list[int]()
    for image_id in thumbnails.damaged(library.thumbnails_db):
        if image_id is None:
            yield None
        else:
            damaged.append(image_id)
    if damaged:
        if repair:
            _read_again(library, damaged)
            with library.writing_thumbnails() as db:
                thumbnails.remove(db, damaged)
        yield Finding("thumbnails are damaged", len(damaged), repair)
    if are_away(library.path):
        return  # which are lacking is seen when they are back
    have = thumbnails.ids(library.thumbnails_db)
    lacking = [image_id for image_id in images.read_and_at_hand(library.db) if image_id not in have]
    if lacking:
        if repair:
            _read_again(library, lacking)
        yield Finding("pictures have no thumbnail", len(lacking), repair)


def _index(library: Library, repair: bool) -> Iterator[Finding]:
    active = versions.active(library.db)
    if active is not None and not saved_index.is_intact(library.index_folder, active):
        if repair:
            index = saved_index.up_to_date(library.db, library.index_folder, active, None)
            saved_index.save(library.index_folder, index)
        yield Finding("the saved index is damaged", 1, repair)
    if not saved_codes.is_intact(library):
        if repair:
            saved_codes.save(library)
        yield Finding("the saved codes of near-copies are damaged", 1, repair)
    if maps := saved_map.damaged(library):
        if repair:
            for path in maps:
                os.unlink(path)  # it is laid out again when it is asked for
        yield Finding("saved maps are damaged", len(maps), repair)


def _words(library: Library, repair: bool) -> Iterator[Finding | None]:
    """What is noted as changed may differ; it is taken up by the next search."""
    differ = 0
    try:
        noted = word_changes.all_noted(library.db)
        for count in word_rows.wrong(library.db, library.words_db, noted, can_write=not library.read_only):
            differ += count
            yield None
    except DamagedWordsError:
        differ = 1
    if differ:
        if repair:
            library.begin_words_anew()
        yield Finding("the words of the search field are damaged", differ, repair)


def _read_again(library: Library, image_ids: list[int]) -> None:
    with library.writing() as db:
        files.read_again(db, image_ids)
