"""Files appear whole or not at all, also when the program is killed while it writes them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.publishing import published, sweep_folder, sweep_parts
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


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_it_is_its_owners_alone_unless_another_mode_is_wanted(tmp_path: Path):
    file = tmp_path / "a"

    def mode() -> int:
        return file.stat().st_mode & 0o777

    write(file, b"private")
    assert mode() == 0o600
    with published(str(file), mode=0o644) as part:
        part.write(b"shared")
    assert mode() == 0o644
    file.chmod(0o640)
    with published(str(file), like=file.stat()) as part:
        part.write(b"as it was")
    assert (mode(), file.read_bytes()) == (0o640, b"as it was")


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


RECORDED = """
import os, stat, sys
sync, put = os.fsync, os.replace
def told_sync(handle):
    status = os.fstat(handle)
    print("folder" if stat.S_ISDIR(status.st_mode) else f"{status.st_size} bytes", "synced", flush=True)
    sync(handle)
def told_put(old, new):
    put(old, new)
    print("in its place", flush=True)
os.fsync, os.replace = told_sync, told_put
from engine.publishing import published
with published(sys.argv[1]) as file:
    file.write(b"twelve bytes")
"""


def test_all_data_is_on_the_disk_before_the_name_and_then_the_name_too(tmp_path: Path):
    command = [sys.executable, "-c", RECORDED, str(tmp_path / "a")]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert told.splitlines() == ["12 bytes synced", "in its place", "folder synced"]


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


def test_what_a_killed_program_left_goes_when_the_same_file_is_written_again(tmp_path: Path):
    for name in ("a", "b", "a.b"):
        subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / name)], check=False)
    parts = os.listdir(tmp_path)
    assert sorted(part.rsplit(".", 3)[0] for part in parts) == ["a", "a.b", "b"]
    write(tmp_path / "a", b"new")
    assert sorted(os.listdir(tmp_path)) == sorted(["a", *(p for p in parts if p.startswith(("b", "a.b")))])
    write(tmp_path / "a.b", b"new")
    write(tmp_path / "b", b"new")
    assert sorted(os.listdir(tmp_path)) == ["a", "a.b", "b"]


WAITING = """
import sys
from engine.publishing import published
with published(sys.argv[1]) as file:
    file.write(b"of the other")
    file.flush()
    print("writing", flush=True)
    sys.stdin.read()
"""


def test_what_a_living_program_writes_is_left_to_it(tmp_path: Path):
    command = [sys.executable, "-c", WAITING, str(tmp_path / "a")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"writing\n"
        write(tmp_path / "a", b"ours")
        assert (tmp_path / "a").read_bytes() == b"ours"
        assert len(os.listdir(tmp_path)) == 2
        other.communicate()
    assert other.returncode == 0
    assert (tmp_path / "a").read_bytes() == b"of the other"
    assert os.listdir(tmp_path) == ["a"]


def test_two_that_write_the_same_file_in_one_program_leave_each_other_alone(tmp_path: Path):
    with published(str(tmp_path / "a")) as first:
        write(tmp_path / "a", b"second")
        first.write(b"first")
    assert (tmp_path / "a").read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["a"]


def test_files_and_folders_of_a_person_are_not_swept(tmp_path: Path):
    theirs = ["a.part", "a.download.part", "a.x.part", "b.abcdefgh.dualhash.part", "a.dualhash.part", "aa.part"]
    for name in theirs:
        (tmp_path / name).touch()
    (tmp_path / "a.abcdefgh.dualhash.part").mkdir()
    (tmp_path / "a.stuvwxyz.dualhash.part").symlink_to("a.part")
    before = sorted(os.listdir(tmp_path))
    write(tmp_path / "a", b"new")
    assert sorted(os.listdir(tmp_path)) == sorted([*before, "a"])


def test_a_folder_is_swept_of_what_nobody_writes_and_of_nothing_else(tmp_path: Path):
    for name in ("a.xmp.abcd_123.dualhash.part", "kept.part", "a.dualhash.part"):
        (tmp_path / name).write_bytes(b"left")
    with published(str(tmp_path / "b"), swept=True) as file:
        file.write(b"whole")
        sweep_folder(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["a.dualhash.part", "b", "kept.part"]
    assert (tmp_path / "b").read_bytes() == b"whole"
