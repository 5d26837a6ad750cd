"""DSDH: its loss, the classifier in closed form, the cyclic descent over bits, and the objective around them."""

import itertools
import math

import pytest
import torch
from torch import Tensor

from engine.baselines.dsdh import Dsdh, classifier, descend, dsdh_loss
from engine.baselines.settings import DsdhSettings
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets

COUNT, BITS, LABELS = 14, 8, 3


def random(seed: int, *shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def signs(seed: int, *shape: int) -> Tensor:
    return torch.where(random(seed, *shape) >= 0, 1.0, -1.0).double()


def some_labels(seed: int, count: int = COUNT) -> Tensor:
    labels_NC = random(seed, count, LABELS) > 0.4
    labels_NC[:, 0] |= ~labels_NC.any(dim=1)
    return labels_NC


def slow_loss(u: list[list[float]], b: list[list[float]], s: Tensor, w: Tensor, alpha: float, eta: float) -> float:
    m, bits, pairs, apart = len(u), len(u[0]), 0.0, 0.0
    for i in range(m):
        for j in range(m):
            if i != j:
                theta = alpha / 2 * sum(u[i][k] * u[j][k] for k in range(bits))
                pairs += float(w[i, j]) * (math.log(1 + math.exp(theta)) - float(s[i, j]) * theta)
        apart += sum((b[i][k] - u[i][k]) ** 2 for k in range(bits))
    return pairs / (m * (m - 1)) + eta * apart / (m * bits)


def slow_discrete(b: Tensor, u: Tensor, y: Tensor, w: Tensor, mu: float, nu: float, eta: float) -> float:
    """μ Σ ‖y - Wᵀb‖² + ν ‖W‖² + η Σ ‖b - u‖², term by term."""
    bs, us, ys, ws = b.tolist(), u.tolist(), y.tolist(), w.tolist()
    total = nu * sum(each**2 for row in ws for each in row)
    for i in range(len(bs)):
        for c in range(len(ys[i])):
            total += mu * (ys[i][c] - sum(ws[k][c] * bs[i][k] for k in range(len(ws)))) ** 2
        total += eta * sum((bs[i][k] - us[i][k]) ** 2 for k in range(len(ws)))
    return total


def test_the_loss_is_the_papers_with_means_for_sums():
    u_mK, b_mK = random(1, 5, BITS), signs(2, 5, BITS)
    s_mm, w_mm = LabelPairs(some_labels(3)).of(torch.tensor([1, 4, 5, 9, 13]))
    expected = slow_loss(u_mK.tolist(), b_mK.tolist(), s_mm, w_mm, 0.7, 0.3)
    measured = dsdh_loss(u_mK, b_mK, s_mm.double(), w_mm.double(), alpha=0.7, eta=0.3)
    assert float(measured) == pytest.approx(expected, rel=1e-6)
    alone = dsdh_loss(u_mK, None, s_mm.double(), w_mm.double(), alpha=0.7, eta=0.3)
    assert float(alone) == pytest.approx(slow_loss(u_mK.tolist(), b_mK.tolist(), s_mm, w_mm, 0.7, 0.0), rel=1e-6)


def test_the_gradient_of_the_loss_is_that_of_finite_differences():
    s_mm, w_mm = (each.double() for each in LabelPairs(some_labels(3)).of(torch.arange(6)))
    b_mK = signs(2, 6, BITS)

    def loss(u_mK: Tensor) -> Tensor:
        return dsdh_loss(u_mK, b_mK, s_mm, w_mm, alpha=0.7, eta=0.3)

    assert torch.autograd.gradcheck(loss, random(1, 6, BITS).requires_grad_())


def test_the_classifier_is_where_the_gradient_over_w_vanishes():
    b_NK, y_NC, mu, nu = signs(4, COUNT, BITS), some_labels(5).double(), 2.0, 0.6
    w_KC = classifier(b_NK, y_NC, nu / mu).requires_grad_()
    (mu * (y_NC - b_NK @ w_KC).square().sum() + nu * w_KC.square().sum()).backward()
    assert w_KC.grad is not None
    assert float(w_KC.grad.abs().max()) < 1e-9


def test_the_classifier_bears_bits_that_are_all_the_same():
    b_NK = signs(4, 500, 1).float().repeat(1, 64)
    w_KC = classifier(b_NK, some_labels(5, 500).float(), 0.1)
    assert torch.isfinite(w_KC).all()
    assert float(w_KC.std(dim=0).max()) < 1e-5  # they share the weight evenly


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("pull", [0.0, 0.1, 3.0])
def test_neither_step_ever_increases_the_objective(seed: int, pull: float):
    b_NK, u_NK, y_NC = signs(seed, COUNT, BITS), random(seed + 50, COUNT, BITS), some_labels(seed + 99).double()
    w_KC, nu = random(seed + 7, BITS, LABELS), 0.2
    value = slow_discrete(b_NK, u_NK, y_NC, w_KC, 1.0, nu, pull)
    for _ in range(3):
        w_KC = classifier(b_NK, y_NC, nu)
        after_w = slow_discrete(b_NK, u_NK, y_NC, w_KC, 1.0, nu, pull)
        assert after_w <= value + 1e-9
        b_NK = descend(b_NK, u_NK, y_NC, w_KC, pull)
        value = slow_discrete(b_NK, u_NK, y_NC, w_KC, 1.0, nu, pull)
        assert value <= after_w + 1e-9
    assert set(b_NK.unique().tolist()) <= {-1.0, 1.0}


@pytest.mark.parametrize("seed", range(4))
def test_each_bit_takes_the_better_value_given_the_others(seed: int):
    """Against both values of every entry of the last bit, which saw all others as they end."""
    b_NK, u_NK, y_NC = signs(seed, 6, 4), random(seed + 1, 6, 4), some_labels(seed, 6).double()
    w_KC = random(seed + 2, 4, LABELS)
    solved_NK = descend(b_NK, u_NK, y_NC, w_KC, 0.5)
    value = slow_discrete(solved_NK, u_NK, y_NC, w_KC, 1.0, 0.0, 0.5)
    for i in range(6):
        flipped_NK = solved_NK.clone()
        flipped_NK[i, 3] *= -1
        assert slow_discrete(flipped_NK, u_NK, y_NC, w_KC, 1.0, 0.0, 0.5) >= value - 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_with_one_bit_the_descent_equals_brute_force(seed: int):
    u_NK, y_NC, w_KC = random(seed, 7, 1), some_labels(seed, 7).double(), random(seed + 3, 1, LABELS)
    solved_NK = descend(signs(seed + 1, 7, 1), u_NK, y_NC, w_KC, 0.4)
    all_codes = (torch.tensor(x).double()[:, None] for x in itertools.product([-1.0, 1.0], repeat=7))
    best = min(slow_discrete(x, u_NK, y_NC, w_KC, 1.0, 0.0, 0.4) for x in all_codes)
    assert slow_discrete(solved_NK, u_NK, y_NC, w_KC, 1.0, 0.0, 0.4) == pytest.approx(best, rel=1e-12)


def test_with_orthogonal_rows_of_w_the_descent_equals_brute_force():
    """Then no bit of an image depends on its others."""
    w_KC = torch.eye(3, dtype=torch.float64) * torch.tensor([0.5, 1.0, 2.0])
    u_NK, y_NC = random(1, 5, 3), some_labels(2, 5).double()
    solved_NK = descend(signs(3, 5, 3), u_NK, y_NC, w_KC, 0.3)
    for i in range(5):
        values = {
            x: slow_discrete(torch.tensor([x]).double(), u_NK[i : i + 1], y_NC[i : i + 1], w_KC, 1.0, 0.0, 0.3)
            for x in itertools.product([-1.0, 1.0], repeat=3)
        }
        assert tuple(solved_NK[i].tolist()) == min(values, key=lambda x: values[x])


def test_an_entry_that_may_be_either_stays():
    b_NK = torch.tensor([[1.0], [-1.0]])
    assert torch.equal(descend(b_NK, torch.zeros(2, 1), torch.zeros(2, 1), torch.zeros(1, 1), 1.0), b_NK)


def made(labels_NC: Tensor, **changes: float) -> Dsdh:
    return Dsdh(DsdhSettings(bits=BITS).changed(**changes), Targets(labels_NC), 4)


def test_the_first_epoch_is_on_pairs_alone_and_then_the_codes_join():
    objective, rows_m = made(some_labels(1)), torch.tensor([0, 3, 8, 9])
    assert not objective.needs_outputs(0)
    assert not objective.begin_epoch(0, lambda: pytest.fail("nobody needs them yet"))
    assert objective.state() == {}
    c_mK = random(2, 4, BITS).float()
    before = objective.loss(c_mK, rows_m)
    assert objective.needs_outputs(1)
    assert objective.begin_epoch(1, lambda: random(3, COUNT, BITS).float())
    b_mK = objective.state()["b"][rows_m]
    eta = DsdhSettings().eta
    assert float(objective.loss(c_mK, rows_m)) == pytest.approx(
        float(before + eta * (c_mK - b_mK).square().mean()), rel=1e-5
    )
    assert not objective.begin_epoch(2, lambda: random(4, COUNT, BITS).float())
    assert set(objective.state()["b"].unique().tolist()) == {-1.0, 1.0}


def test_images_without_a_label_have_the_signs_of_their_outputs_and_no_say_in_the_others():
    labels_NC = some_labels(1)
    labels_NC[[2, 7]] = False
    u_NK = random(3, COUNT, BITS).float()
    objective = made(labels_NC, mu=10.0)
    objective.begin_epoch(1, lambda: u_NK)
    codes_NK = objective.state()["b"].clone()
    assert torch.equal(codes_NK[[2, 7]], torch.where(u_NK[[2, 7]] >= 0, 1.0, -1.0))
    known = [i for i in range(COUNT) if i not in (2, 7)]
    alone = made(labels_NC[known], mu=10.0)
    alone.begin_epoch(1, lambda: u_NK[known])
    assert torch.equal(codes_NK[known], alone.state()["b"])


def test_a_strong_classifier_moves_codes_away_from_the_signs_of_the_outputs():
    u_NK = random(3, COUNT, BITS).float()
    weak, strong = made(some_labels(1), mu=1e-6), made(some_labels(1), mu=1e3)
    for objective in (weak, strong):
        objective.begin_epoch(1, lambda: u_NK)
    signs_NK = torch.where(u_NK >= 0, 1.0, -1.0)
    assert torch.equal(weak.state()["b"], signs_NK)
    assert not torch.equal(strong.state()["b"], signs_NK)


def test_codes_that_were_saved_go_on_as_if_never_stopped():
    objective, again = made(some_labels(1), mu=10.0), made(some_labels(1), mu=10.0)
    objective.begin_epoch(1, lambda: random(3, COUNT, BITS).float())
    again.load_state({name: value.clone() for name, value in objective.state().items()})
    for each in (objective, again):
        each.to("cpu")
        each.begin_epoch(2, lambda: random(4, COUNT, BITS).float())
    assert torch.equal(objective.state()["b"], again.state()["b"])
    assert 0 <= objective.end_epoch()["bits_changed"] <= 1


def test_an_accepted_pair_without_labels_draws_its_images_together():
    labels_NC = some_labels(1)
    labels_NC[[2, 7]] = False
    targets = Targets(labels_NC, [(2, 7, True)])
    objective = Dsdh(DsdhSettings(bits=BITS), targets, 4)
    rows_m = objective.batch_rows(torch.tensor([0, 1]), torch.Generator().manual_seed(1))
    assert {2, 7} <= set(rows_m.tolist())
    c_mK = random(2, len(rows_m), BITS).float().requires_grad_()
    objective.loss(c_mK, rows_m).backward()
    assert c_mK.grad is not None
    assert float(c_mK.grad[rows_m == 2].abs().sum()) > 0
