"""Is the schema of a database what our own steps make? It is read, never run: a view or a trigger of somebody else
must be refused before it can do anything."""

import os
import re
import sqlite3
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO, NoReturn

from engine.errors import DamagedLibraryError, UserError
from engine.sentences import said
from engine.store import file_header

Objects = dict[tuple[str, str], str]  # kind and name -> its SQL, without comments and line breaks

_FIRST = 1 << 16  # bytes at the beginning of a file
_INTERIOR = 5  # the kind of a page that points at others


def read(connection: sqlite3.Connection) -> Objects:
    """Tables, indexes, views and triggers. Statistics, which SQLite keeps for itself if asked to, are left out."""
    rows = connection.execute("SELECT type, name, ifnull(sql, '') FROM sqlite_master").fetchall()
    return {
        (kind, name): _plain(sql)
        for kind, name, sql in (map(_text, row) for row in rows)
        if not (name.startswith("sqlite_stat") and kind in ("table", "index"))
    }


def is_ours(found: Objects, expected: Objects) -> bool:
    """Whether it is a database of ours at all, be it a newer or a damaged one: most of our tables are there."""
    tables = {key for key in expected if key[0] == "table"}
    return 2 * len(tables & found.keys()) > len(tables)


def refuse(path: str, found: Objects, expected: Objects, newest: Objects) -> NoReturn:
    """UserError that says in what it differs from what is expected; `newest` is what all our steps make."""
    if not is_ours(found, newest):
        raise UserError(
            said("{path} is a database of another program, no DualHash library; it was left as it is.", path=path)
        )
    if lacking := [key for key in expected if found.get(key) != expected[key]]:
        raise DamagedLibraryError(
            said(
                "The database {path} is damaged (its {lacking} is not as it was).",
                path=path,
                lacking=" ".join(lacking[0]),
            )
        )
    kind, name = next(key for key in found if key not in expected)
    raise UserError(
        said(
            "{path} holds a {kind} named {name!r} that is not DualHash's; it was not opened, and left as it is.",
            path=path,
            kind=kind,
            name=name[:60],
        )
    )


def copy_schema_pages(path: str, copy: str, header: bytes) -> None:
    """A copy of the same size, with this header, that holds the pages of the schema, and nothing else."""
    with open(path, "rb") as source, open(copy, "wb") as target:
        target.write(source.read(_FIRST))
        target.truncate(os.path.getsize(path))
        size = file_header.page_size(header)
        for number in _schema_pages(source, size):
            source.seek((number - 1) * size)
            target.seek((number - 1) * size)
            target.write(source.read(size))
        target.seek(0)
        target.write(header)


def _text(cell: object) -> str:
    """What is no text any more is like nothing of ours."""
    return cell if isinstance(cell, str) else repr(cell)


@lru_cache(1024)  # each connection reads the same ones
def _plain(sql: str) -> str:
    return " ".join(re.sub("--[^\n]*", " ", sql).split())


def _schema_pages(file: BinaryIO, size: int) -> Iterator[int]:
    """The table of the schema is a tree whose root is page 1. What a log changes, the log holds."""
    seen: set[int] = set()
    waiting = [1]
    while waiting:
        number = waiting.pop()
        if number in seen or number < 1:
            continue
        seen.add(number)
        yield number
        file.seek((number - 1) * size)
        page = file.read(size)
        start = 100 if number == 1 else 0
        if len(page) < size or page[start] != _INTERIOR:
            continue
        cells = int.from_bytes(page[start + 3 : start + 5], "big")
        waiting.append(int.from_bytes(page[start + 8 : start + 12], "big"))
        for at in range(start + 12, min(start + 12 + 2 * cells, size - 1), 2):
            place = int.from_bytes(page[at : at + 2], "big")
            waiting.append(int.from_bytes(page[place : place + 4], "big"))
