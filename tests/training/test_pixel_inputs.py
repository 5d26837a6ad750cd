"""Decoded pictures and stored features as inputs: the right rows in the right order, and nothing left behind."""

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.model.backbones import ALEXNET, EFFICIENTNET_LITE0, Backbone
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.pixels import PixelInputs
from tests.photo_makers import KINDS, photo

SMALL = replace(EFFICIENTNET_LITE0, resize=16, side=12)


def flat(count: int, side: int = 16) -> np.ndarray:
    """Picture i is all of grey level 2 i, so that a batch shows whose rows it holds."""
    return np.repeat(np.arange(count, dtype=np.uint8) * 2, side * side * 3).reshape(count, side, side, 3)


def noisy(count: int, side: int = 16) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (count, side, side, 3), dtype=np.uint8)


def rows_of(*batches: list[int]) -> list[torch.Tensor]:
    return [torch.tensor(batch) for batch in batches]


def grey_levels(x_mCHW: torch.Tensor, backbone: Backbone = SMALL) -> np.ndarray:
    """Of a network's input, channels last."""
    back = x_mCHW.numpy() * np.array(backbone.std)[:, None, None] + np.array(backbone.mean)[:, None, None]
    return back.transpose(0, 2, 3, 1)


def reader_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("pixels")]


def test_both_kinds_are_inputs():
    of_features: Inputs = FeatureInputs(torch.zeros(3, 2), "cpu")
    of_pixels: Inputs = PixelInputs(flat(4), SMALL, "cpu")
    assert (len(of_features), len(of_pixels)) == (3, 4)


def test_features_come_by_row_as_floats_for_training_and_encoding_alike():
    features = torch.arange(12, dtype=torch.float16).reshape(6, 2)
    inputs = FeatureInputs(features, "cpu")
    rows = rows_of([5, 0], [2])
    for got, expected in zip(inputs.batches(rows, seed=0), rows, strict=True):
        assert got.dtype == torch.float32
        assert torch.equal(got, features[expected].float())
        assert torch.equal(inputs.plain(expected), got)
    inputs.to("cpu")
    assert len(inputs) == 6


def test_batches_come_in_order_with_their_rows_in_order():
    inputs = PixelInputs(flat(100), SMALL, "cpu")
    rows = list(torch.randperm(100, generator=torch.Generator().manual_seed(1)).split(8))
    batches = list(inputs.batches(rows, seed=0))
    assert len(batches) == len(rows)
    for batch, rows_m in zip(batches, rows, strict=True):
        assert batch.shape == (len(rows_m), 3, 12, 12)
        levels = grey_levels(batch)
        assert np.ptp(levels, axis=(1, 2, 3)).max() < 0.01, "any view of a flat picture is flat"
        # Light changes a level by a fifth at most.
        np.testing.assert_allclose(levels.mean(axis=(1, 2, 3)), rows_m.numpy() * 2, rtol=0.21, atol=0.01)
    assert reader_threads() == []


def test_what_comes_depends_on_rows_and_seed_alone_and_batches_differ():
    inputs = PixelInputs(noisy(4), SMALL, "cpu")
    rows = rows_of([0, 1, 2, 3], [0, 1, 2, 3], [0, 1])
    first, again, other = (list(inputs.batches(rows, seed)) for seed in (5, 5, 6))
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert not any(torch.equal(a, b) for a, b in zip(first, other, strict=True))
    assert not torch.equal(first[0], first[1])
    assert not torch.equal(first[0][:2], first[2])


def test_pictures_are_mirrored_and_cropped_now_and_then():
    ramp = np.tile(np.linspace(40, 200, 16, dtype=np.uint8)[None, :, None], (1, 16, 1, 3))
    inputs = PixelInputs(ramp, SMALL, "cpu")
    (batch,) = inputs.batches([torch.zeros(64, dtype=torch.long)], seed=0)
    levels = grey_levels(batch)
    rising = levels[:, :, -1].mean(axis=(1, 2)) > levels[:, :, 0].mean(axis=(1, 2))
    assert 10 < rising.sum() < 54
    assert len({round(float(level), 1) for level in levels[:, 0, 0, 0]}) > 50, "no two crops are alike"


@pytest.mark.parametrize(
    "backbone",
    [
        EFFICIENTNET_LITE0,
        ALEXNET,
        replace(EFFICIENTNET_LITE0, resize=232),
        replace(EFFICIENTNET_LITE0, resize=320, side=299),
        replace(ALEXNET, resize=232),
    ],
    ids=["as decoded", "another mean", "made smaller", "made larger", "bilinear"],
)
def test_plain_is_what_encoding_sees_within_a_grey_level(backbone: Backbone):
    squares = [photo(kind, 0, (256, 256)) for kind in KINDS]
    inputs = PixelInputs(np.stack([np.asarray(square) for square in squares]), backbone, "cpu")
    rows = [3, 0, 4]
    seen = inputs.plain(torch.tensor(rows))
    expected = backbone.normalise(np.stack([backbone.crop(squares[row]) for row in rows]))
    assert seen.shape == expected.shape
    assert seen.is_contiguous()
    differences = np.abs((seen.numpy() - expected) * np.array(backbone.std)[:, None, None])
    assert differences.max() < (0.01 if backbone.resize == 256 else 2.001), "rounded twice when interpolated"
    assert (differences > 1.001).mean() < 1e-4


def test_a_picture_of_any_shape_is_seen_as_encoding_sees_it():
    wide = photo("bricks", 1, (401, 256))
    square = replace(EFFICIENTNET_LITE0, side=256).crop(wide)
    seen = PixelInputs(square[None], EFFICIENTNET_LITE0, "cpu").plain(torch.tensor([0]))
    assert np.array_equal(seen.numpy(), EFFICIENTNET_LITE0.normalise(EFFICIENTNET_LITE0.crop(wide)[None]))


def test_pictures_may_lie_in_a_file_that_cannot_be_written(tmp_path: Path):
    pixels = noisy(5)
    pixels.tofile(tmp_path / "pixels")
    mapped = np.memmap(tmp_path / "pixels", np.uint8, mode="r", shape=pixels.shape)
    from_file, from_memory = (PixelInputs(p, SMALL, "cpu") for p in (mapped, pixels))
    (a,), (b,) = (list(inputs.batches(rows_of([4, 1]), seed=2)) for inputs in (from_file, from_memory))
    assert torch.equal(a, b)
    assert torch.equal(from_file.plain(torch.tensor([2])), from_memory.plain(torch.tensor([2])))


def test_closing_early_leaves_no_thread():
    inputs = PixelInputs(noisy(4), SMALL, "cpu")
    batches = inputs.batches(rows_of(*[[0, 1, 2, 3]] * 1000), seed=0)
    next(batches)
    assert len(reader_threads()) == 1
    batches.close()
    assert reader_threads() == []


def test_what_goes_wrong_while_preparing_reaches_who_waits_after_the_good_batches():
    inputs = PixelInputs(noisy(4), SMALL, "cpu")
    batches = inputs.batches(rows_of([0, 1], [2], [3, 4]), seed=0)
    assert len(next(batches)) == 2
    assert len(next(batches)) == 1
    with pytest.raises(IndexError):
        next(batches)
    assert reader_threads() == []


def test_no_rows_give_no_batches():
    assert list(PixelInputs(noisy(2), SMALL, "cpu").batches([], seed=0)) == []


def test_values_are_normalised_as_the_backbone_wants():
    white = np.full((1, 16, 16, 3), 255, np.uint8)
    backbone = replace(SMALL, mean=(10.0, 20.0, 30.0), std=(1.0, 2.0, 4.0))
    seen = PixelInputs(white, backbone, "cpu").plain(torch.tensor([0]))
    assert seen.mean(dim=(0, 2, 3)).tolist() == [245.0, 117.5, 56.25]
