"""Codes on the server: `bit(n)`, one table for each model version, whose distance is pgvector's `<~>`.

All are searched exactly as long as that takes no longer than a second there. Beyond that pgvector's HNSW is built,
and how many of the nearest it finds is measured on codes of the table itself: whoever searches by it is told.
The view `codes` shows all of them as the table of that name in SQLite.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.arrays import Codes, Counts, Distances, Ids
from engine.sentences import said
from engine.store.allowed import Allowed
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.troubles import ServerLacksError, asking, not_as_made

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLOWEST_EXACT = 1.0  # seconds; beyond that codes are searched approximately
DEPTHS = (10, 300)  # of so many nearest the recall tells how many are found: a screen's first, all that are ordered
PROBES = 50  # codes that are asked for, to measure that
LARGEST_MASK = 1 << 26  # ids in a bitmap, which takes 8 MB then
FEW = 20_000  # images that are looked up one by one
ROOM = "512MB"  # of the server's memory, while it builds that
SEARCHED = 1000  # at most, by HNSW: pgvector's own limit of its candidates


@dataclass(frozen=True, slots=True)
class PublishedCodes:
    """The codes of a version, as they were published."""

    version_id: int
    bits: int
    codes: int
    recall: float | None  # of an approximate search; None: it is exact


def of_version(db: SharedDatabase, version_id: int) -> PublishedCodes | None:
    """None: none of its codes is published."""
    row = db.ask(
        "SELECT bits, codes, approximate, recall FROM coded WHERE version_id = %s", (version_id,)
    ).fetchone()
    if row is None:
        return None
    bits, codes, approximate, recall = row
    if bits not in range(8, 4097) or codes < 0 or (approximate and not 0 <= (recall or 0) <= 1):
        raise not_as_made(said("what it says of the codes of version {number} cannot be", number=version_id))
    return PublishedCodes(version_id, bits, codes, recall if approximate else None)


# -- asked --------------------------------------------------------------------------------------------------------


def nearest(
    db: SharedDatabase, coded: PublishedCodes, packed_B: Codes, k: int, low: int, high: int, allowed: Allowed | None
) -> tuple[Ids, Distances]:
    """The k nearest with low <= distance <= high, and all that tie with the last of them; where it is approximate,
    of what it has found."""
    if coded.recall is not None and not _are_few(allowed):
        found = _nearest_by_hnsw(db, coded, packed_B, k, low, high, allowed)
        if found is not None:
            return found
    condition, values = _condition(allowed)
    sql = (
        f"SELECT image_id, distance::bigint FROM (SELECT image_id, {_distance(coded)} AS distance"
        f" FROM {_table(coded.version_id)} WHERE TRUE{condition}) AS c WHERE distance BETWEEN %s AND %s"
        " ORDER BY distance FETCH FIRST %s ROWS WITH TIES"
    )
    return _checked(coded, db.ask(sql, (_text(packed_B), *values, low, high, k)).fetchall(), low, high)


def _nearest_by_hnsw(
    db: SharedDatabase, coded: PublishedCodes, packed_B: Codes, k: int, low: int, high: int, allowed: Allowed | None
) -> tuple[Ids, Distances] | None:
    """None: it has come to an end before there were k, and has not said what else there is. Codes of which many are
    nearly the same lie in its graph as islands, which a filter may have emptied."""
    condition, values = _condition(allowed)
    sql = (
        f"SELECT image_id, {_distance(coded)} FROM {_table(coded.version_id)} WHERE TRUE{condition}"
        f" ORDER BY {_distance(coded)} LIMIT {max(k, SEARCHED)}"
    )
    with db.atomic():
        _by_hnsw(db)
        rows = db.ask(sql, (_text(packed_B), *values, _text(packed_B))).fetchall()
    ids_N, distances_N = _checked(coded, rows, 0, coded.bits)
    order = np.flatnonzero((distances_N >= low) & (distances_N <= high))
    order = order[np.argsort(distances_N[order], kind="stable")]
    if len(order) < k and not (distances_N > high).any():
        return None
    kept = order[distances_N[order] <= distances_N[order[k - 1]]] if len(order) >= k else order
    return ids_N[kept], distances_N[kept]


def _distance(coded: PublishedCodes) -> str:
    return f"code <~> %s::bit({coded.bits})"


def counts(db: SharedDatabase, coded: PublishedCodes, packed_B: Codes, allowed: Allowed | None) -> Counts:
    """How many codes lie at each distance 0..bits."""
    condition, values = _condition(allowed)
    sql = (
        f"SELECT (code <~> %s::bit({coded.bits}))::bigint AS distance, count(*) FROM {_table(coded.version_id)}"
        f" WHERE TRUE{condition} GROUP BY distance"
    )
    counts_D = np.zeros(coded.bits + 1, np.int64)
    for distance, count in db.ask(sql, (_text(packed_B), *values)):
        _must_be_a_distance(coded, distance)
        counts_D[distance] = count
    return counts_D


def distances(db: SharedDatabase, coded: PublishedCodes, packed_B: Codes, image_ids: Ids) -> dict[int, int]:
    """Of those of these images that have a code."""
    sql = (
        f"SELECT image_id, (code <~> %s::bit({coded.bits}))::bigint FROM {_table(coded.version_id)}"
        " WHERE image_id IN (SELECT unnest(%s::bigint[]))"
    )
    rows = db.ask(sql, (_text(packed_B), image_ids.tolist())).fetchall()
    ids, found = _checked(coded, rows, 0, coded.bits)
    return dict(zip(ids.tolist(), found.tolist(), strict=True))


def codes_of(db: SharedDatabase, coded: PublishedCodes, image_ids: Ids) -> dict[int, bytes]:
    sql = (
        f"SELECT image_id, substring(bit_send(code) FROM 5) FROM {_table(coded.version_id)}"
        " WHERE image_id IN (SELECT unnest(%s::bigint[]))"
    )
    return _of_right_length(coded, db.ask(sql, (image_ids.tolist(),)))


def sample(db: SharedDatabase, coded: PublishedCodes, most: int) -> Codes:
    """From all over the table, the same each time."""
    known = db.ask(f"SELECT image_id FROM {_table(coded.version_id)} ORDER BY image_id").fetchall()
    chosen = np.linspace(0, len(known) - 1, min(len(known), most)).astype(np.int64)
    ids = np.array([known[row][0] for row in chosen], np.int64)
    of_images = codes_of(db, coded, ids)
    return packed([of_images[i] for i in ids.tolist()], coded.bits)


def packed(codes: Iterable[bytes], bits: int) -> Codes:
    return np.frombuffer(b"".join(codes), np.uint8).reshape(-1, bits // 8)


def _condition(allowed: Allowed | None) -> tuple[str, list[object]]:
    """In SQL, with its values: few ids are looked up; many go to the server as a bitmap, in which it looks up each
    row."""
    if allowed is None:
        return "", []
    if _are_few(allowed):
        return " AND image_id = ANY (%s::bigint[])", [_together(allowed).tolist()]
    beyond = max(int(ids.max(initial=0)) for ids in (*allowed.among, *_left_out(allowed))) + 1
    mask = np.ones(beyond, np.bool_)
    for ids in allowed.among:
        inside = np.zeros(beyond, np.bool_)
        inside[ids] = True
        mask &= inside
    for ids in _left_out(allowed):
        mask[ids] = False
    bitmap = np.packbits(mask, bitorder="little").tobytes()  # as get_bit numbers them
    sql = " AND CASE WHEN image_id < %s THEN get_bit(%s::bytea, image_id) = 1 ELSE %s END"
    return sql, [beyond, bitmap, not allowed.among]


def _are_few(allowed: Allowed | None) -> bool:
    """Or cannot stand in a bitmap: numbers that no image has, which a server told."""
    if allowed is None:
        return False
    if any(ids.max(initial=0) > LARGEST_MASK or ids.min(initial=0) < 0 for ids in allowed.among):
        return True
    return min(map(len, allowed.among), default=FEW + 1) <= FEW


def _together(allowed: Allowed) -> Ids:
    found, *others = sorted(allowed.among, key=len)
    for ids in others:
        found = found[np.isin(found, ids)]
    for ids in _left_out(allowed):
        found = found[~np.isin(found, ids)]
    return found


def _left_out(allowed: Allowed) -> list[Ids]:
    return [] if allowed.but is None else [allowed.but[(allowed.but >= 0) & (allowed.but <= LARGEST_MASK)]]


def _checked(coded: PublishedCodes, rows: list[tuple[int, int]], low: int, high: int) -> tuple[Ids, Distances]:
    found = np.array(rows, np.int64).reshape(-1, 2)
    if len(found) and (found[:, 1].min() < low or found[:, 1].max() > min(high, coded.bits)):
        raise not_as_made(said("it tells of distances that cannot be"))
    return found[:, 0], found[:, 1].astype(np.int32)


def _must_be_a_distance(coded: PublishedCodes, distance: int) -> None:
    if not 0 <= distance <= coded.bits:
        raise not_as_made(said("it tells of distances that cannot be"))


def _of_right_length(coded: PublishedCodes, rows: Iterable[tuple[int, bytes]]) -> dict[int, bytes]:
    found = dict(rows)
    if any(len(code) * 8 != coded.bits for code in found.values()):
        raise not_as_made(said("it holds codes of another length than {bits} bits", bits=coded.bits))
    return found


def _by_hnsw(db: SharedDatabase) -> None:
    """In this transaction alone. Where filters leave too few, it looks on."""
    db.ask(f"SET LOCAL hnsw.ef_search = {SEARCHED}")
    db.ask("SET LOCAL hnsw.iterative_scan = strict_order")
    db.ask("SET LOCAL enable_seqscan = off")


# -- published ----------------------------------------------------------------------------------------------------


def make(db: SharedDatabase, version_id: int, bits: int) -> None:
    """A table for the version, if it has none."""
    if of_version(db, version_id) is None:
        db.ask(
            f"CREATE TABLE {_table(version_id)} (image_id bigint PRIMARY KEY, code bit({bits}) NOT NULL,"
            " checksum bigint NOT NULL, stamp bigint NOT NULL)"
        )
        db.ask("INSERT INTO coded VALUES (%s, %s, 0, 0, NULL)", (version_id, bits))  # counted once all are there
        _show_all(db)


def drop(db: SharedDatabase, version_id: int) -> None:
    db.ask("DELETE FROM coded WHERE version_id = %s", (version_id,))
    _show_all(db)
    db.ask(f"DROP TABLE {_table(version_id)}")


def versions(db: SharedDatabase) -> dict[int, int]:
    """Those that have a table, each with its bits."""
    return dict(db.ask("SELECT version_id, bits FROM coded ORDER BY version_id").fetchall())


def known(db: SharedDatabase, version_id: int, first: int, last: int) -> dict[int, int]:
    """The checksums of the codes of these images."""
    sql = f"SELECT image_id, checksum FROM {_table(version_id)} WHERE image_id BETWEEN %s AND %s"
    return dict(db.ask(sql, (first, last)).fetchall())


def put(
    db: SharedDatabase, version_id: int, bits: int, rows: list[tuple[int, bytes, int, int]], gone: list[int]
) -> None:
    """Image, code, checksum and stamp of each, in place of what there was, and of those that are gone."""
    replaced = [*gone, *(row[0] for row in rows)]
    db.ask(f"DELETE FROM {_table(version_id)} WHERE image_id = ANY (%s::bigint[])", (replaced,))
    with asking(db.address), db.raw().cursor() as cursor:
        into = f"COPY {_table(version_id)} (image_id, code, checksum, stamp) FROM STDIN (FORMAT BINARY)"
        with cursor.copy(into) as copy:
            copy.write(_HEADER + _records(bits, rows).tobytes() + _END)


_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END = b"\xff\xff"


def _records(bits: int, rows: list[tuple[int, bytes, int, int]]) -> "NDArray[np.void]":
    """As PostgreSQL's binary COPY has them: the number of cells, and each cell after its length."""
    width = bits // 8
    record = np.dtype(
        [
            *(("cells", ">i2"), ("a", ">i4"), ("image_id", ">i8"), ("b", ">i4"), ("bits", ">i4")),
            *(("code", f"V{width}"), ("c", ">i4"), ("checksum", ">i8"), ("d", ">i4"), ("stamp", ">i8")),
        ]
    )
    made = np.zeros(len(rows), record)
    made["cells"], made["a"], made["c"], made["d"], made["b"], made["bits"] = 4, 8, 8, 8, 4 + width, bits
    for name, column in zip(("image_id", "code", "checksum", "stamp"), zip(*rows, strict=True), strict=False):
        made[name] = np.frombuffer(b"".join(column), f"V{width}") if name == "code" else column
    return made


def is_unfinished(db: SharedDatabase, version_id: int) -> bool:
    """Somebody who published was interrupted before the last step."""
    coded = of_version(db, version_id)
    row = db.ask(f"SELECT count(*) FROM {_table(version_id)}").fetchone()
    return coded is None or row != (coded.codes,)


def finish(db: SharedDatabase, version_id: int) -> PublishedCodes:
    """Once all are there: count them, and see whether they can be searched exactly."""
    table, coded = _table(version_id), of_version(db, version_id)
    assert coded is not None
    (codes,) = db.ask(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    db.ask(f"ANALYZE {table}")
    exact = PublishedCodes(version_id, coded.bits, codes, None)
    probes = sample(db, exact, PROBES) if codes else np.empty((0, coded.bits // 8), np.uint8)
    approximate = len(probes) > 0 and _seconds(db, exact, probes[:3]) > SLOWEST_EXACT
    if approximate:
        try:
            _build(db, table)
        except ServerLacksError:  # in containers processes have little memory in common, and one needs none of that
            _build(db, table, "SET LOCAL max_parallel_maintenance_workers = 0")
    recall = _recall(db, exact, probes) if approximate else None
    db.ask(
        "UPDATE coded SET codes = %s, approximate = %s, recall = %s WHERE version_id = %s",
        (codes, int(approximate), recall, version_id),
    )
    if not approximate:  # only now that nobody is told to search by it
        db.ask(f"DROP INDEX IF EXISTS {table}_hnsw")
    return PublishedCodes(version_id, coded.bits, codes, recall)


def _build(db: SharedDatabase, table: str, *settings: str) -> None:
    with db.together():
        for setting in (f"SET LOCAL maintenance_work_mem = '{ROOM}'", *settings):
            db.ask(setting)
        db.ask(f"CREATE INDEX IF NOT EXISTS {table}_hnsw ON {table} USING hnsw (code bit_hamming_ops)")


def _seconds(db: SharedDatabase, coded: PublishedCodes, probes: Codes) -> float:
    """Of the quickest exact search: what comes first warms up the server."""
    taken = []
    for packed_B in probes:
        began = time.monotonic()
        nearest(db, coded, packed_B, max(DEPTHS), 0, coded.bits, None)
        taken.append(time.monotonic() - began)
    return min(taken)


def _recall(db: SharedDatabase, exact: PublishedCodes, probes: Codes) -> float:
    """The share of the nearest that HNSW finds, be it of the first few or of all that a search puts in order: the
    lower of both. Which of those at the last distance it finds is the same to all."""
    found, wanted = dict.fromkeys(DEPTHS, 0), dict.fromkeys(DEPTHS, 0)
    by_hnsw = PublishedCodes(exact.version_id, exact.bits, exact.codes, 1.0)
    for packed_B in probes:
        _, distances_N = nearest(db, exact, packed_B, max(DEPTHS), 0, exact.bits, None)
        _, found_N = nearest(db, by_hnsw, packed_B, max(DEPTHS), 0, exact.bits, None)
        for depth in DEPTHS:
            last = distances_N[min(depth, len(distances_N)) - 1]
            wanted[depth] += min(depth, len(distances_N))
            found[depth] += int((found_N[:depth] <= last).sum())
    return min(found[depth] / wanted[depth] for depth in DEPTHS)


def _show_all(db: SharedDatabase) -> None:
    cells = "image_id, substring(bit_send(code) FROM 5), checksum, stamp"
    parts = [f"SELECT {number}::bigint, {cells} FROM {_table(number)}" for number in versions(db)]
    nothing = "SELECT 0::bigint, 0::bigint, ''::bytea, 0::bigint, 0::bigint WHERE FALSE"
    db.ask(
        "CREATE OR REPLACE VIEW codes (version_id, image_id, code, checksum, stamp) AS "
        + " UNION ALL ".join([nothing, *parts])
    )


def _table(version_id: int) -> str:
    return f"codes_{int(version_id)}"


def _text(packed_B: Codes) -> str:
    return "".join(map(str, np.unpackbits(packed_B).tolist()))
