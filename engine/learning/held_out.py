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
    moving = _Moving(labels_NC, place_N, held_out_N, validation_N)
    for label in range(labels_NC.shape[1]):
        moving.let_some_be_trained(label)
    for label in range(labels_NC.shape[1]):  # after all: to ask for one label must cost no other its pair
        moving.let_one_be_held_out(label)
    return Split(~(held_out_N | validation_N), validation_N, held_out_N)


def place(content: bytes) -> float:
    """Where in [0, 1) the content falls; content hashes are uniform already."""
    return int.from_bytes(content[:8], "big") / 2**64


class _Moving:
    """Moves images between the parts of a label that has too few in one of them.

    An image may have several labels. One is moved that is not needed where it is by another label; if there is
    none, a label is rather trained on and not asked for than the other way round.
    """

    def __init__(self, labels_NC: Mask, place_N: NDArray[np.float64], held_out_N: Mask, validation_N: Mask) -> None:
        self._labels_NC, self._place_N = labels_NC, place_N
        self._held_out_N, self._validation_N = held_out_N, validation_N
        self._count_C = labels_NC.sum(axis=0)
        self._held_out_C = labels_NC[held_out_N].sum(axis=0)
        self._trained_C = labels_NC[~(held_out_N | validation_N)].sum(axis=0)

    def let_some_be_trained(self, label: int) -> None:
        while self._trained_C[label] < min(LEAST_TRAINED, self._count_C[label]):
            rows = self._rows(label)
            rows = rows[self._held_out_N[rows] | self._validation_N[rows]][::-1]
            # From the far end: the first ones are held out for good.
            row = next((row for row in rows if self._may_be_trained(row)), rows[0])
            self._held_out_C -= self._labels_NC[row] & self._held_out_N[row]
            self._trained_C += self._labels_NC[row]
            self._held_out_N[row] = self._validation_N[row] = False

    def let_one_be_held_out(self, label: int) -> None:
        if self._held_out_C[label] or self._count_C[label] < LEAST_OF_A_LABEL:
            return
        row = next((row for row in self._rows(label) if self._may_be_held_out(row)), None)
        if row is not None:
            self._held_out_C += self._labels_NC[row]
            self._trained_C -= self._labels_NC[row] & ~self._validation_N[row]
            self._held_out_N[row], self._validation_N[row] = True, False

    def _rows(self, label: int) -> NDArray[np.int64]:
        rows = np.flatnonzero(self._labels_NC[:, label])
        return rows[np.argsort(self._place_N[rows], kind="stable")]

    def _may_be_trained(self, row: np.int64) -> bool:
        """None of its labels needs it to be asked for."""
        asked_for_C = self._labels_NC[row] & (self._count_C >= LEAST_OF_A_LABEL)
        return bool(self._validation_N[row] or (self._held_out_C[asked_for_C] > 1).all())

    def _may_be_held_out(self, row: np.int64) -> bool:
        """None of its labels needs it for a pair."""
        return bool(self._validation_N[row] or (self._trained_C[self._labels_NC[row]] > LEAST_TRAINED).all())
