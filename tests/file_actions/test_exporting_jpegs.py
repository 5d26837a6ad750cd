"""Pictures as JPEG files at a size."""

import os
from pathlib import Path

from PIL import Image
from PIL.ExifTags import GPS, IFD, Base
from PIL.TiffImagePlugin import IFDRational

from engine.file_actions.undoing import take_back
from engine.progress import finish
from engine.store.file_actions import ActionKind
from tests.file_actions.conftest import Desk

LEAF = "leaves/leaves-0.jpg"


def looked_at(path: bytes | None) -> tuple[str | None, tuple[int, int]]:
    with Image.open(os.fsdecode(path or b"")) as picture:
        return picture.format, picture.size


def test_a_picture_of_any_format_becomes_an_upright_jpeg_of_the_size_asked_for(desk: Desk, tmp_path: Path):
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    with Image.open(desk.photos / LEAF) as picture:
        picture.convert("RGBA").save(desk.photos / "turned.png", exif=exif)
    desk.indexed.again()
    acted = desk.do(ActionKind.EXPORT, "turned.png", LEAF, folder=tmp_path, longest=112)
    assert [looked_at(done.target) for done in acted.done] == [("JPEG", (80, 112)), ("JPEG", (112, 80))]
    assert [os.path.basename(done.target or b"") for done in acted.done] == [b"turned.jpg", b"leaves-0.jpg"]


def test_an_exported_picture_says_when_and_with_what_it_was_taken_and_where_if_asked(desk: Desk, tmp_path: Path):
    tags = Image.Exif()
    tags[Base.Orientation], tags[Base.Make] = 6, "Pinhole"
    tags.get_ifd(IFD.Exif)[Base.DateTimeOriginal] = "2021:07:03 12:30:00"
    place = tags.get_ifd(IFD.GPSInfo)
    place[GPS.GPSLatitudeRef], place[GPS.GPSLatitude] = "N", tuple(IFDRational(part) for part in (52, 31, 12))
    with Image.open(desk.photos / LEAF) as picture:
        for ending in ("jpg", "png", "tif", "webp"):
            picture.save(desk.photos / f"dated-{ending}.{ending}", exif=tags.tobytes())
    desk.indexed.again()
    names = [f"dated-{ending}.{ending}" for ending in ("jpg", "png", "tif", "webp")]
    for with_place in (False, True):
        acted = desk.do(ActionKind.EXPORT, *names, folder=tmp_path, longest=100, with_place=with_place)
        assert len(acted.done) == len(names)
        for done in acted.done:
            with Image.open(os.fsdecode(done.target or b"")) as made:
                found = made.getexif()
                assert (made.width < made.height, found[Base.Orientation], found[Base.Make]) == (True, 1, "Pinhole")
                assert found.get_ifd(IFD.Exif)[Base.DateTimeOriginal] == "2021:07:03 12:30:00"
                assert (GPS.GPSLatitude in found.get_ifd(IFD.GPSInfo)) == with_place, done.target


def test_as_large_as_it_is_beside_the_original_and_read_by_the_next_indexing(desk: Desk):
    original = (desk.photos / LEAF).read_bytes()
    acted = desk.do(ActionKind.EXPORT, LEAF, folder=desk.photos / "leaves")
    assert (desk.photos / LEAF).read_bytes() == original
    assert looked_at(os.fsencode(desk.photos / "leaves" / "leaves-0 (2).jpg")) == ("JPEG", (224, 160))
    assert acted.to_be_indexed == {desk.indexed.folder.id}
    assert desk.indexed.again().added == 1
    assert desk.rows()["leaves/leaves-0 (2).jpg"] != desk.rows()[LEAF]
    assert acted.batch is not None
    finish(take_back(desk.library, acted.batch))
    assert not (desk.photos / "leaves" / "leaves-0 (2).jpg").exists()


def test_what_cannot_be_shown_is_named(desk: Desk, tmp_path: Path):
    (desk.photos / LEAF).write_bytes(b"")
    (desk.photos / "discs" / "discs-0.jpg").unlink()
    acted = desk.do(ActionKind.EXPORT, LEAF, "discs/discs-0.jpg", folder=tmp_path)
    assert [left.why for left in acted.left_alone] == [
        "it has changed since it was indexed; look for changes first",
        "it is not there any more",
    ]
    assert list(tmp_path.glob("*.jpg")) == []
    desk.indexed.again()
