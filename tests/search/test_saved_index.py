"""The saved index: damaged, stale or of another version, it is never trusted; the database is the truth."""

import hashlib
import logging
import os
from pathlib import Path

import numpy as np
import pytest

from engine.library import Library
from engine.search import saved_index
from engine.search.code_index import CodeIndex
from engine.store import codes, folders, versions
from engine.store.versions import Version
from tests.store.row_makers import add_image, add_version

BITS = 64
COUNT = 40


def random_codes(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (count, BITS // 8), dtype=np.uint8)


@pytest.fixture
def version(library: Library) -> Version:
    """With codes of 40 images."""
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        ids = [add_image(db, folder, b"%d.jpg" % n) for n in range(COUNT)]
        version_id = add_version(db, BITS)
        codes.put(db, version_id, ids, random_codes(COUNT))
        versions.activate(db, version_id)
    return versions.get(library.db, version_id)


def current(library: Library, version: Version, index: CodeIndex | None = None) -> CodeIndex:
    return saved_index.up_to_date(library.db, library.index_folder, versions.get(library.db, version.id), index)


def contents(index: CodeIndex) -> dict[int, bytes]:
    return {int(i): code.tobytes() for i, code in zip(index.image_ids, index.packed_NB, strict=True)}


def truth(library: Library, version: Version) -> dict[int, bytes]:
    rows = codes.since(library.db, version.id, 0, version.bits)
    return {int(i): code.tobytes() for i, code in zip(rows.image_ids_N, rows.packed_NB, strict=True)}


def path_of(library: Library, version: Version) -> Path:
    return Path(saved_index.path_of(library.index_folder, version.id))


def test_without_a_file_the_index_comes_from_the_database(library: Library, version: Version):
    assert saved_index.load(library.index_folder, version) is None
    index = current(library, version)
    assert contents(index) == truth(library, version)
    assert index.stamp == version.stamp


def test_a_saved_index_comes_back_as_it_was_without_the_database(library: Library, version: Version):
    index = current(library, version)
    saved_index.save(library.index_folder, index)
    loaded = saved_index.load(library.index_folder, version)
    assert loaded is not None
    assert contents(loaded) == contents(index)
    assert (loaded.stamp, loaded.version_id, loaded.bits) == (index.stamp, version.id, BITS)
    assert os.listdir(library.index_folder) == [path_of(library, version).name]


def test_an_empty_index_is_saved_and_loaded(library: Library):
    with library.writing() as db:
        version = versions.get(db, add_version(db, BITS))
    saved_index.save(library.index_folder, current(library, version))
    loaded = saved_index.load(library.index_folder, version)
    assert loaded is not None
    assert len(loaded) == 0


def test_a_flipped_bit_anywhere_is_noticed_and_the_answers_stay_right(
    library: Library, version: Version, caplog: pytest.LogCaptureFixture
):
    saved_index.save(library.index_folder, current(library, version))
    path, expected = path_of(library, version), truth(library, version)
    good = path.read_bytes()
    random = np.random.default_rng(0)
    for bit in [0, len(good) * 8 - 1, *random.integers(0, len(good) * 8, 60).tolist()]:
        data = bytearray(good)
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        assert not saved_index.is_intact(library.index_folder, version)
        assert contents(current(library, version)) == expected
    assert "damaged" in caplog.text


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 100, -1])
def test_a_file_that_is_cut_is_not_trusted(library: Library, version: Version, length: int):
    saved_index.save(library.index_folder, current(library, version))
    path = path_of(library, version)
    path.write_bytes(path.read_bytes()[:length])
    assert saved_index.load(library.index_folder, version) is None
    assert contents(current(library, version)) == truth(library, version)


@pytest.mark.parametrize("text", [b"not json\n", b"{}\n", b"[]\n", b'{"version": 1}\n', b"\n", b"null\n"])
def test_a_file_of_another_format_with_a_good_checksum_is_not_trusted(
    library: Library, version: Version, text: bytes
):
    """As a later program may write one."""
    body = text + b"something else"
    digest = hashlib.blake2b(body, digest_size=saved_index.DIGEST).digest()
    path_of(library, version).write_bytes(digest + body)
    assert saved_index.load(library.index_folder, version) is None
    assert contents(current(library, version)) == truth(library, version)


def test_a_file_that_cannot_be_read_is_built_anew(library: Library, version: Version):
    path_of(library, version).mkdir()
    assert contents(current(library, version)) == truth(library, version)


def test_codes_that_came_later_are_added(library: Library, version: Version):
    index = current(library, version)
    saved_index.save(library.index_folder, index)
    with library.writing() as db:
        folder = folders.all_folders(db)[0]
        ids = [add_image(db, folder, b"later-%d.jpg" % n) for n in range(5)]
        codes.put(db, version.id, [1, *ids], random_codes(6, seed=1))
    for start in (index, None):
        caught_up = current(library, version, start)
        assert contents(caught_up) == truth(library, version)
        assert len(caught_up) == COUNT + 5


def test_removed_codes_vanish_from_memory_and_from_the_file(library: Library, version: Version):
    index = current(library, version)
    saved_index.save(library.index_folder, index)
    with library.writing() as db:
        codes.remove_image(db, 7)
    for start in (index, None):
        rebuilt = current(library, version, start)
        assert 7 not in contents(rebuilt)
        assert contents(rebuilt) == truth(library, version)
    with library.writing() as db:
        codes.put(db, version.id, [7], random_codes(1, seed=2))
    assert contents(current(library, version)) == truth(library, version)


def test_versions_never_mix(library: Library, version: Version):
    index = current(library, version)
    saved_index.save(library.index_folder, index)
    with library.writing() as db:
        other = versions.get(db, add_version(db, BITS))
        codes.put(db, other.id, [1, 2], random_codes(2, seed=3))
    os.rename(path_of(library, version), path_of(library, other))
    for start in (index, None):
        assert contents(current(library, other, start)) == truth(library, other)
    with library.writing() as db:
        wider = versions.get(db, add_version(db, 128))
    os.rename(path_of(library, other), path_of(library, wider))
    assert len(current(library, wider, index)) == 0


def test_an_index_from_the_future_of_the_database_is_not_trusted(library: Library, version: Version):
    """The database was restored from a copy; the saved index knows more than it does."""
    index = current(library, version)
    index.stamp += 1
    saved_index.save(library.index_folder, index)
    assert saved_index.load(library.index_folder, version) is None


def test_saving_sweeps_the_indexes_of_other_versions(library: Library, version: Version):
    old = Path(saved_index.path_of(library.index_folder, 99))
    old.write_bytes(b"of a version that was removed")
    saved_index.save(library.index_folder, current(library, version))
    assert not old.exists()


def test_a_damaged_code_is_left_out_and_said(library: Library, version: Version, caplog: pytest.LogCaptureFixture):
    library.db.execute("UPDATE codes SET code = zeroblob(8) WHERE image_id = 5")
    with caplog.at_level(logging.WARNING):
        index = current(library, version)
    assert len(index) == COUNT - 1
    assert 5 not in contents(index)
    assert "1 codes are damaged" in caplog.text


def test_an_index_from_before_a_removal_is_not_revived_by_codes_that_came_after(library: Library, version: Version):
    saved_index.save(library.index_folder, current(library, version))
    with library.writing() as db:
        codes.remove_some(db, version.id, range(1, 10))
        codes.put(db, version.id, [3], random_codes(1, seed=4))
    assert contents(current(library, version)) == truth(library, version)
    assert len(truth(library, version)) == COUNT - 8
