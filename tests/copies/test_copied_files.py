"""Exact copies: one content in several files that are there."""

import os
from pathlib import Path

from engine.copies.groups import Group, GroupKind, Member, copies
from engine.library import Library
from engine.store import files, folders, skipped
from tests.store.row_makers import add_image, file_of


def test_files_of_one_image_are_copies_of_each_other(library: Library, tmp_path: Path):
    with library.writing() as db:
        folder = folders.add(db, os.fsencode(tmp_path))
        image = add_image(db, folder, b"new/a.jpg")
        first = file_of(db, image)
        add_image(db, folder, b"alone.jpg")
        second = files.add(db, folder.id, b"old/a.jpg", 1000, 0, image)
        files.set_read(db, second, image, 1000, 0)
        gone = files.add(db, folder.id, b"gone/a.jpg", 1000, 0, image)
        files.set_read(db, gone, image, 1000, 0)
        files.set_missing(db, [gone], True)
        expected = [Group(GroupKind.COPIES, (Member(image, (first,)), Member(image, (second,))), 100)]
        assert copies(db) == expected
        assert copies(db, os.fsencode(tmp_path / "old")) == expected
        assert copies(db, os.fsencode(tmp_path / "elsewhere")) == []
        skipped.put(db, second, "damaged", "torn")
        assert copies(db) == []
