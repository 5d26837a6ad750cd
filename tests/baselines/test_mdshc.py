"""MDSHC's three parts against their equations in plain loops, and their gradient."""

import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.hash_centres import separated_centres
from engine.baselines.mdshc import Mdshc, mdshc_loss
from engine.baselines.settings import MdshcSettings
from engine.training.targets import Targets
from tests.baselines.pair_batches import BITS, LABELS, PARTLY, SINGLE, descended, outputs

CENTRES = separated_centres(3, BITS, seed=1)


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)


def slow_central(z: list[list[float]], labels_mC: Tensor, scale: float) -> float:
    losses = []
    for code, labels in zip(z, labels_mC.tolist(), strict=True):
        powers = [math.exp(scale * cosine(code, centre)) for centre in CENTRES.tolist()]
        shares = [power / sum(powers) for power in powers]
        if any(labels):
            losses.append(-sum(math.log(p if has else 1 - p) for p, has in zip(shares, labels, strict=True)))
    return sum(losses) / len(losses)


def slow_pairs(z: list[list[float]], labels_mC: Tensor) -> float:
    values = []
    for i, a in enumerate(z):
        for j, b in enumerate(z):
            if i != j and bool((labels_mC[i] & labels_mC[j]).any()):
                values.append(math.log(1 + math.exp(0.5 * (1 - cosine(a, b)))))
    return sum(values) / len(values)


def slow_loss(z_mK: Tensor, labels_mC: Tensor, beta: float, gamma: float, scale: float = math.sqrt(BITS)) -> float:
    z = z_mK.tolist()
    gaps = [abs(abs(x) - 1) for row in z for x in row]
    return slow_central(z, labels_mC, scale) + beta * slow_pairs(z, labels_mC) + gamma * sum(gaps) / len(gaps)


@LABELS
@pytest.mark.parametrize("scale", [math.sqrt(BITS), 0.5, 9.0])
@pytest.mark.parametrize(("beta", "gamma"), [(0.0, 0.0), (2.0, 0.0), (0.0, 0.5), (2.0, 0.5)])
def test_the_loss_is_the_sum_of_its_three_parts(labels_NC: Tensor, beta: float, gamma: float, scale: float):
    loss = mdshc_loss(outputs(), labels_NC, CENTRES, scale, beta, gamma)
    assert float(loss) == pytest.approx(slow_loss(outputs(), labels_NC, beta, gamma, scale), rel=1e-12)


@pytest.mark.parametrize(("scale", "used"), [(None, math.sqrt(BITS)), (1.5, 1.5)])
def test_the_scale_is_the_originals_unless_set_and_reaches_the_loss(scale: float | None, used: float):
    settings = MdshcSettings(bits=BITS, seed=1, scale=scale, similarity=0.0, regularisation=0.0)
    loss = Mdshc(settings, Targets(SINGLE), 1).loss(outputs(), torch.arange(7))
    assert settings.scale_used == used
    assert float(loss) == pytest.approx(slow_central(outputs().tolist(), SINGLE, used), rel=1e-6)


@pytest.mark.parametrize("bits", [16, 64])
def test_smaller_scales_are_what_an_experiment_tries(bits: int):
    first, *others = MdshcSettings(bits=bits).candidates()
    assert first == {}
    assert others == [{"scale": pytest.approx(share * math.sqrt(bits))} for share in (0.7, 0.5)]


@LABELS
def test_the_gradient_agrees_with_finite_differences(labels_NC: Tensor):
    assert gradcheck(lambda z: mdshc_loss(z, labels_NC, CENTRES, 2.0, 2.0, 0.5), outputs().requires_grad_())


def test_an_output_right_at_the_centre_of_another_label_has_a_finite_loss_and_gradient():
    centres_CK = separated_centres(3, 512, seed=1)
    z_mK = centres_CK[[1, 2]].clone().requires_grad_()
    loss = mdshc_loss(z_mK, torch.eye(3)[[0, 0]], centres_CK, math.sqrt(512), 1.0, 1.0)
    (g_mK,) = torch.autograd.grad(loss, z_mK)
    assert bool(torch.isfinite(loss))
    assert bool(torch.isfinite(g_mK).all())


def test_images_without_labels_are_only_drawn_to_whole_bits_and_decisions_are_not_used():
    settings = MdshcSettings(bits=BITS, seed=1, similarity=2.0, regularisation=0.5)
    objective = Mdshc(settings, PARTLY, 1)
    z_mK = outputs().requires_grad_()
    loss = objective.loss(z_mK, torch.arange(7))
    (g_mK,) = torch.autograd.grad(loss, z_mK)
    assert float(loss.detach()) == pytest.approx(slow_loss(outputs(), PARTLY.labels_NC, 2.0, 0.5), rel=1e-6)
    pulls_mK = torch.sign(outputs()) * torch.sign(outputs().abs() - 1) * 0.5 / outputs().numel()
    torch.testing.assert_close(g_mK[5:], pulls_mK[5:])


def test_a_batch_without_any_label_has_a_loss_with_a_gradient():
    objective = Mdshc(MdshcSettings(bits=BITS, regularisation=0.0), PARTLY, 1)
    z_mK = outputs()[5:].requires_grad_()
    (g_mK,) = torch.autograd.grad(objective.loss(z_mK, torch.tensor([5, 6])), z_mK)
    assert bool((g_mK == 0).all())


def test_a_run_that_is_taken_up_again_has_the_centres_that_it_began_with():
    first = Mdshc(MdshcSettings(bits=BITS, seed=1), Targets(SINGLE), 1)
    second = Mdshc(MdshcSettings(bits=BITS, seed=2), Targets(SINGLE), 1)
    rows_m = torch.arange(7)
    assert float(first.loss(outputs(), rows_m)) != float(second.loss(outputs(), rows_m))
    second.load_state(first.state())
    assert float(first.loss(outputs(), rows_m)) == float(second.loss(outputs(), rows_m))


def test_descent_brings_images_to_the_centres_of_their_labels():
    objective = Mdshc(MdshcSettings(bits=BITS, seed=1), Targets(SINGLE), 1)
    z_mK = descended(objective, len(SINGLE), rate=0.2)
    assert torch.equal(torch.sign(z_mK), CENTRES[SINGLE.int().argmax(dim=1)])
