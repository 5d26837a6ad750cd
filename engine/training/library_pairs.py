"""Pairs of a whole library: what a person said about some of its images, and the neighbourhood of all the others.

Two images about which a person said something (labels, decisions) are similar or not as they said. Of all other
pairs the neighbourhood of their features decides. So what nobody labelled keeps its place beside what it looks
like, while labels move what they are about.

In each batch the similar and the dissimilar pairs that a person made weigh the same in sum, and so do those of the
neighbourhood. The latter weigh `weight` times as much as the former, however few labels there are.
"""

from __future__ import annotations

import torch
from torch import Tensor

from engine.training.neighbourhood import Neighbourhood
from engine.training.pairs import LabelPairs

TOLD_SHARE = 0.25  # of a batch: so many labelled images are added to it


class LibraryPairs:
    """Pairs of a batch. Without `told` it is the neighbourhood alone that is learned from."""

    def __init__(
        self, neighbourhood: Neighbourhood, told: LabelPairs | None, *, weight: float, cap: float = 50.0
    ) -> None:
        self._neighbourhood = neighbourhood
        self._told = told
        self._weight = weight
        self._cap = cap

    def to(self, device: torch.device | str) -> None:
        self._neighbourhood.to(device)
        if self._told is not None:
            self._told.to(device)

    def of(self, rows_m: Tensor) -> tuple[Tensor, Tensor]:
        similar_mm, unknown_mm = self._neighbourhood.of(rows_m)
        s_mm, w_mm = similar_mm.float(), (~unknown_mm).float()
        w_mm.fill_diagonal_(0)
        if self._told is None:
            return s_mm.fill_diagonal_(1), self._weight * balanced(s_mm, w_mm, self._cap)
        told_s_mm, told_w_mm = self._told.of(rows_m)
        told_w_mm.fill_diagonal_(0)
        told_mm = told_w_mm > 0
        w_mm = self._weight * balanced(s_mm, w_mm.masked_fill_(told_mm, 0), self._cap)
        w_mm += balanced(told_s_mm, told_w_mm, self._cap)
        return torch.where(told_mm, told_s_mm, s_mm).fill_diagonal_(1), w_mm

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        return self._neighbourhood.in_company(rows_n, random)

    def with_companions(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        """The batch with labelled images, each label as often as any other, and images of decisions."""
        if self._told is None:
            return rows_m
        drawn = self._told.drawn(max(1, round(TOLD_SHARE * len(rows_m))), random)
        together: Tensor = torch.unique(torch.cat([self._told.with_companions(rows_m, random), drawn]))
        return together


def balanced(s_mm: Tensor, w_mm: Tensor, cap: float) -> Tensor:
    """The weights scaled so that similar and dissimilar pairs each sum to half the number of all entries.

    Were a similar pair to weigh more than `cap` times a dissimilar one in the mean, or the reverse, it weighs that.
    """
    half = s_mm.numel() / 2
    similar_mm, dissimilar_mm = w_mm * s_mm, w_mm * (1 - s_mm)
    scale_s = half / similar_mm.sum().clamp(min=1e-12)
    scale_d = half / dissimilar_mm.sum().clamp(min=1e-12)
    count_s, count_d = (similar_mm > 0).sum().clamp(min=1), (dissimilar_mm > 0).sum().clamp(min=1)
    mean_s, mean_d = half / count_s, half / count_d  # what a pair of each kind then weighs
    scale_s = scale_s * (cap * mean_d / mean_s).clamp(max=1)
    scale_d = scale_d * (cap * mean_s / mean_d).clamp(max=1)
    return scale_s * similar_mm + scale_d * dissimilar_mm
