"""Rows of a library beside those on the server, told apart by their checksums: what differs is written there, what
is gone is taken away, a range of ids at a time and each in one transaction. Whoever was interrupted goes on where
they were, and who publishes again writes what changed. Damaged rows are never published.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from engine.store.checked_rows import BY_NAME, CheckedTable
from engine.store.checksums import Cell, checksum
from engine.store.connection import Database
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.dialect import storable
from engine.store.postgres.troubles import asking

Cells = tuple[object, ...]
Key = tuple[object, ...]

_MODIFIED = "strftime('%Y-%m-%dT%H:%M:%S', mtime_ns / 1000000000, 'unixepoch', 'localtime')"
_THUMBNAILS = CheckedTable("thumbnails", ("image_id",), ("image_id", "jpeg"), (), by_triggers=False)


@dataclass(frozen=True, slots=True)
class Mirrored:
    table: CheckedTable
    by: str  # ids whose ranges are taken one after the other
    ids: int  # in a range
    derived: tuple[tuple[str, str], ...] = ()  # columns that only the server has, and how they are made


@dataclass(frozen=True, slots=True)
class Differing:
    written: int = 0
    removed: int = 0
    damaged: int = 0

    def __add__(self, other: "Differing") -> "Differing":
        return Differing(self.written + other.written, self.removed + other.removed, self.damaged + other.damaged)


PICTURES = (
    Mirrored(BY_NAME["folders"], "id", 1000),
    Mirrored(BY_NAME["mounts"], "folder_id", 1000),
    Mirrored(BY_NAME["images"], "id", 5000),
    Mirrored(BY_NAME["files"], "id", 5000, (("modified", _MODIFIED),)),
    Mirrored(BY_NAME["skipped"], "file_id", 5000),
    Mirrored(BY_NAME["metadata"], "image_id", 5000),
    Mirrored(BY_NAME["features"], "image_id", 2000),
)
THUMBNAILS = Mirrored(_THUMBNAILS, "image_id", 500)  # of 10 to 20 kB each
VERSIONS = (
    Mirrored(BY_NAME["training_images"], "image_id", 5000),
    Mirrored(BY_NAME["model_versions"], "id", 1000),
)


def ranges(db: Database, server: SharedDatabase, table: str, by: str, ids: int) -> Iterator[tuple[int, int]]:
    """All ids that either of them has, some at a time."""
    sql = f"SELECT coalesce(min({by}), 0), coalesce(max({by}), -1) FROM {table}"
    ends = [db.execute(sql).fetchone(), server.ask(sql).fetchone() or (0, -1)]
    known = [(int(first), int(last)) for first, last in ends if first <= last]
    if known:
        for first in range(min(first for first, _ in known), max(last for _, last in known) + 1, ids):
            yield first, first + ids - 1


def mirror(db: Database, server: SharedDatabase, what: Mirrored, first: int, last: int) -> Differing:
    """Make the rows of these ids the same there as they are here."""
    table, ends = what.table, (first, last)
    keys = ", ".join(table.key)
    between = f"FROM {table.name} WHERE {what.by} BETWEEN"
    here = _checksums(db.execute(f"SELECT checksum, {keys} {between} ? AND ?", ends))
    there = _checksums(server.ask(f"SELECT checksum, {keys} {between} %s AND %s", ends))
    changed = {key for key, stored in here.items() if there.get(key, -1) != stored}
    gone = [key for key in there if key not in here]
    if not (changed or gone):
        return Differing()
    rows = list(_rows(db, what, first, last, changed))
    with server.writing():
        _put(server, what, rows)
        remove(server, table.name, table.key, gone)
    return Differing(len(rows), len(gone), len(changed) - len(rows))


def remove(server: SharedDatabase, table: str, key: Sequence[str], gone: Sequence[Key]) -> None:
    if gone:
        condition = " AND ".join(f"{column} = %s" for column in key)
        with asking(server.address), server.raw().cursor() as cursor:
            cursor.executemany(f"DELETE FROM {table} WHERE {condition}", gone)


def put_rows(
    server: SharedDatabase, table: str, columns: Sequence[str], key: Sequence[str], rows: Sequence[Cells]
) -> None:
    """These rows, in place of those of the same keys."""
    if not rows:
        return
    names, keys = ", ".join(columns), ", ".join(key)
    others = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key)
    server.ask(f"CREATE TEMP TABLE incoming ON COMMIT DROP AS SELECT {names} FROM {table} WITH NO DATA")
    into = f"COPY incoming ({names}) FROM STDIN"
    with asking(server.address), server.raw().cursor() as cursor, cursor.copy(into) as copy:
        for row in rows:
            copy.write_row(row)
    kept = f"UPDATE SET {others}" if others else "NOTHING"
    server.ask(f"INSERT INTO {table} ({names}) SELECT {names} FROM incoming ON CONFLICT ({keys}) DO {kept}")
    server.ask("DROP TABLE incoming")


def _checksums(rows: Iterable[Sequence[object]]) -> dict[Key, object]:
    return {tuple(key): stored for stored, *key in rows}


def _rows(db: Database, what: Mirrored, first: int, last: int, wanted: set[Key]) -> Iterator[Cells]:
    """Those that fit their checksum."""
    table = what.table
    derived = "".join(f", {sql}" for _, sql in what.derived)
    sql = f"SELECT checksum, {table.cells()}{derived} FROM {table.name} WHERE {what.by} BETWEEN ? AND ?"
    width = len(table.columns)
    texts = [table.columns.index(column) for column in table.texts]
    key = itemgetter(*(table.columns.index(column) for column in table.key))
    for stored, *found in db.execute(sql, (first, last)):
        if checksum(*found[:width]) == stored:
            for at in texts:
                found[at] = _text(found[at])
            if _as_key(key(found)) in wanted:
                yield (*found[:width], stored, *found[width:])


def _as_key(cells: object) -> Key:
    return cells if isinstance(cells, tuple) else (cells,)


def _text(cell: Cell) -> Cell | str:
    return storable(cell.decode("utf-8", "replace")) if isinstance(cell, bytes) else cell


def _put(server: SharedDatabase, what: Mirrored, rows: Sequence[Cells]) -> None:
    columns = (*what.table.columns, "checksum", *(name for name, _ in what.derived))
    put_rows(server, what.table.name, columns, what.table.key, rows)
