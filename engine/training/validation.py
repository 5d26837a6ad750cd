"""How good the codes are that a network makes now: tie-exact mAP of validation queries among training images."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.arrays import Labels, Reals
from engine.evaluation.metrics import average_precisions, mean_of_numbers
from engine.evaluation.rankings import Sides, rank
from engine.model.codes import pack
from engine.training.inputs import Inputs

MOST_QUERIES = 1000
MOST_DATABASE = 4000


@dataclass(frozen=True)
class Validation:
    """Queries that are not trained on, and the training images among which similar ones are looked for."""

    queries: Inputs
    query_labels_QC: Labels
    database_rows: Tensor
    database_labels_NC: Labels

    def mean_average_precision(self, query_outputs_QK: Tensor, database_outputs_NK: Tensor) -> float:
        """Takes the network's outputs in evaluation mode, for the queries and for `database_rows`."""
        every = slice(0, len(query_outputs_QK))
        return mean_of_numbers(self.average_precisions(query_outputs_QK, every, database_outputs_NK))

    def average_precisions(self, query_outputs_qK: Tensor, part: slice, database_outputs_NK: Tensor) -> Reals:
        """Of each query of the `part`; nan for one that has nothing to find."""
        queries_qB = pack(query_outputs_qK.cpu().numpy())
        database_NB = pack(database_outputs_NK.cpu().numpy())
        bits = query_outputs_qK.shape[1]
        sides = Sides(queries_qB, self.query_labels_QC[part], database_NB, self.database_labels_NC, bits)
        return average_precisions(rank(sides))


def sample(count: int, most: int, seed: int) -> Tensor:
    """Rows of `count`, at most `most` of them, always the same for a seed."""
    if count <= most:
        return torch.arange(count)
    chosen = torch.randperm(count, generator=torch.Generator().manual_seed(seed))[:most]
    return chosen.sort().values
