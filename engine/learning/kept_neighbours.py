"""Whether pictures that nobody labelled are still found beside what they look like.

Of some of them: how many of their ten nearest by features are among the first 50 by distance? Search should show
what a person would call similar, so this need not be 1; but what falls clearly after a training was forgotten by
it.

Like precision at 10 it is of the distances alone, equal ones in every order alike. The order in which hits are
shown leans on the features itself: a version that learned nothing keeps all of a small library by it, and a
training that finds more of every kind, labelled or not, would seem to forget a third. And it looks at 50, about a
screen of hits, because which of fifty alike are the nearest ten is a matter of little. Trained on half of the
kinds of pictures, this share fell by 0.03 to 0.14 by default, where precision at 10 of the other kinds rose or
stayed, and by 0.30 to 0.46 on labels alone, where it was halved (480 and 3,500 photos, 80 % and ten of each kind
labelled).
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Distances, Rows
from engine.blas_threads import blas_threads
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.learning.examples import Examples, features_of
from engine.learning.figures import Measured
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.codes import hamming
from engine.model.linear_hash import centred
from engine.progress import Progress
from engine.sentences import said
from engine.store.connection import Database

NEAREST = 10
FIRST = 50
MOST_OF_LIBRARY = 3  # the first are at most a third of it
MOST_ASKED = 300
PIECE = 4096
NOTE = said("Comparing with what pictures look like")


def asked_rows(examples: Examples) -> Rows:
    """Images without a label, at most MOST_ASKED, evenly from all by their ids."""
    rows = np.flatnonzero(~examples.labels_NC.any(axis=1))
    rows = rows[np.argsort(np.array(examples.image_ids, np.int64)[rows])]
    return rows[:: -(-len(rows) // MOST_ASKED) or 1]


def looks(
    db: Database, examples: Examples, space: FeatureSpace | None, features_ND: NDArray[np.floating]
) -> NDArray[np.floating]:
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
    """The cosines of these rows with all rows, once features are centred by their mean."""
    cosine_QN = np.empty((len(rows_Q), len(features_ND)), np.float32)
    if not len(rows_Q):
        return cosine_QN
    mean_D = features_ND.mean(axis=0, dtype=np.float32).astype(np.float32)
    asked_QD = centred(features_ND[rows_Q].astype(np.float32), mean_D)
    for start in range(0, len(features_ND), PIECE):
        yield Progress(start, len(features_ND), NOTE)
        some = slice(start, start + PIECE)
        with blas_threads(1):
            np.matmul(asked_QD, centred(features_ND[some].astype(np.float32), mean_D).T, out=cosine_QN[:, some])
    return cosine_QN


def kept_share(
    measured: Measured, rows_Q: Rows, cosine_QN: NDArray[np.float32]
) -> Generator[Progress, None, float | None]:
    """The share of the nearest by looks (`cosine_QN`) that are among the first by distance; None without any row to
    ask for."""
    others = cosine_QN.shape[1] - 1
    count = min(NEAREST, others)
    if not len(rows_Q) or count < 1:
        return None
    packed_NB = yield from measured.coding()
    kept = 0.0
    for q, row in enumerate(rows_Q):
        yield Progress(q, len(rows_Q), NOTE)
        cosine_N = np.delete(cosine_QN[q], row)  # nobody is their own neighbour
        nearest = np.argpartition(-cosine_N, count - 1)[:count]
        kept += _among_the_first(places(others), np.delete(hamming(packed_NB, packed_NB[row]), row), nearest)
    return float(kept / (count * len(rows_Q)))


def places(images: int) -> int:
    """How many of so many images are the first."""
    return min(images, max(NEAREST, min(FIRST, images // MOST_OF_LIBRARY)))


def _among_the_first(count: int, distances_N: Distances, rows: Rows) -> float:
    """How many of these rows are expected among the first, if equal distances come in any order."""
    last = np.partition(distances_N, count - 1)[count - 1]
    nearer, tied = int((distances_N < last).sum()), int((distances_N == last).sum())
    of_rows = distances_N[rows]
    return float((of_rows < last).sum() + (of_rows == last).sum() * (count - nearer) / tied)
