"""The neighbourhood of pictures: which of them look alike, by the nearest neighbours of their features.

Two images are similar when each is among the other's nearest neighbours, or when their neighbour lists overlap
enough (Jaccard). When only one is in the other's list nobody knows; all others are dissimilar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor
from torch.nn.functional import embedding_bag

from engine.errors import UserError
from engine.sentences import said

NEIGHBOURS = 15
LEAST_JACCARD = 0.3
BLOCK = 256  # rows that are compared with all at once: of 50,000 images it takes 50 megabytes
PAIRS_AT_ONCE = 1 << 21  # that are counted, in a few dozen megabytes
MOST_FOLLOWERS = 512
ALL = 2**62
COMPANIONS = 3  # similar images among which each image looks for company


def nearest_neighbours(x_ND: Tensor, count: int = NEIGHBOURS) -> Iterator[Tensor]:
    """The rows of the `count` nearest others of each row, by inner product, block after block."""
    if len(x_ND) <= count:
        raise UserError(
            said("At least {least} pictures are needed to learn from their neighbours.", least=count + 1)
        )
    for start in range(0, len(x_ND), BLOCK):
        near_MN = x_ND[start : start + BLOCK] @ x_ND.T
        rows_M = torch.arange(len(near_MN), device=x_ND.device)
        near_MN[rows_M, rows_M + start] = -torch.inf  # nobody is their own neighbour
        nearest_ML = near_MN.topk(count, dim=1).indices
        del near_MN  # two of them would be held while the next is made
        yield nearest_ML


def similar_parts(neighbours_NL: Tensor, least_jaccard: float = LEAST_JACCARD) -> Iterator[Tensor]:
    """Keys i·N + j of all ordered pairs that are mutual neighbours or have overlapping lists: part by part, since
    of a large library it takes a while, in any order, and some twice."""
    n, length = neighbours_NL.shape
    i_NL = torch.arange(n, device=neighbours_NL.device)[:, None].expand(-1, length)
    forward = (i_NL * n + neighbours_NL).flatten()
    backward = (neighbours_NL * n + i_NL).flatten()
    yield forward[torch.isin(forward, backward)]
    yield from _overlapping(neighbours_NL, least_jaccard)


def _overlapping(neighbours_NL: Tensor, least_jaccard: float) -> Iterator[Tensor]:
    """Keys of the pairs whose lists share so many images that |A ∩ B| / |A ∪ B| passes the bound.

    Whoever shares a neighbour with i is in a list of those that name it: these lists are put together and counted.
    Among thousands of pictures that are all alike a few are everybody's neighbours; of their lists only the first
    MOST_FOLLOWERS are read, or it would take gigabytes.
    """
    n, length = neighbours_NL.shape
    least_shared = least_jaccard * 2 * length / (1 + least_jaccard)
    named_E, order_E = torch.sort(neighbours_NL.flatten(), stable=True)
    followers = _Lists(torch.searchsorted(named_E, torch.arange(n + 1, device=named_E.device)), order_E // length)
    effort_N = followers.lengths(MOST_FOLLOWERS)[neighbours_NL].sum(dim=1)
    piece_N = torch.cumsum(effort_N, dim=0) // PAIRS_AT_ONCE
    left = torch.arange(n, device=named_E.device)
    for size in torch.bincount(piece_N).tolist():
        rows, left = left[:size], left[size:]
        if not size:
            continue
        at, other = followers.of(neighbours_NL[rows].flatten(), MOST_FOLLOWERS)
        keys, shared = torch.unique(rows[at // length] * n + other, return_counts=True)
        keys = keys[(shared > least_shared) & (keys // n != keys % n)]  # nobody overlaps with themselves
        yield torch.cat([keys, keys % n * n + keys // n])


class _Lists:
    """One list of rows for each row, one behind the other."""

    def __init__(self, starts_N1: Tensor, rows_E: Tensor) -> None:
        self.starts_N1, self.rows_E = starts_N1, rows_E

    def lengths(self, most: int = ALL) -> Tensor:
        return torch.diff(self.starts_N1).clamp(max=most)

    def of(self, rows_m: Tensor, most: int = ALL) -> tuple[Tensor, Tensor]:
        """All that is in the lists of these rows, with the place in `rows_m` of the row whose list it is in."""
        starts_m = self.starts_N1[rows_m]
        lengths_m = (self.starts_N1[rows_m + 1] - starts_m).clamp(max=most)
        at_p = torch.repeat_interleave(torch.arange(len(rows_m), device=rows_m.device), lengths_m)
        before_m = torch.cumsum(lengths_m, dim=0) - lengths_m
        within_p = torch.arange(len(at_p), device=rows_m.device) - before_m[at_p]
        return at_p, self.rows_E[starts_m[at_p] + within_p]

    def drawn(self, rows_m: Tensor, share_mC: Tensor, none: Tensor) -> Tensor:
        """Out of the list of each row what lies at these shares of it, in [0, 1); `none` where it is empty."""
        lengths_m1 = self.lengths()[rows_m][:, None]
        none_mC = none[:, None].expand_as(share_mC)
        if not len(self.rows_E):
            return none_mC
        at_mC = self.starts_N1[rows_m][:, None] + torch.minimum((share_mC * lengths_m1).long(), lengths_m1 - 1)
        return torch.where(lengths_m1 > 0, self.rows_E[at_mC.clamp(0, len(self.rows_E) - 1)], none_mC)

    def to(self, device: torch.device | str) -> _Lists:
        return _Lists(self.starts_N1.to(device), self.rows_E.to(device))


class Neighbourhood:
    """Who is similar to whom, and about whom nobody knows; rows are images.

    `neighbours_NL` may be that of some images only, the rows `rows_N` of all; then no others may be asked for.
    """

    def __init__(
        self, neighbours_NL: Tensor, similar: Sequence[Tensor] | None = None, rows_N: Tensor | None = None
    ) -> None:
        """`similar` are the parts of all similar pairs, should they be at hand."""
        n = len(neighbours_NL)
        rows_N = torch.arange(n) if rows_N is None else rows_N
        keys_E = torch.unique(torch.cat([*(similar_parts(neighbours_NL) if similar is None else similar)]))
        starts_N1 = torch.searchsorted(keys_E, torch.arange(n + 1, device=keys_E.device) * n)
        self._near_NL = neighbours_NL
        self._similar = _Lists(starts_N1, keys_E % n)
        self._place_N = torch.zeros(n, dtype=torch.long, device=keys_E.device)  # in the batch, or in one before
        self._own_A = torch.full((int(rows_N.max()) + 1,), -1, dtype=torch.long)  # the row here of each row of all
        self._own_A[rows_N] = torch.arange(n)

    def __len__(self) -> int:
        return len(self._near_NL)

    def to(self, device: torch.device | str) -> None:
        self._near_NL, self._place_N = self._near_NL.to(device), self._place_N.to(device)
        self._own_A = self._own_A.to(device)
        self._similar = self._similar.to(device)

    def of(self, rows_m: Tensor) -> tuple[Tensor, Tensor]:
        """Which pairs of these (different) rows are similar, and of which nobody knows. No row pairs with itself.

        Only the lists of these rows are looked at: far less than all pairs of them.
        """
        places_m = torch.arange(len(rows_m), device=rows_m.device)
        rows_m = self._own_A[rows_m]
        self._place_N[rows_m] = places_m
        similar_mm = self._met(rows_m, *self._similar.of(rows_m))
        near_mL = self._near_NL[rows_m]
        near_mm = self._met(rows_m, places_m.repeat_interleave(near_mL.shape[1]), near_mL.flatten())
        return similar_mm, (near_mm | near_mm.T) & ~similar_mm

    def sums(self, values_AC: Tensor) -> Tensor:
        """For each row the sum of its neighbours' values, on this device; 0 for rows that this is not about."""
        values_AC = values_AC.to(self._near_NL.device)
        rows_N = torch.empty(len(self), dtype=torch.long, device=values_AC.device)
        known_N = torch.nonzero(self._own_A >= 0)[:, 0]
        rows_N[self._own_A[known_N]] = known_N
        sums_AC = torch.zeros_like(values_AC)
        sums_AC[rows_N] = embedding_bag(rows_N[self._near_NL], values_AC, mode="sum")
        return sums_AC

    def in_company(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        """These rows (on the CPU), each once, in a random order in which similar ones tend to stand together.

        In a large library similar images hardly meet in a batch by chance. Each row asks some of its similar ones;
        whoever of them and itself has drawn the lowest lot leads it. Rows with one leader stand together, and
        which leader comes first is left to chance.
        """
        similar, own_n = self._similar.to("cpu"), self._own_A.cpu()[rows_n]
        lot_N, place_N = (torch.randperm(len(self), generator=random) for _ in range(2))
        drawn_nC = torch.rand(len(rows_n), COMPANIONS, generator=random)
        asked_nC = similar.drawn(own_n, drawn_nC, none=own_n)
        asked_nC1 = torch.cat([asked_nC, own_n[:, None]], dim=1)
        leader_n = asked_nC1.gather(1, lot_N[asked_nC1].argmin(dim=1, keepdim=True))[:, 0]
        ordered_n: Tensor = rows_n[torch.sort(place_N[leader_n], stable=True).indices]
        return ordered_n

    def _met(self, rows_m: Tensor, place_p: Tensor, row_p: Tensor) -> Tensor:
        """As a matrix over the batch: the pairs whose row is in it, too.

        The place of a row that is not may be one in an earlier batch, where another row stands now.
        """
        m = len(rows_m)
        other_p = self._place_N[row_p].clamp(max=m - 1)
        met_mm = torch.zeros(m, m, dtype=torch.bool, device=row_p.device)
        met_mm.view(-1)[(place_p * m + other_p)[rows_m[other_p] == row_p]] = True
        return met_mm
