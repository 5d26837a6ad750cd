"""A library of the photos with copies and small versions of some, made once; and a trash that is nobody's."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from tests.conftest import CPU, IndexedLibrary, opened_copy
from tests.photo_makers import photo
from tests.quick_copies import quick_copy

COPIED = {"bricks/bricks-0.jpg": ["old", "older"], "leaves/leaves-1.jpg": ["old"], "discs/discs-2.jpg": ["old"]}
LEAVES, SMALL_LEAVES = "leaves/leaves-4.jpg", "web/leaves.jpg"
DISCS, SMALL_DISCS = "discs/discs-1.jpg", "web/discs.jpg"
IN_2011, IN_2020 = 1_300_000_000, 1_600_000_000


@pytest.fixture(scope="session")
def copied_made(library_made: Path, photos_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `library`, closed, and `photos`. Of three pictures there are copies elsewhere, which are nine
    years younger; of two there are small versions in `web`."""
    folder = tmp_path_factory.mktemp("copied_made")
    photos, path = folder / "photos", folder / "library"
    shutil.copytree(photos_made, photos)
    shutil.copytree(library_made, path)
    for name, others in COPIED.items():
        os.utime(photos / name, (IN_2011, IN_2011))
        for other in others:
            (photos / other).mkdir(exist_ok=True)
            target = Path(shutil.copyfile(photos / name, photos / other / Path(name).name))
            os.utime(target, (IN_2020, IN_2020))
    (photos / "web").mkdir()
    for kind, number in (("leaves", 4), ("discs", 1)):
        photo(kind, number).resize((150, 107)).save(photos / "web" / f"{kind}.jpg", quality=60)
    library = open_library(str(path))
    with library.writing() as db:
        db.execute("UPDATE folders SET path = ?", (os.fsencode(os.path.realpath(photos)),))
    finish(index(library, library.folders(), workers=1, device=CPU))
    library.close()
    return folder


@pytest.fixture
def copied(copied_made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[IndexedLibrary]:
    """A copy of it, which a test may spoil; what goes to the trash goes into a home of its own."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    photos = quick_copy(copied_made / "photos", tmp_path / "copied photos")
    with opened_copy(copied_made / "library", photos, tmp_path / "copied library") as opened:
        yield opened
