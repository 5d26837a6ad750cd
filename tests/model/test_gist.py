"""GIST: against a slow literal computation with Fourier transforms, by gratings, and as a backbone like others."""

import cmath
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from PIL import Image

from engine.errors import UserError
from engine.model.backbones import (
    GIST,
    backbone,
    build_network,
    build_trainable,
    load_network,
    trainable_network,
    weights_version,
)
from engine.model.encoder import OnnxEncoder, TorchEncoder
from engine.model.gist_matrices import fourier, low_pass
from engine.model.onnx_export import export, export_by_torch

Pixels = NDArray[np.uint8]


def pictures(count: int, seed: int = 0) -> Pixels:
    """Crops with coarse and fine structure."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        coarse = Image.fromarray(random.integers(0, 256, (6, 6, 3), dtype=np.uint8)).resize((64, 64))
        made.append(np.clip(np.asarray(coarse) + random.integers(-20, 21, (64, 64, 3)), 0, 255).astype(np.uint8))
    return np.stack(made)


def gist_of(pixels_NHWC: Pixels) -> NDArray[np.float32]:
    with torch.inference_mode():
        features: NDArray[np.float32] = load_network(GIST)(torch.from_numpy(GIST.normalise(pixels_NHWC))).numpy()
    return features


# ---- literally ----


def frequencies(n: int) -> list[int]:
    return [k if k < n / 2 else k - n for k in range(n)]


def slow_prefilter(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.pad(np.log(picture + 1), 5, mode="symmetric")
    n = len(padded)
    s = 4 / math.sqrt(math.log(2))
    gaussian = np.array([[math.exp(-(fx * fx + fy * fy) / s**2) for fx in frequencies(n)] for fy in frequencies(n)])
    high = padded - np.fft.ifft2(np.fft.fft2(padded) * gaussian).real
    contrast = np.sqrt(np.abs(np.fft.ifft2(np.fft.fft2(high**2) * gaussian)))
    return (high / (0.2 + contrast))[5:-5, 5:-5]


def slow_filter(n: int, scale: int, orientation: int) -> NDArray[np.float64]:
    values = np.empty((n, n))
    for row, fy in enumerate(frequencies(n)):
        for column, fx in enumerate(frequencies(n)):
            radius, angle = math.sqrt(fx * fx + fy * fy), cmath.phase(complex(fx, fy))
            turned = angle + math.pi / 8 * orientation
            turned += 2 * math.pi * (turned < -math.pi) - 2 * math.pi * (turned > math.pi)
            off = radius / n / (0.3 / 1.85**scale) - 1
            values[row, column] = math.exp(-10 * 0.35 * off**2 - 2 * math.pi * turned**2)
    return values


def slow_gist(pixels_HWC: Pixels) -> list[float]:
    grey = pixels_HWC.astype(np.float64).mean(axis=2)
    grey = 255 * (grey - grey.min()) / (grey.max() - grey.min())
    padded = np.pad(slow_prefilter(grey), 8, mode="symmetric")
    features = []
    for scale in range(4):
        for orientation in range(8):
            answer = np.fft.ifft2(np.fft.fft2(padded) * slow_filter(len(padded), scale, orientation))
            energy = np.abs(answer)[8:-8, 8:-8]
            for row in range(4):
                for column in range(4):
                    cell = energy[16 * row : 16 * row + 16, 16 * column : 16 * column + 16]
                    features.append(float(cell.mean()))
    return features


def test_it_is_what_the_formulas_say():
    pixels_NHWC = pictures(2)
    features_ND = gist_of(pixels_NHWC)
    assert features_ND.shape == (2, GIST.dimensions) == (2, 512)
    expected_ND = np.array([slow_gist(pixels_HWC) for pixels_HWC in pixels_NHWC])
    np.testing.assert_allclose(features_ND, expected_ND, atol=2e-6)


@pytest.mark.parametrize("n", [7, 74])
def test_the_matrices_are_fourier_transform_and_circular_filter(n: int):
    x_nn = np.random.default_rng(0).standard_normal((n, n))
    np.testing.assert_allclose(fourier(n) @ x_nn @ fourier(n).T * n, np.fft.fft2(x_nn), atol=1e-9)
    np.testing.assert_allclose(low_pass(n).sum(axis=1), 1)
    np.testing.assert_allclose(low_pass(n), np.roll(low_pass(n), (1, 1), axis=(0, 1)), atol=1e-12)


# ---- what it means ----


def grating(cycles_a_pixel: float, angle: float) -> Pixels:
    """Waves that run along `angle`, from the right over the top, as seen on paper."""
    down, across = np.mgrid[0:64, 0:64]
    wave = np.cos(2 * np.pi * cycles_a_pixel * (across * np.cos(angle) - down * np.sin(angle)))
    return np.repeat(np.round(127 + 100 * wave).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("orientation", range(8))
@pytest.mark.parametrize("scale", range(3))  # of the coarsest, the prefilter leaves less than of its overtones
def test_a_grating_excites_the_filter_of_its_own_size_and_direction_most(scale: int, orientation: int):
    waves = grating(0.3 / 1.85**scale, np.pi * orientation / 8)
    energy = gist_of(waves[None]).reshape(4, 8, 16).mean(axis=2)
    assert energy[scale].argmax() == orientation
    assert energy[:, orientation].argmax() == scale


def test_a_grating_in_one_quarter_excites_the_cells_there():
    pixels = np.full((64, 64, 3), 127, np.uint8)
    pixels[32:, :32] = grating(0.162, 0.0)[32:, :32]
    energy = gist_of(pixels[None]).reshape(4, 8, 4, 4)[0, 0] + gist_of(pixels[None]).reshape(4, 8, 4, 4)[1, 0]
    assert energy[2:, :2].min() > 5 * energy[:2, 2:].max()


def test_brightness_and_contrast_of_the_whole_picture_make_no_difference():
    pixels = pictures(1)
    dimmed = (pixels.astype(np.float64).mean(axis=3, keepdims=True).repeat(3, axis=3) / 4).round() * 2 + 60
    grey = (pixels.astype(np.float64).mean(axis=3, keepdims=True).repeat(3, axis=3) / 4).round() * 4
    np.testing.assert_allclose(
        gist_of(dimmed.astype(np.uint8)), gist_of(np.minimum(grey, 255).astype(np.uint8)), atol=3e-3
    )


@pytest.mark.parametrize("shade", [0, 127, 255])
def test_a_picture_of_one_shade_has_no_edges(shade: int):
    features_ND = gist_of(np.full((1, 64, 64, 3), shade, np.uint8))
    assert np.abs(features_ND).max() < 1e-3


# ---- as a backbone ----


def test_it_is_found_by_its_name_and_has_no_weights_to_get():
    assert backbone("gist") is GIST
    assert weights_version(GIST)
    assert not list(build_network("gist").parameters())
    assert not load_network(GIST).training


def test_it_cannot_be_tuned():
    for make in (trainable_network, build_trainable):
        with pytest.raises(UserError, match=r"^The backbone 'gist' can be used as it is, but not be fine-tuned; "):
            make("gist")
    with pytest.raises(UserError, match="no tuned backbone named 'gist@"):
        backbone("gist@0123456789abcdef")


def test_naming_it_imports_no_torch():
    code = "import sys; from engine.model.backbones import backbone, weights_version; "
    code += "weights_version(backbone('gist')); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_onnx_runtime_computes_what_torch_does(tmp_path: Path):
    export(GIST, tmp_path / "gist.onnx")
    pixels_NHWC = pictures(3, seed=1)
    features_ND = OnnxEncoder(GIST, str(tmp_path / "gist.onnx")).features(pixels_NHWC)
    np.testing.assert_allclose(features_ND, gist_of(pixels_NHWC), atol=1e-6)
    one_shade = np.full((1, 64, 64, 3), 200, np.uint8)
    assert np.abs(OnnxEncoder(GIST, str(tmp_path / "gist.onnx")).features(one_shade)).max() < 1e-3


def test_torch_can_export_what_is_not_put_together(tmp_path: Path):
    """It would come to the same of GIST, the only network here that needs no download."""
    export_by_torch(GIST, tmp_path / "by torch.onnx")
    pixels_NHWC = pictures(3, seed=1)
    features_ND = OnnxEncoder(GIST, str(tmp_path / "by torch.onnx")).features(pixels_NHWC)
    np.testing.assert_allclose(features_ND, gist_of(pixels_NHWC), atol=1e-6)


def test_moved_to_half_precision_it_computes_nearly_the_same():
    pixels_NHWC = pictures(3, seed=1)
    halved_ND = TorchEncoder(GIST, load_network(GIST), device="cpu", half=True).features(pixels_NHWC)
    np.testing.assert_allclose(halved_ND, gist_of(pixels_NHWC), atol=2e-3)
