"""torchvision's models as backbones: their own transforms, any classifier by name, and no network at hand."""

import urllib.request
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from engine.errors import UserError
from engine.model.backbones import ALEXNET, RESNET50, Backbone, backbone, build_network, load_network
from engine.model.onnx_export import DOWNLOAD_NOTE, prepared
from engine.progress import Progress, finish
from tests.photo_makers import photo

PINNED = {"alexnet": "IMAGENET1K_V1", "resnet50": "IMAGENET1K_V1"}
OTHERS = ("resnet18", "squeezenet1_1", "mobilenet_v3_small", "swin_t")  # two kinds of head, two of resampling
RESAMPLING = {Image.Resampling.BILINEAR: "bilinear", Image.Resampling.BICUBIC: "bicubic"}


def weights_of(name: str):
    from torchvision import models  # not while tests are collected: it takes seconds, in each process

    weights = models.get_model_weights(name)
    return weights[PINNED[name]] if name in PINNED else weights.DEFAULT


@pytest.fixture
def no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of torch's, and a proxy that nobody is; also for child processes."""
    monkeypatch.setenv("TORCH_HOME", str(tmp_path / "torch"))
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(urllib.request, "_opener", None)  # it would remember the proxies of before
    return tmp_path / "torch"


@pytest.mark.parametrize("name", [*PINNED, *OTHERS])
def test_the_numbers_are_those_of_the_weights_own_transforms(name: str) -> None:
    known, transforms = backbone(name), weights_of(name).transforms()
    assert [known.resize] == transforms.resize_size
    assert [known.side] == transforms.crop_size
    assert RESAMPLING[known.resampling] == transforms.interpolation.value
    assert known.mean == pytest.approx([255 * m for m in transforms.mean])
    assert known.std == pytest.approx([255 * s for s in transforms.std])
    assert known.weights == weights_of(name).name


@pytest.mark.parametrize("name", [*PINNED, "swin_t"])
@pytest.mark.parametrize("size", [(640, 480), (333, 517), (224, 280)])  # of others it is half a pixel off at most
def test_a_picture_goes_through_what_torchvision_does_to_it(name: str, size: tuple[int, int]) -> None:
    picture = photo("leaves", 1, size)
    known = backbone(name)
    mine = torch.from_numpy(known.normalise(known.crop(picture)[None]))[0]
    theirs = weights_of(name).transforms()(picture)
    grey_levels = (mine - theirs).abs().amax(dim=(1, 2)) * torch.tensor(known.std)
    assert grey_levels.max() <= 2.5


@pytest.mark.parametrize("name", OTHERS)
def test_any_classifier_gives_features_of_the_size_that_its_spec_says(name: str) -> None:
    known = backbone(name)
    with torch.device("meta"):  # shapes alone are computed there
        features = build_network(name).eval()(torch.empty(2, 3, known.side, known.side))
    assert features.shape == (2, known.dimensions)
    assert known is backbone(name), "it is not built twice"


def test_one_that_looks_at_numbers_while_it_is_built_is_known_too() -> None:
    assert backbone("regnet_y_400mf").dimensions == 440


@pytest.mark.parametrize("name", ["resnet9000", "../alexnet", "AlexNet", "", "tf_efficientnet_lite0"])
def test_a_name_that_nobody_knows_is_one_sentence(name: str) -> None:
    with pytest.raises(UserError, match=r"^There is no backbone named '.*'; there are alexnet, .* models\.$"):
        backbone(name)


@pytest.mark.parametrize("name", ["fcn_resnet50", "fasterrcnn_resnet50_fpn", "r3d_18", "quantized_resnet50"])
def test_what_is_no_plain_classifier_is_one_sentence(name: str) -> None:
    with pytest.raises(UserError, match=f"^The model '{name}' cannot be a backbone, because"):
        backbone(name)


@pytest.mark.parametrize(
    "name", ["alexnet@", "alexnet@0123", "alexnet@0123456789ABCDEF", "resnet18@0123456789abcdef"]
)
def test_what_cannot_be_a_tuned_one_is_one_sentence(name: str) -> None:
    with pytest.raises(UserError, match="no tuned backbone named"):
        backbone(name)


def test_the_name_of_a_tuned_one_has_the_preprocessing_of_its_architecture() -> None:
    tuned = backbone("alexnet@0123456789abcdef")
    assert (tuned.architecture, tuned.tuned_id) == ("alexnet", "0123456789abcdef")
    assert tuned.tuned_file == "0123456789abcdef.backbone.safetensors"
    pixels = np.full((1, 224, 224, 3), 80, np.uint8)
    np.testing.assert_array_equal(tuned.normalise(pixels), ALEXNET.normalise(pixels))
    assert ALEXNET.tuned_id is ALEXNET.tuned_file is None


@pytest.mark.parametrize("known", [ALEXNET, RESNET50], ids=lambda known: known.name)
def test_without_internet_it_is_one_sentence_that_names_the_model(
    known: Backbone, no_network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(
        UserError, match=rf"^The model {known.name} must be downloaded once, .* internet connection\.$"
    ):
        load_network(known)
    assert [path for path in no_network.rglob("*") if path.is_file()] == []
    assert capsys.readouterr().out == "", "standard output is for results"


def test_the_sentence_comes_through_from_the_process_that_exports(no_network: Path, cache: Path) -> None:
    work = prepared(ALEXNET)
    assert next(work) == Progress(0, None, DOWNLOAD_NOTE.with_values(name="alexnet"))
    with pytest.raises(UserError, match=r"^The model alexnet must be downloaded once, .* internet connection\.$"):
        finish(work)
    assert list(cache.iterdir()) == []
    assert [path for path in no_network.rglob("*") if path.is_file()] == []
