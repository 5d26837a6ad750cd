"""Which unlabelled images are the most doubtful: those whose nearest labelled neighbours disagree.

The K nearest labelled images by Hamming distance of the active version vote, each with the cosine of the two codes,
1 - 2 d / bits, but never less than LEAST_VOTE. p_c is the share of the votes that label c has. An image may have
several labels, so each label is a question of its own, and the doubt is the sum of their entropies in bits:

    doubt = sum over c of  - p_c log2 p_c - (1 - p_c) log2 (1 - p_c)

Where two doubts are equal, the image whose neighbours are farther away comes first, then the one with the smaller
id. Whether an image would be held out of a training does not matter here: it is only asked about.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Rows
from engine.errors import UserError
from engine.learning.nearest_labelled import NearestLabelled
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.store import codes, label_list, labels, versions
from engine.store.connection import Database
from engine.store.versions import Version

K = 10
LEAST_VOTE = 0.01  # also a neighbour that is as unlike as can be says something, if there is no other
DECIMALS = 9  # of a doubt, so that the order never hangs on the last bit
CHUNK = 20_000
LOOKING = said("Looking for doubtful pictures")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A label that the neighbours suggest."""

    label: str
    share: float  # of their votes


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A labelled image near the one asked about."""

    image_id: int
    distance: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """An image to be asked about: the likeliest label first, the nearest neighbour first."""

    image_id: int
    proposals: tuple[Proposal, ...]
    neighbours: tuple[Neighbour, ...]


class Doubtful:
    """The unlabelled images of a version, ranked. Made by `look`; `catch_up` follows what is labelled meanwhile."""

    def __init__(self, version: Version, image_ids_N: Rows, packed_NB: Codes) -> None:
        order = np.argsort(image_ids_N)
        self._version = version
        self._ids_N = image_ids_N[order]  # ascending, so that the order of rows is that of ids
        self._nearest = NearestLabelled(packed_NB[order], version.bits, K)
        self._assigned_A2 = np.empty((0, 2), np.int64)  # (row, label id), sorted
        self._start_N = np.zeros(len(self._ids_N) + 1, np.int64)  # where in there each image's labels begin
        self._doubt_N = np.zeros(len(self._ids_N))
        self._names: dict[int, str] = {}

    # -- following the library ----------------------------------------------------------------------------------

    def is_of(self, db: Database) -> bool:
        """Whether its version is still the active one, with the images that it had; new images do not matter."""
        active = versions.active(db)
        mine = (self._version.id, self._version.removed_stamp)
        return active is not None and (active.id, active.removed_stamp) == mine

    def catch_up(self, db: Database) -> Generator[Progress, None, None]:
        """Labels came or went: bring what that changes up to date. Not to be used any more if this is cut short."""
        with db.atomic():  # names and assignments at one moment, whatever is stored meanwhile
            self._names = {label.id: label.name for label in label_list.by_id(db).values()}
            assigned_A2 = self._known(labels.assignments(db))
        changed = _rows_that_differ(self._assigned_A2, assigned_A2)
        if not len(changed):
            return
        before_N = self._nearest.labelled_N.copy()
        self._assigned_A2 = assigned_A2
        self._start_N = np.searchsorted(assigned_A2[:, 0], np.arange(len(self._ids_N) + 1))
        now_N = np.diff(self._start_N) > 0
        touched_N = self._nearest.with_neighbour(changed)
        gained, lost = changed[now_N[changed] & ~before_N[changed]], changed[~now_N[changed]]
        for done, total in self._nearest.update(gained, lost):
            yield Progress(done, total, LOOKING)
        touched_N |= self._nearest.with_neighbour(changed)
        touched_N[changed] = ~now_N[changed]
        self._doubt_again(np.flatnonzero(touched_N))

    def _known(self, assigned_A2: NDArray[np.int64]) -> NDArray[np.int64]:
        """(image id, label id) as (row, label id); images without a code are left out."""
        if not len(self._ids_N):
            return np.empty((0, 2), np.int64)
        rows = np.minimum(np.searchsorted(self._ids_N, assigned_A2[:, 0]), len(self._ids_N) - 1)
        known = self._ids_N[rows] == assigned_A2[:, 0]
        return np.column_stack([rows[known], assigned_A2[known, 1]])

    # -- asking -------------------------------------------------------------------------------------------------

    @property
    def labels_in_use(self) -> list[str]:
        """The labels that any image has, by name."""
        return sorted(self._names[label] for label in np.unique(self._assigned_A2[:, 1]).tolist())

    def trouble(self) -> str:
        """Why nobody can be asked anything now, and what is needed: a sentence, or nothing."""
        used = self.labels_in_use
        if not len(self._ids_N):
            return said("No picture has been read yet; add a folder first.")
        if not used:
            return said(
                "No picture has a label yet. Give some pictures of at least two kinds their labels; "
                "then the others can be compared with them."
            )
        if len(used) == 1:
            return said(
                "Only one label is in use, “{name}”. Give some other pictures another label; "
                "then there is something to be in doubt about.",
                name=labels.shown(used[0]),
            )
        return "" if self.left() else said("Every picture has a label. Nothing is left to ask.")

    def most_doubtful(self, aside: Collection[int] = ()) -> Question | None:
        """The unlabelled image in most doubt, the farthest from its neighbours of several, that was not put aside;
        None if there is none."""
        rows = self._asked_about(aside)
        if not len(rows):
            return None
        rows = rows[self._doubt_N[rows] == self._doubt_N[rows].max()]
        return self._question(int(rows[np.argmax(self._farness(rows))]))

    def left(self, aside: Collection[int] = ()) -> int:
        """How many unlabelled images were not put aside."""
        return len(self._asked_about(aside))

    def _asked_about(self, aside: Collection[int]) -> Rows:
        return np.flatnonzero(~self._nearest.labelled_N & ~np.isin(self._ids_N, list(aside)))

    def about(self, image_id: int) -> Question | None:
        """The question about this image; None if it has a label or is not known."""
        row = int(np.searchsorted(self._ids_N, image_id))
        if row == len(self._ids_N) or self._ids_N[row] != image_id or self._nearest.labelled_N[row]:
            return None
        return self._question(row)

    def _question(self, row: int) -> Question:
        rows, distances, there = (each[0] for each in self._nearest.neighbours(np.array([row])))
        _, label_ids, shares = self._shares(np.array([row]))
        proposals = [
            Proposal(self._names[int(i)], round(float(p), DECIMALS)) for i, p in zip(label_ids, shares, strict=True)
        ]
        neighbours = [
            Neighbour(int(self._ids_N[r]), int(d), self._names_of(int(r)))
            for r, d in zip(rows[there], distances[there], strict=True)
        ]
        return Question(
            int(self._ids_N[row]),
            tuple(sorted(proposals, key=lambda each: (-each.share, each.label))),
            tuple(neighbours),
        )

    def _names_of(self, row: int) -> tuple[str, ...]:
        ids = self._assigned_A2[self._start_N[row] : self._start_N[row + 1], 1]
        return tuple(sorted(self._names[label] for label in ids.tolist()))

    # -- computing ----------------------------------------------------------------------------------------------

    def _doubt_again(self, rows: Rows) -> None:
        for start in range(0, len(rows), CHUNK):
            chunk = rows[start : start + CHUNK]
            at, _, share = self._shares(chunk)
            self._doubt_N[chunk] = np.round(np.bincount(at, _entropy(share), len(chunk)), DECIMALS)

    def _shares(self, rows: Rows) -> tuple[Rows, Rows, NDArray[np.float64]]:
        """p_c of these images, where it is not 0: at which of them, for which label, how much."""
        neighbours_RK, distance_RK, there_RK = self._nearest.neighbours(rows)
        vote_RK = np.where(there_RK, np.maximum(1 - 2 * distance_RK / self._version.bits, LEAST_VOTE), 0)
        first, count = self._start_N[neighbours_RK], np.diff(self._start_N)[neighbours_RK] * there_RK
        count = count.ravel()
        # Each neighbour has its own number of labels: all of them in one list, with who voted and how much.
        listed = np.repeat(first.ravel() - np.cumsum(count) + count, count) + np.arange(count.sum())
        label = self._assigned_A2[listed, 1]
        voter = np.repeat(np.arange(len(count)), count)
        most = int(label.max(initial=0)) + 1
        pairs, which = np.unique(voter // K * most + label, return_inverse=True)
        votes = np.bincount(which, vote_RK.ravel()[voter], len(pairs))
        at = pairs // most
        return at, pairs % most, np.minimum(1, votes / vote_RK.sum(axis=1)[at])

    def _farness(self, rows: Rows) -> NDArray[np.int64]:
        _, distance_RK, _ = self._nearest.neighbours(rows)
        total: NDArray[np.int64] = distance_RK.sum(axis=1)
        return total


def look(library: Library) -> Generator[Progress, None, Doubtful]:
    """Rank the unlabelled images of the active version."""
    version = versions.active(library.db)
    if version is None:
        raise UserError(said("No picture has been read yet; add a folder first."))
    yield Progress(0, None, LOOKING)
    rows = codes.since(library.db, version.id, 0, version.bits)
    doubtful = Doubtful(version, rows.image_ids_N, rows.packed_NB)
    yield from doubtful.catch_up(library.db)
    return doubtful


def _entropy(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The entropy of a yes-or-no question, in bits."""
    q = 1 - p
    inside = (p > 0) & (q > 0)
    safe_p, safe_q = np.where(inside, p, 0.5), np.where(inside, q, 0.5)
    return np.where(inside, -safe_p * np.log2(safe_p) - safe_q * np.log2(safe_q), 0)


def _rows_that_differ(a_A2: NDArray[np.int64], b_A2: NDArray[np.int64]) -> Rows:
    """The images whose labels are not the same in both."""
    most = int(max(a_A2[:, 1].max(initial=0), b_A2[:, 1].max(initial=0))) + 1
    keys = np.setxor1d(a_A2[:, 0] * most + a_A2[:, 1], b_A2[:, 0] * most + b_A2[:, 1], assume_unique=True)
    return np.unique(keys // most)
