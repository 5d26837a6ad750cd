"""One real export of the backbone, shared by all tests of the session; the user's cache is never touched."""

from pathlib import Path

import pytest

from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import prepared
from engine.progress import finish


@pytest.fixture(scope="session")
def exported_onnx(tmp_path_factory: pytest.TempPathFactory) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DUALHASH_CACHE", str(tmp_path_factory.mktemp("cache")))
        return finish(prepared(EFFICIENTNET_LITE0))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; what is returned is the folder in which the exported files come to lie."""
    monkeypatch.setenv("DUALHASH_CACHE", str(tmp_path))
    return tmp_path / "backbones"
