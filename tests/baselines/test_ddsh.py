"""DDSH: its loss, the binary quadratic programme of one bit as a cluster search, and the objective around them."""

import itertools
import math

import pytest
import torch
from torch import Tensor

from engine.baselines import ddsh
from engine.baselines.ddsh import Ddsh, clustered, ddsh_loss, pair_similarity, programme, similarity_of_codes
from engine.baselines.settings import DdshSettings
from engine.errors import UserError
from engine.training.targets import Targets

COUNT, BITS, LABELS = 20, 8, 3


def random(seed: int, *shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def signs(seed: int, *shape: int) -> Tensor:
    return torch.where(random(seed, *shape) >= 0, 1.0, -1.0).double()


def one_label_each(count: int = COUNT) -> Tensor:
    return torch.eye(LABELS, dtype=torch.bool)[torch.arange(count) % LABELS]


def problem(seed: int, count: int) -> tuple[Tensor, Tensor]:
    """A symmetric Q with zeros on its diagonal, and p."""
    q_MM = random(seed, count, count)
    return (q_MM + q_MM.T).fill_diagonal_(0), random(seed + 1, count)


def slow_objective(b_M: Tensor, s_MM: Tensor, b_G: Tensor, s_GM: Tensor) -> float:
    """Σ over Ω x Γ and Ω x Ω of (K s_ij - ⟨b_i, b_j⟩)², pair by pair."""
    omega, gamma, s_omega, s_gamma = b_M.tolist(), b_G.tolist(), s_MM.tolist(), s_GM.tolist()
    bits, total = b_M.shape[1], 0.0
    for i in range(len(omega)):
        for j in range(len(gamma)):
            total += (bits * s_gamma[j][i] - sum(omega[i][k] * gamma[j][k] for k in range(bits))) ** 2
        for j in range(len(omega)):
            total += (bits * s_omega[i][j] - sum(omega[i][k] * omega[j][k] for k in range(bits))) ** 2
    return total


def slow_programme(x: tuple[float, ...], q_MM: Tensor, p_M: Tensor) -> float:
    n, q, p = len(x), q_MM.tolist(), p_M.tolist()
    return sum(x[i] * q[i][j] * x[j] for i in range(n) for j in range(n)) + sum(p[i] * x[i] for i in range(n))


def columns(seed: int, omega: int = 5, gamma: int = 6) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    labels_NC = (random(seed, omega + gamma, LABELS) > 0.3).double()
    s_NM = pair_similarity(labels_NC, labels_NC[:omega], 0.5).double()
    return signs(seed + 1, omega, BITS), s_NM[:omega], signs(seed + 2, gamma, BITS), s_NM[omega:]


def improved(b_MK: Tensor, s_MM: Tensor, b_GK: Tensor, s_GM: Tensor) -> Tensor:
    return ddsh.improved(b_MK, s_MM, s_GM.T @ b_GK, b_GK.T @ b_GK)


def test_similarity_times_codes_comes_in_pieces(monkeypatch: pytest.MonkeyPatch):
    labels_GC, labels_MC, b_GK = random(1, 11, LABELS) > 0.3, random(2, 4, LABELS) > 0.3, signs(3, 11, BITS)
    expected_MK = pair_similarity(labels_GC.double(), labels_MC.double(), 0.25).double().T @ b_GK
    for piece in (1, 4, 11, 100):
        monkeypatch.setattr(ddsh, "PIECE", piece)
        found_MK = similarity_of_codes(labels_GC.double(), labels_MC.double(), 0.25, b_GK)
        torch.testing.assert_close(found_MK, expected_MK)


def test_similar_pairs_count_one_and_dissimilar_ones_less_than_nothing():
    labels_NC = torch.tensor([[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    expected = torch.tensor([[1, 1, -0.25], [1, 1, -0.25], [-0.25, -0.25, 1]])
    assert torch.equal(pair_similarity(labels_NC, labels_NC, 0.25), expected)


def test_the_loss_is_the_papers_with_means_for_sums_over_known_rows():
    u_mK, b_MK, s_mM = torch.tanh(random(1, 4, BITS)), signs(2, 3, BITS), random(3, 4, 3)
    known_m = torch.tensor([1.0, 0.0, 1.0, 1.0]).double()
    total = 0.0
    for i in (0, 2, 3):
        for j in range(3):
            total += (float(s_mM[i, j]) - sum(float(u_mK[i, k] * b_MK[j, k]) for k in range(BITS)) / BITS) ** 2
    assert float(ddsh_loss(u_mK, b_MK, s_mM, known_m)) == pytest.approx(total / 9, rel=1e-12)
    assert float(ddsh_loss(u_mK, b_MK, s_mM, torch.zeros(4))) == 0


def test_the_gradient_of_the_loss_is_that_of_finite_differences():
    b_MK, s_mM, known_m = signs(2, 3, BITS), random(3, 4, 3), torch.tensor([1.0, 0.0, 1.0, 1.0]).double()

    def loss(c_mK: Tensor) -> Tensor:
        return ddsh_loss(torch.tanh(c_mK), b_MK, s_mM, known_m)

    assert torch.autograd.gradcheck(loss, random(1, 4, BITS).requires_grad_())


def test_the_programme_is_evaluated_as_it_is_written():
    q_MM, p_M = problem(1, 5)
    x = (1.0, -1.0, -1.0, 1.0, 1.0)
    assert float(programme(torch.tensor([x]).double(), q_MM, p_M)[0]) == pytest.approx(slow_programme(x, q_MM, p_M))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_the_cluster_search_keeps_its_guarantee_against_brute_force(seed: int, count: int):
    """Of all clusters of half the points with the fixed one: within twice the least sum of squares to its mean."""
    q_MM, p_M = problem(seed, count)
    linear_M = 2 * p_M - 4 * q_MM.sum(dim=1)
    whole = torch.zeros(count + 1, count + 1, dtype=torch.float64)
    whole[:count, :count], whole[:count, count], whole[count, :count] = 4 * q_MM, linear_M / 2, linear_M / 2
    lam = float(torch.linalg.eigvalsh(whole).max())  # the least for which λI - Q has a root P
    size = (count + 2) // 2

    def spread(y: tuple[float, ...]) -> float:
        y_L = torch.tensor([*y, 1.0]).double()
        return lam * size - float(y_L @ (lam * torch.eye(count + 1) - whole) @ y_L) / size

    all_y = [y for y in itertools.product([0.0, 1.0], repeat=count) if sum(y) == size - 1]
    x_M = clustered(q_MM, p_M)
    found = tuple(((x_M + 1) / 2).tolist())
    assert found in all_y
    assert spread(found) <= 2 * min(map(spread, all_y)) + 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_the_cluster_search_is_exact_for_three_images(seed: int):
    """Half of four points with one fixed: every cluster has a centre that finds it."""
    q_MM, p_M = problem(seed, 3)
    balanced = [x for x in itertools.product([-1.0, 1.0], repeat=3) if x.count(1.0) == 1]
    best = min(slow_programme(x, q_MM, p_M) for x in balanced)
    assert slow_programme(tuple(clustered(q_MM, p_M).tolist()), q_MM, p_M) == pytest.approx(best)


def test_the_cluster_search_separates_two_groups_exactly():
    """Pairs of a group want the same bit, pairs across another: brute force over all codes finds nothing better."""
    group_M = torch.tensor([1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0]).double()
    q_MM = -torch.outer(group_M, group_M).fill_diagonal_(0)
    p_M = -0.1 * group_M
    best = min(slow_programme(x, q_MM, p_M) for x in itertools.product([-1.0, 1.0], repeat=7))
    assert slow_programme(tuple(clustered(q_MM, p_M).tolist()), q_MM, p_M) == pytest.approx(best)


@pytest.mark.parametrize("seed", range(10))
def test_a_round_over_the_bits_never_increases_the_objective(seed: int):
    b_MK, s_MM, b_GK, s_GM = columns(seed)
    value = slow_objective(b_MK, s_MM, b_GK, s_GM)
    for _ in range(3):
        b_MK = improved(b_MK, s_MM, b_GK, s_GM)
        after = slow_objective(b_MK, s_MM, b_GK, s_GM)
        assert after <= value + 1e-9
        value = after
    assert set(b_MK.unique().tolist()) <= {-1.0, 1.0}


@pytest.mark.parametrize("seed", range(5))
def test_no_single_bit_ever_increases_the_objective(seed: int):
    """With codes of one bit a round is one step; the other bits enter by what is left of the similarities."""
    b_MK, s_MM, b_GK, s_GM = columns(seed)
    one_bit = improved(b_MK[:, :1], s_MM, b_GK[:, :1], s_GM)
    assert (
        slow_objective(one_bit, s_MM, b_GK[:, :1], s_GM)
        <= slow_objective(b_MK[:, :1], s_MM, b_GK[:, :1], s_GM) + 1e-9
    )


def test_codes_of_one_bit_for_two_classes_equal_brute_force():
    labels_NC = torch.eye(2).repeat(4, 1).double()
    s_NM = pair_similarity(labels_NC, labels_NC[:3], 1.0).double()
    b_GK = torch.where(labels_NC[3:, 1:] > 0, 1.0, -1.0).double()
    b_MK = improved(torch.ones(3, 1).double(), s_NM[:3], b_GK, s_NM[3:])
    codes = (torch.tensor(x).double()[:, None] for x in itertools.product([-1.0, 1.0], repeat=3))
    best = min(slow_objective(x, s_NM[:3], b_GK, s_NM[3:]) for x in codes)
    assert slow_objective(b_MK, s_NM[:3], b_GK, s_NM[3:]) == pytest.approx(best)


def made(labels_NC: Tensor, **changes: int) -> Ddsh:
    return Ddsh(DdshSettings(bits=BITS, subset=6).changed(**changes), Targets(labels_NC), 4)


def outputs(seed: int, count: int = COUNT) -> Tensor:
    return random(seed, count, BITS).float()


def rows_of_omega(objective: Ddsh) -> list[int]:
    """Those whose outputs the loss does not depend on."""
    c_NK = outputs(9).requires_grad_()
    objective.loss(c_NK, torch.arange(COUNT)).backward()
    assert c_NK.grad is not None
    return torch.nonzero(c_NK.grad.abs().sum(dim=1) == 0).flatten().tolist()


def test_codes_of_the_rest_are_the_networks_and_those_of_the_sample_are_solved_for():
    objective, u_NK = made(one_label_each()), outputs(3)
    assert objective.begin_epoch(1, lambda: u_NK)
    omega = rows_of_omega(objective)
    assert len(omega) == 6
    gamma = [i for i in range(COUNT) if i not in omega]
    signs_NK = torch.where(u_NK >= 0, 1.0, -1.0)
    codes_NK = objective.state()["b"]
    assert torch.equal(codes_NK[gamma], signs_NK[gamma])
    labels_NC = one_label_each().double()
    share = sum(i % 3 == j % 3 for i in range(COUNT) for j in range(COUNT) if i != j) / (COUNT * (COUNT - 1))
    s_NM = pair_similarity(labels_NC, labels_NC[omega], share / (1 - share))
    parts = s_NM[omega], signs_NK[gamma], s_NM[gamma]
    assert slow_objective(codes_NK[omega], *parts) < slow_objective(signs_NK[omega], *parts)


def test_the_first_codes_part_the_images_even_where_all_outputs_have_one_sign():
    objective = made(one_label_each())
    objective.begin_epoch(0, lambda: outputs(3).abs() + 5)
    gamma = [i for i in range(COUNT) if i not in rows_of_omega(objective)]
    codes_GK = objective.state()["b"][gamma]
    assert bool((codes_GK.mean(dim=0).abs() < 0.9).all())


def test_another_sample_is_drawn_every_inner_epochs():
    objective = made(one_label_each(), inner=2)
    samples = []
    for epoch in range(4):
        objective.begin_epoch(epoch, lambda: outputs(3))
        samples.append(rows_of_omega(objective))
    assert samples[0] == samples[1]
    assert samples[2] == samples[3]
    assert samples[1] != samples[2]


def test_images_without_a_label_take_no_part():
    labels_NC = one_label_each()
    labels_NC[[2, 7]] = False
    objective, other = made(labels_NC), made(labels_NC)
    u_NK = outputs(3)
    v_NK = u_NK.clone()
    v_NK[[2, 7]] *= -1
    objective.begin_epoch(1, lambda: u_NK)
    other.begin_epoch(1, lambda: v_NK)
    known = [i for i in range(COUNT) if i not in (2, 7)]
    assert torch.equal(objective.state()["b"][known], other.state()["b"][known])
    assert {2, 7} <= set(rows_of_omega(objective))  # no gradient either


def test_the_sample_is_never_more_than_half_of_the_images():
    objective = made(one_label_each(), subset=500)
    objective.begin_epoch(0, lambda: outputs(3))
    assert len(rows_of_omega(objective)) == COUNT // 2


def test_codes_that_were_saved_go_on_as_if_never_stopped():
    objective, again = made(one_label_each(), inner=2), made(one_label_each(), inner=2)
    objective.begin_epoch(0, lambda: outputs(3))
    again.load_state({name: value.clone() for name, value in objective.state().items()})
    for each in (objective, again):
        each.to("cpu")
        each.begin_epoch(1, lambda: outputs(4))
    assert torch.equal(objective.state()["b"], again.state()["b"])
    c_mK, rows_m = outputs(5, 4), torch.tensor([0, 3, 8, 9])
    assert torch.equal(objective.loss(c_mK, rows_m), again.loss(c_mK, rows_m))
    assert math.isfinite(float(again.loss(c_mK, rows_m)))


def test_labels_that_teach_nothing_are_refused():
    with pytest.raises(UserError, match="nothing to learn"):
        made(torch.ones(COUNT, 1, dtype=torch.bool))
