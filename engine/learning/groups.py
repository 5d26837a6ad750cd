"""Which images belong together because one is nearly the other: copies with edits, and bursts.

A training that has seen one of them has as good as seen them all, so whatever is held out is held out as a group.
Two images are compared by the cosine of the square roots of their features (those of the built-in network, which
are never negative). That hangs on the two alone, so no other image can part them or bring them together.

- Near-copies: the cosine is at least NEAR_COPY. Of 7,150 edits of 650 photos (resized, cropped by a tenth or a
  fifth, strongly compressed, greyed, turned, mirrored, brightened) that finds 95 %, and it takes 80 of 4.6 million
  pairs of other pictures for near-copies, mostly the same thing photographed twice. The cosine of mean-centred
  features finds 89 % at that price.
- A burst: the same camera took both within BURST_SECONDS, and the cosine is at least IN_A_BURST.
- Who belongs with one belongs with all of its group.
- To the network there are kinds that look all the same, pages of text for example. A group that takes more than
  half of a label's images leaves nothing to ask for, or little to learn from; if it has more than MOST_NEAR_COPIES,
  it is held together by nearer copies only (NEARER_COPY), and if that does not part it, by what its pictures do not
  have in common: those that are then alike (STILL_ALIKE), and those that can hardly be told apart (SAME), stay
  together. A series of which each picture leads to the next stays whole.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import datetime

import numpy as np

from engine.arrays import Halves, Labels, Numbers, Reals
from engine.copies.looks import cosines, looks
from engine.learning.close_pairs import close_pairs
from engine.learning.components import Components
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.linear_hash import centred
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, images
from engine.store.connection import Database

NEAR_COPY = 0.84
BURST_SECONDS = 5
IN_A_BURST = 0.7
NEXT_IN_TIME = 20  # images that each is compared with: all of a camera whose clock stands still have one time
MOST_NEAR_COPIES = 16
NEARER_COPY = 0.9
STILL_ALIKE = 0.6
SAME = 0.98
TIMES_PARTED = 4
READ_AT_ONCE = 500  # images
NOTE = said("Looking for copies and bursts")


def grouping(db: Database, image_ids: Sequence[int], labels_NC: Labels) -> Generator[Progress, None, Numbers]:
    """A number for each of these images, which have these labels; the same for those that belong together.

    An image without features stands alone, and one without a date is in no burst.
    """
    x_ND = yield from _reading_looks(db, image_ids)
    taken = images.taken(db, image_ids)
    taken_N = np.array([_seconds(taken[i][0]) if i in taken else np.nan for i in image_ids], np.float64)
    numbers: dict[str | None, int] = {}
    camera_N = [numbers.setdefault(taken[i][1], len(numbers)) if i in taken else -1 for i in image_ids]
    return (yield from grouped(x_ND, taken_N, np.array(camera_N, np.int64), labels_NC))


def grouped(
    x_ND: Halves, taken_N: Reals, camera_N: Numbers, labels_NC: Labels
) -> Generator[Progress, None, Numbers]:
    """The same of rows: their looks (zeros: not known), seconds by the camera's clock (nan: not known), the camera.

    Each group goes by its first row.
    """
    first_N = yield from _joined((x_ND, NEAR_COPY))
    first_N = yield from _parted(x_ND, labels_NC, labels_NC.sum(axis=0), first_N)
    together = Components(len(x_ND))
    together.join(np.arange(len(x_ND)), first_N)
    for step in range(1, NEXT_IN_TIME + 1):
        yield Progress(0, None, NOTE)
        together.join(*_bursts(x_ND, taken_N, camera_N, step))
    return together.first_N


def _joined(*by: tuple[Halves, float]) -> Generator[Progress, None, Numbers]:
    """The first row that a chain of close pairs leads to from each, by one kind of looks and bound or another."""
    together = Components(len(by[0][0]))
    for x_ND, cosine in by:
        for a_E, b_E in close_pairs(x_ND, cosine):
            together.join(a_E, b_E)
            yield Progress(0, None, NOTE)
    return together.first_N


def _parted(
    x_ND: Halves, labels_NC: Labels, count_C: Numbers, first_N: Numbers, times: int = 0
) -> Generator[Progress, None, Numbers]:
    """The groups, those that are too large in parts. Of each label there are so many images."""
    for rows in _members(first_N) if times < TIMES_PARTED else []:
        labels_MC = labels_NC[rows]
        if len(rows) <= MOST_NEAR_COPIES or (2 * labels_MC.sum(axis=0) <= count_C).all():
            continue
        within_ND = x_ND[rows]
        nearer = (within_ND, SAME if times else NEARER_COPY)
        first_M = yield from _joined(nearer, *([(_differences(within_ND), STILL_ALIKE)] if times else []))
        first_M = yield from _parted(within_ND, labels_MC, count_C, first_M, times + 1)
        first_N[rows] = rows[first_M]
    return first_N


def _members(first_N: Numbers) -> list[Numbers]:
    """The rows of each group, ascending."""
    order_N = np.argsort(first_N, kind="stable")
    return np.split(order_N, np.flatnonzero(np.diff(first_N[order_N])) + 1)


def _differences(x_ND: Halves) -> Halves:
    """The looks without what all of them have in common."""
    mean_D = x_ND.mean(axis=0, dtype=np.float32)
    of_ND = np.empty_like(x_ND)
    for start in range(0, len(x_ND), READ_AT_ONCE):
        some = slice(start, start + READ_AT_ONCE)
        of_ND[some] = centred(x_ND[some].astype(np.float32), mean_D)
    return of_ND


def _bursts(x_ND: Halves, taken_N: Reals, camera_N: Numbers, step: int) -> tuple[Numbers, Numbers]:
    """Pairs of a burst, so many steps apart by the clock of their camera."""
    dated = np.flatnonzero(np.isfinite(taken_N))
    dated = dated[np.lexsort((taken_N[dated], camera_N[dated]))]
    a_E, b_E = dated[:-step], dated[step:]
    near_E = (camera_N[a_E] == camera_N[b_E]) & (taken_N[b_E] - taken_N[a_E] <= BURST_SECONDS)
    a_E, b_E = a_E[near_E], b_E[near_E]
    alike_E = cosines(x_ND, x_ND, a_E, b_E) >= IN_A_BURST
    return a_E[alike_E], b_E[alike_E]


def _reading_looks(db: Database, image_ids: Sequence[int]) -> Generator[Progress, None, Halves]:
    row_of = {image_id: row for row, image_id in enumerate(image_ids)}
    x_ND: Halves = np.zeros((len(image_ids), 1), np.float16)
    for start in range(0, len(image_ids), READ_AT_ONCE):
        yield Progress(start, len(image_ids), NOTE)
        some = image_ids[start : start + READ_AT_ONCE]
        for ids, features_ND in features.chunks(db, EFFICIENTNET_LITE0.name, some):
            if x_ND.shape[1] == 1:
                x_ND = np.zeros((len(image_ids), features_ND.shape[1]), np.float16)
            x_ND[[row_of[image_id] for image_id in ids]] = looks(features_ND)
    return x_ND


def _seconds(taken_at: str) -> float:
    """On the camera's clock, which knows no time zone."""
    try:
        return (datetime.fromisoformat(taken_at).replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()
    except ValueError:  # what older versions stored as they found it
        return np.nan
