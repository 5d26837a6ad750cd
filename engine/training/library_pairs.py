"""Pairs of a whole library: what a person said about some of its images, and the neighbourhood of all the others.

Two images about which a person said something (labels, decisions) are similar or not as they said. Of all other
pairs the neighbourhood of their features decides. So what nobody labelled keeps its place beside what it looks
like, while labels move what they are about.

In each batch the similar and the dissimilar pairs that a person made weigh the same in sum, and so do those of the
neighbourhood. Where few images are labelled the latter weigh `weight` times as much as the former. The more are
labelled of those that are learned from, the less there is to keep, and the more often labels divide what looks
alike: that is times (1 - their share)², the share taken for at most MOST_SHARE. Beyond that the others are few,
or only a sample of very many.

The neighbourhood calls two images dissimilar unless they are close, be they of one kind or not. Where labels are
around both, these know better. An image that nobody labelled leans to the labels of its neighbours, if about as
many of these are labelled as of a labelled image's neighbours; where fewer are, it may be of a kind that nobody
labelled. Two images that lean to the same labels are no longer called dissimilar, two that lean to different ones
no longer similar, each as far as they lean (`leanings`). So partly labelled kinds come together, and others stay.
"""

from __future__ import annotations

import torch
from torch import Tensor

from engine.training.neighbourhood import Neighbourhood
from engine.training.pairs import LabelPairs

TOLD_SHARE = 0.25  # of a batch: so many labelled images are added to it
MOST_SHARE = 2 / 3
CAUTION = 4  # the power to which the share of labelled neighbours is raised


class LibraryPairs:
    """Pairs of a batch. Without `told` it is the neighbourhood alone that is learned from."""

    def __init__(
        self, neighbourhood: Neighbourhood, told: LabelPairs | None, *, weight: float, cap: float = 50.0
    ) -> None:
        self._neighbourhood = neighbourhood
        self._told = told
        self._cap = cap
        self._lean_N, self._leaning_NC = torch.empty(0), torch.empty(0)
        if told is not None:
            self._lean_N, self._leaning_NC = leanings(neighbourhood, told.labels_NC)
        labelled = 0.0 if told is None else float(told.labels_NC.any(dim=1).sum()) / len(neighbourhood)
        self._weight = weight * (1 - min(MOST_SHARE, labelled)) ** 2

    def to(self, device: torch.device | str) -> None:
        self._neighbourhood.to(device)
        self._lean_N, self._leaning_NC = self._lean_N.to(device), self._leaning_NC.to(device)
        if self._told is not None:
            self._told.to(device)

    def of(self, rows_m: Tensor) -> tuple[Tensor, Tensor]:
        similar_mm, unknown_mm = self._neighbourhood.of(rows_m)
        unknown_mm.fill_diagonal_(True)
        s_mm = similar_mm.float()
        if self._told is None:
            w_mm = balanced(s_mm, (~unknown_mm).float(), self._cap).mul_(self._weight)
            return s_mm.fill_diagonal_(1), w_mm
        told_s_mm, told_w_mm = self._told.of(rows_m)
        told_w_mm.fill_diagonal_(0)
        told_mm = told_w_mm > 0
        w_mm = balanced(s_mm, (~(unknown_mm | told_mm)).float(), self._cap)
        w_mm *= self._believed(similar_mm, rows_m).mul_(self._weight)
        w_mm += balanced(told_s_mm, told_w_mm, self._cap)
        return torch.where(told_mm, told_s_mm, s_mm).fill_diagonal_(1), w_mm

    def _believed(self, similar_mm: Tensor, rows_m: Tensor) -> Tensor:
        """How much of what the neighbourhood says about each pair is left beside the labels around both."""
        lean_m, leaning_mC = self._lean_N[rows_m], self._leaning_NC[rows_m]
        same_mm = (leaning_mC @ leaning_mC.T).clamp_(max=1)
        different_mm = torch.outer(lean_m, lean_m).sub_(same_mm)
        return torch.where(similar_mm, different_mm, same_mm).neg_().add_(1).clamp_(0, 1)

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        return self._neighbourhood.in_company(rows_n, random)

    def with_companions(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        """The batch with labelled images, each label as often as any other, and images of decisions."""
        if self._told is None:
            return rows_m
        drawn = self._told.drawn(max(1, round(TOLD_SHARE * len(rows_m))), random)
        together: Tensor = torch.unique(torch.cat([self._told.with_companions(rows_m, random), drawn]))
        return together


def leanings(neighbourhood: Neighbourhood, labels_NC: Tensor) -> tuple[Tensor, Tensor]:
    """How far each image leans at all, and how far to each label: both 1 for a labelled image and its own labels.

    An image without labels leans as far as the number of its labelled neighbours, compared with one more than a
    labelled image has in the mean, to the power CAUTION, but not beyond 1; to a label, times the share of these
    neighbours that have it.
    """
    labelled_N1 = labels_NC.any(dim=1, keepdim=True).float()
    count_N1 = neighbourhood.sums(labelled_N1)
    labels_NC, labelled_N1 = labels_NC.float().to(count_N1.device), labelled_N1.to(count_N1.device)
    expected = (labelled_N1 * count_N1).sum() / labelled_N1.sum().clamp(min=1) + 1
    lean_N1 = (count_N1 / expected).clamp(max=1) ** CAUTION
    leaning_NC = neighbourhood.sums(labels_NC) * (lean_N1 / count_N1.clamp(min=1))
    labelled_N1 = labelled_N1.bool()
    return torch.where(labelled_N1, 1.0, lean_N1)[:, 0], torch.where(labelled_N1, labels_NC, leaning_NC)


def balanced(s_mm: Tensor, w_mm: Tensor, cap: float) -> Tensor:
    """The weights scaled so that similar and dissimilar pairs each sum to half the number of all entries.

    Were a similar pair to weigh more than `cap` times a dissimilar one in the mean, or the reverse, it weighs that.
    """
    half = s_mm.numel() / 2
    similar_mm = w_mm * s_mm
    dissimilar_mm = w_mm - similar_mm
    scale_s = half / similar_mm.sum().clamp(min=1e-12)
    scale_d = half / dissimilar_mm.sum().clamp(min=1e-12)
    count_s, count_d = similar_mm.count_nonzero().clamp(min=1), dissimilar_mm.count_nonzero().clamp(min=1)
    mean_s, mean_d = half / count_s, half / count_d  # what a pair of each kind then weighs
    scale_s = scale_s * (cap * mean_d / mean_s).clamp(max=1)
    scale_d = scale_d * (cap * mean_s / mean_d).clamp(max=1)
    return similar_mm.mul_(scale_s).add_(dissimilar_mm.mul_(scale_d))
