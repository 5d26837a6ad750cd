"""Pictures dropped in favour of another: files go to the trash, what was said of them to the one that is kept."""

import os

import pytest

from engine.copies.dropping import GroupChoice, planned
from engine.copies.facts import of_groups
from engine.copies.groups import Group, GroupKind, Member
from engine.file_actions.dropped_copies import NOT_THERE, DroppedCopies, bring_back, drop
from engine.progress import Driven, finish
from engine.store import decisions, label_edits, labels, training_images
from engine.store.label_edits import Give
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
