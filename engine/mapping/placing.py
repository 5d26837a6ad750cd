"""New pictures find their place at once: where most of those lie that are nearest to them by features.

Their plain mean would lie in the emptiness between two groups; so of the nearest the one counts that most others
lie around, and the mean is taken around that.
"""

from __future__ import annotations

import numpy as np

from engine.arrays import Vectors
from engine.mapping.neighbours import BLOCK, nearest_to

NEAREST = 10
APART = 0.2  # so that several that come to the same place can be told apart
GOLDEN_ANGLE = 2.399963


def placed(points_MR: Vectors, x_NR: Vectors, places_N2: Vectors) -> Vectors:
    """A place for each of these points among rows that have one; at 0 where there are none."""
    if not len(x_NR):
        return _apart(np.zeros((len(points_MR), 2), np.float32))
    blocks = (points_MR[start : start + BLOCK] for start in range(0, len(points_MR), BLOCK))
    found = [np.empty((0, 2), np.float32)]
    found += [_densest(places_N2[nearest_to(block, x_NR, NEAREST)]) for block in blocks]
    return _apart(np.concatenate(found))


def _densest(candidates_MK2: Vectors) -> Vectors:
    apart_MKK2 = candidates_MK2[:, :, None] - candidates_MK2[:, None]
    near_MKK = 1 / (1 + (apart_MKK2**2).sum(axis=-1))
    chosen_M = near_MKK.sum(axis=-1).argmax(axis=1)
    weights_MK1 = near_MKK[np.arange(len(chosen_M)), chosen_M][..., None]
    mean_M2: Vectors = (candidates_MK2 * weights_MK1).sum(axis=1) / weights_MK1.sum(axis=1)
    return mean_M2


def _apart(places_M2: Vectors) -> Vectors:
    turn_M = np.arange(len(places_M2)) * GOLDEN_ANGLE
    moved: Vectors = places_M2 + APART * np.stack([np.cos(turn_M), np.sin(turn_M)], axis=1).astype(np.float32)
    return moved
