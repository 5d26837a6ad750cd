"""Walking a folder: every file once, nothing opened, and a reason for what is no file."""

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.images.scan import FolderWalk, FoundFile, is_available, walk
from tests.mounted_drive import mounted_drive, unmount
from tests.other_user import reachable_folder, run_as_nobody


def walked(folder: Path) -> tuple[dict[bytes, FoundFile], FolderWalk]:
    learned = FolderWalk()
    found = [entry for entry in walk(os.fsencode(folder), learned) if entry is not None]
    assert len({entry.path for entry in found}) == len(found), "each once"
    return {entry.path: entry for entry in found}, learned


def make(folder: Path, *names: str | bytes) -> None:
    for name in names:
        path = os.path.join(os.fsencode(folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"12345")


def test_every_file_is_found_with_its_size_and_time_in_order(tmp_path: Path):
    make(tmp_path, "b.jpg", "a.jpg", "sub/deep/c.txt", "sub/b.jpg")
    os.utime(tmp_path / "a.jpg", ns=(1, 1_234_567_890_123_456_789))
    found, learned = walked(tmp_path)
    assert list(found) == [b"a.jpg", b"b.jpg", b"sub/b.jpg", b"sub/deep/c.txt"]
    assert found[b"a.jpg"] == FoundFile(b"a.jpg", 5, 1_234_567_890_123_456_789)
    assert learned.unreadable == learned.mounts == set()


def test_names_are_bytes_and_any_of_them_is_found(tmp_path: Path):
    names = [b"caf\xe9.jpg", b"two\nlines.jpg", "🐈.jpg".encode(), b"-rf", b"x" * 255, b"\xc3\xa9", b"e\xcc\x81"]
    make(tmp_path, *names)
    assert set(walked(tmp_path)[0]) == set(names)


def test_names_with_a_dot_in_front_are_left_alone(tmp_path: Path):
    make(tmp_path, ".hidden.jpg", ".git/a.jpg", "shown/.thumbs/b.jpg", "shown/c..jpg")
    assert list(walked(tmp_path)[0]) == [b"shown/c..jpg"]


def test_sidecars_are_left_alone_but_not_folders_of_such_a_name(tmp_path: Path):
    make(tmp_path, "a.jpg", "a.jpg.xmp", "b.XMP", "c.xmp/d.jpg", "xmp")
    assert list(walked(tmp_path)[0]) == [b"a.jpg", b"xmp", b"c.xmp/d.jpg"]


def test_a_photo_folder_may_itself_have_a_dot_in_front(tmp_path: Path):
    make(tmp_path, ".photos/a.jpg")
    assert list(walked(tmp_path / ".photos")[0]) == [b"a.jpg"]


def test_links_are_followed_and_loops_visited_once(tmp_path: Path):
    make(tmp_path, "photos/a/1.jpg", "outside/2.jpg")
    photos = tmp_path / "photos"
    (photos / "a" / "back").symlink_to(photos)
    (photos / "a" / "self").symlink_to(photos / "a")
    (photos / "out").symlink_to(tmp_path / "outside")
    (photos / "out again").symlink_to(tmp_path / "outside")
    (photos / "link.jpg").symlink_to(photos / "a" / "1.jpg")
    found, learned = walked(photos)
    assert sorted(found) == [b"a/1.jpg", b"link.jpg", b"out/2.jpg"]
    assert not any(entry.problem for entry in found.values())
    assert learned.unreadable == set()


def test_links_that_lead_nowhere_or_to_themselves_have_a_reason(tmp_path: Path):
    (tmp_path / "broken.jpg").symlink_to("nowhere.jpg")
    (tmp_path / "itself.jpg").symlink_to("itself.jpg")
    found, _ = walked(tmp_path)
    assert {entry.problem for entry in found.values()} == {"it is a link that leads nowhere"}


def test_what_is_no_file_is_named_and_never_opened(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "device.jpg").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket.jpg"))
        found, _ = walked(tmp_path)
    assert found[b"pipe.jpg"].problem == "it is a pipe, not a picture"
    assert found[b"socket.jpg"].problem == "it is a socket, not a picture"
    assert found[b"device.jpg"].problem == "it is a device, not a picture"


def test_a_folder_that_may_not_be_listed_has_a_reason_and_the_rest_is_found():
    with reachable_folder() as folder:
        make(folder, "closed/a.jpg", "blind/b.jpg", "open/c.jpg")
        (folder / "closed").chmod(0o000)
        (folder / "blind").chmod(0o444)  # names can be listed, files not looked at
        found, unreadable = run_as_nobody(
            "from engine.images.scan import FolderWalk, walk",
            "learned = FolderWalk()\n"
            "found = {f.path.decode(): f.problem for f in walk(os.fsencode(sys.argv[1]), learned) if f}\n"
            "print(json.dumps([found, [p.decode() for p in learned.unreadable]]))",
            str(folder),
        )
    assert found == {
        "blind/b.jpg": "it cannot be looked at (Permission denied)",
        "closed": "the folder cannot be read (Permission denied)",
        "open/c.jpg": None,
    }
    assert sorted(unreadable) == ["blind/b.jpg", "closed"]


def test_a_drive_that_goes_during_the_walk_takes_nothing_with_it(tmp_path: Path):
    with mounted_drive(tmp_path / "drive"):
        make(tmp_path / "drive", "1.jpg", "2.jpg")
        learned = FolderWalk()
        walking = walk(os.fsencode(tmp_path), learned, b"drive")
        assert next(walking) is not None
        unmount(tmp_path / "drive")
        assert [entry for entry in walking if entry is not None] == []
        assert learned.unreadable == {b"drive"}


def test_what_vanishes_during_the_walk_is_left_out_and_a_folder_may_still_be_there(tmp_path: Path):
    make(tmp_path, "1.jpg", "2.jpg", "b/3.jpg", "c/4.jpg")
    learned = FolderWalk()
    walking = walk(os.fsencode(tmp_path), learned)
    found = [next(walking).path]
    (tmp_path / "2.jpg").unlink()
    shutil.rmtree(tmp_path / "b")
    found += [entry.path for entry in walking if entry is not None]
    assert found == [b"1.jpg", b"c/4.jpg"]
    assert learned.unreadable == {b"b"}, "the folder of the file was listed again"


@pytest.mark.parametrize("when", ["before", "during"])
def test_a_photo_folder_that_vanishes_is_no_crash(tmp_path: Path, when: str):
    make(tmp_path, "photos/1.jpg", "photos/a/2.jpg", "photos/b/3.jpg")
    learned = FolderWalk()
    walking = walk(os.fsencode(tmp_path / "photos"), learned)
    if when == "during":
        next(walking)
    shutil.rmtree(tmp_path / "photos")
    assert [entry for entry in walking if entry is not None] == []
    assert learned.unreadable == ({b""} if when == "before" else {b"a", b"b"})


def test_a_folder_is_available_when_something_is_in_it(tmp_path: Path):
    assert not is_available(os.fsencode(tmp_path)), "an empty one may be a mount point left behind"
    assert not is_available(os.fsencode(tmp_path / "nowhere"))
    assert not is_available(os.fsencode(tmp_path) + b"\0"), "no folder has such a name; a damaged row may"
    make(tmp_path, "a.jpg")
    assert is_available(os.fsencode(tmp_path))
    assert not is_available(os.fsencode(tmp_path / "a.jpg"))


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Path]:
    """A real drive, mounted at photos/drive."""
    folder = tmp_path / "photos" / "drive"
    with mounted_drive(folder):
        yield folder


def test_a_drive_inside_the_folder_is_remembered_as_one(drive: Path):
    make(drive.parent, "a.jpg", "drive/b.jpg", "drive/deep/c.jpg")
    found, learned = walked(drive.parent)
    assert list(found) == [b"a.jpg", b"drive/b.jpg", b"drive/deep/c.jpg"]
    assert learned.mounts == {b"drive"}
    assert walked(drive)[1].mounts == set(), "the folder itself is none inside itself"
    unmount(drive)
    found, learned = walked(drive.parent)
    assert list(found) == [b"a.jpg"]
    assert learned.mounts == learned.unreadable == set()
