"""How good codes are, on labels that were held out: the metrics of a hash function, or of a version.

Held-out images are asked for among all images of the library that are not held out. A hit that has no label counts
as wrong, since nobody has said that it is right: where much is unlabelled, the figures are lower bounds.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from engine.evaluation.metrics import Reals, average_precisions, measures, precisions_at
from engine.evaluation.rankings import Labels, Ranking, rank
from engine.learning.examples import Examples
from engine.model.hash_function import HashFunction
from engine.progress import Progress, finish
from engine.store import training_images
from engine.store.versions import Version

Figures = dict[str, Any]
PIECE, QUERIES_AT_ONCE = 4096, 128  # between two reports
NOTE = "Computing codes"
MOST_QUERIES = 2000  # more would not change a figure by half a percent
KEPT = "kept_neighbours"  # of images without a label; see engine.learning.kept_neighbours
OVER_LABELS = "_over_labels"  # ends the names of means over labels, whose queries count the same in sum


class Measured:
    """A hash function and the features that it takes, of the examples row by row; `trained_on` are the images of
    which it learned what a person said."""

    def __init__(
        self, function: HashFunction, features_ND: NDArray[np.floating], trained_on: Collection[int] = ()
    ) -> None:
        self.function = function
        self.features_ND = features_ND
        self.trained_on = trained_on

    @cached_property
    def packed_NB(self) -> NDArray[np.uint8]:
        """The codes of all examples."""
        return finish(self.coding())

    def coding(self) -> Generator[Progress, None, NDArray[np.uint8]]:
        """The same as a job; after it they are at hand. Features are kept in half the room, and only some at a time
        need all of it."""
        total, pieces = len(self.features_ND), []
        for start in range(0, total, PIECE):
            yield Progress(start, total, NOTE)
            pieces.append(self.function.codes(self.features_ND[start : start + PIECE].astype(np.float32)))
        self.__dict__["packed_NB"] = np.concatenate(pieces)  # where cached_property looks
        return self.packed_NB

    def bounded(self, rows: NDArray[np.int64]) -> NDArray[np.float32] | None:
        """u of these rows, where the function has one."""
        return self.function.bounded(self.function.outputs(self.features_ND[rows].astype(np.float32)))


def ranking_of(
    measured: Measured, examples: Examples, queries: Sequence[int]
) -> Generator[Progress, None, Ranking]:
    """Held-out images (`queries`, by id) among all that are not held out."""
    rows_Q, rows_N, labels_NC = query_rows(examples, queries), examples.database_rows, examples.labels_NC
    packed_NB = measured.packed_NB
    among = packed_NB[rows_N], labels_NC[rows_N], measured.function.bits
    parts = []
    for start in range(0, len(rows_Q), QUERIES_AT_ONCE):
        yield Progress(start, len(rows_Q), "Comparing codes")
        some = rows_Q[start : start + QUERIES_AT_ONCE]
        parts.append(rank(packed_NB[some], labels_NC[some], *among))
    return Ranking(
        np.concatenate([part.counts_QD for part in parts]), np.concatenate([part.relevant_QD for part in parts])
    )


def query_rows(examples: Examples, queries: Sequence[int]) -> NDArray[np.int64]:
    wanted = set(queries)
    return np.array([row for row in examples.held_out_rows if examples.image_ids[row] in wanted], np.int64)


def figures_of(measured: Measured, examples: Examples, queries: Sequence[int]) -> Figures:
    ranking = finish(ranking_of(measured, examples, queries))
    u_QK = measured.bounded(query_rows(examples, queries))
    return figures_from(ranking, u_QK, examples, queries, measured.trained_on)


def figures_from(
    ranking: Ranking,
    u_QK: NDArray[np.float32] | None,
    examples: Examples,
    queries: Sequence[int],
    trained_on: Collection[int],
) -> Figures:
    """All measures, the means over labels beside those over pictures, and what the database is made of: how many of
    it have a label, and of how many the version learned what a person said (`trained_on`, by id)."""
    labels_QC = examples.labels_NC[query_rows(examples, queries)]
    rows_N = examples.database_rows
    seen = set(trained_on)
    over_labels = {
        "mAP" + OVER_LABELS: mean_over_labels(average_precisions(ranking), labels_QC),
        "precision_at_10" + OVER_LABELS: mean_over_labels(precisions_at(ranking, 10), labels_QC),
    }
    return {
        **measures(ranking, u_QK),
        **{name: None if np.isnan(mean) else mean for name, mean in over_labels.items()},
        "labelled": int(examples.labels_NC[rows_N].any(axis=1).sum()),
        "trained_on": sum(examples.image_ids[row] in seen for row in rows_N),
    }


def means_of_labels(values_Q: Reals, labels_QC: Labels) -> Reals:
    """Of each label the mean over its queries that have a value; nan where there is none."""
    known_Q = ~np.isnan(values_Q)
    counts_C = labels_QC[known_Q].sum(axis=0)
    sums_C = values_Q[known_Q] @ labels_QC[known_Q]
    means_C: Reals = np.divide(sums_C, counts_C, out=np.full(len(counts_C), np.nan), where=counts_C > 0)
    return means_C


def mean_over_labels(values_Q: Reals, labels_QC: Labels) -> float:
    means_C = means_of_labels(values_Q, labels_QC)
    means_C = means_C[~np.isnan(means_C)]
    return float(means_C.mean()) if len(means_C) else float("nan")


def unseen(db: Database, examples: Examples, *versions: Version | None) -> list[int]:
    """The held-out images that none of these versions was trained on; evenly chosen where they are very many."""
    seen = set[int]().union(*(training_images.of_version(db, v.id) for v in versions if v is not None))
    found = [i for i in (examples.image_ids[row] for row in examples.held_out_rows) if i not in seen]
    return found[:: -(-len(found) // MOST_QUERIES) or 1]
