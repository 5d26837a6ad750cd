"""An archive of forty files, indexed by one machine and by three: closed libraries, made once."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.images.shards import ALL, Shard
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from tests.conftest import CPU
from tests.quick_copies import quick_copy

SHARDS = 3


@dataclass(frozen=True)
class Archive:
    photos: Path
    whole: Path  # by one machine
    shards: tuple[Path, ...]

    def opened(self, path: Path) -> Library:
        return open_library(str(path))


@pytest.fixture(scope="session")
def archive_made(exported_onnx: str, photos_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Archive:
    root = tmp_path_factory.mktemp("archive")
    photos = quick_copy(photos_made, root / "photos")
    (photos / "empty.jpg").touch()
    (photos / "no picture.jpg").write_bytes(b"of a text, say")
    for number in range(8):  # copies: most lie in another share than what they are copies of
        shutil.copy2(photos / "discs" / f"discs-{number % 3}.jpg", photos / "leaves" / f"copy {number}.jpg")
    made = []
    for name, shard in [("whole", ALL), *((f"shard {n}", Shard(n, SHARDS)) for n in range(1, SHARDS + 1))]:
        library = open_library(str(root / name))
        folder = library.add_folder(os.fsencode(photos))
        finish(index(library, [folder], workers=1, device=CPU, shard=shard))
        library.close()
        made.append(root / name)
    return Archive(photos, made[0], tuple(made[1:]))


@pytest.fixture
def archive(archive_made: Archive, tmp_path: Path) -> Archive:
    """Libraries of one's own; the pictures are only read."""
    copies = [quick_copy(path, tmp_path / path.name) for path in (archive_made.whole, *archive_made.shards)]
    return Archive(archive_made.photos, copies[0], tuple(copies[1:]))


@pytest.fixture
def merged_library(empty_library_made: Path, tmp_path: Path) -> Iterator[Library]:
    opened = open_library(str(quick_copy(empty_library_made, tmp_path / "merged")))
    yield opened
    opened.close()
