"""`dualhash index --shard` and `dualhash merge`: an archive indexed in shares, and joined."""

import shutil
from pathlib import Path

import pytest

from engine.library import open_library
from engine.store import decisions
from tests.command_line import Running, known, run

__all__ = ["known", "run"]


def test_shards_are_indexed_and_merged(run: Running, photos: Path, tmp_path: Path):
    """As the example of the documentation does it."""
    parts = [tmp_path / f"part {number}" for number in (1, 2)]
    found = 0
    for number, part in enumerate(parts, 1):
        run.library = str(part)
        found += run.json("index", "--shard", f"{number}/2", photos)["found"]
    assert found == 30
    run.library = str(tmp_path / "whole")
    assert run("merge", *parts, "--into", tmp_path / "whole") == 0
    assert "30 pictures, 30 files, 0 skipped, 0 labels, 0 decisions, 1 version." in run.out
    assert run.json("merge", *parts, "--into", tmp_path / "whole")["new"] == dict.fromkeys(
        ["images", "files", "skipped", "labels", "decisions", "versions"], 0
    )
    assert run.json("check") == {"ok": True, "findings": []}
    hits = run.json("search", photos / "discs" / "discs-1.jpg", "-k", "3")["hits"]
    assert {Path(hit["path"]).parent.name for hit in hits} == {"discs"}


def test_contradicting_decisions_are_listed(known: Running, tmp_path: Path):
    other = tmp_path / "of another person"
    shutil.copytree(known.library, other)
    for path, same in ((known.library, True), (str(other), False)):
        library = open_library(path)
        with library.writing() as db:
            decisions.put(db, 1, 2, same)
        library.close()
    (listed,) = known.json("merge", other, "--into", known.library)["contradictions"]
    assert listed["same"] is True
    assert listed["other_library"] == str(other)
    assert Path(listed["query"]).exists()
    assert known("merge", other, "--into", known.library) == 0
    assert f"{listed['query']} and {listed['hit']} are the same, as was said" in known.out
    assert f"{other} says not the same" in known.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["index", "--shard", "9/8", "."], "no shard 9/8"),
        (["index", "--shard", "1/2", "--watch", "."], "cannot be combined"),
        (["merge", "/nowhere at all", "--into", "."], "holds other things"),
    ],
)
def test_what_cannot_be_done_is_said(run: Running, photos: Path, arguments: list[str], sentence: str):
    full = [str(photos) if argument == "." else argument for argument in arguments]
    assert sentence in run.refused(*full)
