"""Near-copies and bursts, found in a library of real pictures."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageFilter

from engine.copies.finding import find
from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import images
from tests.flips import CPU


def scene(seed: int, size: tuple[int, int] = (400, 300)) -> Image.Image:
    """Coloured patches, no two scenes alike."""
    draw = random.Random(seed)
    small = Image.new("RGB", (8, 6))
    small.putdata([tuple(draw.randrange(256) for _ in range(3)) for _ in range(48)])
    return small.resize(size, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(2))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("near")
    for seed in range(6):
        scene(seed).save(place / f"{seed}.jpg", quality=95)
    first = scene(0)
    first.resize((200, 150)).save(place / "0-small.jpg", quality=60)
    first.transpose(Image.Transpose.ROTATE_90).save(place / "0-turned.jpg", quality=90)
    first.convert("L").save(place / "0-grey.png")
    scene(1).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(place / "1-mirrored.webp")
    for number, file in enumerate(sorted(place.iterdir())):
        os.utime(file, (1e9 + 100 * number, 1e9 + 100 * number))
    return place


@pytest.fixture
def indexed(exported_onnx: str, photos: Path, tmp_path: Path) -> Iterator[Library]:
    library = open_library(str(tmp_path / "library"))
    finish(index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU))
    yield library
    library.close()


def names(library: Library, kind: GroupKind = GroupKind.NEAR_COPIES) -> list[list[str]]:
    groups = groups_of(library, kind)
    known = images.get(library.db, [member.image_id for group in groups for member in group.members])
    return sorted(sorted(os.fsdecode(known[member.image_id].name) for member in group.members) for group in groups)


NEAR = [["0-grey.png", "0-small.jpg", "0-turned.jpg", "0.jpg"], ["1-mirrored.webp", "1.jpg"]]


def test_indexing_finds_near_copies(indexed: Library):
    assert names(indexed) == NEAR
    assert finish(find(indexed)) == 0  # nothing is compared twice
