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

import torch
from torch import Tensor, nn

from engine.model.gist_matrices import CONTRAST_FLOOR, LEAST_BRIGHTNESS, PREFILTER_MARGIN, all_matrices


class Gist(nn.Module):
    """x_NCHW, pixels from 0 to 255 -> (N, 512): scale by scale, in each the directions, in each the cells."""

    def __init__(self, side: int) -> None:
        super().__init__()
        for name, matrix in all_matrices(side).items():
            self.register_buffer(name, torch.from_numpy(matrix), persistent=False)

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
        inside = slice(PREFILTER_MARGIN, -PREFILTER_MARGIN)
        return high_NPP[:, inside, inside] / (CONTRAST_FLOOR + contrast_NSS)

    def _energy(self, flat_NSS: Tensor) -> Tensor:
        """|filter's answer| for each of the filters, a picture each."""
        spectrum = _both_sides(flat_NSS, torch.zeros_like(flat_NSS), self._kept("forth_SF"))
        real_NGFF, imag_NGFF = (part_NFF.unsqueeze(1) * self._kept("filters_GFF") for part_NFF in spectrum)
        real_NGSS, imag_NGSS = _both_sides(real_NGFF, imag_NGFF, self._kept("back_FS"))
        return (real_NGSS.square() + imag_NGSS.square()).sqrt()

    def _kept(self, name: str) -> Tensor:
        """In full precision, also when the module was moved to half: else the sums would drown what the prefilter
        leaves of a picture."""
        return self.get_buffer(name).float()


def stretched(grey_NSS: Tensor) -> Tensor:
    """Each picture's darkest point at 0, its brightest at 255; one of a single grey is 0."""
    above_NSS = grey_NSS - grey_NSS.amin(dim=(1, 2), keepdim=True)
    return above_NSS * (255 / above_NSS.amax(dim=(1, 2), keepdim=True).clamp(min=LEAST_BRIGHTNESS))


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
