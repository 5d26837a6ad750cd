"""DPSH's loss against its equation in plain loops, its gradient, and the codes b that follow u."""

import itertools
import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.dpsh import Dpsh, dpsh_loss
from engine.baselines.settings import DpshSettings
from engine.dualhash.dual import sgn
from engine.training.targets import Targets
from tests.baselines.pair_batches import (
    BITS,
    KNOWN,
    LABELS,
    PARTLY,
    SINGLE,
    descended,
    hamming,
    interacting_pairs,
    outputs,
    pairs_of,
    slow_mean,
)


def slow_loss(u_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float, eta: float) -> float:
    u = u_mK.tolist()

    def likelihood(i: int, j: int, similar: bool) -> float:
        theta = alpha * sum(a * b for a, b in zip(u[i], u[j], strict=True)) / 2
        return -(similar * theta - math.log(1 + math.exp(theta)))

    gap = sum(((1 if a >= 0 else -1) - a) ** 2 for row in u for a in row)
    return slow_mean(s_mm, w_mm, likelihood) + eta * gap / len(u)


@LABELS
@pytest.mark.parametrize(("alpha", "eta"), [(1.0, 0.0), (1.0, 0.3), (0.4, 0.3)])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, alpha: float, eta: float):
    u_mK, (s_mm, w_mm) = outputs(), pairs_of(labels_NC)
    expected = slow_loss(u_mK, s_mm, w_mm, alpha, eta)
    assert float(dpsh_loss(u_mK, s_mm, w_mm, alpha, eta)) == pytest.approx(expected, rel=1e-12)


@LABELS
def test_the_gradient_agrees_with_finite_differences(labels_NC: Tensor):
    s_mm, w_mm = pairs_of(labels_NC)
    assert gradcheck(lambda u: dpsh_loss(u, s_mm, w_mm, 1.0, 0.3), outputs().requires_grad_())


def test_b_is_the_nearest_of_all_codes():
    u_K = outputs(1)[0, :5]
    codes = [torch.tensor(code, dtype=torch.float64) for code in itertools.product([-1.0, 1.0], repeat=5)]
    nearest_K = min(codes, key=lambda code: float((code - u_K).square().sum()))
    assert sgn(u_K).tolist() == nearest_K.tolist()


def test_the_objective_takes_real_outputs_and_unweighted_pairs():
    u_mK, (s_mm, w_mm) = outputs(), pairs_of(SINGLE, balanced=False)
    loss = Dpsh(DpshSettings(bits=BITS, regularisation=0.2), Targets(SINGLE), 1).loss(u_mK, torch.arange(7))
    assert float(loss) == pytest.approx(slow_loss(u_mK, s_mm, w_mm, 1.0, 0.2), rel=1e-6)


def test_only_pairs_that_are_labelled_or_decided_count():
    assert interacting_pairs(Dpsh(DpshSettings(bits=BITS), PARTLY, 1)) == KNOWN


def test_descent_brings_similar_images_together_and_parts_the_others():
    settings = DpshSettings(bits=BITS, regularisation=0.01)
    z_mK = descended(Dpsh(settings, Targets(SINGLE), 1), len(SINGLE), rate=0.5)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())
