"""A tuned feature space for tests, and a model version that works on it."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.jobs.encoding import encode_missing
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, trainable_network, write_tuned
from engine.model.linear_hash import random_projection
from engine.progress import finish
from engine.store import features, versions
from engine.store.versions import Version


@dataclass(frozen=True)
class TunedSpace:
    """A tuned backbone and the folder where its weights lie."""

    backbone: Backbone
    models_folder: Path

    def give_to(self, library: Library) -> None:
        shutil.copy(self.models_folder / str(self.backbone.tuned_file), library.models_folder)


def make_tuned(models_folder: Path) -> TunedSpace:
    """EfficientNet-Lite0 with its last layer changed a little and its features in the opposite order: as good as it
    was, and its features are of no use where the plain network's are expected."""
    import torch

    network = trainable_network(EFFICIENTNET_LITE0.name)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for tensor in (network.conv_head.weight, *network.bn2.state_dict().values()):
            if tensor.ndim:
                tensor.copy_(tensor.flip(0))
        noise = torch.randn(network.conv_head.weight.shape, generator=generator)
        network.conv_head.weight += 0.05 * network.conv_head.weight.std() * noise
    return TunedSpace(write_tuned(str(models_folder), EFFICIENTNET_LITE0.name, network), models_folder)


def add_version(library: Library, space: Backbone, name: str = "Tuned") -> Version:
    """A version on features that are there already, with all its codes; not active."""
    ids = features.ids(library.db, space.name).tolist()
    found = features.get(library.db, space.name, ids)
    function = random_projection(np.stack([found[i] for i in ids]), 256, seed=3)
    file, checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        version_id = versions.add(
            db,
            name=name,
            method="as a test wants it",
            bits=256,
            backbone=space.name,
            file=file,
            file_checksum=checksum,
            details={},
        )
    version = versions.get(library.db, version_id)
    finish(encode_missing(library, version))
    return version


def activate(library: Library, version: Version) -> None:
    with library.writing() as db:
        versions.activate(db, version.id)


def file_of(library: Library, space: Backbone) -> Path:
    return Path(os.path.join(library.models_folder, str(space.tuned_file)))
