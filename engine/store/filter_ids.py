"""The images that a filter lets through, as sorted ids.

Each kind of term has one statement that an index or a narrow table answers: numbers, dates and traits together,
words together, labels and what is not wanted by themselves. What they give is put together here, by masks over the
ids: SQLite would look up each row of one in the other.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Ids, Mask
from engine.store import images
from engine.store.connection import Database
from engine.store.filters import Column, DateTerm, Filter, LabelTerm, NumberTerm, Term, Trait, TraitTerm, WordTerm
from engine.store.postgres import matching
from engine.store.postgres.database import SharedDatabase
from engine.store.words import FRAGMENT, begins_within, words_of

LARGEST_MASK = 1 << 26  # ids beyond that are a damaged row's, or very many were let go
MOST_LONGER = 2000  # words of folders round a fragment
FEW = 50_000  # rows that an index finds: to look up each takes less time than to go through all
MOST_GAPS = 1000  # ids that no image has, if there are more of them than images

_FACT_TRAITS = {
    Trait.PLACE: ("placed", "placed = 1"),
    Trait.RATING: ("rating", "rating IS NOT NULL"),
    Trait.CAMERA: ("camera_id", "camera_id IS NOT NULL"),
    Trait.LENS: ("lens_id", "lens_id IS NOT NULL"),
    Trait.CAMERA_DATE: ("by_camera", "by_camera = 0"),  # the few that are not, to be left out
}
_INDEX_OF = {
    "day": "facts_by_day",
    "by_camera": "facts_dated_by_file",
    "placed": "facts_placed",
    "iso": "facts_by_iso",
    "aperture": "facts_by_aperture",
    "focal_um": "facts_by_focal",
    "rating": "facts_by_rating",
    "camera_id": "facts_by_camera",
    "lens_id": "facts_by_lens",
}


@dataclass(frozen=True, slots=True)
class _FactCondition:
    column: str
    sql: str
    values: tuple[int, ...] = ()


def image_ids(db: Database, words_db: Database, wanted: Filter) -> Ids:
    """Of the library and of what `word_rows` made of it; images that no file holds may be among them."""
    parts = list(_of_words(db, words_db, wanted)) + list(_of_labels(db, wanted)) + list(_of_facts(words_db, wanted))
    if not any(plus for _, plus in parts):
        parts.append((_every(words_db), True))
    return _together(parts)


def _together(parts: list[tuple[Ids, bool]]) -> Ids:
    """What is in all parts, and in none of those that are not wanted."""
    first, *others = sorted((ids for ids, plus in parts if plus), key=len)
    found = np.sort(first)
    for ids in others:
        found = found[are_among(found, ids)]
    for ids in (ids for ids, plus in parts if not plus):
        found = found[~are_among(found, ids)]
    return found


def are_among(found: Ids, ids: Ids) -> Mask:
    """Which of `found` are among the others; as numpy's `isin`, at a tenth of its time."""
    if not len(found) or not len(ids):
        return np.zeros(len(found), np.bool_)
    top = int(max(found.max(), ids.max())) + 1
    if top > LARGEST_MASK or min(found.min(), ids.min()) < 0:
        return np.isin(found, ids)
    mask = np.zeros(top, np.bool_)
    mask[ids] = True
    return mask[found]


def _every(words_db: Database) -> Ids:
    """Of all images. Where few numbers are free, those are among them: to ask for each id takes longer than all
    else."""
    (known,) = words_db.execute("SELECT count(*) FROM facts").fetchone()
    (last,) = words_db.execute("SELECT max(image_id) FROM facts").fetchone()  # together they take ten times as long
    if known and last < min(2 * known + MOST_GAPS, LARGEST_MASK):
        return np.arange(1, last + 1, dtype=np.int64)
    return ids_of(words_db, "SELECT image_id AS found FROM facts", [])


# -- numbers, dates and traits ------------------------------------------------------------------------------------


def _of_facts(words_db: Database, wanted: Filter) -> Iterable[tuple[Ids, bool]]:
    """What is not wanted is found as if it were: what is not known is not what is asked for, and so is what is
    not."""
    together = list[_FactCondition]()
    for term in wanted.terms:
        condition = _fact_condition(term)
        if condition is not None and term.minus != (condition.column == "by_camera"):
            yield _with_facts(words_db, [condition]), False
        elif condition is not None:
            together.append(condition)
    if together:
        yield _with_facts(words_db, together), True


def _fact_condition(term: Term) -> _FactCondition | None:
    if isinstance(term, TraitTerm):
        known = _FACT_TRAITS.get(term.trait)
        return _FactCondition(*known) if known else None
    if isinstance(term, NumberTerm):
        column, bounds = str(term.number), [(">=", term.least), ("<=", term.most)]
    elif isinstance(term, DateTerm):
        column, bounds = "day", [(">=", term.first), ("<=", term.last)]
    else:
        return None
    parts = [(f"{column} {sign} ?", value) for sign, value in bounds if value is not None]
    values = tuple(value for _, value in parts)
    return _FactCondition(column, " AND ".join(sql for sql, _ in parts), values) if parts else None


def _with_facts(words_db: Database, conditions: Sequence[_FactCondition]) -> Ids:
    sql = " AND ".join(f"({each.sql})" for each in conditions)
    values = [value for each in conditions for value in each.values]
    return ids_of(words_db, f"SELECT image_id AS found FROM {_way_to(words_db, conditions)} WHERE {sql}", values)


def _way_to(words_db: Database, conditions: Sequence[_FactCondition]) -> str:
    """The index of a column that leaves few rows, or none: SQLite does not know which that is, and to look up each
    row of an index that leaves many takes twice as long as to go through all rows."""
    if len({each.column for each in conditions}) == 1:
        return "facts"
    for each in conditions:
        if each.column in _INDEX_OF:
            sql = f"SELECT count(*) FROM (SELECT 1 FROM facts WHERE {each.sql} LIMIT {FEW}) AS f"
            (found,) = words_db.execute(sql, each.values).fetchone()
            if found < FEW:
                return f"facts INDEXED BY {_INDEX_OF[each.column]}"
    return "facts NOT INDEXED"


# -- words --------------------------------------------------------------------------------------------------------


def _of_words(db: Database, words_db: Database, wanted: Filter) -> Iterable[tuple[Ids, bool]]:
    """Those that are wanted and can be found in one way only, in one statement; each other one by itself."""
    together = list[str]()
    for term in wanted.terms:
        if not isinstance(term, WordTerm):
            continue
        labels = _labels_with(db, list(term.words)) if term.column is None else []
        if term.minus or labels or term.may_be_inside or isinstance(words_db, SharedDatabase):
            found = list(_anywhere(words_db, term))
            yield _in_any([*found, _with_labels(db, labels)] if labels else found), not term.minus
        else:
            together.append(_match(term, term.column))
    if together:
        yield _matching(words_db, " AND ".join(together)), True


def _anywhere(words_db: Database, term: WordTerm) -> Iterable[Ids]:
    """Names are known by each three characters; folders are few, so their words are looked through."""
    if isinstance(words_db, SharedDatabase):
        yield matching.found(words_db, term)
        return
    if not term.may_be_inside:
        yield _matching(words_db, _match(term, term.column))
        return
    if term.column is not Column.FOLDER:
        sql = "SELECT rowid AS found FROM file_names WHERE file_names MATCH ?"
        yield ids_of(words_db, sql, [f'"{" ".join(term.words)}"'])
    if term.column is not Column.NAME:
        columns = " ".join(Column.but(Column.NAME)) if term.column is None else str(term.column)
        yield _matching(words_db, _match_in_folders(words_db, term, columns))


def count(words_db: Database, term: WordTerm, most: int) -> int | None:
    """How many images a word finds in another column than that of names; None: more than `most`."""
    if isinstance(words_db, SharedDatabase):
        return matching.count(words_db, term, most)
    expression = _match(term, term.column)
    if term.may_be_inside:
        expression = _match_in_folders(words_db, term, str(term.column))
    sql = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"
    (n,) = words_db.execute(sql, (expression, most + 1)).fetchone()
    return int(n) if n <= most else None


def _match_in_folders(words_db: Database, term: WordTerm, columns: str) -> str:
    """In these columns as it is, and inside of the words of folders."""
    inside = [f"({{{Column.FOLDER}}} : {phrase})" for phrase in _longer(words_db, term.words)]
    return " OR ".join([_match(term, columns), *inside])


def _longer(words_db: Database, words: Sequence[str]) -> list[str]:
    """Phrases in which the first word is but the end of a longer one, or a part of it where it stands alone."""
    first, *others = words
    if len(first) < FRAGMENT:
        return []
    # What begins with it is found without this.
    sql = "SELECT word FROM folder_words WHERE " + ("substr(word, -length(:part)) = :part" if others else "TRUE")
    found = words_db.execute(f"{sql} AND instr(word, :part) > 1 LIMIT {MOST_LONGER}", {"part": first})
    return [f'"{" ".join((word, *others))}"' + " *" * bool(others) for (word,) in found]


def _in_any(parts: Sequence[Ids]) -> Ids:
    """In order, each once; as numpy's `union1d`, at a tenth of its time."""
    if len(parts) == 1:
        return parts[0]
    together = np.concatenate(parts)
    if not len(together) or together.max() > LARGEST_MASK or together.min() < 0:
        return np.unique(together)
    mask = np.zeros(int(together.max()) + 1, np.bool_)
    mask[together] = True
    return np.flatnonzero(mask)


def _match(term: WordTerm, columns: str | None) -> str:
    """Words hold letters and digits alone, so that nothing in them means something to the full-text search."""
    phrase = f'"{" ".join(term.words)}" *'
    return f"({{{columns}}} : {phrase})" if columns is not None else f"({phrase})"


def _matching(words_db: Database, expression: str) -> Ids:
    return ids_of(words_db, "SELECT rowid AS found FROM words WHERE words MATCH ?", [expression])


# -- labels -------------------------------------------------------------------------------------------------------


def _of_labels(db: Database, wanted: Filter) -> Iterable[tuple[Ids, bool]]:
    for term in wanted.terms:
        if isinstance(term, LabelTerm):
            yield _with_labels(db, _labels_named(db, term.name)), not term.minus
        elif isinstance(term, TraitTerm) and term.trait in (Trait.LABEL, Trait.UNLABELLED):
            labelled = ids_of(db, "SELECT DISTINCT image_id AS found FROM image_labels", [])
            yield labelled, (term.trait is Trait.LABEL) != term.minus
        elif isinstance(term, TraitTerm) and term.trait is Trait.MISSING:
            yield np.array(images.missing(db), np.int64), not term.minus


def _labels_named(db: Database, name: str) -> list[int]:
    rows = db.execute("SELECT id, name FROM labels").fetchall()
    exactly = [label_id for label_id, known in rows if as_typed(known) == as_typed(name)]
    return exactly or _labels_with(db, words_of(name))


def as_typed(label: str) -> str:
    """Without quotes, which would end it; large letters are small ones."""
    return label.replace('"', " ").strip().casefold()


def _labels_with(db: Database, words: list[str]) -> list[int]:
    rows = db.execute("SELECT id, name FROM labels").fetchall()
    return [label_id for label_id, name in rows if begins_within(words_of(name), words)]


def _with_labels(db: Database, label_ids: list[int]) -> Ids:
    sql = (
        "SELECT DISTINCT image_id AS found FROM image_labels INDEXED BY image_labels_by_label"
        " WHERE label_id IN (SELECT value FROM json_each(?))"
    )
    return ids_of(db, sql, [json.dumps(label_ids)])


def ids_of(db: Database, sql: str, values: Sequence[object]) -> Ids:
    """What a statement finds under the name of `found`, in its order, as one text: a row for each takes three times
    as long. SQLite keeps the order of what it is given for this (but for counts and the like, it need not)."""
    (text,) = db.conn.execute(f"SELECT group_concat(found) FROM ({sql}) AS f", tuple(values)).fetchone()
    return parsed(text)


def parsed(text: str | None) -> Ids:
    """Numbers between commas."""
    return np.fromstring(text or "", np.int64, sep=",")
