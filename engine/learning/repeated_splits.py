"""Figures when few labels are held out: several splits, a training on each, and the spread of what came out.

One split of thirty images says little: another one would have said something else. Each of these trainings is on
stored features and takes a second or two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.learning.comparison import Measured
from engine.learning.examples import Examples
from engine.learning.figures import Figures, figures_of
from engine.learning.held_out import HELD_OUT, LEAST_TRAINED, Split
from engine.model.hash_function import HashFunction
from engine.progress import Progress

FEW_HELD_OUT = 40
SPLITS = 5

TrainOn = Callable[[Examples], Generator[Progress, None, HashFunction]]


def repeated_figures(
    examples: Examples,
    features_ND: NDArray[np.floating],
    train_on: TrainOn,
    before: Measured | None,
    seen: set[int],
) -> Generator[Progress, None, tuple[Figures | None, Figures | None]]:
    """Mean and spread over the splits, of what is there (`before`) and of what is trained.

    `seen` are the images that the former was trained on: it is never asked for those. Where that leaves nothing to
    ask for in any split, there is no figure of it.
    """
    compared: list[tuple[Figures, Figures]] = []
    alone: list[Figures] = []
    for number in range(SPLITS):
        divided = replace(examples, parts=random_split(examples, number), decisions=_apart(examples, number))
        function = yield from train_on(divided)
        queries = [divided.image_ids[row] for row in divided.held_out_rows]
        fresh = [i for i in queries if i not in seen]
        if before is not None and fresh:
            of_before = figures_of(before.function, before.features_ND, divided, fresh)
            compared.append((of_before, figures_of(function, features_ND, divided, fresh)))
        elif queries:
            alone.append(figures_of(function, features_ND, divided, queries))
    if compared:
        return mean_of([of_before for of_before, _ in compared]), mean_of([of_after for _, of_after in compared])
    return None, mean_of(alone) if alone else None


def random_split(examples: Examples, number: int) -> Split:
    """A fifth of each label held out, drawn anew for each number; at least two of each are left to learn from."""
    random = np.random.default_rng(number)
    labelled_N = np.any(examples.labels_NC, axis=1)
    held_out_N = np.zeros(len(labelled_N), np.bool_)
    for of_label_N in examples.labels_NC.T:
        rows = random.permutation(np.flatnonzero(of_label_N))
        wanted = max(1, round(HELD_OUT * len(rows)))
        for row in rows:
            if held_out_N[rows].sum() >= wanted:
                break
            held_out_N[row] |= _can_spare(row, examples.labels_NC, held_out_N)
    no_N = np.zeros(len(labelled_N), np.bool_)
    return Split(examples.parts.train_N & ~labelled_N | labelled_N & ~held_out_N, no_N, held_out_N)


def _can_spare(row: int, labels_NC: NDArray[np.bool_], held_out_N: NDArray[np.bool_]) -> bool:
    """Whether all labels of the image have enough others to learn from."""
    trained_C = labels_NC[~held_out_N].sum(axis=0)
    return bool((trained_C[labels_NC[row]] > LEAST_TRAINED).all())


def _apart(examples: Examples, number: int) -> list[tuple[int, int, bool]]:
    held_out = set(np.flatnonzero(random_split(examples, number).held_out_N).tolist())
    return [d for d in examples.decisions if d[0] not in held_out and d[1] not in held_out]


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
        spread[key] = float(np.std(values))
    for key in ("queries", "database"):
        together[key] = round(together[key])
    return together | {"spread": spread, "splits": len(figures)}
