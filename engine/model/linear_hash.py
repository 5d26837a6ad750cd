"""The built-in hash function: codes for a library that has no labels yet.

u = W·(x̂ - o), where x̂ is the feature vector centred by the library's mean and scaled to length 1. Two ways to
find W: an orthonormal random projection for a small library, and ITQ (iterative quantisation: PCA, then the
rotation that brings the projected points closest to the corners of the cube) fitted on the library itself.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from engine.arrays import Codes, Vectors
from engine.blas_threads import blas_threads
from engine.errors import UserError
from engine.model.codes import pack
from engine.progress import Progress
from engine.sentences import said

ITQ_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class LinearHash:
    mean_D: Vectors
    offset_D: Vectors
    weights_DK: Vectors

    @property
    def bits(self) -> int:
        return int(self.weights_DK.shape[1])

    def outputs(self, features_ND: Vectors) -> Vectors:
        x_ND = centred(features_ND, self.mean_D)
        x_ND -= self.offset_D
        return x_ND @ self.weights_DK

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        """None: a projection without labels was never meant to end at ±1."""
        return None

    def codes(self, features_ND: Vectors) -> Codes:
        return pack(self.outputs(features_ND))


def centred(features_ND: Vectors, mean_D: Vectors) -> Vectors:
    """Centred by the mean and scaled to length 1; a vector that is the mean itself stays 0."""
    x_ND = features_ND - mean_D
    length_N1 = np.linalg.norm(x_ND, axis=1, keepdims=True)
    length_N1[length_N1 == 0] = 1
    scaled: Vectors = np.divide(x_ND, length_N1, dtype=np.float32)
    return scaled


def random_projection(features_ND: Vectors, bits: int, seed: int = 0) -> LinearHash:
    """Orthonormal random directions through the mean of what is there."""
    dimensions = features_ND.shape[1]
    _must_suffice(dimensions, bits)
    gauss_DK = np.random.default_rng(seed).standard_normal((dimensions, bits))
    with blas_threads(1):  # numpy keeps Python's lock for as long as this takes: see `itq`
        weights_DK = np.linalg.qr(gauss_DK)[0].astype(np.float32)
    mean_D = features_ND.mean(axis=0, dtype=np.float64).astype(np.float32)
    return LinearHash(mean_D, np.zeros_like(mean_D), weights_DK)


def _must_suffice(dimensions: int, bits: int) -> None:
    if bits > dimensions:
        raise UserError(
            said(
                "Codes of {bits} bits need features of at least {bits} dimensions, not {dimensions}.",
                bits=bits,
                dimensions=dimensions,
            )
        )


def itq(features_ND: Vectors, bits: int, seed: int = 0, threads: int = 1) -> Generator[Progress, None, LinearHash]:
    """Fit ITQ; needs at least as many dimensions as bits.

    `threads` of BLAS, one for each core that it may call its own: threads that wait for each other on busy cores
    take twenty times as long.
    """
    rounds = _itq_rounds(features_ND, bits, seed)
    for done in range(ITQ_ROUNDS + 1):
        with blas_threads(threads):  # not around the report: others have limits of their own
            function = next(rounds)
        yield Progress(done, ITQ_ROUNDS, said("Fitting codes to your library"))
    assert function is not None
    return function


def _itq_rounds(features_ND: Vectors, bits: int, seed: int) -> Iterator[LinearHash | None]:
    """The start, then round after round; with the last one comes the function."""
    _must_suffice(features_ND.shape[1], bits)
    mean_D = features_ND.mean(axis=0, dtype=np.float64).astype(np.float32)
    x_ND = centred(features_ND, mean_D)
    offset_D = x_ND.mean(axis=0)
    x_ND -= offset_D
    _, directions_DD = np.linalg.eigh(x_ND.T @ x_ND)  # ascending: the last ones carry most variance
    principal_DK = directions_DD[:, : -bits - 1 : -1]
    v_NK = x_ND @ principal_DK
    rotation_KK = np.linalg.qr(np.random.default_rng(seed).standard_normal((bits, bits)))[0].astype(np.float32)
    yield None
    corners_NK = np.zeros_like(v_NK)
    for done in range(1, ITQ_ROUNDS + 1):
        before_NK, corners_NK = corners_NK, np.where(v_NK @ rotation_KK >= 0, np.float32(1), np.float32(-1))
        if not np.array_equal(corners_NK, before_NK):  # else it has found its place
            left_KK, _, right_KK = np.linalg.svd(v_NK.T @ corners_NK)  # orthogonal Procrustes
            rotation_KK = left_KK @ right_KK
        last = done == ITQ_ROUNDS
        yield LinearHash(mean_D, offset_D, (principal_DK @ rotation_KK).astype(np.float32)) if last else None
