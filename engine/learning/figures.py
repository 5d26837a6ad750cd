"""How good codes are, on labels that were held out: the metrics of a hash function, or of a version.

Held-out images are asked for among all images of the library that are not held out, by Hamming distance alone, with
equal distances in any order: what a search shows first is often a little better (engine.search.order). A hit that
has no label counts as wrong, since nobody has said that it is right: where much is unlabelled, the figures are
lower bounds.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Labels, Reals, Rows
from engine.blas_threads import blas_threads
from engine.evaluation.metrics import average_precisions, measures, precisions_at
from engine.evaluation.rankings import Ranking, Sides, ranking
from engine.learning.examples import Examples
from engine.model.codes import hamming
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import centred
from engine.progress import Progress, finish
from engine.search import order
from engine.sentences import said
from engine.store import training_images, version_details
from engine.store.connection import Database
from engine.store.versions import Version

Figures = dict[str, Any]
PIECE, QUERIES_AT_ONCE = 4096, 128  # between two reports
NOTE = said("Computing codes")
MOST_QUERIES = 2000  # more would not change a figure by half a percent
KEPT = "kept_neighbours"  # of images without a label; see engine.learning.kept_neighbours
OVER_LABELS = "_over_labels"  # ends the names of means over labels, whose queries count the same in sum


class Measured:
    """A hash function and the features that it takes, a row for each example. `trained_on` are the images whose
    labels or decisions it learned; None where nobody knows."""

    def __init__(
        self, function: HashFunction, features_ND: NDArray[np.floating], trained_on: Collection[int] | None = ()
    ) -> None:
        self.function = function
        self.features_ND = features_ND
        self.trained_on = trained_on
        self._packed_NB: Codes | None = None

    @property
    def packed_NB(self) -> Codes:
        """The codes of all examples."""
        return finish(self.coding())

    def coding(self) -> Generator[Progress, None, Codes]:
        """The same as a job; after it they are at hand. Features are kept in half the room, and only some at a time
        need all of it."""
        if self._packed_NB is not None:
            return self._packed_NB
        total, pieces = len(self.features_ND), []
        for start in range(0, total, PIECE):
            yield Progress(start, total, NOTE)
            with blas_threads(1):
                pieces.append(self.function.codes(self.features_ND[start : start + PIECE].astype(np.float32)))
        self._packed_NB = np.concatenate(pieces)
        return self._packed_NB

    def bounded(self, rows: Rows) -> NDArray[np.float32] | None:
        """u of these rows, where the function has one."""
        return self.function.bounded(self.function.outputs(self.features_ND[rows].astype(np.float32)))

    def first_hits(self, row: int, among_N: Rows, count: int) -> Rows:
        """The first hits of an image among these, as a search shows them. It must not be one of them."""
        distances_N = hamming(self.packed_NB[among_N], self.packed_NB[row])
        near = order.candidates(distances_N)
        rows, distances = among_N[near], distances_N[near]
        mean_D = self.function.mean_D
        with blas_threads(1):
            query_D = centred(self.features_ND[[row]].astype(np.float32), mean_D)[0]
            cosine = (centred(self.features_ND[rows].astype(np.float32), mean_D) @ query_D).astype(np.float64)
            u_1K = self.bounded(np.array([row]))
        agreement = None if u_1K is None else order.agreement(u_1K[0], self.packed_NB[rows])
        return rows[order.in_order(rows, distances, cosine, agreement)[:count]]


def ranking_of(
    measured: Measured, examples: Examples, queries: Sequence[int]
) -> Generator[Progress, None, Ranking]:
    """Held-out images (`queries`, by id) among all that are not held out."""
    rows_Q, rows_N, labels_NC = query_rows(examples, queries), examples.database_rows, examples.labels_NC
    packed_NB, bits = measured.packed_NB, measured.function.bits
    sides = Sides(packed_NB[rows_Q], labels_NC[rows_Q], packed_NB[rows_N], labels_NC[rows_N], bits)
    return (yield from ranking(sides, at_once=QUERIES_AT_ONCE, note=said("Comparing codes")))


def query_rows(examples: Examples, queries: Sequence[int]) -> Rows:
    wanted = set(queries)
    return np.array([row for row in examples.held_out_rows if examples.image_ids[row] in wanted], np.int64)


def taking_figures(
    measured: Measured, examples: Examples, queries: Sequence[int]
) -> Generator[Progress, None, Figures]:
    yield from measured.coding()
    ranking = yield from ranking_of(measured, examples, queries)
    u_QK = measured.bounded(query_rows(examples, queries))
    return figures_from(ranking, u_QK, examples, queries, measured.trained_on)


def figures_from(
    ranking: Ranking,
    u_QK: NDArray[np.float32] | None,
    examples: Examples,
    queries: Sequence[int],
    trained_on: Collection[int] | None,
) -> Figures:
    """All measures, the means over labels beside those over pictures, and what the database is made of: how many of
    it have a label, and of how many the version learned what a person said (`trained_on`, by id; None where nobody
    knows)."""
    labels_QC = examples.labels_NC[query_rows(examples, queries)]
    rows_N = examples.database_rows
    over_labels = {
        "mAP" + OVER_LABELS: mean_over_labels(average_precisions(ranking), labels_QC),
        "precision_at_10" + OVER_LABELS: mean_over_labels(precisions_at(ranking, 10), labels_QC),
    }
    return {
        **measures(ranking, u_QK),
        **{name: None if np.isnan(mean) else mean for name, mean in over_labels.items()},
        "labelled": int(examples.labels_NC[rows_N].any(axis=1).sum()),
        "trained_on": None if trained_on is None else _count(examples, rows_N, set(trained_on)),
    }


def _count(examples: Examples, rows_N: Rows, image_ids: set[int]) -> int:
    return sum(examples.image_ids[row] in image_ids for row in rows_N)


def trained_on(db: Database, version: Version) -> set[int] | None:
    """The images of which a version learned what a person said; None for one that was made elsewhere."""
    if version_details.read(version.details).imported:
        return None
    return training_images.of_version(db, version.id)


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
    """The held-out images that none of these versions has seen, nor anything that belongs with them; evenly chosen
    where they are very many."""
    seen = set[int]().union(*(training_images.of_version(db, v.id) for v in versions if v is not None))
    seen = examples.with_their_groups(seen)
    found = [i for i in (examples.image_ids[row] for row in examples.held_out_rows) if i not in seen]
    return found[:: -(-len(found) // MOST_QUERIES) or 1]
