"""The rows of another library of the same schema, joined to those of this one, in SQL.

The other database is attached to this connection, for reading only: not a byte of it changes. What is known there
under one number is known here under another, so tables of this connection say which is which: an image is the same
if its content is, a file if its place is, a label if its name is, a version if its model is. A row that is there
already stays as it is; of a file, what was seen later counts.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from engine.store import codes, images, keyword_labels
from engine.store.checked_rows import BY_NAME, CheckedTable
from engine.store.connection import Database
from engine.store.keyword_labels import KeywordLabel
from engine.store.other_database import uri_of

# Which of theirs are which of ours. A folder of theirs may lie in one of ours: `way` leads down to it.
_MAPS = {"folders": ", way BLOB NOT NULL", "labels": "", "versions": "", "images": "", "files": ""}
_MAP_OF = {
    "folder_id": "folders",
    "label_id": "labels",
    "version_id": "versions",
    "image_id": "images",
    "file_id": "files",
}
MERGED = (
    *("folders", "images", "labels", "model_versions", "files", "mounts", "skipped", "training_images", "features"),
    *("codes", "image_labels", "decisions", "kept_groups", "folder_answers", "taken_labels", "keyword_labels"),
    *("pixel_codes", "metadata", "metadata_again", "faces"),
)


@contextmanager
def attached(db: Database, path: str) -> Iterator[None]:
    """The database at `path` is `other`. Whoever calls holds its lock."""
    db.execute("ATTACH ? AS other", (uri_of(path),))
    try:
        for name, more in _MAPS.items():
            db.execute(f"DROP TABLE IF EXISTS temp.same_{name}")
            sql = f"CREATE TEMP TABLE same_{name} (theirs INTEGER PRIMARY KEY, ours INTEGER NOT NULL{more})"
            db.execute(sql)
        yield
    finally:
        db.execute("DETACH other")


def same_folder(db: Database, theirs: int, ours: int, way: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO temp.same_folders VALUES (?, ?, ?)", (theirs, ours, way))


def same_label(db: Database, theirs: int, ours: int) -> None:
    db.execute("INSERT OR REPLACE INTO temp.same_labels VALUES (?, ?)", (theirs, ours))


def same_version(db: Database, theirs: int, ours: int) -> None:
    db.execute("INSERT OR REPLACE INTO temp.same_versions VALUES (?, ?)", (theirs, ours))


def counts(db: Database) -> dict[str, int]:
    """How much the library holds of what a person thinks of."""
    return {
        what: int(db.execute(f"SELECT count(*) FROM main.{table}").fetchone()[0])
        for what, table in {
            "images": "images",
            "files": "files",
            "skipped": "skipped",
            "labels": "image_labels",
            "decisions": "decisions",
            "versions": "model_versions",
        }.items()
    }


def count_theirs(db: Database, table: str) -> int:
    (found,) = db.execute(f"SELECT count(*) FROM other.{table}").fetchone()
    return int(found)


def next_ids(db: Database, table: str, after: int, limit: int) -> tuple[int, int] | None:
    """The range of their next rows by id."""
    sql = f"SELECT min(id), max(id) FROM (SELECT id FROM other.{table} WHERE id > ? ORDER BY id LIMIT ?)"
    first, last = db.execute(sql, (after, limit)).fetchone()
    return None if first is None else (first, last)


def take_images(db: Database, first: int, last: int) -> dict[int, int]:
    """Their images of these numbers, with their files and all that the database knows of them. Returns which of
    ours each of them is."""
    _forget_batch(db)
    db.execute(
        "INSERT INTO main.images (content, format, width, height, taken_at, camera, added_at)"
        " SELECT content, format, width, height, taken_at, camera, added_at FROM other.images t"
        " WHERE id BETWEEN ? AND ? AND content IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM main.images i WHERE i.content = t.content) ORDER BY id",
        (first, last),
    )
    db.execute(
        "INSERT INTO temp.same_images SELECT t.id, i.id FROM other.images t CROSS JOIN main.images i"
        " ON i.content = t.content WHERE t.id BETWEEN ? AND ?",
        (first, last),
    )
    _map_unread(db, first, last)
    _take_files(db, "t.image_id BETWEEN ? AND ?", (first, last))
    # What is to be asked again there is so here, if it comes from there.
    lacks = "NOT EXISTS (SELECT 1 FROM main.metadata m WHERE m.image_id = same_image_id.ours)"
    _take(db, "metadata_again", where=lacks)
    for name in ("metadata", "features", "faces", "training_images"):
        _take(db, name)
    _take(db, "pixel_codes", {"compared": "0"})
    _take_labels(db)
    _take_codes(db)
    return dict(db.execute("SELECT theirs, ours FROM temp.same_images").fetchall())


def take_files_without_image(db: Database, first: int, last: int) -> None:
    """Their files of these numbers that hold no picture, with the reason."""
    _forget_batch(db)
    _take_files(db, "t.image_id IS NULL AND t.id BETWEEN ? AND ?", (first, last))


def take_what_is_of_folders(db: Database) -> None:
    """And the groups that are kept."""
    _take(db, "mounts", {"path": "CAST(same_folder_id.way || t.path AS BLOB)"})
    _take(db, "folder_answers")
    _take(db, "kept_groups")


def _forget_batch(db: Database) -> None:
    for name in ("images", "files"):
        db.execute(f"DELETE FROM temp.same_{name}")


# -- decisions ----------------------------------------------------------------------------------------------------

_DECISIONS = (
    " FROM other.decisions t"
    " JOIN other.images q ON q.id = t.query_id JOIN other.images h ON h.id = t.hit_id"
    " JOIN main.images query ON query.content = q.content JOIN main.images hit ON hit.content = h.content"
)
_OURS = " ((d.query_id = query.id AND d.hit_id = hit.id) OR (d.query_id = hit.id AND d.hit_id = query.id))"


def take_decisions(db: Database) -> None:
    """What was said there about pairs of which nothing was said here."""
    cells = "query.id, hit.id, t.same, t.decided_at"
    checked = cells.replace("t.decided_at", "CAST(t.decided_at AS BLOB)")
    sql = (
        f"INSERT OR IGNORE INTO main.decisions SELECT {cells}, row_checksum({checked}){_DECISIONS}"
        f" WHERE NOT EXISTS (SELECT 1 FROM main.decisions d WHERE{_OURS})"
        " ORDER BY t.decided_at, t.query_id, t.hit_id"
    )
    db.execute(sql)


def contradictions(db: Database) -> list[tuple[int, int, bool, str, str]]:
    """Pairs of which the other thing was said there: query and hit as ours, what holds here, when that was said,
    and when the other."""
    sql = (
        f"SELECT query.id, hit.id, d.same, d.decided_at, t.decided_at{_DECISIONS}"
        f" JOIN main.decisions d ON{_OURS} WHERE d.same <> t.same ORDER BY query.id, hit.id"
    )
    return [(query, hit, bool(same), ours, theirs) for query, hit, same, ours, theirs in db.execute(sql)]


# -- files --------------------------------------------------------------------------------------------------------

_PLACES = (
    " FROM other.files t CROSS JOIN temp.same_folders d ON d.theirs = t.folder_id"
    " LEFT JOIN temp.same_images s ON s.theirs = t.image_id"
)
_PLACE = "CAST(d.way || t.path AS BLOB)"
_HERE = f" JOIN main.files f ON f.folder_id = d.ours AND f.path = {_PLACE}"


def _map_unread(db: Database, first: int, last: int) -> None:
    """Images that were not read there are those that lie at their places here, or new ones."""
    sql = (
        f"SELECT t.image_id, f.id, f.image_id, o.added_at{_PLACES} LEFT{_HERE} JOIN other.images o"
        " ON o.id = t.image_id WHERE o.content IS NULL AND t.image_id BETWEEN ? AND ? ORDER BY t.id"
    )
    for theirs, file_id, ours, added_at in db.execute(sql, (first, last)).fetchall():
        if file_id is None:
            ours = db.execute("INSERT INTO main.images (added_at) VALUES (?)", (added_at,)).lastrowid
        if ours is not None:
            db.execute("INSERT OR IGNORE INTO temp.same_images VALUES (?, ?)", (theirs, ours))


def _take_files(db: Database, condition: str, values: tuple[int, int]) -> None:
    """Of a file that both know, the row counts of who saw it there, saw it later, and read it."""
    before = _files_here(db, condition, values)
    known = f"{condition} AND (t.image_id IS NULL OR s.ours IS NOT NULL)"  # the image of damaged rows is not
    theirs_is_later = "(1 - t.missing, t.mtime_ns, 1 - t.waiting) > (1 - f.missing, f.mtime_ns, 1 - f.waiting)"
    later = db.execute(
        f"SELECT s.ours, t.size, t.mtime_ns, t.missing, t.waiting, f.id{_PLACES}{_HERE}"
        f" WHERE {known} AND {theirs_is_later}",
        values,
    ).fetchall()
    sql = "UPDATE files SET image_id = ?, size = ?, mtime_ns = ?, missing = ?, waiting = ? WHERE id = ?"
    db.conn.executemany(sql, later)
    db.execute(
        "INSERT INTO main.files (folder_id, path, image_id, size, mtime_ns, missing, waiting, name_key, path_key)"
        f" SELECT d.ours, {_PLACE}, s.ours, t.size, t.mtime_ns, t.missing, t.waiting, natural_key({_PLACE}),"
        f" natural_path_key({_PLACE}){_PLACES} LEFT{_HERE} WHERE {known} AND f.id IS NULL ORDER BY t.id",
        values,
    )
    after = _files_here(db, condition, values)
    taken = {theirs: row for theirs, row in after.items() if before.get(theirs) != row}
    replaced = {theirs: before[theirs] for theirs in taken.keys() & before.keys()}
    for table in ("skipped", "taken_labels", "keyword_labels"):
        sql = f"DELETE FROM main.{table} WHERE file_id = ?"
        db.conn.executemany(sql, [(row[0],) for row in replaced.values()])
    same = "INSERT OR IGNORE INTO temp.same_files VALUES (?, ?)"
    db.conn.executemany(same, [(theirs, row[0]) for theirs, row in taken.items()])
    _take(db, "skipped")
    alike = [(theirs, row[0]) for theirs, row in after.items() if row[1] is not None and row[1] == row[2]]
    db.conn.executemany(same, alike)
    _take(db, "taken_labels")
    for image_id in {row[1] for row in replaced.values() if row[1] is not None}:
        images.let_go(db, image_id)


def _files_here(db: Database, condition: str, values: tuple[int, int]) -> dict[int, tuple[int | None, ...]]:
    """Their files, and what is at their places here: the file, its image, which theirs would be, and the rest."""
    sql = (
        "SELECT t.id, f.id, f.image_id, s.ours, f.size, f.mtime_ns, f.missing, f.waiting"
        f"{_PLACES}{_HERE} WHERE {condition}"
    )
    return {row[0]: tuple(row[1:]) for row in db.execute(sql, values)}


# -- what is said of images ---------------------------------------------------------------------------------------

_GIVEN = (
    " FROM temp.same_images i CROSS JOIN other.image_labels t ON t.image_id = i.theirs"
    " CROSS JOIN temp.same_labels l ON l.theirs = t.label_id"
)


def _take_labels(db: Database) -> None:
    """Whoever gave it. What a person gave here or there is a person's, whatever a keyword says of it."""
    db.execute(
        f"DELETE FROM main.keyword_labels WHERE (image_id, label_id) IN (SELECT i.ours, l.ours{_GIVEN} WHERE NOT"
        " EXISTS (SELECT 1 FROM other.keyword_labels k WHERE k.image_id = t.image_id AND k.label_id = t.label_id))"
    )
    of_pair = "x.image_id = i.ours AND x.label_id = l.ours"
    from_keywords = db.execute(
        "SELECT f.ours, l.ours, i.ours, t.beside FROM temp.same_files f"
        " CROSS JOIN other.keyword_labels t ON t.file_id = f.theirs"
        " CROSS JOIN temp.same_images i ON i.theirs = t.image_id CROSS JOIN temp.same_labels l"
        " ON l.theirs = t.label_id"
        " WHERE NOT EXISTS (SELECT 1 FROM main.keyword_labels x WHERE x.file_id = f.ours AND x.label_id = l.ours)"
        f" AND (NOT EXISTS (SELECT 1 FROM main.image_labels x WHERE {of_pair})"
        f" OR EXISTS (SELECT 1 FROM main.keyword_labels x WHERE {of_pair}))"
    ).fetchall()
    _take(db, "image_labels")
    notes = (KeywordLabel(file, label, image, bool(beside)) for file, label, image, beside in from_keywords)
    keyword_labels.put(db, notes)


def _take_codes(db: Database) -> None:
    """Of versions that both have; images that no file holds must not be found."""
    for theirs, ours in db.execute("SELECT theirs, ours FROM temp.same_versions").fetchall():
        rows = db.execute(
            "SELECT i.ours, t.code FROM temp.same_images i CROSS JOIN other.codes t"
            " ON t.version_id = ? AND t.image_id = i.theirs"
            " JOIN main.model_versions v ON v.id = ? AND 8 * length(t.code) = v.bits"
            " WHERE EXISTS (SELECT 1 FROM main.files f WHERE f.image_id = i.ours)"
            " AND NOT EXISTS (SELECT 1 FROM main.codes c WHERE c.version_id = v.id AND c.image_id = i.ours)",
            (theirs, ours),
        ).fetchall()
        if rows:
            packed_NB = np.frombuffer(b"".join(code for _, code in rows), np.uint8).reshape(len(rows), -1)
            codes.put(db, ours, [image_id for image_id, _ in rows], packed_NB)


# -- one table ----------------------------------------------------------------------------------------------------


def _take(db: Database, name: str, values: dict[str, str] | None = None, where: str = "TRUE") -> None:
    """Their rows of what is the same, unless there is one here. `values`: columns that are other than there."""
    table: CheckedTable = BY_NAME[name]
    maps = {column: f"same_{column}" for column in table.columns if column in _MAP_OF}
    cells = {c: f"{maps[c]}.ours" if c in maps else (values or {}).get(c, f"t.{c}") for c in table.columns}
    # First what there are few of: labels are looked up, all others lead to their rows.
    leading = [column for column in maps if column != "label_id"]
    joins = [f"temp.same_{_MAP_OF[column]} {maps[column]}" for column in leading]
    matches = [f"t.{column} = {maps[column]}.theirs" for column in maps]
    joins += [f"other.{name} t", *(f"temp.same_labels {maps[c]}" for c in maps if c not in leading)]
    checked = ", ".join(f"CAST({cell} AS BLOB)" if c in table.texts else cell for c, cell in cells.items())
    db.execute(
        f"INSERT OR IGNORE INTO main.{name} ({', '.join(cells)}, checksum)"
        f" SELECT {', '.join(cells.values())}, row_checksum({checked}) FROM {' CROSS JOIN '.join(joins)}"
        f" WHERE {' AND '.join([*matches, where])}"
    )
