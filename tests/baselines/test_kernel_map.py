"""The kernel map of SDH: against literal loops, and the same whether what it computes is kept or not."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.baselines import kernel_map
from engine.baselines.kernel_map import KernelMap, mean_squared_distance
from engine.training.inputs import FeatureInputs
from engine.training.validation import sample

N, D, A = 23, 5, 7


def features() -> Tensor:
    return torch.randn(N + 4, D, generator=torch.Generator().manual_seed(1)) + 3


ROWS = torch.arange(2, N + 2)


def prepared(anchors: int = A, width: float = 0.7, seed: int = 0, x_ND: Tensor | None = None) -> KernelMap:
    inputs = FeatureInputs(features() if x_ND is None else x_ND, "cpu")
    made = KernelMap(inputs, ROWS, anchors, width, seed)
    assert list(made.prepare())[-1] == 2 * N
    return made


def phi(made: KernelMap) -> Tensor:
    return torch.cat([phi_mA for _, phi_mA in made.pieces()])


def literal_phi(made: KernelMap, width: float) -> list[list[float]]:
    """exp(-‖x - a‖²/σ) minus its mean, σ the mean squared distance of two anchors times `width`."""
    x = features()[ROWS].tolist()
    anchors = made.hash_function(np.zeros(D, np.float32), torch.zeros(A, 8)).anchors_AD.tolist()

    def squared(one: list[float], other: list[float]) -> float:
        return sum((i - j) ** 2 for i, j in zip(one, other, strict=True))

    pairs = [squared(anchors[i], anchors[j]) for i in range(A) for j in range(A) if i != j]
    sigma = width * sum(pairs) / len(pairs)
    kernel = [[math.exp(-squared(one, anchor) / sigma) for anchor in anchors] for one in x]
    mean = [sum(row[a] for row in kernel) / N for a in range(A)]
    return [[row[a] - mean[a] for a in range(A)] for row in kernel]


@pytest.mark.parametrize("piece", [1, 5, 100])
@pytest.mark.parametrize("most_held", [0, 4 * A * 11, 1 << 20])
def test_it_is_the_formula_in_any_pieces_kept_or_not(monkeypatch: pytest.MonkeyPatch, piece: int, most_held: int):
    monkeypatch.setattr(kernel_map, "PIECE", piece)
    monkeypatch.setattr(kernel_map, "MOST_HELD", most_held)
    made = prepared()
    expected_NA = torch.tensor(literal_phi(made, 0.7))
    for _ in range(2):
        torch.testing.assert_close(phi(made), expected_NA, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(made.gram_AA.float(), expected_NA.T @ expected_NA, atol=1e-5, rtol=1e-5)


def test_the_pieces_say_which_rows_they_are(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_map, "PIECE", 10)
    assert [rows for rows, _ in prepared().pieces()] == [slice(0, 10), slice(10, 20), slice(20, 23)]


def test_the_hash_function_sees_what_the_map_sees():
    made = prepared()
    p_AK = torch.randn(A, 16, generator=torch.Generator().manual_seed(2))
    function = made.hash_function(features().mean(dim=0).numpy(), p_AK)
    others_ND = torch.randn(9, D, generator=torch.Generator().manual_seed(3)) + 3
    expected_NK = (made.of(others_ND) @ p_AK).numpy()
    np.testing.assert_allclose(function.outputs(others_ND.numpy()), expected_NK, atol=1e-5)


def test_anchors_are_training_images_drawn_with_the_seed():
    def anchors(seed: int, count: int = A) -> set[tuple[float, ...]]:
        function = prepared(count, seed=seed).hash_function(np.zeros(D, np.float32), torch.zeros(min(count, N), 8))
        return set(map(tuple, function.anchors_AD.tolist()))

    assert anchors(0) == anchors(0) != anchors(1)
    assert len(anchors(0)) == A
    assert anchors(0, 1000) == set(map(tuple, features()[ROWS].tolist()))


def test_anchors_are_no_more_frequent_in_what_validation_searches_than_elsewhere():
    rows = torch.arange(10_000)
    for seed in (0, 1):
        drawn = KernelMap(FeatureInputs(torch.zeros(0, D), "cpu"), rows, 1000, 1.0, seed)._anchor_rows
        share = float(torch.isin(drawn, sample(10_000, 4000, seed)).float().mean())
        assert share == pytest.approx(0.4, abs=0.05)


@pytest.mark.parametrize(("anchors", "same"), [(1, False), (A, True)])
def test_a_single_anchor_and_images_that_are_all_alike_do_no_harm(anchors: int, same: bool):
    made = prepared(anchors, x_ND=torch.ones(N + 4, D) if same else None)
    assert torch.isfinite(phi(made)).all()
    assert made.hash_function(np.zeros(D, np.float32), torch.zeros(anchors, 8)).width_1[0] > 0


def test_the_mean_squared_distance_of_one_point_is_0():
    assert mean_squared_distance(torch.ones(1, 3)) == 0
    assert mean_squared_distance(torch.tensor([[0.0], [2.0]])) == 4
