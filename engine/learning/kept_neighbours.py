"""Whether pictures that nobody labelled are still found beside what they look like.

Of some of them: how many of their ten nearest by features are among the first ten hits? Search should show what a
person would call similar, so this need not be 1; but what falls after a training was forgotten by it.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database
from threadpoolctl import threadpool_limits

from engine.errors import UserError
from engine.learning.examples import Examples, features_of
from engine.learning.figures import Measured, Rows
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.linear_hash import centred
from engine.progress import Progress

PLACES = 10
MOST_ASKED = 300
PIECE = 4096
NOTE = "Comparing with what pictures look like"


def asked_rows(examples: Examples) -> Rows:
    """Images without a label, at most MOST_ASKED, evenly from all by their ids."""
    rows = np.flatnonzero(~examples.labels_NC.any(axis=1))
    rows = rows[np.argsort(np.array(examples.image_ids, np.int64)[rows])]
    return rows[:: -(-len(rows) // MOST_ASKED) or 1]


def looks(db: Database, examples: Examples, space: str, features_ND: NDArray[np.floating]) -> NDArray[np.floating]:
    """The features by which pictures look alike: those of the built-in network, which no training has touched.

    Where some lack them, the ones given, of `space`, must do.
    """
    if space == EFFICIENTNET_LITE0.name:
        return features_ND
    try:
        ids, looks_ND = features_of(db, EFFICIENTNET_LITE0.name, examples.image_ids)
    except UserError:
        return features_ND
    return looks_ND if len(ids) == len(examples.image_ids) else features_ND


def cosines(features_ND: NDArray[np.floating], rows_Q: Rows) -> Generator[Progress, None, NDArray[np.float32]]:
    """Of these rows with all rows, features centred by their mean."""
    cosine_QN = np.empty((len(rows_Q), len(features_ND)), np.float32)
    if not len(rows_Q):
        return cosine_QN
    mean_D = features_ND.mean(axis=0, dtype=np.float32).astype(np.float32)
    asked_QD = centred(features_ND[rows_Q].astype(np.float32), mean_D)
    for start in range(0, len(features_ND), PIECE):
        yield Progress(start, len(features_ND), NOTE)
        some = slice(start, start + PIECE)
        with threadpool_limits(1, user_api="blas"):
            np.matmul(asked_QD, centred(features_ND[some].astype(np.float32), mean_D).T, out=cosine_QN[:, some])
    return cosine_QN


def kept_share(
    measured: Measured, rows_Q: Rows, cosine_QN: NDArray[np.float32]
) -> Generator[Progress, None, float | None]:
    """The share of the nearest by looks (`cosine_QN`) that are among the first hits, in the order of a search with
    this function; None without any row to ask for."""
    everything = np.arange(cosine_QN.shape[1])
    places = min(PLACES, len(everything) - 1)
    if not len(rows_Q) or places < 1:
        return None
    yield from measured.coding()
    kept = 0
    for q, row in enumerate(rows_Q):
        yield Progress(q, len(rows_Q), NOTE)
        cosine_N = cosine_QN[q].copy()
        cosine_N[row] = -np.inf  # nobody is their own neighbour
        nearest = np.argpartition(-cosine_N, places - 1)[:places]
        hits = measured.first_hits(int(row), np.delete(everything, row), places)
        kept += len(np.intersect1d(nearest, hits))
    return kept / (places * len(rows_Q))
