"""Thumbnails have a database of their own."""

from engine.library import Library
from engine.store import thumbnails


def test_thumbnails_come_back_replaced_and_removed(library: Library):
    with library.writing_thumbnails() as db:
        thumbnails.put(db, [(n, b"jpeg %d" % n) for n in range(1200)])
        thumbnails.put(db, [(7, b"a new one")])
        thumbnails.remove(db, [8, 9, 5000])
    found = thumbnails.get(library.thumbnails_db, range(-5, 1300))
    assert len(found) == 1198
    assert (found[7], found[1199]) == (b"a new one", b"jpeg 1199")
    assert not {8, 9} & set(found)


def test_the_librarys_database_knows_nothing_of_them(library: Library):
    assert not library.db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'thumbnails'").fetchall()
