"""What a distance means: how many of the pairs that far apart share a label, one image of each being held out."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.arrays import Counts
from engine.errors import UserError
from engine.evaluation.metrics import distance_histograms
from engine.evaluation.rankings import Sides, rank
from engine.learning.examples import collect
from engine.learning.figures import unseen
from engine.library import Library
from engine.sentences import said
from engine.store import codes
from engine.store.versions import Version

MOST_QUERIES, MOST_DATABASE = 2000, 20_000  # more would not change a share by a percent
LabelledState = tuple[int, ...]  # of labels and codes: another one once either has changed


@dataclass(frozen=True, slots=True, eq=False)
class DistanceMeaning:
    """Pairs of a held-out and another labelled image, counted by their distance 0..bits."""

    same_label_D: Counts
    different_D: Counts

    def pairs(self, least: int, most: int) -> int:
        within = slice(least, most + 1)
        return int(self.same_label_D[within].sum() + self.different_D[within].sum())

    def share_right(self, least: int, most: int) -> float | None:
        """Of the pairs within the range, how many share a label; None without any."""
        together = self.pairs(least, most)
        return int(self.same_label_D[least : most + 1].sum()) / together if together else None


def meaning_of_distances(library: Library, version: Version) -> DistanceMeaning:
    """From the library's labels and the version's stored codes; UserError if there are too few of them."""
    coded = codes.of_labelled(library.db, version.id, version.bits)
    examples = collect(library.db).only(coded.image_ids_N.tolist())
    queries = unseen(library.db, examples, version)
    if not queries:
        raise UserError(
            said("This version was trained on all labelled pictures, so there is nothing to measure it on.")
        )
    row_of = {image_id: row for row, image_id in enumerate(examples.image_ids)}
    query_rows = _some([row_of[image_id] for image_id in queries], MOST_QUERIES)
    rows = _some(examples.labelled_database_rows.tolist(), MOST_DATABASE)
    order = np.argsort(coded.image_ids_N)
    place_N = order[np.searchsorted(coded.image_ids_N[order], examples.image_ids)]
    packed_NB, labels_NC = coded.packed_NB[place_N], examples.labels_NC
    asked = packed_NB[query_rows], labels_NC[query_rows]
    sides = Sides(*asked, packed_NB[rows], labels_NC[rows], version.bits)
    histograms = distance_histograms(rank(sides))
    return DistanceMeaning(histograms.intra_D, histograms.inter_D)


def _some(rows: list[int], most: int) -> list[int]:
    """At most so many, evenly from all."""
    return rows[:: math.ceil(len(rows) / most)] if rows else rows


class KnownMeanings:
    """Keeps what was computed until the labels or the labelled images' codes change."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[LabelledState, DistanceMeaning]] = {}

    def of(self, library: Library, version: Version) -> DistanceMeaning:
        state = codes.state_of_labelled(library.db, version.id)
        known = self._known.get(version.id)
        if known is None or known[0] != state:
            known = state, meaning_of_distances(library, version)
            self._known[version.id] = known
        return known[1]
