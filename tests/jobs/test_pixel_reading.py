"""Pictures to learn from: read whole, in order, without the bad ones, and nothing stays behind that should not."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.images.decode import decode
from engine.jobs.pixel_reading import PixelsRead, read_pixels, remove_pixels
from engine.library import open_library
from engine.model.backbones import ALEXNET, EFFICIENTNET_LITE0, Backbone
from engine.progress import finish
from tests.conftest import IndexedLibrary
from tests.images.picture_makers import jpeg
from tests.mounted_drive import mounted_drive

NAMES = ["discs/discs-4.jpg", "bricks/bricks-0.jpg", "sunset/sunset-5.jpg", "leaves/leaves-2.jpg"]


def square(path: Path, side: int, backbone: Backbone = EFFICIENTNET_LITE0) -> np.ndarray:
    with path.open("rb") as file:
        picture = decode(file, side).picture
    return replace(backbone, resize=side, side=side).crop(picture)


def parts(indexed: IndexedLibrary) -> list[str]:
    return [name for name in os.listdir(indexed.library.index_folder) if name.endswith(".part")]


def read(indexed: IndexedLibrary, ids: list[int], folder: Path | None = None, side: int = 64) -> PixelsRead:
    return finish(read_pixels(indexed.library, ids, str(folder) if folder else None, side, workers=2))


def test_pictures_come_in_the_order_asked_for_as_their_middle_squares(indexed: IndexedLibrary):
    ids = [indexed.id_of(name) for name in NAMES]
    pixels, kept = read(indexed, ids)
    assert kept == ids
    assert pixels.shape == (4, 64, 64, 3)
    assert not pixels.flags.writeable
    for name, row in zip(NAMES, pixels, strict=True):
        assert np.array_equal(row, square(indexed.photos / name, 64))
    remove_pixels(pixels)
    assert parts(indexed) == []


def test_a_small_picture_is_made_larger_and_256_is_the_usual_side(indexed: IndexedLibrary, tmp_path: Path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    image_id = indexed.id_of(NAMES[0])
    pixels, _ = finish(read_pixels(indexed.library, [image_id], str(folder)))
    assert pixels.shape == (1, 256, 256, 3), "the picture is 160 high"
    assert np.array_equal(pixels[0], square(indexed.photos / NAMES[0], 256))
    assert len(list(folder.iterdir())) == 1
    assert parts(indexed) == []


def test_pictures_are_scaled_as_the_backbone_wants(indexed: IndexedLibrary):
    pixels, _ = finish(read_pixels(indexed.library, [indexed.id_of(NAMES[0])], workers=1, backbone=ALEXNET))
    assert np.array_equal(pixels[0], square(indexed.photos / NAMES[0], 256, ALEXNET))
    assert not np.array_equal(pixels[0], square(indexed.photos / NAMES[0], 256))


def test_what_is_broken_gone_or_another_picture_now_is_left_out(indexed: IndexedLibrary):
    ids = [indexed.id_of(name) for name in NAMES]
    (indexed.photos / NAMES[0]).write_bytes((indexed.photos / NAMES[0]).read_bytes()[:300])
    (indexed.photos / NAMES[1]).unlink()
    (indexed.photos / NAMES[3]).write_bytes(jpeg())
    pixels, kept = read(indexed, [*ids, 987654])
    assert kept == [ids[2]]
    assert np.array_equal(pixels[0], square(indexed.photos / NAMES[2], 64))
    remove_pixels(pixels)


def test_of_an_image_with_several_files_any_that_still_shows_it_will_do(indexed: IndexedLibrary):
    pictures = [(indexed.photos / name).read_bytes() for name in NAMES]
    for number, name in enumerate(NAMES):
        for copy in ("a", "b"):
            (indexed.photos / f"z{number}{copy}.jpg").write_bytes((indexed.photos / name).read_bytes())
    indexed.again()
    ids = [indexed.id_of(name) for name in NAMES]
    expected = [square(indexed.photos / name, 64) for name in NAMES]
    (indexed.photos / NAMES[0]).write_bytes(pictures[0][:300])  # broken, the first copy another picture by now
    (indexed.photos / "z0a.jpg").write_bytes(jpeg())
    (indexed.photos / NAMES[1]).unlink()
    for name in (NAMES[2], "z2a.jpg", "z2b.jpg"):
        (indexed.photos / name).write_bytes(b"not a picture")
    pixels, kept = read(indexed, ids)
    assert kept == [ids[0], ids[1], ids[3]]
    assert all(np.array_equal(row, expected[k]) for row, k in zip(pixels, (0, 1, 3), strict=True))
    remove_pixels(pixels)


def test_if_none_can_be_read_it_is_said_and_no_file_stays(indexed: IndexedLibrary):
    image_id = indexed.id_of(NAMES[0])
    (indexed.photos / NAMES[0]).write_bytes(b"not a picture")
    for ids in ([image_id], []):
        with pytest.raises(UserError, match="None of the pictures"):
            read(indexed, ids)
    assert parts(indexed) == []


def test_progress_goes_to_the_end(indexed: IndexedLibrary):
    ids = [indexed.id_of(name) for name in NAMES]
    (indexed.photos / NAMES[0]).unlink()
    reports = list(read_pixels(indexed.library, ids, workers=1))
    assert {report.total for report in reports} == {4}
    done = [report.done for report in reports]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 4)


@pytest.mark.parametrize("reports", [1, 4])
def test_cancelling_removes_the_file(indexed: IndexedLibrary, reports: int):
    ids = [indexed.id_of(name) for name in NAMES] * 10
    work = read_pixels(indexed.library, ids, workers=1)
    for _ in range(reports):
        next(work)
    assert len(parts(indexed)) == 1
    work.close()
    assert parts(indexed) == []


def test_what_a_killed_program_leaves_is_swept_at_the_next_opening(indexed: IndexedLibrary):
    read(indexed, [indexed.id_of(NAMES[0])])
    assert len(parts(indexed)) == 1
    indexed.library.close()
    open_library(indexed.library.path).close()
    assert parts(indexed) == []


def test_a_disk_without_room_is_said_before_anything_is_read(indexed: IndexedLibrary, tmp_path: Path):
    ids = [indexed.id_of(name) for name in NAMES]
    with mounted_drive(tmp_path / "drive", "100k"):
        with pytest.raises(UserError, match="GB are free"):
            next(read_pixels(indexed.library, ids, str(tmp_path / "drive")))
        assert list((tmp_path / "drive").iterdir()) == []


def test_a_disk_that_fills_up_meanwhile_stops_it_with_a_sentence(indexed: IndexedLibrary, tmp_path: Path):
    ids = [indexed.id_of(name) for name in NAMES]
    drive = tmp_path / "drive"
    with mounted_drive(drive, "1m"):
        work = read_pixels(indexed.library, ids, str(drive), workers=1)
        next(work)
        (drive / "other").write_bytes(bytes(900_000))
        with pytest.raises(UserError, match="No space left"):
            finish(work)
        assert [path.name for path in drive.iterdir()] == ["other"]


def test_a_folder_that_is_not_there_is_said(indexed: IndexedLibrary, tmp_path: Path):
    with pytest.raises(UserError, match="cannot be written"):
        read(indexed, [indexed.id_of(NAMES[0])], tmp_path / "nowhere")


def test_a_library_that_is_only_read_keeps_nothing_but_another_folder_may(indexed: IndexedLibrary, tmp_path: Path):
    reader = open_library(indexed.library.path, write=False)
    ids = [indexed.id_of(NAMES[0])]
    with pytest.raises(UserError, match="for reading only"):
        finish(read_pixels(reader, ids))
    assert finish(read_pixels(reader, ids, str(tmp_path), 32)).image_ids == ids
    reader.close()
