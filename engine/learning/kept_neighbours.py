"""Whether pictures that nobody labelled are still found beside what they look like.

Of some of them: how many of their ten nearest by features are among the first ten hits? Search should show what a
person would call similar, so this need not be 1; but what falls after a training was forgotten by it.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from engine.errors import UserError
from engine.learning.examples import Examples, features_of
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.codes import hamming
from engine.model.linear_hash import centred
from engine.progress import Progress
from engine.search import order

PLACES = 10
MOST_ASKED = 300
PIECE = 4096
NOTE = "Comparing with what pictures look like"

Rows = NDArray[np.int64]


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
    if not len(rows_Q):
        return np.zeros((0, len(features_ND)), np.float32)
    mean_D = features_ND.mean(axis=0, dtype=np.float32).astype(np.float32)
    asked_QD = centred(features_ND[rows_Q].astype(np.float32), mean_D)
    parts = []
    for start in range(0, len(features_ND), PIECE):
        yield Progress(start, len(features_ND), NOTE)
        parts.append(asked_QD @ centred(features_ND[start : start + PIECE].astype(np.float32), mean_D).T)
    return np.concatenate(parts, axis=1)


def kept_share(
    packed_NB: NDArray[np.uint8],
    u_QK: NDArray[np.float32] | None,
    rows_Q: Rows,
    cosine_QN: NDArray[np.float32],
) -> Generator[Progress, None, float | None]:
    """The share of the nearest by `cosine_QN` that are among the first hits; None without any row to ask for.

    `packed_NB` are the codes of all images, `u_QK` the outputs of those asked for, where there are any.
    """
    places = min(PLACES, len(packed_NB) - 1)
    if not len(rows_Q) or places < 1:
        return None
    ids_N, kept = np.arange(len(packed_NB)), 0
    for q, row in enumerate(rows_Q):
        yield Progress(q, len(rows_Q), NOTE)
        cosine_N = cosine_QN[q].copy()
        cosine_N[row] = -np.inf  # nobody is their own neighbour
        nearest = np.argpartition(-cosine_N, places - 1)[:places]
        distances_N = hamming(packed_NB, packed_NB[row])
        distances_N[row] = np.iinfo(np.int32).max  # nor their own hit
        near = order.candidates(distances_N)
        near = near[near != row]
        agreement = None if u_QK is None else order.agreement(u_QK[q], packed_NB[near])
        hits = near[order.in_order(ids_N[near], distances_N[near], cosine_N[near].astype(np.float64), agreement)]
        kept += len(np.intersect1d(nearest, hits[:places]))
    return kept / (places * len(rows_Q))
