"""DualHash as the trainer sees it: the loss, its gradient through a network, the hand-over, B and Λ, the state."""

import itertools

import pytest
import torch
from torch import Tensor

from engine.dualhash.method import DualHash
from engine.dualhash.settings import Settings
from engine.training.network import HashNetwork, hash_layers
from engine.training.pairs import LabelPairs
from tests.dualhash import slow_dualhash as slow
from tests.dualhash.presets import preset

COUNT, BITS, DIMENSIONS = 12, 8, 5
LABELS = torch.rand(COUNT, 4, generator=torch.Generator().manual_seed(1)) < 0.4
LABELS[:, 0] |= ~LABELS.any(dim=1)
ROWS = torch.tensor([7, 2, 9, 0, 4, 11])


def random_outputs(seed: int, count: int = COUNT) -> Tensor:
    return torch.randn(count, BITS, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def method(settings: Settings, epochs: int = 4) -> DualHash:
    return DualHash(settings, LabelPairs(LABELS), epochs)


def handed_over(settings: Settings, seed: int = 2) -> DualHash:
    made = method(settings.changed(hand_over=0.0))
    assert made.begin_epoch(0, lambda: random_outputs(seed))
    return made


def pairs_of_batch() -> tuple[list[list[float]], list[list[float]]]:
    s_mm, w_mm = LabelPairs(LABELS).of(ROWS)
    return s_mm.tolist(), w_mm.tolist()


def test_before_the_hand_over_the_loss_is_the_likelihood_alone():
    made = method(Settings(bits=BITS))
    assert not made.begin_epoch(0, lambda: pytest.fail("nobody needs them yet"))
    c_mK = random_outputs(3, len(ROWS))
    expected = slow.likelihood(torch.tanh(c_mK).tolist(), *pairs_of_batch(), 0.95)
    assert float(made.loss(c_mK, ROWS)) == pytest.approx(expected, rel=1e-6)
    made.after_step(c_mK, ROWS)
    assert made.state() == {}
    assert made.end_epoch() == {}


def test_after_the_hand_over_the_penalty_to_the_rows_own_codes_is_added():
    made = handed_over(Settings(bits=BITS, gamma=4.0))
    c_mK = random_outputs(3, len(ROWS))
    u = torch.tanh(c_mK).tolist()
    b = torch.tanh(random_outputs(2))[ROWS].tolist()
    expected = slow.likelihood(u, *pairs_of_batch(), 0.95) + slow.penalty(u, b, 4.0)
    assert float(made.loss(c_mK, ROWS)) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("share", "at"), [(0.0, 0), (0.25, 2), (0.1, 1), (0.5, 4), (1.0, None)])
def test_the_hand_over_comes_after_its_share_of_the_epochs_and_once(share: float, at: int | None):
    made = method(Settings(bits=BITS, hand_over=share), epochs=8)
    changes, settled = [], []
    for epoch in range(8):
        changes.append(made.begin_epoch(epoch, lambda: random_outputs(2)))
        settled.append(made.is_settled())
    assert changes == [epoch == at for epoch in range(8)]
    assert settled == [at is None or epoch >= at for epoch in range(8)]


def test_at_the_hand_over_b_is_u_of_all_images_and_the_dual_variable_zero():
    state = handed_over(Settings(bits=BITS)).state()
    torch.testing.assert_close(state["b"], torch.tanh(random_outputs(2)))
    assert not state["y"].any()


@pytest.mark.parametrize("name", ["balanced", "compact", "theory"])
def test_the_steps_of_b_and_the_dual_variable_equal_the_pseudo_code(name: str):
    settings = preset(name, bits=BITS)
    made = handed_over(settings, seed=4)
    b_NK, multiplier_NK = made.state()["b"].clone(), torch.zeros(COUNT, BITS, dtype=torch.float64)
    s, w = pairs_of_batch()
    for k in range(3):
        c_mK = random_outputs(20 + k, len(ROWS))
        made.loss(c_mK, ROWS)
        made.after_step(c_mK, ROWS)
        u = torch.tanh(c_mK).tolist()
        p = slow.drive(u, b_NK[ROWS].tolist(), s, w, 0.4)  # α_B = 3.2 / 8
        for (i, row), bit in itertools.product(enumerate(ROWS.tolist()), range(BITS)):
            b_NK[row, bit], multiplier_NK[row, bit] = slow.dual_step(
                float(b_NK[row, bit]), float(multiplier_NK[row, bit]), u[i][bit], settings.kappa_used * p[i][bit],
                tau=settings.tau, sigma=settings.sigma, gamma=settings.gamma, lam=settings.lam, dual=settings.dual,
            )  # fmt: skip
    torch.testing.assert_close(made.state()["b"], b_NK, rtol=0, atol=1e-5)  # the weights are float32
    torch.testing.assert_close(made.state()["y"] * settings.gamma, multiplier_NK, rtol=0, atol=1e-4)
    assert set(made.end_epoch()) == {"residual_b", "residual_dual"}
    assert made.end_epoch() == {}


def small_network() -> HashNetwork:
    backbone = torch.nn.Sequential(torch.nn.Linear(DIMENSIONS, 6), torch.nn.ELU())
    network = HashNetwork(backbone, hash_layers(6, 9, BITS, seed=3)).double().train()
    random = torch.Generator().manual_seed(7)
    with torch.no_grad():  # away from the special values that BatchNorm and biases start with
        for parameter in network.parameters():
            parameter.copy_(0.5 * torch.randn(parameter.shape, generator=random, dtype=torch.float64))
    return network


@pytest.mark.parametrize("share", [0.0, 1.0], ids=["with penalty", "likelihood alone"])
def test_the_gradient_through_a_network_with_batch_norm_agrees_with_finite_differences(share: float):
    network = small_network()
    made = method(Settings(bits=BITS, gamma=30.0, lam=3.0, tau=0.01, hand_over=share))
    made.begin_epoch(0, lambda: random_outputs(2))
    inputs_mD = torch.randn(len(ROWS), DIMENSIONS, generator=torch.Generator().manual_seed(8), dtype=torch.float64)
    parameters = list(network.parameters())
    gradients = torch.autograd.grad(made.loss(network(inputs_mD), ROWS), parameters)
    # Before BatchNorm a bias has no effect, its gradient is rounding: compare by the size of the whole gradient.
    size = max(float(g.abs().max()) for g in gradients)
    assert size > 1e-3
    for parameter, gradient in zip(parameters, gradients, strict=True):
        flat = parameter.detach().view(-1)
        for i in range(0, len(flat), max(1, len(flat) // 12)):
            held, h = float(flat[i]), 1e-5
            values = []
            for shift in (h, -h):
                flat[i] = held + shift
                values.append(float(made.loss(network(inputs_mD), ROWS).detach()))
            flat[i] = held
            slope = (values[0] - values[1]) / (2 * h)
            assert float(gradient.view(-1)[i]) == pytest.approx(slope, abs=1e-7 * max(1.0, size))


def network_gradient(made: DualHash) -> Tensor:
    network = small_network()
    inputs_mD = torch.randn(len(ROWS), DIMENSIONS, generator=torch.Generator().manual_seed(8), dtype=torch.float64)
    gradients = torch.autograd.grad(made.loss(network(inputs_mD), ROWS), list(network.parameters()))
    return torch.cat([g.flatten() for g in gradients])


def test_the_penalty_reaches_the_network_and_depends_on_b_and_gamma():
    """In the released code u is detached in the penalty, and none of this holds."""
    settings = Settings(bits=BITS, tau=0.01)
    likelihood_alone = network_gradient(method(settings))
    penalised = network_gradient(handed_over(settings))
    other_b = network_gradient(handed_over(settings, seed=5))
    other_gamma = network_gradient(handed_over(settings.changed(gamma=20.0)))
    scale = float(likelihood_alone.norm())
    for one, other in itertools.combinations([likelihood_alone, penalised, other_b, other_gamma], 2):
        assert float((one - other).norm()) > 0.1 * scale
    # The penalty's part is proportional to γ.
    torch.testing.assert_close(other_gamma - likelihood_alone, 2 * (penalised - likelihood_alone))


def test_the_slope_of_tanh_grows_to_its_final_value():
    made = method(Settings(bits=BITS, continuation=9.0), epochs=3)
    c_NK = 0.1 * random_outputs(6)
    for epoch, slope in enumerate([1.0, 3.0, 9.0]):
        made.begin_epoch(epoch, lambda: random_outputs(2))
        torch.testing.assert_close(made.codes(c_NK), torch.tanh(slope * c_NK))


def test_a_method_that_loads_the_state_goes_on_alike():
    settings = Settings(bits=BITS)
    first = handed_over(settings)
    c_mK = random_outputs(3, len(ROWS))
    first.loss(c_mK, ROWS)
    first.after_step(c_mK, ROWS)
    second = method(settings.changed(hand_over=0.0))
    second.load_state(first.state())
    assert not second.begin_epoch(1, lambda: pytest.fail("B is known"))
    for made in (first, second):
        made.loss(c_mK, ROWS)
        made.after_step(c_mK, ROWS)
    for name, value in first.state().items():
        assert torch.equal(second.state()[name], value)
        assert second.state()[name].data_ptr() != value.data_ptr()
