"""Open and shut eyes in the pictures of a burst: seen, kept with the library, and compared face by face."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from engine.copies.eyes import are_open, are_shut, are_worse, look_at_eyes
from engine.copies.face_finding import FaceFinder
from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences, Rule
from engine.copies.reviewing import ReviewGroup, reviewed, to_be_compared
from engine.jobs.checking import check
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import Progress, finish
from engine.store import faces, thumbnails
from engine.store.faces import Face
from tests.command_line import Running
from tests.drawn_faces import SIDE, drawn_face, write_burst
from tests.photo_makers import photo
from tests.shared_data import SHARED, needs_shared
from tests.shown_library import CPU

OPEN, SHUT, HALF = (280, 260), (60, 90), (150, 150)


@pytest.fixture(scope="module")
def finder() -> FaceFinder:
    return FaceFinder()


def face(eyes: tuple[int, int], x: int = 300, size: int = 200) -> Face:
    return Face(x, 400, size, *eyes)


@pytest.mark.parametrize("side", [SIDE, 240])
def test_a_face_is_found_with_its_eyes_open_or_shut(finder: FaceFinder, side: int):
    (opened,) = finder.faces(drawn_face(open_eyes=True).resize((side, side)))
    (shut,) = finder.faces(drawn_face(open_eyes=False).resize((side, side)))
    assert (are_open(opened), are_shut(opened), are_open(shut), are_shut(shut)) == (True, False, False, True)
    assert abs(opened.x - 500) < 40
    assert abs(opened.y - 550) < 60
    assert 500 < opened.size < 700


def test_faces_anywhere_in_a_picture_are_found_in_their_places_and_turned(finder: FaceFinder):
    wide = Image.new("RGB", (2 * SIDE, SIDE), (120, 150, 170))
    wide.paste(drawn_face(open_eyes=True).rotate(15, fillcolor=(120, 150, 170)), (0, 0))
    wide.paste(drawn_face(open_eyes=False), (SIDE, 0))
    left, right = sorted(finder.faces(wide), key=lambda each: each.x)
    assert are_open(left)
    assert are_shut(right)
    assert abs(right.x - 750) < 30
    assert abs(right.y - 275) < 40


def test_what_is_no_face_or_too_small_tells_nothing(finder: FaceFinder):
    for kind in ("sunset", "leaves", "discs", "bricks"):
        assert finder.faces(photo(kind, 1, (400, 300))) == ()
    small = Image.new("RGB", (400, 400), (120, 150, 170))
    small.paste(drawn_face(open_eyes=True).resize((40, 40)), (180, 180))
    assert finder.faces(small) == ()
    assert finder.faces(Image.new("RGB", (1, 3))) == ()


@pytest.mark.parametrize(
    ("one", "other", "worse"),
    [
        ([face(SHUT)], [face(OPEN)], True),
        ([face(OPEN)], [face(SHUT)], False),
        ([face(SHUT)], [face(SHUT)], False),
        ([face(HALF)], [face(OPEN)], False),
        ([face(SHUT)], [face(HALF)], False),
        ([face((60, 260))], [face(OPEN)], False),  # a wink
        ([face(SHUT)], [], False),
        ([], [face(OPEN)], False),
        ([face(SHUT, x=300)], [face(OPEN, x=800)], False),  # somebody else
        ([face(SHUT, size=100)], [face(OPEN, size=200)], False),
        ([face(SHUT, x=320, size=190)], [face(OPEN)], True),  # moved a little
        ([face(SHUT), face(OPEN, 700)], [face(OPEN), face(OPEN, 720)], True),
        ([face(SHUT), face(HALF, 700)], [face(OPEN), face(HALF, 720)], True),  # one who always squints
        ([face(SHUT), face(OPEN, 700)], [face(OPEN), face(SHUT, 720)], False),  # each has somebody's eyes shut
    ],
)
def test_pictures_are_compared_face_by_face_and_only_where_it_is_clear(one: list, other: list, worse: bool):
    assert are_worse(one, other) is worse


@pytest.fixture(scope="module")
def made(exported_onnx: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("faces")
    write_burst(place)
    library = open_library(str(tmp_path_factory.mktemp("made") / "library"))
    finish(index(library, [library.add_folder(os.fsencode(place))], workers=1, device=CPU))
    library.close()
    return Path(library.path)


@pytest.fixture
def library(made: Path) -> Iterator[Library]:
    opened = open_library(str(made))
    with opened.writing() as db:
        db.execute("DELETE FROM faces")
    yield opened
    opened.close()


def burst(library: Library, **preferred: tuple) -> ReviewGroup:
    groups = groups_of(library, GroupKind.BURSTS, 0)
    (group,) = reviewed(library.db, groups, Preferences(**preferred))
    return group


def order(group: ReviewGroup) -> list[str]:
    return [os.path.basename(each.path).decode().removesuffix(".jpg") for each in group.members]


def test_the_picture_with_open_eyes_is_kept_once_eyes_were_looked_at(library: Library):
    assert burst(library).why[0][0].startswith("sharper")
    assert order(burst(library))[0] == "shut", "nobody has looked at eyes yet"
    assert to_be_compared(library.db) == 3
    assert finish(look_at_eyes(library)) == 3
    assert to_be_compared(library.db) == 0
    group = burst(library)
    why = dict(zip(order(group), group.why, strict=True))
    assert order(group)[0] == "open"
    assert why["open"][0] == why["softer"][0] == "eyes open"
    assert why["open"][1].startswith("sharper")
    assert why["shut"] == ("eyes shut",)
    others = tuple(rule for rule in Rule if rule is not Rule.EYES)
    assert order(burst(library, rules=others))[0] == "shut"
    assert finish(look_at_eyes(library)) == 0, "only once"


def test_a_picture_without_thumbnail_waits_and_tells_nothing(library: Library):
    missing = next(each for each in burst(library).members if each.path.endswith(b"shut.jpg")).member.image_id
    kept = thumbnails.get(library.thumbnails_db, [missing])
    try:
        thumbnails.remove(library.thumbnails_db, [missing])
        assert finish(look_at_eyes(library)) == 2
        assert faces.lacking(library.db) == [missing]
        assert order(burst(library))[0] == "shut"
        thumbnails.put(library.thumbnails_db, [(missing, b"no picture")])
        assert finish(look_at_eyes(library)) == 0
    finally:
        thumbnails.put(library.thumbnails_db, kept.items())
    assert finish(look_at_eyes(library)) == 1


def test_damaged_rows_are_not_believed_and_are_made_again(library: Library):
    finish(look_at_eyes(library))
    right = faces.of_images(library.db, [1, 2, 3])
    assert all(right.values())
    with library.writing() as db:
        db.execute("UPDATE faces SET faces = x'0102030405' WHERE image_id = 1")
        db.execute("UPDATE faces SET faces = x'' WHERE image_id = 2")
    assert faces.of_images(library.db, [1, 2, 3]) == {3: right[3]}
    (found,) = [each for each in finish(check(library)) if "faces" in each.what]
    assert (found.count, found.repaired) == (2, False)
    finish(check(library, repair=True))
    assert faces.of_images(library.db, [1, 2, 3]) == right
    assert finish(check(library)) == []


def test_looking_is_cancelled_between_pictures_and_goes_on(library: Library):
    looking = look_at_eyes(library)
    assert isinstance(next(looking), Progress)
    looking.close()
    assert len(faces.lacking(library.db)) == 3
    assert finish(look_at_eyes(library)) == 3


def test_the_command_line_looks_at_eyes_if_they_count(library: Library, capsys: pytest.CaptureFixture[str]):
    library.close()
    running = Running(capsys, library.path)
    ask = ("duplicates", "--kind", "bursts", "--strict", 1)
    ((best, *_),) = running.json(*ask, "--rules", "sharpness")["groups"]
    assert best["path"].endswith("shut.jpg")
    again = open_library(library.path)
    assert len(faces.lacking(again.db)) == 3
    again.close()
    ((best, *_),) = running.json(*ask, "--rules", "eyes,sharpness")["groups"]
    assert best["path"].endswith("open.jpg")
    assert best["why"][0] == "eyes open"


@needs_shared
def test_in_photos_of_things_no_eyes_are_found(finder: FaceFinder):
    photos = [path for kind in sorted((SHARED / "trashnet6").iterdir()) for path in sorted(kind.iterdir())[:5]]
    assert photos
    for path in photos:
        with Image.open(path) as opened:
            assert finder.faces(opened.convert("RGB")) == (), path
