"""What the user said about a query and one of its hits: "same" or "not the same". Kept for good."""

from sqlite_utils import Database

from engine.store.checksums import checksum
from engine.store.folders import now


def put(db: Database, query_id: int, hit_id: int, same: bool) -> None:
    decided = now()
    row = (query_id, hit_id, int(same), decided, checksum(query_id, hit_id, int(same), decided))
    db.execute("INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?, ?)", row)


def remove(db: Database, query_id: int, hit_id: int) -> None:
    db.execute("DELETE FROM decisions WHERE query_id = ? AND hit_id = ?", (query_id, hit_id))


def all_decisions(db: Database) -> list[tuple[int, int, bool]]:
    """(query, hit, same), in a fixed order."""
    rows = db.execute("SELECT query_id, hit_id, same FROM decisions ORDER BY query_id, hit_id")
    return [(query_id, hit_id, bool(same)) for query_id, hit_id, same in rows]


def of_query(db: Database, query_id: int) -> dict[int, bool]:
    """For each hit that was judged, whether it is the same."""
    rows = db.execute("SELECT hit_id, same FROM decisions WHERE query_id = ?", (query_id,))
    return {hit: bool(same) for hit, same in rows}
