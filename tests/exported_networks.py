"""Networks exported to ONNX for the tests' caches: each takes 13 s, so they are made once (see made_once.py)."""

import shutil
from pathlib import Path

import pytest

from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, backbone
from engine.model.onnx_export import cache_folder, prepared
from engine.progress import finish
from tests.made_once import made_once
from tests.tuned_space import TunedSpace, make_tuned

SOURCES = ("engine/model", "tests/exported_networks.py", "tests/tuned_space.py")


def export_plain(kept: Path) -> str:
    """The built-in network, in the cache that the environment names; returns its file."""
    with made_once(kept, "plain", _export_into, *SOURCES) as made:
        shutil.copytree(made / "backbones", cache_folder(), dirs_exist_ok=True)
    return finish(prepared(EFFICIENTNET_LITE0))


def export_tuned(kept: Path, models_folder: Path) -> TunedSpace:
    """A tuned network, its weights in a folder that is not there yet, its export in the cache."""
    with made_once(kept, "tuned", _make_and_export_tuned, *SOURCES) as made:
        shutil.copytree(made / "models", models_folder)
        shutil.copytree(made / "backbones", cache_folder(), dirs_exist_ok=True)
        return TunedSpace(backbone((made / "name").read_text()), models_folder)


def _export_into(folder: Path, space: Backbone = EFFICIENTNET_LITE0, models_folder: str | None = None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DUALHASH_CACHE", str(folder))
        finish(prepared(space, models_folder))


def _make_and_export_tuned(folder: Path) -> None:
    (folder / "models").mkdir()
    space = make_tuned(folder / "models")
    (folder / "name").write_text(space.backbone.name)
    _export_into(folder, space.backbone, str(space.models_folder))
