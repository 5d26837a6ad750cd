"""Pairs for images without labels ("self-taught"): neighbours in feature space that agree with each other.

Two images are similar when each is among the other's nearest neighbours, or when their neighbour lists overlap
enough (Jaccard). When only one is in the other's list nobody knows, and the pair is left out; all others are
dissimilar.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

from engine.errors import UserError
from engine.training.pairs import pair_weights

NEIGHBOURS = 15
LEAST_JACCARD = 0.3
BLOCK = 1024
SPARSE_BLOCK = 512
COMPANIONS = 3  # similar images that each image of a batch brings along in a large library


def nearest_neighbours(x_ND: Tensor, count: int = NEIGHBOURS) -> Iterator[Tensor]:
    """The rows of the `count` nearest others of each row, by inner product, block after block."""
    if len(x_ND) <= count:
        raise UserError(f"At least {count + 1} images are needed to learn from their neighbours.")
    for start in range(0, len(x_ND), BLOCK):
        near_MN = x_ND[start : start + BLOCK] @ x_ND.T
        rows_M = torch.arange(len(near_MN), device=x_ND.device)
        near_MN[rows_M, rows_M + start] = -torch.inf  # nobody is their own neighbour
        yield near_MN.topk(count, dim=1).indices


def similar_pairs(neighbours_NL: Tensor, least_jaccard: float = LEAST_JACCARD) -> Tensor:
    """Keys i·N + j, sorted, of all ordered pairs that are mutual neighbours or have overlapping lists."""
    n, length = neighbours_NL.shape
    i_NL = torch.arange(n, device=neighbours_NL.device)[:, None].expand(-1, length)
    forward = (i_NL * n + neighbours_NL).flatten()
    backward = (neighbours_NL * n + i_NL).flatten()
    mutual = forward[torch.isin(forward, backward)]
    keys: Tensor = torch.unique(torch.cat([mutual, _overlapping(neighbours_NL, least_jaccard)]))
    return keys


def _overlapping(neighbours_NL: Tensor, least_jaccard: float) -> Tensor:
    """Pairs whose lists share so many images that |A ∩ B| / |A ∪ B| passes the bound.

    In blocks, as a sparse product: among thousands of copies of one picture a few are everybody's neighbours, and
    listing all pairs that share one would take gigabytes.
    """
    n, length = neighbours_NL.shape
    least_shared = least_jaccard * 2 * length / (1 + least_jaccard)
    device = neighbours_NL.device
    owners = torch.arange(n, device=device).repeat_interleave(length)
    places_2E = torch.stack([owners, neighbours_NL.flatten()])
    ones_E = torch.ones(n * length, device=device)
    lists_NN = torch.sparse_coo_tensor(places_2E, ones_E, (n, n), check_invariants=False).coalesce()
    found = []
    for start in range(0, n, SPARSE_BLOCK):
        part_ML = neighbours_NL[start : start + SPARSE_BLOCK]
        rows_M = torch.arange(len(part_ML), device=device)
        member_NM = torch.zeros(n, len(part_ML), device=device)
        member_NM[part_ML.T, rows_M] = 1
        shared_NM = torch.sparse.mm(lists_NN, member_NM)
        shared_NM[rows_M + start, rows_M] = 0  # nobody overlaps with themselves
        j, i = (shared_NM > least_shared).nonzero(as_tuple=True)
        found.append((i + start) * n + j)
    return torch.cat(found)


class NeighbourPairs:
    """Pairs of a batch from neighbour lists."""

    def __init__(self, neighbours_NL: Tensor, *, cap: float = 50.0) -> None:
        self._n = len(neighbours_NL)
        self._similar_keys = similar_pairs(neighbours_NL)
        one_sided = torch.arange(self._n, device=neighbours_NL.device)[:, None] * self._n + neighbours_NL
        self._known_of_keys = torch.sort(one_sided.flatten()).values
        share = min(0.5, len(self._similar_keys) / (self._n * (self._n - 1)))
        self._similar, self._dissimilar = pair_weights(share, cap)
        self._starts_N = torch.searchsorted(
            self._similar_keys, torch.arange(self._n + 1, device=neighbours_NL.device) * self._n
        )

    def to(self, device: torch.device | str) -> None:
        for name in ("_similar_keys", "_known_of_keys", "_starts_N"):
            setattr(self, name, getattr(self, name).to(device))

    def of(self, rows_m: Tensor) -> tuple[Tensor, Tensor]:
        keys_mm = rows_m[:, None] * self._n + rows_m[None, :]
        s_mm = _contains(self._similar_keys, keys_mm) | torch.eye(
            len(rows_m), dtype=torch.bool, device=rows_m.device
        )
        one_mm = _contains(self._known_of_keys, keys_mm)
        unsure_mm = (one_mm | one_mm.T) & ~s_mm
        w_mm = torch.where(s_mm, self._similar, self._dissimilar).masked_fill(unsure_mm, 0.0)
        return s_mm.float(), w_mm

    def with_companions(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        """In a large library similar images rarely meet by chance: each brings some of its own."""
        expected = len(rows_m) * len(self._similar_keys) / self._n**2
        if expected >= COMPANIONS:
            return rows_m
        starts, keys = self._starts_N.cpu(), self._similar_keys.cpu()
        counts_m = starts[rows_m + 1] - starts[rows_m]
        drawn_mC = torch.rand(len(rows_m), COMPANIONS, generator=random) * counts_m[:, None]
        chosen_mC = (starts[rows_m][:, None] + drawn_mC.long())[counts_m > 0]
        together: Tensor = torch.unique(torch.cat([rows_m, keys[chosen_mC.flatten()] % self._n]))
        return together


def _contains(sorted_keys: Tensor, keys: Tensor) -> Tensor:
    place = torch.searchsorted(sorted_keys, keys).clamp(max=len(sorted_keys) - 1)
    return sorted_keys[place] == keys
