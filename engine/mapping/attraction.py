"""Neighbours draw each other near: the graph of who is whose neighbour, and its share of t-SNE's gradient.

Each of the K neighbours of a picture counts the same, p_j|i = 1/K, and p_ij = (p_j|i + p_i|j) / 2N, so that all of
them sum to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.arrays import Rows, Vectors


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourGraph:
    """Pairs in both directions, in the order of their first row: `from_E[starts_N[i] : starts_N[i + 1]]` is i.
    Everybody has a neighbour."""

    from_E: Rows
    to_E: Rows
    p_E: Vectors
    starts_N: Rows


def graph_of(neighbours_NK: Rows) -> NeighbourGraph:
    n, k = neighbours_NK.shape
    from_E, to_E = np.repeat(np.arange(n), k), neighbours_NK.ravel()
    keys, named = np.unique(np.concatenate([from_E * n + to_E, to_E * n + from_E]), return_counts=True)
    from_E, to_E = keys // n, keys % n
    p_E = (named / (2 * n * k)).astype(np.float32)
    return NeighbourGraph(from_E, to_E, p_E, np.searchsorted(from_E, np.arange(n)))


def attraction(graph: NeighbourGraph, x_N: Vectors, y_N: Vectors) -> tuple[Vectors, Vectors]:
    """For each i the sum over j of p_ij w_ij (y_i - y_j), where w = 1 / (1 + distance²): across and down."""
    across_E = x_N[graph.from_E] - x_N[graph.to_E]
    down_E = y_N[graph.from_E] - y_N[graph.to_E]
    pw_E = graph.p_E / (1 + across_E * across_E + down_E * down_E)
    across_E *= pw_E
    down_E *= pw_E
    return np.add.reduceat(across_E, graph.starts_N), np.add.reduceat(down_E, graph.starts_N)
