"""A library published to a server, so that others search it there: what differs is written, a batch a transaction.

Publishing again writes what changed since, and goes on where it was interrupted. A version serves there once all
that it needs is there. What others said on the server stays.
"""

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from engine.library import Library
from engine.model.backbone_spec import file_of
from engine.progress import Progress
from engine.search.word_list import list_words
from engine.sentences import said
from engine.store import codes, versions
from engine.store.postgres import (
    code_tables,
    holding,
    mirroring,
    model_rows,
    notices,
    privileges,
    said_by_all,
    schema,
    words_there,
)
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.mirroring import Differing, Mirrored
from engine.store.versions import Version
from engine.thumbnail_place import are_away

CODES = 20_000  # in a batch


@dataclass(frozen=True, slots=True)
class Published:
    images: int  # that are there now
    written: int
    removed: int
    damaged: int  # rows that were not published
    recall: float | None = None  # of the active version, where it is searched approximately


def publish(
    library: Library, address: str, readers: Sequence[str] = (), labellers: Sequence[str] = ()
) -> Generator[Progress, None, Published]:
    """Make what is on the server the same as the library; roles of the server are allowed to read, or to label."""
    if not library.read_only:
        yield from list_words(library)
    with closing(SharedDatabase(address)) as server:
        schema.bring_up_to_date(server)
        with holding.held(library.db, server):
            done = yield from _pictures(library, server)
            done += yield from _versions(library, server)
            done += yield from _said(library, server)
            for role in readers:
                privileges.allow_reading(server, role)
            for role in labellers:
                privileges.allow_labelling(server, role)
            images = holding.count(server)
            notices.tell_published(server)
            active = versions.active(library.db)
            coded = None if active is None else code_tables.of_version(server, active.id)
    recall = None if coded is None else coded.recall
    return Published(images, done.written, done.removed, done.damaged, recall)


def _pictures(library: Library, server: SharedDatabase) -> Generator[Progress, None, Differing]:
    done = Differing()
    for what in mirroring.PICTURES:
        done += yield from _mirrored(library, server, what, said("Publishing pictures"))
    if not are_away(library.path):  # else those that are there stay
        done += yield from _mirrored(library, server, mirroring.THUMBNAILS, said("Publishing thumbnails"))

    def words(first: int, last: int) -> Differing:
        return words_there.mirror(library.words_db, server, first, last)

    places = list(mirroring.ranges(library.words_db, server, "facts", "image_id", words_there.IDS))
    return done + (yield from _each(places, words, said("Publishing words")))


def _mirrored(
    library: Library, server: SharedDatabase, what: Mirrored, note: str
) -> Generator[Progress, None, Differing]:
    db = library.thumbnails_db if what is mirroring.THUMBNAILS else library.db

    def one(first: int, last: int) -> Differing:
        return mirroring.mirror(db, server, what, first, last)

    places = list(mirroring.ranges(db, server, what.table.name, what.by, what.ids))
    return (yield from _each(places, one, note))


def _each(
    places: Sequence[tuple[int, int]], one: Callable[[int, int], Differing], note: str
) -> Generator[Progress, None, Differing]:
    done = Differing()
    for at, (first, last) in enumerate(places, 1):
        done += one(first, last)
        yield Progress(at, len(places), note)
    return done


def _versions(library: Library, server: SharedDatabase) -> Generator[Progress, None, Differing]:
    """Codes and files first, then the versions themselves, and which of them is active; then what nobody needs."""
    done, sound = Differing(), [each for each in versions.all_versions(library.db) if not each.damaged]
    for version in sound:
        done += yield from _codes(library, server, version)
    files = _put_files(library, server, sound)
    for what in mirroring.VERSIONS:
        done += yield from _mirrored(library, server, what, said("Publishing model versions"))
    model_rows.remove_but(server, files)
    for gone in code_tables.versions(server).keys() - {version.id for version in sound}:
        with server.writing():
            code_tables.drop(server, gone)
    return done


def _codes(library: Library, server: SharedDatabase, version: Version) -> Generator[Progress, None, Differing]:
    with server.writing():
        code_tables.make(server, version.id, version.bits)

    def one(first: int, last: int) -> Differing:
        rows, damaged = codes.rows_of(library.db, version.id, first, last, version.bits)
        there = code_tables.known(server, version.id, first, last)
        changed = [row for row in rows if there.get(row[0]) != row[2]]
        gone = sorted(there.keys() - {row[0] for row in rows})
        if changed or gone:
            with server.writing():
                code_tables.put(server, version.id, version.bits, changed, gone)
        return Differing(len(changed), len(gone), damaged)

    note = said("Publishing codes")
    places = list(mirroring.ranges(library.db, server, "images", "id", CODES))
    done = yield from _each(places, one, note)
    if done.written or done.removed or code_tables.is_unfinished(server, version.id):
        yield Progress(len(places), len(places), said("Preparing the search on the server"))
        code_tables.finish(server, version.id)
    return done


def _put_files(library: Library, server: SharedDatabase, sound: Iterable[Version]) -> list[str]:
    wanted = [version.file for version in sound]
    wanted += [name for version in sound if (name := file_of(version.backbone)) is not None]
    there = model_rows.names(server)
    for name in wanted:
        path = os.path.join(library.models_folder, name)
        if name not in there and os.path.exists(path):
            with open(path, "rb") as file:
                model_rows.put(server, name, file.read())
    return wanted


def _said(library: Library, server: SharedDatabase) -> Generator[Progress, None, Differing]:
    done = Differing()
    for publish_some in (said_by_all.publish_labels, said_by_all.publish_decisions):
        for some in publish_some(library.db, server):
            done += some
            yield Progress(done.written + done.removed, None, said("Publishing labels"))
    return done
