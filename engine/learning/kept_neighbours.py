"""Whether pictures that nobody labelled are still found beside what they look like.

Of some of them: how many of their ten nearest by features are among the first ten hits? Search should show what a
person would call similar, so this need not be 1; but what falls after a training was forgotten by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from engine.errors import UserError
from engine.learning.examples import Examples, features_of
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.codes import hamming
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import centred
from engine.search import order

PLACES = 10
MOST_ASKED = 300
PIECE = 4096

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


def cosines(features_ND: NDArray[np.floating], rows_Q: Rows) -> NDArray[np.float32]:
    """Of these rows with all rows, features centred by their mean."""
    mean_D = features_ND.mean(axis=0, dtype=np.float32).astype(np.float32)
    asked_QD = centred(features_ND[rows_Q].astype(np.float32), mean_D)
    pieces = [features_ND[start : start + PIECE] for start in range(0, len(features_ND), PIECE)]
    return np.concatenate([asked_QD @ centred(piece.astype(np.float32), mean_D).T for piece in pieces], axis=1)


def kept_share(
    function: HashFunction, features_ND: NDArray[np.floating], rows_Q: Rows, cosine_QN: NDArray[np.float32]
) -> float | None:
    """The share of the nearest by `cosine_QN` that are among the first hits; None without any row to ask for."""
    places = min(PLACES, len(features_ND) - 1)
    if not len(rows_Q) or places < 1:
        return None
    pieces = [features_ND[start : start + PIECE].astype(np.float32) for start in range(0, len(features_ND), PIECE)]
    packed_NB = np.concatenate([function.codes(piece) for piece in pieces])
    u_QK = function.bounded(function.outputs(features_ND[rows_Q].astype(np.float32)))
    ids_N, kept = np.arange(len(features_ND)), 0
    for q, row in enumerate(rows_Q):
        others_N = np.delete(ids_N, row)
        nearest = others_N[np.argsort(-cosine_QN[q, others_N], kind="stable")[:places]]
        distances = hamming(packed_NB[others_N], packed_NB[row])
        near = order.candidates(distances)
        agreement = None if u_QK is None else order.agreement(u_QK[q], packed_NB[others_N[near]])
        cosine = cosine_QN[q, others_N[near]].astype(np.float64)
        hits = near[order.in_order(others_N[near], distances[near], cosine, agreement)[:places]]
        kept += len(np.intersect1d(nearest, others_N[hits]))
    return kept / (places * len(rows_Q))
