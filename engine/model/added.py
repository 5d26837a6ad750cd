"""Networks that a person added to the library: their weights and all that is known of them in one file of its own.

The file lies in the library's models folder beside those of tuned networks. Its ID is the checksum of the
description, which holds the checksum of the weights: neither other weights nor another preprocessing are ever taken
for this network. So the name of the feature space, KIND.NAME@ID, says by which weights features were made.

    torchvision  one of its classification models
    timm         one of its models
    open_clip    two towers, for pictures and for words
    onnx         a graph as it is; nothing but ONNX Runtime can run it
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.errors import BugError
from engine.feature_space import FeatureSpace
from engine.model.backbone_spec import Backbone
from engine.model.code_lengths import FEWEST_BITS
from engine.model.tensor_files import (
    InvalidTensorsError,
    Tensors,
    must_be_usable,
    packed,
    read_bytes,
    read_metadata,
    trouble_said,
    unpacked,
)
from engine.publishing import published
from engine.sentences import said

if TYPE_CHECKING:
    import torch

TORCHVISION, TIMM, OPEN_CLIP, ONNX = "torchvision", "timm", "open_clip", "onnx"
KINDS = (TORCHVISION, TIMM, OPEN_CLIP, ONNX)
FILE_ENDING = ".backbone.safetensors"
UNKNOWN = 0  # dimensions, until the network was tried
DAMAGED = said("The network {name} is damaged: {why}.")
NOT_THERE = said("The network {name} is not in this library ({why}); add it again.")
NOT_READ = said("The network {name} cannot be read ({why}).")
GRAPH = "graph"  # the tensor that holds the bytes of an ONNX file
RESAMPLING = {"bilinear": Image.Resampling.BILINEAR, "bicubic": Image.Resampling.BICUBIC}
_ENTRY = "network"
_ID_DIGITS = 16
_NAME = re.compile(rf"({'|'.join(KINDS)})\.[A-Za-z0-9_.-]{{1,80}}@([0-9a-f]{{{_ID_DIGITS}}})")
_MOST_SIDE, _MOST_DIMENSIONS = 1024, 16384

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class AddedNetwork:
    """What is known of it. `mean` and `std` are of pixels from 0 to 255."""

    kind: str
    architecture: str  # what its kind calls it
    dimensions: int
    resize: int
    side: int
    mean: Triple
    std: Triple
    resampling: str = "bicubic"
    squeezes: bool = False
    licence: str = ""  # as its source says; empty: it does not
    source: str = ""
    settings: dict[str, Any] = field(default_factory=dict)  # what its network is built with
    weights: str = ""  # the checksum of its tensors

    def __post_init__(self) -> None:
        ok = (
            self.kind in KINDS
            and (self.dimensions == UNKNOWN or FEWEST_BITS <= self.dimensions <= _MOST_DIMENSIONS)
            and 8 <= self.side <= _MOST_SIDE
            and self.side <= self.resize <= 2 * _MOST_SIDE
            and self.resampling in RESAMPLING
            and len(self.mean) == len(self.std) == 3
            and all(np.isfinite(self.mean))
            and all(np.isfinite(self.std))
            and min(self.std) > 0
        )
        if not ok:
            raise InvalidTensorsError(said("what it says of its preprocessing cannot be"))

    @property
    def has_words(self) -> bool:
        return self.kind == OPEN_CLIP

    @property
    def text(self) -> str:
        """As it is kept; equal descriptions are equal texts."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def backbone(self) -> Backbone:
        slug = re.sub(r"[^A-Za-z0-9_.-]+", "_", self.architecture)[:80] or "network"
        return Backbone(
            name=FeatureSpace(f"{self.kind}.{slug}@{_digest(self.text)}"),
            dimensions=self.dimensions,
            resize=self.resize,
            side=self.side,
            mean=self.mean,
            std=self.std,
            resampling=RESAMPLING[self.resampling],
            squeezes=self.squeezes,
        )


def is_added(network: str) -> bool:
    return _NAME.fullmatch(network) is not None


def has_words(network: str) -> bool:
    """Whether it turns words into features, too."""
    return network.startswith(f"{OPEN_CLIP}.")


def described(text: str) -> AddedNetwork:
    """The description in that text, which may come from anybody."""
    try:
        about = json.loads(text)
        for name in ("mean", "std"):
            about[name] = tuple(float(value) for value in about[name])
        return AddedNetwork(**about)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InvalidTensorsError(said("its description is damaged")) from error


def write(models_folder: str, about: AddedNetwork, tensors: Tensors) -> Backbone:
    """Add it; returns its feature space. InvalidTensorsError if its weights cannot be used."""
    for name, tensor in tensors.items():
        must_be_usable(name, tensor)
    if about.weights not in ("", _checksum(tensors)):
        raise InvalidTensorsError(said("it has changed since it was written"))
    about = AddedNetwork(**(asdict(about) | {"weights": _checksum(tensors)}))
    backbone = about.backbone
    with published(path_of(models_folder, backbone.name)) as file:
        file.write(packed(tensors, {_ENTRY: about.text}))
    return backbone


def path_of(models_folder: str, network: str) -> str:
    found = _NAME.fullmatch(network)
    if found is None:
        raise BugError(f"{network} is not an added network")
    return os.path.join(models_folder, found[2] + FILE_ENDING)


def read_about(models_folder: str | None, network: str) -> AddedNetwork:
    """What is known of it; only the head of its file is read. UserError if it is not in the library, or damaged."""
    if models_folder is None:
        raise BugError(f"{network} is looked for without a models folder")
    with trouble_said(DAMAGED, NOT_THERE, name=network):
        about = described(read_metadata(path_of(models_folder, network)).get(_ENTRY, ""))
        if about.backbone.name != network:
            raise InvalidTensorsError(said("it has changed since it was written"))
        return about


def all_of(models_folder: str) -> list[tuple[FeatureSpace, AddedNetwork]]:
    """Those of a library; what is damaged is left out."""
    found = []
    for name in sorted(os.listdir(models_folder)):
        if name.endswith(FILE_ENDING):
            try:
                about = described(read_metadata(os.path.join(models_folder, name)).get(_ENTRY, ""))
            except (OSError, InvalidTensorsError):
                continue
            if about.backbone.tuned_file == name:
                found.append((about.backbone.name, about))
    return found


def read_tensors(models_folder: str, network: str) -> dict[str, NDArray[Any]]:
    """Its weights, which are those of its description."""
    about = read_about(models_folder, network)
    with trouble_said(DAMAGED, NOT_READ, name=network):
        tensors = unpacked(read_bytes(path_of(models_folder, network))).tensors
        if _checksum(tensors) != about.weights:
            raise InvalidTensorsError(said("it has changed since it was written"))
        return tensors


def load(models_folder: str, network: str, *, for_words: bool = False) -> torch.nn.Module:
    """The network for pictures, or its tower for words."""
    from engine.model.added_networks import PICTURES, WORDS, filled

    tower = WORDS if for_words else PICTURES
    return filled(read_about(models_folder, network), read_tensors(models_folder, network), tower)


def graph(models_folder: str, network: str) -> bytes:
    """The ONNX file of a network of that kind."""
    return read_tensors(models_folder, network)[GRAPH].tobytes()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]


def _checksum(tensors: Tensors) -> str:
    digest = hashlib.sha256()
    for name in sorted(tensors):
        tensor = np.asarray(tensors[name], order="C")
        digest.update(f"{name} {tensor.dtype.str} {tensor.shape} ".encode())
        digest.update(tensor.tobytes())
    return digest.hexdigest()
