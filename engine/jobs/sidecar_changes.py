"""Sidecars that are new, have changed or are gone: what their pictures say is to be read again."""

from collections.abc import Collection, Mapping

from engine.errors import DamagedWordsError
from engine.library import Library
from engine.store import metadata_rows, seen_sidecars, sidecar_files, word_rows
from engine.store.files import within
from engine.store.folders import Folder
from engine.store.seen_sidecars import SizeAndTime


def note_changed(
    library: Library,
    folder: Folder,
    found: Mapping[bytes, SizeAndTime],
    looked_for: Collection[bytes] | None = None,
    away: Collection[bytes] = (),
) -> set[int]:
    """What was `found` in a folder, by paths in it, against what was known. Of all others those that were
    `looked_for` are gone, or all (None) but what lies in a place that is away. Returns the images concerned."""
    known = _known(library, folder)
    new = {path: each for path, each in found.items() if known.get(path) != each}
    gone = [path for path in (known if looked_for is None else looked_for) if path in known and path not in found]
    gone = [path for path in gone if not any(not part or within(path, part) for part in away)]
    if not new and not gone:
        return set()
    with library.writing() as db:
        beside = {file for path in (*new, *gone) for file in sidecar_files.beside(db, folder.id, path)}
        noted = metadata_rows.note_of_files(db, sorted(beside))
    with library.writing_words() as words_db:
        seen_sidecars.put(words_db, folder.id, new, gone)
    return noted


def _known(library: Library, folder: Folder) -> dict[bytes, SizeAndTime]:
    try:
        with word_rows.damage_said():
            return seen_sidecars.known(library.words_db, folder.id)
    except DamagedWordsError:
        library.begin_words_anew()
        return {}
