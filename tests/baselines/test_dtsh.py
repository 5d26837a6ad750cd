"""DTSH's loss against its equation in plain loops, and its gradient."""

import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.dtsh import Dtsh, dtsh_loss
from engine.baselines.settings import DtshSettings
from engine.baselines.triplets import Triplets, choose
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets
from tests.baselines import slow_triplets as slow
from tests.baselines.pair_batches import (
    BITS,
    LABELLINGS,
    LABELS,
    PARTLY,
    SINGLE,
    descended,
    hamming,
    outputs,
    pairs_of,
)


def all_triplets(s_mm: Tensor, w_mm: Tensor) -> Triplets:
    return choose(torch.arange(len(s_mm)), s_mm, w_mm, len(s_mm))


def slow_loss(u_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float, lam: float) -> float:
    u = u_mK.tolist()

    def term(i: int, j: int, k: int) -> float:
        gap = slow.inner(u[i], u[j]) / 2 - slow.inner(u[i], u[k]) / 2 - alpha
        return -(gap - math.log(1 + math.exp(gap)))

    entries = [((1 if x >= 0 else -1) - x) ** 2 for row in u for x in row]
    return slow.slow_mean(s_mm, w_mm, term) + lam * sum(entries) / len(entries)


@LABELS
@pytest.mark.parametrize(("alpha", "lam"), [(0.0, 0.0), (4.0, 0.7)])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, alpha: float, lam: float):
    u_mK, (s_mm, w_mm) = outputs(), pairs_of(labels_NC, balanced=False)
    loss = dtsh_loss(u_mK, all_triplets(s_mm, w_mm), alpha, lam)
    assert float(loss) == pytest.approx(slow_loss(u_mK, s_mm, w_mm, alpha, lam), rel=1e-12)


def test_the_gradient_agrees_with_finite_differences():
    for labels_NC in LABELLINGS.values():
        triplets = all_triplets(*pairs_of(labels_NC, balanced=False))
        assert gradcheck(lambda u, triplets=triplets: dtsh_loss(u, triplets, 2.0, 0.3), outputs().requires_grad_())


def test_the_objective_takes_real_outputs_and_accepted_and_rejected_pairs():
    u_mK, rows_m = outputs(), torch.arange(7)
    s_mm, w_mm = LabelPairs(PARTLY.labels_NC, balanced=False, decisions=PARTLY.decisions, decision_weight=3.0).of(
        rows_m
    )
    settings = DtshSettings(bits=BITS, margin=2.0, regularisation=0.2, decision_weight=3.0)
    loss = Dtsh(settings, PARTLY, 1).loss(u_mK, rows_m)
    assert float(loss) == pytest.approx(slow_loss(u_mK, s_mm, w_mm, 2.0, 0.2), rel=1e-6)


def test_large_outputs_do_not_overflow():
    u_mK = (100 * outputs()).requires_grad_()
    loss = dtsh_loss(u_mK, all_triplets(*pairs_of(SINGLE, balanced=False)), 4.0, 1.0)
    (g_mK,) = torch.autograd.grad(loss, u_mK)
    assert bool(torch.isfinite(g_mK).all())


def test_descent_brings_similar_images_together_and_parts_the_others():
    settings = DtshSettings(bits=BITS, regularisation=0.1)
    z_mK = descended(Dtsh(settings, Targets(SINGLE), 1), len(SINGLE), rate=0.5)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())
