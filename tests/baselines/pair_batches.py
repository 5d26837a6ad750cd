"""Small batches with pairs of every kind, and plain loops over pairs."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from engine.training.objective import Objective
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets

BITS = 8
SINGLE = torch.eye(3, dtype=torch.bool)[torch.tensor([0, 1, 2, 0, 1, 0, 2])]
MULTI = torch.tensor([[1, 0, 1], [0, 1, 0], [0, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 1]]).bool()
LABELLINGS = {"single-label": SINGLE, "multi-label": MULTI}
LABELS = pytest.mark.parametrize("labels_NC", LABELLINGS.values(), ids=LABELLINGS)

# Rows 5 and 6 have no label; 0 and 1 were accepted against their labels, 5 and 6 accepted, 2 and 5 rejected.
PARTLY = Targets(
    torch.eye(3, dtype=torch.bool)[torch.tensor([0, 1, 2, 0, 1, 0, 0])] & (torch.arange(7) < 5)[:, None],
    decisions=[(0, 1, True), (5, 6, True), (2, 5, False)],
)
KNOWN = {(i, j) for i in range(5) for j in range(i + 1, 5)} | {(5, 6), (2, 5)}


def outputs(rows: int = 7, seed: int = 5, spread: float = 1.5) -> Tensor:
    """Double precision, for finite differences."""
    random = torch.Generator().manual_seed(seed)
    return spread * torch.randn(rows, BITS, generator=random, dtype=torch.float64)


def pairs_of(labels_NC: Tensor, balanced: bool = True) -> tuple[Tensor, Tensor]:
    s_mm, w_mm = LabelPairs(labels_NC, balanced=balanced).of(torch.arange(len(labels_NC)))
    return s_mm.double(), w_mm.double()


def slow_mean(s_mm: Tensor, w_mm: Tensor, term: Callable[[int, int, bool], float]) -> float:
    """The mean over pairs i < j of w_ij · term(i, j, similar)."""
    total = pairs = 0.0
    for i in range(len(s_mm)):
        for j in range(i + 1, len(s_mm)):
            pairs += 1
            total += float(w_mm[i, j]) * term(i, j, bool(s_mm[i, j]))
    return total / pairs


def interacting_pairs(objective: Objective) -> set[tuple[int, int]]:
    """The pairs of rows of `PARTLY` whose outputs the loss sees together: where ∂²loss/∂z_i∂z_j is not 0."""
    z_mK = outputs(7, spread=0.3)
    rows_m = torch.arange(7)
    second_mKmK = torch.autograd.functional.hessian(lambda z: objective.loss(z, rows_m), z_mK)
    return {(i, j) for i in range(7) for j in range(i + 1, 7) if bool((second_mKmK[i, :, j] != 0).any())}


def descended(objective: Objective, count: int, rate: float, steps: int = 300) -> Tensor:
    """Outputs after plain descent of the objective's loss, without any network."""
    z_mK = outputs(count, seed=7, spread=0.05).float().requires_grad_()
    rows_m = torch.arange(count)
    for _ in range(steps):
        (g_mK,) = torch.autograd.grad(objective.loss(z_mK, rows_m), z_mK)
        z_mK = (z_mK - rate * g_mK).detach().requires_grad_()
    return z_mK.detach()


def hamming(z_mK: Tensor) -> Tensor:
    bits_mK = z_mK >= 0
    return (bits_mK[:, None] != bits_mK[None, :]).sum(dim=2)
