"""Feature spaces by name, and their networks: the one door to them.

A name is an architecture ("efficientnet_lite0", which is embedded, "alexnet", "resnet50", "gist", which has no
weights, or any classification model of torchvision), a tuned one, ARCHITECTURE@ID, one without its last blocks,
ARCHITECTURE~N, or one that was added to a library, KIND.NAME@ID; each may see several views of a picture,
NETWORK+VIEWS. torch is imported by the functions that need a network, and by `backbone` for torchvision's models
other than those two.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from engine.errors import BugError, UserError
from engine.model import added, cut_networks, efficientnet_lite0, networks, torchvision_networks, tuned, views
from engine.model.backbone_spec import (
    ALEXNET,
    EFFICIENTNET_LITE0,
    GIST,
    GIST_VERSION,
    KNOWN,
    RESNET50,
    Backbone,
)
from engine.model.networks import build_network, build_outline, build_trainable, trainable_network
from engine.model.tuned import write_tuned
from engine.sentences import said

if TYPE_CHECKING:
    import torch

__all__ = [
    "ALEXNET",
    "EFFICIENTNET_LITE0",
    "GIST",
    "RESNET50",
    "Backbone",
    "backbone",
    "build_network",
    "build_outline",
    "build_trainable",
    "is_tuned",
    "load_lite0_weights",
    "load_network",
    "must_be_intact",
    "trainable_network",
    "trained_network",
    "weights_version",
    "write_tuned",
]


def backbone(name: str, models_folder: str | None = None) -> Backbone:
    """The backbone of that name; UserError if there is none. What was added to a library is in `models_folder`."""
    network, seen = views.parted(name)
    found = _one_view(network, models_folder)
    return found if seen == views.OWN else found.with_views(seen)


def _one_view(name: str, models_folder: str | None) -> Backbone:
    if added.is_added(name):
        return added.read_about(models_folder, name).backbone
    if cut_networks.is_cut(name):
        return cut_networks.named(name)
    architecture, is_tuned, tuned_id = name.partition("@")
    if not is_tuned:
        return (KNOWN | {GIST.name: GIST}).get(name) or torchvision_networks.spec(name)
    if architecture not in KNOWN or not re.fullmatch(f"[0-9a-f]{{{tuned.ID_DIGITS}}}", tuned_id):
        raise UserError(said("There is no tuned backbone named {name!r}.", name=name))
    return tuned.named(architecture, tuned_id)


def weights_version(backbone: Backbone) -> str:
    """What tells its weights from others of the same architecture; fit for a file name."""
    if backbone.left_out or backbone.network == EFFICIENTNET_LITE0.name:
        return efficientnet_lite0.package_version()
    if backbone.network == GIST.name:
        return GIST_VERSION
    version = backbone.tuned_id or backbone.weights
    if not version:
        raise BugError(f"there are no weights for the backbone {backbone.name!r}")
    return version


def load_network(backbone: Backbone, models_folder: str | None = None) -> torch.nn.Module:
    """The network for use, x_NCHW -> features; the weights of a tuned one are in `models_folder`."""
    if backbone.left_out:
        return cut_networks.first_blocks(backbone)
    if backbone.tuned_id is None:
        return networks.pretrained_network(backbone).eval()
    if added.is_added(backbone.network):
        return added.load(_named(models_folder, backbone), backbone.network).eval()
    return tuned.load_tuned(_named(models_folder, backbone), backbone).eval()


def trained_network(backbone: Backbone) -> torch.nn.Module:
    """What is trained in this feature space, with its published weights: the whole network, or its last blocks on
    what the others give."""
    return cut_networks.last_blocks(backbone) if backbone.left_out else trainable_network(backbone.network)


def load_lite0_weights(backbone: Backbone, models_folder: str | None = None) -> dict[str, NDArray[Any]]:
    """The tensors of an EfficientNet-Lite0 by name, without torch; those of a tuned one are in `models_folder`."""
    if backbone.tuned_id is None:
        return efficientnet_lite0.load_weights()
    return tuned.read_tensors(_named(models_folder, backbone), backbone)


def is_tuned(space: str) -> bool:
    """Whether its network was tuned, and so belongs to the versions that work on it."""
    network = views.parted(space)[0]
    return "@" in network and not added.is_added(network)


def must_be_intact(space: str, models_folder: str) -> None:
    """UserError if the weights of a network in the models folder are damaged or gone."""
    network = views.parted(space)[0]
    if added.is_added(network):
        added.read_tensors(models_folder, network)
    elif is_tuned(space):
        tuned.read_tensors(models_folder, backbone(network))


def _named(models_folder: str | None, backbone: Backbone) -> str:
    if models_folder is None:
        raise BugError(f"{backbone.name} is looked for without a models folder")
    return models_folder
