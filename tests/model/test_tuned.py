"""Tuned weights: written, loaded and exported they compute the same; a file that is not theirs is refused."""

import hashlib
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

from engine.errors import BugError, UserError
from engine.model.backbones import (
    EFFICIENTNET_LITE0,
    Backbone,
    backbone,
    build_trainable,
    load_network,
    weights_version,
    write_tuned,
)
from engine.model.encoder import OnnxEncoder, TorchEncoder
from engine.model.onnx_export import prepared
from engine.progress import finish
from tests.photo_makers import KINDS, photo
from tests.tuned_space import TunedSpace


def crops(space: Backbone) -> np.ndarray:
    return np.stack([space.crop(photo(kind, 3)) for kind in KINDS[:3]])


@pytest.fixture
def models(tuned: TunedSpace, tmp_path: Path) -> Path:
    """A copy of the folder with the tuned file, to be spoilt."""
    return Path(shutil.copytree(tuned.models_folder, tmp_path / "models"))


def tampered(models: Path, tuned: TunedSpace, change) -> Backbone:
    """The feature space of a file with other tensors, whose name fits its bytes."""
    tensors = load((models / str(tuned.backbone.tuned_file)).read_bytes())
    change(tensors)
    data = save(tensors)
    space = backbone(f"efficientnet_lite0@{hashlib.sha256(data).hexdigest()[:16]}")
    (models / str(space.tuned_file)).write_bytes(data)
    return space


def test_its_name_is_its_architecture_and_the_beginning_of_its_files_checksum(tuned: TunedSpace) -> None:
    (file,) = tuned.models_folder.iterdir()
    checksum = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    assert tuned.backbone.name == f"efficientnet_lite0@{checksum}"
    assert file.name == f"{checksum}.backbone.safetensors"
    assert backbone(tuned.backbone.name) == tuned.backbone
    assert weights_version(tuned.backbone) == checksum


def test_exported_it_gives_the_features_of_torch_and_not_those_of_the_plain_network(tuned: TunedSpace) -> None:
    space, pixels = tuned.backbone, crops(tuned.backbone)
    with pytest.raises(StopIteration) as done:
        next(prepared(space))  # in the cache by its ID, whoever asks
    features = OnnxEncoder(space, done.value.value).features(pixels)
    network = load_network(space, str(tuned.models_folder))
    assert not network.training
    expected = TorchEncoder(space, network, "cpu", half=False).features(pixels)
    assert np.abs(features - expected).max() < 1e-3
    plain = TorchEncoder(space, load_network(EFFICIENTNET_LITE0), "cpu", half=False).features(pixels)
    assert np.abs(features - plain).max() > 0.5


def test_the_files_name_in_the_cache_is_plain_and_tells_the_weights_apart(
    tuned: TunedSpace, exported_onnx: str
) -> None:
    path = Path(finish(prepared(tuned.backbone)))
    assert path.name.startswith(f"efficientnet_lite0-{tuned.backbone.tuned_id}-1-")
    assert path != Path(exported_onnx) == Path(finish(prepared(EFFICIENTNET_LITE0)))


@pytest.mark.parametrize("architecture", ["alexnet", "resnet50", "efficientnet_lite0"])
def test_what_is_loaded_is_what_was_written_whatever_the_layout(architecture: str, tmp_path: Path) -> None:
    torch.manual_seed(4)
    network = build_trainable(architecture)
    for buffer in network.buffers():
        if buffer.ndim:
            buffer.uniform_(0.5, 2.0)
        else:
            buffer.fill_(7)
    network.to(memory_format=torch.channels_last)
    space = write_tuned(str(tmp_path), architecture, network)
    assert [path.name for path in tmp_path.iterdir()] == [space.tuned_file]
    loaded = load_network(space, str(tmp_path)).state_dict()
    assert loaded.keys() == network.state_dict().keys()
    for name, tensor in network.state_dict().items():
        assert torch.equal(loaded[name], tensor), name
        assert loaded[name].dtype == tensor.dtype


def test_equal_weights_have_an_equal_name(tuned: TunedSpace, tmp_path: Path) -> None:
    network = load_network(tuned.backbone, str(tuned.models_folder))
    assert write_tuned(str(tmp_path), tuned.backbone.architecture, network) == tuned.backbone
    assert write_tuned(str(tmp_path), tuned.backbone.architecture, network) == tuned.backbone
    assert [path.name for path in tmp_path.iterdir()] == [tuned.backbone.tuned_file]


def test_a_damaged_file_is_one_sentence(models: Path, tuned: TunedSpace) -> None:
    file = models / str(tuned.backbone.tuned_file)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(UserError, match="is damaged: it has changed since it was written"):
        load_network(tuned.backbone, str(models))


def test_a_missing_file_is_one_sentence_also_for_who_exports(
    tuned: TunedSpace, tmp_path: Path, cache: Path
) -> None:
    with pytest.raises(UserError, match=r"^The tuned model .* cannot be read \(No such file or directory\)\.$"):
        load_network(tuned.backbone, str(tmp_path / "nowhere"))
    with pytest.raises(UserError, match=r"^The tuned model .* cannot be read \(No such file or directory\)\.$"):
        finish(prepared(tuned.backbone, str(tmp_path / "nowhere é")))
    assert list(cache.iterdir()) == []


def drop(tensors: dict[str, np.ndarray]) -> None:
    del tensors["conv_stem.weight"]


def add(tensors: dict[str, np.ndarray]) -> None:
    tensors["another.weight"] = np.zeros(3, np.float32)


def reshape(tensors: dict[str, np.ndarray]) -> None:
    tensors["bn2.bias"] = tensors["bn2.bias"][:-1]


def retype(tensors: dict[str, np.ndarray]) -> None:
    tensors["bn2.bias"] = tensors["bn2.bias"].astype(np.float64)


def recount(tensors: dict[str, np.ndarray]) -> None:
    tensors["bn2.bias"] = tensors["bn2.bias"].astype(np.int64)


def spoil(tensors: dict[str, np.ndarray]) -> None:
    tensors["bn2.bias"][0] = np.nan


@pytest.mark.parametrize("change", [drop, add, reshape, retype, recount, spoil])
def test_a_file_of_another_network_is_refused_although_its_checksum_fits(
    models: Path, tuned: TunedSpace, change
) -> None:
    space = tampered(models, tuned, change)
    with pytest.raises(UserError, match=r"^The tuned model .* is damaged: .*\.$"):
        load_network(space, str(models))


def test_what_was_not_made_to_be_tuned_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BugError, match="a tuned alexnet cannot be saved"):
        write_tuned(str(tmp_path), "alexnet", torch.nn.Linear(2, 2))
    broken = build_trainable("efficientnet_lite0")
    with torch.no_grad():
        broken.bn2.bias[0] = torch.inf
    with pytest.raises(BugError, match="not finite"):
        write_tuned(str(tmp_path), "efficientnet_lite0", broken)
    assert list(tmp_path.iterdir()) == []


def test_a_tuned_one_is_never_looked_for_nowhere(tuned: TunedSpace) -> None:
    with pytest.raises(BugError, match="without a models folder"):
        load_network(tuned.backbone)
