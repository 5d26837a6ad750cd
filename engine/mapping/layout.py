"""Where pictures lie: t-SNE's gradient descent, from the first two principal components on.

The gradient at y_i is 4 (Σ_j p_ij w_ij (y_i - y_j) - Σ_j w_ij² (y_i - y_j) / Z): what is alike comes together, all
the rest moves away. At first alikeness counts twelve times as much, so that groups find each other; then it counts
as it is, and they spread out.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from engine.arrays import Vectors
from engine.mapping.attraction import NeighbourGraph, attraction, graph_of
from engine.mapping.neighbours import nearest_rows
from engine.mapping.placing import GOLDEN_ANGLE
from engine.mapping.repulsion import Repulsion
from engine.progress import Progress
from engine.sentences import said

FEWEST = 17  # pictures; of fewer the first two components say as much
NEIGHBOURS, FEWEST_NEIGHBOURS = 15, 5
EXAGGERATION = 12.0
GATHERING, SPREADING = 150, 350  # steps
MOMENTUM = 0.5, 0.8
LEAST_RATE = 50.0
LEAST_GAIN = 0.01
LONGEST_MOVE = 5.0  # in one step: few pictures that are all alike would fly away
FEW_APART = 5.0
NOTE = said("Laying out the map")


def lay_out(x_NR: Vectors) -> Generator[Progress, None, Vectors]:
    """A place in the plane for each row, the middle of all at 0."""
    if len(x_NR) < FEWEST:
        places_N2: Vectors = FEW_APART * first_places(x_NR)
        return places_N2
    neighbours_NK = yield from nearest_rows(x_NR, _neighbours(len(x_NR)))
    return (yield from descended(first_places(x_NR), graph_of(neighbours_NK)))


def _neighbours(pictures: int) -> int:
    """Of few pictures a tenth: half of them would draw kinds into each other."""
    return max(FEWEST_NEIGHBOURS, min(NEIGHBOURS, pictures // 10))


def first_places(x_NR: Vectors) -> Vectors:
    """The first two components, the wider one with a spread of 1; rows that are the same are told apart a little,
    or nothing could ever move them apart."""
    places_N2 = np.zeros((len(x_NR), 2), np.float32)
    places_N2[:, : min(2, x_NR.shape[1])] = x_NR[:, :2]
    spread = float(places_N2[:, 0].std()) if len(x_NR) else 0.0
    places_N2 /= spread if spread > 0 else 1.0
    turn_N = np.arange(len(x_NR)) * GOLDEN_ANGLE  # no two of them in one direction
    places_N2 += 1e-3 * np.stack([np.cos(turn_N), np.sin(turn_N)], axis=1).astype(np.float32)
    return places_N2


def descended(places_N2: Vectors, graph: NeighbourGraph) -> Generator[Progress, None, Vectors]:
    n, total = len(places_N2), GATHERING + SPREADING
    at_2N, moves_2N = np.ascontiguousarray(places_N2.T), np.zeros((2, n), np.float32)
    gains_2N = np.ones((2, n), np.float32)
    rate, repulsion = np.float32(max(n / EXAGGERATION, LEAST_RATE)), Repulsion()
    for step in range(total):
        yield Progress(step, total, NOTE)
        gathers = step < GATHERING
        gradient_2N = gradient(at_2N, graph, repulsion, EXAGGERATION if gathers else 1.0)
        turned_2N = (gradient_2N > 0) != (moves_2N > 0)
        gains_2N = np.maximum(
            np.where(turned_2N, gains_2N + np.float32(0.2), gains_2N * np.float32(0.8)), LEAST_GAIN
        )
        moves_2N = np.float32(MOMENTUM[0 if gathers else 1]) * moves_2N - rate * gains_2N * gradient_2N
        np.clip(moves_2N, -LONGEST_MOVE, LONGEST_MOVE, out=moves_2N)
        at_2N += moves_2N
        at_2N -= at_2N.mean(axis=1, keepdims=True)
    return np.ascontiguousarray(at_2N.T)


def gradient(at_2N: Vectors, graph: NeighbourGraph, repulsion: Repulsion, exaggeration: float = 1.0) -> Vectors:
    near_2N = np.stack(attraction(graph, at_2N[0], at_2N[1]))
    across_N, down_N, z = repulsion.of(at_2N[0], at_2N[1])
    gradient_2N: Vectors = 4 * (np.float32(exaggeration) * near_2N - np.stack([across_N, down_N]) / np.float32(z))
    return gradient_2N
