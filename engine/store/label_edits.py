"""Changes to labels, each of which can be taken back exactly.

An edit says what a person wants; inside the transaction it is turned into rows to write, and while these are
written their inverse is noted: the very rows that were there before, by id. Applying the inverse gives the inverse
of that, so doing and undoing can go on for ever, through merged and deleted labels and imports of a whole library.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engine.arrays import Ids
from engine.errors import UserError
from engine.sentences import said
from engine.store import keyword_labels, label_list, labels
from engine.store.connection import Database
from engine.store.label_list import Label, json_chunks

HOTKEYS = "123456789"  # given to new labels by themselves
ALL_HOTKEYS = HOTKEYS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # which of them are free is known to the window

Assignments = tuple[tuple[int, Ids], ...]  # a label and images


@dataclass(frozen=True, slots=True, eq=False)
class RowChanges:
    """Rows to write, in this order. The inverse of an edit is one, too: it undoes just what was changed."""

    removed: tuple[int, ...] = ()  # labels, with all their assignments
    taken: Assignments = ()
    put: tuple[Label, ...] = ()  # new, or as they are to be
    given: Assignments = ()
    from_keywords: bool = False  # other programs say so, not a person

    def rows(self, db: Database) -> "RowChanges":
        return self

    def is_empty(self) -> bool:
        return not (self.removed or self.put or any(len(ids) for _, ids in self.taken + self.given))

    def image_ids(self) -> Ids:
        """The images whose labels change."""
        return distinct(np.concatenate([np.empty(0, np.int64), *(ids for _, ids in self.taken + self.given)]))


class Edit(Protocol):
    """What a person wants to change."""

    def rows(self, db: Database) -> RowChanges:
        """The rows that this takes, as things stand now; UserError if it cannot be done."""


def apply(db: Database, edit: Edit) -> RowChanges:
    """Do it; returns its inverse, which is empty if nothing changed. To be called inside a transaction."""
    rows, known = edit.rows(db), label_list.by_id(db)
    gone = [known[label_id] for label_id in rows.removed if label_id in known]
    freed = tuple((label.id, _images_of(db, label.id)) for label in gone)
    db.conn.executemany("DELETE FROM labels WHERE id = ?", [(label.id,) for label in gone])
    taken = tuple((label_id, _take(db, label_id, ids)) for label_id, ids in rows.taken)
    changed = [label for label in rows.put if known.get(label.id) != label]
    _write_labels(db, changed)
    given = tuple((label_id, _give(db, label_id, ids, rows.from_keywords)) for label_id, ids in rows.given)
    keyword_labels.became_persons(db, [label.id for label in changed if _is_renamed(label, known)])
    return RowChanges(
        removed=tuple(label.id for label in rows.put if label.id not in known),
        taken=_without_empty(given),
        put=(*gone, *(known[label.id] for label in changed if label.id in known)),
        given=_without_empty(freed + taken),
    )


# -- edits --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Give:
    """Give images labels, by name; labels that are new are made, each with a hotkey while there are digits left."""

    wanted: Mapping[str, Sequence[int]]

    def rows(self, db: Database) -> RowChanges:
        new = _NewLabels(db)
        pairs = [(new.id_of(name), distinct(ids)) for name, ids in self.wanted.items()]
        return RowChanges(put=tuple(new.made), given=tuple(pairs))


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """Take a label from images; it stays listed."""

    name: str
    image_ids: Sequence[int]

    def rows(self, db: Database) -> RowChanges:
        return RowChanges(taken=((labels.id_of(db, self.name), distinct(self.image_ids)),))


@dataclass(frozen=True, slots=True, eq=False)
class Toggle:
    """Give the images a label, or take it from them if all have it."""

    name: str
    image_ids: Sequence[int]

    def rows(self, db: Database) -> RowChanges:
        label_id, ids = labels.id_of(db, self.name), distinct(self.image_ids)
        known = _existing(db, ids)
        if len(known) == len(_having(db, label_id, known)):
            return RowChanges(taken=((label_id, known),))
        return RowChanges(given=((label_id, known),))


@dataclass(frozen=True, slots=True)
class Rename:
    name: str
    new: str

    def rows(self, db: Database) -> RowChanges:
        label, name = _label(db, self.name), labels.clean_name(self.new)
        if labels.find(db, name) not in (None, label.id):
            raise UserError(
                said("There is a label “{name}” already; the two can be merged.", name=labels.shown(name))
            )
        return RowChanges(put=(replace(label, name=name),))


@dataclass(frozen=True, slots=True)
class Merge:
    """The images of `source` get the label `target`, and `source` is deleted."""

    source: str
    target: str

    def rows(self, db: Database) -> RowChanges:
        source, target = labels.id_of(db, self.source), labels.id_of(db, self.target)
        if source == target:
            raise UserError(said("A label cannot be merged with itself."))
        return RowChanges(removed=(source,), given=((target, _images_of(db, source)),))


@dataclass(frozen=True, slots=True)
class Delete:
    """Take the label from all images and from the list."""

    name: str

    def rows(self, db: Database) -> RowChanges:
        return RowChanges(removed=(labels.id_of(db, self.name),))


@dataclass(frozen=True, slots=True)
class SetColour:
    """`colour` is written as "#rrggbb"; None takes it away."""

    name: str
    colour: str | None

    def rows(self, db: Database) -> RowChanges:
        if self.colour is not None and not re.fullmatch("#[0-9a-fA-F]{6}", self.colour):
            raise UserError(said("“{colour}” is no colour; write it as #rrggbb.", colour=labels.shown(self.colour)))
        return RowChanges(put=(replace(_label(db, self.name), colour=self.colour),))


@dataclass(frozen=True, slots=True)
class SetHotkey:
    """A digit from 1 to 9 or a letter; None takes it away. A label that had this key loses it."""

    name: str
    hotkey: str | None

    def rows(self, db: Database) -> RowChanges:
        key = self.hotkey.upper() if self.hotkey is not None else None
        if key is not None and (len(key) != 1 or key not in ALL_HOTKEYS):
            raise UserError(
                said("“{key}” is no hotkey; it is a digit from 1 to 9 or a letter.", key=labels.shown(key))
            )
        label = _label(db, self.name)
        others = [other for other in label_list.by_id(db).values() if key is not None and other.hotkey == key]
        freed = [replace(other, hotkey=None) for other in others if other.id != label.id]
        return RowChanges(put=(*freed, replace(label, hotkey=key)))


# -- rows ---------------------------------------------------------------------------------------------------------


class _NewLabels:
    """Finds labels by name and makes up those that are not there yet."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[str, int] = {}
        self.made: list[Label] = []
        # Ids are never used again; the counter knows also of those that were deleted.
        counted = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'labels'").fetchone()
        (last,) = db.execute("SELECT ifnull(max(id), 0) FROM labels").fetchone()
        self._last: int = max(last, counted[0] if counted else 0)
        used = {label.hotkey for label in label_list.by_id(db).values()}
        self._free = [key for key in HOTKEYS if key not in used]

    def id_of(self, name: str) -> int:
        known = labels.find(self._db, name)
        if known is not None:
            return known
        clean = labels.clean_name(name)
        if clean not in self._known:
            self._last += 1
            self._known[clean] = self._last
            self.made.append(Label(self._last, clean, None, self._free.pop(0) if self._free else None))
        return self._known[clean]


def _label(db: Database, name: str) -> Label:
    return label_list.by_id(db)[labels.id_of(db, name)]


def _write_labels(db: Database, wanted: Sequence[Label]) -> None:
    """A hotkey that goes from one of them to another is free in between."""
    others = [label for label in label_list.by_id(db).values() if label.id not in {each.id for each in wanted}]
    names, keys = {label.name for label in others}, {label.hotkey for label in others}
    for label in wanted:
        if label.name in names:  # it was made meanwhile, by other means than edits
            raise UserError(said("There is a label “{name}” already.", name=labels.shown(label.name)))
    db.conn.executemany("UPDATE labels SET hotkey = NULL WHERE id = ?", [(label.id,) for label in wanted])
    db.conn.executemany(
        "INSERT INTO labels (id, name, colour, hotkey) VALUES (?, ?, ?, ?) ON CONFLICT (id)"
        " DO UPDATE SET name = excluded.name, colour = excluded.colour, hotkey = excluded.hotkey",
        [(each.id, each.name, each.colour, None if each.hotkey in keys else each.hotkey) for each in wanted],
    )


def _is_renamed(label: Label, known: Mapping[int, Label]) -> bool:
    return label.id in known and known[label.id].name != label.name


def _give(db: Database, label_id: int, image_ids: Ids, from_keywords: bool) -> Ids:
    """Returns the images that did not have the label. Those that are not known any more are left out."""
    known = _existing(db, image_ids)
    had = _having(db, label_id, known)
    labels.put(db, label_id, known.tolist())
    if not from_keywords:
        keyword_labels.became_a_persons(db, label_id, had)
    return np.setdiff1d(known, had, assume_unique=True)


def _take(db: Database, label_id: int, image_ids: Ids) -> Ids:
    """Returns the images that had the label."""
    had = _having(db, label_id, image_ids)
    rows = [(image_id, label_id) for image_id in had.tolist()]
    db.conn.executemany("DELETE FROM image_labels WHERE image_id = ? AND label_id = ?", rows)
    return had


def _having(db: Database, label_id: int, image_ids: Ids) -> Ids:
    sql = "SELECT image_id FROM image_labels WHERE image_id IN (SELECT value FROM json_each(?)) AND label_id = ?"
    return np.sort(_ids(row for chunk in json_chunks(image_ids) for row in db.execute(sql, (chunk, label_id))))


def _existing(db: Database, image_ids: Ids) -> Ids:
    sql = "SELECT id FROM images WHERE id IN (SELECT value FROM json_each(?))"
    return np.sort(_ids(row for chunk in json_chunks(image_ids) for row in db.execute(sql, (chunk,))))


def _images_of(db: Database, label_id: int) -> Ids:
    return _ids(db.execute("SELECT image_id FROM image_labels WHERE label_id = ? ORDER BY image_id", (label_id,)))


def _ids(rows: Iterable[tuple[int]]) -> Ids:
    return np.fromiter((row[0] for row in rows), np.int64)


def distinct(image_ids: Sequence[int] | Ids) -> Ids:
    """Each once, in order. numpy's own `unique` goes by hashes: thirty times as long, while a window waits."""
    in_order = np.sort(np.asarray(image_ids, np.int64))
    return in_order[np.diff(in_order, prepend=in_order[:1] - 1) > 0]


def _without_empty(assignments: Assignments) -> Assignments:
    return tuple((label_id, ids) for label_id, ids in assignments if len(ids))
