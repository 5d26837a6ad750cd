"""Learning without labels: images whose nearest neighbours agree are taken for similar.

As on labels, hash layers are trained on the whole library, beside base bits; only that nobody has said anything. It
is a method that one can choose, and what the built-in version becomes by itself.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator

import numpy as np
import torch

from engine.arrays import Halves
from engine.dualhash.settings import Settings
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.jobs import builtin_version
from engine.jobs.feature_reading import read_features
from engine.learning.checkpoints import Checkpoint
from engine.learning.examples import MOST_IMAGES, must_differ, reading_features
from engine.learning.methods import SELF_TAUGHT, settings_of
from engine.learning.request import Request
from engine.learning.running import Taken, others_of, run_with_checkpoints
from engine.learning.trained import Trained
from engine.learning.whole_library import JoinedLearner, library_learner, surroundings
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0, backbone
from engine.model.device import Device
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, versions
from engine.store.versions import Version
from engine.training.counting import counted
from engine.training.neighbourhood import NEIGHBOURS
from engine.training.reports import TrainingStage
from engine.worker_processes import default_workers


def train_without_labels(
    library: Library, request: Request, device: Device, taken_up: Checkpoint | None, began: float
) -> Generator[Progress, None, Trained]:
    """`began` is when it would have begun, had it not been interrupted."""
    if request.tune == "all":
        raise UserError(said("Without labels only the hash layers can be trained, not the whole network."))
    settings, space = request.settings, backbone(request.architecture, library.models_folder)
    assert isinstance(settings, Settings)
    if space != EFFICIENTNET_LITE0:
        yield from read_features(library, space, device=device)
    wanted = others_of(taken_up) if taken_up is not None else _sampled(library, space.name, settings.seed)
    ids, features_ND = yield from reading_features(library.db, space.name, wanted)
    learner = yield from _learner(settings, features_ND, device.kind)
    about = request.about() | {"examples": hashlib.sha256(repr(ids).encode()).hexdigest()}
    taken = Taken(about, request.name, others=tuple(ids))
    epochs = yield from run_with_checkpoints(learner, library, taken, taken_up is not None)
    return Trained(
        request=request,
        settings=settings.changed(base_bits=settings.base_bits_used),
        function=learner.hash_function(features_ND.mean(axis=0, dtype=np.float32)),
        backbone=None,
        images=len(ids),
        trained_on=[],
        examples=None,
        before=None,
        after=None,
        comparison=None,
        epochs=epochs,
        seconds=time.monotonic() - began,
        computed_on=learner.device.type,
    )


def teach_itself(library: Library, device: str = "cpu") -> Generator[Progress, None, Version | None]:
    """Let the built-in version learn from the library's neighbourhoods, if it has not yet; None if it need not.

    The version before serves until the new one is complete.
    """
    active = versions.active(library.db)
    if library.read_only or active is None or not builtin_version.can_be_taught(library):
        return None
    torch.set_num_threads(max(1, default_workers() - 1))  # one core is left to the window
    settings = settings_of(SELF_TAUGHT, bits=builtin_version.BITS, base_bits=builtin_version.BASE_BITS)
    assert isinstance(settings, Settings)
    space = backbone(active.backbone, library.models_folder)
    yield Progress(0, None, TrainingStage.ITSELF.value)
    try:
        wanted = _sampled(library, space.name, settings.seed)
        _, features_ND = yield from reading_features(library.db, space.name, wanted)
        learner = yield from _learner(settings, features_ND, device)
    except UserError:
        return None  # there are few pictures now, or all of them look alike: nothing to learn
    yield from counted(learner, TrainingStage.ITSELF)
    function = learner.hash_function(features_ND.mean(axis=0, dtype=np.float32))
    count = features.count(library.db, space.name)
    return (yield from builtin_version.publish(library, space, builtin_version.SELF_TAUGHT, function, count))


def _learner(settings: Settings, features_ND: Halves, device: str) -> Generator[Progress, None, JoinedLearner]:
    must_differ(features_ND)
    rows = np.arange(len(features_ND))
    around = yield from surroundings(features_ND, rows, settings.base_bits_used, settings.seed, device)
    return library_learner(SELF_TAUGHT, settings, around, around.material(rows, None, device))


def _sampled(library: Library, space: FeatureSpace, seed: int) -> list[int]:
    ids = features.ids(library.db, space)
    if len(ids) <= NEIGHBOURS:
        raise UserError(
            said(
                "At least {least} indexed pictures are needed to learn from their neighbours.", least=NEIGHBOURS + 1
            )
        )
    if len(ids) > MOST_IMAGES:
        ids = np.sort(np.random.default_rng(seed).choice(ids, MOST_IMAGES, replace=False))
    chosen: list[int] = ids.tolist()
    return chosen
