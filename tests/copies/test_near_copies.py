"""Near-copies and bursts, found in a library of real pictures."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ExifTags, Image, ImageOps

from engine.copies import finding, near_codes
from engine.copies.finding import find
from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.copies.small_pictures import small_grey
from engine.images.pixel_code import pixel_code
from engine.jobs.checking import check
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import Progress, finish
from engine.store import alike_pairs, images, pixel_codes, thumbnails
from tests.photo_makers import photo, textured
from tests.shown_library import CPU

NEAR = [
    ["0-grey.png", "0-small.jpg", "0-turned.jpg", "0.jpg"],
    ["1-mirrored.webp", "1.jpg"],
    ["2-border.jpg", "2.jpg"],
]
Found = dict[tuple[str, str], tuple[bool, int]]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("near")
    for seed in range(2):
        textured(seed, (400, 300)).save(place / f"{seed}.jpg", quality=95)
    first, third = textured(0, (400, 300)), photo("discs", 4, (448, 320))
    first.resize((200, 150)).save(place / "0-small.jpg", quality=60)
    first.transpose(Image.Transpose.ROTATE_90).save(place / "0-turned.jpg", quality=90)
    first.convert("L").save(place / "0-grey.png")
    textured(1, (400, 300)).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(place / "1-mirrored.webp")
    third.save(place / "2.jpg", quality=95)
    ImageOps.expand(third, 40, (255, 255, 255)).save(place / "2-border.jpg", quality=95)
    for kind in ("sunset", "bricks"):
        photo(kind, 1).save(place / f"{kind}.jpg")
    burst(place)
    for number, file in enumerate(sorted(place.iterdir())):
        os.utime(file, (1e9 + 100 * number, 1e9 + 100 * number))
    return place


def burst(place: Path) -> None:
    """Three in five seconds, one a minute later; one of another camera."""
    for number, (second, camera) in enumerate([("00", "A"), ("02", "A"), ("04", "A"), ("59", "A"), ("01", "B")]):
        exif = Image.Exif()
        exif[ExifTags.Base.Model] = camera
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = f"2021:07:03 12:30:{second}"
        photo("leaves", 3 * number).save(place / f"leaves-{number}.jpg", exif=exif)


def indexed(path: Path, photos: Path) -> Library:
    library = open_library(str(path))
    finish(index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU))
    return library


@pytest.fixture(scope="module")
def made(exported_onnx: str, photos: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "library"
    indexed(path, photos).close()
    return path


@pytest.fixture
def library(made: Path, tmp_path: Path) -> Iterator[Library]:
    shutil.copytree(made, tmp_path / "library")
    opened = open_library(str(tmp_path / "library"))
    yield opened
    opened.close()


def names(library: Library, kind: GroupKind = GroupKind.NEAR_COPIES) -> list[list[str]]:
    groups = groups_of(library, kind)
    known = images.get(library.db, [member.image_id for group in groups for member in group.members])
    return sorted(sorted(os.fsdecode(known[member.image_id].name) for member in group.members) for group in groups)


def found(library: Library) -> Found:
    """All pairs by name."""
    pairs = [pair for burst in (False, True) for pair in alike_pairs.read(library.db, burst)]
    known = images.get(library.db, [i for pair in pairs for i in (pair.first_id, pair.second_id)])
    return {
        tuple(sorted(os.fsdecode(known[i].name) for i in (pair.first_id, pair.second_id))): (
            pair.burst,
            pair.likeness,
        )
        for pair in pairs
    }


def forget(library: Library) -> None:
    """As if nothing had been compared yet."""
    with library.writing() as db:
        ids = pixel_codes.read(db).image_ids_N.tolist()
        pixel_codes.set_compared(db, ids, False)
        db.execute("DELETE FROM alike_pairs")


def test_indexing_finds_near_copies(library: Library):
    assert names(library) == NEAR
    assert finish(find(library)) == 0  # nothing is compared twice


def test_pictures_taken_within_seconds_by_one_camera_are_a_burst(library: Library):
    assert names(library, GroupKind.BURSTS) == [["leaves-0.jpg", "leaves-1.jpg", "leaves-2.jpg"]]


def test_new_pictures_join_as_they_are_indexed(exported_onnx: str, photos: Path, library: Library, tmp_path: Path):
    """In two parts, some at a time: the same pairs as all at once."""
    at_once = found(library)
    place = tmp_path / "photos"
    place.mkdir()
    files = sorted(photos.iterdir())
    for some in (files[::2], files[1::2]):
        for file in some:
            shutil.copy2(file, place / file.name)
        indexed(tmp_path / "other", place).close()
    other = open_library(str(tmp_path / "other"))
    assert found(other) == at_once
    other.close()


@pytest.mark.parametrize("setting", ["AT_A_TIME", "HELD", "LOOKED_AT"])
def test_some_at_a_time_finds_the_same_as_all_at_once(
    library: Library, monkeypatch: pytest.MonkeyPatch, setting: str
):
    at_once = found(library)
    forget(library)
    monkeypatch.setattr(finding, setting, 3)
    assert finish(find(library)) == len(at_once)
    assert found(library) == at_once


def test_tables_find_what_comparing_all_finds(library: Library, monkeypatch: pytest.MonkeyPatch):
    at_once = found(library)
    forget(library)
    monkeypatch.setattr(near_codes, "DIRECT", 0)
    finish(find(library))
    assert names(library) == NEAR
    assert found(library).items() <= at_once.items()


def test_where_too_many_look_alike_each_is_compared_with_its_nearest(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    at_once = found(library)
    forget(library)
    monkeypatch.setattr(finding, "MOST", 0)
    monkeypatch.setattr(finding, "ALWAYS", 0)
    finish(find(library))
    fewer = found(library)
    assert fewer.items() < at_once.items()
    assert {name for pair in fewer for name in pair} == {name for pair in at_once for name in pair}


def test_what_was_cancelled_and_begun_again_finds_the_same(library: Library, monkeypatch: pytest.MonkeyPatch):
    at_once = found(library)
    forget(library)
    monkeypatch.setattr(finding, "LOOKED_AT", 1)
    monkeypatch.setattr(finding, "AT_A_TIME", 6)
    for reports in (2, 40, 80):
        work = find(library)
        for _ in range(reports):
            assert isinstance(next(work, Progress(0, None, "")), Progress)
        work.close()
    finish(find(library))
    assert found(library) == at_once


def test_a_library_from_before_gets_its_codes_from_thumbnails(library: Library):
    before, at_once = pixel_codes.read(library.db), found(library)
    with library.writing() as db:
        pixel_codes.remove(db, before.image_ids_N.tolist())
    finish(find(library))
    after = pixel_codes.read(library.db)
    assert after.image_ids_N.tolist() == before.image_ids_N.tolist()
    assert (after.looks_NB == before.looks_NB).all()
    differing_NB = after.codes_NB ^ before.codes_NB
    assert [int(n) for n in differing_NB.view("u8").ravel() if int(n).bit_count() > 8] == []
    assert names(library) == NEAR
    assert found(library).keys() == at_once.keys()


def test_without_thumbnails_only_what_is_very_near_counts(library: Library):
    forget(library)
    with library.writing_thumbnails() as db:
        thumbnails.remove(db, thumbnails.ids(db))
    finish(find(library))
    assert [group in names(library) for group in NEAR] == [True, True, False]


def test_damaged_codes_are_made_again_by_finding(library: Library):
    at_once = found(library)
    with library.writing() as db:
        db.execute("UPDATE pixel_codes SET code = zeroblob(32) WHERE image_id IN (1, 2)")
        db.execute("UPDATE pixel_codes SET look = x'00' WHERE image_id = 3")
        pixel_codes.set_compared(db, [4], False)  # there is something to do
    finish(find(library))
    assert found(library).keys() == at_once.keys()
    assert finish(check(library)) == []


def test_damaged_pairs_are_left_out_and_found_again_after_a_repair(library: Library):
    at_once = found(library)
    with library.writing() as db:
        db.execute("UPDATE alike_pairs SET likeness = likeness + 3, burst = 1 - burst")
    assert found(library) == {}
    assert [finding.what for finding in finish(check(library))] == ["rows of alike_pairs are damaged"]
    assert all(finding.repaired for finding in finish(check(library, repair=True)))
    assert found(library) == at_once


def test_an_edited_picture_is_compared_anew(library: Library, photos: Path, tmp_path: Path):
    place = Path(shutil.copytree(photos, tmp_path / "photos"))
    other = indexed(tmp_path / "other", place)
    textured(7).save(place / "0-small.jpg")
    other.close()
    other = indexed(tmp_path / "other", place)
    assert names(other) == [["0-grey.png", "0-turned.jpg", "0.jpg"], *NEAR[1:]]
    other.close()


def test_pictures_whose_folder_was_removed_are_forgotten(library: Library):
    library.remove_folder(library.folders()[0])
    assert len(pixel_codes.read(library.db).image_ids_N) == 0
    assert alike_pairs.read(library.db, burst=False) == alike_pairs.read(library.db, burst=True) == []


def test_a_damaged_thumbnail_is_none():
    assert small_grey(b"no picture") is None
    assert len(pixel_code(Image.new("L", (1, 1)))) == 32
