"""torch's optimisers as updates of x."""

import pytest
import torch

from engine.progress import finish
from engine.training.updates import TorchUpdate
from tests.dualhash.toy_problems import gradient_at, loss_of, start


def optimiser(parameters: list[torch.Tensor], kind: str) -> torch.optim.Optimizer:
    groups = [{"params": [p], "lr": 1.0} for p in parameters]
    return torch.optim.Adam(groups) if kind == "adam" else torch.optim.SGD(groups, momentum=0.9)


@pytest.mark.parametrize("kind", ["adam", "sgd"])
def test_the_steps_are_those_of_the_optimiser_at_the_given_rates(kind: str):
    ours, theirs = start(), start()
    update, plain = TorchUpdate(optimiser(ours, kind), [1.0, 0.1]), optimiser(theirs, kind)
    for batch, rate in enumerate([0.05, 0.02, 0.03]):
        loss = finish(update.step(gradient_at(ours, batch), rate))
        assert float(loss) == pytest.approx(float(loss_of(theirs, batch).detach()))
        for group, factor in zip(plain.param_groups, [1.0, 0.1], strict=True):
            group["lr"] = rate * factor
        plain.zero_grad()
        loss_of(theirs, batch).backward()
        plain.step()
        torch.testing.assert_close(ours, theirs)
        with update.at_iterate():
            torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize("kind", ["adam", "sgd"])
@pytest.mark.parametrize("steps", [0, 3])
def test_a_loaded_state_goes_on_alike(kind: str, steps: int):
    first, second = start(), start(seed=2)
    one, other = (TorchUpdate(optimiser(p, kind), [1.0, 0.5]) for p in (first, second))
    for batch in range(steps):
        finish(one.step(gradient_at(first, batch), 0.02))
    with torch.no_grad():
        for p, q in zip(first, second, strict=True):
            q.copy_(p)
    other.load_state({name: value.clone() for name, value in one.state().items()})
    for batch in range(3, 6):
        finish(one.step(gradient_at(first, batch), 0.02))
        finish(other.step(gradient_at(second, batch), 0.02))
    assert all(torch.equal(p, q) for p, q in zip(first, second, strict=True))
