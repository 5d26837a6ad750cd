"""Flipped bits in a library, which must leave what a person is shown of it as it was.

Used by the tests and, with many more flips, by `tests/benchmarks/campaign.py`.
"""

import contextlib
import io
import json
import os
import random
import shutil
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.cli import main
from engine.errors import DamagedLibraryError
from engine.jobs.checking import check
from engine.library import open_library
from engine.progress import finish
from engine.store import browsing, images, label_list
from engine.store.browsing import Browse, Sort
from engine.store.disk_trouble import is_corrupt
from tests.shown_library import shown

DATABASES = ("library.db", "thumbnails.db")


@dataclass(frozen=True, slots=True)
class Flip:
    """One bit of one cell."""

    database: str
    table: str
    column: str
    row: int
    bit: int

    def __str__(self) -> str:
        return f"{self.table}.{self.column}, row {self.row}, bit {self.bit}"


@dataclass(slots=True)
class Outcome:
    """What a flip did. `trouble` is what must not be: a traceback, or a change that nothing names."""

    trouble: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)  # losses that `check --repair` names


def filled_tables(path: Path) -> list[tuple[str, str]]:
    """Each database with each of its tables that hold something."""
    found = []
    for name in DATABASES:
        with contextlib.closing(sqlite3.connect(path / name)) as db:
            found += [(name, table) for table in _tables(db) if _rows(db, table)]
    return found


def random_flip(path: Path, draw: random.Random) -> Flip:
    """Any cell of any table that holds something, each table as likely as any other."""
    of_databases = {name: [table for each, table in filled_tables(path) if each == name] for name in DATABASES}
    name = draw.choices(DATABASES, (12, 1))[0]
    return flip_in(path, name, draw.choice(of_databases[name]), draw)


def flip_in(path: Path, database: str, table: str, draw: random.Random) -> Flip:
    """Any cell of this table that holds something."""
    with contextlib.closing(sqlite3.connect(path / database)) as db:
        rows = _rows(db, table)
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        while True:
            column, row = draw.choice(columns), draw.randrange(rows)
            value = _cell(db, table, column, row)
            if value is not None and value != b"":
                bits = 64 if isinstance(value, int) else 8 * len(value)
                return Flip(database, table, column, row, draw.randrange(bits))


def apply(path: Path, flip: Flip, more: int = 0) -> bool:
    """Flip it behind the back of the store, and `more` bits beside it; False if SQLite refuses (a key that is there
    already)."""
    db = sqlite3.connect(path / flip.database, isolation_level=None)
    try:
        value = _cell(db, flip.table, flip.column, flip.row)
        changed = value
        for step in range(more + 1):
            changed = _flipped(changed, flip.bit + 5 * step)
        where, key = _key(db, flip.table, flip.row)
        kind = db.execute(f"SELECT typeof({flip.column}) FROM {flip.table} WHERE {where}", key).fetchone()
        new = "CAST(? AS TEXT)" if kind == ("text",) else "?"
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        db.execute("BEGIN")
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(f"UPDATE {flip.table} SET {flip.column} = {new} WHERE {where}", (changed, *key))
        for _, sql in triggers:
            db.execute(sql)
        db.execute("COMMIT")
    except sqlite3.IntegrityError:
        db.execute("ROLLBACK")
        return False
    finally:
        db.close()
    return True


def try_flip(healthy: Path, place: Path, flip: Flip, expected: dict[str, Any], more: int = 0) -> Outcome | None:
    """Flip a copy of a library and go through all that a person may do then; None if SQLite refuses the flip."""
    _copy(healthy, place)
    if not apply(place, flip, more):
        return None
    outcome = Outcome()
    if _run(outcome, place, "check").code == 0:
        outcome.trouble.append("check finds nothing")
    _go_on(outcome, place, expected, index_first=flip.bit % 2 == 0)
    return outcome


def try_flip_in_the_file(healthy: Path, place: Path, at: int, expected: dict[str, Any]) -> Outcome:
    """The same with the `at`-th bit of the database's file: of a row or an index, of what SQLite keeps for itself,
    or of nothing at all."""
    _copy(healthy, place)
    file = place / "library.db"
    data = bytearray(file.read_bytes())
    data[at // 8] ^= 1 << at % 8
    file.write_bytes(data)
    outcome = Outcome()
    _run(outcome, place, "check")
    _go_on(outcome, place, expected, index_first=at % 2 == 0)
    return outcome


def _copy(healthy: Path, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(healthy, place)


def _go_on(outcome: Outcome, place: Path, expected: dict[str, Any], index_first: bool) -> None:
    """Half of the time somebody indexes before anything is repaired."""
    picture = os.fsdecode(next(iter(expected["images"])))
    for command in (["search", picture], ["labels", "list"], ["models", "list"], ["skipped"]):
        _run(outcome, place, *command)
    _within(outcome, "browse", lambda: _browse(place))
    if index_first:
        _run(outcome, place, "index", "--workers", "1")
    for _ in range(2):
        _repair(outcome, place)
        _run(outcome, place, "index", "--workers", "1")
    _within(outcome, "after", lambda: _compare(place, outcome, expected))


@dataclass(frozen=True, slots=True)
class _Ran:
    code: int
    out: str = ""
    err: str = ""


def _run(outcome: Outcome, place: Path, *command: str) -> _Ran:
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--library", str(place), *command])
    except Exception as error:
        outcome.trouble.append(f"{command[0]}: {type(error).__name__}: {error}")
        return _Ran(1)
    return _Ran(code, out.getvalue(), err.getvalue())


def _within(outcome: Outcome, name: str, work: Any) -> None:
    try:
        work()
    except Exception as error:
        outcome.trouble.append(f"{name}: {type(error).__name__}: {error}")


def _browse(place: Path) -> None:
    """The window offers to restore what cannot be opened, and says what is torn."""
    try:
        _look_around(place)
    except DamagedLibraryError:
        pass
    except sqlite3.DatabaseError as error:
        if not is_corrupt(error):
            raise


def _look_around(place: Path) -> None:
    with contextlib.closing(open_library(str(place), write=False)) as library:
        for sort in Sort:
            ids = browsing.browsed(library.db, Browse(sort=sort, show_missing=False)).ids.tolist()
            images.get(library.db, ids)
        browsing.directories(library.db)
        label_list.read(library.db)


def _repair(outcome: Outcome, place: Path) -> None:
    ran = _run(outcome, place, "check", "--repair", "--json")
    if "put aside" in ran.err:
        outcome.named.append("the database is put aside")
    if ran.out:
        outcome.named += [found["what"] for found in json.loads(ran.out)["findings"] if not found["repaired"]]
    elif ran.code:
        outcome.trouble.append(f"check --repair: {ran.err}")


def _compare(place: Path, outcome: Outcome, expected: dict[str, Any]) -> None:
    with contextlib.closing(open_library(str(place), write=False)) as library:
        left = [finding.what for finding in finish(check(library))]
        if left and not outcome.named:
            outcome.trouble.append(f"not mended: {left}")
        now = shown(library)
        changed = [name for name in expected if not _same(now[name], expected[name], name)]
        if changed and not outcome.named:
            outcome.trouble.append(f"silently changed: {changed}")


def _same(now: Any, before: Any, name: str) -> bool:
    """Pairs may be more or less alike, and stay pairs: a pixel code that is made again, from the thumbnail, differs
    in some bits, of pictures without any detail in many."""
    if name != "alike":
        return bool(now == before)
    return now.keys() == before.keys() and all(abs(now[pair] - before[pair]) <= 15 for pair in before)


def _tables(db: sqlite3.Connection) -> list[str]:
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return [name for (name,) in db.execute(sql)]


def _rows(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _cell(db: sqlite3.Connection, table: str, column: str, row: int) -> int | bytes | None:
    where, key = _key(db, table, row)
    cell = f"CASE typeof({column}) WHEN 'text' THEN CAST({column} AS BLOB) ELSE {column} END"
    (value,) = db.execute(f"SELECT {cell} FROM {table} WHERE {where}", key).fetchone()
    return value if value is None or isinstance(value, int) else bytes(value)


def _flipped(value: int | bytes | None, bit: int) -> int | bytes:
    if isinstance(value, int):
        flipped = (value ^ (1 << bit % 64)) & (2**64 - 1)
        return flipped - 2**64 if flipped >> 63 else flipped
    assert value
    changed = bytearray(value)
    changed[bit // 8 % len(changed)] ^= 1 << bit % 8
    return bytes(changed)


def _key(db: sqlite3.Connection, table: str, row: int) -> tuple[str, tuple[Any, ...]]:
    keys = [about[1] for about in db.execute(f"PRAGMA table_info({table})") if about[5]] or ["rowid"]
    names = ", ".join(keys)
    key = db.execute(f"SELECT {names} FROM {table} ORDER BY {names} LIMIT 1 OFFSET {row}").fetchone()
    return " AND ".join(f"{name} = ?" for name in keys), key
