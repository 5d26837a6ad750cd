"""torchvision's classification models as backbones: each without its last classifier layer.

Their weights are downloaded once, by torchvision's own code, which checks the download; they then lie in torch's
cache ($TORCH_HOME) for all programs. Every function here imports torchvision.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from PIL import Image

from engine.errors import BugError, UserError
from engine.feature_space import FeatureSpace
from engine.model.backbone_spec import KNOWN, Backbone, in_pixels
from engine.needed_packages import need_torch
from engine.sentences import said

if TYPE_CHECKING:
    import torch

_RESAMPLING = {"bilinear": Image.Resampling.BILINEAR, "bicubic": Image.Resampling.BICUBIC}
_INITIALISE_SLOWLY = ("googlenet", "inception_v3")  # for a minute, and warn that they do

NOT_DOWNLOADED = said(
    "The model {name} must be downloaded once, and that did not work ({why}); "
    "please try again with an internet connection."
)
DAMAGED_HERE = said("The weights of the model {name} in {path} are damaged; please delete that file and try again.")
DAMAGED_ON_ITS_WAY = said("The model {name} was damaged on its way; please try to download it again.")
TROUBLES = (NOT_DOWNLOADED, DAMAGED_HERE, DAMAGED_ON_ITS_WAY)


@cache
def spec(name: str) -> Backbone:
    """The backbone of a torchvision model: its default weights, with the transforms that these want."""
    need_torch()
    return spec_of(name, _default_weights(name))


def spec_of(name: str, weights: Any) -> Backbone:
    """The same with these of its weights."""
    transforms = weights.transforms()
    return Backbone(
        name=FeatureSpace(name),
        dimensions=_drop_classifier(_outline(name)),
        resize=transforms.resize_size[0],
        side=transforms.crop_size[0],
        mean=in_pixels(tuple(transforms.mean)),
        std=in_pixels(tuple(transforms.std)),
        resampling=_RESAMPLING[transforms.interpolation.value],
        weights=weights.name,
    )


def _outline(name: str) -> torch.nn.Module:
    """The classifier with shapes in the place of weights: drawing those of a large one takes seconds."""
    import torch

    try:
        with torch.device("meta"):
            return _build_classifier(name)
    except RuntimeError:  # RegNets look at numbers while they are built
        return _build_classifier(name)


def build(name: str) -> torch.nn.Module:
    """The network with random weights: x_NCHW -> features."""
    network = _build_classifier(name)
    _drop_classifier(network)
    return network


def load(backbone: Backbone) -> torch.nn.Module:
    """The same with its published weights, from torch's cache or downloaded now."""
    from torchvision.models import get_model, get_model_weights

    weights = get_model_weights(backbone.architecture)[backbone.weights]
    with _download_explained(backbone.architecture, weights.url):
        network: torch.nn.Module = get_model(backbone.architecture, weights=weights, progress=False)
    _drop_classifier(network)
    return network


def _default_weights(name: str) -> Any:
    from torchvision import models

    if name not in models.list_models():
        known = ", ".join(sorted(KNOWN))
        raise UserError(
            said(
                "There is no backbone named {name!r}; there are {known}, gist and torchvision's "
                "classification models.",
                name=name,
                known=known,
            )
        )
    # The others tell what is where in a picture, or want a film, or are made for whole-number arithmetic.
    if name not in models.list_models(module=models):
        raise UserError(
            said("The model {name!r} cannot be a backbone, because it is no plain image classifier.", name=name)
        )
    return models.get_model_weights(name).DEFAULT


def _build_classifier(name: str) -> torch.nn.Module:
    from torchvision.models import get_model

    options = {"init_weights": False} if name in _INITIALISE_SLOWLY else {}
    network: torch.nn.Module = get_model(name, weights=None, **options)
    return network


def _drop_classifier(network: torch.nn.Module, classes: int = 1000) -> int:
    """Take away the last layer, which gives the classes' scores; returns the size of what it was given."""
    import torch

    for name, layer in reversed(list(network.named_modules())):
        if isinstance(layer, torch.nn.Linear) and layer.out_features == classes:
            network.set_submodule(name, torch.nn.Identity())
            return layer.in_features
        if isinstance(layer, torch.nn.Conv2d) and layer.out_channels == classes:  # SqueezeNet's
            network.set_submodule(name, torch.nn.Identity())
            return layer.in_channels
    raise BugError(f"{type(network).__name__} has no layer that gives {classes} scores")


@contextlib.contextmanager
def _download_explained(name: str, url: str) -> Iterator[None]:
    """Whatever is wrong with getting the weights, in one sentence."""
    import http.client  # seldom needed, and each worker process that reads pictures imports this module
    import urllib.error

    try:
        # torch announces a download on standard output, which is for results.
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except (OSError, http.client.HTTPException) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        why = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        raise UserError(NOT_DOWNLOADED.with_values(name=name, why=" ".join(why.split()))) from error
    except (RuntimeError, EOFError, pickle.UnpicklingError, KeyError) as error:
        raise UserError(_damage_said(name, url)) from error


def _damage_said(name: str, url: str) -> str:
    import torch

    path = os.path.join(torch.hub.get_dir(), "checkpoints", os.path.basename(url))
    if os.path.exists(path):
        return DAMAGED_HERE.with_values(name=name, path=path)
    return DAMAGED_ON_ITS_WAY.with_values(name=name)
