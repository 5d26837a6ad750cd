"""The eight ways in which a picture can lie, and what each makes of its pixels and of its code.

A turn is a number below 8: 4 for over the diagonal (rows become columns), then 2 for upside down, 1 for mirrored.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.arrays import Codes
from engine.images.pixel_code import FREQUENCIES

TURNS = range(8)
AS_IT_IS = 0
TRANSPOSED = {  # how Pillow calls them
    1: Image.Transpose.FLIP_LEFT_RIGHT,
    2: Image.Transpose.FLIP_TOP_BOTTOM,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.TRANSPOSE,
    5: Image.Transpose.ROTATE_270,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
}
_DIAGONAL, _UPSIDE_DOWN, _MIRRORED = 4, 2, 1


def turned_pixels(pixels_HW: NDArray[np.generic], turn: int) -> NDArray[np.generic]:
    turned = pixels_HW.T if turn & _DIAGONAL else pixels_HW
    turned = turned[::-1] if turn & _UPSIDE_DOWN else turned
    return turned[:, ::-1] if turn & _MIRRORED else turned


def turned_codes(codes_NB: Codes, turn: int) -> Codes:
    """The codes of the same pictures, turned: mirroring changes the sign of the odd frequencies."""
    if turn & _DIAGONAL:
        bits_NFF = np.unpackbits(codes_NB, axis=1).reshape(-1, FREQUENCIES, FREQUENCIES)
        codes_NB = np.packbits(bits_NFF.transpose(0, 2, 1).reshape(len(codes_NB), -1), axis=1)
    return codes_NB ^ _changed_signs(turn)


def _changed_signs(turn: int) -> Codes:
    signs_FF = np.zeros((FREQUENCIES, FREQUENCIES), np.bool_)
    if turn & _UPSIDE_DOWN:
        signs_FF[1::2] ^= True
    if turn & _MIRRORED:
        signs_FF[:, 1::2] ^= True
    return np.packbits(signs_FF)
