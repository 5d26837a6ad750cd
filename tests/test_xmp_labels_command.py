"""`dualhash labels import --xmp` and `labels export --xmp`: what they print and refuse."""

import shutil
from pathlib import Path

import pytest

from engine.library import Library
from tests.command_line import Running
from tests.store.row_makers import know
from tests.xmp.others import HERE, Keywords, bag, packet, said


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("exiftool.jpg", "iptc.jpg"):
        shutil.copy(HERE / name, folder)
    (folder / "iptc.jpg.xmp").write_bytes(b"<broken")
    return folder


@pytest.fixture
def running(capsys: pytest.CaptureFixture[str], library: Library, root: Path) -> Running:
    know(library, root, [b"exiftool.jpg", b"iptc.jpg"])
    library.close()
    return Running(capsys, library.path)


def test_there_and_back(running: Running, root: Path):
    """Both directions, with what a person reads and what a program does."""
    long = "a long keyword that IPTC would cut at its sixty-fourth byte"
    rest = {"read": 2, "ratings_left_out": 1, "unusable": 0, "unreadable": 1, "away": 0}
    document = running.json("labels", "import", "--xmp", root, "--dry-run")
    assert document == rest | {"found": {"Cat": 2, "Grüße": 2, "Sea": 1, long: 1}}
    assert "iptc.jpg': its sidecar: it is not XML" in running.err
    assert running.json("labels", "list") == []
    document = running.json("labels", "import", "--xmp", "--ratings", "--levels", "path")
    assert document == rest | {"ratings_left_out": 0, "images": 2, "labels": 6, "assigned": 7}
    listed = {row["label"]: row["images"] for row in running.json("labels", "list")}
    assert listed == {"Animals|Cat": 1, "Cat": 1, "Grüße": 2, "Places|Sea": 1, "4 stars": 1, long: 1}
    running.json("labels", "add", "Neu", root / "exiftool.jpg", root / "iptc.jpg")

    sidecar = str(root / "exiftool.jpg.xmp")
    left = [{"path": str(root / "iptc.jpg.xmp"), "reason": "it is not XML (unclosed token: line 1, column 0)"}]
    rest = {"new": 1, "added": 2, "unchanged": 0, "left_alone": left}
    assert running.json("labels", "export", "--xmp") == rest | {"would_write": [sidecar]}
    assert not Path(sidecar).exists()
    assert running("labels", "export", "--xmp") == 0
    assert (
        "\n1 sidecar would be written (1 new, 2 values added); 0 say it all already, 1 left alone.\n" in running.out
    )
    assert running.out.endswith("Nothing was written; --write does it.\n")
    assert running.json("labels", "export", "--xmp", root, "--write") == rest | {"written": [sidecar]}
    expected = Keywords(("Cat", "Grüße", "Sea", "Neu"), (("Animals", "Cat"), ("Places", "Sea")), 4)
    assert said(Path(sidecar).read_bytes()) == expected
    document = running.json("labels", "export", "--xmp", "--undo")
    assert document == {"exactly": [sidecar], "carefully": [], "nothing": 0, "left_alone": []}
    assert not Path(sidecar).exists()
    assert "taken back already" in running.refused("labels", "export", "--xmp", "--undo", "all")


def test_a_folder_that_is_not_to_be_asked(running: Running, root: Path):
    assert running.json("labels", "import", "--xmp", root, "--never") == {"never": [str(root)]}
    assert running.json("labels", "import", "--xmp")["read"] == 0
    assert running.json("labels", "import", "--xmp", root)["read"] == 2
    assert running.json("labels", "import", "--xmp", "--new")["read"] == 0


def test_options_that_are_not_given_are_as_they_were_answered(running: Running, root: Path):
    running.json("labels", "import", "--xmp", root, "--ratings", "--levels", "path")
    running.json("labels", "import", "--xmp", root, "--levels", "all")
    assert [row["label"] for row in running.json("labels", "list") if row["images"]].count("4 stars") == 1
    running.json("labels", "import", "--xmp", "--no-ratings")
    listed = {row["label"] for row in running.json("labels", "list") if row["images"]}
    assert "4 stars" not in listed
    assert listed >= {"Animals", "Cat"}, "all levels, as was said before"


def test_a_keyword_that_is_gone_is_told(running: Running, root: Path):
    sidecar = root / "iptc.jpg.xmp"
    sidecar.write_bytes(packet(bag("beach", "Anna")))
    assert "taken_away" not in running.json("labels", "import", "--xmp")
    sidecar.write_bytes(packet(bag("beach")))
    document = running.json("labels", "import", "--xmp", "--new")
    assert (document["read"], document["assigned"], document["taken_away"]) == (1, 0, 1)
    sidecar.write_bytes(packet(bag("sea")))
    assert running("labels", "import", "--xmp", "--new") == 0
    assert "1 label taken away, as the keyword is gone.\n" in running.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["import", "a.csv", "--ratings"], "--ratings belongs to --xmp"),
        (["import", "a.csv", "--no-ratings"], "--no-ratings belongs to --xmp"),
        (["import", "a.csv", "--dry-run"], "--dry-run belongs to --xmp"),
        (["import", "--xmp", "--never"], "wants a folder"),
        (["import", "--xmp", "/nowhere"], "has no pictures in '/nowhere'"),
        (["import", "--xmp", "/nowhere", "--never"], "no folder of the library"),
        (["export", "a.csv", "--write"], "--write belongs to --xmp"),
        (["export", "--xmp", "--write", "--undo"], "do not go together"),
        (["export", "--xmp", "/tmp", "--undo"], "wants no folder"),
        (["export", "--xmp", "--undo"], "No labels were written"),
    ],
)
def test_what_does_not_fit_is_one_sentence(running: Running, arguments: list[str], sentence: str):
    assert sentence in running.refused("labels", *arguments)


@pytest.mark.parametrize(
    "arguments", [["import"], ["export"], ["import", "a.csv", "--xmp"], ["export", "--xmp", "a", "b"]]
)
def test_a_table_or_xmp_is_wrong_usage_if_it_is_neither_or_both(running: Running, arguments: list[str]):
    with pytest.raises(SystemExit, match="2"):
        running("labels", *arguments)
