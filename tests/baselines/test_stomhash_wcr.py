"""StoMHash-WCR: the proximal step of |z² - 1|, the loss with Z, the steps of Z and their fixed points."""

import itertools

import pytest
import torch
from torch import Tensor

from engine.baselines.settings import StomHashWcrSettings
from engine.baselines.stomhash_wcr import StomHashWcr, prox
from engine.dualhash.settings import Settings
from engine.errors import UserError
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets
from tests.dualhash import slow_dualhash as slow

COUNT, BITS = 12, 8
LABELS = torch.eye(3, dtype=torch.bool).repeat(4, 1)
ROWS = torch.tensor([7, 2, 9, 0, 4, 11])


def outputs(seed: int, count: int = COUNT) -> Tensor:
    return torch.randn(count, BITS, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def made(epochs: int = 4, **changes: float) -> StomHashWcr:
    return StomHashWcr(StomHashWcrSettings(bits=BITS).changed(**changes), Targets(LABELS), epochs)


def handed_over(**changes: float) -> StomHashWcr:
    method = made(hand_over=0.0, **changes)
    assert method.begin_epoch(0, lambda: outputs(2))
    return method


@pytest.mark.parametrize("t", [0.0, 0.05, 0.25, 0.4, 0.49])
def test_the_proximal_step_is_the_minimiser_on_a_fine_grid(t: float):
    grid_G = torch.linspace(-4, 4, 80_001, dtype=torch.float64)
    v_V = torch.linspace(-3.9, 3.9, 157, dtype=torch.float64)
    found_V = prox(v_V, t)
    for v, found in zip(v_V, found_V, strict=True):
        value_G = t * (grid_G**2 - 1).abs() + (grid_G - v) ** 2 / 2
        value = t * abs(float(found) ** 2 - 1) + (float(found) - float(v)) ** 2 / 2
        assert value <= float(value_G.min()) + 1e-12
        curvature = 1 - 2 * t  # at least, so that nearly the least value means nearly the place
        assert abs(float(found - grid_G[value_G.argmin()])) <= 1e-4 / max(curvature, 1e-3)


@pytest.mark.parametrize("t", [0.05, 0.25, 0.49])
def test_the_proximal_step_meets_the_condition_of_optimality(t: float):
    """0 is in t·∂|z² - 1| + z - v: 2tz outside, -2tz inside, all between at the kink."""
    v_V = torch.linspace(-3.9, 3.9, 391, dtype=torch.float64)
    for v, z in zip(v_V.tolist(), prox(v_V, t).tolist(), strict=True):
        if abs(z) > 1:
            assert 2 * t * z + z - v == pytest.approx(0, abs=1e-12)
        elif abs(z) < 1:
            assert -2 * t * z + z - v == pytest.approx(0, abs=1e-12)
        else:
            assert abs(v - z) <= 2 * t + 1e-12


def test_the_three_cases_by_hand():
    v = torch.tensor([3.0, 1.5, 1.2, 0.8, 0.5, 0.25, 0.0, -0.25, -0.9, -3.0], dtype=torch.float64)
    expected = torch.tensor([2.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0, -0.5, -1.0, -2.0], dtype=torch.float64)
    torch.testing.assert_close(prox(v, 0.25), expected)


def test_before_the_hand_over_the_loss_is_dualhashs_likelihood_alone():
    method, c_mK = made(epochs=4), outputs(3, len(ROWS))
    assert not method.begin_epoch(0, lambda: pytest.fail("nobody needs them yet"))
    assert not method.is_settled()
    s_mm, w_mm = LabelPairs(LABELS, rarity=1.0).of(ROWS)
    alpha = Settings(bits=BITS).alpha_used
    expected = slow.likelihood(torch.tanh(c_mK).tolist(), s_mm.tolist(), w_mm.tolist(), alpha)
    assert float(method.loss(c_mK, ROWS)) == pytest.approx(expected, rel=1e-6)
    method.after_step(c_mK, ROWS)
    assert method.state() == {}
    assert method.end_epoch() == {}


def test_after_the_hand_over_the_penalty_to_the_rows_own_z_is_added():
    method, c_mK = handed_over(gamma=2.0), outputs(3, len(ROWS))
    assert method.is_settled()
    s_mm, w_mm = LabelPairs(LABELS, rarity=1.0).of(ROWS)
    u, z = torch.tanh(c_mK).tolist(), torch.tanh(outputs(2))[ROWS].tolist()
    alpha = Settings(bits=BITS).alpha_used
    expected = slow.likelihood(u, s_mm.tolist(), w_mm.tolist(), alpha) + slow.penalty(u, z, 2.0)
    assert float(method.loss(c_mK, ROWS)) == pytest.approx(expected, rel=1e-6)


def test_the_gradient_of_the_loss_is_that_of_finite_differences():
    method = handed_over()
    assert torch.autograd.gradcheck(lambda c_mK: method.loss(c_mK, ROWS), outputs(3, len(ROWS)).requires_grad_())


def test_it_hands_over_when_dualhash_does():
    ours, theirs = StomHashWcrSettings(), Settings()
    shared = {d.name for d in ours.describe()} & {d.name for d in theirs.describe()} - {"gamma", "lam", "tau"}
    assert {"hand_over", "alpha", "balanced", "rarity", "momentum", "extrapolation", "weight_decay"} <= shared
    for name in shared:
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.alpha_used == theirs.alpha_used
    for share in (0.0, 0.2, 1.0):
        assert ours.for_several_labels(share).alpha_used == theirs.for_several_labels(share).alpha_used
        assert ours.changed(alpha=0.1).for_several_labels(share).alpha_used == 0.1
    assert ours.learning_rate_used == theirs.learning_rate_used


def test_a_step_of_z_is_inertial_and_proximal_entry_by_entry():
    method = handed_over(gamma=2.0, lam=0.8, tau=0.4, inertia=0.6)
    z_NK = torch.tanh(outputs(2))
    z, before = z_NK[ROWS].tolist(), z_NK[ROWS].tolist()
    for seed in (3, 4, 5):
        c_mK = outputs(seed, len(ROWS))
        u = torch.tanh(c_mK).tolist()
        method.after_step(c_mK, ROWS)
        ahead = [[b + 0.6 * (b - a) for b, a in zip(*rows, strict=True)] for rows in zip(z, before, strict=True)]
        moved = [
            [y - 0.4 * 2.0 * (y - v) for y, v in zip(*rows, strict=True)] for rows in zip(ahead, u, strict=True)
        ]
        before, z = z, [[slow_prox(v, 0.4 * 0.8) for v in row] for row in moved]
        torch.testing.assert_close(method.state()["z"][ROWS], torch.tensor(z, dtype=torch.float64))
    others = [i for i in range(COUNT) if i not in ROWS.tolist()]
    assert torch.equal(method.state()["z"][others], z_NK[others])


def slow_prox(v: float, t: float) -> float:
    if abs(v) > 1 + 2 * t:
        return v / (1 + 2 * t)
    if abs(v) < 1 - 2 * t:
        return v / (1 - 2 * t)
    return 1.0 if v > 0 else -1.0


@pytest.mark.parametrize("inertia", [0.0, 0.5])
def test_for_a_network_that_stands_still_z_reaches_the_minimiser(inertia: float):
    """For λ/γ < 1/2, γ/2 (u - z)² + λ|z² - 1| is convex, with its minimum at the prox of u."""
    method = handed_over(gamma=2.0, lam=0.6, tau=0.4, inertia=inertia)
    c_mK = outputs(3, len(ROWS))
    for _ in range(200):
        method.after_step(c_mK, ROWS)
    torch.testing.assert_close(method.state()["z"][ROWS], prox(torch.tanh(c_mK), 0.3))
    assert method.end_epoch()["residual_z"] > 0
    method.after_step(c_mK, ROWS)
    assert method.end_epoch()["residual_z"] < 1e-12


@pytest.mark.parametrize("lam", [0.3, 0.9, 1.2])
def test_without_inertia_no_step_of_z_increases_the_problems_value(lam: float):
    gamma, c_mK = 2.0, outputs(3, len(ROWS))
    method = handed_over(gamma=gamma, lam=lam, tau=0.4, inertia=0.0)
    u_mK = torch.tanh(c_mK)

    def value() -> float:
        z_mK = method.state()["z"][ROWS]
        return float((gamma / 2 * (u_mK - z_mK) ** 2 + lam * (z_mK**2 - 1).abs()).sum())

    values = [value()]
    for _ in range(20):
        method.after_step(c_mK, ROWS)
        values.append(value())
    assert all(after <= before + 1e-12 for before, after in itertools.pairwise(values))
    assert values[-1] < values[0]


def test_z_and_its_inertia_go_on_as_if_never_stopped():
    method, again = handed_over(), made(hand_over=0.0)
    method.after_step(outputs(3, len(ROWS)), ROWS)
    again.load_state({name: value.clone() for name, value in method.state().items()})
    assert not again.needs_outputs(1)
    for each in (method, again):
        each.to("cpu")
        each.after_step(outputs(4, len(ROWS)), ROWS)
    assert torch.equal(method.state()["z"], again.state()["z"])
    assert torch.equal(method.state()["z_before"], again.state()["z_before"])


def test_a_hand_over_at_the_end_leaves_the_likelihood_alone():
    method = made(epochs=3, hand_over=1.0)
    assert not any(method.needs_outputs(epoch) for epoch in range(3))
    assert method.is_settled()


@pytest.mark.parametrize("changes", [{"tau": 0.5, "gamma": 2.5}, {"tau": 0.5, "gamma": 1.0, "lam": 1.0}])
def test_steps_that_have_no_single_solution_are_refused(changes: dict[str, float]):
    with pytest.raises(UserError, match="must"):
        StomHashWcrSettings(**changes)
