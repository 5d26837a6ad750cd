"""The training job: examples -> trainer -> figures before and after. Nothing is stored but a checkpoint.

"head" trains the hash layers on stored features, which takes seconds on a CPU. "all" trains the whole network from
pixels: first the hash layers on what the backbone sees, then both together.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.dualhash.pairs import LabelPairs
from engine.dualhash.settings import Settings
from engine.dualhash.training import new_network, new_trainer
from engine.errors import UserError
from engine.jobs.feature_reading import read_features
from engine.jobs.pixel_reading import read_pixels, remove_pixels
from engine.learning.examples import Examples, collect, features_of, must_differ
from engine.learning.figures import Figures, figures_of, figures_of_version, unseen
from engine.learning.methods import SELF_TAUGHT
from engine.learning.request import Request, Trained
from engine.learning.running import Taken, run_trainer
from engine.learning.self_taught import train_without_labels
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0, backbone, trainable_network
from engine.model.device import choose_device
from engine.model.layered_hash import LayeredHash
from engine.progress import Progress
from engine.store import labels, versions
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.network import HashNetwork, evaluating, folded
from engine.training.pixels import PixelInputs
from engine.training.reports import EpochReport
from engine.training.trainer import Trainer
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation, sample

log = logging.getLogger(__name__)

WHOLE_BATCH = 48  # what a GPU of 8 GB holds of the networks' activations
WHOLE_RATE = {"stom": 0.1, "storm": 1.0}  # of hash layers that have learned something already
WHOLE_EPOCHS = 10
LOOK = 32  # pictures that go through a backbone at once, without gradient


def train(library: Library, request: Request, *, resume: bool = False) -> Generator[Progress, None, Trained]:
    """Train on the library's labels. With `resume`, go on with the training whose checkpoint is in the library."""
    library.must_be_writable()
    device = request.device or choose_device()
    log.info("%s", device.line())
    if request.method == SELF_TAUGHT:
        return (yield from train_without_labels(library, request, device, resume))
    examples = collect(library.db)
    for name, count in examples.left_out.items():
        log.warning("“%s” has only %d images and is left out.", labels.shown(name), count)
    job = _Job(library, request, device.kind, resume)
    return (yield from (job.train_all(examples) if request.tune == "all" else job.train_head(examples)))


class _Job:
    def __init__(self, library: Library, request: Request, device: str, resume: bool) -> None:
        self._library = library
        self._request = request
        self._device = device
        self._resume = resume
        self._began = time.monotonic()

    def train_head(self, examples: Examples) -> Generator[Progress, None, Trained]:
        space = backbone(self._request.architecture)
        if space != EFFICIENTNET_LITE0:  # features of that one are stored by indexing
            yield from read_features(self._library, space)
        ids, features_ND = features_of(self._library.db, space.name, examples.image_ids)
        examples = examples.only(ids)
        must_differ(features_ND)
        network = new_network(self._request.settings, features_ND.shape[1])
        trainer = self._trainer(self._request.settings, network, features_ND, examples)
        epochs = yield from run_trainer(trainer, self._library, self._taken(examples), self._resume)
        return self._ended(examples, network, features_ND, epochs, trainer, tuned=False)

    def train_all(self, examples: Examples) -> Generator[Progress, None, Trained]:
        settings, space = self._request.settings, backbone(self._request.architecture)
        whole = trainable_network(self._request.architecture).to(self._device)
        network = new_network(settings, space.dimensions, whole)
        pixels, ids = yield from read_pixels(self._library, examples.image_ids, backbone=space)
        try:
            examples = examples.only(ids)
            inputs = PixelInputs(pixels, space, self._device)
            seen_ND = yield from _seen(network, inputs)
            must_differ(seen_ND)
            head = self._trainer(
                settings.changed(epochs=None), HashNetwork(None, network.layers), seen_ND, examples
            )
            yield from run_trainer(head, note="Training the hash layers first")
            trainer = self._trainer(_for_whole(settings), network, inputs, examples)
            epochs = yield from run_trainer(trainer, self._library, self._taken(examples), self._resume)
            seen_ND = yield from _seen(network, inputs)
        finally:
            remove_pixels(pixels)
        return self._ended(examples, network, seen_ND, epochs, trainer, tuned=True)

    def _taken(self, examples: Examples) -> Taken:
        return Taken(self._request.about() | {"examples": examples.digest()})

    def _trainer(
        self, settings: Settings, network: HashNetwork, source: Inputs | NDArray[np.float16], examples: Examples
    ) -> Trainer:
        inputs = FeatureInputs(torch.from_numpy(source), self._device) if isinstance(source, np.ndarray) else source
        pairs = LabelPairs(
            torch.from_numpy(examples.labels_NC),
            balanced=settings.balanced,
            cap=settings.weight_cap,
            decisions=examples.decisions,
            decision_weight=settings.decision_weight,
        )
        rows = torch.from_numpy(examples.train_rows)
        validation = _validation(inputs, examples, settings.seed)
        return new_trainer(settings, network, inputs, rows, pairs, validation, self._device)

    def _ended(
        self,
        examples: Examples,
        network: HashNetwork,
        features_ND: NDArray[np.float16],
        epochs: list[EpochReport],
        trainer: Trainer,
        tuned: bool,
    ) -> Trained:
        mean_D = features_ND[examples.train_rows].astype(np.float32).mean(axis=0)
        function = folded(network.layers, mean_D)
        before, after = self._figures(examples, function, features_ND)
        trained_on = [i for i, trained in zip(examples.image_ids, examples.parts.train_N, strict=True) if trained]
        return Trained(
            request=self._request,
            function=function,
            backbone=network.backbone.cpu().eval() if tuned else None,
            images=len(trained_on),
            trained_on=trained_on,
            examples=examples,
            before=before,
            after=after,
            epochs=epochs,
            seconds=time.monotonic() - self._began,
            computed_on=trainer.device.type,
        )

    def _figures(
        self, examples: Examples, function: LayeredHash, features_ND: NDArray[np.float16]
    ) -> tuple[Figures | None, Figures]:
        """Of the active version and of the new function, on the same queries, which neither was trained on."""
        active = versions.active(self._library.db)
        queries = unseen(self._library.db, examples, active)
        if active is None or not queries:
            return None, figures_of(function, features_ND, examples, unseen(self._library.db, examples))
        before = figures_of_version(self._library, active, examples, queries)
        return before, figures_of(function, features_ND, examples, queries)


def _for_whole(settings: Settings) -> Settings:
    """What is chosen by itself is chosen for a network whose hash layers have been trained already."""
    return settings.changed(
        batch=settings.batch or WHOLE_BATCH,
        learning_rate=settings.learning_rate or WHOLE_RATE[settings.instance],
        epochs=settings.epochs or WHOLE_EPOCHS,
        hand_over=0.0,
    )


def _validation(inputs: Inputs, examples: Examples, seed: int) -> Validation | None:
    queries, database = examples.validation_rows, examples.train_rows
    if not len(queries):
        return None
    queries = queries[sample(len(queries), MOST_QUERIES, seed).numpy()]
    database = database[sample(len(database), MOST_DATABASE, seed).numpy()]
    return Validation(
        _Rows(inputs, torch.from_numpy(queries)),
        examples.labels_NC[queries],
        torch.from_numpy(database),
        examples.labels_NC[database],
    )


class _Rows:
    """Some rows of other inputs, as inputs of their own."""

    def __init__(self, inputs: Inputs, rows: Tensor) -> None:
        self._inputs, self._rows = inputs, rows

    def __len__(self) -> int:
        return len(self._rows)

    def batches(self, rows: Sequence[Tensor], seed: int) -> Generator[Tensor, None, None]:
        yield from self._inputs.batches([self._rows[each] for each in rows], seed)

    def plain(self, rows: Tensor) -> Tensor:
        return self._inputs.plain(self._rows[rows])

    def to(self, device: torch.device | str) -> None:
        self._inputs.to(device)


def _seen(network: HashNetwork, inputs: Inputs) -> Generator[Progress, None, NDArray[np.float16]]:
    """What the backbone makes of all pictures as they are."""
    parts = []
    with evaluating(network):
        for rows in torch.split(torch.arange(len(inputs)), LOOK):
            yield Progress(int(rows[0]), len(inputs), "Looking at the pictures")
            parts.append(network.backbone(inputs.plain(rows)).float().cpu().numpy().astype(np.float16))
    seen_ND: NDArray[np.float16] = np.concatenate(parts)
    if not np.isfinite(seen_ND).all():
        raise UserError(
            "The network gives features that are too large to be stored; a smaller learning rate may help."
        )
    return seen_ND
