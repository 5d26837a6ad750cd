"""Which member of a group is proposed to be kept, and in which words."""

import pytest

from engine.copies.facts import MemberFacts
from engine.copies.groups import GroupKind
from engine.copies.keeping import MEANINGS, USUAL_ORDER, Preferences, Rule, proposed, rules_from
from engine.errors import UserError
from tests.copies.member_makers import YEAR_2024, member

HOUR = 3600 * 10**9


def kept(
    *members: MemberFacts, kind: GroupKind = GroupKind.NEAR_COPIES, **preferred: tuple
) -> tuple[int, str, str]:
    """The place of the kept one of two, why it, and why not the other."""
    keeping = proposed(kind, members, Preferences(**preferred))
    assert len(members) == len(keeping.why) == 2
    return keeping.keep, "; ".join(keeping.why[keeping.keep]), "; ".join(keeping.why[1 - keeping.keep])


@pytest.mark.parametrize(
    ("worse", "better", "why", "why_not"),
    [
        (
            {"pixels": (2048, 1536)},
            {},
            "more pixels: 12.0 against 3.1 megapixels",
            "fewer pixels: 3.1 against 12.0 megapixels",
        ),
        ({"pixels": (400, 300)}, {"pixels": (640, 480)}, "more pixels: 0.31 against 0.12 megapixels", None),
        (
            {"size": 1_500_000},
            {},
            "less compressed: 2.0 against 1.0 bits per pixel",
            "more compressed: 1.0 against 2.0 bits per pixel",
        ),
        ({}, {"format": "RAW"}, "original format: RAW against JPEG", "not the original format: JPEG against RAW"),
        ({}, {"camera": "Canon EOS R6"}, "from the camera: Canon EOS R6", "says nothing of a camera"),
        ({"sharpness": 40.2}, {"sharpness": 71.8}, "sharper: 72 against 40", "less sharp: 40 against 72"),
        ({}, {"labels": ("cat", "pet")}, "has labels: cat, pet", "has no labels"),
        (
            {"taken_at": "2024-05-31T17:04:01"},
            {"taken_at": "2024-05-31T17:03:59"},
            "older: 2024-05-31 17:03 against 2024-05-31 17:04",
            None,
        ),
        (
            {"mtime_ns": YEAR_2024 + 9 * 10**9},
            {},
            "older: 2024-01-01 00:00:00 against 2024-01-01 00:00:09",
            "newer: 2024-01-01 00:00:09 against 2024-01-01 00:00:00",
        ),
    ],
)
def test_each_rule_tells_two_apart_and_says_how(worse: dict, better: dict, why: str, why_not: str | None):
    for members in ((member(1, **worse), member(2, **better)), (member(2, **better), member(1, **worse))):
        keep, said, of_other = kept(*members)
        assert members[keep].member.image_id == 2
        assert said == why
        assert why_not is None or of_other == why_not


def test_what_is_named_as_a_copy_goes():
    for name in ("a (1).jpg", "a - Copy.jpg", "Copy of a.jpg", "a copy 2.jpg", "a_1024x768.jpg", "a - Kopie.jpg"):
        keep, why, why_not = kept(member(1, f"/p/{name}"), member(2, "/p/long name of a picture.jpg"))
        assert (keep, why, why_not) == (1, "not named as a copy", "named as a copy"), name
    for name in ("IMG_2034.jpg", "photocopy.jpg", "copyright.jpg", "trip (June).jpg"):
        keep, why, _ = kept(member(1, f"/p/{name}"), member(2, "/p/long name of a picture.jpg"))
        assert (keep, why) == (0, ""), name


def test_files_of_one_content_differ_in_where_they_lie_and_when_they_were_written():
    early, late = member(1, "/a/x.jpg", image_id=7), member(2, "/b/x.jpg", image_id=7, mtime_ns=YEAR_2024 + HOUR)
    keep, why, _ = kept(late, early, kind=GroupKind.COPIES)
    assert (keep, why) == (1, "older: 2024-01-01 00:00 against 2024-01-01 01:00")
    keep, why, why_not = kept(late, early, kind=GroupKind.COPIES, folders=(b"/b",))
    assert (keep, why, why_not) == (0, "in a folder that you prefer", "not in the folder that you prefer")


def test_all_taken_at_once_are_told_apart_by_their_files():
    taken = {"taken_at": "2020-01-01T00:00:00", "image_id": 7}
    late, early = member(1, mtime_ns=YEAR_2024 + HOUR, **taken), member(2, **taken)
    assert kept(late, early, kind=GroupKind.COPIES)[0] == 1


def test_the_first_of_several_preferred_folders_counts_most_and_one_of_several_places_is_enough():
    members = member(1, "/b/1.jpg"), member(2, "/c/2.jpg", "/a/2.jpg")
    assert kept(*members, folders=(b"/a", b"/b"))[0] == 1
    assert kept(*members, folders=(b"/b", b"/a"))[0] == 0
    assert kept(*members, folders=(b"/a/2",))[1] == ""  # a folder of that name, not what begins like it


def test_the_order_of_the_rules_decides():
    small, large = member(1, pixels=(800, 600), labels=("cat",)), member(2)
    assert kept(small, large)[0] == 1
    assert kept(small, large, rules=(Rule.LABELS, Rule.PIXELS))[0] == 0
    assert kept(small, large, rules=(Rule.LABELS,))[1] == "has labels: cat"


def test_each_sentence_names_what_made_the_difference():
    members = member(1, pixels=(800, 600)), member(2, sharpness=10.0), member(3, sharpness=50.0)
    keeping = proposed(GroupKind.NEAR_COPIES, members, Preferences())
    assert keeping.keep == 2
    assert keeping.why == (
        ("fewer pixels: 0.48 against 12.0 megapixels",),
        ("more pixels: 12.0 against 0.48 megapixels", "less sharp: 10 against 50"),
        ("more pixels: 12.0 against 0.48 megapixels", "sharper: 50 against 10"),
    )


def test_what_differs_by_a_trifle_is_the_same():
    members = member(1, "/p/bb.jpg", size=3_000_000, sharpness=50.0), member(2, "/p/a.jpg", size=2_900_000)
    assert kept(*members)[:2] == (1, "")  # one of the two is not measured; the shorter path
    assert kept(member(1, sharpness=50.0), member(2, sharpness=51.0))[:2] == (0, "")
    assert kept(member(1, pixels=(4000, 3000)), member(2, pixels=(4000, 2999)))[1] == ""


def test_bytes_are_no_sign_of_quality_in_another_format_or_size_or_in_a_burst():
    assert kept(member(1), member(2, format="WebP", size=900_000))[1] == ""
    half = member(2, pixels=(2000, 1500), size=2_000_000)
    assert kept(member(1), half, rules=(Rule.COMPRESSION,))[1] == ""
    assert kept(member(1), member(2, size=900_000), kind=GroupKind.BURSTS)[1] == ""


def test_what_is_not_known_decides_nothing():
    unknown = member(1, format=None, pixels=(None, None), size=5)
    keep, why, _ = kept(unknown, member(2, format=None))
    assert (keep, why) == (0, "")


def test_without_rules_the_shortest_path_stays():
    assert kept(member(1, "/photos/old/1.jpg"), member(2, "/photos/2.jpg"), rules=())[:2] == (1, "")


def test_rules_are_written_in_words():
    assert rules_from(" Labels, pixels,labels,") == (Rule.LABELS, Rule.PIXELS)
    assert set(MEANINGS) == set(USUAL_ORDER) == set(rules_from(",".join(Rule)))
    with pytest.raises(UserError, match="There is no rule 'biggest'; there are folder, raw, pixels"):
        rules_from("pixels,biggest")


def test_less_compressed_is_judged_by_the_tables_of_jpegs_where_the_bytes_bear_it_out():
    qualities = {1: 75, 2: 92, 3: 93}

    def chosen(*members: MemberFacts) -> tuple[int, str]:
        keeping = proposed(
            GroupKind.NEAR_COPIES, members, Preferences(), lambda facts: qualities.get(facts.member.image_id)
        )
        return members[keeping.keep].member.image_id, "; ".join(keeping.why[keeping.keep])

    assert chosen(member(1), member(2)) == (2, "less compressed: quality 92 against 75")
    assert chosen(member(2), member(3)) == (2, ""), "that is the same"
    assert chosen(member(1), member(2, size=2_000_000)) == (1, ""), "it was compressed before"
    assert chosen(member(1, size=4_000_000), member(9)) == (1, "less compressed: 2.7 against 2.0 bits per pixel")
    assert chosen(member(1, pixels=(4000, 2000)), member(2, pixels=(3000, 2000)))[1].startswith("more pixels")
