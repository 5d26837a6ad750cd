"""Pictures that differ in colour alone are no near-copies; greyed, toned and tinted ones are."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageOps

from engine.copies import finding, likeness
from engine.copies.colours import colours_of, disagree
from engine.copies.finding import find
from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.copies.turns import TRANSPOSED
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import images, pixel_codes
from tests.photo_makers import photo
from tests.shown_library import CPU

RED, GREEN, BLUE = (200, 40, 40), (30, 115, 30), (60, 80, 220)
Edit = Callable[[Image.Image], Image.Image]


def shirt(colour: tuple[int, int, int]) -> Image.Image:
    """With buttons and a pocket, on white with a brown hanger."""
    picture = Image.new("RGB", (320, 240), (244, 244, 244))
    draw = ImageDraw.Draw(picture)
    draw.line((60, 20, 250, 35), fill=(120, 80, 40), width=8)
    draw.polygon(
        [(70, 40), (240, 50), (300, 120), (250, 130), (245, 225), (85, 215), (80, 120), (20, 110)], fill=colour
    )
    draw.rectangle((180, 90, 215, 130), outline=(20, 20, 20), width=3)
    for y in range(60, 200, 30):
        draw.ellipse((150, y, 160, y + 10), fill=(250, 250, 250))
    return picture


def jpeg(picture: Image.Image, place: Path) -> bytes:
    picture.save(place / "one.jpg", quality=85)
    return (place / "one.jpg").read_bytes()


def tinted(red: float, green: float, blue: float) -> Edit:
    gains = np.array([red, green, blue])
    return lambda p: Image.fromarray(np.clip(np.asarray(p) * gains, 0, 255).astype(np.uint8))


def sepia(picture: Image.Image) -> Image.Image:
    to_brown = np.array([[0.393, 0.349, 0.272], [0.769, 0.686, 0.534], [0.189, 0.168, 0.131]])
    return Image.fromarray(np.clip(np.asarray(picture) @ to_brown, 0, 255).astype(np.uint8))


EDITS: dict[str, Edit] = {
    "grey": ImageOps.grayscale,
    "sepia": sepia,
    "warmer": tinted(1.15, 1, 0.8),
    "cooler": tinted(0.8, 1, 1.15),
    "more colourful": lambda p: ImageEnhance.Color(p).enhance(1.8),
    "paler": lambda p: ImageEnhance.Color(p).enhance(0.3),
    "bordered": lambda p: ImageOps.expand(p, 30, (255, 255, 255)),
    "cut": lambda p: p.crop((30, 20, 300, 220)),
}


@pytest.mark.parametrize("colour", [RED, GREEN, BLUE])
@pytest.mark.parametrize("name", EDITS)
def test_what_is_done_to_a_picture_does_not_contradict_it(name: str, colour: tuple[int, int, int], tmp_path: Path):
    a, b = (colours_of(jpeg(each, tmp_path)) for each in (shirt(colour), EDITS[name](shirt(colour))))
    assert a is not None
    assert not disagree(a, b, 0)


@pytest.mark.parametrize("turn", [0, *TRANSPOSED])
def test_colours_are_compared_as_pictures_lie(turn: int, tmp_path: Path):
    """Also tinted ones, of which only the places tell."""

    def turned(picture: Image.Image) -> Image.Image:
        return picture.transpose(TRANSPOSED[turn]) if turn else picture

    cool = colours_of(jpeg(tinted(0.75, 1, 1.25)(photo("bricks", 1, (320, 240))), tmp_path))
    bricks = colours_of(jpeg(turned(photo("bricks", 1, (320, 240))), tmp_path))
    # As `turned_codes` has it: the second, turned, lies as the first; quarter turns are each other's way back.
    back = {5: 6, 6: 5}.get(turn, turn)
    assert cool is not None
    assert bricks is not None
    assert not disagree(cool, bricks, back)
    red, green = (colours_of(jpeg(each, tmp_path)) for each in (shirt(RED), turned(shirt(GREEN))))
    assert disagree(red, green, back)


@pytest.mark.parametrize("pair", [(RED, GREEN), (RED, BLUE), (GREEN, BLUE)])
def test_other_colours_contradict(pair: tuple[tuple[int, int, int], tuple[int, int, int]], tmp_path: Path):
    a, b = (colours_of(jpeg(shirt(colour), tmp_path)) for colour in pair)
    assert disagree(a, b, 0)
    assert disagree(b, a, 0)


def test_what_has_no_colour_or_cannot_be_read_tells_nothing(tmp_path: Path):
    assert colours_of(b"no picture") is None
    assert colours_of(jpeg(shirt((90, 90, 90)), tmp_path)) is None
    assert not disagree(None, colours_of(jpeg(shirt(RED), tmp_path)), 0)


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("shirts")
    for name, colour in (("red", RED), ("green", GREEN), ("blue", BLUE)):
        shirt(colour).save(place / f"{name}.jpg", quality=95)
        shirt(colour).resize((200, 150)).save(place / f"{name}-small.jpg", quality=90)
    shirt(RED).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(place / "red-mirrored.jpg", quality=90)
    shirt(RED).convert("L").save(place / "red-grey.png")
    for number, file in enumerate(sorted(place.iterdir())):
        os.utime(file, (1e9 + number, 1e9 + number))  # within seconds: nor are they a burst
    return place


def indexed(path: Path, photos: Path) -> Library:
    library = open_library(str(path))
    finish(index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU))
    return library


def colours_together(library: Library) -> list[set[str]]:
    """The colours of each group's pictures; the grey one has the name of the one that it was made of."""
    found = []
    for kind in (GroupKind.NEAR_COPIES, GroupKind.BURSTS):
        for group in groups_of(library, kind, 50):
            known = images.get(library.db, [member.image_id for member in group.members])
            names = {os.fsdecode(image.name) for image in known.values()} - {"red-grey.png"}
            found.append({name.replace(".", "-").split("-")[0] for name in names})
    return found


@pytest.mark.parametrize("clear", [likeness.CLEAR_CODE, -1], ids=["by codes and looks", "seen closely"])
def test_colour_variants_are_in_no_group_together(
    clear: int, exported_onnx: str, photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(likeness, "CLEAR_CODE", clear)
    monkeypatch.setattr(finding, "CLEAR_CODE", clear)
    library = indexed(tmp_path / "library", photos)
    at_once = colours_together(library)
    assert sorted(map(sorted, at_once)) == [["blue"], ["green"], ["red"]]
    with library.writing() as db:
        ids = pixel_codes.read(db).image_ids_N.tolist()
        pixel_codes.set_compared(db, ids, False)
        db.execute("DELETE FROM alike_pairs")
    monkeypatch.setattr(finding, "NEAR_CODE", -1)  # found by what they look like, and aligned
    finish(find(library))
    by_looks = colours_together(library)
    assert by_looks
    assert all(len(together) == 1 for together in by_looks)
    library.close()


def test_one_that_comes_later_joins_only_its_colour(exported_onnx: str, photos: Path, tmp_path: Path):
    place = tmp_path / "photos"
    place.mkdir()
    for some in ("red*", "*.jpg"):
        for file in photos.glob(some):
            shutil.copy2(file, place / file.name)
        indexed(tmp_path / "library", place).close()
    library = open_library(str(tmp_path / "library"))
    assert sorted(map(sorted, colours_together(library))) == [["blue"], ["green"], ["red"]]
    library.close()
