"""Rows of pixel codes and of pairs: what is damaged is never taken for right."""

from engine.store import alike_pairs, pixel_codes
from engine.store.alike_pairs import AlikePair
from engine.store.connection import Database
from engine.store.folders import Folder
from engine.store.pixel_codes import PixelCode
from tests.store.row_makers import add_image


def put(db: Database, folder: Folder, *sharpness: float) -> list[int]:
    ids = [add_image(db, folder, b"%d.jpg" % number) for number in range(len(sharpness))]
    pixel_codes.put(
        db, [PixelCode(i, bytes([i] * 32), bytes([i + 100] * 32), s) for i, s in zip(ids, sharpness, strict=True)]
    )
    return ids


def test_codes_come_out_as_they_went_in(db: Database, folder: Folder):
    ids = put(db, folder, 1.5, 7.25, 0.0)
    pixel_codes.set_compared(db, ids[1:2])
    rows = pixel_codes.read(db)
    assert rows.image_ids_N.tolist() == ids
    assert [code.tobytes() for code in rows.codes_NB] == [bytes([i] * 32) for i in ids]
    assert [look.tobytes() for look in rows.looks_NB] == [bytes([i + 100] * 32) for i in ids]
    assert rows.compared_N.tolist() == [False, True, False]
    assert pixel_codes.count_new(db) == 2
    assert pixel_codes.sharpness(db, [*ids, 99]) == dict(zip(ids, (1.5, 7.25, 0.0), strict=True))


def test_a_block_of_rows_has_another_mark_after_any_change(db: Database, folder: Folder):
    a, b, c = put(db, folder, 1, 2, 3)
    seen = [pixel_codes.marks(db)]
    assert seen[0].keys() == {0}
    far = 3 * pixel_codes.BLOCK + 5
    for change in (
        lambda: pixel_codes.set_compared(db, [b]),
        lambda: pixel_codes.put(db, [PixelCode(a, bytes(32), bytes(32), 1)]),
        lambda: pixel_codes.remove(db, [c]),
        lambda: db.execute("UPDATE pixel_codes SET checksum = checksum + 1 WHERE image_id = ?", (a,)),
        lambda: db.execute("UPDATE pixel_codes SET checksum = checksum - 1 WHERE image_id = ?", (b,)),
    ):
        change()
        assert pixel_codes.marks(db) not in seen
        seen.append(pixel_codes.marks(db))
    db.execute("INSERT INTO images (id, added_at, checksum) VALUES (?, '', 0)", (far,))
    pixel_codes.put(db, [PixelCode(far, bytes(32), bytes(32), 1)])
    assert pixel_codes.marks(db).keys() == {0, 3}
    assert pixel_codes.marks(db)[0] == seen[-1][0]
    assert pixel_codes.read_block(db, 3).image_ids_N.tolist() == [far]
    assert pixel_codes.read_block(db, 2).image_ids_N.tolist() == []


def test_damaged_codes_are_left_out_and_stay_damaged(db: Database, folder: Folder):
    a, b, c = put(db, folder, 1, 2, 3)
    db.execute("UPDATE pixel_codes SET sharpness = 77 WHERE image_id = ?", (a,))
    cells = "image_id, x'01', look, sharpness, compared"
    db.execute(f"UPDATE pixel_codes SET code = x'01', checksum = row_checksum({cells}) WHERE image_id = ?", (b,))
    pixel_codes.set_compared(db, [a, c])
    for rows in (pixel_codes.read(db), pixel_codes.read_block(db, 0)):
        assert (rows.image_ids_N.tolist(), rows.damaged) == ([c], (a, b))
    assert pixel_codes.sharpness(db, [a, b, c]) == {c: 3}


def test_a_new_code_takes_away_what_was_found_by_the_old_one(db: Database, folder: Folder):
    a, b, c = put(db, folder, 1, 2, 3)
    alike_pairs.put(db, [AlikePair(a, b, False, 90), AlikePair(b, c, True, 80), AlikePair(a, c, False, 70)])
    pixel_codes.put(db, [PixelCode(a, bytes(32), bytes(32), 1)])
    assert alike_pairs.read(db, burst=True) == [AlikePair(b, c, True, 80)]
    assert alike_pairs.read(db, burst=False) == []


def test_pairs_are_read_by_kind_and_likeness_and_damaged_ones_not_at_all(db: Database, folder: Folder):
    a, b, c = put(db, folder, 1, 2, 3)
    alike_pairs.put(db, [AlikePair(a, b, False, 90), AlikePair(a, c, False, 70)])
    assert alike_pairs.read(db, False, 80) == [AlikePair(a, b, False, 90)]
    db.execute("UPDATE alike_pairs SET likeness = 99 WHERE second_id = ?", (c,))
    assert alike_pairs.read(db, False) == [AlikePair(a, b, False, 90)]
