"""The hash function of kernel methods: against a literal loop, in pieces, and what far and large features do."""

import math
import warnings
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.model import kernel_hash
from engine.model.codes import unpack
from engine.model.hash_function import HashFunction
from engine.model.kernel_hash import SMALLEST_WIDTH, KernelHash
from engine.model.tensor_files import LARGEST_VALUE

D, A, K = 6, 5, 8


def numbers(*shape: int, seed: int = 0) -> NDArray[np.float32]:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float32)


@pytest.fixture
def function() -> KernelHash:
    mean_A = np.abs(numbers(A)) * np.float32(0.1)
    return KernelHash(numbers(D), numbers(A, D), np.array([7.5], np.float32), mean_A, numbers(A, K))


def literally(function: KernelHash, x_D: NDArray[np.float32]) -> list[float]:
    """u_k = Σ_a (exp(-Σ_d (x_d - a_d)²/σ) - m_a) P_ak, one product at a time."""
    near = []
    for a in range(A):
        squared = sum((float(x_D[d]) - float(function.anchors_AD[a, d])) ** 2 for d in range(D))
        near.append(math.exp(-squared / float(function.width_1[0])) - float(function.kernel_mean_A[a]))
    return [sum(near[a] * float(function.weights_AK[a, k]) for a in range(A)) for k in range(K)]


def test_outputs_are_those_of_the_formula(function: KernelHash):
    x_ND = numbers(20, D, seed=3)
    expected_NK = np.array([literally(function, x_D) for x_D in x_ND])
    u_NK = function.outputs(x_ND)
    assert u_NK.dtype == np.float32
    np.testing.assert_allclose(u_NK, expected_NK, rtol=1e-5, atol=1e-6)


def test_codes_are_the_signs_of_the_outputs(function: KernelHash):
    x_ND = numbers(20, D, seed=3)
    assert (unpack(function.codes(x_ND)) == np.where(function.outputs(x_ND) >= 0, 1, -1)).all()
    assert function.bits == K


def test_many_rows_give_what_single_rows_give_and_the_input_is_left_alone(
    function: KernelHash, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kernel_hash, "PIECE", 7)
    x_ND = numbers(30, D)
    before_ND, anchors_AD = x_ND.copy(), function.anchors_AD.copy()
    one_by_one_NK = np.concatenate([function.outputs(x_ND[n : n + 1]) for n in range(30)])
    np.testing.assert_allclose(function.outputs(x_ND), one_by_one_NK, rtol=1e-5, atol=1e-6)
    assert (x_ND == before_ND).all()
    assert (function.anchors_AD == anchors_AD).all()
    assert function.outputs(x_ND[:0]).shape == (0, K)


def test_small_distances_far_from_the_origin_are_not_lost(function: KernelHash):
    """‖x‖² + ‖a‖² - 2⟨x, a⟩ of features around 1000 would be wrong by more than the distances are."""
    far = replace(function, mean_D=function.mean_D + 1000, anchors_AD=function.anchors_AD + 1000)
    x_ND = (numbers(20, D, seed=3) + 1000).astype(np.float32)
    expected_NK = np.array([literally(far, x_D) for x_D in x_ND])
    np.testing.assert_allclose(far.outputs(x_ND), expected_NK, atol=1e-3)


def test_an_anchor_is_at_distance_0_of_itself(function: KernelHash):
    alone = replace(function, kernel_mean_A=np.zeros(A, np.float32), weights_AK=np.eye(A, K, dtype=np.float32))
    kernel_AA = alone.outputs(function.anchors_AD)[:, :A]
    np.testing.assert_allclose(np.diag(kernel_AA), 1, atol=1e-5)
    assert (kernel_AA <= 1).all()


@pytest.mark.parametrize("size", [1e3, 6e4])
def test_large_features_and_the_worst_values_of_a_file_neither_overflow_nor_warn(function: KernelHash, size: float):
    worst = KernelHash(
        *(np.full(shape, LARGEST_VALUE, np.float32) for shape in (D, (A, D))),
        np.array([SMALLEST_WIDTH], np.float32),
        *(np.full(shape, -LARGEST_VALUE, np.float32) for shape in (A, (A, K))),
    )
    with warnings.catch_warnings(), np.errstate(over="raise", invalid="raise", divide="raise"):
        warnings.simplefilter("error")
        for each in (function, worst):
            assert np.isfinite(each.outputs(numbers(10, D) * np.float32(size))).all()


def test_what_was_fitted_to_ends_at_it(function: KernelHash):
    u_NK = function.bounded(np.array([[-1.5, -1, 0.25], [0, 1, 7]], np.float32))
    assert u_NK.tolist() == [[-1, -1, 0.25], [0, 1, 1]]


def test_it_is_a_hash_function(function: KernelHash):
    known: HashFunction = function
    assert len(known.mean_D) == D
