"""OrthoHash's loss against its equation in plain loops, its gradient, and its targets."""

import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.orthohash import OrthoHash, orthogonal_targets, orthohash_loss
from engine.baselines.settings import OrthoHashSettings
from engine.training.targets import Targets
from tests.baselines.pair_batches import BITS, LABELS, PARTLY, SINGLE, descended, outputs

TARGETS = orthogonal_targets(3, BITS, seed=1)


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)


def slow_loss(v_mK: Tensor, labels_mC: Tensor, targets_CK: Tensor, scale: float, margin: float) -> float:
    """Cross-entropy with 1/|y| on each label of an image; images without any are left out."""
    losses = []
    for v, labels in zip(v_mK.tolist(), labels_mC.tolist(), strict=True):
        logits = [
            scale * (cosine(v, target) - (margin if has else 0))
            for target, has in zip(targets_CK.tolist(), labels, strict=True)
        ]
        total = sum(math.exp(logit) for logit in logits)
        own = [-math.log(math.exp(logit) / total) for logit, has in zip(logits, labels, strict=True) if has]
        if own:
            losses.append(sum(own) / len(own))
    return sum(losses) / len(losses)


@LABELS
@pytest.mark.parametrize(("scale", "margin"), [(1.0, 0.0), (5.0, 0.2)])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, scale: float, margin: float):
    loss = orthohash_loss(outputs(), labels_NC, TARGETS, scale, margin)
    assert float(loss) == pytest.approx(slow_loss(outputs(), labels_NC, TARGETS, scale, margin), rel=1e-12)


@LABELS
def test_the_gradient_agrees_with_finite_differences(labels_NC: Tensor):
    assert gradcheck(lambda v: orthohash_loss(v, labels_NC, TARGETS, 4.0, 0.2), outputs().requires_grad_())


@pytest.mark.parametrize(("labels", "bits"), [(10, 16), (16, 16), (10, 48), (40, 40), (10, 64), (1, 8)])
def test_targets_are_orthogonal_where_there_are_enough_rows(labels: int, bits: int):
    targets_CK = orthogonal_targets(labels, bits, seed=0)
    assert torch.equal(targets_CK @ targets_CK.T, bits * torch.eye(labels))


@pytest.mark.parametrize(("labels", "bits"), [(80, 16), (80, 32), (100, 8), (10, 56)])
def test_other_targets_are_drawn_and_all_different(labels: int, bits: int):
    targets_CK = orthogonal_targets(labels, bits, seed=0)
    assert set(targets_CK.unique().tolist()) == {-1.0, 1.0}
    assert len(targets_CK.unique(dim=0)) == labels
    assert abs(float(targets_CK.mean())) < 0.15


def test_more_labels_than_codes_get_targets_too():
    assert orthogonal_targets(300, 8, seed=0).shape == (300, 8)


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_no_bit_of_the_targets_is_the_same_for_all_labels(bits: int):
    """The first column of Sylvester's matrix is."""
    for seed in range(3):
        targets_CK = orthogonal_targets(bits, bits, seed)
        assert int(targets_CK.sum(dim=0).abs().max()) < bits


def test_the_targets_are_those_of_their_seed():
    assert torch.equal(orthogonal_targets(10, 16, 4), orthogonal_targets(10, 16, 4))
    assert not torch.equal(orthogonal_targets(10, 16, 4), orthogonal_targets(10, 16, 5))


def test_images_without_labels_and_decisions_take_part_in_nothing():
    objective = OrthoHash(OrthoHashSettings(bits=BITS, seed=1), PARTLY, 1)
    z_mK = outputs().requires_grad_()
    loss = objective.loss(z_mK, torch.arange(7))
    (g_mK,) = torch.autograd.grad(loss, z_mK)
    expected = slow_loss(outputs(), PARTLY.labels_NC, TARGETS, math.sqrt(BITS / 2), 0.2)
    assert float(loss.detach()) == pytest.approx(expected, rel=1e-6)
    assert bool((g_mK[:5] != 0).any(dim=1).all())
    assert bool((g_mK[5:] == 0).all())


def test_a_batch_without_any_label_has_a_loss_with_a_gradient():
    objective = OrthoHash(OrthoHashSettings(bits=BITS), PARTLY, 1)
    z_mK = outputs()[5:].requires_grad_()
    (g_mK,) = torch.autograd.grad(objective.loss(z_mK, torch.tensor([5, 6])), z_mK)
    assert bool((g_mK == 0).all())


def test_descent_brings_images_nearest_to_the_targets_of_their_labels():
    objective = OrthoHash(OrthoHashSettings(bits=BITS, seed=1), Targets(SINGLE), 1)
    z_mK = descended(objective, len(SINGLE), rate=0.5)
    nearest_m = (torch.sign(z_mK) @ TARGETS.T).argmax(dim=1)
    assert nearest_m.tolist() == SINGLE.int().argmax(dim=1).tolist()
