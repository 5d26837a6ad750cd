"""Folders are followed: what happens in real ones is told, and how each is followed is said."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from watchdog.observers.inotify_c import InotifyFD

from engine.watching import inotify_tree, polled_tree, watcher
from engine.watching.followed import How
from engine.watching.inotify_tree import InotifyTree
from engine.watching.observed_tree import ObservedTree
from engine.watching.settling import LookAt, Settling
from tests.mounted_drive import mount, mounted_drive, unmount
from tests.watching.following import PATIENCE, Following, following

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root/a/b").mkdir(parents=True)
    (tmp_path / "root/z").mkdir()
    return tmp_path / "root"


@pytest.fixture
def followed(root: Path) -> Iterator[Following]:
    with following(root / "library") as somebody:
        somebody.follow(root)
        assert somebody.state().how == How.WATCHED
        assert somebody.state().why == ""
        yield somebody


@pytest.fixture
def quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polled_tree, "SHORTEST_SECONDS", 0.05)
    monkeypatch.setattr(polled_tree, "SAME_SECONDS", 0.05)


def write(path: Path, content: bytes = b"a picture") -> None:
    path.write_bytes(content)


def test_files_written_moved_linked_and_removed_are_told_of(followed: Following, root: Path):
    for content in (b"a picture", b"another picture"):
        write(root / "a/b/new.jpg", content)
        followed.until_noticed((root / "a/b/new.jpg", False))
    os.rename(root / "a/b/new.jpg", root / "z/moved.jpg")
    followed.until_noticed((root / "a/b/new.jpg", True), (root / "z/moved.jpg", False))
    os.link(root / "z/moved.jpg", root / "z/link.jpg")
    os.symlink(root / "z/moved.jpg", root / "z/symbolic.jpg")
    followed.until_noticed((root / "z/link.jpg", False), (root / "z/symbolic.jpg", False))
    os.unlink(root / "z/moved.jpg")
    followed.until_noticed((root / "z/moved.jpg", True))
    (root / "z/link.jpg").chmod(0o600)
    followed.until_noticed((root / "z/link.jpg", False))


def test_a_file_that_is_open_for_writing_is_unfinished(followed: Following, root: Path):
    with open(root / "slow.jpg", "wb", buffering=0) as slow:
        slow.write(b"half")
        write(root / "other.jpg")
        followed.until_noticed((root / "other.jpg", False))
        assert followed.unfinished == {os.fsencode(root / "slow.jpg")}
        slow.write(b" and half")
    assert followed.until_noticed((root / "slow.jpg", False)) == {LookAt(os.fsencode(root / "slow.jpg"), False)}
    assert followed.unfinished == frozenset()
    assert followed.watcher.at_rest


def test_trees_that_come_and_move_are_watched_where_they_are(followed: Following, root: Path, tmp_path: Path):
    (tmp_path / "from/deep/deeper").mkdir(parents=True)
    os.rename(tmp_path / "from", root / "came")
    followed.until_noticed((root / "came", True))
    write(root / "came/deep/deeper/1.jpg")
    followed.until_noticed((root / "came/deep/deeper/1.jpg", False))
    os.rename(root / "came/deep", root / "z/deep")
    followed.until_noticed((root / "came/deep", True), (root / "z/deep", True))
    write(root / "z/deep/deeper/2.jpg")
    followed.until_noticed((root / "z/deep/deeper/2.jpg", False))
    os.rename(root / "z", tmp_path / "gone")
    followed.until_noticed((root / "z", True))
    write(tmp_path / "gone/deep/deeper/3.jpg")  # not ours any more
    os.makedirs(root / "x/y")
    followed.until_noticed((root / "x", True))
    write(root / "x/y/4.jpg")
    assert {look.path for look in followed.until_noticed((root / "x/y/4.jpg", False))} <= {
        os.fsencode(root / name) for name in ("x/y", "x/y/4.jpg")
    }
    shutil.rmtree(root / "x")
    followed.until_noticed((root / "x", True))


def test_an_end_does_not_wait_until_a_large_tree_is_watched(root: Path, monkeypatch: pytest.MonkeyPatch):
    met, begun, ending = list[bytes](), threading.Event(), threading.Event()
    folders_in, end = InotifyTree._folders_in, Settling.end

    def slowly(tree: InotifyTree, folder: bytes) -> Iterator[bytes]:
        met.append(folder)
        begun.set()
        assert ending.wait(PATIENCE)
        return folders_in(tree, folder)

    def heard(settling: Settling) -> None:
        ending.set()
        end(settling)

    monkeypatch.setattr(InotifyTree, "_folders_in", slowly)
    monkeypatch.setattr(Settling, "end", heard)
    with following() as somebody:
        somebody.watcher.follow([os.fsencode(root)])
        assert begun.wait(PATIENCE)
    assert met == [os.fsencode(root)]


def test_hidden_names_and_what_is_our_own_are_left_alone(followed: Following, root: Path):
    for name in (".trash", "library", "library/models"):
        (root / name).mkdir()
    for name in (".hidden.jpg", ".trash/1.jpg", "library/library.db", "library/models/m"):
        write(root / name)
    write(root / "seen.jpg")
    assert followed.until_noticed((root / "seen.jpg", False)) == {LookAt(os.fsencode(root / "seen.jpg"), False)}


def test_links_in_a_circle_end_somewhere_and_a_folder_is_known_by_one_name(root: Path):
    os.symlink(root, root / "a/again")
    os.symlink(root / "z", root / "a/zzz")
    with following() as somebody:
        somebody.follow(root)
        write(root / "z/1.jpg")
        assert somebody.until_noticed((root / "a/zzz/1.jpg", False)) == {
            LookAt(os.fsencode(root / "a/zzz/1.jpg"), False)
        }
        write(root / "a/b/2.jpg")
        somebody.until_noticed((root / "a/b/2.jpg", False))


def test_a_folder_that_is_away_is_waited_for_and_one_that_is_left_is_left(
    followed: Following, root: Path, tmp_path: Path
):
    os.rename(root, tmp_path / "elsewhere")
    followed.until_noticed((root, True))
    assert followed.state().how == How.AWAY
    os.rename(tmp_path / "elsewhere", root)
    followed.until_noticed((root, True))
    assert followed.state().how == How.WATCHED
    write(root / "a/1.jpg")
    followed.until_noticed((root / "a/1.jpg", False))
    (tmp_path / "second").mkdir()
    followed.follow(tmp_path / "second")
    write(root / "a/2.jpg")
    write(tmp_path / "second/1.jpg")
    assert followed.until_noticed((tmp_path / "second/1.jpg", False)) == {
        LookAt(os.fsencode(tmp_path / "second/1.jpg"), False)
    }


def test_drives_that_come_and_go_are_noticed(followed: Following, root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watcher, "CHECK_SECONDS", 1000.0)  # the system tells
    with mounted_drive(root / "a"):
        followed.until_noticed((root / "a", True))
        write(root / "a/on the drive.jpg")
        followed.until_noticed((root / "a/on the drive.jpg", False))
        unmount(root / "a")
        followed.until_noticed((root / "a", True))
        write(root / "a/b/below.jpg")
        followed.until_noticed((root / "a/b/below.jpg", False))
        mount(root)
        followed.until_noticed((root, True))
        write(root / "1.jpg")
        followed.until_noticed((root / "1.jpg", False))
        unmount(root)
        followed.until_noticed((root, True))
        write(root / "a/b/2.jpg")
        followed.until_noticed((root / "a/b/2.jpg", False))


@pytest.fixture
def only_watches_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all happened between two looks."""
    monkeypatch.setattr(watcher, "CHECK_SECONDS", 1000.0)
    monkeypatch.setattr(watcher.MountTable, "is_there", lambda: False)


@pytest.mark.usefixtures("only_watches_tell")
def test_a_folder_that_another_took_the_place_of_between_two_looks_is_watched_anew(tmp_path: Path):
    (tmp_path / "root").mkdir()
    (tmp_path / "other/a").mkdir(parents=True)
    with following() as somebody:
        somebody.follow(tmp_path / "root")
        os.rename(tmp_path / "other", tmp_path / "root")
        somebody.until_noticed((tmp_path / "root", True))
        assert somebody.state().how == How.WATCHED
        write(tmp_path / "root/a/1.jpg")
        somebody.until_noticed((tmp_path / "root/a/1.jpg", False))


@pytest.mark.usefixtures("only_watches_tell")
@pytest.mark.parametrize("place", ["above", "inside"])
def test_a_drive_that_is_unmounted_and_mounted_again_between_two_looks_is_watched_anew(tmp_path: Path, place: str):
    """It has the number that it had, and so have its folders. Above the photo folder, and inside of it."""
    drive = tmp_path / "drive"
    with mounted_drive(drive), following() as somebody:
        (drive / "photos").mkdir()
        root = drive / "photos" if place == "above" else tmp_path
        somebody.follow(root)
        with somebody.watcher._guard:  # nobody looks meanwhile
            subprocess.run(
                ["sh", "-c", 'umount "$1" && mount -t tmpfs tmpfs "$1" && mkdir "$1/photos"', "sh", str(drive)],
                check=True,
            )
        somebody.until_noticed((drive / "photos" if place == "above" else drive, True))
        assert somebody.state().how == How.WATCHED
        write(drive / "photos/1.jpg")
        somebody.until_noticed((drive / "photos/1.jpg", False))


@pytest.mark.usefixtures("quick_rounds")
def test_folders_beyond_the_systems_limit_are_polled_and_the_limit_is_said(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    add = InotifyFD.add_callback

    def add_three(self: InotifyFD, path: bytes, *rest: Any) -> Any:
        if len(self._watch_for_wd) == 3:
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        return add(self, path, *rest)

    monkeypatch.setattr(InotifyFD, "add_callback", add_three)
    with following() as somebody:
        somebody.follow(root)
        state = somebody.state()
        assert state.how == How.PARTLY
        assert f"{inotify_tree.system_limit():,} folders (fs.inotify.max_user_watches)" in state.why
        assert "looked at every" in state.why
        write(root / "a/b/watched.jpg")
        somebody.until_noticed((root / "a/b/watched.jpg", False))
        write(root / "z/polled.jpg")
        somebody.until_noticed((root / "z", False))


@pytest.mark.usefixtures("quick_rounds")
def test_where_nothing_can_be_watched_all_is_polled_and_that_is_said(root: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(events: InotifyFD) -> int:
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    monkeypatch.setattr(InotifyFD, "_create_inotify_fd", refuse)
    with following() as somebody:
        somebody.follow(root)
        assert somebody.state().how == How.POLLED
        assert "inotify instance limit reached" in somebody.state().why
        write(root / "a/b/1.jpg")
        somebody.until_noticed((root / "a/b", False))
        write(root / "a/b/1.jpg", b"another picture")
        somebody.until_noticed((root / "a/b", False))
        (root / "y").mkdir()
        write(root / "y/2.jpg")
        somebody.until_noticed((root / "y", False))
        os.rename(root / "a", root / "z/a")
        somebody.until_noticed((root / "a", True), (root / "z/a", False), (root / "z/a/b", False))


@pytest.mark.usefixtures("quick_rounds")
def test_network_drives_are_polled_also_inside_a_folder(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.watching.drives.REMOTE", {"tmpfs"})
    with mounted_drive(root / "z"), following() as somebody:
        if watcher.remote_kind(os.fsencode(root), watcher.mount_points()):
            pytest.skip("all is on such a drive here")
        somebody.follow(root)
        assert somebody.state().how == How.PARTLY
        assert somebody.state().why.startswith("Network drives in it are not watched, but looked at every")
        write(root / "z/1.jpg")
        somebody.until_noticed((root / "z", False))
        write(root / "a/1.jpg")
        somebody.until_noticed((root / "a/1.jpg", False))
        with mounted_drive(root / "a"):
            somebody.until_noticed((root / "a", True))
            write(root / "a/2.jpg")
            somebody.until_noticed((root / "a", False))
        somebody.follow(root / "z")
        assert somebody.state().how == How.POLLED
        assert "a network drive (tmpfs)" in somebody.state().why


def test_when_the_system_could_not_tell_of_everything_all_is_looked_at(followed: Following, root: Path):
    tree = followed.watcher._tree
    assert isinstance(tree, InotifyTree)
    tree.on_queue_overflow()
    followed.until_noticed((root, True))
    write(root / "a/b/1.jpg")
    followed.until_noticed((root / "a/b/1.jpg", False))


def test_other_systems_tell_of_whole_trees(root: Path, monkeypatch: pytest.MonkeyPatch):
    """By watchdog's observer, which there is here, too."""
    monkeypatch.setattr(
        watcher, "InotifyTree", lambda settling, is_left_alone, *_: ObservedTree(settling, is_left_alone)
    )
    with following(root / "library") as somebody:
        somebody.follow(root)
        write(root / "a/b/1.jpg")
        write(root / "a/.hidden.jpg")
        somebody.until_noticed((root / "a/b/1.jpg", False))
        os.rename(root / "a/b", root / "z/b")
        somebody.until_noticed((root / "a/b", True), (root / "z/b", True))
        os.unlink(root / "z/b/1.jpg")
        noticed = somebody.until_noticed((root / "z/b/1.jpg", True))
        assert not [look for look in noticed if b".hidden" in look.path]
