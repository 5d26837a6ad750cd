"""Bad, odd and hostile pictures of other projects' collections, indexed in one run.

Every third of them, and all that are turned by their EXIF; tests/images decodes all, the campaign indexes them.
"""

import io
import os
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.jobs.checking import check
from engine.jobs.indexing import Indexed, index
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import files, images, skipped, thumbnails, waiting_rows
from engine.store.browsing import Browse, browsed
from tests.conftest import CPU
from tests.folder_state import folder_state
from tests.shared_data import SHARED, needs_shared

BAD_IMAGES = SHARED / "bad_images"
TURNED = "exif-orientation"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad") / "pictures"
    for collection in sorted(BAD_IMAGES.iterdir()):
        files = sorted(path for path in collection.rglob("*") if path.is_file())
        for file in files if collection.name == TURNED else files[::3]:
            copy = folder / file.relative_to(BAD_IMAGES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
    return folder


@pytest.fixture(scope="module")
def run(
    exported_onnx: str, pictures: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Library, Indexed, dict[bytes, tuple[object, ...]]]:
    """The library, what its indexing said, and the folder as it was before."""
    before = folder_state(pictures, times=True)
    library = open_library(str(tmp_path_factory.mktemp("bad") / "library"))
    folder = library.add_folder(os.fsencode(pictures))
    return library, finish(index(library, [folder], device=CPU)), before


@needs_shared
def test_every_file_is_indexed_or_skipped(run):
    library, result, before = run
    count = sum(1 for state in before.values() if state != ("folder",))
    print(result)
    assert result.found == count == result.added + result.skipped
    assert (result.changed, result.moved, result.missing, result.unchanged) == (0, 0, 0, 0)
    assert result.added > count // 3
    assert waiting_rows.count(library.db, [folder.id for folder in library.folders()]) == 0


@needs_shared
def test_each_skipped_file_has_a_kind_and_a_reason_that_can_be_shown(run):
    library, result, _ = run
    rows = skipped.all_skipped(library.db)
    print(Counter(row.kind for row in rows).most_common())
    assert len(rows) == result.skipped
    for row in rows:
        assert row.kind
        assert row.reason.isprintable()
        assert row.reason.strip()
        assert os.path.isfile(row.path)


@needs_shared
def test_no_file_was_touched(run, pictures: Path):
    assert folder_state(pictures, times=True) == run[2]


@needs_shared
def test_the_library_is_whole_afterwards(run):
    library = run[0]
    assert finish(check(library)) == []
    for image in images.get(library.db, browsed(library.db, Browse()).ids.tolist()).values():
        assert not image.pending
        assert image.width
        assert image.height


@needs_shared
def test_the_next_run_has_nothing_to_do(run):
    library, result, _ = run
    again = finish(index(library, library.folders(), device=CPU))
    assert (again.found, again.unchanged, again.skipped) == (result.found, result.added, result.skipped)


def thumbnail_of(library: Library, path: Path) -> Image.Image:
    wanted = (os.fsencode(os.path.realpath(path)), False)
    ids = browsed(library.db, Browse()).ids.tolist()
    image_id = next(each for each in ids if wanted in files.paths_of(library.db, each))
    (jpeg,) = thumbnails.get(library.thumbnails_db, [image_id]).values()
    return Image.open(io.BytesIO(jpeg)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    return float(np.abs(np.asarray(one).astype(int) - np.asarray(other.resize(one.size))).mean())


@needs_shared
@pytest.mark.parametrize("shape", ["Landscape", "Portrait"])
def test_thumbnails_are_upright_whatever_the_orientation(run, pictures: Path, shape: str):
    folder = pictures / TURNED
    upright = thumbnail_of(run[0], folder / f"{shape}_1.jpg")
    assert (upright.width > upright.height) == (shape == "Landscape")
    assert difference(upright, upright.transpose(Image.Transpose.ROTATE_180)) > 20, "the measure sees a turn"
    for number in range(9):
        assert difference(upright, thumbnail_of(run[0], folder / f"{shape}_{number}.jpg")) < 6, number
