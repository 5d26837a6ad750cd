"""Features: the same from ONNX Runtime and torch, always finite; running out of memory is survived."""

import logging

import numpy as np
import pytest
import torch
from PIL import Image

from engine.errors import BugError, UserError
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, load_network
from engine.model.device import Device
from engine.model.encoder import OnnxEncoder, TorchEncoder, make_encoder
from tests.pretend_gpu import ON_IT, pretend_gpu

TINY = Backbone("tiny", dimensions=3, resize=8, side=8, mean=(0.0, 0.0, 0.0), std=(1.0, 1.0, 1.0))


class MeanColour(torch.nn.Module):
    """Features that can be checked by eye. Half precision plays the GPU: it has room for `room` images."""

    def __init__(self, room: int, room_in_float32: int = 1000) -> None:
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))
        self.room = room
        self.room_in_float32 = room_in_float32
        self.batches: list[int] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if len(x) > (self.room_in_float32 if x.dtype == torch.float32 else self.room):
            raise torch.OutOfMemoryError("CUDA out of memory")
        self.batches.append(len(x))
        return x.mean(dim=(2, 3)) * self.scale


class NotANumber(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.mean(dim=(2, 3)) * float("nan")


def colours(count: int) -> np.ndarray:
    """Crops of one colour each: (i, 2i, 0)."""
    pixels = np.zeros((count, 8, 8, 3), np.uint8)
    for i in range(count):
        pixels[i] = (i, 2 * i, 0)
    return pixels


def mean_colours(count: int) -> np.ndarray:
    return np.array([(i, 2 * i, 0) for i in range(count)], np.float32)


def crops(count: int) -> np.ndarray:
    random = np.random.default_rng(11)
    coarse = [Image.fromarray(random.integers(0, 256, (6, 8, 3), dtype=np.uint8)) for _ in range(count)]
    return np.stack([EFFICIENTNET_LITE0.crop(picture) for picture in coarse])


def test_onnx_runtime_gives_the_features_of_torch(exported_onnx: str) -> None:
    pixels = crops(3)
    features = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx).features(pixels)
    expected = TorchEncoder(EFFICIENTNET_LITE0, load_network(EFFICIENTNET_LITE0), "cpu", half=False).features(
        pixels
    )
    assert features.shape == (3, 1280)
    assert features.dtype == expected.dtype == np.float32
    assert np.abs(features - expected).max() < 1e-3
    assert np.abs(features[0] - features[1]).max() > 0.1


def test_features_do_not_depend_on_the_other_images_of_the_call_nor_on_threads(exported_onnx: str) -> None:
    pixels = crops(4)
    encoder = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx)
    together = encoder.features(pixels)
    np.testing.assert_array_equal(together, np.concatenate([encoder.features(pixels[i : i + 1]) for i in range(4)]))
    threaded = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx, threads=2).features(pixels)
    np.testing.assert_allclose(together, threaded, atol=1e-4)


def test_no_images_give_no_features(exported_onnx: str) -> None:
    none = np.empty((0, 224, 224, 3), np.uint8)
    assert OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx).features(none).shape == (0, 1280)
    assert TorchEncoder(TINY, MeanColour(9), "cpu").features(colours(0)).shape == (0, 3)


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((1, 8, 9, 3), np.uint8), np.zeros((8, 8, 3), np.uint8), np.zeros((1, 8, 8, 3), np.float32)],
)
def test_what_is_not_a_batch_of_crops_is_a_bug(pixels: np.ndarray) -> None:
    with pytest.raises(BugError, match="crops must be uint8"):
        TorchEncoder(TINY, MeanColour(9), "cpu").features(pixels)


def test_features_that_are_not_finite_are_a_bug() -> None:
    with pytest.raises(BugError, match="not finite"):
        TorchEncoder(TINY, NotANumber(), "cpu", half=False).features(colours(2))


def test_enough_memory_means_full_batches() -> None:
    network = MeanColour(room=64)
    encoder = TorchEncoder(TINY, network, "cpu", half=True, batch=4)
    np.testing.assert_array_equal(encoder.features(colours(10)), mean_colours(10))
    assert network.batches == [4, 4, 2]


def test_too_little_memory_halves_the_batch_for_good(caplog: pytest.LogCaptureFixture) -> None:
    network = MeanColour(room=3)
    encoder = TorchEncoder(TINY, network, "cpu", half=True, batch=16)
    with caplog.at_level(logging.WARNING):
        np.testing.assert_array_equal(encoder.features(colours(20)), mean_colours(20))
    assert encoder.batch == 2
    assert network.batches == [2] * 10
    assert [record.message for record in caplog.records] == [
        "out of memory with 16 images at once, going on with 8",
        "out of memory with 8 images at once, going on with 4",
        "out of memory with 4 images at once, going on with 2",
    ]
    np.testing.assert_array_equal(encoder.features(colours(3)), mean_colours(3))
    assert network.batches[10:] == [2, 1]


def test_no_room_for_one_image_moves_the_network_to_the_cpu_in_float32(
    caplog: pytest.LogCaptureFixture,
) -> None:
    network = MeanColour(room=0)
    encoder = TorchEncoder(TINY, network, "cpu", half=True, batch=2)
    with caplog.at_level(logging.WARNING):
        np.testing.assert_array_equal(encoder.features(colours(3)), mean_colours(3))
    assert network.scale.dtype == torch.float32
    assert encoder.device == "cpu"
    assert caplog.records[-1].message == "out of memory on cpu, going on with the CPU"


def test_no_room_anywhere_is_said_in_one_sentence() -> None:
    encoder = TorchEncoder(TINY, MeanColour(room=0, room_in_float32=0), "cpu", half=True, batch=4)
    with pytest.raises(UserError, match="too little memory"):
        encoder.features(colours(2))


def test_the_cpu_gets_onnx_runtime(exported_onnx: str) -> None:
    encoder = make_encoder(EFFICIENTNET_LITE0, Device("cpu", "CPU (2 cores)", "as asked for"), exported_onnx)
    assert isinstance(encoder, OnnxEncoder)
    assert encoder.backbone is EFFICIENTNET_LITE0


def test_a_gpu_gets_torch_in_half_precision_close_to_the_cpu(exported_onnx: str) -> None:
    pixels = crops(1)
    expected = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx).features(pixels)
    with pretend_gpu():
        encoder = make_encoder(EFFICIENTNET_LITE0, ON_IT, exported_onnx)
        assert isinstance(encoder, TorchEncoder)
        np.testing.assert_allclose(encoder.features(pixels), expected, atol=0.05)
        assert encoder.device == "pretend"


@pytest.mark.parametrize("at", [1, 2, 3, 5])
def test_a_gpu_that_is_full_leaves_the_images_to_the_cpu(at: int) -> None:
    with pretend_gpu() as gpu:
        gpu.is_full_from(at)
        encoder = TorchEncoder(TINY, MeanColour(room=64), "pretend", batch=4)
        np.testing.assert_array_equal(encoder.features(colours(10)), mean_colours(10))
        assert encoder.device == "cpu"


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU here")
def test_half_precision_on_cuda_stays_close_to_the_cpu(exported_onnx: str) -> None:
    encoder = make_encoder(EFFICIENTNET_LITE0, Device("cuda", "GPU", "found"), exported_onnx)
    pixels = crops(3)
    expected = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx).features(pixels)
    np.testing.assert_allclose(encoder.features(pixels), expected, atol=0.05)
