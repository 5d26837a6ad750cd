"""Files into the system's trash, and out of it again."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.copies import dropping
from engine.copies.dropping import GroupChoice
from engine.copies.facts import of_groups
from engine.copies.groups import Group, GroupKind, Member
from engine.errors import UserError
from engine.file_actions import trash_can
from engine.file_actions.acting import carry_out
from engine.file_actions.dropped_copies import NOT_THERE, drop
from engine.file_actions.planning import planned
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import FileWish
from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import browsing, label_edits, labels
from engine.store.browsing import Browse
from engine.store.file_actions import ActionKind, ActionState
from tests.conftest import CPU
from tests.file_actions.conftest import Desk
from tests.logged import logged_actions
from tests.mounted_drive import mounted_again

LEAF = "leaves/leaves-0.jpg"


def shown(desk: Desk) -> list[int]:
    return browsing.browsed(desk.library.db, Browse()).ids.tolist()


def found(desk: Desk, image_id: int) -> list[int]:
    hits = Searcher(desk.library).search(Query((QueryPicture(image_id=image_id),), k=40)).hits
    return [hit.image_id for hit in hits]


def test_a_file_in_the_trash_is_gone_from_folder_grid_and_search_and_the_log_says_where_it_went(desk: Desk):
    content, leaf, other = (desk.photos / LEAF).read_bytes(), desk.rows()[LEAF], desk.rows()["leaves/leaves-3.jpg"]
    acted = desk.do(ActionKind.TRASH, LEAF)
    assert not (desk.photos / LEAF).exists()
    assert leaf not in shown(desk)
    assert leaf not in found(desk, other)
    (action,) = logged_actions(desk.library.db)
    assert (action.state, action.source) == (ActionState.DONE, os.fsencode(desk.photos / LEAF))
    assert action.target is not None
    assert Path(os.fsdecode(action.target)).read_bytes() == content
    assert [done.target for done in acted.done] == [action.target]


def test_taken_back_it_is_the_same_image_with_its_labels_and_is_found_again(desk: Desk):
    leaf, other = desk.rows()[LEAF], desk.rows()["leaves/leaves-3.jpg"]
    with desk.library.writing() as db:
        label_edits.apply(db, label_edits.Give({"green": [leaf]}))
    before, status = found(desk, other), (desk.photos / LEAF).stat()
    acted = desk.do(ActionKind.TRASH, LEAF)
    assert acted.batch is not None
    back = finish(take_back(desk.library, acted.batch))
    assert back.left_alone == []
    assert desk.rows()[LEAF] == leaf
    assert (desk.photos / LEAF).stat().st_mtime_ns == status.st_mtime_ns
    assert labels.of_images(desk.library.db, [leaf])[leaf] == ["green"]
    assert found(desk, other) == before
    assert trash_can.find(os.fsencode(desk.photos / LEAF), status.st_size, b"") is None
    assert desk.indexed.again().unchanged == 30
    assert back.batch is not None
    finish(take_back(desk.library, back.batch))  # done again
    assert LEAF not in desk.rows()
    assert not (desk.photos / LEAF).exists()


def test_two_files_of_one_name_come_back_to_where_each_of_them_was(desk: Desk):
    for kind in ("leaves", "discs"):
        (desk.photos / kind / f"{kind}-0.jpg").rename(desk.photos / kind / "same.tar.jpg")
    desk.indexed.again()
    names = ["leaves/same.tar.jpg", "discs/same.tar.jpg"]
    contents = [(desk.photos / name).read_bytes() for name in names]
    acted = desk.do(ActionKind.TRASH, *names)
    assert len(acted.done) == 2
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert [(desk.photos / name).read_bytes() for name in names] == contents


def test_whatever_a_file_is_called_it_is_found_in_the_trash(desk: Desk):
    odd = os.path.join(os.fsencode(desk.photos), b"100% \xff\nn\xc3\xa4h.jpg")
    os.rename(desk.photos / LEAF, odd)
    desk.indexed.again()
    (file_id,) = desk.library.db.execute("SELECT id FROM files WHERE path = ?", (os.path.basename(odd),)).fetchone()
    acted = finish(carry_out(desk.library, planned(desk.library, FileWish(ActionKind.TRASH, (file_id,)))))
    assert not os.path.lexists(odd)
    assert acted.batch is not None
    assert finish(take_back(desk.library, acted.batch)).left_alone == []
    assert os.path.exists(odd)


def test_a_last_copy_is_named_in_the_plan(desk: Desk):
    shutil.copy2(desk.photos / LEAF, desk.photos / "copy.jpg")
    desk.indexed.again()
    both = planned(desk.library, desk.wish(ActionKind.TRASH, LEAF, "copy.jpg"))
    assert [file.full_path for file in both.last_copies] == [os.fsencode(desk.photos / LEAF)]
    one = planned(desk.library, desk.wish(ActionKind.TRASH, "copy.jpg"))
    assert one.last_copies == ()
    assert [file.full_path for file in one.copies_elsewhere] == [os.fsencode(desk.photos / LEAF)]
    assert len(desk.do(ActionKind.TRASH, "copy.jpg").done) == 1


def test_a_copy_that_is_not_there_right_now_does_not_count(desk: Desk):
    shutil.copy2(desk.photos / LEAF, desk.photos / "copy.jpg")
    desk.indexed.again()
    (desk.photos / LEAF).unlink()
    assert len(planned(desk.library, desk.wish(ActionKind.TRASH, "copy.jpg")).last_copies) == 1
    desk.indexed.again()


def test_if_the_other_copy_goes_after_the_question_the_last_one_stays(desk: Desk):
    shutil.copy2(desk.photos / LEAF, desk.photos / "copy.jpg")
    desk.indexed.again()
    plan = planned(desk.library, desk.wish(ActionKind.TRASH, "copy.jpg"))
    (desk.photos / LEAF).unlink()
    acted = finish(carry_out(desk.library, plan))
    assert [left.why for left in acted.left_alone] == ["it is the last copy by now"]
    assert (desk.photos / "copy.jpg").exists()
    desk.indexed.again()


def test_a_library_that_is_open_elsewhere_refuses_with_a_sentence(desk: Desk):
    second = open_library(desk.library.path)
    with pytest.raises(UserError, match="open in another DualHash"):
        finish(carry_out(second, planned(second, desk.wish(ActionKind.TRASH, LEAF))))
    second.close()


def test_what_an_attempt_left_that_was_cut_short_is_swept_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    info, lying = tmp_path / "Trash" / "info", tmp_path / "Trash" / "files"
    info.mkdir(parents=True)
    lying.mkdir()
    path = os.fsencode(tmp_path / "a.jpg")
    for name, said in {
        "a.jpg": b"",
        "a 1.jpg": b"[Trash Info]\nPath=" + path,
        "a 2.jpg": b"",
        "a 3.jpg": b"Path=/b",
    }.items():
        (info / f"{name}.trashinfo").write_bytes(said)
    (lying / "a 2.jpg").write_bytes(b"a picture of somebody else's")
    trash_can.forget_attempts(path)
    assert sorted(each.name for each in info.iterdir()) == ["a 2.jpg.trashinfo", "a 3.jpg.trashinfo"]


def test_the_same_file_under_another_path_is_no_copy(desk: Desk, tmp_path: Path):
    """As of a drive that is mounted twice: it would be gone under both."""
    second = tmp_path / "second"
    with mounted_again(desk.photos / "leaves", second):
        folder = desk.library.add_folder(os.fsencode(second))
        finish(index(desk.library, [folder], workers=1, device=CPU))
        sql = "SELECT id FROM files WHERE folder_id = ? AND path = ?"
        (file_id,) = desk.library.db.execute(sql, (folder.id, b"leaves-0.jpg")).fetchone()
        plan = planned(desk.library, FileWish(ActionKind.TRASH, (file_id,)))
        assert [file.id for file in plan.last_copies] == [file_id]
        assert plan.copies_elsewhere == ()
        unasked = replace(plan, last_copies=())  # nobody was asked about it
        assert [left.why for left in finish(carry_out(desk.library, unasked)).left_alone] == [
            "it is the last copy by now"
        ]
        members = (Member(desk.rows()[LEAF], desk.ids(LEAF)), Member(desk.rows()[LEAF], (file_id,)))
        (facts,) = of_groups(desk.library.db, [Group(GroupKind.COPIES, members, 100)])
        drop_plan = dropping.planned([GroupChoice(GroupKind.COPIES, facts[:1], facts[1:])])
        assert [left.why for left in finish(drop(desk.library, drop_plan)).acted.left_alone] == [NOT_THERE]
        assert (desk.photos / LEAF).exists()
    with desk.library.writing() as db:
        db.execute("DELETE FROM files WHERE folder_id = ?", (folder.id,))
