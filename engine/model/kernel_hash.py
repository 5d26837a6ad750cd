"""The hash function of kernel methods: u = (k(x) - m) P, where k(x) says how near x lies to each of some anchors.

k_a(x) = exp(-‖x - a‖²/σ) for each anchor a, an image that was trained on; m is the mean of k over these images, so
that a bit splits them nearly in half.
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import Codes, Vectors
from engine.model.codes import pack

PIECE = 1024  # rows at a time: the kernel of a large library would not fit in memory
SMALLEST_WIDTH = 1e-6  # what is far from all anchors, divided by this, is still a number


@dataclass(frozen=True, slots=True)
class KernelHash:
    mean_D: Vectors
    anchors_AD: Vectors
    width_1: Vectors  # σ
    kernel_mean_A: Vectors
    weights_AK: Vectors

    @property
    def bits(self) -> int:
        return int(self.weights_AK.shape[1])

    def outputs(self, features_ND: Vectors) -> Vectors:
        anchors_AD = self.anchors_AD - self.mean_D
        u_NK = np.empty((len(features_ND), self.bits), np.float32)
        for start in range(0, len(features_ND), PIECE):
            rows = slice(start, start + PIECE)
            kernel_NA = _kernel(features_ND[rows] - self.mean_D, anchors_AD, self.width_1[0])
            kernel_NA -= self.kernel_mean_A
            np.matmul(kernel_NA, self.weights_AK, out=u_NK[rows])
        return u_NK

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        return clipped(outputs_NK)

    def codes(self, features_ND: Vectors) -> Codes:
        return pack(self.outputs(features_ND))


def clipped(outputs_NK: Vectors) -> Vectors:
    """u: the outputs themselves are fitted to ±1, so beyond these the codes leave nothing out."""
    return np.clip(outputs_NK, -1, 1)


def _kernel(x_ND: Vectors, anchors_AD: Vectors, width: np.float32) -> Vectors:
    """The kernel of features and anchors that are centred alike: far from 0 the products would lose what the
    distances are made of."""
    d_NA = x_ND @ anchors_AD.T
    d_NA *= -2
    d_NA += np.einsum("nd,nd->n", x_ND, x_ND)[:, None]
    d_NA += np.einsum("ad,ad->a", anchors_AD, anchors_AD)
    np.maximum(d_NA, 0, out=d_NA)
    d_NA /= -width
    np.exp(d_NA, out=d_NA)
    return d_NA
