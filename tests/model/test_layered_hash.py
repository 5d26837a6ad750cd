"""The trained hash function: against a literal loop, against torch, and what folding BatchNorm must keep."""

import math
import warnings

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import nn

from engine.model import layered_hash
from engine.model.codes import unpack
from engine.model.hash_function import HashFunction
from engine.model.layered_hash import BatchNorm, LayeredHash, Linear, fold
from engine.model.linear_hash import random_projection

D, H, K = 6, 5, 8


def numbers(*shape: int, seed: int = 0) -> NDArray[np.float32]:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float32)


@pytest.fixture
def function() -> LayeredHash:
    return LayeredHash(numbers(D), numbers(D, H), numbers(H, seed=1), numbers(H, K), numbers(K, seed=2))


def literally(function: LayeredHash, x_D: NDArray[np.float32]) -> list[float]:
    """u_k = Σ_h elu(Σ_d x_d W1_dh + b1_h) W2_hk + b2_k, one product at a time."""
    hidden = []
    for h in range(H):
        z = float(function.hidden_bias_H[h])
        for d in range(D):
            z += float(x_D[d]) * float(function.hidden_weights_DH[d, h])
        hidden.append(z if z > 0 else math.exp(z) - 1)
    outputs = []
    for k in range(K):
        u = float(function.bias_K[k])
        for h in range(H):
            u += hidden[h] * float(function.weights_HK[h, k])
        outputs.append(u)
    return outputs


def test_outputs_are_those_of_the_formula(function: LayeredHash):
    x_ND = numbers(20, D)
    expected_NK = np.array([literally(function, x_D) for x_D in x_ND])
    u_NK = function.outputs(x_ND)
    assert u_NK.dtype == np.float32
    np.testing.assert_allclose(u_NK, expected_NK, rtol=1e-5, atol=1e-5)


def test_its_first_bits_alone(function: LayeredHash):
    x_ND = numbers(20, D)
    np.testing.assert_allclose(function.first(3).outputs(x_ND), function.outputs(x_ND)[:, :3], rtol=1e-6)
    assert function.first(3).bits == 3


def test_two_functions_side_by_side_have_the_bits_of_both(function: LayeredHash):
    other = LayeredHash(numbers(D), numbers(D, 3, seed=4), numbers(3, seed=5), numbers(3, 2, seed=6), numbers(2))
    x_ND = numbers(20, D)
    both_NK = np.concatenate([function.outputs(x_ND), other.outputs(x_ND)], axis=1)
    np.testing.assert_allclose(function.beside(other).outputs(x_ND), both_NK, rtol=1e-5, atol=1e-5)
    assert function.beside(other).bits == K + 2


def test_codes_are_the_signs_of_the_outputs(function: LayeredHash):
    x_ND = numbers(20, D)
    assert (unpack(function.codes(x_ND)) == np.where(function.outputs(x_ND) >= 0, 1, -1)).all()
    assert function.bits == K


def test_many_rows_give_what_single_rows_give_and_the_input_is_left_alone(
    function: LayeredHash, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(layered_hash, "PIECE", 7)
    x_ND = numbers(30, D)
    before_ND = x_ND.copy()
    one_by_one_NK = np.concatenate([function.outputs(x_ND[n : n + 1]) for n in range(30)])
    np.testing.assert_allclose(function.outputs(x_ND), one_by_one_NK, rtol=1e-5, atol=1e-6)
    assert (x_ND == before_ND).all()
    assert function.outputs(x_ND[:0]).shape == (0, K)


@pytest.mark.parametrize("size", [1e3, 6e4])
def test_large_features_neither_overflow_nor_warn(function: LayeredHash, size: float):
    with warnings.catch_warnings(), np.errstate(over="raise", invalid="raise", divide="raise"):
        warnings.simplefilter("error")
        assert np.isfinite(function.outputs(numbers(10, D) * np.float32(size))).all()


def trained_layers() -> nn.Sequential:
    """The layers as training leaves them: statistics and factors far from where they began."""
    torch.manual_seed(0)
    layers = nn.Sequential(
        nn.Linear(D, H), nn.BatchNorm1d(H), nn.ELU(), nn.Linear(H, K), nn.BatchNorm1d(K, eps=1e-3)
    )
    for norm in (layers[1], layers[4]):
        nn.init.normal_(norm.weight)
        nn.init.normal_(norm.bias)
    for n in range(5):
        layers(torch.from_numpy(numbers(16, D, seed=n)) * 3 + 1)
    return layers.eval()


def linear(layer: nn.Module) -> Linear:
    return Linear(*(layer.get_parameter(name).detach().numpy() for name in ("weight", "bias")))


def norm(layer: nn.Module) -> BatchNorm:
    assert isinstance(layer, nn.BatchNorm1d)
    state = {name: tensor.numpy() for name, tensor in layer.state_dict().items()}
    return BatchNorm(state["weight"], state["bias"], state["running_mean"], state["running_var"], layer.eps)


def test_folded_it_is_the_trained_network_in_torch():
    layers = trained_layers()
    mean_D = numbers(D)
    folded = fold(mean_D, linear(layers[0]), norm(layers[1]), linear(layers[3]), norm(layers[4]))
    x_ND = numbers(50, D, seed=9)
    with torch.no_grad():
        expected_NK = layers(torch.from_numpy(x_ND)).numpy()
    np.testing.assert_allclose(folded.outputs(x_ND), expected_NK, rtol=1e-4, atol=1e-5)
    assert (folded.mean_D == mean_D).all()
    assert all(getattr(folded, part).dtype == np.float32 for part in ("hidden_weights_DH", "bias_K"))


def test_both_kinds_of_hash_function_are_one_protocol(function: LayeredHash):
    kinds: list[HashFunction] = [function, random_projection(numbers(20, 24), 16)]
    for kind in kinds:
        x_ND = numbers(9, len(kind.mean_D))
        assert kind.outputs(x_ND).shape == (9, kind.bits)
        assert (unpack(kind.codes(x_ND)) == np.where(kind.outputs(x_ND) >= 0, 1, -1)).all()
