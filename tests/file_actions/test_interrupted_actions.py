"""kill -9 in the middle of moves and trashes: no content is lost, and after the next start the library agrees with
the disk."""

import hashlib
import os
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from engine.content import content_of as picture_content
from engine.content import hash_of
from engine.file_actions.acting import carry_out
from engine.file_actions.planning import planned
from engine.file_actions.settling import settle
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import FileWish
from engine.jobs.checking import check
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import features, file_actions, files, folders, images, thumbnails
from engine.store.file_actions import ActionKind, ActionState
from engine.store.images import PictureFacts
from engine.worker_processes import starting
from tests.file_actions.conftest import Desk
from tests.file_actions.moving_program import in_a_process
from tests.logged import logged_actions
from tests.mounted_drive import mounted_drive

FILES = 100
KILLS = int(os.environ.get("DUALHASH_KILLS") or 5)
SEED = int(os.environ.get("DUALHASH_KILL_SEED") or 20)
# Kinds of system calls, and the last of its kind at which the program may be ended.
CALLS = {"rename,renameat2": 20, "unlink,unlinkat": 10, "fsync,fdatasync": 60, "write,pwrite64": 200}


def content_of(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest() * 100


@pytest.fixture
def ground(tmp_path: Path) -> Path:
    make_ground(tmp_path)
    return tmp_path


def make_ground(place: Path) -> None:
    """A library that knows 100 files in a folder `in`, each with a content of its own."""
    (place / "photos" / "in").mkdir(parents=True)
    (place / "photos" / "out").mkdir()
    (place / "home").mkdir()
    library = open_library(str(place / "library"))
    with library.writing() as db, library.writing_thumbnails() as thumbnails_db:
        folder = folders.add(db, os.fsencode(place / "photos"))
        for number in range(FILES):
            file = place / "photos" / "in" / f"{number:03}.jpg"
            file.write_bytes(content_of(number))
            image = images.add_pending(db)
            facts = PictureFacts(hash_of(content_of(number)), "JPEG", 4, 3, None, None)
            images.set_facts(db, image, facts)
            status = file.stat()
            below = os.fsencode(f"in/{file.name}")
            file_id = files.add(db, folder.id, below, status.st_size, status.st_mtime_ns, image)
            files.set_read(db, file_id, image, status.st_size, status.st_mtime_ns)
            features.put(db, "efficientnet_lite0", [image], np.zeros((1, 4)))
            thumbnails.put(thumbnails_db, [(image, b"small")])
    library.close()


def environment_of(ground: Path) -> dict[str, str]:
    return {"HOME": str(ground / "home"), "XDG_DATA_HOME": str(ground / "home" / "data")}


def begun(ground: Path, target: Path, *before: str) -> "subprocess.Popen[bytes]":
    program = [sys.executable, "-m", "tests.file_actions.moving_program", str(ground / "library"), str(target)]
    env = os.environ | environment_of(ground)
    return subprocess.Popen([*before, *program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)


def killed_after(ground: Path, target: Path, steps: int) -> None:
    """So far it has come; where exactly it is now is chance."""
    hears, said = starting().Pipe(duplex=False)
    arguments = (str(ground / "library"), str(target), environment_of(ground), said)
    child = starting().Process(target=in_a_process, args=arguments)
    child.start()
    said.close()
    with hears, suppress(EOFError):  # it may have come to its end
        for _ in range(1 + steps):
            hears.recv_bytes()
        child.kill()
    child.join()


def reopened(ground: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """As the program does it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(ground / "home" / "data"))
    library = open_library(str(ground / "library"))
    assert settle(library) == 0
    return library


def assert_agreed(ground: Path, library: Library, target: Path) -> None:
    """Every content is there, once, whole; the library says where, of those in its folders; the log is closed."""
    trash = ground / "home" / "data" / "Trash"
    places = [path for top in (ground / "photos", target, trash / "files") for path in top.rglob("*")]
    lying = {path: path.read_bytes() for path in dict.fromkeys(places) if path.is_file()}
    assert sorted(lying.values()) == sorted(map(content_of, range(FILES)))
    sql = "SELECT d.path, f.path, i.content FROM files f JOIN folders d ON d.id = f.folder_id"
    rows = library.db.execute(sql + " JOIN images i ON i.id = f.image_id WHERE f.missing = 0").fetchall()
    known = {Path(os.fsdecode(os.path.join(folder, path))): content for folder, path, content in rows}
    assert known == {path: hash_of(data) for path, data in lying.items() if (ground / "photos") in path.parents}
    log = logged_actions(library.db)
    assert {action.state for action in log} <= {ActionState.DONE, ActionState.FAILED}
    ends = {action.content: action.target for action in reversed(log) if action.state == ActionState.DONE}
    where = {hash_of(data): os.fsencode(path) for path, data in lying.items()}
    assert all(where[content] == place for content, place in ends.items()), "the log says where each went"
    infos = {path.name.removesuffix(".trashinfo") for path in (trash / "info").glob("*")}
    assert infos == {path.name for path in (trash / "files").glob("*")}
    assert finish(check(library)) == []


def test_killed_at_any_moment_no_content_is_lost_and_the_library_agrees_with_the_disk(
    ground: Path, monkeypatch: pytest.MonkeyPatch
):
    draw, target = random.Random(SEED), ground / "photos" / "out"
    for _ in range(KILLS):
        killed_after(ground, target, draw.randrange(0, 30))
        library = reopened(ground, monkeypatch)
        assert_agreed(ground, library, target)
        library.close()
    child = begun(ground, target)
    child.communicate()
    assert child.returncode == 0
    library = reopened(ground, monkeypatch)
    assert_agreed(ground, library, target)
    assert list((ground / "photos" / "in").iterdir()) == []
    assert FILES // 4 < len(list(target.iterdir())) < FILES
    library.close()


@pytest.mark.parametrize("across", [False, True], ids=["on one drive", "to another drive"])
def test_killed_at_system_calls_of_every_kind_the_same_holds(
    ground: Path, monkeypatch: pytest.MonkeyPatch, across: bool
):
    """The n-th call of a kind is the program's last: between any two steps of moving and throwing away."""
    if subprocess.run(["strace", "-V"], capture_output=True).returncode != 0:
        pytest.skip("strace is not installed")
    draw, target = random.Random(SEED), ground / ("drive" if across else "photos/out")
    with mounted_drive(target) if across else open(os.devnull):
        for calls, latest in CALLS.items():
            inject = f"inject={calls}:signal=SIGKILL:when={draw.randrange(1, latest)}"
            seen = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", os.devnull, "-e", f"trace={calls}", "-e", inject]
            begun(ground, target, *seen).communicate()
            library = reopened(ground, monkeypatch)
            assert_agreed(ground, library, target)
            library.close()


# -- what is found on the disk decides, case by case ---------------------------------------------------------------


def open_action(desk: Desk, kind: ActionKind, name: str, target: Path | None) -> file_actions.FileAction:
    """As if the program had been ended right after it wrote this down."""
    path = desk.photos / name
    with desk.library.writing() as db:
        return file_actions.begin(
            db,
            None,
            kind,
            os.fsencode(path),
            None if target is None else os.fsencode(target),
            picture_content(path.read_bytes()),
            path.stat().st_size,
            ".mine.dualhash.part",
        )


LEAF = "leaves/leaves-0.jpg"


def test_what_was_copied_but_not_yet_taken_away_is_brought_to_its_end(desk: Desk, tmp_path: Path):
    target = tmp_path / "leaf.jpg"
    action = open_action(desk, ActionKind.MOVE, LEAF, target)
    target.write_bytes((desk.photos / LEAF).read_bytes())
    settle(desk.library)
    assert not (desk.photos / LEAF).exists()
    assert LEAF not in desk.rows()
    assert file_actions.one(desk.library.db, action.id).state == ActionState.DONE
    finish(take_back(desk.library, action.batch))
    assert LEAF in desk.rows()


def test_what_has_not_begun_is_left_and_half_a_copy_goes(desk: Desk):
    action = open_action(desk, ActionKind.COPY, LEAF, desk.photos / "bricks" / "leaf.jpg")
    part = desk.photos / "bricks" / ".mine.dualhash.part"
    part.write_bytes(b"half")
    settle(desk.library)
    assert not part.exists()
    ended = file_actions.one(desk.library.db, action.id)
    assert (ended.state, ended.reason) == (ActionState.FAILED, "DualHash was ended before it was done")
    assert LEAF in desk.rows()


def test_something_else_at_the_target_is_not_ours_and_stays(desk: Desk, tmp_path: Path):
    target = tmp_path / "leaf.jpg"
    action = open_action(desk, ActionKind.MOVE, LEAF, target)
    target.write_bytes(b"somebody else's")
    settle(desk.library)
    assert target.read_bytes() == b"somebody else's"
    assert (desk.photos / LEAF).exists()
    assert file_actions.one(desk.library.db, action.id).state == ActionState.FAILED


def test_of_a_drive_that_is_away_nothing_is_said_until_it_is_back(desk: Desk, tmp_path: Path):
    action = open_action(desk, ActionKind.MOVE, LEAF, desk.photos / "bricks" / "leaf.jpg")
    desk.photos.rename(tmp_path / "aside")
    assert settle(desk.library) == 1
    assert file_actions.one(desk.library.db, action.id).state == ActionState.OPEN
    (tmp_path / "aside").rename(desk.photos)
    (desk.photos / LEAF).rename(desk.photos / "bricks" / "leaf.jpg")
    assert settle(desk.library) == 0
    assert file_actions.one(desk.library.db, action.id).state == ActionState.DONE
    assert "bricks/leaf.jpg" in desk.rows()


def test_a_new_action_first_sees_to_what_was_interrupted(desk: Desk):
    open_action(desk, ActionKind.MOVE, LEAF, desk.photos / "bricks" / "leaf.jpg")
    (desk.photos / LEAF).rename(desk.photos / "bricks" / "leaf.jpg")
    plan = planned(desk.library, FileWish(ActionKind.RENAME, desk.ids("discs/discs-0.jpg"), name="disc"))
    finish(carry_out(desk.library, plan))
    assert {"bricks/leaf.jpg", "discs/disc.jpg"} <= set(desk.rows())
    assert not file_actions.any_open(desk.library.db)
