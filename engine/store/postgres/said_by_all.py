"""Labels and decisions on the server, where others say some, too. What was published last is remembered there: only
what its publisher has said or taken back since then is done there, and what others said stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.dialect import storable
from engine.store.postgres.mirroring import Differing

AT_A_TIME = 5000
THE_LABEL = 0  # in place of an image: that there is such a label, be it given to an image or not

T = TypeVar("T")

Assigned = tuple[int, str]
Decided = tuple[int, int, int]


def labels_here(db: Database) -> set[Assigned]:
    sql = (
        "SELECT a.image_id, l.name, a.label_id, a.checksum FROM image_labels a JOIN labels l ON l.id = a.label_id"
        " JOIN images i ON i.id = a.image_id"
    )
    given = {(i, storable(name)) for i, name, label, stored in db.execute(sql) if checksum(i, label) == stored}
    return given | {(THE_LABEL, storable(name)) for (name,) in db.execute("SELECT name FROM labels")}


def publish_labels(db: Database, server: SharedDatabase) -> Iterator[Differing]:
    """Some at a time, each in one transaction."""
    here = labels_here(db)
    before: set[Assigned] = set(server.ask("SELECT image_id, name FROM published_labels").fetchall())
    colours = {storable(name): colour for name, colour in db.execute("SELECT name, colour FROM labels")}
    for rows in _pieces(sorted(here - before)):
        with server.writing():
            _give(server, rows, colours)
        yield Differing(written=len(rows))
    for rows in _pieces(sorted(before - here, reverse=True)):  # of each label, images first
        with server.writing():
            _take(server, rows)
        yield Differing(removed=len(rows))


def _give(server: SharedDatabase, rows: Sequence[Assigned], colours: dict[str, str | None]) -> None:
    ids: dict[str, int] = dict(server.ask("SELECT name, id FROM labels").fetchall())
    for name in sorted({name for _, name in rows} - ids.keys()):
        row = server.ask(
            "INSERT INTO labels (name, colour) VALUES (%s, %s) RETURNING id", (name, colours.get(name))
        )
        ids[name] = row.fetchall()[0][0]
    server.executemany(
        "INSERT INTO image_labels SELECT i.id, ?, ? FROM images i WHERE i.id = ? ON CONFLICT DO NOTHING",
        [(ids[name], checksum(i, ids[name]), i) for i, name in rows if i != THE_LABEL],
    )
    server.executemany("INSERT INTO published_labels VALUES (?, ?) ON CONFLICT DO NOTHING", rows)


def _take(server: SharedDatabase, rows: Sequence[Assigned]) -> None:
    """A label that was taken from the list here stays there as long as somebody has given it."""
    server.executemany(
        "DELETE FROM image_labels WHERE image_id = ? AND label_id = (SELECT id FROM labels WHERE name = ?)",
        [row for row in rows if row[0] != THE_LABEL],
    )
    server.executemany(
        "DELETE FROM labels WHERE name = ?"
        " AND NOT EXISTS (SELECT 1 FROM image_labels a WHERE a.label_id = labels.id)",
        [(name,) for i, name in rows if i == THE_LABEL],
    )
    server.executemany("DELETE FROM published_labels WHERE image_id = ? AND name = ?", rows)


def publish_decisions(db: Database, server: SharedDatabase) -> Iterator[Differing]:
    sql = (
        "SELECT d.query_id, d.hit_id, d.same, d.decided_at, d.checksum FROM decisions d"
        " JOIN images q ON q.id = d.query_id JOIN images h ON h.id = d.hit_id"
    )
    rows = [row for row in db.execute(sql) if checksum(*row[:4]) == row[4]]
    here: dict[Decided, tuple[object, ...]] = {row[:3]: row for row in rows}
    before: set[Decided] = set(server.ask("SELECT query_id, hit_id, same FROM published_decisions").fetchall())
    for gone in _pieces(sorted(before - here.keys())):
        with server.writing():
            for table in ("decisions", "published_decisions"):  # what others decided otherwise stays
                server.executemany(f"DELETE FROM {table} WHERE query_id = ? AND hit_id = ? AND same = ?", gone)
        yield Differing(removed=len(gone))
    for new in _pieces(sorted(here.keys() - before)):
        with server.writing():
            _decide(server, [here[key] for key in new])
            server.executemany(
                "INSERT INTO published_decisions VALUES (?, ?, ?)"
                " ON CONFLICT (query_id, hit_id) DO UPDATE SET same = excluded.same",
                new,
            )
        yield Differing(written=len(new))


def _decide(server: SharedDatabase, rows: Sequence[tuple[object, ...]]) -> None:
    """A pair is decided once, whichever of the two was asked for."""
    server.executemany("DELETE FROM decisions WHERE query_id = ? AND hit_id = ?", [(r[1], r[0]) for r in rows])
    server.executemany(
        "INSERT INTO decisions SELECT ?, ?, ?, ?, ?"
        " WHERE (SELECT count(*) FROM images WHERE id IN (?, ?)) = 2"
        " ON CONFLICT (query_id, hit_id) DO UPDATE"
        " SET same = excluded.same, decided_at = excluded.decided_at, checksum = excluded.checksum",
        [(*row, row[0], row[1]) for row in rows],
    )


def _pieces(rows: Iterable[T]) -> Iterator[list[T]]:
    left = iter(rows)
    while piece := list(islice(left, AT_A_TIME)):
        yield piece
