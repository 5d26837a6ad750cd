"""A network in two: both parts together are the whole, and what the last blocks learn the whole one has learned."""

import numpy as np
import onnx
import pytest
import torch

from engine.errors import UserError
from engine.model import efficientnet_lite0
from engine.model.backbones import (
    EFFICIENTNET_LITE0,
    backbone,
    load_lite0_weights,
    load_network,
    trained_network,
    weights_version,
)
from engine.model.cut_networks import MOST_BLOCKS, cut, in_words, shape
from engine.model.efficientnet_lite0_graph import graph
from engine.model.efficientnet_lite0_network import FirstBlocks, LastBlocks
from engine.model.encoder import open_session
from tests.photo_makers import KINDS, photo


@pytest.fixture(scope="module")
def x_NCHW() -> torch.Tensor:
    crops = [EFFICIENTNET_LITE0.crop(photo(kind, 1)) for kind in KINDS]
    return torch.from_numpy(EFFICIENTNET_LITE0.normalise(np.stack(crops)))


@pytest.mark.parametrize("blocks", [1, 5, 6, MOST_BLOCKS])
def test_both_parts_together_are_the_whole_network(blocks: int, x_NCHW: torch.Tensor):
    space = cut(EFFICIENTNET_LITE0.name, blocks)
    with torch.inference_mode():
        given_ND = load_network(space)(x_NCHW)
        assert given_ND.shape == (len(x_NCHW), space.dimensions)
        # Two pictures of two views each, so that a mean over views is seen, too.
        found_MD = trained_network(space).eval()(given_ND[:4].reshape(2, 2, *shape(space)))
        expected_ND = load_network(EFFICIENTNET_LITE0)(x_NCHW[:4])
    assert found_MD.shape == (2, space.trained_dimensions)
    torch.testing.assert_close(found_MD, expected_ND.reshape(2, 2, -1).mean(dim=1), atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("blocks", [1, 8])
def test_the_graph_of_the_first_blocks_gives_what_they_give(blocks: int, x_NCHW: torch.Tensor):
    space = cut(EFFICIENTNET_LITE0.name, blocks)
    model = graph(load_lite0_weights(EFFICIENTNET_LITE0), space)
    onnx.checker.check_model(model, full_check=True)
    (given_ND,) = open_session(model.SerializeToString(), threads=1).run(None, {"pixels": x_NCHW.numpy()})
    with torch.inference_mode():
        expected_ND = load_network(space)(x_NCHW).numpy()
    assert np.abs(expected_ND).max() > 1
    assert np.abs(given_ND - expected_ND).max() < 1e-4 * np.abs(expected_ND).max()


def test_the_gradient_of_the_last_blocks_is_that_of_the_whole_network(x_NCHW: torch.Tensor):
    whole = efficientnet_lite0.load().double().eval()
    x_NCHW = x_NCHW[:2].double()
    last, space = LastBlocks(whole, 2), cut(EFFICIENTNET_LITE0.name, 2)
    learning = list(last.parameters())
    expected = torch.autograd.grad(whole(x_NCHW).square().sum(), learning)
    given_NCHW = FirstBlocks(whole, 2)(x_NCHW).detach().reshape(2, *shape(space))
    torch.testing.assert_close(torch.autograd.grad(last(given_NCHW).square().sum(), learning), expected)


def test_what_the_last_blocks_learn_the_whole_network_has_learned():
    whole = efficientnet_lite0.load()
    names = {id(tensor): name for name, tensor in whole.named_parameters()}
    learning = {names[id(tensor)] for tensor in LastBlocks(whole, 5).parameters()}
    stages = {name.split(".")[1] for name in learning if name.startswith("blocks.")}
    assert stages == {"5", "6"}
    assert {"conv_head.weight", "bn2.weight", "bn2.bias"} <= learning
    assert not any(name.startswith(("conv_stem", "bn1", "classifier")) for name in learning)


def test_such_a_space_has_a_name_of_its_own_and_the_weights_of_the_whole():
    space = cut(EFFICIENTNET_LITE0.name, 5)
    assert space.name == "efficientnet_lite0~5"
    assert backbone(space.name) == space
    assert shape(space) == (112, 14, 14)
    assert shape(cut(EFFICIENTNET_LITE0.name, 4)) == (192, 7, 7)
    assert weights_version(space) == weights_version(EFFICIENTNET_LITE0)
    seen = backbone("efficientnet_lite0~5+crop-whole")
    assert (seen.views, seen.dimensions) == (("crop", "whole"), 2 * space.dimensions)
    assert (shape(seen), seen.trained_dimensions) == (shape(space), 1280)
    assert in_words(seen.name) == "The last 5 blocks of efficientnet_lite0 (views: crop, whole) were trained"
    assert in_words("efficientnet_lite0~1") == "The last block of efficientnet_lite0 (views: crop) was trained"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("efficientnet_lite0~0", "Between 1 and 15"),
        ("efficientnet_lite0~16", "Between 1 and 15"),
        ("efficientnet_lite0~", "no network named"),
        ("efficientnet_lite0~five", "no network named"),
        ("efficientnet_lite0~-1", "no network named"),
        ("alexnet~2", "^Only efficientnet_lite0"),
        ("efficientnet_lite0@0123456789abcdef~2", "^Only efficientnet_lite0"),
    ],
)
def test_networks_that_cannot_be_cut_so_are_refused_in_a_sentence(name: str, said: str):
    with pytest.raises(UserError, match=said):
        backbone(name)
