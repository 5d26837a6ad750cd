"""Which sidecars belong to a picture, and which one is written."""

import os
from pathlib import Path

import pytest

from engine.images.beside import candidates
from engine.xmp.sidecars import BesideFiles, Naming, is_plain_file


def test_sidecars_are_looked_for_under_both_names():
    assert candidates(b"/p/a.b.jpg") == [b"/p/a.b.jpg.xmp", b"/p/a.b.jpg.XMP", b"/p/a.b.xmp", b"/p/a.b.XMP"]


@pytest.mark.parametrize(
    ("picture", "beside", "naming", "written"),
    [
        ("a.jpg", [], Naming.FULL, ["a.jpg.xmp"]),
        ("a.jpg", [], Naming.ADOBE, ["a.xmp"]),
        ("a.jpg", ["a.jpg.xmp"], Naming.ADOBE, ["a.jpg.xmp"]),
        ("a.jpg", ["a.xmp"], Naming.FULL, ["a.xmp"]),
        ("a.jpg", ["a.jpg.xmp", "a.xmp"], Naming.FULL, ["a.jpg.xmp", "a.xmp"]),
        ("a.jpg", ["a.JPG.XMP", "a.XMP"], Naming.FULL, ["a.XMP"]),
        ("a.jpg", ["a.nef", "a.xmp"], Naming.FULL, ["a.jpg.xmp"]),
        ("a.nef", ["a.jpg", "a.xmp"], Naming.FULL, ["a.xmp"]),
        ("a.nef", ["a.jpg"], Naming.ADOBE, ["a.xmp"]),
        ("a.nef", ["a.dng", "a.xmp"], Naming.ADOBE, ["a.nef.xmp"]),
        ("a.jpg.png", ["a.jpg", "a.jpg.xmp"], Naming.FULL, ["a.jpg.png.xmp"]),
        ("a", [], Naming.ADOBE, ["a.xmp"]),
        ("caf\udce9.jpg", [], Naming.FULL, ["caf\udce9.jpg.xmp"]),
    ],
)
def test_those_that_are_there_are_written_else_a_new_one(picture, beside, naming: Naming, written):
    names = [os.fsencode(name) for name in (picture, *beside)]
    found = BesideFiles(names).to_write(os.path.join(b"/p", os.fsencode(picture)), naming)
    assert found == [os.path.join(b"/p", os.fsencode(name)) for name in written]


def test_a_link_is_no_plain_file(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert [is_plain_file(os.fsencode(tmp_path / name)) for name in ("a", "b", "c", ".")] == [
        True,
        False,
        False,
        False,
    ]
