"""Codes: per image and version, each with a checksum, and a stamp by which an index catches up."""

import numpy as np
import pytest

from engine.store import codes, features, files, images, versions
from engine.store.connection import Database
from engine.store.folders import Folder
from tests.store.row_makers import add_image, add_version, file_of

BITS = 16


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    return [add_image(db, folder, b"%d.jpg" % n) for n in range(4)]


def code(value: int) -> np.ndarray:
    return np.frombuffer(value.to_bytes(2, "big"), np.uint8)


def packed(*values: int) -> np.ndarray:
    return np.stack([code(value) for value in values])


def as_dict(rows: codes.CodeRows) -> dict[int, int]:
    return {
        int(i): int.from_bytes(c.tobytes(), "big") for i, c in zip(rows.image_ids_N, rows.packed_NB, strict=True)
    }


def test_codes_come_back_as_they_were_put(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    codes.put(db, version, ids, packed(1, 2, 3, 65535))
    rows = codes.since(db, version, 0, BITS)
    assert as_dict(rows) == dict(zip(ids, (1, 2, 3, 65535), strict=True))
    assert rows.damaged == []
    assert codes.count(db, version) == 4


def test_only_what_came_after_a_stamp_is_given(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    codes.put(db, version, ids[:2], packed(1, 2))
    stamp = versions.get(db, version).stamp
    assert as_dict(codes.since(db, version, stamp, BITS)) == {}
    codes.put(db, version, [ids[0], ids[2]], packed(7, 3))
    assert as_dict(codes.since(db, version, stamp, BITS)) == {ids[0]: 7, ids[2]: 3}
    assert versions.get(db, version).stamp > stamp


def test_versions_keep_their_codes_apart(db: Database, ids: list[int]):
    one, other = add_version(db, BITS), add_version(db, BITS)
    codes.put(db, one, ids[:1], packed(1))
    codes.put(db, other, ids[:1], packed(2))
    assert as_dict(codes.since(db, one, 0, BITS)) == {ids[0]: 1}
    assert as_dict(codes.since(db, other, 0, BITS)) == {ids[0]: 2}


def test_no_codes_are_an_empty_table_of_the_right_shape(db: Database):
    rows = codes.since(db, add_version(db, BITS), 0, BITS)
    assert rows.packed_NB.shape == (0, BITS // 8)
    assert rows.image_ids_N.dtype == np.int64


@pytest.mark.parametrize("column", ["code", "checksum", "image_id"])
def test_a_flipped_bit_is_noticed_and_that_code_left_out(db: Database, ids: list[int], column: str):
    version = add_version(db, BITS)
    codes.put(db, version, ids, packed(1, 2, 3, 4))
    stranger = images.add_pending(db)
    change = {"code": "X'0003'", "checksum": "checksum + 1", "image_id": str(stranger)}[column]
    db.execute(f"UPDATE codes SET {column} = {change} WHERE image_id = ?", (ids[1],))
    rows = codes.since(db, version, 0, BITS)
    assert rows.damaged == [stranger if column == "image_id" else ids[1]]
    assert as_dict(rows) == {ids[0]: 1, ids[2]: 3, ids[3]: 4}


def test_every_flipped_bit_of_a_code_is_noticed(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    codes.put(db, version, ids[:1], packed(0b1010_0101_1100_0011))
    for bit in range(BITS):
        flipped = (0b1010_0101_1100_0011 ^ 1 << bit).to_bytes(2, "big")
        db.execute("UPDATE codes SET code = ?", (flipped,))
        assert codes.since(db, version, 0, BITS).damaged == ids[:1]


def test_a_code_of_the_wrong_length_is_damaged(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    codes.put(db, version, ids[:1], np.zeros((1, 3), np.uint8))
    assert codes.since(db, version, 0, BITS).damaged == ids[:1]


def test_taking_codes_away_leaves_a_mark_on_their_versions_only(db: Database, ids: list[int]):
    one, other = add_version(db, BITS), add_version(db, BITS)
    codes.put(db, one, ids, packed(1, 2, 3, 4))
    codes.put(db, other, ids[:1], packed(1))
    before = versions.get(db, other).removed_stamp
    codes.remove_image(db, ids[3])
    assert versions.get(db, one).removed_stamp == versions.get(db, one).stamp > 1
    assert versions.get(db, other).removed_stamp == before
    assert sorted(as_dict(codes.since(db, one, 0, BITS))) == ids[:3]


def test_codes_of_images_that_no_file_holds_are_taken_away(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    codes.put(db, version, ids, packed(1, 2, 3, 4))
    files.remove(db, file_of(db, ids[2]))
    codes.remove_nowhere(db)
    assert sorted(as_dict(codes.since(db, version, 0, BITS))) == [ids[0], ids[1], ids[3]]


def test_codes_of_one_version_are_taken_away_and_the_other_keeps_its_own(db: Database, ids: list[int]):
    one, other = add_version(db, BITS), add_version(db, BITS)
    for version in (one, other):
        codes.put(db, version, ids, packed(1, 2, 3, 4))
    codes.remove_some(db, one, ids[:2])
    assert sorted(as_dict(codes.since(db, one, 0, BITS))) == ids[2:]
    assert versions.get(db, one).removed_stamp == versions.get(db, one).stamp
    assert sorted(as_dict(codes.since(db, other, 0, BITS))) == ids
    assert versions.get(db, other).removed_stamp == 0


@pytest.mark.parametrize("keep", [True, False])
def test_an_image_loses_its_codes_of_all_versions_but_one(db: Database, ids: list[int], keep: bool):
    one, other = add_version(db, BITS), add_version(db, BITS)
    for version in (one, other):
        codes.put(db, version, ids, packed(1, 2, 3, 4))
    codes.remove_image_but(db, ids[1], one if keep else None)
    assert (ids[1] in as_dict(codes.since(db, one, 0, BITS))) is keep
    assert sorted(as_dict(codes.since(db, other, 0, BITS))) == [ids[0], *ids[2:]]
    assert (versions.get(db, one).removed_stamp == 0) is keep


def test_images_that_lack_a_code_are_counted_if_they_were_read_and_are_somewhere(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    codes.put(db, version, ids[:1], packed(1))
    assert codes.count_lacking(db, version) == 3
    files.remove(db, file_of(db, ids[1]))
    images.add_pending(db)
    assert codes.count_lacking(db, version) == 2


def test_images_without_a_code_are_found_chunk_by_chunk(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    features.put(db, "b", ids, np.arange(8, dtype=np.float32).reshape(4, 2))
    codes.put(db, version, ids[1:2], packed(1))
    assert features.count_without_code(db, "b", version) == 3
    chunks = list(features.without_code(db, "b", version, 2))
    assert [chunk for chunk, _ in chunks] == [[ids[0], ids[2]], [ids[3]]]
    assert chunks[1][1].tolist() == [[6, 7]]


def test_images_that_no_file_holds_get_no_code(db: Database, ids: list[int]):
    version = add_version(db, BITS)
    features.put(db, "b", ids[:1], np.ones((1, 2), np.float32))
    files.remove(db, file_of(db, ids[0]))
    assert features.count_without_code(db, "b", version) == 0
