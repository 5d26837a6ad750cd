"""The fixed matrices of which GIST is made (`gist`, `gist_graph`), and its numbers. Without torch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SCALES, ORIENTATIONS, CELLS = 4, 8, 4

PREFILTER_MARGIN = 5
PREFILTER_CYCLES = 4.0  # a low frequency comes this often in the picture, or less
LEAST_BRIGHTNESS = 1e-3  # of the brightest point, when it is stretched to 255
CONTRAST_FLOOR = 0.2  # a local contrast below it is not made even
GABOR_MARGIN = 1 / 8  # of the side
FINEST = 0.3  # cycles a pixel of the finest scale
COARSER = 1.85  # how many times as coarse each next scale is
RADIAL_SHARPNESS = 3.5
ANGULAR_SHARPNESS = 2 * np.pi * ORIENTATIONS**2 / 64

Matrix = NDArray[np.float64]


def all_matrices(side: int) -> dict[str, NDArray[np.float32]]:
    """By the names that those who compute with them call them."""
    mirror_PS = mirrored(side, PREFILTER_MARGIN)
    low_PP = low_pass(len(mirror_PS))
    margin = round(side * GABOR_MARGIN)
    mirror_FS = mirrored(side, margin)
    fourier_FF = fourier(len(mirror_FS))
    made = {
        "mirror_PS": mirror_PS,
        "low_PS": low_PP @ mirror_PS,
        "low_SP": low_PP[PREFILTER_MARGIN:-PREFILTER_MARGIN],
        "forth_SF": side_by_side(fourier_FF @ mirror_FS),
        "back_FS": side_by_side(fourier_FF.conj()[margin:-margin]),
        "filters_GFF": filters(len(mirror_FS)),
        "cells_4S": np.kron(np.eye(CELLS), np.ones(side // CELLS)) * CELLS / side,
    }
    return {name: matrix.astype(np.float32) for name, matrix in made.items()}


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
