"""Everything in the order of its likeness to one picture, by distance alone but for the nearest.

The nearest come in the very order of hits (`engine.search.order`), for which their features are read: that is cheap
for some hundreds, not for a library. All others come by distance; equal ones stay in the order they came in.
"""

from collections.abc import Callable

import numpy as np

from engine.arrays import Distances, Rows
from engine.search import order

MOST_READ = 2000  # features: as many may share one code


def nearest_first(distances_N: Distances, as_hits: Callable[[Rows], Rows]) -> Rows:
    """The rows of these distances; `as_hits` puts the nearest of them in the order of hits."""
    by_distance = np.argsort(distances_N, kind="stable")
    near = min(len(order.candidates(distances_N)), MOST_READ)
    if not near:
        return by_distance
    return np.concatenate([as_hits(by_distance[:near]), by_distance[near:]])
