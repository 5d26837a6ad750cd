"""What a trainer takes: examples as targets and validation, their mean, pictures as a network sees them."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.arrays import Halves, Vectors
from engine.errors import UserError
from engine.learning.examples import Examples
from engine.progress import Progress
from engine.sentences import said
from engine.training.inputs import Inputs
from engine.training.looking import seen
from engine.training.network import HashNetwork
from engine.training.targets import Targets
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation, sample


def trained_mean(features_ND: Halves, examples: Examples) -> Vectors:
    mean_D: Vectors = features_ND[examples.train_rows].astype(np.float32).mean(axis=0)
    return mean_D


def targets_of(examples: Examples) -> Targets:
    """Labels of images that are not trained on are left out: not even how many share a label may count."""
    labels_NC = examples.labels_NC & examples.parts.train_N[:, None]
    return Targets(torch.from_numpy(labels_NC), examples.decisions)


def validation_of(inputs: Inputs, examples: Examples, seed: int) -> Validation | None:
    queries, database = examples.validation_rows, examples.train_rows
    if not len(queries):
        return None
    queries = queries[sample(len(queries), MOST_QUERIES, seed).numpy()]
    database = database[sample(len(database), MOST_DATABASE, seed).numpy()]
    return Validation(
        _SomeRows(inputs, torch.from_numpy(queries)),
        examples.labels_NC[queries],
        torch.from_numpy(database),
        examples.labels_NC[database],
    )


def seen_pictures(network: HashNetwork, inputs: Inputs) -> Generator[Progress, None, NDArray[np.float16]]:
    """What the backbone makes of all pictures as they are, as it is stored."""
    seen_ND: NDArray[np.float16] = yield from seen(network, inputs, np.float16)
    if not np.isfinite(seen_ND).all():
        raise UserError(
            said("The network gives features that are too large to be stored; a smaller learning rate may help.")
        )
    return seen_ND


class _SomeRows:
    """Some rows of other inputs, as inputs of their own."""

    def __init__(self, inputs: Inputs, rows: Tensor) -> None:
        self._inputs, self._rows = inputs, rows

    def __len__(self) -> int:
        return len(self._rows)

    def batches(self, rows: Sequence[Tensor], seed: int) -> Generator[Tensor, None, None]:
        yield from self._inputs.batches([self._rows[each] for each in rows], seed)

    def plain(self, rows: Tensor) -> Tensor:
        return self._inputs.plain(self._rows[rows])

    def to(self, device: torch.device | str) -> None:
        self._inputs.to(device)
