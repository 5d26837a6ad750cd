"""Learning from the whole library: what surrounds the labelled images, prepared once for all trainings of a job.

Pairs that nobody labelled follow the neighbourhood of their features (engine.training.library_pairs). For that, all
images are looked at, or `examples.MOST_IMAGES` of a larger library: neighbours among a sample are neighbours still.

The hash layers see the features in their PRINCIPAL directions, where nearly all of their differences lie: three
times as fast, and as good. Folded into the first layer, these directions cost nothing afterwards.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.arrays import Vectors
from engine.blas_threads import blas_threads
from engine.dualhash.settings import Settings
from engine.learning.trainers import new_network, new_trainer
from engine.model.device_memory import is_out_of_memory
from engine.model.joined_hash import JoinedHash
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import LinearHash, itq
from engine.progress import Progress
from engine.sentences import said
from engine.training.inputs import FeatureInputs
from engine.training.learner import Learner
from engine.training.material import Material
from engine.training.neighbourhood import NEIGHBOURS, Neighbourhood, nearest_neighbours, similar_parts
from engine.training.reports import Report
from engine.training.targets import Targets

log = logging.getLogger(__name__)

MOST_FITTED = 20_000  # images that the base bits and the principal directions are fitted on
PRINCIPAL = 256
NEIGHBOURS_NOTE = said("Finding neighbours")


@dataclass(frozen=True, slots=True, eq=False)
class Principal:
    """The directions in which features differ most, scaled so that the features' spread is about 1."""

    mean_D: Vectors
    directions_DP: Vectors

    def of(self, features_ND: NDArray[np.floating]) -> Vectors:
        reduced_NP = np.empty((len(features_ND), self.directions_DP.shape[1]), np.float32)
        for start in range(0, len(features_ND), 4096):  # the features are kept in half the room
            rows = slice(start, start + 4096)
            np.matmul(features_ND[rows].astype(np.float32) - self.mean_D, self.directions_DP, out=reduced_NP[rows])
        return reduced_NP

    def unfolded(self, function: LayeredHash) -> LayeredHash:
        """A hash function on reduced features, as one on the features themselves."""
        weights_DH = self.directions_DP.astype(np.float64) @ function.hidden_weights_DH
        bias_H = function.hidden_bias_H - self.mean_D.astype(np.float64) @ weights_DH
        return LayeredHash(
            self.mean_D,
            weights_DH.astype(np.float32),
            bias_H.astype(np.float32),
            function.weights_HK,
            function.bias_K,
        )


def principal(features_ND: NDArray[np.floating]) -> Principal:
    x_ND = features_ND.astype(np.float32)
    mean_D: Vectors = x_ND.mean(axis=0, dtype=np.float64).astype(np.float32)
    x_ND -= mean_D
    _, directions_DD = np.linalg.eigh(x_ND.T @ x_ND)  # ascending: the last ones carry most variance
    directions_DP = directions_DD[:, : -PRINCIPAL - 1 : -1]
    spread = float((x_ND[:4096] @ directions_DP).std())
    return Principal(mean_D, np.ascontiguousarray(directions_DP / (spread or 1.0), np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """What stands beside the bits that are learned from labels: it keeps what pictures look like.

    Half of it is ITQ on the features, half comes from what the library taught itself without labels, once it has.
    """

    fitted: LinearHash
    taught: LayeredHash | None = None

    def joined(self, learned: LayeredHash) -> JoinedHash:
        return JoinedHash(learned if self.taught is None else learned.beside(self.taught), self.fitted)


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """All that a training on the whole library needs besides labels. Rows are those of the features; those that are
    not learned from are reduced like the others, and nothing else."""

    principal: Principal
    reduced_NP: Vectors
    neighbourhood: Neighbourhood
    base: Base | None  # None: no base bits

    @property
    def dimensions(self) -> int:
        return int(self.reduced_NP.shape[1])

    def inputs(self) -> FeatureInputs:
        return FeatureInputs(torch.from_numpy(self.reduced_NP))

    def material(self, rows_M: NDArray[np.int64], targets: Targets | None, device: str) -> Material:
        """What is learned from on these rows."""
        rows = torch.from_numpy(rows_M)
        return Material(self.inputs(), rows, targets, None, device, self.neighbourhood)


def surroundings(
    features_ND: NDArray[np.floating],
    rows_M: NDArray[np.int64],
    base_bits: int,
    seed: int,
    device: str,
    like: Surroundings | None = None,
    taught: LayeredHash | None = None,
) -> Generator[Progress, None, Surroundings]:
    """Those of the rows that are learned from. What was fitted for others `like` them, without labels, is kept.

    `taught` is what the library has taught itself on these features.
    """
    fitted = rows_M[_some(len(rows_M), seed)]
    yield Progress(0, None, said("Looking at the library"))
    with blas_threads(torch.get_num_threads()):  # see engine.model.linear_hash.itq
        directions = principal(features_ND[fitted]) if like is None else like.principal
        reduced_NP = directions.of(features_ND)
    neighbours_ML = yield from neighbours(reduced_NP[rows_M], device)
    similar = list[Tensor]()
    for part in similar_parts(neighbours_ML):
        similar.append(part)
        yield Progress(len(rows_M), len(rows_M), NEIGHBOURS_NOTE)
    known = Neighbourhood(neighbours_ML, similar, torch.from_numpy(rows_M))
    base = None if like is None else like.base
    if base_bits and base is None:
        base = yield from base_function(features_ND[fitted], base_bits, seed, taught)
    return Surroundings(directions, reduced_NP, known, base)


def neighbours(reduced_MP: Vectors, device: str) -> Generator[Progress, None, Tensor]:
    """The nearest other rows of each row (on the CPU), found on the device if it has the room."""
    try:
        return (yield from _neighbours(reduced_MP, device))
    except RuntimeError as error:
        if not is_out_of_memory(error) or device == "cpu":
            raise
    log.warning("Out of memory on the GPU; neighbours are found on the CPU.")
    return (yield from _neighbours(reduced_MP, "cpu"))


def _neighbours(reduced_MP: Vectors, device: str) -> Generator[Progress, None, Tensor]:
    unit_MP = torch.nn.functional.normalize(torch.from_numpy(reduced_MP)).to(device)
    count = min(NEIGHBOURS, max(1, (len(unit_MP) - 1) // 4))  # in a small library fewer, or all are everybody's
    blocks: list[Tensor] = []
    done = 0
    for block in nearest_neighbours(unit_MP, count):
        blocks.append(block.cpu())
        done += len(block)
        yield Progress(done, len(unit_MP), NEIGHBOURS_NOTE)
    return torch.cat(blocks)


def base_function(
    features_ND: NDArray[np.floating], bits: int, seed: int, taught: LayeredHash | None = None
) -> Generator[Progress, None, Base]:
    """Base bits for these features; ITQ's are fitted on them, or on MOST_FITTED of them."""
    fitted_ND = features_ND[_some(len(features_ND), seed)].astype(np.float32)
    half = 0 if taught is None else min(taught.bits, bits // 16 * 8)  # whole bytes
    fitted = yield from itq(fitted_ND, bits - half, seed, threads=torch.get_num_threads())
    return Base(fitted, None if taught is None or not half else taught.first(half))


def _some(count: int, seed: int) -> NDArray[np.int64]:
    if count <= MOST_FITTED:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, MOST_FITTED, replace=False))


def library_learner(method: str, settings: Settings, around: Surroundings, material: Material) -> JoinedLearner:
    """Learns hash layers from the whole library, beside base bits. `material` has the inputs and the neighbourhood
    of these surroundings."""
    network = new_network(method, settings, around.dimensions)
    trainer = new_trainer(method, settings, network, material)
    return JoinedLearner(trainer, around.principal, around.base)


class JoinedLearner:
    """A learner whose hash function gets the base bits beside its own, and takes whole features, even if it learned
    on reduced ones."""

    def __init__(self, learner: Learner, reduced_by: Principal | None, base: Base | None) -> None:
        self._learner = learner
        self._reduced_by, self._base = reduced_by, base
        self.steps_an_epoch = learner.steps_an_epoch

    @property
    def epochs(self) -> int:
        return self._learner.epochs

    @property
    def device(self) -> torch.device:
        return self._learner.device

    @property
    def is_over(self) -> bool:
        return self._learner.is_over

    def run(self) -> Iterator[Report]:
        return self._learner.run()

    def hash_function(self, mean_D: Vectors) -> LayeredHash | JoinedHash:
        learned = self._learner.hash_function(mean_D)
        assert isinstance(learned, LayeredHash)
        if self._reduced_by is not None:
            learned = self._reduced_by.unfolded(learned)
        return learned if self._base is None else self._base.joined(learned)

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        return self._learner.state()

    def load_state(self, tensors: dict[str, Tensor], values: dict[str, Any]) -> None:
        self._learner.load_state(tensors, values)
