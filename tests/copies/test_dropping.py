"""What is dropped when groups share pictures: something of each group stays."""

from itertools import permutations

from engine.copies.dropping import GroupChoice, best_of, planned
from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences
from engine.copies.reviewing import review
from tests.copies.member_makers import member

COPIES, NEAR, BURST = GroupKind


def choice(kind: GroupKind, kept: list, dropped: list) -> GroupChoice:
    return GroupChoice(kind, tuple(kept), tuple(dropped))


def test_the_files_of_all_but_the_kept_one_go_and_what_was_said_of_them_is_handed_over():
    a, b, c = member(1), member(2, "/p/b.jpg", "/q/b.jpg", size=5), member(3, size=7)
    plan = planned([choice(NEAR, [a], [b, c])])
    assert plan.file_ids == (20, 21, 30)
    assert plan.paths == (b"/p/b.jpg", b"/q/b.jpg", b"/photos/3.jpg")
    assert (plan.bytes, plan.images) == (17, 2)
    assert plan.handings == ((2, 1), (3, 1))


def test_of_copies_nothing_is_handed_over_and_the_image_stays():
    first, second = member(1, image_id=9), member(2, image_id=9)
    plan = planned([choice(COPIES, [second], [first])])
    assert (plan.file_ids, plan.handings, plan.images) == ((10,), (), 0)


def test_the_best_of_each_group_is_what_is_proposed():
    members = member(1, pixels=(800, 600)), member(2), member(3, pixels=(80, 60))
    group = review(NEAR, members, 90, Preferences())
    (chosen,) = best_of([group])
    assert (chosen.kept, chosen.dropped) == ((members[1],), (members[0], members[2]))
    assert group.why[0] == ("more pixels: 12.0 against 0.48 megapixels",)
    assert group.saving == 6_000_000


def test_whatever_groups_share_something_of_each_stays():
    a, b, c = member(1), member(2), member(3)
    circle = [choice(NEAR, [a], [b]), choice(BURST, [b], [c]), choice(NEAR, [c], [a])]
    for order in permutations(circle):
        plan = planned(order)
        gone = {file_id // 10 for file_id in plan.file_ids}
        assert gone
        for each in order:
            assert {one.member.image_id for one in (*each.kept, *each.dropped)} - gone
        heirs = dict(plan.handings)
        assert set(heirs) == gone
        assert not gone & set(heirs.values())


def test_a_copy_of_what_is_kept_goes_and_the_last_one_stays():
    first, second = member(1, "/p/a.jpg", image_id=5), member(2, "/q/a.jpg", image_id=5)
    both, worse = member(1, "/p/a.jpg", image_id=5), member(4)
    for order in permutations([choice(COPIES, [first], [second]), choice(NEAR, [both], [worse])]):
        assert set(planned(order).file_ids) == {20, 40}
    whole = GroupChoice(NEAR, (worse,), (first, second))  # both files of image 5
    for order in permutations([choice(COPIES, [first], [second]), whole]):
        assert set(planned(order).file_ids) == {10, 20}
