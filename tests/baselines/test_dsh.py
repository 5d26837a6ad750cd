"""DSH's loss against its equation in plain loops, its subgradient, and what it does to codes."""

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.dsh import Dsh, dsh_loss, squared_distances, w_type_regulariser
from engine.baselines.settings import DshSettings
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


def slow_loss(z_mK: Tensor, s_mm: Tensor, w_mm: Tensor, margin: float, alpha: float) -> float:
    """Equation 4 of the paper for each pair; what a pair weighs is not for the regulariser."""
    z = z_mK.tolist()

    def apart(i: int, j: int) -> float:
        return sum((a - b) ** 2 for a, b in zip(z[i], z[j], strict=True))

    def pair(i: int, j: int, similar: bool) -> float:
        return 0.5 * apart(i, j) if similar else 0.5 * max(margin - apart(i, j), 0)

    def regulariser(i: int, j: int, _: bool) -> float:
        return alpha * (sum(abs(abs(a) - 1) for a in z[i]) + sum(abs(abs(b) - 1) for b in z[j]))

    return slow_mean(s_mm, w_mm, pair) + slow_mean(s_mm, torch.ones_like(w_mm), regulariser)


@LABELS
@pytest.mark.parametrize("alpha", [0.0, 0.3])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, alpha: float):
    z_mK, (s_mm, w_mm) = outputs(), pairs_of(labels_NC)
    expected = slow_loss(z_mK, s_mm, w_mm, 2 * BITS, alpha)
    assert float(dsh_loss(z_mK, s_mm, w_mm, 2 * BITS, alpha)) == pytest.approx(expected, rel=1e-12)


@LABELS
def test_the_gradient_agrees_with_finite_differences_on_both_sides_of_the_margin(labels_NC: Tensor):
    z_mK, (s_mm, w_mm) = outputs(spread=1.0), pairs_of(labels_NC)
    parted_mm = squared_distances(z_mK)[s_mm == 0] > 2 * BITS
    assert bool(parted_mm.any())
    assert not bool(parted_mm.all())
    assert gradcheck(lambda z: dsh_loss(z, s_mm, w_mm, 2 * BITS, 0.3), z_mK.requires_grad_())


def test_the_subgradient_of_the_regulariser_pulls_to_the_nearer_of_plus_and_minus_one():
    z_mK = torch.tensor([[-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5]], requires_grad=True)
    (g_mK,) = torch.autograd.grad(w_type_regulariser(z_mK), z_mK)
    assert g_mK.tolist() == [[-1, 0, 1, 0, -1, 0, 1]]


def test_the_margin_is_twice_the_bits_unless_set():
    assert DshSettings(bits=48).margin_used == 96
    assert DshSettings(bits=48, margin=10.0).margin_used == 10


def test_the_objective_takes_real_outputs_and_unweighted_pairs():
    z_mK, (s_mm, w_mm) = outputs(), pairs_of(SINGLE, balanced=False)
    settings = DshSettings(bits=BITS, regularisation=0.05)
    loss = Dsh(settings, Targets(SINGLE), 1).loss(z_mK, torch.arange(7))
    assert bool((w_mm == 1).all())
    assert float(loss) == pytest.approx(slow_loss(z_mK, s_mm, w_mm, 2 * BITS, 0.05), rel=1e-6)


def test_only_pairs_that_are_labelled_or_decided_count():
    assert interacting_pairs(Dsh(DshSettings(bits=BITS), PARTLY, 1)) == KNOWN


def test_descent_brings_similar_images_together_and_parts_the_others():
    z_mK = descended(Dsh(DshSettings(bits=BITS), Targets(SINGLE), 1), len(SINGLE), rate=0.5)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())
