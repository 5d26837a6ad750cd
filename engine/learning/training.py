"""The training job: examples -> trainer -> figures before and after. Nothing is stored but a checkpoint.

"head" trains the hash layers on stored features, which takes seconds to minutes on a CPU. "all" trains the whole
network from pixels: first the hash layers on what the backbone sees, then both together.

Where the settings say so, which is the default, the library's other images are learned from too: as many as
`examples.MOST_IMAGES` allows on stored features, up to MOST_READ where all of them have to be read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator
from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray

from engine.dualhash.settings import Settings
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.jobs.builtin_version import taught_by_itself
from engine.jobs.feature_reading import read_features
from engine.jobs.pixel_reading import read_pixels, remove_pixels
from engine.learning.checkpoints import Checkpoint
from engine.learning.comparison import comparing, figures_apart, with_kept
from engine.learning.examples import (
    MOST_IMAGES,
    Examples,
    collecting,
    features_of,
    must_differ,
    must_still_suffice,
    others,
    reading_features,
)
from engine.learning.figures import KEPT, Measured, trained_on, unseen
from engine.learning.kept_neighbours import looks
from engine.learning.methods import SELF_TAUGHT, method
from engine.learning.repeated_splits import FEW_HELD_OUT, repeated_figures
from engine.learning.request import Request
from engine.learning.running import (
    OTHER_TRAINING,
    Taken,
    checkpoint_of,
    others_of,
    run_with_checkpoints,
    seconds_spent,
)
from engine.learning.self_taught import train_without_labels
from engine.learning.trained import Trained
from engine.learning.trainers import head_learner
from engine.learning.training_parts import seen_pictures, targets_of, trained_mean, validation_of
from engine.learning.tuned_network import TunedNetwork
from engine.learning.whole_library import JoinedLearner, Surroundings, base_function, library_learner, surroundings
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, backbone, build_outline, trainable_network
from engine.model.device import choose_device
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.sentences import said
from engine.store import labels, training_images, versions
from engine.training.counting import counted
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.learner import Learner
from engine.training.material import Material
from engine.training.pixels import PixelInputs
from engine.training.reports import EpochReport, TrainingStage
from engine.training.settings import GradientSettings
from engine.worker_processes import default_workers

log = logging.getLogger(__name__)

LOADING = said("Loading the network")
MOST_READ = 2000  # images without a label that a whole network learns from: each takes as long as a labelled one
IN_A_SPLIT = 2000  # the same for each of the small trainings that show the spread of figures


def train(library: Library, request: Request, *, resume: bool = False) -> Generator[Progress, None, Trained]:
    """Train on the library's labels. With `resume`, go on with the training whose checkpoint is in the library."""
    library.must_be_writable()
    device = request.device or choose_device()
    log.info("%s", device.line())
    # One core is left to the window. Threads that wait for each other on busy cores cost far more than they gain.
    torch.set_num_threads(max(1, default_workers() - 1))
    began = time.monotonic()
    taken_up = None
    if resume:
        taken_up = checkpoint_of(library, request.about())  # that there is none is said before pictures are read
        began -= seconds_spent(taken_up)
        request = replace(request, name=request.name or taken_up.values.get("name", ""))
    if request.method == SELF_TAUGHT:
        return (yield from train_without_labels(library, request, device, taken_up, began))
    if request.tune == "all" and not method(request.method).trains_networks:
        raise UserError(
            said("{title} trains no network, only hash functions on features.", title=method(request.method).title)
        )
    job = _LabelTraining(library, request, device.kind, taken_up, began)
    examples = yield from collecting(library.db)
    if taken_up is not None and taken_up.values.get("labels") != examples.digest():
        raise UserError(OTHER_TRAINING)
    for name, count in examples.left_out.items():
        images = "1 picture" if count == 1 else f"{count} pictures"
        log.warning("“%s” has only %s and is left out.", labels.shown(name), images)
    return (yield from (job.train_all(examples) if request.tune == "all" else job.train_head(examples)))


class _LabelTraining:
    def __init__(
        self,
        library: Library,
        request: Request,
        device: str,
        taken_up: Checkpoint | None,
        began: float,
    ) -> None:
        """`began` is when it would have begun, had it not been interrupted."""
        self._library = library
        self._request = request
        self._device = device
        self._taken_up = taken_up
        self._began = began
        self._settings = request.settings  # with what was chosen for the examples, once these are known
        self._labels = ""  # the digest of all of them
        self._active = versions.active(library.db)
        self._as_it_is: HashFunction | None = None
        if self._active is not None:  # what is amiss with it is said before the training and not after
            self._as_it_is = model_files.of_version(library.models_folder, self._active)
        self._before: Measured | None = None
        self._around: Surroundings | None = None  # of the training itself; splits of it are in the same library

    @property
    def _resume(self) -> bool:
        return self._taken_up is not None

    @property
    def _whole_library(self) -> bool:
        return isinstance(self._settings, Settings) and self._settings.whole_library

    def train_head(self, examples: Examples) -> Generator[Progress, None, Trained]:
        self._labels = examples.digest()
        space = backbone(self._request.architecture, self._library.models_folder)
        if space != EFFICIENTNET_LITE0:  # features of that one are stored by indexing
            yield from read_features(self._library, space, device=self._request.device)
        others = self._others(examples, space.name, MOST_IMAGES - len(examples.image_ids))
        everything = examples.with_others(others)
        ids, features_ND = yield from reading_features(self._library.db, space.name, everything.image_ids)
        everything = _those(everything, ids)
        self._choose_settings(everything)
        self._before = self._measured_before(everything, space.name, features_ND)
        must_differ(features_ND[everything.labels_NC.any(axis=1)])
        learner = yield from self._learner(features_ND, everything)
        taken = self._taken(everything, others)
        epochs = yield from run_with_checkpoints(learner, self._library, taken, self._resume)
        result = yield from self._measured(everything, features_ND, epochs, learner)
        if len(everything.held_out_rows) < FEW_HELD_OUT:
            result = yield from self._measured_on_several_splits(result, everything, features_ND)
        if self._request.refit:
            self._around = None  # of all images now
            function = yield from self._head_on(features_ND, everything.all_trained(), TrainingStage.ALL_LABELS)
            result = self._refitted(result, function)
        return result

    def train_all(self, examples: Examples) -> Generator[Progress, None, Trained]:
        self._labels = examples.digest()
        space = backbone(self._request.architecture, self._library.models_folder)
        yield Progress(0, None, LOADING)
        build_outline(space.name)  # the first network of a process imports for a second or two: heard before more
        yield Progress(0, None, LOADING)
        trainable_network(space.name)  # that it cannot be had is said before pictures are read for it
        yield Progress(0, None, LOADING)
        others = list[int]()
        if self._whole_library:
            others = self._others(examples, EFFICIENTNET_LITE0.name, MOST_READ)
        examples = examples.with_others(others)
        pixels, ids = yield from read_pixels(self._library, examples.image_ids, backbone=space)
        try:
            examples = _those(examples, ids)
            self._choose_settings(examples)
            self._before = self._measured_before(examples)
            result = yield from self._whole_on(pixels, examples, self._taken(examples, others))
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
        settings, space = self._settings, backbone(self._request.architecture, self._library.models_folder)
        assert isinstance(settings, GradientSettings)
        whole = TunedNetwork(self._request.method, settings, space, self._device)
        inputs = PixelInputs(pixels, space, whole.device)
        resume = self._resume and taken is not None
        around = None
        if not resume or self._whole_library:
            seen_ND = yield from seen_pictures(whole.network, inputs)
            must_differ(seen_ND)
            around = (yield from self._surroundings(seen_ND, examples)) if self._whole_library else None
        if not resume:
            on_features = self._material(FeatureInputs(torch.from_numpy(seen_ND)), examples, around)
            yield from whole.train_first_layers(on_features)
        trainer = whole.trainer(self._material(inputs, examples, around))
        if taken is None:
            epochs = yield from counted(trainer, TrainingStage.ALL_LABELS)
        else:
            epochs = yield from run_with_checkpoints(trainer, self._library, taken, resume)
        seen_ND = yield from seen_pictures(whole.network, inputs)
        learner = yield from self._with_base_bits(trainer, seen_ND[examples.learned_rows])
        result = yield from self._measured(examples, seen_ND, epochs, learner)
        return replace(result, backbone=whole.network.backbone.cpu().eval())

    def _with_base_bits(
        self, learner: Learner, features_ND: NDArray[np.float16]
    ) -> Generator[Progress, None, Learner]:
        """The learner beside base bits on these features, if the settings want some."""
        settings = self._settings
        bits = settings.base_bits_used if isinstance(settings, Settings) else 0
        if not bits:
            return learner
        return JoinedLearner(learner, None, (yield from base_function(features_ND, bits, settings.seed)))

    def _head_on(
        self, features_ND: NDArray[np.float16], examples: Examples, stage: TrainingStage
    ) -> Generator[Progress, None, HashFunction]:
        learner = yield from self._learner(features_ND, examples)
        yield from counted(learner, stage)
        return learner.hash_function(trained_mean(features_ND, examples))

    def _others(self, examples: Examples, space: FeatureSpace, most: int) -> list[int]:
        """Images without a label, to be learned from or at least searched; those it began with, if it goes on."""
        if self._taken_up is not None:
            return others_of(self._taken_up)
        # Before and after are measured among the same images, so both versions must know them.
        spaces = {space, self._active.backbone if self._active is not None else space}
        return others(self._library.db, spaces, examples, self._settings.seed, most)

    def _surroundings(
        self, features_ND: NDArray[np.float16], examples: Examples
    ) -> Generator[Progress, None, Surroundings]:
        settings = self._settings
        assert isinstance(settings, Settings)
        bits = settings.base_bits_used if self._request.tune == "head" else 0
        rows, seed = examples.learned_rows, settings.seed
        first = bool(bits) and self._around is None  # the others are given the same base bits
        taught = taught_by_itself(self._library, self._request.architecture) if first else None
        around = yield from surroundings(features_ND, rows, bits, seed, self._device, self._around, taught)
        if self._around is None:
            self._around = around
        return around

    def _choose_settings(self, examples: Examples) -> None:
        """What is left to the examples is chosen for these."""
        if isinstance(self._settings, Settings):
            self._settings = self._settings.for_labelled(len(examples.train_rows) / len(examples.learned_rows))

    def _measured_before(
        self, examples: Examples, space: FeatureSpace | None = None, features_ND: NDArray[np.float16] | None = None
    ) -> Measured | None:
        """The active version on the examples; None if it lacks the features of some. If it takes those of `space`,
        they are at hand."""
        version, function = self._active, self._as_it_is
        if version is None or function is None:
            return None
        learned = trained_on(self._library.db, version)
        if features_ND is not None and version.backbone == space:
            return Measured(function, features_ND, learned)
        ids, own_ND = features_of(self._library.db, version.backbone, examples.image_ids)
        if len(ids) < len(examples.image_ids):
            log.warning("The active version lacks some of the pictures, so there are no figures of before.")
            return None
        return Measured(function, own_ND, learned)

    def _taken(self, examples: Examples, others: list[int]) -> Taken:
        about = self._request.about() | {"examples": examples.digest()}
        return Taken(about, self._request.name, self._labels, tuple(others))

    def _learner(self, features_ND: NDArray[np.float16], examples: Examples) -> Generator[Progress, None, Learner]:
        """Learns a hash function on these features."""
        method, settings = self._request.method, self._settings
        if self._whole_library:
            assert isinstance(settings, Settings)
            around = yield from self._surroundings(features_ND, examples)
            return library_learner(method, settings, around, self._material(around.inputs(), examples, around))
        material = self._material(FeatureInputs(torch.from_numpy(features_ND)), examples)
        learner = head_learner(method, settings, features_ND.shape[1], material)
        return (yield from self._with_base_bits(learner, features_ND[examples.learned_rows]))

    def _material(self, inputs: Inputs, examples: Examples, around: Surroundings | None = None) -> Material:
        """The examples as inputs; with what is around them, those without a label are learned from, too."""
        return Material(
            inputs,
            torch.from_numpy(examples.train_rows if around is None else examples.learned_rows),
            targets_of(examples),
            validation_of(inputs, examples, self._settings.seed),
            self._device,
            None if around is None else around.neighbourhood,
        )

    def _measured(
        self,
        examples: Examples,
        features_ND: NDArray[np.float16],
        epochs: list[EpochReport],
        learner: Learner,
    ) -> Generator[Progress, None, Trained]:
        """What was trained, measured beside the active version on queries that neither was trained on."""
        function = learner.hash_function(trained_mean(features_ND, examples))
        fresh = unseen(self._library.db, examples, self._active)  # none if that one was refitted on all labels
        queries = fresh or unseen(self._library.db, examples)
        told = [examples.image_ids[row] for row in examples.told_rows]
        measured = Measured(function, features_ND, told)
        space = self._request.architecture if self._request.tune == "head" else None
        looks_ND = looks(self._library.db, examples, space, features_ND)
        comparison, before, after = None, None, None
        if self._before is not None and fresh:
            comparison = yield from comparing(self._before, measured, examples, fresh, looks_ND)
            before, after = comparison.figures
        else:
            before, after = yield from figures_apart(self._before, measured, examples, queries, looks_ND)
        return Trained(
            request=self._request,
            settings=self._settings,
            function=function,
            backbone=None,
            images=len(examples.learned_rows if self._whole_library else examples.told_rows),
            trained_on=told,
            examples=examples,
            before=before,
            after=after,
            comparison=comparison,
            epochs=epochs,
            seconds=time.monotonic() - self._began,
            computed_on=learner.device.type,
        )

    def _measured_on_several_splits(
        self, result: Trained, examples: Examples, features_ND: NDArray[np.float16]
    ) -> Generator[Progress, None, Trained]:
        seen = training_images.of_version(self._library.db, self._active.id) if self._active else set[int]()

        # Each of these trainings is on part of the library, to be quick, but all of it is searched.
        others = np.setdiff1d(np.arange(len(examples.image_ids)), examples.told_or_held_out_rows)
        if len(others) > IN_A_SPLIT:
            seed = self._settings.seed
            others = np.random.default_rng(seed).choice(others, IN_A_SPLIT, replace=False)
        rows = np.sort(np.concatenate([examples.told_or_held_out_rows, others]))
        some_ND, some = features_ND[rows], [examples.image_ids[row] for row in rows]

        def train_on(divided: Examples) -> Generator[Progress, None, HashFunction]:
            return (yield from self._head_on(some_ND, divided.only(some), TrainingStage.SPLITS))

        earlier, later = yield from repeated_figures(examples, features_ND, train_on, self._before, seen)
        if later is None:  # no split has anything to ask for
            return result
        # What became of pictures without a label has nothing to do with the split.
        kept = [None if each is None else each.get(KEPT) for each in (result.before, result.after)]
        return replace(
            result,
            before=with_kept(earlier, kept[0]),
            after=with_kept(later, kept[1]),
            seconds=time.monotonic() - self._began,
        )

    def _refitted(self, result: Trained, function: HashFunction) -> Trained:
        assert result.examples is not None
        everything = result.examples.all_trained()
        return replace(
            result,
            function=function,
            trained_on=[everything.image_ids[row] for row in everything.told_rows],
            images=len(everything.learned_rows if self._whole_library else everything.told_rows),
            seconds=time.monotonic() - self._began,
        )


def _those(examples: Examples, ids: list[int]) -> Examples:
    """The examples that can be read now; enough must be left."""
    left = examples.only(ids)
    must_still_suffice(left, len(examples.image_ids))
    return left
