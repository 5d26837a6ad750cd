"""GIST, 512 numbers of a picture made by hand: no weights, nothing learned.

A. Oliva and A. Torralba, "Modeling the Shape of the Scene: A Holistic Representation of the Spatial Envelope", IJCV
2001: the strength of edges of 4 sizes and 8 directions in each cell of a 4 x 4 grid. As in its authors' program the
picture is grey and stretched to 0..255, passes a prefilter (log, low frequencies taken off, local contrast evened)
and then 32 Gabor-like filters, given by their transfer functions; of their complex answers the absolute values are
averaged. The one thing chosen here is the size, 64 pixels instead of 256, with margins in proportion.

All that is done by matrix products with fixed matrices, the Fourier transform as well (cosines and sines, in real
numbers): so it can be exported and encodes pictures like any other backbone. This module imports torch at once.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

SCALES, ORIENTATIONS, CELLS = 4, 8, 4

PREFILTER_MARGIN = 5
PREFILTER_CYCLES = 4.0  # a low frequency comes this often in the picture, or less
CONTRAST_FLOOR = 0.2  # a local contrast below it is not made even
GABOR_MARGIN = 1 / 8  # of the side
FINEST = 0.3  # cycles a pixel of the finest scale
COARSER = 1.85  # how many times as coarse each next scale is
RADIAL_SHARPNESS = 3.5
ANGULAR_SHARPNESS = 2 * np.pi * ORIENTATIONS**2 / 64

Matrix = NDArray[np.float64]


class Gist(nn.Module):
    """x_NCHW, pixels from 0 to 255 -> (N, 512): scale by scale, in each the directions, in each the cells."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._margin = PREFILTER_MARGIN
        mirror_PS = mirrored(side, PREFILTER_MARGIN)
        low_PP = low_pass(len(mirror_PS))
        self._keep("mirror_PS", mirror_PS)
        self._keep("low_PS", low_PP @ mirror_PS)
        self._keep("low_SP", low_PP[PREFILTER_MARGIN:-PREFILTER_MARGIN])
        margin = round(side * GABOR_MARGIN)
        mirror_FS = mirrored(side, margin)
        fourier_FF = fourier(len(mirror_FS))
        self._keep("forth_SF", side_by_side(fourier_FF @ mirror_FS))
        self._keep("back_FS", side_by_side(fourier_FF.conj()[margin:-margin]))
        self._keep("filters_GFF", filters(len(mirror_FS)))
        self._keep("cells_4S", np.kron(np.eye(CELLS), np.ones(side // CELLS)) * CELLS / side)

    def forward(self, x_NCHW: Tensor) -> Tensor:
        flat_NSS = self._prefiltered(stretched(x_NCHW.float().mean(dim=1)))
        energy_NGSS = self._energy(flat_NSS)
        cells_4S = self._kept("cells_4S")
        return (cells_4S @ energy_NGSS @ cells_4S.T).flatten(1)

    def _prefiltered(self, grey_NSS: Tensor) -> Tensor:
        log_NSS = torch.log(grey_NSS + 1)
        mirror_PS, low_PS, low_SP = self._kept("mirror_PS"), self._kept("low_PS"), self._kept("low_SP")
        high_NPP = mirror_PS @ log_NSS @ mirror_PS.T - low_PS @ log_NSS @ low_PS.T
        contrast_NSS = (low_SP @ high_NPP.square() @ low_SP.T).abs().sqrt()
        inside = slice(self._margin, -self._margin)
        return high_NPP[:, inside, inside] / (CONTRAST_FLOOR + contrast_NSS)

    def _energy(self, flat_NSS: Tensor) -> Tensor:
        """|filter's answer| for each of the filters, a picture each."""
        spectrum = _both_sides(flat_NSS, torch.zeros_like(flat_NSS), self._kept("forth_SF"))
        real_NGFF, imag_NGFF = (part_NFF.unsqueeze(1) * self._kept("filters_GFF") for part_NFF in spectrum)
        real_NGSS, imag_NGSS = _both_sides(real_NGFF, imag_NGFF, self._kept("back_FS"))
        return (real_NGSS.square() + imag_NGSS.square()).sqrt()

    def _keep(self, name: str, matrix: Matrix) -> None:
        self.register_buffer(name, torch.from_numpy(matrix.astype(np.float32)), persistent=False)

    def _kept(self, name: str) -> Tensor:
        """In full precision, also when the module was moved to half: else the sums would drown what the prefilter
        leaves of a picture."""
        return self.get_buffer(name).float()


def stretched(grey_NSS: Tensor) -> Tensor:
    """Each picture's darkest point at 0, its brightest at 255; one of a single grey is 0."""
    above_NSS = grey_NSS - grey_NSS.amin(dim=(1, 2), keepdim=True)
    return above_NSS * (255 / above_NSS.amax(dim=(1, 2), keepdim=True).clamp(min=1e-3))


def _both_sides(real: Tensor, imag: Tensor, m_I2O: Tensor) -> tuple[Tensor, Tensor]:
    """M X Mᵀ for X = real + i·imag and a complex M, given by `side_by_side`.

    It is (X Mᵀ)ᵀ taken twice: products from the right are large ones and take half the time of those from the left.
    """
    outputs = m_I2O.shape[1] // 2
    for _ in range(2):
        of_real, of_imag = real @ m_I2O, imag @ m_I2O
        real = (of_real[..., :outputs] - of_imag[..., outputs:]).transpose(-1, -2)
        imag = (of_real[..., outputs:] + of_imag[..., :outputs]).transpose(-1, -2)
    return real, imag


# ---- the matrices ----


def mirrored(side: int, margin: int) -> Matrix:
    """(side + 2·margin, side): lengthens a line at both ends by its mirror image, the end point included."""
    matrix: Matrix = np.pad(np.eye(side), ((margin, margin), (0, 0)), mode="symmetric")
    return matrix


def fourier(n: int) -> NDArray[np.complex128]:
    """The Fourier transform of a line of n points, scaled so that its inverse is its conjugate."""
    k_n = np.arange(n)
    matrix: NDArray[np.complex128] = np.exp(-2j * np.pi * np.outer(k_n, k_n) / n) / np.sqrt(n)
    return matrix


def side_by_side(m_OI: NDArray[np.complex128]) -> Matrix:
    """(I, 2·O): the real part and the imaginary part of the transposed matrix."""
    return np.hstack([m_OI.real.T, m_OI.imag.T])


def low_pass(n: int) -> Matrix:
    """A Gaussian in the frequencies of a line, half as high at PREFILTER_CYCLES; for both lines of a picture it is
    applied from both sides, since a Gaussian of two frequencies is the product of two."""
    cycles_n = np.fft.fftfreq(n) * n
    pass_n = np.exp(-(cycles_n**2) * np.log(2) / PREFILTER_CYCLES**2)
    matrix: Matrix = (fourier(n).conj() @ (pass_n[:, None] * fourier(n))).real
    return matrix


def filters(n: int) -> Matrix:
    """(32, n, n): what each filter lets pass of the frequencies (down, across). Each sees one direction of the two
    that an edge has, so that its answer is complex and does not waver along the edge."""
    down_nn, across_nn = np.meshgrid(np.fft.fftfreq(n), np.fft.fftfreq(n), indexing="ij")
    radius_nn, angle_nn = np.hypot(down_nn, across_nn), np.arctan2(down_nn, across_nn)
    made = []
    for scale in range(SCALES):
        off_radius_nn = radius_nn / (FINEST / COARSER**scale) - 1
        for orientation in range(ORIENTATIONS):
            turned_nn = angle_nn + np.pi * orientation / ORIENTATIONS
            off_angle_nn = np.where(turned_nn > np.pi, turned_nn - 2 * np.pi, turned_nn)
            made.append(np.exp(-RADIAL_SHARPNESS * off_radius_nn**2 - ANGULAR_SHARPNESS * off_angle_nn**2))
    return np.stack(made)
