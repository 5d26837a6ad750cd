"""Finished runs as files: found again for the very same key only, and none when damaged."""

import json
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.experiments.run_files import RunFiles

KEY = {"method": "dsh", "bits": 16, "shape": (3, 4), "settings": {"rate": 0.1, "none": None}}


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_was_written_is_read_again_with_its_key(tmp_path: Path):
    files = RunFiles(tmp_path / "new" / "runs")
    assert files.read("dsh-16", KEY) is None
    files.write("dsh-16", KEY, {"figures": {"mAP": 0.5}})
    document = RunFiles(tmp_path / "new" / "runs").read("dsh-16", KEY)
    assert document == {"run": {**KEY, "shape": [3, 4]}, "figures": {"mAP": 0.5}}
    path = only_file(tmp_path / "new" / "runs")
    assert path.name.startswith("dsh-16-")
    assert json.loads(path.read_text()) == document


def test_the_order_of_a_key_does_not_matter_and_a_later_run_replaces_an_earlier(tmp_path: Path):
    files = RunFiles(tmp_path)
    files.write("dsh", KEY, {"figures": 1})
    files.write("dsh", dict(reversed(KEY.items())), {"figures": 2})
    document = files.read("dsh", KEY)
    assert document is not None
    assert document["figures"] == 2
    assert only_file(tmp_path).exists()


@pytest.mark.parametrize(
    "change",
    [{"bits": 32}, {"method": "dhn"}, {"shape": (3, 5)}, {"settings": {"rate": 0.2, "none": None}}, {"more": 1}],
    ids=str,
)
def test_another_key_is_another_run(tmp_path: Path, change: dict[str, object]):
    files = RunFiles(tmp_path)
    files.write("dsh", KEY, {"figures": 1})
    assert files.read("dsh", {**KEY, **change}) is None
    files.write("dsh", {**KEY, **change}, {"figures": 2})
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", "3", '"text"', "{}", '{"run": 1}', b"\xff\xfe"])
def test_a_damaged_file_is_no_run(tmp_path: Path, damage: str | bytes):
    files = RunFiles(tmp_path)
    files.write("dsh", KEY, {"figures": 1})
    only_file(tmp_path).write_bytes(damage if isinstance(damage, bytes) else damage.encode())
    assert files.read("dsh", KEY) is None
    files.write("dsh", KEY, {"figures": 3})
    document = files.read("dsh", KEY)
    assert document is not None
    assert document["figures"] == 3


def test_a_file_under_the_name_of_another_run_is_not_taken_for_it(tmp_path: Path):
    files = RunFiles(tmp_path)
    files.write("dsh", KEY, {"figures": 1})
    other = json.loads(only_file(tmp_path).read_text())
    other["run"]["bits"] = 64
    only_file(tmp_path).write_text(json.dumps(other))
    assert files.read("dsh", KEY) is None


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be made"):
        RunFiles(tmp_path / "file" / "runs").write("dsh", KEY, {})
    assert RunFiles(tmp_path / "file" / "runs").read("dsh", KEY) is None
