"""The likelihood, the penalty and B's drive against plain loops, and their gradients."""

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.dualhash.likelihood import drive, pairwise_likelihood, penalty
from engine.training.pairs import LabelPairs
from tests.dualhash import slow_dualhash as slow

SINGLE = torch.eye(3, dtype=torch.bool)[torch.tensor([0, 1, 2, 0, 1, 0, 2])]
MULTI = torch.tensor([[1, 0, 1], [0, 1, 0], [0, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 1]]).bool()
LABELS = pytest.mark.parametrize("labels_NC", [SINGLE, MULTI], ids=["single-label", "multi-label"])
BITS = 8


def batch(labels_NC: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """u, b, s, w of a batch in double precision."""
    random = torch.Generator().manual_seed(5)
    u_mK = torch.tanh(2 * torch.randn(len(labels_NC), BITS, generator=random, dtype=torch.float64))
    b_mK = torch.rand(len(labels_NC), BITS, generator=random, dtype=torch.float64) * 2 - 1
    s_mm, w_mm = LabelPairs(labels_NC).of(torch.arange(len(labels_NC)))
    return u_mK, b_mK, s_mm.double(), w_mm.double()


@LABELS
@pytest.mark.parametrize("alpha", [0.1, 0.8])
def test_the_likelihood_is_the_mean_negative_logarithm_of_the_pairs_probabilities(labels_NC: Tensor, alpha: float):
    u_mK, _, s_mm, w_mm = batch(labels_NC)
    expected = slow.likelihood(u_mK.tolist(), s_mm.tolist(), w_mm.tolist(), alpha)
    assert float(pairwise_likelihood(u_mK, s_mm, w_mm, alpha)) == pytest.approx(expected, rel=1e-12)


def test_the_likelihood_falls_when_similar_images_come_together_and_others_part():
    """The printed loss has the opposite sign."""
    s_mm, w_mm = torch.eye(2).repeat_interleave(2, 0).repeat_interleave(2, 1), torch.ones(4, 4)
    right = torch.ones(4, BITS)
    right[2:] = -1
    wrong = torch.ones(4, BITS)
    wrong[1::2] = -1
    alpha = 0.5
    assert pairwise_likelihood(right, s_mm, w_mm, alpha) < pairwise_likelihood(0 * right, s_mm, w_mm, alpha)
    assert pairwise_likelihood(0 * right, s_mm, w_mm, alpha) < pairwise_likelihood(wrong, s_mm, w_mm, alpha)


def test_the_likelihood_of_large_theta_does_not_overflow():
    u_mK = torch.ones(4, 512)
    value = pairwise_likelihood(u_mK, torch.zeros(4, 4), torch.ones(4, 4), 0.95)
    assert float(value) == pytest.approx(0.95 / 2 * 512)


@LABELS
def test_the_likelihoods_gradient_agrees_with_finite_differences(labels_NC: Tensor):
    u_mK, _, s_mm, w_mm = batch(labels_NC)
    assert gradcheck(lambda u: pairwise_likelihood(u, s_mm, w_mm, 0.7), u_mK.requires_grad_())


def test_the_penalty_is_half_gamma_times_the_mean_square_gap():
    u_mK, b_mK, _, _ = batch(SINGLE)
    expected = slow.penalty(u_mK.tolist(), b_mK.tolist(), 3.5)
    assert float(penalty(u_mK, b_mK, 3.5)) == pytest.approx(expected, rel=1e-12)


def test_the_penaltys_gradient_agrees_with_finite_differences_and_with_its_formula():
    u_mK, b_mK, _, _ = batch(SINGLE)
    u_mK.requires_grad_()
    assert gradcheck(lambda u: penalty(u, b_mK, 3.5), u_mK)
    (g_mK,) = torch.autograd.grad(penalty(u_mK, b_mK, 3.5), u_mK)
    torch.testing.assert_close(g_mK, 3.5 * (u_mK - b_mK).detach() / u_mK.numel())


@LABELS
def test_the_drive_equals_its_formula(labels_NC: Tensor):
    u_mK, b_mK, s_mm, w_mm = batch(labels_NC)
    expected = slow.drive(u_mK.tolist(), b_mK.tolist(), s_mm.tolist(), w_mm.tolist(), 0.4)
    torch.testing.assert_close(drive(u_mK, b_mK, s_mm, w_mm, 0.4), torch.tensor(expected, dtype=torch.float64))


@LABELS
def test_the_drive_is_m_times_k_times_the_gradient_of_the_likelihood_with_b_on_one_side(labels_NC: Tensor):
    u_mK, b_mK, s_mm, w_mm = batch(labels_NC)
    # Weights that are not symmetric tell whether i and j are where they belong.
    w_mm = w_mm * torch.rand(w_mm.shape, generator=torch.Generator().manual_seed(6), dtype=torch.float64)
    b_mK.requires_grad_()
    theta_mm = 0.2 * (b_mK @ u_mK.T)
    value = (w_mm * (torch.log1p(theta_mm.exp()) - s_mm * theta_mm)).mean()
    (g_mK,) = torch.autograd.grad(value, b_mK)
    torch.testing.assert_close(drive(u_mK, b_mK.detach(), s_mm, w_mm, 0.4), g_mK * b_mK.numel())
