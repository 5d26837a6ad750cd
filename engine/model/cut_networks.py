"""Networks in two: the first blocks, which look at each picture once, and the last ones, which are trained on what
those gave.

NETWORK~N is the feature space of what comes before the last N blocks of a network; the blocks themselves are what
is trained in that space. EfficientNet-Lite0 can be cut, between any two of its 16 blocks. Functions that return a
network import torch.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.model import efficientnet_lite0
from engine.model.backbone_spec import EFFICIENTNET_LITE0, Backbone
from engine.model.views import parted
from engine.sentences import said

if TYPE_CHECKING:
    import torch

CUT = "~"
MOST_BLOCKS = efficientnet_lite0.BLOCKS - 1


def is_cut(name: str) -> bool:
    return CUT in name


def cut(network: str, left_out: int) -> Backbone:
    """The feature space of a network without that many of its last blocks; UserError if it cannot be had."""
    if network != EFFICIENTNET_LITE0.name:
        raise UserError(
            said("Only {known} can be trained in its last blocks alone.", known=EFFICIENTNET_LITE0.name)
        )
    if not 1 <= left_out <= MOST_BLOCKS:
        raise UserError(said("Between 1 and {most} of its last blocks can be trained.", most=MOST_BLOCKS))
    name = FeatureSpace(f"{network}{CUT}{left_out}")
    dimensions = math.prod(efficientnet_lite0.shape_given(left_out, EFFICIENTNET_LITE0.side))
    return replace(EFFICIENTNET_LITE0, name=name, dimensions=dimensions, left_out=left_out)


def named(name: str) -> Backbone:
    """The feature space of that name, NETWORK~N."""
    network, _, left_out = name.partition(CUT)
    if not left_out.isdecimal():
        raise UserError(said("There is no network named {name!r}.", name=name))
    return cut(network, int(left_out))


def in_words(name: str) -> str:
    """That what is trained in the feature space of that name was, for people."""
    network, seen = parted(name)
    whole, _, left_out = network.partition(CUT)
    of_network = f"of {whole} (views: {', '.join(seen)})"
    if left_out == "1":
        return f"The last block {of_network} was trained"
    return f"The last {left_out} blocks {of_network} were trained"


def shape(space: Backbone) -> tuple[int, int, int]:
    """Of its features of one view: channels, height and width."""
    return efficientnet_lite0.shape_given(space.left_out, space.side)


def first_blocks(space: Backbone) -> torch.nn.Module:
    """x_NCHW -> the features of this space."""
    from engine.model.efficientnet_lite0_network import FirstBlocks

    return FirstBlocks(efficientnet_lite0.load(), space.left_out).eval()


def last_blocks(space: Backbone) -> torch.nn.Module:
    """What follows in the whole network, with its weights, over views (m, V, C, H, W); ready to train."""
    from engine.model.efficientnet_lite0_network import LastBlocks, OverViews

    return OverViews(LastBlocks(efficientnet_lite0.load(), space.left_out)).train()
