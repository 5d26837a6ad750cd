"""Tuned weights: a fine-tuned network's state as safetensors in a library's models folder.

The file's name is the beginning of its own checksum, and so is the ID in the feature space's name: a file that
is damaged or another one is never taken for the tuned network.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from engine.errors import BugError
from engine.feature_space import FeatureSpace
from engine.model.backbone_spec import KNOWN, Backbone
from engine.model.networks import build_outline
from engine.model.tensor_files import (
    InvalidTensorsError,
    Tensors,
    must_be_usable,
    packed,
    read_bytes,
    trouble_said,
    unpacked,
)
from engine.publishing import published
from engine.sentences import said

if TYPE_CHECKING:
    import torch

FORMAT = "1"
ID_DIGITS = 16
DAMAGED = said("The tuned model {path} is damaged: {why}.")
NOT_READ = said("The tuned model {path} cannot be read ({why}).")


def named(architecture: str, tuned_id: str) -> Backbone:
    """The feature space of a network of this architecture with the weights of that file."""
    return replace(KNOWN[architecture], name=FeatureSpace(f"{architecture}@{tuned_id}"))


def id_of(data: bytes) -> str:
    """The ID of a tuned network, of the bytes of its file."""
    return hashlib.sha256(data).hexdigest()[:ID_DIGITS]


def write_tuned(models_folder: str, architecture: str, network: torch.nn.Module) -> Backbone:
    """Save the weights of a network that `trainable_network` made; returns its feature space."""
    try:
        return write_tensors(models_folder, architecture, _tensors(network))
    except InvalidTensorsError as error:
        raise BugError(f"a tuned {architecture} cannot be saved: {error}") from error


def write_tensors(models_folder: str, architecture: str, tensors: Tensors) -> Backbone:
    """The same with weights that may come from anybody: InvalidTensorsError if they do not fit the network."""
    _must_fit(tensors, build_outline(architecture))
    # One entry only: safetensors writes several in any order, and equal weights must make an equal file.
    data = packed(tensors, {"format": FORMAT})
    backbone = named(architecture, id_of(data))
    with published(_path(models_folder, backbone)) as file:
        file.write(data)
    return backbone


def read_tensors(models_folder: str, backbone: Backbone) -> dict[str, NDArray[Any]]:
    """The weights as they lie in the file; whatever is wrong with it gets one sentence."""
    path = _path(models_folder, backbone)
    with trouble_said(DAMAGED, NOT_READ, path=path):
        data = read_bytes(path)
        if id_of(data) != backbone.tuned_id:
            raise InvalidTensorsError(said("it has changed since it was written"))
        return unpacked(data).tensors


def load_tuned(models_folder: str, backbone: Backbone) -> torch.nn.Module:
    """The network as it was tuned; whatever is wrong with its file gets one sentence."""
    import torch

    tensors = read_tensors(models_folder, backbone)
    network = build_outline(backbone.architecture)
    with trouble_said(DAMAGED, path=_path(models_folder, backbone)):
        _must_fit(tensors, network)
    # A copy, because those of the file cannot be written to.
    copied = {name: torch.tensor(tensor) for name, tensor in tensors.items()}
    network.load_state_dict(copied, strict=True, assign=True)
    return network


def _path(models_folder: str, backbone: Backbone) -> str:
    if backbone.tuned_file is None:
        raise BugError(f"{backbone.name} is not a tuned feature space")
    return os.path.join(models_folder, backbone.tuned_file)


def _tensors(network: torch.nn.Module) -> dict[str, NDArray[Any]]:
    return {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}


def _must_fit(tensors: Tensors, network: torch.nn.Module) -> None:
    """The same names, shapes and types of numbers as in the network, and all of them usable."""
    expected = network.state_dict()
    if tensors.keys() != expected.keys():
        raise InvalidTensorsError(said("its layers are not those of the network"))
    for name, tensor in tensors.items():
        if tensor.shape != expected[name].shape or f"torch.{tensor.dtype}" != str(expected[name].dtype):
            raise InvalidTensorsError(said("“{name}” has an unexpected shape or type", name=name))
        must_be_usable(name, tensor)
        if name.endswith("running_var") and tensor.min() < 0:  # its root would be NaN
            raise InvalidTensorsError(said("“{name}” holds a negative variance", name=name))
