"""What there is to be searched for, each with the number of its images: for who completes what is being typed."""

import json
from collections.abc import Mapping

from engine.store import images
from engine.store.connection import Database
from engine.store.filters import Column

Proposals = list[tuple[str, int | None]]  # None: nobody counted

_IDS = {Column.CAMERA: "camera_id", Column.LENS: "lens_id", Column.FOLDER: "folder_id"}


def names(words_db: Database) -> dict[int, str]:
    """Of all cameras, lenses and directories, by number."""
    return dict(words_db.execute("SELECT id, name FROM names").fetchall())


def counted(words_db: Database, column: Column, named: Mapping[int, str]) -> Proposals:
    """Those of these names that stand in the column, the most frequent first: only their images are counted."""
    of_column = _IDS[column]
    sql = (
        f"SELECT {of_column}, count(*) FROM facts"
        f" WHERE {of_column} IN (SELECT value FROM json_each(?)) GROUP BY {of_column}"
    )
    found = [(named[number], n) for number, n in words_db.execute(sql, (json.dumps(list(named)),))]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def ratings(words_db: Database) -> Proposals:
    sql = "SELECT rating, count(*) FROM facts WHERE rating IS NOT NULL GROUP BY rating ORDER BY rating DESC"
    return [(str(rating), n) for rating, n in words_db.execute(sql)]


def placed(words_db: Database) -> int:
    (n,) = words_db.execute("SELECT count(*) FROM facts WHERE placed = 1").fetchone()
    return int(n)


def years(words_db: Database) -> Proposals:
    """The latest first."""
    return _dates(words_db, "%Y")


def months(words_db: Database) -> Proposals:
    """The same, as 2024-07."""
    return _dates(words_db, "%Y-%m")


def _dates(words_db: Database, form: str) -> Proposals:
    sql = (
        "SELECT strftime(?, 86400 * day, 'unixepoch') AS said, sum(n)"
        " FROM (SELECT day, count(*) AS n FROM facts GROUP BY day) AS d GROUP BY said ORDER BY said DESC"
    )
    return [(said, n) for said, n in words_db.execute(sql, (form,)) if said is not None]


def labels(db: Database) -> Proposals:
    """The most frequent first."""
    sql = (
        "SELECT l.name, count(a.image_id) AS n FROM labels l LEFT JOIN image_labels a ON a.label_id = l.id"
        " GROUP BY l.id ORDER BY n DESC, l.name"
    )
    return list(db.execute(sql).fetchall())


def missing(db: Database) -> int:
    return len(images.missing(db))
