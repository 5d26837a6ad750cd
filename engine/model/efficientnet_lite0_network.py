"""EfficientNet-Lite0 as a network of torch: its layers, one after the other, under the names that timm gives them.

timm has the same network among a thousand others, and imports all of them: five seconds before the first picture.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.model.efficientnet_lite0 import WIDTHS, Block, Layer, blocks, stage_of

CHANNELS = 3
STEM_WIDTH, HEAD_WIDTH = 32, 1280
EXPANSION = 6  # of all stages but the first: so many times as wide within a block
NORM_EPSILON = 1e-3  # as the weights were trained


class _StageShape(NamedTuple):
    width: int
    kernel: int


_KERNELS = (3, 3, 5, 3, 5, 5, 3)
_STAGES = tuple(map(_StageShape, WIDTHS, _KERNELS))


class EfficientNetLite0(nn.Module):
    """x_NCHW -> pooled features, or scores of so many classes; with random weights."""

    def __init__(self, classes: int | None = None) -> None:
        super().__init__()
        stem, *middle, head = blocks()
        _add_layer(self, stem.layers[0], CHANNELS, STEM_WIDTH, 3)
        stages = [nn.Sequential() for _ in _STAGES]
        width = STEM_WIDTH
        for block in middle:
            number = stage_of(block)
            stages[number].append(_InvertedResidual(block, width, _STAGES[number]))
            width = _STAGES[number].width
        self.blocks = nn.Sequential(*stages)
        _add_layer(self, head.layers[0], width, HEAD_WIDTH, 1)
        self.classifier: nn.Module = nn.Identity() if classes is None else nn.Linear(HEAD_WIDTH, classes)
        self.clip = nn.ReLU6(inplace=True)
        self.stem, self.head = stem, head

    def forward(self, x_NCHW: Tensor) -> Tensor:
        x_NCHW = _after(self, self.stem, x_NCHW)
        x_NCHW = _after(self, self.head, self.blocks(x_NCHW))
        ends: Tensor = self.classifier(x_NCHW.mean((2, 3)))
        return ends

    def blocks_in_order(self) -> list[nn.Module]:
        """Without stem and head, which are none of those that the stages are made of."""
        return [block for stage in self.blocks for block in stage.children()]


class FirstBlocks(nn.Module):
    """All that comes before the last blocks of a network, with the network's own layers: x_NCHW -> what these give,
    one number after the other."""

    def __init__(self, network: EfficientNetLite0, left_out: int) -> None:
        super().__init__()
        self.conv_stem, self.bn1, self.clip = network.conv_stem, network.bn1, network.clip
        self.blocks = nn.Sequential(*network.blocks_in_order()[:-left_out])
        self._stem = network.stem

    def forward(self, x_NCHW: Tensor) -> Tensor:
        given_ND: Tensor = self.blocks(_after(self, self._stem, x_NCHW)).flatten(1)
        return given_ND


class LastBlocks(nn.Module):
    """The last blocks of a network and what follows them: what the blocks before gave -> pooled features.

    The layers are the network's own: what these learn, it has learned.
    """

    def __init__(self, network: EfficientNetLite0, count: int) -> None:
        super().__init__()
        self.blocks = nn.Sequential(*network.blocks_in_order()[-count:])
        self.conv_head, self.bn2, self.clip = network.conv_head, network.bn2, network.clip
        self._head = network.head

    def forward(self, x_NCHW: Tensor) -> Tensor:
        features: Tensor = _after(self, self._head, self.blocks(x_NCHW)).mean((2, 3))
        return features


class OverViews(nn.Module):
    """(m, V, C, H, W) -> (m, D): the mean over the views of what the blocks make of each."""

    def __init__(self, blocks: nn.Module) -> None:
        super().__init__()
        # So many channels at so few places are computed a third faster when those of a place lie side by side.
        self.blocks = blocks.to(memory_format=torch.channels_last)

    def forward(self, x_mVCHW: Tensor) -> Tensor:
        x_NCHW = x_mVCHW.flatten(0, 1).contiguous(memory_format=torch.channels_last)
        mean_mD: Tensor = self.blocks(x_NCHW).unflatten(0, x_mVCHW.shape[:2]).mean(dim=1)
        return mean_mD


class _InvertedResidual(nn.Module):
    """Wide within and narrow at both ends; each channel is looked at by itself there."""

    def __init__(self, block: Block, width: int, stage: _StageShape) -> None:
        super().__init__()
        wide = width if len(block.layers) == 2 else EXPANSION * width
        for layer in block.layers:
            by_itself = _name(layer.convolution) == "conv_dw"
            last = layer is block.layers[-1]
            _add_layer(
                self,
                layer,
                width if layer is block.layers[0] else wide,
                stage.width if last else wide,
                stage.kernel if by_itself else 1,
                groups=wide if by_itself else 1,
            )
        self.clip = nn.ReLU6(inplace=True)
        self._block = block

    def forward(self, x_NCHW: Tensor) -> Tensor:
        after = _after(self, self._block, x_NCHW)
        return after + x_NCHW if self._block.adds_input else after


class _PaddedConvolution(nn.Conv2d):
    """With a stride above 1, what is missing at the edges depends on the size: the odd row or column comes last."""

    def forward(self, x_NCHW: Tensor) -> Tensor:
        if self.stride[0] > 1:
            high, wide = (self._missing(size) for size in x_NCHW.shape[-2:])
            x_NCHW = functional.pad(x_NCHW, [wide // 2, wide - wide // 2, high // 2, high - high // 2])
        return super().forward(x_NCHW)

    def _missing(self, size: int) -> int:
        kernel, stride = self.kernel_size[0], self.stride[0]
        return max((math.ceil(size / stride) - 1) * stride + kernel - size, 0)


def _add_layer(module: nn.Module, layer: Layer, before: int, after: int, kernel: int, groups: int = 1) -> None:
    padding = kernel // 2 if layer.stride == 1 else 0
    convolution = _PaddedConvolution(before, after, kernel, layer.stride, padding, groups=groups, bias=False)
    if not convolution.weight.is_meta:  # where nothing would be drawn, but torch import its compiler for it: 2 s
        nn.init.normal_(convolution.weight, 0.0, math.sqrt(2 * groups / (kernel * kernel * after)))
    module.add_module(_name(layer.convolution), convolution)
    module.add_module(_name(layer.norm), nn.BatchNorm2d(after, eps=NORM_EPSILON))


def _after(
    module: EfficientNetLite0 | FirstBlocks | LastBlocks | _InvertedResidual, block: Block, x_NCHW: Tensor
) -> Tensor:
    """What the layers of the block, which belong to this module, make of it."""
    for layer in block.layers:
        x_NCHW = getattr(module, _name(layer.norm))(getattr(module, _name(layer.convolution))(x_NCHW))
        if layer.clipped:
            x_NCHW = module.clip(x_NCHW)
    return x_NCHW


def _name(path: str) -> str:
    """Within its module."""
    return path.rpartition(".")[2]


def outline(classes: int | None = None) -> EfficientNetLite0:
    """Shapes alone: nothing is drawn for weights that will be replaced."""
    with torch.device("meta"):
        return EfficientNetLite0(classes)
