"""The step rules: η_k, ρ_k and the first batch."""

import pytest

from engine.dualhash.schedule import first_batch, rates, rho
from engine.dualhash.settings import Settings


def test_the_rate_is_halved_every_tenth_of_the_run():
    rate = rates(Settings(learning_rate=0.8), 50)
    assert [rate(k) for k in range(50)] == [0.8 / 2**tenth for tenth in range(10) for _ in range(5)]


def test_a_run_of_few_steps_ends_at_the_smallest_rate_it_reaches():
    rate = rates(Settings(learning_rate=1.0), 4)
    assert [rate(k) for k in range(4)] == [1, 2**-2, 2**-5, 2**-7]


def test_a_constant_rate_stays():
    rate = rates(Settings(step_rule="constant", instance="storm"), 7)
    assert {rate(k) for k in range(7)} == {10.0}


def test_the_theorems_rates():
    stom = Settings(step_rule="theorem", theorem_eta=0.2, smoothness=4.0)
    storm = stom.changed(instance="storm")
    assert {rates(stom, 1000)(k) for k in (0, 500, 999)} == {0.05}
    assert [rates(storm, 1000)(k) for k in (0, 500, 999)] == pytest.approx([0.005] * 3)


def test_the_theorems_forgetting():
    made = Settings(instance="storm", step_rule="theorem", theorem_eta=0.25, theorem_rho=1.5)
    assert rho(made, 1000) == pytest.approx(8 * 1.5 * 0.25**2 / 100)
    assert rho(made.changed(step_rule="halving", rho=0.3), 1000) == 0.3


@pytest.mark.parametrize("steps", [1, 2, 8, 1000])
def test_the_theorems_forgetting_lies_in_its_range(steps: int):
    largest = Settings(instance="storm", step_rule="theorem", theorem_eta=0.25, theorem_rho=2.0)
    assert 0 < rho(largest, steps) <= 1


def test_the_first_batch_grows_with_the_third_root_of_the_steps():
    made = Settings(instance="storm", first_batch=0.5)
    assert first_batch(made, 1000) == 5
    assert first_batch(made, 1100) == 6
    assert first_batch(made, 1) == 1
    assert first_batch(made.changed(first_batch=0.0), 1000) == 1
    assert first_batch(made.changed(instance="stom"), 1000) == 1
