"""DHN's likelihood and prior against its equation in plain loops, and its gradient."""

import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.dhn import Dhn, dhn_loss, log_cosh
from engine.baselines.settings import DhnSettings
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


def slow_loss(z_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float, lam: float) -> float:
    """Likelihood and smooth prior of each pair, as the paper has them; what a pair weighs is not for the prior."""
    z = z_mK.tolist()

    def likelihood(i: int, j: int, similar: bool) -> float:
        theta = alpha * sum(a * b for a, b in zip(z[i], z[j], strict=True))
        return math.log(1 + math.exp(theta)) - similar * theta

    def prior(i: int, j: int, _: bool) -> float:
        return lam * sum(math.log(math.cosh(abs(a) - 1)) for a in z[i] + z[j])

    return slow_mean(s_mm, w_mm, likelihood) + slow_mean(s_mm, torch.ones_like(w_mm), prior)


@LABELS
@pytest.mark.parametrize(("alpha", "lam"), [(1.0, 0.0), (0.4, 0.3)])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, alpha: float, lam: float):
    z_mK, (s_mm, w_mm) = torch.tanh(outputs()), pairs_of(labels_NC)
    expected = slow_loss(z_mK, s_mm, w_mm, alpha, lam)
    assert float(dhn_loss(z_mK, s_mm, w_mm, alpha, lam)) == pytest.approx(expected, rel=1e-12)


@LABELS
def test_the_gradient_agrees_with_finite_differences(labels_NC: Tensor):
    s_mm, w_mm = pairs_of(labels_NC)
    assert gradcheck(lambda c: dhn_loss(torch.tanh(c), s_mm, w_mm, 0.7, 0.3), outputs().requires_grad_())


def test_log_cosh_neither_overflows_nor_loses_its_gradient():
    x = torch.tensor([-1e4, -1.0, 0.0, 1.0, 1e4], requires_grad=True)
    value = log_cosh(x)
    near = math.log(math.cosh(1))
    assert value.tolist() == pytest.approx([1e4, near, 0, near, 1e4], rel=1e-4, abs=1e-6)
    (g,) = torch.autograd.grad(value.sum(), x)
    assert g.tolist() == pytest.approx([-1, -math.tanh(1), 0, math.tanh(1), 1], rel=1e-5, abs=1e-6)


def test_the_objective_takes_tanh_of_outputs_and_unweighted_pairs():
    z_mK, (s_mm, w_mm) = torch.tanh(outputs()), pairs_of(SINGLE, balanced=False)
    settings = DhnSettings(bits=BITS, alpha=0.5, regularisation=0.2)
    loss = Dhn(settings, Targets(SINGLE), 1).loss(outputs(), torch.arange(7))
    assert float(loss) == pytest.approx(slow_loss(z_mK, s_mm, w_mm, 0.5, 0.2), rel=1e-6)


def test_only_pairs_that_are_labelled_or_decided_count():
    assert interacting_pairs(Dhn(DhnSettings(bits=BITS), PARTLY, 1)) == KNOWN


def test_descent_brings_similar_images_together_and_parts_the_others():
    settings = DhnSettings(bits=BITS, regularisation=0.01)
    z_mK = descended(Dhn(settings, Targets(SINGLE), 1), len(SINGLE), rate=5.0)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())
