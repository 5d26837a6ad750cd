"""Which labelled images are held out: never trained on, only asked for when figures are taken.

Membership hangs on the content of an image alone, so that it stays what it is when labels are added, files move or
another version is trained: what one version is measured on, no other has seen. Images that belong together (copies
with edits, bursts: see `groups`) are in one part, that of one of them, which is chosen by content too.

So what can move an image is this: one that belongs with it gets a label or features, and is the one that is chosen,
or brings two groups together (one more image moves a group of k images about once in 3·(k + 1) times); and to make
sure that each label can be asked for, and learned, some groups of rare labels are moved. No group that has more
than half of a label's images is held out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Labels, Mask, Numbers, Reals

HELD_OUT = 0.2
VALIDATION = 0.1
VALIDATION_FROM = 200  # labelled images; with fewer, all that is not held out is trained on
LEAST_TRAINED = 2  # images of a label, for a pair
LEAST_OF_A_LABEL = 4  # images, to train on some and hold out one


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutSplit:
    """Each image belongs to exactly one part."""

    train_N: Mask
    validation_N: Mask
    held_out_N: Mask


def split(contents: Sequence[bytes], labels_NC: Labels, groups_N: Numbers | None = None) -> HeldOutSplit:
    """Divide labelled images by their content hashes; those with one number in `groups_N` stay together."""
    if groups_N is None:
        groups_N = np.arange(len(contents))
    groups = Groups(groups_N, labels_NC)
    place_G = np.array([place_of_group([contents[row] for row in rows]) for rows in groups.rows])
    held_out_G = (place_G < HELD_OUT) & groups.can_be_spared_G
    until = HELD_OUT + (VALIDATION if len(contents) >= VALIDATION_FROM else 0)
    validation_G = ~held_out_G & (place_G < until) & groups.can_be_spared_G
    moving = _Moving(groups, place_G, held_out_G, validation_G)
    for label in range(labels_NC.shape[1]):
        moving.let_some_be_trained(label)
    for label in range(labels_NC.shape[1]):  # after all: to ask for one label must cost no other its pair
        moving.let_one_be_held_out(label)
    held_out_N, validation_N = held_out_G[groups.group_N], validation_G[groups.group_N]
    return HeldOutSplit(~(held_out_N | validation_N), validation_N, held_out_N)


def place(content: bytes) -> float:
    """Where in [0, 1) the content falls; content hashes are uniform already."""
    return int.from_bytes(content[:8], "big") / 2**64


def place_of_group(contents: Sequence[bytes]) -> float:
    """That of one of the contents. It is chosen by what its place does not hang on: by the smallest place, say, a
    group would be held out the more often the larger it is."""
    return place(min(contents, key=lambda content: (content[8:], content)))


class Groups:
    """Images by row in their groups, and how many images of each label a group has."""

    def __init__(self, groups_N: Numbers, labels_NC: Labels) -> None:
        _, start_G, self.group_N = np.unique(np.sort(groups_N), return_index=True, return_inverse=True)
        order_N = np.argsort(groups_N, kind="stable")
        self.group_N[order_N] = self.group_N.copy()
        self.rows = np.split(order_N, start_G[1:]) if len(start_G) else []
        self.labels_GC = np.add.reduceat(labels_NC[order_N], start_G, axis=0, dtype=np.int64)
        self.count_C = self.labels_GC.sum(axis=0)
        # Of a label in few groups, the larger part is rather learned from.
        self.can_be_spared_G = (2 * self.labels_GC <= self.count_C).all(axis=1)


class _Moving:
    """Moves groups between the parts of a label that has too few images in one of them.

    A group may have several labels. One is moved that is not needed where it is by another label; if there is
    none, a label is rather trained on and not asked for than the other way round.
    """

    def __init__(self, groups: Groups, place_G: Reals, held_out_G: Mask, validation_G: Mask) -> None:
        self._groups, self._labels_GC, self._place_G = groups, groups.labels_GC, place_G
        self._held_out_G, self._validation_G = held_out_G, validation_G
        self._count_C = groups.count_C
        self._held_out_C = self._labels_GC[held_out_G].sum(axis=0)
        self._trained_C = self._labels_GC[~(held_out_G | validation_G)].sum(axis=0)

    def let_some_be_trained(self, label: int) -> None:
        while self._trained_C[label] < min(LEAST_TRAINED, self._count_C[label]):
            groups = self._of(label)
            groups = groups[self._held_out_G[groups] | self._validation_G[groups]][::-1]
            # From the far end: the first ones are held out for good.
            group = next((group for group in groups if self._may_be_trained(group)), groups[0])
            if self._held_out_G[group]:
                self._held_out_C -= self._labels_GC[group]
            self._trained_C += self._labels_GC[group]
            self._held_out_G[group] = self._validation_G[group] = False

    def let_one_be_held_out(self, label: int) -> None:
        if self._held_out_C[label] or self._count_C[label] < LEAST_OF_A_LABEL:
            return
        group = next((group for group in self._of(label) if self._may_be_held_out(group)), None)
        if group is not None:
            self._held_out_C += self._labels_GC[group]
            if not self._validation_G[group]:
                self._trained_C -= self._labels_GC[group]
            self._held_out_G[group], self._validation_G[group] = True, False

    def _of(self, label: int) -> Numbers:
        groups = np.flatnonzero(self._labels_GC[:, label])
        return groups[np.argsort(self._place_G[groups], kind="stable")]

    def _may_be_trained(self, group: np.int64) -> bool:
        """None of its labels needs it to be asked for."""
        labels_C = self._labels_GC[group]
        asked_for_C = (labels_C > 0) & (self._count_C >= LEAST_OF_A_LABEL)
        return bool(self._validation_G[group] or (self._held_out_C > labels_C)[asked_for_C].all())

    def _may_be_held_out(self, group: np.int64) -> bool:
        """None of its labels needs it for a pair, or would lose the larger part."""
        labels_C = self._labels_GC[group]
        pairs_are_left = (self._trained_C - labels_C >= LEAST_TRAINED)[labels_C > 0].all()
        return bool(self._groups.can_be_spared_G[group] and (self._validation_G[group] or pairs_are_left))
