"""Which pairs of training images are similar, and how much each pair weighs.

`PairSource.of(rows)` gives for a batch the matrix s (1: similar, 0: not) and the matrix w of weights; a pair with
weight 0 is one that nobody knows anything about.

Rarity: a label that most images have makes most of the similar pairs, and training hears of little else. Similar
pairs can weigh by what they share, the sum of p_c^-rarity over their common labels c, where p_c is the share of the
images that have the label. With rarity 1, and one label for each image, the similar pairs of every image weigh the
same in sum, as every query counts the same in mAP; with 2, those of every label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

import torch
from torch import Tensor

from engine.errors import UserError
from engine.sentences import said
from engine.training.targets import Targets

SAMPLE = 5000  # rows that the share of similar pairs is counted on


class PairSource(Protocol):
    """Pairs of the rows of a batch."""

    def of(self, rows_m: Tensor) -> tuple[Tensor, Tensor]:
        """s_mm and w_mm of these rows, on the device."""

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        """All rows (on the CPU) in the order in which an epoch takes them."""

    def with_companions(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        """The rows of a batch (on the CPU) together with those that must be seen beside them."""

    def to(self, device: torch.device | str) -> None: ...


def shuffled(rows_n: Tensor, random: torch.Generator) -> Tensor:
    return rows_n[torch.randperm(len(rows_n), generator=random)]


def similarity(labels_mC: Tensor) -> Tensor:
    """s_ij = 1 where images i and j share a label, else 0."""
    return (labels_mC @ labels_mC.T > 0).to(labels_mC.dtype)


def similar_share(labels_NC: Tensor) -> float:
    """p, the share of similar pairs among all pairs of different images that have labels."""
    labelled_NC = labels_NC[labels_NC.any(dim=1)]
    if len(labelled_NC) > SAMPLE:
        chosen = torch.randperm(len(labelled_NC), generator=torch.Generator().manual_seed(0))[:SAMPLE]
        labelled_NC = labelled_NC[chosen.to(labels_NC.device)]
    n = len(labelled_NC)
    similar = float(similarity(labelled_NC.float()).sum()) - n  # every image is similar to itself
    return similar / (n * (n - 1)) if n > 1 else 0.0


def pair_weights(share: float, cap: float) -> tuple[float, float]:
    """1/(2p) for similar pairs and 1/(2(1-p)) for dissimilar ones, their ratio held below `cap`."""
    if not 0 < share < 1:
        raise UserError(
            said("There is nothing to learn from these labels: all pictures share a label.")
            if share >= 1
            else said("There is nothing to learn from these labels: no two pictures share a label.")
        )
    similar, dissimilar = 1 / (2 * share), 1 / (2 * (1 - share))
    if similar > cap * dissimilar:
        similar = cap * dissimilar
    elif dissimilar > cap * similar:
        dissimilar = cap * similar
    return similar, dissimilar


def worth_of_labels(labels_NC: Tensor, share: float, rarity: float) -> Tensor:
    """p_c^-rarity of each label, scaled so that the similar pairs, a `share` of all, weigh 1 in the mean."""
    n = int(labels_NC.any(dim=1).sum())
    images_C = labels_NC.sum(dim=0).double()
    worth_C = (images_C / n).clamp(min=1 / n) ** -rarity
    in_all = float((worth_C * images_C * (images_C - 1)).sum())
    return (worth_C * (share * n * (n - 1) / in_all)).float()


class PairChoices(Protocol):
    """What the settings of a method that learns from pairs say about them."""

    @property
    def balanced(self) -> bool: ...
    @property
    def weight_cap(self) -> float: ...
    @property
    def decision_weight(self) -> float: ...


class LabelPairs:
    """Pairs from labels, and from what the user accepted and rejected.

    Images may have no label when they take part in a decision: then only the decided pairs count. Decided pairs
    rarely meet in a batch by chance, so that some are added to each.
    """

    def __init__(
        self,
        labels_NC: Tensor,
        *,
        balanced: bool = True,
        cap: float = 50.0,
        decisions: Sequence[tuple[int, int, bool]] = (),
        decision_weight: float = 10.0,
        rarity: float = 0.0,
    ) -> None:
        self.labels_NC = labels_NC.float()
        self._labelled_N = labels_NC.any(dim=1)
        self._all_labelled = bool(self._labelled_N.all())
        self.share = similar_share(labels_NC)
        self._similar, self._dissimilar = pair_weights(self.share, cap) if balanced else (1.0, 1.0)
        if not balanced:
            pair_weights(self.share, cap)  # for its complaint
        self._cap = cap
        label_E, self._rows_E = torch.nonzero(labels_NC.cpu().T).unbind(dim=1)  # rows of one label after another
        self._images_U = torch.unique(label_E, return_counts=True)[1]  # of the labels that are in use
        self._first_U = torch.cumsum(self._images_U, dim=0) - self._images_U
        self._worth_C = worth_of_labels(labels_NC, self.share, rarity) if rarity else torch.empty(0)
        device = labels_NC.device
        self._decided_P2 = torch.tensor([d[:2] for d in decisions], dtype=torch.long, device=device).reshape(-1, 2)
        self._same_P = torch.tensor([float(d[2]) for d in decisions], device=device)
        self._decision_weight = decision_weight
        self._place_N = torch.full((len(labels_NC),), -1, dtype=torch.long, device=device)

    @classmethod
    def chosen(cls, targets: Targets, choices: PairChoices, rarity: float = 0.0) -> Self:
        """Pairs of these images, weighed as the settings say."""
        return cls(
            targets.labels_NC,
            balanced=choices.balanced,
            cap=choices.weight_cap,
            decisions=targets.decisions,
            decision_weight=choices.decision_weight,
            rarity=rarity,
        )

    def to(self, device: torch.device | str) -> None:
        for name in ("labels_NC", "_labelled_N", "_worth_C", "_decided_P2", "_same_P", "_place_N"):
            setattr(self, name, getattr(self, name).to(device))

    def of(self, rows_m: Tensor) -> tuple[Tensor, Tensor]:
        s_mm, w_mm = self._weighed(self.labels_NC[rows_m])
        if not self._all_labelled:
            known_m = self._labelled_N[rows_m].to(w_mm.dtype)
            w_mm = w_mm * known_m[:, None] * known_m[None, :]
        if len(self._same_P):
            self._decide(rows_m, s_mm, w_mm)
        return s_mm, w_mm

    def _weighed(self, labels_mC: Tensor) -> tuple[Tensor, Tensor]:
        if not len(self._worth_C):
            s_mm = similarity(labels_mC)
            return s_mm, torch.where(s_mm > 0, self._similar, self._dissimilar)
        shared_mm = (labels_mC * self._worth_C) @ labels_mC.T
        is_similar_mm = shared_mm > 0
        w_mm = shared_mm.clamp_(max=self._cap).mul_(self._similar).masked_fill_(~is_similar_mm, self._dissimilar)
        w_mm.fill_diagonal_(self._similar)  # what an image shares with itself says nothing
        return is_similar_mm.to(labels_mC.dtype), w_mm

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        return shuffled(rows_n, random)

    def drawn(self, count: int, random: torch.Generator) -> Tensor:
        """So many labelled rows (on the CPU), each label as often as any other; a row may be there twice."""
        label_n = torch.randint(len(self._images_U), (count,), generator=random)
        which_n = (torch.rand(count, generator=random) * self._images_U[label_n]).long()
        rows_n: Tensor = self._rows_E[self._first_U[label_n] + which_n]
        return rows_n

    def with_companions(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        """The batch, and both images of some decisions: as many as make up an eighth of it."""
        decided = len(self._same_P)
        if not decided:
            return rows_m
        chosen = torch.randperm(decided, generator=random)[: max(1, len(rows_m) // 16)]
        beside = self._decided_P2[chosen.to(self._decided_P2.device)].cpu().flatten()
        together: Tensor = torch.unique(torch.cat([rows_m, beside]))
        return together

    def _decide(self, rows_m: Tensor, s_mm: Tensor, w_mm: Tensor) -> None:
        """What the user said about a pair stands above what its labels say."""
        self._place_N[rows_m] = torch.arange(len(rows_m), device=rows_m.device)
        i_P, j_P = self._place_N[self._decided_P2].unbind(dim=1)
        self._place_N[rows_m] = -1
        here_P = (i_P >= 0) & (j_P >= 0)
        i_p, j_p, same_p = i_P[here_P], j_P[here_P], self._same_P[here_P]
        weight_p = torch.where(same_p > 0, self._similar, self._dissimilar) * self._decision_weight
        s_mm[i_p, j_p] = s_mm[j_p, i_p] = same_p
        w_mm[i_p, j_p] = w_mm[j_p, i_p] = weight_p
