"""Triplets of a batch: an anchor, an image similar to it and one that is not.

A batch of m images holds up to m³/4 triplets. Of each anchor at most `most` positives are taken, each against all
of its negatives, so that m · most · m numbers are held. Which positives follows from the rows of the batch alone:
the same batch gives the same triplets. Each anchor that has triplets counts the same, and each of its triplets, but
for decisions: an accepted pair is a positive one, a rejected pair a negative one, and both weigh more. Pairs that
nobody knows anything about are neither.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import TripletSettings
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets

MOST_NUMBERS = 4_000_000  # a batch so large that this is passed takes fewer positives, but one at least


class Triplets(NamedTuple):
    """P pairs of an anchor and a positive, and the weight of each image of the batch as their negative.

    All weights together are 1, or 0 where there is no triplet.
    """

    anchor_P: Tensor
    positive_P: Tensor
    w_Pm: Tensor


class TripletObjective(PlainObjective):
    """Triplets from labels, accepted and rejected pairs."""

    def __init__(self, settings: TripletSettings, targets: Targets) -> None:
        self._most = settings.positives
        self._pairs = LabelPairs(
            targets.labels_NC,
            balanced=False,  # each anchor's positives and negatives are balanced already
            decisions=targets.decisions,
            decision_weight=settings.decision_weight,
        )

    def triplets(self, rows_m: Tensor) -> Triplets:
        return choose(rows_m, *self._pairs.of(rows_m), self._most)

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        return self._pairs.with_companions(rows_m, random)

    def to(self, device: torch.device | str) -> None:
        self._pairs.to(device)


def choose(rows_m: Tensor, s_mm: Tensor, w_mm: Tensor, most: int) -> Triplets:
    """Up to `most` positives of each anchor: those that weigh most, which is the decided ones; else as drawn."""
    m = len(rows_m)
    most = min(m, most, max(1, MOST_NUMBERS // m**2))
    w_mm = w_mm * (1 - torch.eye(m, dtype=w_mm.dtype, device=w_mm.device))
    positive_mm, negative_mm = w_mm * (s_mm > 0), w_mm * (s_mm <= 0)
    ranks_mm = positive_mm + 0.5 * _drawn(rows_m) * positive_mm.clamp_max(1)  # less than what sets decisions apart
    order_mP = ranks_mm.argsort(dim=1, descending=True, stable=True)[:, :most]
    chosen_mP = positive_mm.gather(1, order_mP)
    anchor_P, place_P = (chosen_mP * negative_mm.sum(dim=1, keepdim=True)).nonzero(as_tuple=True)
    w_Pm = chosen_mP[anchor_P, place_P, None] * negative_mm[anchor_P]
    total_m = torch.zeros(m, dtype=w_Pm.dtype, device=w_Pm.device).index_add(0, anchor_P, w_Pm.sum(dim=1))
    w_Pm = w_Pm / (total_m[anchor_P, None] * (total_m > 0).sum())
    return Triplets(anchor_P, order_mP[anchor_P, place_P], w_Pm)


def _drawn(rows_m: Tensor) -> Tensor:
    """A number in [0, 1) for each ordered pair, which depends on the two rows and on the batch as a whole."""
    mixed_m = _mixed(rows_m + 1)
    mixed_mm = _mixed(mixed_m[:, None] * 3 + mixed_m[None, :] + mixed_m.sum())
    return mixed_mm.float() / 2**31


def _mixed(x: Tensor) -> Tensor:
    """Whole numbers scattered over [0, 2³¹); the same on every device."""
    for factor in (73_244_475, 1_540_483_477):
        x = (x & 0x7FFFFFFF) * factor
        x = x ^ (x >> 16)
    return x & 0x7FFFFFFF
