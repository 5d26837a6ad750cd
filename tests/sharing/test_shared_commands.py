"""The command line on a shared library: publishing, searching, labels; what cannot be done there is a sentence."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from engine.commands.version import version_lines
from engine.errors import UserError
from engine.library import open_library
from engine.model.tensor_files import unpacked
from tests.command_line import Running, known, run
from tests.photo_makers import photo

__all__ = ["known", "run"]

PASSWORD = "s3cr/et:p@ss"


@pytest.fixture
def here(known: Running, address: str) -> Running:
    """On the library that was published."""
    assert known("labels", "from-folders") == 0
    assert known("publish", address) == 0
    assert known.out.startswith("30 pictures are at postgresql://")
    return known


@pytest.fixture
def there(here: Running, address: str) -> Running:
    return Running(here.capsys, address)


def without_seconds(document: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key != "seconds"}


def test_a_search_prints_the_same(here: Running, there: Running, photos: Path, tmp_path: Path):
    photo("bricks", 30).save(tmp_path / "new.png")
    other = photos / "leaves" / "leaves-1.jpg"
    for arguments in (
        ["search", other, "-k", "7"],
        ["search", other, "--text", "discs -name:3"],
        ["search", other, "--max-distance", "100", "--hide-missing"],
        ["search", other, "--crop", "0,0,60,50"],
        ["search", tmp_path / "new.png", "--minus", other],
        ["search", tmp_path / "new.png", other, "--folder", photos / "bricks"],
        ["search", "--text", "bricks", "-k", "4"],
        ["search", "--label", "leaves"],
    ):
        found = without_seconds(here.json(*arguments))
        assert found["hits"]
        assert without_seconds(there.json(*arguments)) == found


def test_lists_and_figures_are_the_same(here: Running, there: Running, tmp_path: Path):
    for arguments in (["labels", "list"], ["models", "list"], ["skipped"], ["missing"], ["evaluate"]):
        assert there.json(*arguments) == here.json(*arguments)
    for running, name in ((here, "here.csv"), (there, "there.csv")):
        assert running("labels", "export", tmp_path / name) == 0
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
    for running, name in ((here, "here.model"), (there, "there.model")):
        assert running("models", "export", "1", tmp_path / name) == 0
    here_said, there_said = (unpacked((tmp_path / f"{name}.model").read_bytes()) for name in ("here", "there"))
    del there_said.metadata["checksum"], here_said.metadata["checksum"]  # over tensors in whatever order
    assert there_said.metadata == here_said.metadata
    assert {n: t.tobytes() for n, t in there_said.tensors.items()} == {
        n: t.tobytes() for n, t in here_said.tensors.items()
    }


def test_labels_are_given_and_taken_on_the_server(here: Running, there: Running, photos: Path, tmp_path: Path):
    paths = [photos / "stripes" / f"stripes-{n}.jpg" for n in range(3)]
    assert there.json("labels", "add", "mine", *paths)["assigned"] == 3
    assert there.json("labels", "remove", "stripes", paths[0])["removed"] == 1
    counted = {row["label"]: row["images"] for row in there.json("labels", "list")}
    assert (counted["mine"], counted["stripes"]) == (3, 5)
    assert {row["label"]: row["images"] for row in here.json("labels", "list")}["stripes"] == 6
    table = tmp_path / "more.csv"
    table.write_text(f"path,labels\n{paths[0]},stripes;mine;more\n")
    assert there.json("labels", "import", table)["assigned"] == 2
    assert here.json("publish", there.library)["written"] == 0
    assert {row["label"]: row["images"] for row in there.json("labels", "list")}["more"] == 1


def test_hostile_labels_are_labels_and_what_is_none_is_none(there: Running, photos: Path):
    picture = photos / "discs" / "discs-1.jpg"
    for name in ("') DROP TABLE labels --", '"quoted" %s %(x)s ?', "\\x00", "猫 🐈", "{role}", "a" * 200):
        assert there.json("labels", "add", name, picture)["assigned"] == 1
        assert {row["label"]: row["images"] for row in there.json("labels", "list")}[name] == 1
        (hit,) = there.json("search", "--label", name)["hits"]
        assert name in hit["labels"]
    for name in ("", "a;b", "line\nbreak", "nul\0", "a" * 201):
        assert "label" in there.refused("labels", "add", name, picture).lower()


def test_what_cannot_be_done_there_is_said(there: Running):
    for arguments in (
        *(["index", "."], ["train"], ["check"], ["duplicates"], ["models", "remove", "1"], ["missing", "--forget"]),
        *(["skipped", "--retry"], ["labels", "import", "--xmp"], ["publish", "postgresql://elsewhere/x"]),
    ):
        assert "shared library" in there.refused(*arguments)


@pytest.fixture
def role(address: str) -> Iterator[str]:
    """Who may log in, and nothing else."""
    name = f"reader {os.getpid()}\"'%s"
    quoted = name.replace('"', '""')
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE ROLE "{quoted}" LOGIN')
        yield name
        connection.execute(f'DROP OWNED BY "{quoted}"')
        connection.execute(f'DROP ROLE "{quoted}"')


def test_a_role_that_may_read_reads_and_one_that_may_label_labels(
    here: Running, address: str, role: str, photos: Path, monkeypatch: pytest.MonkeyPatch
):
    picture = photos / "discs" / "discs-1.jpg"
    expected = without_seconds(here.json("search", picture))
    theirs = Running(here.capsys, address.replace("postgres@", ""))
    monkeypatch.setenv("PGUSER", role)
    assert "not" in theirs.refused("search", picture)
    monkeypatch.delenv("PGUSER")
    assert "no role" in here.refused("publish", address, "--readers", "nobody at all")
    assert here("publish", address, "--readers", role) == 0
    monkeypatch.setenv("PGUSER", role)
    assert without_seconds(theirs.json("search", picture)) == expected
    assert "may only read" in theirs.refused("labels", "add", "mine", picture)
    monkeypatch.delenv("PGUSER")
    assert here("publish", address, "--labellers", role) == 0
    monkeypatch.setenv("PGUSER", role)
    assert theirs("labels", "add", "mine", picture) == 0
    assert theirs("labels", "remove", "mine", picture) == 0


def test_no_password_is_ever_shown_or_logged(
    here: Running, address: str, caplog: pytest.LogCaptureFixture, tmp_path: Path
):
    """Whether it stands where libpq wants it or not; and whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    host = address.partition("?host=")[2]
    encoded = PASSWORD.replace("/", "%2F").replace(":", "%3A").replace("@", "%40")
    addresses = [
        f"postgresql://postgres:{encoded}@/no_such_database?host={host}",
        address.replace("postgres@", f"postgres:{encoded}@"),
        f"postgresql://postgres@/no_such_database?host={host}&password={encoded}",
        f"postgresql://postgres:{PASSWORD}@/x?host={host}",  # not written as an address wants it
        f"postgresql://postgres:{encoded}@/x?host={host}&nonsense=1",
        f"postgresql://postgres:{encoded}@localhost:1/x?connect_timeout=1",
    ]
    for each in addresses:
        running = Running(here.capsys, each)
        running("-v", "labels", "list")
        shown = running.out + running.err
        here("-v", "publish", each)
        shown += here.out + here.err + caplog.text
        assert PASSWORD not in shown
        assert encoded not in shown
        assert "p@ss" not in shown
        assert "Traceback" not in shown
    for path in (tmp_path / "library").rglob("*"):
        assert not path.is_file() or encoded.encode() not in path.read_bytes()


def test_a_server_that_is_not_there_is_a_sentence(run: Running, tmp_path: Path):
    run.library = f"postgresql:///x?host={tmp_path}"
    assert "cannot be reached" in run.refused("labels", "list")


def test_a_database_without_a_library_is_a_sentence(run: Running, address: str):
    run.library = address
    assert "No library is published at postgresql://postgres@/" in run.refused("search", "--text", "x")


def test_what_to_publish_to_must_be_a_server(known: Running, tmp_path: Path):
    assert "postgresql://" in known.refused("publish", tmp_path)


def test_a_server_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Where only a library on disk is opened, as in the window, no folder of that name comes into being."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"postgresql://me:\*\*\*@host/db is on a server"):
        open_library(f"postgresql://me:{PASSWORD}@host/db")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("DUALHASH_LIBRARY", f"postgresql://me:{PASSWORD}@host/db")
    assert not any(PASSWORD in line for line in version_lines())
