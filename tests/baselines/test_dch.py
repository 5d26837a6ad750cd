"""DCH's two Cauchy losses against their equations in plain loops, and their gradients."""

import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.dch import Dch, cauchy_cross_entropy, cauchy_quantisation, dch_loss
from engine.baselines.settings import DchSettings
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

Row = list[float]


def distance(a: Row, b: Row) -> float:
    """K/2 (1 - cos)."""
    inner = sum(x * y for x, y in zip(a, b, strict=True))
    return len(a) / 2 * (1 - inner / math.hypot(*a) / math.hypot(*b))


def slow_loss(h_mK: Tensor, s_mm: Tensor, w_mm: Tensor, gamma: float, lam: float) -> float:
    h: list[Row] = h_mK.tolist()

    def cross_entropy(i: int, j: int, similar: bool) -> float:
        d = distance(h[i], h[j])
        return similar * math.log(d / gamma) + math.log(1 + gamma / d)

    ones = [1.0] * len(h[0])
    quantisation = sum(math.log(1 + distance([abs(x) for x in row], ones) / gamma) for row in h) / len(h)
    return slow_mean(s_mm, w_mm, cross_entropy) + lam * quantisation


@LABELS
@pytest.mark.parametrize(("gamma", "lam"), [(3.0, 0.0), (20.0, 0.4)])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, gamma: float, lam: float):
    h_mK, (s_mm, w_mm) = torch.tanh(outputs()), pairs_of(labels_NC)
    expected = slow_loss(h_mK, s_mm, w_mm, gamma, lam)
    assert float(dch_loss(h_mK, s_mm, w_mm, gamma, lam)) == pytest.approx(expected, rel=1e-9)


def test_the_cross_entropy_is_that_of_the_cauchy_probability():
    h_mK, (s_mm, w_mm) = torch.tanh(outputs()), pairs_of(SINGLE)

    def term(i: int, j: int, similar: bool) -> float:
        probability = 3 / (3 + distance(h_mK[i].tolist(), h_mK[j].tolist()))
        return -math.log(probability if similar else 1 - probability)

    expected = slow_mean(s_mm, w_mm, term)
    assert float(cauchy_cross_entropy(h_mK, s_mm, w_mm, 3.0)) == pytest.approx(expected, rel=1e-9)


@LABELS
def test_the_gradient_agrees_with_finite_differences(labels_NC: Tensor):
    s_mm, w_mm = pairs_of(labels_NC)
    assert gradcheck(lambda c: dch_loss(torch.tanh(c), s_mm, w_mm, 3.0, 0.4), outputs().requires_grad_())


def test_of_codes_the_distance_is_hammings_and_nothing_is_lost_by_quantisation():
    """Two dissimilar codes that differ in 3 bits: -log(1 - γ/(γ + 3))."""
    h_mK = torch.ones(2, BITS, dtype=torch.float64)
    h_mK[1, :3] = -1
    loss = cauchy_cross_entropy(h_mK, torch.eye(2), torch.ones(2, 2), 5.0)
    assert float(loss) == pytest.approx(-math.log(3 / 8), rel=1e-9)
    assert float(cauchy_quantisation(h_mK, 5.0)) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("value", [0.0, 0.9])
def test_equal_and_zero_outputs_have_a_finite_loss_and_gradient(value: float):
    """Rows 0 and 1 are similar, 2 is not, and all are the same."""
    h_mK = torch.full((3, BITS), value, requires_grad=True)
    s_mm = torch.tensor([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])
    loss = dch_loss(h_mK, s_mm, torch.ones(3, 3), 20.0, 0.1)
    (g_mK,) = torch.autograd.grad(loss, h_mK)
    assert bool(torch.isfinite(loss))
    assert bool(torch.isfinite(g_mK).all())


def test_the_objective_takes_tanh_of_outputs_and_balanced_pairs():
    h_mK, (s_mm, w_mm) = torch.tanh(outputs()), pairs_of(SINGLE)
    settings = DchSettings(bits=BITS, scale=4.0, regularisation=0.2)
    loss = Dch(settings, Targets(SINGLE), 1).loss(outputs(), torch.arange(7))
    assert float(w_mm.max()) > 1.5 * float(w_mm.min())
    assert float(loss) == pytest.approx(slow_loss(h_mK, s_mm, w_mm, 4.0, 0.2), rel=1e-6)


def test_only_pairs_that_are_labelled_or_decided_count():
    assert interacting_pairs(Dch(DchSettings(bits=BITS), PARTLY, 1)) == KNOWN


def test_descent_brings_similar_images_together_and_parts_the_others():
    z_mK = descended(Dch(DchSettings(bits=BITS), Targets(SINGLE), 1), len(SINGLE), rate=2.0)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())
