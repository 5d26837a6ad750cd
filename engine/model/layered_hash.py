"""The trained hash function: two layers, u = elu(x W1 + b1) W2 + b2.

While it is trained each layer is followed by BatchNorm, which is linear once training is over; `fold` multiplies it
into the weights, so that codes need neither torch nor the statistics.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Vectors
from engine.model.codes import pack

PIECE = 4096  # rows at a time: the hidden layer of a large library would not fit in memory


@dataclass(frozen=True, slots=True)
class LayeredHash:
    mean_D: Vectors
    hidden_weights_DH: Vectors
    hidden_bias_H: Vectors
    weights_HK: Vectors
    bias_K: Vectors

    @property
    def bits(self) -> int:
        return int(self.weights_HK.shape[1])

    def outputs(self, features_ND: Vectors) -> Vectors:
        u_NK = np.empty((len(features_ND), self.bits), np.float32)
        for start in range(0, len(features_ND), PIECE):
            rows = slice(start, start + PIECE)
            hidden_NH = features_ND[rows] @ self.hidden_weights_DH
            hidden_NH += self.hidden_bias_H
            np.matmul(_elu(hidden_NH), self.weights_HK, out=u_NK[rows])
        u_NK += self.bias_K
        return u_NK

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        tanh_NK: Vectors = np.tanh(outputs_NK)
        return tanh_NK

    def codes(self, features_ND: Vectors) -> Codes:
        return pack(self.outputs(features_ND))

    def first(self, bits: int) -> LayeredHash:
        """Its first bits alone."""
        return replace(self, weights_HK=_float32(self.weights_HK[:, :bits]), bias_K=self.bias_K[:bits].copy())

    def beside(self, other: LayeredHash) -> LayeredHash:
        """One function with the bits of this one, then those of the other: two networks side by side."""
        hidden, more = len(self.hidden_bias_H), len(other.hidden_bias_H)
        weights_HK = np.zeros((hidden + more, self.bits + other.bits), np.float32)
        weights_HK[:hidden, : self.bits] = self.weights_HK
        weights_HK[hidden:, self.bits :] = other.weights_HK
        return LayeredHash(
            self.mean_D,
            np.concatenate([self.hidden_weights_DH, other.hidden_weights_DH], axis=1),
            np.concatenate([self.hidden_bias_H, other.hidden_bias_H]),
            weights_HK,
            np.concatenate([self.bias_K, other.bias_K]),
        )


class Linear(NamedTuple):
    """As torch keeps it: one row of weights per output."""

    weights_OI: NDArray[np.floating]
    bias_O: NDArray[np.floating]


class BatchNorm(NamedTuple):
    """(x - mean) / sqrt(variance + epsilon) · scale + shift, with the running mean and variance."""

    scale_O: NDArray[np.floating]
    shift_O: NDArray[np.floating]
    mean_O: NDArray[np.floating]
    variance_O: NDArray[np.floating]
    epsilon: float


def fold(
    mean_D: NDArray[np.floating], hidden: Linear, hidden_norm: BatchNorm, last: Linear, last_norm: BatchNorm
) -> LayeredHash:
    """The hash function of Linear - BatchNorm - ELU - Linear - BatchNorm as it stands after training."""
    hidden_weights_DH, hidden_bias_H = folded_layer(hidden, hidden_norm)
    weights_HK, bias_K = folded_layer(last, last_norm)
    return LayeredHash(_float32(mean_D), hidden_weights_DH, hidden_bias_H, weights_HK, bias_K)


def folded_layer(linear: Linear, norm: BatchNorm) -> tuple[Vectors, Vectors]:
    """Weights (one column per output) and bias of a layer with its BatchNorm multiplied in."""
    factor_O = norm.scale_O.astype(np.float64) / np.sqrt(norm.variance_O.astype(np.float64) + norm.epsilon)
    weights_IO = linear.weights_OI.astype(np.float64).T * factor_O
    bias_O = (linear.bias_O.astype(np.float64) - norm.mean_O) * factor_O + norm.shift_O
    return _float32(weights_IO), _float32(bias_O)


def _float32(array: NDArray[np.floating]) -> Vectors:
    return np.ascontiguousarray(array, np.float32)


def _elu(x_NH: Vectors) -> Vectors:
    """x where x > 0, else exp(x) - 1; changes x. The exponent is never positive, so nothing overflows."""
    below_NH = np.minimum(x_NH, 0)
    np.expm1(below_NH, out=below_NH)
    np.maximum(x_NH, 0, out=x_NH)
    x_NH += below_NH
    return x_NH
