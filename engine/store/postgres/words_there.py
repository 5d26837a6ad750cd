"""What the search field looks through, on the server: the same rows as in a library's database of words, told apart
by checksums made here (that database keeps none)."""

from dataclasses import fields
from operator import attrgetter

from engine.store import word_rows
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.dialect import storable
from engine.store.postgres.mirroring import Differing, put_rows, remove
from engine.store.word_rows import WordRow

IDS = 5000  # in a range
_FACTS = ("day", "second", "by_camera", "placed", "iso", "aperture", "focal_um", "rating")
_NAMES = ("camera_id", "lens_id", "folder_id")
_cells = attrgetter(*(field.name for field in fields(WordRow)))
_WORDS = ("name", "folder", "camera", "lens", "text")


def mirror(words_db: Database, server: SharedDatabase, first: int, last: int) -> Differing:
    here = {row.image_id: row for _, row in word_rows.stored(words_db, first, last)}
    stored = {image_id: _checksum(row) for image_id, row in here.items()}
    sql = "SELECT image_id, checksum FROM facts WHERE image_id BETWEEN %s AND %s"
    there = dict(server.ask(sql, (first, last)).fetchall())
    changed = [row for image_id, row in here.items() if there.get(image_id) != stored[image_id]]
    gone = [(image_id,) for image_id in there if image_id not in here]
    if changed or gone:
        with server.writing():
            _put(server, changed, stored)
            for table in ("facts", "words"):
                remove(server, table, ("image_id",), gone)
    return Differing(len(changed), len(gone))


def _put(server: SharedDatabase, rows: list[WordRow], stored: dict[int, int]) -> None:
    ids = _name_ids(server, {name for row in rows for name in _names(row) if name is not None})
    facts = [
        (
            row.image_id,
            *(getattr(row, column) for column in _FACTS),
            *(None if name is None else ids[storable(name)] for name in _names(row)),
            stored[row.image_id],
        )
        for row in rows
    ]
    put_rows(server, "facts", ("image_id", *_FACTS, *_NAMES, "checksum"), ("image_id",), facts)
    put_rows(server, "words", ("image_id", *_WORDS), ("image_id",), [(row.image_id, *row.words) for row in rows])


def _names(row: WordRow) -> tuple[str | None, ...]:
    return row.camera, row.lens, row.folder


def _name_ids(server: SharedDatabase, names: set[str]) -> dict[str, int]:
    wanted = sorted(map(storable, names))
    server.ask(
        "INSERT INTO names (name) SELECT unnest(%s::text[]) ON CONFLICT (name) DO NOTHING",
        (wanted,),
    )
    return dict(server.ask("SELECT name, id FROM names WHERE name = ANY (%s)", (wanted,)).fetchall())


def _checksum(row: WordRow) -> int:
    *cells, words = _cells(row)
    return checksum(*cells, *words)
