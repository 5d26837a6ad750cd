"""What a distance means: of two held-out images that far apart, how many share a label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import distance_histograms
from engine.learning.examples import collect, features_of
from engine.learning.figures import ranking_of, unseen
from engine.library import Library
from engine.model import model_files
from engine.store.versions import Version


@dataclass(frozen=True, slots=True, eq=False)
class DistanceMeaning:
    """Pairs of a held-out and another labelled image, counted by their distance 0..bits."""

    same_label_D: NDArray[np.int64]
    different_D: NDArray[np.int64]

    def share_right(self, least: int, most: int) -> float | None:
        """Of the pairs within the range, how many share a label; None without any."""
        same = int(self.same_label_D[least : most + 1].sum())
        together = same + int(self.different_D[least : most + 1].sum())
        return same / together if together else None


def meaning_of_distances(library: Library, version: Version) -> DistanceMeaning:
    """From the library's labels; UserError if there are too few of them."""
    examples = collect(library.db)
    ids, features_ND = features_of(library.db, version.backbone, examples.image_ids)
    function = model_files.of_version(library.models_folder, version)
    examples = examples.only(ids)
    ranking, _ = ranking_of(function, features_ND, examples, unseen(library.db, examples, version))
    histograms = distance_histograms(ranking)
    return DistanceMeaning(histograms.intra_D, histograms.inter_D)
