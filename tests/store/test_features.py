"""Features: float16, per image and backbone."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.store import checked_rows, features, folders, migrations
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.database import open_database
from engine.store.folders import Folder
from tests.store.row_makers import add_image


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    return [add_image(db, folder, b"%d.jpg" % n) for n in range(3)]


def test_features_come_back_as_float32_of_the_stored_float16(db: Database, ids: list[int]):
    vectors = np.random.default_rng(0).standard_normal((2, 5)).astype(np.float32)
    features.put(db, "b", ids[:2], vectors)
    found = features.get(db, "b", ids[:3])
    assert sorted(found) == ids[:2]
    assert found[ids[1]].dtype == np.float32
    assert (found[ids[1]] == vectors[1].astype(np.float16)).all()


def test_backbones_keep_their_features_apart(db: Database, ids: list[int]):
    features.put(db, "one", ids[:1], np.ones((1, 2)))
    features.put(db, "other", ids[:2], np.zeros((2, 3)))
    assert features.get(db, "one", ids[:2])[ids[0]].tolist() == [1, 1]
    assert (features.count(db, "one"), features.count(db, "other")) == (1, 2)
    features.remove(db, ids[0])
    assert features.ids(db, "other").tolist() == [ids[1]]
    assert features.ids(db, "one").tolist() == []


def test_all_features_of_one_backbone_go_and_the_others_stay(db: Database, ids: list[int]):
    for name in ("one", "other"):
        features.put(db, name, ids, np.ones((3, 2)))
    features.remove_all_of(db, "one")
    assert (features.count(db, "one"), features.count(db, "other")) == (0, 3)


def test_more_images_than_sqlite_takes_at_once_are_found(db: Database, folder: Folder):
    ids = [add_image(db, folder, b"%d.jpg" % n) for n in range(1200)]
    features.put(db, "b", ids, np.arange(1200, dtype=np.float32)[:, None])
    found = features.get(db, "b", ids[::-1])
    assert [found[i][0] for i in ids] == list(range(1200))


@pytest.mark.parametrize("part", ["numbers", "backbone", "image_id"])
def test_the_checksum_covers_the_numbers_and_whose_it_is(db: Database, ids: list[int], part: str):
    features.put(db, "b", ids[:1], np.ones((1, 2)))
    row = db.execute("SELECT image_id, backbone, numbers, checksum FROM features").fetchone()
    assert checksum(*row[:3]) == row[3]
    changed = {"image_id": row[0], "backbone": row[1], "numbers": row[2]}
    changed[part] = {"image_id": row[0] + 1, "backbone": "c", "numbers": bytes([row[2][0] ^ 1]) + row[2][1:]}[part]
    assert checksum(*changed.values()) != row[3]


def test_parts_of_a_checksum_do_not_run_into_each_other():
    assert checksum("ab", "c") != checksum("a", "bc")
    assert checksum(1, 23) != checksum(12, 3)


def test_rows_from_before_are_read_beside_packed_ones(tmp_path: Path):
    before, numbers_ND = migrations.LIBRARY[:16], np.maximum(np.random.default_rng(0).standard_normal((2, 1280)), 0)
    path, plain = str(tmp_path / "library.db"), numbers_ND[0].astype("<f2").tobytes()
    db = open_database(path, before)
    folder = folders.add(db, b"/photos")
    for name in (b"a.jpg", b"b.jpg"):
        add_image(db, folder, name)
    db.execute("INSERT INTO features VALUES (1, 'b', ?, ?)", (plain, checksum(1, "b", plain)))
    db.close()
    db = open_database(path, migrations.LIBRARY)
    features.put(db, "b", [2], numbers_ND[1:])
    found = features.get(db, "b", [1, 2])
    assert (np.stack([found[1], found[2]]) == numbers_ND.astype(np.float16)).all()
    lengths = [length for (length,) in db.execute("SELECT length(numbers) FROM features ORDER BY image_id")]
    assert lengths[0] == 2560
    assert lengths[1] < 1700
    assert not list(checked_rows.damaged(db, checked_rows.BY_NAME["features"]))
    db.close()
    with pytest.raises(UserError, match="newer DualHash"):
        open_database(path, before)
