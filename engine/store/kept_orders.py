"""Orders of all files, kept in memory: what a filter lets through is put in order without sorting all rows again.

SQLite is the truth. `order_changes` says when files came, went or changed, or the dates and cameras of images did;
an order from before is then made again, by whoever asks for it next. The last few that were asked for are kept.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Ids, Mask
from engine.store import browsing, files, images
from engine.store.browsing import Browse, Browsed
from engine.store.connection import Database
from engine.store.filter_ids import LARGEST_MASK, are_among, ids_of, parsed
from engine.store.order_changes import OrderChanges

MOST = 3  # orders; at a million files each takes 8 MB, and 8 MB more once a folder was asked for

_LABELLED = "SELECT DISTINCT image_id AS found FROM image_labels"
_WITH_LABEL = "SELECT image_id AS found FROM image_labels WHERE label_id = (SELECT id FROM labels WHERE name = ?)"


@dataclass(slots=True)
class _Order:
    """Every file that holds an image, in an order; where each comes among all paths, once that was asked for."""

    files: Ids
    images: Ids
    has_copies: bool
    ranks: "_Ranks | None" = None


@dataclass(frozen=True, slots=True)
class _Ranks:
    """The files in the order of folder and path, in which those of a directory stand together, and where in it each
    file of another order stands."""

    files: Ids
    of_order: NDArray[np.int32]


class _OutdatedError(Exception):
    """An order has other files than the library now."""


class KeptOrders:
    """Of one library; any thread may ask."""

    def __init__(self, changes: OrderChanges) -> None:
        self._changes = changes
        self._guard = threading.Lock()
        self._kept: OrderedDict[tuple[str, bool], tuple[object, _Order]] = OrderedDict()

    def browsed(self, db: Database, browse: Browse, allowed: Ids | None = None) -> Browsed:
        """As `browsing.browsed`, which is asked where nothing can be kept, or need not be."""
        key = (browse.sort, browse.descending)
        state = self._changes.state(db, browsing.looks_at_images(browse))
        with self._guard:
            kept = self._kept.get(key)
        is_known = kept is not None and kept[0] == state
        few = allowed is not None and len(allowed) <= browsing.FEW
        if state is None or (few and not is_known):
            return browsing.browsed(db, browse, allowed)
        with _one_state(db):
            order = kept[1] if kept is not None and is_known else _made(db, browse)
            try:
                wanted = _wanted(db, browse, order, allowed)
            except _OutdatedError:  # files changed since its state was asked for
                order = _made(db, browse)
                wanted = _wanted(db, browse, order, allowed)
        with self._guard:
            self._kept[key] = state, order
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        found = order.images if wanted is None else order.images[wanted]
        ids = _first_of_each(found) if order.has_copies else found
        return Browsed(ids.astype(np.int64), len(found))


@contextmanager
def _one_state(db: Database) -> Iterator[None]:
    """All that is read is as it was at one moment."""
    db.conn.execute("BEGIN")
    try:
        yield
    finally:
        db.conn.execute("COMMIT")


def _made(db: Database, browse: Browse) -> _Order:
    pieces = [_in_order(db, rows, order) for rows, order in browsing.in_pieces(db, browse)]
    none = np.empty(0, np.int64)
    file_ids = _narrow(np.concatenate([none, *(of_files for of_files, _ in pieces)]))
    image_ids = _narrow(np.concatenate([none, *(of_images for _, of_images in pieces)]))
    return _Order(file_ids, image_ids, len(_first_of_each(image_ids)) < len(image_ids))


def _in_order(db: Database, rows: str, order: str) -> tuple[Ids, Ids]:
    """Ids of files and of their images; as two texts, which takes a third of the time of rows."""
    sql = (
        f"SELECT f.id AS file, f.image_id AS image FROM files f {rows} AND f.image_id IS NOT NULL ORDER BY {order}"
    )
    of_files, of_images = db.execute(f"SELECT group_concat(file), group_concat(image) FROM ({sql})").fetchone()
    return parsed(of_files), parsed(of_images)


def _narrow(ids: Ids) -> Ids:
    """In half the room, where they fit."""
    return ids.astype(np.int32) if len(ids) and ids.max() < 1 << 31 and ids.min() >= 0 else ids


def _wanted(db: Database, browse: Browse, order: _Order, allowed: Ids | None) -> Mask | None:
    """Which files of the order; None: all."""
    masks: list[Mask] = []
    if browse.folder is not None:
        masks.append(_in_folder(db, browse.folder, order))
    if allowed is not None:
        masks.append(are_among(order.images, allowed))
    if browse.label is not None:
        masks.append(are_among(order.images, ids_of(db, _WITH_LABEL, [browse.label])))
    if browse.unlabelled:
        masks.append(~are_among(order.images, ids_of(db, _LABELLED, [])))
    if not browse.show_missing:
        masks.append(~are_among(order.images, np.array(images.missing(db), np.int64)))
    return np.logical_and.reduce(masks) if masks else None


def _in_folder(db: Database, folder: bytes, order: _Order) -> Mask:
    """The files of a directory and those below it stand together among all paths: the first and the last tell."""
    if order.ranks is None:
        order.ranks = _ranks(db, order.files)
    ranks = order.ranks
    found = np.zeros(len(order.files), np.bool_)
    for condition, values in files.spans(db, folder):
        sql = f"SELECT f.id FROM files f WHERE f.image_id IS NOT NULL AND {condition}"
        ends = [
            db.execute(f"{sql} ORDER BY f.folder_id {way}, f.path {way} LIMIT 1", values).fetchone()
            for way in ("ASC", "DESC")
        ]
        if all(ends):
            first, last = (_place(ranks.files, end[0]) for end in ends)
            found |= (ranks.of_order >= first) & (ranks.of_order <= last)
    return found


def _place(ids: Ids, wanted: int) -> int:
    found = np.flatnonzero(ids == wanted)
    if not len(found):
        raise _OutdatedError
    return int(found[0])


def _ranks(db: Database, of_order: Ids) -> _Ranks:
    by_path = _narrow(_in_order(db, "WHERE TRUE", "f.folder_id, f.path")[0])
    in_turn = np.argsort(by_path)
    if not np.array_equal(by_path[in_turn], np.sort(of_order)):
        raise _OutdatedError
    return _Ranks(by_path, in_turn[np.searchsorted(by_path, of_order, sorter=in_turn)].astype(np.int32))


def _first_of_each(ids: Ids) -> Ids:
    """Copies share one image: keep its first place in the order. As `np.unique` finds it, without sorting."""
    if not len(ids) or ids.max() >= LARGEST_MASK or ids.min() < 0:
        return browsing.first_of_each(ids)
    places = np.arange(len(ids) - 1, -1, -1)
    first = np.empty(int(ids.max()) + 1, np.int64)
    first[ids[::-1]] = places  # of several, the last one that is put there stays
    is_first: Mask = first[ids] == places[::-1]
    found: Ids = ids[is_first]
    return found
