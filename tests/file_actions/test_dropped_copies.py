"""Pictures dropped in favour of another: files go to the trash, what was said of them to the one that is kept."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.copies.dropping import GroupChoice, planned
from engine.copies.facts import of_groups
from engine.copies.groups import Group, GroupKind, Member
from engine.file_actions.dropped_copies import NOT_THERE, DroppedCopies, bring_back, drop, would_drop
from engine.jobs.indexing import index
from engine.progress import Driven, finish
from engine.store import decisions, label_edits, labels, training_images
from engine.store.label_edits import Give
from tests.conftest import CPU
from tests.file_actions.conftest import Desk
from tests.store.row_makers import add_version

KEPT, WORSE, WORST, OTHER = (f"leaves/leaves-{number}.jpg" for number in range(4))
TABLES = ("image_labels", "decisions", "training_images")


@pytest.fixture
def images(desk: Desk) -> dict[str, int]:
    """By name; the two that are worse have labels, one of them was decided about and trained on."""
    ids = desk.rows()
    with desk.library.writing() as db:
        label_edits.apply(db, Give({"green": [ids[KEPT], ids[WORSE]], "tree": [ids[WORSE], ids[WORST]]}))
        decisions.put(db, ids[WORSE], ids[OTHER], True)
        training_images.put(db, add_version(db), [ids[WORST]])
    return ids


def choice(desk: Desk, kept: str, *dropped: str) -> GroupChoice:
    names = (kept, *dropped)
    members = [Member(desk.rows()[name], desk.ids(name)) for name in names]
    (facts,) = of_groups(desk.library.db, [Group(GroupKind.NEAR_COPIES, tuple(members), 90)])
    return GroupChoice(GroupKind.NEAR_COPIES, facts[:1], facts[1:])


def state(desk: Desk) -> list[list[tuple]]:
    return [sorted(desk.library.db.execute(f"SELECT * FROM {table}").fetchall()) for table in TABLES]


def given(desk: Desk, image_id: int) -> list[str]:
    return labels.of_images(desk.library.db, [image_id]).get(image_id, [])


def test_what_was_said_goes_to_the_kept_one_and_comes_back_with_the_files(desk: Desk, images: dict[str, int]):
    before, kept = state(desk), images[KEPT]
    dropped = finish(drop(desk.library, planned([choice(desk, KEPT, WORSE, WORST)])))
    assert [os.fsdecode(done.source) for done in dropped.acted.done] == [
        str(desk.photos / name) for name in (WORSE, WORST)
    ]
    assert not (desk.photos / WORSE).exists()
    assert (desk.photos / KEPT).exists()
    assert given(desk, kept) == ["green", "tree"]
    assert decisions.of_query(desk.library.db, kept) == {images[OTHER]: True}
    assert kept in training_images.of_version(desk.library.db, 2)
    after = state(desk)
    back = finish(bring_back(desk.library, dropped))
    assert (back.acted.left_alone, back.handed) == ([], {})
    assert state(desk) == before
    assert {WORSE, WORST} <= set(desk.rows())
    finish(bring_back(desk.library, back))  # done again
    assert state(desk) == after
    assert not (desk.photos / WORST).exists()


def test_what_stays_keeps_what_was_said_of_it_to_itself(desk: Desk, images: dict[str, int]):
    plan = planned([choice(desk, KEPT, WORSE, WORST)])
    (desk.photos / WORSE).write_bytes((desk.photos / WORSE).read_bytes() + b"edited since")
    dropped = finish(drop(desk.library, plan))
    assert [refused.path for refused in dropped.acted.left_alone] == [os.fsencode(desk.photos / WORSE)]
    assert (desk.photos / WORSE).exists()
    assert given(desk, images[KEPT]) == ["green", "tree"]  # by the one that is gone
    assert decisions.of_query(desk.library.db, images[KEPT]) == {}


def test_nothing_is_dropped_for_a_picture_that_is_not_there(desk: Desk, images: dict[str, int]):
    plan, before = planned([choice(desk, KEPT, WORSE)]), state(desk)
    kept = desk.photos / KEPT
    kept.rename(desk.photos / "hidden")
    dropped = finish(drop(desk.library, plan))
    assert [(refused.path, refused.why) for refused in dropped.acted.left_alone] == [
        (os.fsencode(desk.photos / WORSE), NOT_THERE)
    ]
    assert (desk.photos / WORSE).exists()
    assert state(desk) == before
    (desk.photos / "hidden").rename(kept)


def copied_choice(desk: Desk) -> tuple[GroupChoice, str, str]:
    """Two copies of one picture, of which the first is kept."""
    names = ("leaves/a.jpg", "leaves/b.jpg")
    for name in names:
        shutil.copy2(desk.photos / KEPT, desk.photos / name)
    finish(index(desk.library, desk.library.folders(), workers=1, device=CPU))
    (desk.photos / KEPT).unlink()
    finish(index(desk.library, desk.library.folders(), workers=1, device=CPU))
    members = tuple(Member(desk.rows()[name], desk.ids(name)) for name in names)
    (facts,) = of_groups(desk.library.db, [Group(GroupKind.COPIES, members, 100)])
    return GroupChoice(GroupKind.COPIES, facts[:1], facts[1:]), *names


def _is_removed(kept: Path) -> None:
    kept.unlink()


def _is_written_to(kept: Path) -> None:
    kept.write_bytes(b"something else")


def _is_damaged(kept: Path) -> None:
    """Without a trace: size and time are as they were."""
    before, data = kept.stat(), bytearray(kept.read_bytes())
    data[-1] ^= 1
    kept.write_bytes(data)
    os.utime(kept, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("happens_to", [_is_removed, _is_written_to, _is_damaged])
def test_a_copy_stays_if_the_one_that_was_to_be_kept_is_gone_or_changed(
    desk: Desk, happens_to: Callable[[Path], None]
):
    chosen, kept, other = copied_choice(desk)
    plan = planned([chosen])
    happens_to(desk.photos / kept)
    seen = would_drop(desk.library, plan)
    dropped = finish(drop(desk.library, plan))
    assert (desk.photos / other).exists()
    assert [(refused.path, refused.why) for refused in dropped.acted.left_alone] == [
        (os.fsencode(desk.photos / other), NOT_THERE)
    ]
    if happens_to is not _is_damaged:  # which only shows when it is read
        assert (seen.files, list(seen.left_alone)) == ((), dropped.acted.left_alone)
    with desk.library.writing() as db:
        db.execute("DELETE FROM files WHERE path = ?", (os.fsencode(kept),))


def test_a_copy_goes_while_the_kept_one_is_there(desk: Desk):
    chosen, kept, other = copied_choice(desk)
    plan = planned([chosen])
    assert [file.full_path for file in would_drop(desk.library, plan).files] == [os.fsencode(desk.photos / other)]
    assert finish(drop(desk.library, plan)).acted.left_alone == []
    assert (desk.photos / kept).exists()
    assert not (desk.photos / other).exists()


def test_cancelled_in_the_middle_what_is_left_stays_as_it_was(desk: Desk, images: dict[str, int]):
    plan, dropped = planned([choice(desk, KEPT, WORST, WORSE)]), DroppedCopies()
    with Driven(drop(desk.library, plan, dropped)) as work:
        for _ in work:
            if dropped.acted.done:
                break
    assert (desk.photos / WORSE).exists()
    assert not (desk.photos / WORST).exists()
    assert given(desk, images[KEPT]) == ["green", "tree"]
    assert decisions.of_query(desk.library.db, images[KEPT]) == {}
    finish(bring_back(desk.library, dropped))
    assert (desk.photos / WORST).exists()
    assert given(desk, images[KEPT]) == ["green"]
