"""Figures when few labels are held out: several splits, a training on each, and the spread of what came out.

One split of thirty images says little: another one would have said something else. Each of these trainings is on
stored features, and of images without a label only some are learned from: it takes seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Mask
from engine.learning.examples import Examples
from engine.learning.figures import Figures, Measured, taking_figures
from engine.learning.held_out import HELD_OUT, LEAST_TRAINED, Groups, HeldOutSplit
from engine.model.hash_function import HashFunction
from engine.progress import Progress

FEW_HELD_OUT = 40
SPLITS = 3

TrainOn = Callable[[Examples], Generator[Progress, None, HashFunction]]


def repeated_figures(
    examples: Examples,
    features_ND: NDArray[np.floating],
    train_on: TrainOn,
    before: Measured | None,
    seen: set[int],
) -> Generator[Progress, None, tuple[Figures | None, Figures | None]]:
    """Mean and spread over the splits, of what is there (`before`) and of what is trained.

    `seen` are the images that the former was trained on: it is never asked for those, nor for what belongs with
    one. Where that leaves nothing to ask for in any split, there is no figure of it.
    """
    seen = examples.with_their_groups(seen)
    compared: list[tuple[Figures, Figures]] = []
    alone: list[Figures] = []
    for number in range(SPLITS):
        parts = random_split(examples, number)
        divided = replace(examples, parts=parts, decisions=_apart(examples, parts))
        told = [divided.image_ids[row] for row in divided.told_rows]
        trained = Measured((yield from train_on(divided)), features_ND, told)
        queries = [divided.image_ids[row] for row in divided.held_out_rows]
        fresh = [i for i in queries if i not in seen]
        if before is not None and fresh:
            of_before = yield from taking_figures(before, divided, fresh)
            compared.append((of_before, (yield from taking_figures(trained, divided, fresh))))
        elif queries:
            alone.append((yield from taking_figures(trained, divided, queries)))
    if compared:
        return mean_of([of_before for of_before, _ in compared]), mean_of([of_after for _, of_after in compared])
    return None, mean_of(alone) if alone else None


def random_split(examples: Examples, number: int) -> HeldOutSplit:
    """A fifth of each label held out, drawn anew for each number, in whole groups; at least two of each are left to
    learn from, and no group goes that has more than half of a label."""
    random = np.random.default_rng(number)
    groups = Groups(examples.groups_N, examples.labels_NC)
    held_out_G = np.zeros(len(groups.labels_GC), np.bool_)
    left_C = groups.count_C.copy()
    for label, count in enumerate(groups.count_C):
        least = max(1, round(HELD_OUT * count))
        for group in random.permutation(np.flatnonzero(groups.labels_GC[:, label])):
            if count - left_C[label] >= least:
                break
            of_group_C = groups.labels_GC[group]
            enough = (left_C - of_group_C >= LEAST_TRAINED)[of_group_C > 0].all()
            if enough and groups.can_be_spared_G[group] and not held_out_G[group]:
                held_out_G[group] = True
                left_C -= of_group_C
    labelled_N: Mask = np.any(examples.labels_NC, axis=1)
    held_out_N = held_out_G[groups.group_N] & labelled_N
    no_N = np.zeros(len(labelled_N), np.bool_)
    return HeldOutSplit(examples.parts.train_N & ~labelled_N | labelled_N & ~held_out_N, no_N, held_out_N)


def _apart(examples: Examples, parts: HeldOutSplit) -> list[tuple[int, int, bool]]:
    """The decisions on images that do not belong with a held-out one."""
    apart_N = ~np.isin(examples.groups_N, examples.groups_N[parts.held_out_N])
    return [decision for decision in examples.decisions if apart_N[decision[0]] and apart_N[decision[1]]]


def mean_of(figures: Sequence[Figures]) -> Figures:
    """The mean of each figure; "spread" has their standard deviations, "splits" their number."""
    together: Figures = {}
    spread: dict[str, float] = {}
    for key in figures[0]:
        values = [each[key] for each in figures if each[key] is not None]
        if not values:
            together[key] = None
            continue
        together[key] = math.fsum(values) / len(values)
        spread[key] = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    for key in ("queries", "database", "labelled", "trained_on"):
        if key in together:
            together[key] = round(together[key])
    return together | {"spread": spread, "splits": len(figures)}
