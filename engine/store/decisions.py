"""What the user said about two images, a query and one of its hits: "same" or "not the same". Kept for good.

A decision is about the pair: what was said of a hit of the one holds for a query with the other as well, and there
is at most one per pair. The row keeps which of the two was asked for.
"""

from collections.abc import Mapping

from engine.errors import UserError
from engine.sentences import said
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.folders import now


def put(db: Database, query_id: int, hit_id: int, same: bool) -> None:
    """Whatever was said of this pair before, in either direction, is replaced."""
    if query_id == hit_id:
        raise UserError(said("A picture is the same as itself; there is nothing to decide."))
    remove(db, query_id, hit_id)
    decided = now()
    row = (query_id, hit_id, int(same), decided, checksum(query_id, hit_id, int(same), decided))
    db.execute("INSERT INTO decisions VALUES (?, ?, ?, ?, ?)", row)


def remove(db: Database, query_id: int, hit_id: int) -> None:
    for pair in ((query_id, hit_id), (hit_id, query_id)):
        db.execute("DELETE FROM decisions WHERE query_id = ? AND hit_id = ?", pair)


def decide(db: Database, query_id: int, wanted: Mapping[int, bool | None]) -> dict[int, bool | None]:
    """Say of each hit whether it is the same, None for not decided. Returns what was said before, for an undo."""
    known = of_query(db, query_id)
    for hit_id, same in wanted.items():
        if same is None:
            remove(db, query_id, hit_id)
        else:
            put(db, query_id, hit_id, same)
    return {hit_id: known.get(hit_id) for hit_id in wanted}


def all_decisions(db: Database) -> list[tuple[int, int, bool]]:
    """(query, hit, same), in a fixed order."""
    rows = db.execute("SELECT query_id, hit_id, same FROM decisions ORDER BY query_id, hit_id")
    return [(query_id, hit_id, bool(same)) for query_id, hit_id, same in rows]


def of_query(db: Database, query_id: int) -> dict[int, bool]:
    """For each image that was judged together with this one, whether it is the same."""
    # An older library may hold a pair in both directions: the later decision counts.
    sql = (
        "SELECT hit_id, same, decided_at FROM decisions WHERE query_id = ?"
        " UNION ALL SELECT query_id, same, decided_at FROM decisions WHERE hit_id = ? ORDER BY decided_at"
    )
    return {other: bool(same) for other, same, _ in db.execute(sql, (query_id, query_id))}
