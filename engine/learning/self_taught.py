"""DualHash without labels: images whose nearest neighbours agree are taken for similar.

One linear layer, started at ITQ, on centred and scaled features; so the result is a linear hash function like the
built-in one's, and no held-out labels are needed or used.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator

import numpy as np
import torch
from torch import nn

from engine.dualhash.pseudo_pairs import NEIGHBOURS, NeighbourPairs, nearest_neighbours
from engine.dualhash.settings import Settings
from engine.dualhash.training import new_trainer
from engine.errors import UserError
from engine.jobs.feature_reading import read_features
from engine.learning.examples import features_of, must_differ
from engine.learning.request import Request, Trained
from engine.learning.running import Taken, run_trainer
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0, backbone
from engine.model.device import Device
from engine.model.hash_function import Vectors
from engine.model.linear_hash import LinearHash, centred, itq
from engine.progress import Progress
from engine.store import features
from engine.training.inputs import FeatureInputs
from engine.training.network import HashNetwork, folded_projection

MOST_IMAGES = 20_000


def train_without_labels(
    library: Library, request: Request, device: Device, resume: bool, began: float
) -> Generator[Progress, None, Trained]:
    """`began` is when it would have begun, had it not been interrupted."""
    if request.tune == "all":
        raise UserError("Without labels only the hash layers can be trained, not the whole network.")
    settings, space = request.settings, backbone(request.architecture)
    assert isinstance(settings, Settings)
    if space != EFFICIENTNET_LITE0:
        yield from read_features(library, space, device=device)
    ids, features_ND = _sampled(library, space.name, settings.seed)
    must_differ(features_ND)
    start = yield from itq(features_ND, settings.bits, settings.seed)
    x_ND = centred(features_ND, start.mean_D) - start.offset_D
    inputs = FeatureInputs(torch.from_numpy(x_ND), device.kind)
    pairs = yield from _pairs(x_ND, device.kind, settings.weight_cap)
    network = _network(start, x_ND)
    trainer = new_trainer(
        settings, network, inputs, torch.arange(len(ids)), pairs, validation=None, device=device.kind
    )
    about = request.about() | {"examples": hashlib.sha256(repr(ids).encode()).hexdigest()}
    taken = Taken(about, request.name)
    epochs = yield from run_trainer(trainer, library, taken, resume)
    return Trained(
        request=request,
        function=_function(network, start),
        backbone=None,
        images=len(ids),
        trained_on=[],
        examples=None,
        before=None,
        after=None,
        comparison=None,
        epochs=epochs,
        seconds=time.monotonic() - began,
        computed_on=trainer.device.type,
    )


def _sampled(library: Library, space: str, seed: int) -> tuple[list[int], Vectors]:
    ids = features.ids(library.db, space)
    if len(ids) <= NEIGHBOURS:
        raise UserError(f"At least {NEIGHBOURS + 1} indexed images are needed to learn from their neighbours.")
    if len(ids) > MOST_IMAGES:
        ids = np.sort(np.random.default_rng(seed).choice(ids, MOST_IMAGES, replace=False))
    kept, features_ND = features_of(library.db, space, ids.tolist())
    return kept, features_ND.astype(np.float32)


def _pairs(x_ND: Vectors, device: str, cap: float) -> Generator[Progress, None, NeighbourPairs]:
    unit = torch.nn.functional.normalize(torch.from_numpy(x_ND)).to(device)
    blocks, done = [], 0
    for block in nearest_neighbours(unit):
        blocks.append(block)
        done += len(block)
        yield Progress(done, len(x_ND), "Finding neighbours")
    return NeighbourPairs(torch.cat(blocks), cap=cap)


def _network(start: LinearHash, x_ND: Vectors) -> HashNetwork:
    """ITQ's projection, followed by BatchNorm so that its outputs begin where tanh bends."""
    linear = nn.Linear(start.weights_DK.shape[0], start.bits)
    spread = float((x_ND[:4096] @ start.weights_DK).std())
    with torch.no_grad():
        linear.weight.copy_(torch.from_numpy(start.weights_DK.T / spread))
        linear.bias.zero_()
    return HashNetwork(None, nn.Sequential(linear, nn.BatchNorm1d(start.bits)))


def _function(network: HashNetwork, start: LinearHash) -> LinearHash:
    """The layer and its BatchNorm as one projection: W·(x̂ - o'), with the shift moved into o'."""
    weights_DK, shift_K = folded_projection(network.layers)
    moved_D = np.linalg.lstsq(weights_DK.T.astype(np.float64), shift_K, rcond=None)[0]
    return LinearHash(start.mean_D, (start.offset_D - moved_D).astype(np.float32), weights_DK)
