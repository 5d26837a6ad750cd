"""Which images the words of the search field find on the server: those that SQLite's full-text search finds.

Words stand there as `engine.store.words` makes them, one space in between, and hold letters and digits alone. So
words that stand next to each other, the last one maybe going on, are a piece of that text.
"""

import numpy as np

from engine.arrays import Ids
from engine.store.filters import Column, WordTerm
from engine.store.postgres.database import SharedDatabase
from engine.store.words import FRAGMENT


def found(db: SharedDatabase, term: WordTerm) -> Ids:
    condition, values = _condition(term)
    rows = db.ask(f"SELECT image_id FROM words WHERE {condition}", values)
    return np.fromiter((image_id for (image_id,) in rows), np.int64)


def count(db: SharedDatabase, term: WordTerm, most: int) -> int | None:
    """None: more than `most`."""
    condition, values = _condition(term)
    sql = f"SELECT count(*) FROM (SELECT 1 FROM words WHERE {condition} LIMIT %s) AS found"
    (n,) = db.ask(sql, [*values, most + 1]).fetchone() or (0,)
    return int(n) if n <= most else None


def _condition(term: WordTerm) -> tuple[str, list[object]]:
    columns = list(Column) if term.column is None else [term.column]
    phrase = " ".join(term.words)
    parts = [
        ("{} LIKE %s", f"%{phrase}%") if _looks_inside(term, column) else ("' ' || {} LIKE %s", f"% {phrase}%")
        for column in columns
    ]
    sql = " OR ".join(part.format(column) for (part, _), column in zip(parts, columns, strict=True))
    return f"({sql})", [value for _, value in parts]


def _looks_inside(term: WordTerm, column: Column) -> bool:
    """The first word may begin inside of another."""
    if not term.may_be_inside:
        return False
    return column is Column.NAME or (column is Column.FOLDER and len(term.words[0]) >= FRAGMENT)
