"""From a folder of pictures to codes on hand-made features: SDH on GIST, trained, searched with, carried away."""

from pathlib import Path

import pytest

from tests.command_line import Running, run
from tests.photo_makers import photo

__all__ = ["run"]

pytestmark = pytest.mark.usefixtures("one_split")


def test_sdh_on_gist_is_trained_searched_with_and_carried_to_another_library(
    run: Running, photos: Path, tmp_path: Path
):
    run.json("index", photos)
    run.json("labels", "from-folders")
    assert "only hash functions on features" in run.refused("train", "--method", "sdh", "--tune", "all")
    assert "not be fine-tuned" in run.refused("train", "--backbone", "gist", "--tune", "all")
    trained = run.json("train", "--method", "sdh", "--bits", 24, "--activate")
    assert trained["active"]
    assert trained["after"]["mAP"] > 0.6
    photo("stripes", 50).save(tmp_path / "stripes.png")
    found = run.json("search", tmp_path / "stripes.png", "-k", 3)
    assert found["version"] == trained["version"]
    assert found["hits"][0]["labels"] == ["stripes"]
    photo("stripes", 77, size=(250, 160)).save(photos / "new.jpg")
    run.json("index")
    assert run.json("search", photos / "new.jpg", "-k", 1)["hits"][0]["distance"] == 0
    found = run.json("search", tmp_path / "stripes.png", "-k", 3)
    run.json("models", "export", trained["version"], tmp_path / "taught")
    other = Running(run.capsys, str(tmp_path / "other library"))
    other.json("index", photos)
    imported = other.json("models", "import", tmp_path / "taught")
    other.json("models", "activate", imported["version"])
    assert other.json("search", tmp_path / "stripes.png", "-k", 3)["hits"][0]["labels"] == []
    other.json("labels", "from-folders")
    again = other.json("search", tmp_path / "stripes.png", "-k", 3)
    assert [hit["distance"] for hit in again["hits"]] == [hit["distance"] for hit in found["hits"]]


def test_other_methods_learn_on_gist_as_on_any_features(run: Running, photos: Path):
    run.json("index", photos)
    run.json("labels", "from-folders")
    trained = run.json("train", "--backbone", "gist", "--bits", 16, "--set", "hidden=64", "--epochs", 60)
    assert trained["after"]["mAP"] > 0.6
    assert run.json("models", "list")[-1]["backbone"] == "gist"
