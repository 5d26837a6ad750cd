"""`dualhash labels …`: what it prints, what it refuses, and that listing and exporting write no library."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import main
from engine.library import Library
from tests.command_line import Running
from tests.other_user import only_root, reachable_folder, run_as_nobody
from tests.store.row_makers import know

NAMES = [b"a.jpg", b"cats/b.jpg", b"cats/c.jpg", b"caf\xe9\x1b.jpg"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "photos"


@pytest.fixture
def running(capsys: pytest.CaptureFixture[str], library: Library, root: Path) -> Running:
    """On a library that knows four pictures."""
    know(library, root, NAMES)
    library.close()
    return Running(capsys, library.path)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "labels.csv"
    file.write_bytes(b"path,labels\nphotos/a.jpg,one;two\nphotos/cats/b.jpg,one\nnot here.jpg,one\n")
    return file


def listed(running: Running) -> dict[str, int]:
    return {row["label"]: row["images"] for row in running.json("labels", "list")}


def test_import_says_what_it_did_and_names_what_it_does_not_know(running: Running, table: Path):
    document = running.json("labels", "import", table)
    assert document == {"images": 2, "labels": 2, "assigned": 3, "unknown_paths": 1}
    assert "The library knows no picture at 'not here.jpg'." in running.err
    assert running.json("labels", "list") == [{"label": "one", "images": 2}, {"label": "two", "images": 1}]
    assert running("labels", "import", table) == 0
    assert running.out == "2 pictures, 2 labels: 0 assigned; 1 unknown paths.\n"


def test_only_the_first_unknown_paths_are_named(running: Running, table: Path):
    table.write_bytes(b"path,labels\n" + b"".join(b"%d\x1b\xe9.jpg,x\n" % n for n in range(100)))
    assert running.json("labels", "import", table)["unknown_paths"] == 100
    assert running.err.count("knows no picture") == 5
    assert "… and at 95 other paths." in running.err
    assert "\x1b" not in running.err


def test_from_folders_all_or_one(running: Running, root: Path):
    document = running.json("labels", "from-folders", "--folder", root / "cats")
    assert document == {"images": 2, "labels": 1, "assigned": 2, "unknown_paths": 0}
    running.json("labels", "from-folders")
    assert listed(running) == {"cats": 2, "photos": 2}
    assert "has no pictures in" in running.refused("labels", "from-folders", "--folder", root.parent / "other")


def test_export_then_import_elsewhere(
    running: Running, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    running.json("labels", "from-folders")
    monkeypatch.chdir(tmp_path)
    document = running.json("labels", "export", "out.csv")
    assert document == {"images": 4, "labels": 2, "assigned": 4, "without_file": 0}
    assert (tmp_path / "out.csv").read_bytes().count(b"\r\n") == 5
    assert running("labels", "export", "out.csv") == 0
    assert running.out == "4 pictures with 2 labels written to out.csv.\n"
    for path in (root / "a.jpg", root / "cats/b.jpg", root / "cats/c.jpg"):
        running.json("labels", "remove", "photos" if path.parent == root else "cats", path)
    assert running.json("labels", "import", "out.csv")["assigned"] == 3
    assert listed(running) == {"cats": 2, "photos": 2}


def test_add_and_remove(running: Running, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    document = running.json("labels", "add", "Ärger 🐈", root / "a.jpg", root / "cats/b.jpg", "nowhere.jpg")
    assert document == {"images": 2, "labels": 1, "assigned": 2, "unknown_paths": 1}
    monkeypatch.chdir(tmp_path)
    document = running.json("labels", "remove", "Ärger 🐈", "photos/a.jpg", "photos/cats/c.jpg")
    assert document == {"images": 2, "labels": 1, "removed": 1, "unknown_paths": 0}
    running.json("labels", "remove", "Ärger 🐈", "photos/cats/b.jpg")
    assert listed(running) == {"Ärger 🐈": 0}, "a label that no image has left stays listed"
    assert running("labels", "list") == 0
    assert running.out == "      0  Ärger 🐈\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["import", "nowhere.csv"], "'nowhere.csv' cannot be read (No such file or directory)"),
        (["import", "/"], "cannot be read (Is a directory)"),
        (["import", sys.executable], "is not UTF-8 text"),
        (["import", __file__], "the columns path and labels"),
        (["export", "/"], "is a folder"),
        (["export", "/nowhere/at all.csv"], "cannot be written"),
        (["export", __file__], "is no table of labels"),
        (["add", "cat", "nowhere.jpg"], "knows no picture at 'nowhere.jpg'"),
        (["add", "a;b", "KNOWN"], "semicolon"),
        (["add", " ", "KNOWN"], "needs a name"),
        (["add", "x" * 201, "KNOWN"], "too long"),
        (["add", "a\nb", "KNOWN"], "control character"),
        (["add", "caf\udce9", "KNOWN"], "not UTF-8 text"),
        (["remove", "cat", "KNOWN"], "There is no label “cat”"),
    ],
)
def test_wrong_input_is_one_sentence_and_changes_nothing(running: Running, root: Path, arguments, sentence: str):
    arguments = [root / "a.jpg" if argument == "KNOWN" else argument for argument in arguments]
    assert sentence in running.refused("labels", *arguments)
    assert sentence in running.refused("labels", *arguments, "--json")
    assert listed(running) == {}


def test_without_a_library_nothing_is_listed_and_nothing_imported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, table: Path
):
    running = Running(capsys, str(tmp_path / "none"))
    assert "There is no library" in running.refused("labels", "list")
    assert "There is no library" in running.refused("labels", "export", tmp_path / "out.csv")
    assert "has no folders yet" in running.refused("labels", "import", table)


@pytest.mark.parametrize(
    "arguments", [[], ["sing"], ["import"], ["add", "cat"], ["list", "x"], ["from-folders", "x"]]
)
def test_wrong_usage_is_exit_code_2(arguments: list[str]):
    with pytest.raises(SystemExit) as ended:
        main(["labels", *arguments])
    assert ended.value.code == 2


def test_a_library_that_is_open_elsewhere_is_listed_and_exported_but_not_written(
    capsys: pytest.CaptureFixture[str], library: Library, root: Path, table: Path, tmp_path: Path
):
    know(library, root, NAMES)
    running = Running(capsys, library.path)
    assert listed(running) == {}
    assert running.json("labels", "export", tmp_path / "out.csv")["images"] == 0
    writing = (["import", table], ["from-folders"], ["add", "x", root / "a.jpg"], ["remove", "x", root / "a.jpg"])
    for arguments in writing:
        assert "only be read" in running.refused("labels", *arguments)


@only_root
def test_a_library_that_cannot_be_written_is_listed_and_exported(running: Running, table: Path):
    running.json("labels", "import", table)
    code = (
        "import contextlib, io\n"
        "def said(*arguments):\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "        code = main([*arguments, '--json', '--library', sys.argv[1]])\n"
        "    return [code, out.getvalue() and json.loads(out.getvalue())]\n"
        "print(json.dumps([said('labels', 'list'), said('labels', 'export', sys.argv[2]),"
        " said('labels', 'import', sys.argv[2])]))\n"
    )
    imports = (
        "import importlib.metadata, engine.commands.labels\nfrom engine.cli import main\n"
        "from engine.commands.parser import command_parser; command_parser()"
    )
    with reachable_folder() as folder:
        (folder / "open").mkdir()
        (folder / "open").chmod(0o777)
        arguments = str(folder / "library"), str(folder / "open" / "out.csv")
        library = Path(shutil.copytree(running.library, folder / "library"))
        refused, _, _ = run_as_nobody(imports, code, *arguments)
        for path in (library, *library.rglob("*")):  # somebody let others read it
            path.chmod(0o755 if path.is_dir() else 0o644)
        shown, exported, imported = run_as_nobody(imports, code, *arguments)
    assert refused == [1, ""], "a library is its owner's alone"
    assert shown == [0, [{"label": "one", "images": 2}, {"label": "two", "images": 1}]]
    assert exported == [0, {"images": 2, "labels": 2, "assigned": 3, "without_file": 0}]
    assert imported[0] == 1


def test_names_of_any_bytes_go_in_by_argument_and_out_and_in_by_table(running: Running, root: Path, tmp_path: Path):
    path = os.fsencode(root) + b"/caf\xe9\x1b.jpg"
    command = [sys.executable, "-m", "engine", "--library", running.library, "labels", "add", "odd", path]
    subprocess.run(command, check=True, capture_output=True)
    assert listed(running) == {"odd": 1}
    running.json("labels", "export", tmp_path / "out.csv")
    assert path in (tmp_path / "out.csv").read_bytes()
    running.json("labels", "remove", "odd", os.fsdecode(path))
    assert listed(running) == {"odd": 0}
    running.json("labels", "import", tmp_path / "out.csv")
    assert listed(running) == {"odd": 1}
