"""The networks that a person can add, as torch networks: x_NCHW -> features, and words -> features where there are
two towers. Nothing is fetched here: they are built with random weights, which those of the library's file replace.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from engine.errors import BugError, UserError
from engine.model import torchvision_networks
from engine.model.added import OPEN_CLIP, TIMM, TORCHVISION, AddedNetwork
from engine.needed_packages import need_open_clip, need_timm, need_torch
from engine.sentences import said

if TYPE_CHECKING:
    import torch

PICTURES = "encode_image"  # the towers of a network that has two
WORDS = "encode_text"


def filled(about: AddedNetwork, tensors: Mapping[str, NDArray[Any]], tower: str = PICTURES) -> torch.nn.Module:
    """The network with these weights; UserError if they are not its own."""
    need_torch()
    import torch

    network = built(about)
    own = {name: torch.tensor(tensor) for name, tensor in tensors.items()}
    try:
        network.load_state_dict(own, strict=True, assign=True)
    except RuntimeError as error:
        raise UserError(
            said("The weights of {name} are not those of its layers.", name=about.architecture)
        ) from error
    network.requires_grad_(False).eval()
    return _tower(network, tower) if about.kind == OPEN_CLIP else network


def built(about: AddedNetwork) -> torch.nn.Module:
    """With random weights: of one that has two towers both."""
    if about.kind == TORCHVISION:
        return torchvision_networks.build(about.architecture)
    if about.kind == TIMM:
        return _timm(about)
    if about.kind == OPEN_CLIP:
        return _open_clip(about)
    raise BugError(f"{about.kind} is nothing that torch can build")


def _timm(about: AddedNetwork) -> torch.nn.Module:
    need_timm()
    import timm

    try:
        network: torch.nn.Module = timm.create_model(
            about.architecture.partition(".")[0], pretrained=False, num_classes=0, **about.settings
        )
    except (RuntimeError, TypeError, ValueError) as error:
        raise UserError(
            said("timm knows no model {name} ({why}).", name=about.architecture, why=str(error).splitlines()[0])
        ) from error
    return network


def _open_clip(about: AddedNetwork) -> torch.nn.Module:
    need_open_clip()
    from open_clip.model import CLIP, CustomTextCLIP

    settings = {name: value for name, value in about.settings.items() if name != "custom_text"}
    text = settings.get("text_cfg", {})
    needs_custom = about.settings.get("custom_text") or "hf_model_name" in text
    if "hf_model_name" in text:
        raise UserError(said("The words of {name} go through another package, which is not used.", name="CLIP"))
    try:
        network: torch.nn.Module = (CustomTextCLIP if needs_custom else CLIP)(**settings)
    except (RuntimeError, TypeError, ValueError, AssertionError) as error:
        raise UserError(
            said(
                "open_clip cannot build {name} ({why}).", name=about.architecture, why=str(error).partition("\n")[0]
            )
        ) from error
    return network


def _tower(network: Any, method: str) -> torch.nn.Module:
    """One tower of the two: its features have length 1, as both were trained to be compared."""
    import torch

    class Tower(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.both = network

        def forward(self, given: torch.Tensor) -> torch.Tensor:
            features: torch.Tensor = getattr(self.both, method)(given, normalize=True)
            return features

    return Tower().eval()
