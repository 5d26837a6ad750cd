"""Networks from elsewhere: the file decides what they are, and nothing of it is believed unseen."""

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from engine.errors import UserError
from engine.model import added, onnx_export
from engine.model.adding import add_file
from engine.model.backbones import Backbone, backbone, is_tuned, must_be_intact, weights_version
from engine.model.encoder import OnnxEncoder, TorchEncoder
from engine.progress import finish
from tests.model.tiny_networks import OF_TRANSFORMERS, SIDE, tiny_clip, tiny_onnx, tiny_timm
from tests.photo_makers import photo

PICTURE = photo("leaves", 1)


@pytest.fixture
def models(tmp_path: Path) -> str:
    folder = tmp_path / "models"
    folder.mkdir()
    return str(folder)


def encoder(models: str, network: Backbone) -> OnnxEncoder:
    return OnnxEncoder(network, finish(onnx_export.prepared(network, models)))


def test_a_model_of_timm_gives_the_features_that_timm_gives(models: str, tmp_path: Path):
    import timm

    path = tiny_timm(tmp_path / "from timm")
    network = add_file(models, str(path))
    assert network.name.startswith("timm.vit_tiny_patch16_224.made_here@")
    assert (network.dimensions, network.side, network.resize) == (24, SIDE, SIDE * 10 // 8)
    assert network.mean == pytest.approx((127.5, 102.0, 76.5))
    config = json.loads((path.parent / "config.json").read_text())
    about = added.read_about(models, network.name)
    assert (about.licence, about.source) == ("mit", "model.safetensors")
    theirs = timm.create_model(config["architecture"], num_classes=7, **config["model_args"])
    timm.models.load_checkpoint(theirs, str(path))
    theirs.reset_classifier(0)
    prepare = timm.data.create_transform(
        **timm.data.resolve_data_config({}, pretrained_cfg=config["pretrained_cfg"]), is_training=False
    )
    with torch.inference_mode():
        expected = theirs.eval()(prepare(PICTURE)[None])[0].numpy()
    ours = encoder(models, network).features(network.crop(PICTURE)[None])[0]
    assert np.corrcoef(ours, expected)[0, 1] > 0.999, "but for how the two resize"
    by_torch = TorchEncoder(network, added.load(models, network.name), "cpu", half=False)
    assert by_torch.features(network.crop(PICTURE)[None])[0] == pytest.approx(ours, abs=1e-4)


def test_an_onnx_file_is_run_as_it_is_with_the_preprocessing_beside_it(models: str, tmp_path: Path):
    network = add_file(models, str(tiny_onnx(tmp_path, OF_TRANSFORMERS)), licence="CC0")
    assert (network.architecture, network.dimensions) == ("onnx.mean_colour", 12)
    assert network.squeezes
    assert not network.runs_in_torch
    wide = Image.new("RGB", (400, 100), (250, 0, 0))
    wide.paste((0, 0, 250), (0, 0, 200, 100))
    features = encoder(models, network).features(network.crop(wide)[None])[0]
    blue, red = [250 / 255, 0] * 2, [0, 250 / 255] * 2  # left, right, and once more below
    assert features == pytest.approx([*red, *[0] * 4, *blue], abs=0.02), "all of it is seen"
    assert added.read_about(models, network.name).licence == "CC0"


def test_the_name_says_by_which_weights_and_which_preprocessing(models: str, tmp_path: Path):
    first = add_file(models, str(tiny_timm(tmp_path / "1")))
    assert add_file(models, str(tiny_timm(tmp_path / "again"))) == first
    assert add_file(models, str(tiny_timm(tmp_path / "2", seed=1))).name != first.name
    path = tiny_timm(tmp_path / "3")
    config = json.loads((path.parent / "config.json").read_text())
    config["pretrained_cfg"]["mean"] = [0.5, 0.5, 0.5]
    (path.parent / "config.json").write_text(json.dumps(config))
    assert add_file(models, str(path)).name != first.name
    assert len(added.all_of(models)) == 3
    assert weights_version(first) == first.tuned_id
    assert not is_tuned(first.name), "it belongs to the library, not to a version"
    assert is_tuned("efficientnet_lite0@0123456789abcdef")


def test_views_of_an_added_network(models: str, tmp_path: Path):
    network = add_file(
        models, str(tiny_onnx(tmp_path, OF_TRANSFORMERS | {"crop_size": SIDE, "do_center_crop": True}))
    )
    both = network.with_views(("crop", "whole", "mirrored"))
    assert both.name == f"{network.name}+crop-whole-mirrored"
    assert backbone(both.name, models) == both
    wide = Image.new("RGB", (400, 100), (250, 0, 0))
    wide.paste((0, 0, 250), (0, 0, 200, 100))
    crop = both.crop(wide)
    assert crop.shape == (3 * SIDE, SIDE, 3)
    assert (crop[SIDE : 2 * SIDE, ::-1] == crop[2 * SIDE :]).all()
    by_views, alone = (encoder(models, each).features(each.crop(wide)[None])[0] for each in (both, network))
    assert by_views[:12] == pytest.approx(alone)
    whole, mirrored = by_views[12:24].reshape(3, 2, 2), by_views[24:].reshape(3, 2, 2)
    assert whole == pytest.approx(mirrored[..., ::-1], abs=1e-5)


def test_a_bit_that_flipped_is_found_in_weights_and_description(models: str, tmp_path: Path):
    network = add_file(models, str(tiny_timm(tmp_path / "from timm")))
    path = Path(added.path_of(models, network.name))
    whole = path.read_bytes()
    must_be_intact(network.with_views(("whole",)).name, models)
    for at in (whole.index(b"0.8") if b"0.8" in whole else whole.index(b"mean") + 8, len(whole) - 5):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(UserError, match=r"is damaged"):
            must_be_intact(network.name, models)
    path.unlink()
    with pytest.raises(UserError, match=r"is not in this library"):
        backbone(network.name, models)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda folder: os.unlink(folder / "config.json"), "no configuration lies beside it"),
        (lambda folder: (folder / "config.json").write_text("["), "its configuration is no JSON"),
        (lambda folder: (folder / "config.json").write_text("[]"), "its configuration is no JSON"),
        (lambda folder: (folder / "config.json").write_text('{"architecture": 3}'), "what its network is"),
        (lambda folder: _configured(folder, std=[0, 1, 1]), "what it says of its preprocessing cannot be"),
        (lambda folder: _configured(folder, input_size=[3, 10**9, 10**9]), "what it says of its preprocessing"),
        (lambda folder: _configured(folder, mean=None), "does not say how pictures are prepared"),
        (
            lambda folder: (folder / "model.safetensors").write_bytes(b"nonsense"),
            "damaged or of an unexpected type",
        ),
        (lambda folder: _without_a_layer(folder), "it lacks “norm.weight”"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence(models: str, tmp_path: Path, spoil, sentence: str):
    path = tiny_timm(tmp_path / "from timm")
    spoil(path.parent)
    with pytest.raises(UserError, match=sentence):
        add_file(models, str(path))
    assert os.listdir(models) == []


def test_an_unknown_model_of_timm_and_a_graph_without_preprocessing(models: str, tmp_path: Path):
    path = tiny_timm(tmp_path / "from timm")
    config = json.loads((path.parent / "config.json").read_text()) | {"architecture": "vit_of_nobody"}
    (path.parent / "config.json").write_text(json.dumps(config))
    with pytest.raises(UserError, match=r"^timm knows no model vit_of_nobody"):
        add_file(models, str(path))
    with pytest.raises(UserError, match="no configuration lies beside it"):
        add_file(models, str(tiny_onnx(tmp_path / "alone")))
    (tmp_path / "no.onnx").write_bytes(b"nothing")
    with pytest.raises(UserError, match="no ONNX file"):
        add_file(models, str(tmp_path / "no.onnx"))


def test_a_pickle_that_would_run_something_is_refused(models: str, tmp_path: Path):
    path = tiny_timm(tmp_path / "from timm").with_suffix(".pth")

    class Hostile:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "run"),)

    torch.save({"weight": Hostile()}, path)
    with pytest.raises(UserError, match="damaged or of an unexpected type"):
        add_file(models, str(path))
    assert not (tmp_path / "run").exists()


def test_two_towers_are_one_network_for_pictures_here(models: str, tmp_path: Path):
    network = add_file(models, str(tiny_clip(tmp_path / "clip")))
    assert (network.architecture, network.dimensions) == ("open_clip.tiny", 16)
    assert added.has_words(network.name)
    features = encoder(models, network).features(network.crop(PICTURE)[None])[0]
    assert np.linalg.norm(features) == pytest.approx(1, abs=1e-3)
    ours = added.load(models, network.name)
    x = torch.from_numpy(network.normalise(network.crop(PICTURE)[None]))
    assert ours(x)[0].numpy() == pytest.approx(features, abs=1e-4)


def test_a_description_from_anybody_is_checked():
    good = added.AddedNetwork("timm", "x", 8, 40, 32, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    assert added.described(good.text) == good
    for text in ("", "{}", "[]", good.text.replace('"timm"', '"run"'), good.text.replace("[0.0", "[NaN")):
        with pytest.raises(added.InvalidTensorsError):
            added.described(text)
    with pytest.raises(added.InvalidTensorsError):
        replace(good, dimensions=10**9)


def _configured(folder: Path, **changes: object) -> None:
    config = json.loads((folder / "config.json").read_text())
    config["pretrained_cfg"] |= changes
    (folder / "config.json").write_text(json.dumps(config))


def _without_a_layer(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    tensors = load_file(folder / "model.safetensors")
    del tensors["norm.weight"]
    save_file(tensors, folder / "model.safetensors")
