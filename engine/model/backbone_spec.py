"""Backbone: a feature space's name and size, and what a picture goes through before its network sees it.

The numbers of a backbone are facts about its weights, checked by accuracy or against the weights' own transforms:
EfficientNet-Lite0 loses nine points of ImageNet top-1 with the usual mean and deviation. No torch here.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.arrays import Pixels
from engine.feature_space import FeatureSpace
from engine.model.views import CROP, MIRRORED, OWN, ViewNames, named, parted


@dataclass(frozen=True, slots=True)
class Backbone:
    """A network and what its pixels go through: scaling, centre crop, (pixel - mean) / std.

    A plain name is an architecture with its published weights. A tuned one is ARCHITECTURE@ID: the weights are
    those of a file in a library's models folder, whose checksum begins with ID. So is one that was added, whose
    architecture is KIND.NAME. Without its last N blocks (see cut_networks) it is ARCHITECTURE~N, and its features
    are what the blocks before them give. With other views than the centre crop, +VIEWS follows.
    """

    name: FeatureSpace
    dimensions: int  # of all views together
    resize: int  # the shorter side before the crop
    side: int  # of the crop, and of what the network takes
    mean: tuple[float, float, float]
    std: tuple[float, float, float]
    resampling: Image.Resampling = Image.Resampling.BICUBIC
    weights: str = ""  # which of torchvision's weights; empty when they are not torchvision's
    views: ViewNames = OWN
    squeezes: bool = False  # the whole picture instead of a centre crop, as it was trained
    left_out: int = 0  # of its last blocks

    @property
    def network(self) -> FeatureSpace:
        """Its name without views."""
        return FeatureSpace(parted(self.name)[0])

    @property
    def architecture(self) -> str:
        return self.network.partition("@")[0]

    @property
    def tuned_id(self) -> str | None:
        return self.network.partition("@")[2] or None

    @property
    def tuned_file(self) -> str | None:
        """The name of the file with a tuned network's weights, in the library's models folder."""
        return file_of(self.name)

    @property
    def runs_in_torch(self) -> bool:
        """A graph that was added as such runs in ONNX Runtime alone."""
        return not self.network.startswith("onnx.")

    @property
    def view_dimensions(self) -> int:
        """Of what the network gives for one view."""
        return self.dimensions // len(self.views)

    @property
    def trained_dimensions(self) -> int:
        """Of what the network that is trained in this space gives."""
        return KNOWN[self.architecture.partition("~")[0]].dimensions if self.left_out else self.dimensions

    def with_views(self, views: ViewNames) -> "Backbone":
        name, dimensions = named(self.network, views), self.view_dimensions * len(views)
        return replace(self, name=name, views=views, dimensions=dimensions)

    def crop(self, picture: Image.Image) -> Pixels:
        """What it sees of `picture`, as RGB bytes: (side, side, 3) for each view, one below the other."""
        rgb = picture if picture.mode == "RGB" else picture.convert("RGB")
        return np.concatenate([self._seen(rgb, view) for view in self.views])

    def one_by_one(self, pixels_NHWC: Pixels) -> Pixels:
        """The views of such crops, as pictures of their own."""
        return pixels_NHWC.reshape(-1, self.side, self.side, 3)

    def _seen(self, rgb: Image.Image, view: str) -> Pixels:
        box = self._box(*rgb.size) if view == CROP and not self.squeezes else (0, 0, *rgb.size)
        cut = rgb.resize((self.side, self.side), self.resampling, box=box, reducing_gap=3.0)
        pixels_HWC = np.array(cut, dtype=np.uint8)
        return pixels_HWC[:, ::-1] if view == MIRRORED else pixels_HWC

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

    def normalise(self, pixels_NHWC: Pixels) -> NDArray[np.float32]:
        """What the network takes: float32, channels first, contiguous."""
        pixels_NCHW = pixels_NHWC.transpose(0, 3, 1, 2)
        # Transposing while converting and then working in place is seven times faster than the plain formula.
        x_NCHW = pixels_NCHW.astype(np.float32, order="C")
        x_NCHW -= np.array(self.mean, np.float32)[:, None, None]
        x_NCHW /= np.array(self.std, np.float32)[:, None, None]
        return x_NCHW


def in_pixels(fractions: tuple[float, ...]) -> tuple[float, float, float]:
    """A mean or deviation of pixels from 0 to 1, as torchvision gives them, for pixels from 0 to 255."""
    red, green, blue = fractions
    return red * 255, green * 255, blue * 255


EFFICIENTNET_LITE0 = Backbone(
    name=FeatureSpace("efficientnet_lite0"),
    dimensions=1280,
    resize=256,
    side=224,
    mean=(127.0, 127.0, 127.0),
    std=(128.0, 128.0, 128.0),
)

_IMAGENET_MEAN = in_pixels((0.485, 0.456, 0.406))
_IMAGENET_STD = in_pixels((0.229, 0.224, 0.225))

# The weights that the paper starts from; torchvision has newer ones for ResNet-50, with another preprocessing.
ALEXNET = Backbone(
    name=FeatureSpace("alexnet"),
    dimensions=4096,  # fc7
    resize=256,
    side=224,
    mean=_IMAGENET_MEAN,
    std=_IMAGENET_STD,
    resampling=Image.Resampling.BILINEAR,
    weights="IMAGENET1K_V1",
)
RESNET50 = Backbone(
    name=FeatureSpace("resnet50"),
    dimensions=2048,
    resize=256,
    side=224,
    mean=_IMAGENET_MEAN,
    std=_IMAGENET_STD,
    resampling=Image.Resampling.BILINEAR,
    weights="IMAGENET1K_V1",
)

# Made by hand, so that there is nothing to tune; it centres and scales by itself.
GIST = Backbone(
    name=FeatureSpace("gist"),
    dimensions=512,
    resize=64,
    side=64,
    mean=(0.0, 0.0, 0.0),
    std=(1.0, 1.0, 1.0),
)
GIST_VERSION = "1"  # raise it when any number in gist_matrices.py changes: features of the old kind are others

# The networks that can be tuned.
KNOWN: dict[str, Backbone] = {known.name: known for known in (EFFICIENTNET_LITE0, ALEXNET, RESNET50)}


def file_of(space: FeatureSpace) -> str | None:
    """The file of its weights in a models folder, if it is that of a tuned network; nobody asks which that is."""
    tuned_id = space.partition("@")[2]
    return f"{tuned_id}.backbone.safetensors" if tuned_id else None
