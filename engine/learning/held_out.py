"""Which labelled images are held out: never trained on, only asked for when figures are taken.

Membership hangs on the content of an image alone, so that it stays what it is when labels are added, files move or
another version is trained: what one version is measured on, no other has seen. Only to make sure that each label
can be asked for, and learned, some images of rare labels are moved.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

HELD_OUT = 0.2
VALIDATION = 0.1
VALIDATION_FROM = 200  # labelled images; with fewer, all that is not held out is trained on
LEAST_TRAINED = 2  # images of a label, for a pair
LEAST_OF_A_LABEL = 4  # images, to train on some and hold out one

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Each image belongs to exactly one part."""

    train_N: Mask
    validation_N: Mask
    held_out_N: Mask


def split(contents: Sequence[bytes], labels_NC: Mask) -> Split:
    """Divide labelled images by their content hashes."""
    place_N = np.array([place(content) for content in contents])
    held_out_N = place_N < HELD_OUT
    until = HELD_OUT + (VALIDATION if len(contents) >= VALIDATION_FROM else 0)
    validation_N = ~held_out_N & (place_N < until)
    for of_label_N in labels_NC.T:
        _let_each_part_have_some(of_label_N, place_N, held_out_N, validation_N)
    return Split(~(held_out_N | validation_N), validation_N, held_out_N)


def place(content: bytes) -> float:
    """Where in [0, 1) the content falls; content hashes are uniform already."""
    return int.from_bytes(content[:8], "big") / 2**64


def _let_each_part_have_some(
    of_label_N: Mask, place_N: NDArray[np.float64], held_out_N: Mask, validation_N: Mask
) -> None:
    rows = np.flatnonzero(of_label_N)
    rows = rows[np.argsort(place_N[rows], kind="stable")]
    if len(rows) >= LEAST_OF_A_LABEL and not held_out_N[rows].any():
        held_out_N[rows[0]] = True
        validation_N[rows[0]] = False
    trained = ~(held_out_N[rows] | validation_N[rows])
    for row in rows[::-1]:  # from the far end: the first ones are held out for good
        if trained.sum() >= min(LEAST_TRAINED, len(rows)):
            return
        held_out_N[row] = validation_N[row] = False
        trained = ~(held_out_N[rows] | validation_N[rows])
