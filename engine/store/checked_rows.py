"""Which table keeps a checksum over which columns, how it is kept right, and which rows do not fit theirs.

Tables whose rows change keep it by triggers, which each of our own connections has for itself (TEMP): who writes to
the file by other means leaves rows that do not fit. Tables whose rows are only put and taken away are given it by
the module that writes them.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from engine.store import metadata_rows
from engine.store.checksums import Cell, before_the_flip, checksum
from engine.store.connection import Database
from engine.store.natural_names import natural_key, natural_path_key


@dataclass(frozen=True, slots=True)
class CheckedTable:
    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]  # in the order in which the checksum takes them; the key is among them
    texts: tuple[str, ...] = ()  # those of them that hold text
    by_triggers: bool = True

    def cells(self, prefix: str = "") -> str:
        """The columns in SQL, texts as their bytes: damaged ones may be no text any more."""
        return ", ".join(
            f"CAST({prefix}{column} AS BLOB)" if column in self.texts else f"{prefix}{column}"
            for column in self.columns
        )

    def condition(self) -> str:
        """The row of a key, in SQL."""
        marks = ("rowid",) if self.key == () else self.key
        return " AND ".join(f"CAST({c} AS BLOB) IS ?" if c in self.texts else f"{c} = ?" for c in marks)

    def key_of(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(cells[self.columns.index(column)] for column in self.key)

    def cell(self, cells: tuple[Cell, ...], column: str) -> Cell:
        return cells[self.columns.index(column)]


# Those that others point at come first.
TABLES = (
    CheckedTable("folders", ("id",), ("id", "path", "added_at"), ("added_at",)),
    CheckedTable(
        "images",
        ("id",),
        ("id", "content", "format", "width", "height", "taken_at", "camera", "added_at"),
        ("format", "taken_at", "camera", "added_at"),
    ),
    CheckedTable("labels", ("id",), ("id", "name", "colour", "hotkey"), ("name", "colour", "hotkey")),
    CheckedTable(
        "model_versions",
        ("id",),
        (
            *("id", "name", "method", "bits", "backbone", "file", "file_checksum", "details", "created_at"),
            *("active", "stamp", "removed_stamp"),
        ),
        ("name", "method", "backbone", "file", "file_checksum", "details", "created_at"),
    ),
    CheckedTable(
        "files",
        ("id",),
        ("id", "folder_id", "path", "image_id", "size", "mtime_ns", "missing", "waiting", "name_key", "path_key"),
        ("name_key", "path_key"),
    ),
    CheckedTable("mounts", ("folder_id", "path"), ("folder_id", "path")),
    CheckedTable(
        "skipped",
        ("file_id",),
        ("file_id", "kind", "reason", "skipped_at"),
        ("kind", "reason", "skipped_at"),
    ),
    CheckedTable("training_images", ("version_id", "image_id"), ("version_id", "image_id")),
    CheckedTable("user_changes", (), ("count",)),
    CheckedTable(
        "file_actions",
        ("id",),
        (
            *("id", "batch", "kind", "source", "target", "content", "size", "part", "state", "reason"),
            "began_at",
        ),
        ("kind", "part", "state", "reason", "began_at"),
    ),
    CheckedTable(
        "sidecar_log",
        ("id",),
        ("id", "batch", "path", "before", "after", "splices", "added", "written_at"),
        ("splices", "added", "written_at"),
    ),
    CheckedTable("features", ("image_id", "backbone"), ("image_id", "backbone", "numbers"), ("backbone",), False),
    CheckedTable(
        "codes", ("version_id", "image_id"), ("version_id", "image_id", "code", "stamp"), (), by_triggers=False
    ),
    CheckedTable("image_labels", ("image_id", "label_id"), ("image_id", "label_id"), (), by_triggers=False),
    CheckedTable(
        "decisions",
        ("query_id", "hit_id"),
        ("query_id", "hit_id", "same", "decided_at"),
        ("decided_at",),
        by_triggers=False,
    ),
    CheckedTable(
        "kept_groups",
        ("members", "copies"),
        ("members", "copies", "kept_at"),
        ("kept_at",),
        by_triggers=False,
    ),
    CheckedTable(
        "folder_answers",
        ("folder_id",),
        ("folder_id", "take", "ratings", "levels", "answered_at"),
        ("levels", "answered_at"),
        by_triggers=False,
    ),
    CheckedTable("taken_labels", ("file_id",), ("file_id", "stamp", "said"), ("said",), by_triggers=False),
    CheckedTable(
        "keyword_labels",
        ("file_id", "label_id"),
        ("file_id", "label_id", "image_id", "beside"),
        (),
        by_triggers=False,
    ),
    CheckedTable(
        "pixel_codes",
        ("image_id",),
        ("image_id", "code", "look", "sharpness", "compared"),
        (),
        by_triggers=False,
    ),
    CheckedTable("metadata", ("image_id",), metadata_rows.COLUMNS, metadata_rows.TEXT_COLUMNS, by_triggers=False),
    CheckedTable("metadata_again", ("image_id",), ("image_id",), (), by_triggers=False),
    CheckedTable("word_changes", ("image_id",), ("image_id",), (), by_triggers=False),
    CheckedTable(
        "alike_pairs",
        ("first_id", "second_id"),
        ("first_id", "second_id", "burst", "likeness"),
        (),
        by_triggers=False,
    ),
    CheckedTable("faces", ("image_id",), ("image_id", "faces"), (), by_triggers=False),
)
BY_NAME = {table.name: table for table in TABLES}
AT_A_TIME = 5000  # rows
SMALL = ("folders", "labels", "model_versions", "user_changes")  # looked at whenever a library is opened


@dataclass(frozen=True, slots=True)
class DamagedRow:
    table: CheckedTable
    key: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    stored: int | None  # the checksum

    def cell(self, column: str) -> Cell:
        return self.table.cell(self.cells, column)


def add_functions(connection: sqlite3.Connection) -> None:
    """What the triggers and the migrations call."""
    connection.create_function("row_checksum", -1, checksum, deterministic=True)
    connection.create_function("next_checksum", -1, _next_checksum, deterministic=True)
    connection.create_function("natural_key", 1, natural_key, deterministic=True)
    connection.create_function("natural_path_key", 1, natural_path_key, deterministic=True)


def add_triggers(db: Database) -> None:
    """Keep the checksums right of all that this connection writes."""
    db.conn.executescript(_triggers())


@cache
def _triggers() -> str:
    """In SQL; every connection has its own, so it is put together once."""
    statements = list[str]()
    for table in TABLES:
        if table.by_triggers:
            new, place = table.cells("NEW."), _place(table)
            statements += [
                f"CREATE TEMP TRIGGER {table.name}_put AFTER INSERT ON main.{table.name} BEGIN"
                f" UPDATE {table.name} SET checksum = row_checksum({new}) WHERE {place}; END;",
                f"CREATE TEMP TRIGGER {table.name}_changed AFTER UPDATE OF {', '.join(table.columns)}"
                f" ON main.{table.name} BEGIN UPDATE {table.name}"
                f" SET checksum = next_checksum(OLD.checksum, {table.cells('OLD.')}, {new}) WHERE {place}; END;",
            ]
    return "\n".join(statements)


def damaged(db: Database, table: CheckedTable) -> Iterator[DamagedRow]:
    """The rows that do not fit their checksum."""
    return (row for row in looked_through(db, table) if row is not None)


def looked_through(db: Database, table: CheckedTable) -> Iterator[DamagedRow | None]:
    """The same, and None after so many others: of a million features, looking takes a while."""
    key = "rowid, " if table.key == () else ""
    is_damaged = f"checksum IS NOT row_checksum({table.cells()})"
    sql = f"SELECT {is_damaged}, checksum, {key}{table.cells()} FROM {table.name}"
    for number, (unfit, stored, *row) in enumerate(db.execute(sql), 1):
        if unfit:
            cells = tuple(row[1:]) if key else tuple(row)
            yield DamagedRow(table, (row[0],) if key else table.key_of(cells), cells, stored)
        if number % AT_A_TIME == 0:
            yield None


def any_damaged(db: Database, names: Iterable[str]) -> bool:
    return any(next(damaged(db, BY_NAME[name]), None) is not None for name in names)


def mend(db: Database, row: DamagedRow) -> bool:
    """Turn back the one bit that flipped; False if more is wrong, or if what it was has come again meanwhile."""
    cells = before_the_flip(row.cells, row.stored)
    if cells is None:
        return False
    table = row.table
    columns = ", ".join(f"{c} = CAST(? AS TEXT)" if c in table.texts else f"{c} = ?" for c in table.columns)
    sql = f"UPDATE {table.name} SET {columns}, checksum = ? WHERE {table.condition()}"
    try:
        with db.atomic():
            db.execute(sql, (*cells, checksum(*cells), *row.key))
    except sqlite3.IntegrityError:
        return False
    return True


def mend_small(db: Database) -> list[str]:
    """Mend what is read all the time, and is quickly looked at; returns the tables in which something was.

    The indexes of a row whose bit flipped in the file itself hold it as it was, and SQLite would call the table
    damaged: they are made again first."""
    mended = []
    for name in SMALL:
        rows = list(damaged(db, BY_NAME[name]))
        if rows and _indexes_made_again(db, name):
            mended += [name for row in rows if mend(db, row)]
    return mended


def _indexes_made_again(db: Database, table: str) -> bool:
    try:
        with db.atomic():
            db.execute(f"REINDEX {table}")
    except sqlite3.IntegrityError:  # two rows are alike by now: then only the backup helps
        return False
    return True


def accept(db: Database, row: DamagedRow) -> None:
    """The row is right as it is now."""
    table = row.table
    sql = f"UPDATE {table.name} SET checksum = row_checksum({table.cells()}) WHERE {table.condition()}"
    db.execute(sql, row.key)


def remove(db: Database, row: DamagedRow) -> None:
    db.execute(f"DELETE FROM {row.table.name} WHERE {row.table.condition()}", row.key)


def _place(table: CheckedTable) -> str:
    return " AND ".join(f"{column} IS NEW.{column}" for column in table.key or ("rowid",))


def _next_checksum(stored: int | None, *cells: Cell) -> int | None:
    """The checksum of a row that was written anew. Damage is neither taken for right by that nor forgotten, unless
    the damaged cell itself was written."""
    old, new = cells[: len(cells) // 2], cells[len(cells) // 2 :]
    if stored == checksum(*old):
        return checksum(*new)
    right = before_the_flip(old, stored)
    if right is None:
        return None
    rows = zip(right, old, new, strict=True)
    return checksum(*(was if now == bad and was != bad else now for was, bad, now in rows))
