"""The training job: examples -> trainer -> figures before and after. Nothing is stored but a checkpoint.

"head" trains the hash layers on stored features, which takes seconds on a CPU. "all" trains the whole network from
pixels: first the hash layers on what the backbone sees, then both together.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.errors import UserError
from engine.images.pool import default_workers
from engine.jobs.feature_reading import read_features
from engine.jobs.pixel_reading import read_pixels, remove_pixels
from engine.learning.comparison import Measured, compare
from engine.learning.examples import Examples, collect, features_of, must_differ, must_still_suffice
from engine.learning.figures import figures_of, unseen
from engine.learning.methods import SELF_TAUGHT, method
from engine.learning.repeated_splits import FEW_HELD_OUT, repeated_figures
from engine.learning.request import Request, Trained
from engine.learning.running import Taken, checkpoint_of, run_trainer, seconds_spent
from engine.learning.self_taught import train_without_labels
from engine.learning.trainers import head_learner, new_trainer, whole_network
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, backbone, build_trainable, trainable_network
from engine.model.device import choose_device
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.store import labels, training_images, versions
from engine.store.versions import Version
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.learner import Learner
from engine.training.looking import seen
from engine.training.network import HashNetwork
from engine.training.pixels import PixelInputs
from engine.training.reports import EpochReport
from engine.training.settings import GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation, sample

log = logging.getLogger(__name__)

LOADING = "Loading the network"


def train(library: Library, request: Request, *, resume: bool = False) -> Generator[Progress, None, Trained]:
    """Train on the library's labels. With `resume`, go on with the training whose checkpoint is in the library."""
    library.must_be_writable()
    device = request.device or choose_device()
    log.info("%s", device.line())
    # One core is left to the window. Threads that wait for each other on busy cores cost far more than they gain.
    torch.set_num_threads(max(1, default_workers() - 1))
    began = time.monotonic()
    if resume:
        checkpoint = checkpoint_of(library, request.about())  # that there is none is said before pictures are read
        began -= seconds_spent(checkpoint)
        request = replace(request, name=request.name or checkpoint.values.get("name", ""))
    if request.method == SELF_TAUGHT:
        return (yield from train_without_labels(library, request, device, resume, began))
    if request.tune == "all" and not method(request.method).trains_networks:
        raise UserError(f"{method(request.method).title} trains no network, only hash functions on features.")
    examples = collect(library.db)
    for name, count in examples.left_out.items():
        images = "1 image" if count == 1 else f"{count} images"
        log.warning("“%s” has only %s and is left out.", labels.shown(name), images)
    job = _Job(library, request, device.kind, resume, began, examples.digest())
    return (yield from (job.train_all(examples) if request.tune == "all" else job.train_head(examples)))


class _Job:
    def __init__(
        self, library: Library, request: Request, device: str, resume: bool, began: float, labels_digest: str
    ) -> None:
        """`began` is when it would have begun, had it not been interrupted; of all labels comes a digest."""
        self._library = library
        self._request = request
        self._device = device
        self._resume = resume
        self._began = began
        self._labels_digest = labels_digest
        self._active = versions.active(library.db)
        self._before: Measured | None = None

    def train_head(self, examples: Examples) -> Generator[Progress, None, Trained]:
        space = backbone(self._request.architecture)
        if space != EFFICIENTNET_LITE0:  # features of that one are stored by indexing
            yield from read_features(self._library, space, device=self._request.device)
        ids, features_ND = features_of(self._library.db, space.name, examples.image_ids)
        examples = self._those(examples, ids)
        must_differ(features_ND)
        learner = self._learner(features_ND, examples)
        epochs = yield from run_trainer(learner, self._library, self._taken(examples), self._resume)
        result = self._measured(examples, features_ND, epochs, learner)
        if len(examples.held_out_rows) < FEW_HELD_OUT:
            result = yield from self._measured_on_several_splits(result, examples, features_ND)
        if self._request.refit:
            function = yield from self._head_on(features_ND, examples.all_trained(), "Training on all labels")
            result = self._refitted(result, function)
        return result

    def train_all(self, examples: Examples) -> Generator[Progress, None, Trained]:
        space = backbone(self._request.architecture)
        yield Progress(0, None, LOADING)
        build_trainable(space.name)  # the first network of a process imports for a second or two: heard before more
        yield Progress(0, None, LOADING)
        trainable_network(space.name)  # that it cannot be had is said before pictures are read for it
        yield Progress(0, None, LOADING)
        pixels, ids = yield from read_pixels(self._library, examples.image_ids, backbone=space)
        try:
            examples = self._those(examples, ids)
            result = yield from self._whole_on(pixels, examples, self._taken(examples))
            if self._request.refit:
                again = yield from self._whole_on(pixels, examples.all_trained(), None)
                result = replace(self._refitted(result, again.function), backbone=again.backbone)
        finally:
            remove_pixels(pixels)
        return result

    def _whole_on(
        self, pixels: NDArray[np.uint8], examples: Examples, taken: Taken | None
    ) -> Generator[Progress, None, Trained]:
        """The hash layers on what the backbone sees as it is, then both together."""
        settings, space = self._request.settings, backbone(self._request.architecture)
        assert isinstance(settings, GradientSettings)
        network = whole_network(self._request.method, settings, space)
        self._place(network)
        inputs = PixelInputs(pixels, space, self._device)
        resume = self._resume and taken is not None
        if not resume:
            seen_ND = yield from _seen(network, inputs)
            must_differ(seen_ND)
            head = HashNetwork(None, network.layers)
            first = self._trainer(settings.for_first_layers(), head, self._features(seen_ND), examples)
            yield from run_trainer(first, note="Training the hash layers first")
        trainer = self._trainer(settings.for_whole_network(), network, inputs, examples)
        epochs = yield from run_trainer(trainer, self._library, taken, resume)
        seen_ND = yield from _seen(network, inputs)
        result = self._measured(examples, seen_ND, epochs, trainer)
        return replace(result, backbone=network.backbone.cpu().eval())

    def _head_on(
        self, features_ND: NDArray[np.float16], examples: Examples, note: str
    ) -> Generator[Progress, None, HashFunction]:
        learner = self._learner(features_ND, examples)
        yield from run_trainer(learner, note=note)
        return learner.hash_function(_mean(features_ND, examples))

    def _place(self, network: HashNetwork) -> None:
        """On the GPU, or on the CPU when the network alone is too large for it."""
        try:
            network.to(self._device)
        except torch.OutOfMemoryError:
            log.warning("The network does not fit into the GPU's memory; going on with the CPU.")
            self._device = "cpu"
            network.to("cpu")

    def _those(self, examples: Examples, ids: list[int]) -> Examples:
        """The examples that can be read now; enough must be left. The active version is read, too: what is amiss
        with it is said before the training and not after."""
        left = examples.only(ids)
        must_still_suffice(left, len(examples.image_ids))
        self._before = _as_it_is(self._library, self._active, left)
        return left

    def _taken(self, examples: Examples) -> Taken:
        about = self._request.about() | {"examples": examples.digest()}
        return Taken(about, self._request.name, self._labels_digest)

    def _features(self, features_ND: NDArray[np.float16]) -> Inputs:
        return FeatureInputs(torch.from_numpy(features_ND), self._device)

    def _learner(self, features_ND: NDArray[np.float16], examples: Examples) -> Learner:
        """Of a hash function on these features."""
        settings, inputs = self._request.settings, self._features(features_ND)
        return head_learner(
            self._request.method,
            settings,
            inputs,
            features_ND.shape[1],
            torch.from_numpy(examples.train_rows),
            _targets(examples),
            _validation(inputs, examples, settings.seed),
            self._device,
        )

    def _trainer(
        self, settings: GradientSettings, network: HashNetwork, inputs: Inputs, examples: Examples
    ) -> Trainer:
        rows = torch.from_numpy(examples.train_rows)
        validation = _validation(inputs, examples, settings.seed)
        return new_trainer(
            self._request.method, settings, network, inputs, rows, _targets(examples), validation, self._device
        )

    def _measured(
        self,
        examples: Examples,
        features_ND: NDArray[np.float16],
        epochs: list[EpochReport],
        learner: Learner,
    ) -> Trained:
        """What was trained, measured beside the active version on queries that neither was trained on."""
        function = learner.hash_function(_mean(features_ND, examples))
        fresh = unseen(self._library.db, examples, self._active)  # none if that one was refitted on all labels
        queries = fresh or unseen(self._library.db, examples)
        comparison = None
        if self._before is not None and fresh:
            comparison = compare(self._before, Measured(function, features_ND), examples, fresh)
        return Trained(
            request=self._request,
            function=function,
            backbone=None,
            images=int(examples.parts.train_N.sum()),
            trained_on=[i for i, used in zip(examples.image_ids, examples.parts.train_N, strict=True) if used],
            examples=examples,
            before=comparison.before.figures if comparison is not None else None,
            after=figures_of(function, features_ND, examples, queries) if queries else None,
            comparison=comparison,
            epochs=epochs,
            seconds=time.monotonic() - self._began,
            computed_on=learner.device.type,
        )

    def _measured_on_several_splits(
        self, result: Trained, examples: Examples, features_ND: NDArray[np.float16]
    ) -> Generator[Progress, None, Trained]:
        seen = training_images.of_version(self._library.db, self._active.id) if self._active else set[int]()

        def train_on(divided: Examples) -> Generator[Progress, None, HashFunction]:
            return (yield from self._head_on(features_ND, divided, "Measuring on several splits"))

        earlier, later = yield from repeated_figures(examples, features_ND, train_on, self._before, seen)
        if later is None:  # no split has anything to ask for
            return result
        return replace(result, before=earlier, after=later, seconds=time.monotonic() - self._began)

    def _refitted(self, result: Trained, function: HashFunction) -> Trained:
        assert result.examples is not None
        ids = result.examples.image_ids
        return replace(
            result, function=function, trained_on=ids, images=len(ids), seconds=time.monotonic() - self._began
        )


def _mean(features_ND: NDArray[np.float16], examples: Examples) -> NDArray[np.float32]:
    mean_D: NDArray[np.float32] = features_ND[examples.train_rows].astype(np.float32).mean(axis=0)
    return mean_D


def _as_it_is(library: Library, version: Version | None, examples: Examples) -> Measured | None:
    """The active version on the examples; None if it lacks the features of some."""
    if version is None:
        return None
    ids, features_ND = features_of(library.db, version.backbone, examples.image_ids)
    if len(ids) < len(examples.image_ids):
        log.warning("The active version lacks some of the labelled images, so there are no figures of before.")
        return None
    return Measured(model_files.of_version(library.models_folder, version), features_ND)


def _targets(examples: Examples) -> Targets:
    """Of images that are not trained on, not even how many share a label may count."""
    labels_NC = examples.labels_NC & examples.parts.train_N[:, None]
    return Targets(torch.from_numpy(labels_NC), examples.decisions)


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
    """What the backbone makes of all pictures as they are, as it is stored."""
    seen_ND: NDArray[np.float16] = yield from seen(network, inputs, np.float16)
    if not np.isfinite(seen_ND).all():
        raise UserError(
            "The network gives features that are too large to be stored; a smaller learning rate may help."
        )
    return seen_ND
