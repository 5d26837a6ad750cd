"""What the pairwise baselines share: the mean over pairs, without i = j, and the likelihood."""

import math

import pytest
import torch

from engine.baselines.dpsh import Dpsh
from engine.baselines.pair_objective import mean_over_pairs, pair_likelihood
from engine.baselines.settings import DpshSettings
from tests.baselines.pair_batches import BITS, MULTI, PARTLY, outputs, pairs_of, slow_mean


def test_the_mean_over_pairs_is_that_of_a_loop_over_pairs_of_different_images():
    s_mm, w_mm = pairs_of(MULTI)
    values_mm = torch.rand(7, 7, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    values_mm = values_mm + values_mm.T
    expected = slow_mean(s_mm, w_mm, lambda i, j, _: float(values_mm[i, j]))
    assert float(mean_over_pairs(values_mm, w_mm)) == pytest.approx(expected, rel=1e-12)


def test_an_image_is_no_pair_with_itself():
    assert float(mean_over_pairs(torch.eye(5), torch.ones(5, 5))) == 0


def test_a_batch_of_one_image_has_no_pairs():
    assert float(mean_over_pairs(torch.ones(1, 1), torch.ones(1, 1))) == 0


def test_the_likelihood_is_the_negative_logarithm_of_each_pairs_probability():
    s_mm, w_mm = pairs_of(MULTI)
    theta_mm = outputs() @ outputs().T / 4

    def term(i: int, j: int, similar: bool) -> float:
        probability = 1 / (1 + math.exp(-float(theta_mm[i, j])))
        return -math.log(probability if similar else 1 - probability)

    expected = slow_mean(s_mm, w_mm, term)
    assert float(pair_likelihood(theta_mm, s_mm, w_mm)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("theta", [-1e4, 1e4])
def test_a_likelihood_of_large_theta_does_not_overflow(theta: float):
    s_mm = torch.tensor([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])
    theta_mm = torch.full((3, 3), theta, requires_grad=True)
    loss = pair_likelihood(theta_mm, s_mm, torch.ones(3, 3))
    wrong = 4 if theta > 0 else 2  # of 6 ordered pairs
    assert float(loss.detach()) == pytest.approx(wrong * 1e4 / 6)
    (g_mm,) = torch.autograd.grad(loss, theta_mm)
    assert bool(torch.isfinite(g_mm).all())


def test_decided_pairs_are_seen_together_although_a_batch_has_other_rows():
    objective = Dpsh(DpshSettings(bits=BITS), PARTLY, 1)
    rows = objective.batch_rows(torch.tensor([3, 4]), torch.Generator().manual_seed(1)).tolist()
    assert any({i, j} <= set(rows) for i, j, _ in PARTLY.decisions)
    assert {3, 4} <= set(rows)
