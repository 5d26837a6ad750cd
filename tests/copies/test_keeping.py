"""Which member of a group is proposed to be kept, and in which words."""

import time
from collections.abc import Iterator

import pytest

from engine.copies.facts import MemberFacts
from engine.copies.groups import GroupKind
from engine.copies.keeping import (
    MEANINGS,
    RULES_BEFORE,
    USUAL_ORDER,
    Preferences,
    Rule,
    proposed,
    rules_from,
    with_new_rules,
)
from engine.errors import UserError
from engine.store.faces import Face
from tests.copies.member_makers import YEAR_2024, member

HOUR = 3600 * 10**9
BY_NAME = "first by name"  # no rule could tell


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
            "older: 2024-05-31 17:03 against 17:04",
            None,
        ),
        (
            {"mtime_ns": YEAR_2024 + 9 * 10**9},
            {},
            "older: 2024-01-01 00:00:00 against 00:00:09",
            "newer: 2024-01-01 00:00:09 against 00:00:00",
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
        keep, why, _ = kept(member(1, f"/p/{name}"), member(2, "/p/z long name of a picture.jpg"))
        assert (keep, why) == (int(name > "z"), BY_NAME), name


def test_files_of_one_content_differ_in_where_they_lie_and_when_they_were_written():
    early, late = member(1, "/a/x.jpg", image_id=7), member(2, "/b/x.jpg", image_id=7, mtime_ns=YEAR_2024 + HOUR)
    keep, why, _ = kept(late, early, kind=GroupKind.COPIES)
    assert (keep, why) == (1, "older: 2024-01-01 00:00 against 01:00")
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
    assert kept(*members, folders=(b"/a/2",))[1] == BY_NAME  # a folder of that name, not what begins like it


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
    assert kept(*members)[:2] == (1, BY_NAME)  # one of the two is not measured
    assert kept(member(1, sharpness=50.0), member(2, sharpness=51.0))[:2] == (0, BY_NAME)
    assert kept(member(1, pixels=(4000, 3000)), member(2, pixels=(4000, 2999)))[1] == BY_NAME


def test_a_border_or_an_enlargement_is_no_better_than_what_the_camera_wrote():
    taken = {"camera": "Canon EOS R6"}
    original, bordered = member(1, **taken), member(2, pixels=(4600, 3600))
    assert kept(bordered, original)[:2] == (1, "from the camera: Canon EOS R6")
    assert kept(bordered, original, kind=GroupKind.BURSTS)[0] == 0
    assert kept(bordered, original, rules=(Rule.PIXELS,))[0] == 0  # what the camera wrote does not count
    small = member(3, pixels=(1600, 1200), **taken)
    assert kept(small, bordered)[1] == "more pixels: 16.6 against 1.9 megapixels"
    cut = member(4, pixels=(3600, 2700), **taken)
    keeping = proposed(GroupKind.NEAR_COPIES, (cut, bordered, original), Preferences())
    assert keeping.keep == 2
    assert keeping.why[0] == ("fewer pixels: 9.7 against 16.6 megapixels",)


def test_what_was_made_of_another_picture_is_no_better_for_being_written_anew():
    later = {"mtime_ns": YEAR_2024 + HOUR}
    older = "older: 2024-01-01 00:00 against 01:00"
    anew = member(1, size=4_500_000, **later)  # greyed, say, and written at a higher quality
    assert kept(anew, member(2))[:2] == (1, older)
    marked = member(1, sharpness=90.0, **later)
    assert kept(marked, member(2, sharpness=50.0))[:2] == (1, older)
    assert (
        kept(member(1, size=1_500_000, **later), member(2))[1] == "less compressed: 2.0 against 1.0 bits per pixel"
    )
    assert kept(member(1, sharpness=20.0, **later), member(2, sharpness=50.0))[1] == "sharper: 50 against 20"
    original = member(1, **later)  # that came after what had been made of it
    assert kept(original, member(2, size=1_400_000))[1] == "less compressed: 2.0 against 0.9 bits per pixel"
    taken = [f"2024-05-31T17:04:0{second}" for second in range(2)]
    burst = member(1, sharpness=90.0, taken_at=taken[1], **later), member(2, sharpness=50.0, taken_at=taken[0])
    assert kept(*burst)[1] == "sharper: 90 against 50"


@pytest.fixture
def far_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where clocks are ten hours ahead."""
    monkeypatch.setenv("TZ", "UTC-10")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_files_are_dated_by_the_clock_of_this_machine(far_east: None):
    assert member(1).date == "2024-01-01 10:00"
    assert member(1, mtime_ns=2**63 - 1).date == "2262-04-12 09:47"
    assert member(1, taken_at="2020-05-31T17:04:01").date == "2020-05-31 17:04"


def test_bytes_are_no_sign_of_quality_in_another_format_or_size_or_in_a_burst():
    assert kept(member(1), member(2, format="WebP", size=900_000))[1] == BY_NAME
    half = member(2, pixels=(2000, 1500), size=2_000_000)
    assert kept(member(1), half, rules=(Rule.COMPRESSION,))[1] == BY_NAME
    assert kept(member(1), member(2, size=900_000), kind=GroupKind.BURSTS)[1] == BY_NAME


def test_what_is_not_known_decides_nothing():
    unknown = member(1, format=None, pixels=(None, None), size=5)
    keep, why, _ = kept(unknown, member(2, format=None))
    assert (keep, why) == (0, BY_NAME)


def test_what_lies_where_copies_are_put_away_goes():
    folders = "Old backup", "old", "Photos (1)", "backup-2019", "Duplicates", "Kopien", "my copies", "photos_old"
    for folder in folders:
        for members in (
            (member(1, f"/p/{folder}/a.jpg"), member(2, "/p/Holidays 2019/Greece/a.jpg")),
            (member(2, "/p/Holidays 2019/Greece/a.jpg"), member(1, f"/p/{folder}/sub/a.jpg")),
        ):
            keep, why, why_not = kept(*members, kind=GroupKind.COPIES)
            assert members[keep].member.image_id == 2, folder
            assert (why, why_not) == (f"not in the folder “{folder}”", f"in the folder “{folder}”")
    for folder in ("Old Town", "Goldfish", "Copyshop", "oldies"):
        keep, why, _ = kept(member(1, f"/p/{folder}/a.jpg"), member(2, "/p/zoo/a.jpg"), kind=GroupKind.COPIES)
        assert (keep, why) == (0, BY_NAME), folder


def test_an_older_file_in_a_folder_of_copies_is_a_copy_all_the_same():
    backup, restored = member(1, "/p/Old backup/a.jpg"), member(2, "/p/a.jpg", mtime_ns=YEAR_2024 + HOUR)
    assert kept(backup, restored, kind=GroupKind.COPIES)[0] == 1


def test_where_no_rule_can_tell_folders_of_copies_then_times_then_names_decide():
    def last(*members: MemberFacts) -> tuple[int, str, str]:
        return kept(*members, rules=())

    assert last(member(1, "/p/Old backup/1.jpg"), member(2, "/photos/of/a/summer/2.jpg")) == (
        1,
        "not in the folder “Old backup”",
        "as good by every rule, but in the folder “Old backup”",
    )
    assert last(member(1, "/p/1.jpg", mtime_ns=YEAR_2024 + 1), member(2, "/p/2.jpg")) == (
        1,
        "its file is older",
        "as good by every rule, but its file is newer",
    )
    assert last(member(1, "/p/IMG_10.jpg"), member(2, "/photos/b/IMG_2.jpg")) == (
        1,
        BY_NAME,
        "as good by every rule, but it comes later by name",
    )
    assert last(member(1, "/p/b/IMG_2.jpg"), member(2, "/p/a/img_2.jpg"))[0] == 1


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
    assert chosen(member(2), member(3)) == (2, BY_NAME), "that is the same"
    assert chosen(member(1), member(2, size=2_000_000)) == (1, BY_NAME), "it was compressed before"
    assert chosen(member(1, size=4_000_000), member(9)) == (1, "less compressed: 2.7 against 2.0 bits per pixel")
    assert chosen(member(1, pixels=(4000, 2000)), member(2, pixels=(3000, 2000)))[1].startswith("more pixels")


def eyes(*people: str) -> tuple[Face, ...]:
    """Side by side; what cannot be told of one is half-shut."""
    apart = {"open": 280, "shut": 60, "half": 150}
    return tuple(Face(200 * at, 300, 100, apart[each], apart[each]) for at, each in enumerate(people))


def test_open_eyes_count_in_bursts_before_sharpness():
    blinking = member(1, faces=eyes("shut"), sharpness=90.0)
    looking = member(2, faces=eyes("open"), sharpness=60.0)
    assert kept(blinking, looking, kind=GroupKind.BURSTS) == (1, "eyes open", "eyes shut")
    keep, why, _ = kept(blinking, looking, kind=GroupKind.NEAR_COPIES)
    assert (keep, why) == (0, "sharper: 90 against 60")


def test_of_several_people_it_says_how_many_and_of_eyes_it_cannot_see_nothing():
    some = member(1, faces=eyes("open", "shut", "shut"))
    more = member(2, faces=eyes("open", "open", "shut"))
    assert kept(some, more, kind=GroupKind.BURSTS) == (1, "eyes open", "eyes shut: 2 of 3 people")
    shut, seen, turned = member(1, faces=eyes("shut")), member(2, faces=eyes("open")), member(3, sharpness=None)
    keeping = proposed(GroupKind.BURSTS, (shut, seen, turned), Preferences(rules=(Rule.EYES,)))
    assert keeping.why[0] == ("eyes shut",)
    assert keeping.why[1] == ("eyes open", "first by name")
    assert "eyes" not in " ".join(keeping.why[2])


@pytest.mark.parametrize(
    "pictures",
    [
        (eyes("shut"), ()),
        (eyes("shut"), eyes("half")),
        (eyes("shut", "open"), eyes("open", "shut")),
        # Each is worse than the next, and the last one than the first
        (eyes("open", "half", "shut"), eyes("shut", "open", "half"), eyes("half", "shut", "open")),
    ],
)
def test_where_eyes_leave_a_doubt_they_decide_nothing(pictures: tuple):
    members = [member(at, faces=found) for at, found in enumerate(pictures)]
    keeping = proposed(GroupKind.BURSTS, members, Preferences(rules=(Rule.EYES,)))
    assert keeping.keep == 0
    assert "eyes" not in " ".join(sentence for sentences in keeping.why for sentence in sentences)


def test_a_rule_that_is_new_takes_its_usual_place_among_those_that_were_chosen():
    assert with_new_rules(RULES_BEFORE, RULES_BEFORE) == USUAL_ORDER
    chosen = (Rule.OLDER, Rule.FOLDER)
    assert with_new_rules(chosen, RULES_BEFORE) == (Rule.EYES, Rule.OLDER, Rule.FOLDER)
    assert with_new_rules((Rule.FOLDER,), RULES_BEFORE) == (Rule.FOLDER, Rule.EYES)
    assert with_new_rules(chosen, Rule) == chosen
