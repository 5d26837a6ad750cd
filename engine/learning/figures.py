"""How good codes are, on labels that were held out: the metrics of a hash function, or of a version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from engine.errors import UserError
from engine.evaluation.metrics import measures
from engine.evaluation.rankings import Ranking, rank
from engine.learning.examples import Examples, features_of
from engine.library import Library
from engine.model import model_files
from engine.model.codes import pack
from engine.model.hash_function import HashFunction
from engine.store import training_images
from engine.store.versions import Version

Figures = dict[str, Any]


def ranking_of(
    function: HashFunction, features_ND: NDArray[np.floating], examples: Examples, queries: Sequence[int]
) -> tuple[Ranking, NDArray[np.float32] | None]:
    """Held-out images (`queries`, by id) among the labelled ones that are not held out.

    `features_ND` are those of the examples, row by row. Returns also the queries' u, where the function has one.
    """
    wanted = set(queries)
    query_rows = [row for row in examples.held_out_rows if examples.image_ids[row] in wanted]
    database_rows = examples.database_rows
    outputs_QK = function.outputs(features_ND[query_rows].astype(np.float32))
    database_NB = function.codes(features_ND[database_rows].astype(np.float32))
    labels_NC = examples.labels_NC
    ranking = rank(pack(outputs_QK), labels_NC[query_rows], database_NB, labels_NC[database_rows], function.bits)
    return ranking, function.bounded(outputs_QK)


def figures_of(
    function: HashFunction, features_ND: NDArray[np.floating], examples: Examples, queries: Sequence[int]
) -> Figures:
    ranking, u_QK = ranking_of(function, features_ND, examples, queries)
    return measures(ranking, u_QK)


def unseen(db: Database, examples: Examples, *versions: Version | None) -> list[int]:
    """The held-out images that none of these versions was trained on."""
    seen = set[int]().union(*(training_images.of_version(db, v.id) for v in versions if v is not None))
    return [i for i in (examples.image_ids[row] for row in examples.held_out_rows) if i not in seen]


def figures_of_version(
    library: Library, version: Version, examples: Examples, queries: Sequence[int] | None = None
) -> Figures:
    """The metrics of a version on held-out labels; without `queries` on all that it was not trained on."""
    if queries is None:
        queries = unseen(library.db, examples, version)
    if not queries:
        raise UserError("This version was trained on all labelled images, so there is nothing to measure it on.")
    ids, features_ND = features_of(library.db, version.backbone, examples.image_ids)
    function = model_files.of_version(library.models_folder, version)
    return figures_of(function, features_ND, examples.only(ids), queries)
