"""Files appear whole or not at all, also when the program is killed while it writes them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.publishing import published, sweep_parts
from tests.mounted_drive import mounted_drive


def write(path: Path, data: bytes, fail: bool = False) -> None:
    with published(str(path)) as file:
        file.write(data)
        if fail:
            raise KeyError("halfway")


def test_a_new_file_takes_the_old_ones_place(tmp_path: Path):
    write(tmp_path / "a", b"old")
    write(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a"]


def test_until_it_is_finished_the_old_one_is_there(tmp_path: Path):
    write(tmp_path / "a", b"old")
    with published(str(tmp_path / "a")) as file:
        file.write(b"new")
        file.flush()
        assert (tmp_path / "a").read_bytes() == b"old"


def test_what_fails_leaves_the_old_one_and_nothing_else(tmp_path: Path):
    write(tmp_path / "a", b"old")
    with pytest.raises(KeyError):
        write(tmp_path / "a", b"new", fail=True)
    assert (tmp_path / "a").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    with pytest.raises(UserError, match=r"cannot be written \(No such file or directory\)"):
        write(tmp_path / "nowhere" / "a", b"new")


def test_a_full_disk_is_one_sentence_and_the_old_file_stays(tmp_path: Path):
    with mounted_drive(tmp_path / "drive", "64k"):
        write(tmp_path / "drive" / "a", b"old")
        with pytest.raises(UserError, match="No space left"):
            write(tmp_path / "drive" / "a", bytes(200_000))
        assert (tmp_path / "drive" / "a").read_bytes() == b"old"
        assert os.listdir(tmp_path / "drive") == ["a"]


KILLED = """
import os, signal, sys
from engine.publishing import published
with published(sys.argv[1]) as file:
    file.write(b"half of it")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_kill_leaves_the_old_one_and_a_part_that_is_swept(tmp_path: Path):
    write(tmp_path / "a", b"old")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "a")], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / "a").read_bytes() == b"old"
    assert len(os.listdir(tmp_path)) == 2
    sweep_parts(str(tmp_path))
    assert os.listdir(tmp_path) == ["a"]
