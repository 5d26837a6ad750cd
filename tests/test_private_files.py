"""What is ours is its owner's alone, whatever the umask, and whatever it was before."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.library import Library, open_library
from engine.private_files import make_private_folder, put_right, take_from_others
from tests.conftest import IndexedLibrary

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such rights")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@contextmanager
def umask(bits: int) -> Iterator[None]:
    before = os.umask(bits)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("bits", [0, 0o022, 0o777])
def test_a_new_folder_and_those_above_it_are_private_whatever_the_umask(tmp_path: Path, bits: int):
    with umask(bits):
        make_private_folder(str(tmp_path / "a" / "b" / "c"))
    assert [mode(tmp_path / name) for name in ("a", "a/b", "a/b/c")] == [0o700] * 3


def test_a_folder_that_was_there_stays_as_it_is(tmp_path: Path):
    there = tmp_path / "exports"
    there.mkdir()
    there.chmod(0o755)
    make_private_folder(str(there))
    make_private_folder(str(there / "new"))
    assert (mode(there), mode(there / "new")) == (0o755, 0o700)


def test_a_file_in_the_way_is_an_error(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError, match="file"):
        make_private_folder(str(tmp_path / "file"))
    with pytest.raises(OSError, match="file"):
        make_private_folder(str(tmp_path / "file" / "below"))


def test_what_was_open_is_put_right_and_links_are_not_followed(tmp_path: Path):
    outside, folder = tmp_path / "outside", tmp_path / "ours"
    outside.write_bytes(b"somebody else's business")
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "file").write_bytes(b"")
    (folder / "link").symlink_to(outside)
    (folder / "below" / "broken").symlink_to(tmp_path / "nowhere")
    for path, bits in (
        (outside, 0o644),
        (folder, 0o755),
        (folder / "below", 0o777),
        (folder / "below/file", 0o640),
    ):
        path.chmod(bits)
    put_right(str(folder))
    assert [mode(path) for path in (folder, folder / "below", folder / "below/file")] == [0o700, 0o700, 0o600]
    assert mode(outside) == 0o644
    take_from_others(str(tmp_path / "nowhere"))  # what is gone meanwhile is no error


def modes(library: Library) -> dict[str, int]:
    root = Path(library.path)
    return {str(path.relative_to(root)): mode(path) for path in (root, *root.rglob("*"))}


def test_a_library_is_private_from_its_first_moment(tmp_path: Path):
    with umask(0):
        library = open_library(str(tmp_path / "new" / "library"))
        library.add_folder(os.fsencode(tmp_path))
        library.save_backup()
        found = modes(library)
        library.close()
    assert {"lock", "library.db", "library.db-wal", "backup.json", "models"} <= set(found)
    assert {name: bits for name, bits in found.items() if bits & 0o077} == {}


def test_a_library_from_before_is_put_right_when_it_is_opened(indexed: IndexedLibrary):
    indexed.library.close()
    root = Path(indexed.library.path)
    for path in (root, *root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    library = open_library(str(root))
    found = modes(library)
    library.close()
    assert {name: bits for name, bits in found.items() if bits & 0o077} == {}
