"""Files moved, renamed and copied: the library follows, nothing is overwritten, links lead nowhere."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.file_actions import transfers
from engine.file_actions.acting import carry_out
from engine.file_actions.held_folder import held
from engine.file_actions.planning import planned
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import Acted
from engine.progress import finish
from engine.store import files, label_edits, labels
from engine.store.file_actions import ActionKind
from tests.file_actions.conftest import Desk
from tests.logged import logged_actions
from tests.mounted_drive import mounted_drive
from tests.other_user import only_root, reachable_folder, run_as_nobody

LEAF, DISC = "leaves/leaves-0.jpg", "discs/discs-0.jpg"


def why(acted) -> list[str]:
    return [left.why for left in acted.left_alone]


def test_moved_within_the_library_a_file_keeps_its_row_and_the_next_indexing_finds_nothing_new(desk: Desk):
    leaf, before = desk.rows()[LEAF], desk.ids(LEAF)
    acted = desk.do(ActionKind.MOVE, LEAF, DISC, folder=desk.photos / "bricks")
    assert len(acted.done) == 2
    assert desk.rows()["bricks/leaves-0.jpg"] == leaf
    assert desk.ids("bricks/leaves-0.jpg") == before
    result = desk.indexed.again()
    assert (result.unchanged, result.moved, result.missing) == (30, 0, 0)
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert desk.rows()[LEAF] == leaf
    assert desk.indexed.again().unchanged == 30


def test_moved_out_a_picture_leaves_the_library_and_comes_back_with_its_labels(desk: Desk, tmp_path: Path):
    leaf, out = desk.rows()[LEAF], tmp_path / "out"
    out.mkdir()
    with desk.library.writing() as db:
        label_edits.apply(db, label_edits.Give({"green": [leaf]}))
    plan = planned(desk.library, desk.wish(ActionKind.MOVE, LEAF, folder=out))
    assert plan.losing() == {leaf}
    acted = finish(carry_out(desk.library, plan))
    assert LEAF not in desk.rows()
    assert (out / "leaves-0.jpg").exists()
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert desk.rows()[LEAF] == leaf
    assert labels.of_images(desk.library.db, [leaf])[leaf] == ["green"]


def test_a_name_that_exists_gets_a_number(desk: Desk):
    for number in ("", " (2)"):
        (desk.photos / "bricks" / f"leaves-0{number}.jpg").write_bytes(b"mine")
    acted = desk.do(ActionKind.MOVE, LEAF, folder=desk.photos / "bricks")
    assert [done.target for done in acted.done] == [os.fsencode(desk.photos / "bricks" / "leaves-0 (3).jpg")]
    assert (desk.photos / "bricks" / "leaves-0.jpg").read_bytes() == b"mine"


def test_a_long_name_is_shortened_by_whole_letters(tmp_path: Path):
    with held(os.fsencode(tmp_path)) as folder:
        for letter, count in (("ü", 125), ("写", 83), ("😀", 62), ("a", 250)):
            name = f"{letter * count}.jpg"
            (tmp_path / name).write_bytes(b"mine")
            for room in range(5):
                free = next(transfers.free_names(folder, os.fsencode(name), room))
                assert len(free) <= 255 - room
                assert free.decode().rstrip(" (2).jpg") in name  # whole letters, and nothing else
        (tmp_path / "x.jpg").write_bytes(b"mine")
        assert next(transfers.free_names(folder, b"x" + b"\xbc" * 250 + b".jpg", 9)).startswith(b"x\xbc\xbc")


@pytest.mark.parametrize("at_once", [True, False], ids=["renameat2", "link and unlink"])
def test_renaming_never_replaces_what_came_in_between(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: bool
):
    if not at_once:
        monkeypatch.setattr(transfers, "_renameat2", lambda: None)
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    with held(os.fsencode(tmp_path)) as folder:
        with pytest.raises(FileExistsError):
            transfers.rename(folder, b"a", folder, b"b")
        transfers.rename(folder, b"a", folder, b"c")
    assert ((tmp_path / "b").read_bytes(), (tmp_path / "c").read_bytes()) == (b"b", b"a")
    assert not (tmp_path / "a").exists()


def test_renaming_keeps_the_ending_and_numbers_several(desk: Desk):
    leaf = desk.rows()[LEAF]
    acted = desk.do(ActionKind.RENAME, LEAF, "leaves/leaves-1.jpg", DISC, name="Garden é")
    names = [os.fsdecode(os.path.basename(done.target or b"")) for done in acted.done]
    assert names == ["Garden é.jpg", "Garden é (2).jpg", "Garden é.jpg"]
    assert desk.rows()["leaves/Garden é.jpg"] == leaf
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert desk.rows()[LEAF] == leaf


@pytest.mark.parametrize("name", ["", "  ", ".hidden", "a/b", "a\0b", "x" * 300])
def test_what_is_no_name_is_refused(desk: Desk, name: str):
    with pytest.raises(UserError):
        desk.do(ActionKind.RENAME, LEAF, name=name)


def test_a_copy_in_the_library_is_another_file_of_the_same_image(desk: Desk):
    leaf, before = desk.rows()[LEAF], (desk.photos / LEAF).stat()
    acted = desk.do(ActionKind.COPY, LEAF, folder=desk.photos / "bricks")
    assert desk.rows()["bricks/leaves-0.jpg"] == desk.rows()[LEAF] == leaf
    assert (desk.photos / "bricks" / "leaves-0.jpg").stat().st_mtime_ns == before.st_mtime_ns
    assert desk.indexed.again().unchanged == 31
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert "bricks/leaves-0.jpg" not in desk.rows()
    assert desk.rows()[LEAF] == leaf


def test_a_copy_is_not_taken_back_once_it_is_all_that_is_left(desk: Desk, tmp_path: Path):
    acted = desk.do(ActionKind.COPY, LEAF, folder=tmp_path)
    (desk.photos / LEAF).unlink()
    assert acted.batch is not None
    assert why(finish(take_back(desk.library, acted.batch))) == ["what it was copied from has changed or is gone"]
    assert (tmp_path / "leaves-0.jpg").exists()
    desk.indexed.again()


def test_what_changed_since_it_was_indexed_is_not_touched(desk: Desk):
    leaf, disc, brick = (desk.photos / name for name in (LEAF, DISC, "bricks/bricks-0.jpg"))
    same_size = bytearray(disc.read_bytes())
    same_size[-100] ^= 1
    status = disc.stat()
    leaf.write_bytes(leaf.read_bytes() + b"more")
    disc.write_bytes(same_size)
    os.utime(disc, ns=(status.st_atime_ns, status.st_mtime_ns))  # only its content tells
    plan = planned(desk.library, desk.wish(ActionKind.TRASH, LEAF, DISC, "bricks/bricks-0.jpg"))
    assert [left.path for left in plan.left_alone] == [os.fsencode(leaf)]
    brick.write_bytes(b"after the question")
    acted = finish(carry_out(desk.library, plan))
    assert why(acted) == ["it has changed since it was indexed; look for changes first"] * 3
    assert leaf.exists()
    assert disc.exists()
    assert brick.exists()
    assert logged_actions(desk.library.db) == []


def test_a_link_out_of_the_folders_is_not_followed(desk: Desk, tmp_path: Path):
    """Neither one that was there when it was indexed, nor one that came after the question."""
    out = tmp_path / "out"
    shutil.move(desk.photos / "leaves", out)
    (desk.photos / "leaves").symlink_to(out)
    (desk.photos / "discs" / "link.jpg").symlink_to(out / "leaves-1.jpg")
    plan = planned(desk.library, desk.wish(ActionKind.MOVE, LEAF, DISC, folder=desk.photos / "bricks"))
    assert [left.why for left in plan.left_alone] == ["a link leads out of the library's folders to it"]
    shutil.copytree(desk.photos / "discs", tmp_path / "discs")
    shutil.rmtree(desk.photos / "discs")
    (desk.photos / "discs").symlink_to(tmp_path / "discs")
    acted = finish(carry_out(desk.library, plan))
    assert why(acted) == ["a link leads out of the library's folders to it"] * 2
    assert (tmp_path / "discs" / "discs-0.jpg").exists()


def test_a_file_that_is_itself_a_link_is_not_touched(desk: Desk):
    (desk.photos / LEAF).rename(desk.photos / "real.jpg")
    (desk.photos / LEAF).symlink_to(desk.photos / "real.jpg")
    desk.indexed.again()
    plan = planned(desk.library, desk.wish(ActionKind.TRASH, LEAF))
    assert [left.why for left in plan.left_alone] == ["it is a link; the picture itself lies elsewhere"]


def test_to_another_drive_a_file_is_copied_whole_and_then_taken_away(desk: Desk, tmp_path: Path):
    drive, content = tmp_path / "drive", (desk.photos / LEAF).read_bytes()
    with mounted_drive(drive):
        acted = desk.do(ActionKind.MOVE, LEAF, folder=drive)
        assert [path.name for path in drive.iterdir()] == ["leaves-0.jpg"]
        assert (drive / "leaves-0.jpg").read_bytes() == content
        assert not (desk.photos / LEAF).exists()
        assert acted.batch is not None
        finish(take_back(desk.library, acted.batch))
        assert list(drive.iterdir()) == []
    assert (desk.photos / LEAF).read_bytes() == content
    assert desk.indexed.again().unchanged == 30


def test_a_drive_that_fills_up_leaves_the_rest_where_it_was_and_nothing_by_half(desk: Desk, tmp_path: Path):
    drive = tmp_path / "drive"
    names = [f"bricks/bricks-{number}.jpg" for number in range(6)]
    with mounted_drive(drive, "16k"):
        plan_folder = tmp_path / "bricks"
        plan_folder.mkdir()
        plan = planned(desk.library, desk.wish(ActionKind.MOVE, *names, folder=plan_folder))
        plan_folder.rmdir()
        plan_folder.symlink_to(drive)  # so that its room is not known beforehand
        acted = finish(carry_out(desk.library, plan))
        assert set(why(acted)) == {"the disk is full"}
        arrived = sorted(path.name for path in drive.iterdir())
        assert arrived == sorted(os.fsdecode(os.path.basename(done.source)) for done in acted.done)
        stayed = {str(path) for path in (desk.photos / "bricks").iterdir()}
        assert stayed == {os.fsdecode(left.path) for left in acted.left_alone}
        with pytest.raises(UserError, match="not enough room"):
            desk.do(ActionKind.COPY, *(name for name in desk.rows() if "leaves" in name), folder=drive)


def test_on_a_full_drive_files_can_be_moved_about_but_not_copied(desk: Desk):
    drive = desk.photos / "drive"
    with mounted_drive(drive, "64k"):
        (drive / "sub").mkdir()
        shutil.copy(desk.photos / LEAF, drive / "leaf.jpg")
        (drive / ".filling").write_bytes(bytes(shutil.disk_usage(drive).free))
        desk.indexed.again()
        with pytest.raises(UserError, match="not enough room"):
            desk.do(ActionKind.COPY, "drive/leaf.jpg", folder=drive / "sub")
        assert len(desk.do(ActionKind.MOVE, "drive/leaf.jpg", folder=drive / "sub").done) == 1
        assert (drive / "sub" / "leaf.jpg").exists()
    with desk.library.writing() as db:
        files.set_missing(db, desk.ids("drive/sub/leaf.jpg"), True)


def test_an_unplugged_drive_and_its_empty_mount_point_are_refused_with_a_sentence(desk: Desk, tmp_path: Path):
    aside = tmp_path / "aside"
    desk.photos.rename(aside)
    plan = planned(desk.library, desk.wish(ActionKind.TRASH, LEAF))
    assert [left.why for left in plan.left_alone] == ["its folder is not available now (it is not there)"]
    desk.photos.mkdir()
    plan = planned(desk.library, desk.wish(ActionKind.TRASH, LEAF))
    assert [left.why for left in plan.left_alone] == ["its folder is not available now (it is empty now)"]
    desk.photos.rmdir()
    aside.rename(desk.photos)


def test_a_read_only_drive_is_refused_with_a_sentence(desk: Desk, tmp_path: Path):
    drive = desk.photos / "drive"
    with mounted_drive(drive):
        shutil.copy2(desk.photos / LEAF, drive / "new.jpg")
        desk.indexed.again()
        subprocess.run(["mount", "-o", "remount,ro", str(drive)], check=True)
        plan = planned(desk.library, desk.wish(ActionKind.TRASH, "drive/new.jpg"))
        assert [left.why for left in plan.left_alone] == [
            "nothing can be changed in its folder, which is read-only"
        ]
        with pytest.raises(UserError, match="Nothing can be written to the folder"):
            desk.do(ActionKind.COPY, DISC, folder=drive)
    with desk.library.writing() as db:
        files.set_missing(db, desk.ids("drive/new.jpg"), True)


@only_root
def test_where_nothing_may_be_written_a_file_stays_and_is_named():
    with reachable_folder() as folder:
        (folder / "in").mkdir()
        (folder / "in" / "a.jpg").write_bytes(b"a")
        said = run_as_nobody(
            "import engine.file_actions.transfers as t, engine.file_actions.held_folder as h",
            f"with h.held({os.fsencode(folder / 'in')!r}) as f:\n"
            "    try:\n        t.rename(f, b'a.jpg', f, b'b.jpg'); print('1')\n"
            "    except OSError as e: print(json.dumps(e.errno))",
        )
        assert said == 13
        assert (folder / "in" / "a.jpg").exists()


def test_the_library_itself_is_no_place_for_pictures(desk: Desk):
    with pytest.raises(UserError, match="own folder"):
        desk.do(ActionKind.COPY, LEAF, folder=Path(desk.library.path))


def test_what_is_cancelled_stops_after_a_file_and_what_was_done_can_be_taken_back(desk: Desk):
    before, acted = desk.rows(), Acted(ActionKind.MOVE)
    plan = planned(desk.library, desk.wish(ActionKind.MOVE, LEAF, DISC, folder=desk.photos / "bricks"))
    work = carry_out(desk.library, plan, acted)
    next(work)
    next(work)
    work.close()
    assert [done.source for done in acted.done] == [os.fsencode(desk.photos / LEAF)]
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert desk.rows() == before
