"""Versions on a tuned network: it comes with the first of them, goes with the last, and travels with each."""

import os
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.jobs.checking import check
from engine.library import Library, open_library
from engine.model import tuned
from engine.model.backbones import Backbone
from engine.model.networks import build_trainable
from engine.progress import finish
from engine.store import features
from engine.store.versions import Version
from tests.jobs.feature_rows import BACKBONE
from tests.jobs.version_rows import active, known, refused, trained
from tests.model.exported_files import D, exported_bytes, numbers

__all__ = ["known"]


@pytest.fixture(scope="module")
def network_bytes(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """A tuned network's space and file, made once."""
    folder = tmp_path_factory.mktemp("tuned")
    space = tuned.write_tuned(str(folder), BACKBONE, build_trainable(BACKBONE))
    return space.name, (folder / tuned_file(space.name)).read_bytes()


def tuned_file(space: str) -> str:
    return f"{space.partition('@')[2]}.backbone.safetensors"


def with_tuned(library: Library, network_bytes: tuple[str, bytes], count: int = 1) -> list[Version]:
    """Versions on a tuned network, whose features every image has already."""
    space, data = network_bytes
    Path(library.models_folder, tuned_file(space)).write_bytes(data)
    ids = features.ids(library.db, BACKBONE).tolist()
    with library.writing() as db:
        features.put(db, space, ids, numbers(len(ids), D) + 1)
    return [trained(library, f"Tuned {n}", space) for n in range(count)]


def test_the_tuned_network_and_its_features_go_with_the_last_version_that_uses_them(known: Library, network_bytes):
    one, other = with_tuned(known, network_bytes, 2)
    version_files.remove(known, one)
    file = Path(known.models_folder, tuned_file(one.backbone))
    assert file.exists()
    assert features.count(known.db, one.backbone) == 40
    version_files.remove(known, other)
    assert not file.exists()
    assert features.count(known.db, one.backbone) == 0
    assert features.count(known.db, BACKBONE) == 40
    assert os.listdir(known.models_folder) == [active(known).file]


def test_a_tuned_version_goes_to_another_library_whole(known: Library, network_bytes, tmp_path: Path):
    (version,) = with_tuned(known, network_bytes)
    path = str(tmp_path / "tuned.safetensors")
    finish(version_files.export_to(known, version, path))
    other = open_library(str(tmp_path / "other"))
    imported = finish(version_files.import_from(other, path))
    assert imported.backbone == version.backbone, "the same weights make the same space"
    assert Path(other.models_folder, tuned_file(imported.backbone)).read_bytes() == network_bytes[1]
    assert finish(check(other)) == []
    tuned.load_tuned(other.models_folder, space_of(imported))
    again = finish(version_files.import_from(other, path))
    version_files.remove(other, again)
    tuned.load_tuned(other.models_folder, space_of(imported))
    other.close()


def test_a_flipped_bit_of_an_exported_tuned_network_is_refused(known: Library, network_bytes, tmp_path: Path):
    (version,) = with_tuned(known, network_bytes)
    finish(version_files.export_to(known, version, str(tmp_path / "file")))
    data = bytearray((tmp_path / "file").read_bytes())
    for place in np.random.default_rng(0).integers(0, len(data), 5).tolist():
        data[place] ^= 1
        refused(known, tmp_path, bytes(data), "is not a valid model file")
        data[place] ^= 1


def space_of(version: Version) -> Backbone:
    architecture, _, tuned_id = version.backbone.partition("@")
    return tuned.named(architecture, tuned_id)


def test_a_damaged_tuned_network_is_not_exported_and_check_finds_it(known: Library, network_bytes, tmp_path: Path):
    (version,) = with_tuned(known, network_bytes)
    file = Path(known.models_folder, tuned_file(version.backbone))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(UserError, match="changed since it was written"):
        finish(version_files.export_to(known, version, str(tmp_path / "file")))
    assert not (tmp_path / "file").exists()
    found = [finding.what for finding in finish(check(known))]
    assert f"the tuned network {version.backbone} is damaged" in found


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"backbone.stem.weight": numbers(3, 3)}, "its layers are not those of the network"),
        ({"backbone.conv_stem.weight": np.full((2, 2), np.nan, np.float32)}, "holds values that are not finite"),
    ],
)
def test_tensors_of_another_network_are_refused(known: Library, tmp_path: Path, changed, sentence: str):
    refused(known, tmp_path, exported_bytes(changed=changed), sentence)


def test_a_tuned_network_of_the_wrong_shape_or_with_a_negative_variance_is_refused(known: Library, tmp_path: Path):
    state = {f"backbone.{name}": t.numpy() for name, t in build_trainable(BACKBONE).state_dict().items()}
    name = next(name for name in state if name.endswith("running_var"))
    refused(
        known, tmp_path, exported_bytes(changed=state | {name: state[name][:-1]}), "an unexpected shape or type"
    )
    refused(known, tmp_path, exported_bytes(changed=state | {name: -state[name]}), "a negative variance")


def test_a_network_that_cannot_be_tuned_has_no_tuned_weights(known: Library, tmp_path: Path):
    changed = {"hash.mean": numbers(512), "hash.hidden_weights": numbers(512, 4), "backbone.fc": numbers(3)}
    data = exported_bytes(changed=changed, about={"architecture": "resnet18"})
    refused(known, tmp_path, data, "can be used as it is, but not be fine-tuned")
