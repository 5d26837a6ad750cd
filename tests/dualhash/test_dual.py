"""B and Λ: the proximal mappings, the distances to the subdifferential, the steps, and where they lead."""

import itertools

import pytest
import torch
from torch import Tensor

from engine.dualhash.dual import (
    DualVariables,
    distance_envelope,
    distance_orthant,
    prox_envelope,
    prox_orthant,
    sgn,
)
from tests.dualhash import slow_dualhash as slow

STEPS_AND_BOUNDS = pytest.mark.parametrize(("step", "bound"), [(0.5, 1.0), (0.1, 0.03), (0.02, 2.0), (1.0, 0.4)])
DUALS = pytest.mark.parametrize("dual", ["orthant", "envelope"])


def double(values: list[float]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def around(step: float, bound: float) -> list[float]:
    """Points in all five cases, and on their borders."""
    borders = [0.0, step, bound, step + bound, bound - step, bound + 3 * step]
    points = [x + shift for x in borders for shift in (-0.01, 0.0, 0.01)]
    return sorted({sign * x for x in points for sign in (-1, 1)})


def test_the_sign_of_zero_is_plus_one_and_keeps_the_precision():
    assert sgn(torch.tensor([-2.0, -0.0, 0.0, 3.0])).tolist() == [-1, 1, 1, 1]
    assert sgn(double([1.0])).dtype == torch.float64


@STEPS_AND_BOUNDS
def test_the_envelopes_prox_has_the_papers_five_cases(step: float, bound: float):
    points = around(step, bound)
    expected = [slow.prox_five_cases(v, step, bound) for v in points]
    torch.testing.assert_close(prox_envelope(double(points), step, bound), double(expected))


@STEPS_AND_BOUNDS
def test_the_envelopes_prox_is_the_argmin_that_defines_it(step: float, bound: float):
    points = around(step, bound)[::3]
    for v, found in zip(points, prox_envelope(double(points), step, bound).tolist(), strict=True):
        best = slow.grid_argmin(lambda y, v=v: abs(y) + (y - v) ** 2 / (2 * step), -bound, bound)
        assert found == pytest.approx(best, abs=2 * bound / 4000)


@STEPS_AND_BOUNDS
@pytest.mark.parametrize("b", [-1.3, -0.2, 0.0, 0.7])
def test_the_orthants_prox_is_the_argmin_that_defines_it(step: float, bound: float, b: float):
    points = around(step, bound)[::3]
    found_N = prox_orthant(double(points), double([b] * len(points)), step, bound)
    for v, found in zip(points, found_N.tolist(), strict=True):
        s = slow.sgn(b)
        best = slow.grid_argmin(lambda y, v=v, s=s: s * y + (y - v) ** 2 / (2 * step), -bound, bound)
        assert found == pytest.approx(best, abs=2 * bound / 4000)


def test_the_conjugates_are_those_of_the_functions_named():
    """sup over z of y z - h(z), by brute force, for y inside the bound."""
    bound = 0.6
    grid = [z / 200 for z in range(-2000, 2001)]
    for y in (-0.59, -0.3, 0.0, 0.2, 0.55):
        envelope = max(y * z - bound * max(abs(z) - 1, 0) for z in grid)
        assert envelope == pytest.approx(abs(y), abs=1e-9)
        for s in (-1.0, 1.0):
            assert max(y * z - bound * abs(s * z - 1) for z in grid) == pytest.approx(s * y, abs=1e-9)


@pytest.mark.parametrize("bound", [1.0, 0.05 / 3, 2.5])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_distances_are_those_to_the_subdifferential(bound: float, dtype: torch.dtype):
    held = float(torch.tensor(bound, dtype=dtype))  # the bound as a tensor of this precision has it
    b_values = [-2.0, -1.0, -0.75, 0.0, 0.25, 1.0, 1.5]
    y_values = [-held, -held / 2, 0.0, held / 4, held]
    pairs = list(itertools.product(b_values, y_values))
    b, y = (torch.tensor(side, dtype=dtype) for side in zip(*pairs, strict=True))
    envelope = [slow.distance_to(b, *slow.envelope_subdifferential(y, held)) for b, y in pairs]
    orthant = [slow.distance_to(b, *slow.orthant_subdifferential(y, slow.sgn(b), held)) for b, y in pairs]
    torch.testing.assert_close(distance_envelope(b, y, bound), torch.tensor(envelope, dtype=dtype))
    torch.testing.assert_close(distance_orthant(b, y, bound), torch.tensor(orthant, dtype=dtype))


def test_without_regularisation_every_b_is_allowed():
    """λ = 0: h* is 0 at 0 and infinite elsewhere, so that its subdifferential is everything."""
    b, y = torch.tensor([-3.0, -0.5, 0.0, 2.0]), torch.zeros(4)
    assert not distance_envelope(b, y, 0.0).any()
    assert not distance_orthant(b, y, 0.0).any()


@DUALS
@pytest.mark.parametrize("driven", [True, False])
def test_one_step_equals_the_pseudo_code_in_the_unscaled_symbols(dual: str, driven: bool):
    tau, sigma, gamma, lam = 0.07, 3.0, 6.0, 1.5
    random = torch.Generator().manual_seed(8)
    b_NK = torch.randn(6, 8, generator=random, dtype=torch.float64)
    y_NK = (torch.rand(6, 8, generator=random, dtype=torch.float64) * 2 - 1) * lam / gamma
    variables = DualVariables(b_NK, y_NK, t=tau * gamma, dual_step=sigma / gamma, bound=lam / gamma, dual=dual)
    expected_b, expected_l = b_NK.clone(), variables.y_NK * gamma
    rows_m = torch.tensor([4, 1, 3])
    for _ in range(4):
        u_mK = torch.tanh(torch.randn(3, 8, generator=random, dtype=torch.float64))
        drive_mK = torch.randn(3, 8, generator=random, dtype=torch.float64) if driven else None
        for (i, row), k in itertools.product(enumerate(rows_m.tolist()), range(8)):
            expected_b[row, k], expected_l[row, k] = slow.dual_step(
                float(expected_b[row, k]), float(expected_l[row, k]), float(u_mK[i, k]),
                float(drive_mK[i, k]) if drive_mK is not None else 0.0,
                tau=tau, sigma=sigma, gamma=gamma, lam=lam, dual=dual,
            )  # fmt: skip
        variables.step(rows_m, u_mK, drive_mK)
        torch.testing.assert_close(variables.b_NK, expected_b)
        torch.testing.assert_close(variables.y_NK * gamma, expected_l)


@DUALS
def test_the_residuals_are_those_of_the_step(dual: str):
    random = torch.Generator().manual_seed(9)
    b_NK = torch.randn(5, 8, generator=random, dtype=torch.float64).clamp(-0.95, 0.95)
    u_NK = torch.tanh(torch.randn(5, 8, generator=random, dtype=torch.float64))
    drive_NK = 3 * torch.randn(5, 8, generator=random, dtype=torch.float64)
    y_NK = (torch.rand(5, 8, generator=random, dtype=torch.float64) - 0.5) * 0.4
    variables = DualVariables(b_NK, y_NK, t=0.5, dual_step=0.5, bound=0.2, dual=dual)
    residual_b, residual_dual = variables.step(torch.arange(5), u_NK, drive_NK)
    squares, distances = [], []
    for i, k in itertools.product(range(5), range(8)):
        b, new = float(b_NK[i, k]), float(variables.b_NK[i, k])
        gradient = b - float(u_NK[i, k]) + float(y_NK[i, k]) + float(drive_NK[i, k])
        free = b - 0.5 * gradient
        clipped = dual == "orthant" and abs(free) > 1
        squares.append(((b - new) / 0.5) ** 2 if clipped else gradient**2)
        y = float(variables.y_NK[i, k])
        interval = (
            slow.orthant_subdifferential(y, slow.sgn(new), 0.2)
            if dual == "orthant"
            else slow.envelope_subdifferential(y, 0.2)
        )
        distances.append(slow.distance_to(new, *interval) ** 2)
    assert float(residual_b) == pytest.approx(sum(squares) / 40)
    assert float(residual_dual) == pytest.approx(sum(distances) / 40)


U = double([0.0, 1e-9, -1e-9, 0.05, -0.05, 0.3, -0.42, 0.5, 0.77, -0.9, 0.999, -0.999999, 1 - 1e-12, 1.0, -1.0])


@pytest.mark.parametrize(
    ("t", "dual_step", "bound"),
    [(0.5, 0.5, 1.0), (0.5, 0.1, 0.3), (0.2, 0.5, 0.05), (0.2, 0.1, 3.0), (0.05, 0.5, 0.3), (0.3, 0.05, 1.0)],
)
def test_the_orthant_dual_ends_at_the_minimiser(t: float, dual_step: float, bound: float):
    """sgn(u)·min(1, |u| + λ/γ) minimises γ/2 (u - b)² + λ ||b| - 1|."""
    variables = DualVariables(U[None], t=t, dual_step=dual_step, bound=bound, dual="orthant")
    for _ in range(1000):
        residuals = variables.step(torch.tensor([0]), U[None], None)
    expected = [slow.sgn(u) * min(1.0, abs(u) + bound) for u in U.tolist()]
    torch.testing.assert_close(variables.b_NK[0], double(expected), rtol=0, atol=1e-8)
    assert float(residuals[0]) < 1e-14
    assert float(residuals[1]) < 1e-14
    for u, b in zip(U.tolist(), expected, strict=True):
        best = slow.grid_argmin(lambda z, u=u: (u - z) ** 2 / 2 + bound * abs(abs(z) - 1), -2, 2)
        assert abs(b) == pytest.approx(abs(best), abs=1e-3)  # u = 0 has two minimisers


@pytest.mark.parametrize("t", [0.5, 0.3, 0.01])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_envelopes_dual_variable_never_leaves_zero_from_inside_the_box(t: float, dtype: torch.dtype):
    random = torch.Generator().manual_seed(10)
    b_NK = (torch.rand(20, 16, generator=random, dtype=dtype) * 2 - 1).clone()
    b_NK[0], b_NK[1] = 1.0, -1.0
    variables = DualVariables(b_NK, t=t, dual_step=0.5, bound=1.0, dual="envelope")
    for k in range(200):
        sharpness = 50.0 if k % 2 else 0.5  # u jumps between the corners and the middle
        u_NK = torch.tanh(sharpness * torch.randn(20, 16, generator=random, dtype=dtype))
        variables.step(torch.arange(20), u_NK, None)
        rounding = 4 * torch.finfo(dtype).eps if 2 * t == 1 else 0.0  # at the border, 2B' - B may round past 1
        assert float(variables.y_NK.abs().max()) <= rounding
        assert float(variables.b_NK.abs().max()) <= 1


def test_the_envelopes_dual_variable_acts_on_what_starts_outside_the_box():
    variables = DualVariables(double([1.5, -1.5, 0.5])[None], t=0.1, dual_step=0.5, bound=1.0, dual="envelope")
    variables.step(torch.tensor([0]), double([0.9, -0.9, 0.9])[None], None)
    y = variables.y_NK[0].tolist()
    assert y[0] > 0 > y[1]
    assert y[2] == 0


def test_only_the_rows_of_the_batch_move_and_the_given_codes_stay():
    u_NK = torch.tanh(torch.randn(6, 8, generator=torch.Generator().manual_seed(11)))
    before_NK = u_NK.clone()
    variables = DualVariables(u_NK, t=0.5, dual_step=0.5, bound=1.0, dual="orthant")
    rows_m = torch.tensor([5, 2])
    for _ in range(2):
        variables.step(rows_m, u_NK[rows_m], None)
    still = [0, 1, 3, 4]
    assert torch.equal(variables.b_NK[still], before_NK[still])
    assert not variables.y_NK[still].any()
    assert bool((variables.b_NK[rows_m] != before_NK[rows_m]).all())
    assert torch.equal(u_NK, before_NK)
