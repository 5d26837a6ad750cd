"""Sidecars go where their picture goes: moved, renamed, copied, thrown away, brought back, settled after a kill."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.content import hash_of
from engine.file_actions import steps
from engine.file_actions.acting import carry_out
from engine.file_actions.planning import planned
from engine.file_actions.settling import settle
from engine.file_actions.sidecars_along import beside
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import Acted
from engine.jobs.checking import check
from engine.library import open_library
from engine.progress import finish
from engine.store import file_actions, sidecar_log
from engine.store.file_actions import ActionKind, ActionState
from engine.store.sidecar_log import SidecarWrite
from tests.file_actions.conftest import Desk
from tests.file_actions.test_interrupted_actions import CALLS, FILES, SEED, content_of, environment_of, make_ground
from tests.logged import logged_actions, logged_writes
from tests.mounted_drive import mounted_drive

LEAF, DISC = "leaves/leaves-0.jpg", "discs/discs-0.jpg"


def lying(folder: Path) -> dict[str, bytes]:
    """All sidecars below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.xmp")}


def put(desk: Desk, name: str, text: bytes = b"<x/>") -> Path:
    path = desk.photos / name
    path.write_bytes(text)
    return path


def undone(desk: Desk, acted: Acted) -> Acted:
    assert acted.batch is not None
    return finish(take_back(desk.library, acted.batch))


@pytest.mark.parametrize("name", ["leaves-0.jpg.xmp", "leaves-0.jpg.XMP", "leaves-0.xmp"])
def test_a_moved_picture_takes_its_sidecar_along_and_back(desk: Desk, tmp_path: Path, name: str):
    (tmp_path / "out").mkdir()
    put(desk, f"leaves/{name}", b"beach")
    before = desk.rows()
    acted = desk.do(ActionKind.MOVE, LEAF, folder=tmp_path / "out")
    assert lying(tmp_path / "out") | lying(desk.photos) == {name: b"beach"} or name.endswith("XMP")
    assert (tmp_path / "out" / name).read_bytes() == b"beach"
    assert not (desk.photos / "leaves" / name).exists()
    assert [len(acted.done), len(acted.sidecars)] == [1, 1]
    back = undone(desk, acted)
    assert (back.left_alone, len(back.done), len(back.sidecars)) == ([], 1, 1)
    assert (desk.photos / "leaves" / name).read_bytes() == b"beach"
    assert desk.rows() == before, "no sidecar became a picture of the library"
    undone(desk, back)
    assert (tmp_path / "out" / name).read_bytes() == b"beach", "done again"
    assert desk.indexed.again().skipped == 0


def test_renamed_and_copied_sidecars_are_called_after_their_picture(desk: Desk):
    put(desk, f"{LEAF}.xmp", b"one")
    put(desk, "leaves/leaves-0.xmp", b"two")
    desk.do(ActionKind.RENAME, LEAF, name="beach")
    assert lying(desk.photos) == {"leaves/beach.jpg.xmp": b"one", "leaves/beach.xmp": b"two"}
    acted = desk.do(ActionKind.COPY, "leaves/beach.jpg", folder=desk.photos / "discs")
    copied = {"discs/beach.jpg.xmp": b"one", "discs/beach.xmp": b"two"}
    assert lying(desk.photos) == {"leaves/beach.jpg.xmp": b"one", "leaves/beach.xmp": b"two"} | copied
    put(desk, "discs/beach.xmp", b"written since")
    back = undone(desk, acted)
    assert [left.path for left in back.left_alone] == [os.fsencode(desk.photos / "discs/beach.xmp")]
    assert "discs/beach.jpg.xmp" not in lying(desk.photos)
    assert lying(desk.photos)["discs/beach.xmp"] == b"written since", "what somebody changed since stays"
    assert not (desk.photos / "discs/beach.jpg").exists()


def test_picture_and_sidecar_get_a_name_that_is_free_for_both(desk: Desk, tmp_path: Path):
    out = tmp_path / "out"
    out.mkdir()
    put(desk, f"{LEAF}.xmp", b"ours")
    (out / "leaves-0.jpg.xmp").write_bytes(b"somebody's")
    (out / "leaves-0 (2).jpg").write_bytes(b"somebody's picture")
    acted = desk.do(ActionKind.MOVE, LEAF, folder=out)
    assert lying(out) == {"leaves-0.jpg.xmp": b"somebody's", "leaves-0 (3).jpg.xmp": b"ours"}
    assert (out / "leaves-0 (3).jpg").exists()
    undone(desk, acted)
    assert lying(desk.photos) == {f"{LEAF}.xmp": b"ours"}


def test_a_short_name_does_not_land_beside_another_original(desk: Desk, tmp_path: Path):
    out = tmp_path / "out"
    out.mkdir()
    put(desk, "leaves/leaves-0.xmp", b"ours")
    (out / "leaves-0.png").write_bytes(b"another picture, whose sidecar that would be")
    desk.do(ActionKind.MOVE, LEAF, folder=out)
    assert lying(out) == {"leaves-0 (2).xmp": b"ours"}
    assert (out / "leaves-0 (2).jpg").exists()


def test_a_plan_looks_at_a_folder_once(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "out").mkdir()
    names = sorted(path.name for path in (desk.photos / "leaves").glob("*.jpg"))
    assert len(names) > 1
    for name in names:
        put(desk, f"leaves/{os.path.splitext(name)[0]}.xmp")
    looked, listdir = list[bytes](), os.listdir

    def listed(folder: bytes) -> list[bytes]:
        looked.append(os.fsencode(folder))
        return listdir(folder)

    monkeypatch.setattr(os, "listdir", listed)
    wish = desk.wish(ActionKind.MOVE, *(f"leaves/{name}" for name in names), folder=tmp_path / "out")
    assert len(planned(desk.library, wish).sidecars) == len(names)
    assert looked.count(os.fsencode(desk.photos / "leaves")) == 1


def test_what_two_originals_share_stays_until_the_last_one_goes(desk: Desk, tmp_path: Path):
    out = tmp_path / "out"
    out.mkdir()
    (desk.photos / DISC).rename(desk.photos / "leaves/leaves-0.png")
    desk.indexed.again()
    shared = put(desk, "leaves/leaves-0.xmp", b"of both")
    put(desk, "leaves/leaves-0.png.xmp", b"of one")
    put(desk, "leaves/leaves-0.txt", b"no original")
    plan = planned(desk.library, desk.wish(ActionKind.MOVE, LEAF, folder=out))
    assert (plan.sidecars, plan.shared) == ((), (os.fsencode(shared),))
    acted = desk.do(ActionKind.MOVE, LEAF, folder=out)
    assert lying(desk.photos) == {"leaves/leaves-0.xmp": b"of both", "leaves/leaves-0.png.xmp": b"of one"}
    undone(desk, acted)
    both = desk.wish(ActionKind.MOVE, LEAF, "leaves/leaves-0.png", folder=out)
    assert len(planned(desk.library, both).sidecars) == 2
    acted = finish(carry_out(desk.library, planned(desk.library, both)))
    assert lying(out) == {"leaves-0.xmp": b"of both", "leaves-0.png.xmp": b"of one"}
    assert lying(desk.photos) == {}
    undone(desk, acted)
    assert lying(desk.photos) == {"leaves/leaves-0.xmp": b"of both", "leaves/leaves-0.png.xmp": b"of one"}
    (desk.photos / "leaves/leaves-0.png").write_bytes(b"changed since it was indexed")
    finish(carry_out(desk.library, planned(desk.library, both)))
    assert (desk.photos / "leaves/leaves-0.xmp").exists(), "the other original has stayed"
    desk.indexed.again()


def test_a_name_that_ends_in_another_pictures_name_has_no_claim_on_its_sidecar(tmp_path: Path):
    for name in ("a.jpg", "a.jpg.png", "a.jpg.xmp"):
        (tmp_path / name).touch()
    assert beside(os.fsencode(tmp_path / "a.jpg.png")).going == []
    assert beside(os.fsencode(tmp_path / "a.jpg")).going == [b"a.jpg.xmp"]
    (tmp_path / "a.jpg.xmp").unlink()
    (tmp_path / "a.jpg.xmp").symlink_to(tmp_path / "a.jpg.png")
    assert beside(os.fsencode(tmp_path / "a.jpg")).going == [], "a link is nobody's sidecar"


def test_trash_takes_it_along_and_gives_it_back_as_it_is_by_then(desk: Desk):
    put(desk, f"{LEAF}.xmp", b"beach")
    acted = desk.do(ActionKind.TRASH, LEAF)
    assert lying(desk.photos) == {}
    assert len(acted.sidecars) == 1
    assert acted.sidecars[0].target is not None
    thrown_away = Path(os.fsdecode(acted.sidecars[0].target))
    thrown_away.write_bytes(b"changed in the trash")
    info = thrown_away.parent.parent / "info" / f"{thrown_away.name}.trashinfo"
    assert info.exists()
    back = undone(desk, acted)
    assert lying(desk.photos) == {f"{LEAF}.xmp": b"changed in the trash"}
    assert LEAF in desk.rows()
    assert not info.exists()
    undone(desk, back)
    assert lying(desk.photos) == {}


def test_taken_back_a_sidecar_comes_as_other_programs_left_it(desk: Desk, tmp_path: Path):
    (tmp_path / "out").mkdir()
    acted = desk.do(ActionKind.MOVE, LEAF, folder=tmp_path / "out")
    (tmp_path / "out" / "leaves-0.jpg.xmp").write_bytes(b"written by digiKam since")
    undone(desk, acted)
    assert lying(desk.photos) == {f"{LEAF}.xmp": b"written by digiKam since"}
    assert lying(tmp_path / "out") == {}


def test_one_that_cannot_follow_stays_and_is_named(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "out"
    out.mkdir()
    put(desk, f"{LEAF}.xmp", b"beach")
    real = steps.move

    def full_for_sidecars(action, source, name, *rest):
        if name.endswith(b".xmp"):
            raise OSError(28, "No space left on device")
        real(action, source, name, *rest)

    monkeypatch.setattr(steps, "move", full_for_sidecars)
    acted = desk.do(ActionKind.MOVE, LEAF, folder=out)
    assert (out / "leaves-0.jpg").exists()
    assert lying(desk.photos) == {f"{LEAF}.xmp": b"beach"}
    assert [left.why for left in acted.left_alone] == ["the disk is full"]
    states = {os.path.basename(each.source): each.state for each in logged_actions(desk.library.db)}
    assert states == {b"leaves-0.jpg": ActionState.DONE, b"leaves-0.jpg.xmp": ActionState.FAILED}


def test_if_the_picture_stays_its_sidecar_stays(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "out").mkdir()
    put(desk, f"{LEAF}.xmp", b"beach")

    def full(*of_no_interest):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(steps, "move", full)
    acted = desk.do(ActionKind.MOVE, LEAF, folder=tmp_path / "out")
    assert acted.done == acted.sidecars == []
    assert [left.path for left in acted.left_alone] == [os.fsencode(desk.photos / LEAF)]
    assert lying(desk.photos) == {f"{LEAF}.xmp": b"beach"}
    assert not file_actions.any_open(desk.library.db)


def test_what_we_wrote_into_a_sidecar_can_be_taken_back_where_it_lies_now(desk: Desk):
    path = os.fsencode(put(desk, f"{LEAF}.xmp", b"ours"))
    with desk.library.writing() as db:
        sidecar_log.begin(db, None, [SidecarWrite(path, b"", hash_of(b"ours"), "[]", '{"added": [], "made": []}')])
    desk.do(ActionKind.RENAME, LEAF, name="beach")
    (write,) = logged_writes(desk.library.db)
    assert write.path == os.fsencode(desk.photos / "leaves/beach.jpg.xmp")


# -- interrupted --------------------------------------------------------------------------------------------------


def sidecar_of(number: int) -> bytes:
    return hashlib.sha256(b"of %d" % number).digest()


def make_sidecars(ground: Path) -> None:
    """Of each picture one, by turns of the two names."""
    for number in range(FILES):
        ending = "jpg.xmp" if number % 2 else "xmp"
        (ground / "photos" / "in" / f"{number:03}.{ending}").write_bytes(sidecar_of(number))


def begun(ground: Path, target: Path, *before: str) -> None:
    program = [sys.executable, "-m", "tests.file_actions.moving_program", str(ground / "library"), str(target)]
    env = os.environ | environment_of(ground)
    subprocess.run([*before, *program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)


def assert_together(ground: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """After the next start every picture and every sidecar is there once, whole, and the two are together. Returns
    how many have gone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(ground / "home" / "data"))
    library = open_library(str(ground / "library"))
    assert settle(library) == 0
    assert not file_actions.any_open(library.db)
    assert finish(check(library)) == []
    library.close()
    trash = ground / "home" / "data" / "Trash" / "files"
    places = [ground / "photos" / "in", target, trash]
    files = {path: path.read_bytes() for top in places if top.exists() for path in top.iterdir()}
    expected = [make(number) for number in range(FILES) for make in (content_of, sidecar_of)]
    assert sorted(files.values()) == sorted(expected)
    where = {content: path for path, content in files.items()}
    for number in range(FILES):
        picture, sidecar = where[content_of(number)], where[sidecar_of(number)]
        assert sidecar.parent == picture.parent
        assert sidecar.name == f"{picture.name if number % 2 else picture.stem}.xmp"
    infos = {path.name.removesuffix(".trashinfo") for path in (trash.parent / "info").glob("*")}
    assert infos == {path.name for path in trash.glob("*")}
    return sum(path.parent != places[0] for path in files)


@pytest.mark.parametrize("across", [False, True], ids=["on one drive", "to another drive"])
def test_killed_at_system_calls_of_every_kind_they_are_together_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, across: bool
):
    if subprocess.run(["strace", "-V"], capture_output=True).returncode != 0:
        pytest.skip("strace is not installed")
    make_ground(tmp_path)
    make_sidecars(tmp_path)
    draw, target = random.Random(SEED + across), tmp_path / ("drive" if across else "photos/out")
    gone = [0]
    with mounted_drive(target) if across else open(os.devnull):
        for calls, latest in CALLS.items():
            inject = f"inject={calls}:signal=SIGKILL:when={draw.randrange(1, latest)}"
            seen = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", os.devnull, "-e", f"trace={calls}", "-e", inject]
            begun(tmp_path, target, *seen)
            gone.append(assert_together(tmp_path, target, monkeypatch))
    assert gone == sorted(gone)
    assert gone[-1] > 0


def test_a_sidecar_follows_after_a_kill_only_if_its_picture_has_gone(desk: Desk, tmp_path: Path):
    """Right between the two, and right before the first."""
    out = tmp_path / "out"
    out.mkdir()
    for name in (LEAF, DISC):
        put(desk, f"{name}.xmp", b"of " + name.encode())
        with desk.library.writing() as db:
            batch = None
            for file in (desk.photos / name, desk.photos / f"{name}.xmp"):
                data, target = file.read_bytes(), os.fsencode(out / file.name)
                action = file_actions.begin(
                    db,
                    batch,
                    ActionKind.MOVE,
                    os.fsencode(file),
                    target,
                    hash_of(data),
                    len(data),
                    ".x.part",
                )
                batch = action.batch
    (desk.photos / LEAF).rename(out / "leaves-0.jpg")
    assert settle(desk.library) == 0
    assert lying(out) == {"leaves-0.jpg.xmp": b"of " + LEAF.encode()}
    assert lying(desk.photos) == {f"{DISC}.xmp": b"of " + DISC.encode()}
    assert {each.state for each in logged_actions(desk.library.db)} == {ActionState.DONE, ActionState.FAILED}
