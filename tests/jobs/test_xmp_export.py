"""Labels into sidecars and out again: originals untouched, what others wrote kept, exactly or carefully undone."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs.indexing import index
from engine.jobs.xmp_export import ExportedSidecars, LeftSidecar, TakenBack, export_xmp, take_back
from engine.jobs.xmp_import import import_xmp
from engine.library import Library
from engine.progress import finish
from engine.store import files, label_edits, sidecar_log
from engine.xmp.keywords import Keywords
from engine.xmp.sidecars import Naming
from tests.conftest import CPU
from tests.logged import logged_writes
from tests.store.row_makers import know
from tests.xmp.others import HERE, SIDECARS, bag, packet, said

NAMES = [b"darktable.jpg", b"exiftool.jpg", b"iptc.jpg", b"sub/new.jpg", b"unlabelled.jpg"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    (folder / "sub").mkdir(parents=True)
    for name in ("exiftool.jpg", "iptc.jpg"):
        shutil.copy(HERE / name, folder)
    shutil.copy(HERE / "darktable.jpg.xmp", folder)
    for name in ("darktable.jpg", "sub/new.jpg", "unlabelled.jpg"):
        (folder / name).write_bytes(b"\xff\xd8\xff\xda")
    return folder


@pytest.fixture
def ids(library: Library, root: Path) -> dict[bytes, int]:
    numbers = know(library, root, NAMES)
    give(library, "Neu & <gut>", numbers, *NAMES[:4])
    return numbers


def give(library: Library, name: str, ids: dict[bytes, int], *to: bytes) -> None:
    with library.writing() as db:
        label_edits.apply(db, label_edits.Give({name: [ids[each] for each in to]}))


def exported(library: Library, folder: Path | None = None, *, write: bool = True, **how) -> ExportedSidecars:
    return finish(export_xmp(library, None if folder is None else os.fsencode(folder), write=write, **how))


def undone(library: Library, **how) -> TakenBack:
    return finish(take_back(library, **how))


def state(root: Path) -> dict[str, tuple[bytes, int, int]]:
    """All files: what they hold, their mode, and when originals were written."""
    return {
        str(path.relative_to(root)): (
            path.read_bytes(),
            stat.S_IMODE(path.stat().st_mode),
            0 if path.suffix == ".xmp" else path.stat().st_mtime_ns,
        )
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_nothing_is_written_unless_it_is_asked_for(library: Library, ids: dict[bytes, int], root: Path):
    before = state(root)
    result = exported(library, write=False)
    names = ["darktable.jpg.xmp", "exiftool.jpg.xmp", "iptc.jpg.xmp", "sub/new.jpg.xmp"]
    assert result.sidecars == [os.fsencode(root / name) for name in names]
    assert (result.new, result.added, result.unchanged, result.left_alone) == (3, 6, 0, [])
    assert state(root) == before
    assert sidecar_log.batches(library.db) == []


def test_labels_are_added_and_taken_back_exactly(library: Library, ids: dict[bytes, int], root: Path):
    (root / "darktable.jpg.xmp").chmod(0o640)
    (root / "iptc.jpg").chmod(0o604)
    before = state(root)
    result = exported(library)
    assert (len(result.sidecars), result.new, result.left_alone) == (4, 3, [])
    after = state(root)
    assert {name: after[name] for name in before if not name.endswith(".xmp")} == {
        name: before[name] for name in before if not name.endswith(".xmp")
    }, "originals are only read"
    own = SIDECARS["darktable.jpg.xmp"]
    found = said(after["darktable.jpg.xmp"][0])
    assert (found.flat, found.paths, found.rating) == ((*own.flat, "Neu & <gut>"), own.paths, own.rating)
    assert b"darktable:history_current_hash" in after["darktable.jpg.xmp"][0]
    assert after["darktable.jpg.xmp"][1] == 0o640, "a sidecar keeps its mode"
    assert after["iptc.jpg.xmp"][1] == 0o604, "a new one can be read by who can read the picture"
    assert said(after["exiftool.jpg.xmp"][0]).rating == 4, "what the picture says itself goes along"
    assert said(after["iptc.jpg.xmp"][0]).flat[:2] == ("Cat", "Grüße")
    assert said(after["sub/new.jpg.xmp"][0]) == Keywords(("Neu & <gut>",))
    again = exported(library)
    assert (again.sidecars, again.unchanged) == ([], 4)
    back = undone(library)
    assert (len(back.exactly), back.carefully, back.nothing, back.left_alone) == (4, [], 0, [])
    assert state(root) == before
    with pytest.raises(UserError, match="taken back already"):
        undone(library)


def test_a_write_protected_sidecar_is_left_alone(library: Library, ids: dict[bytes, int], root: Path):
    theirs, new = root / "darktable.jpg.xmp", root / "iptc.jpg.xmp"
    theirs.chmod(0o444)
    before = state(root)
    planned, written = exported(library, write=False), exported(library)
    for result in (planned, written):
        assert result.left_alone == [LeftSidecar(os.fsencode(theirs), "it is write-protected")]
    assert theirs.read_bytes() == before["darktable.jpg.xmp"][0]
    new.chmod(0o444)
    assert [each.path for each in undone(library).left_alone] == [os.fsencode(new)]
    assert new.exists()
    new.chmod(0o644)
    assert undone(library).exactly == [os.fsencode(new)]
    assert state(root) == before


def test_beside_a_write_protected_picture_others_can_write_the_sidecar(
    library: Library, ids: dict[bytes, int], root: Path
):
    (root / "iptc.jpg").chmod(0o444)
    exported(library)
    assert state(root)["iptc.jpg.xmp"][1] == 0o644


def test_exports_are_taken_back_one_by_one_or_all_at_once(library: Library, ids: dict[bytes, int], root: Path):
    before = state(root)
    exported(library)
    first = state(root)
    give(library, "More", ids, *NAMES[:2])
    exported(library)
    second = state(root)
    assert len(undone(library).exactly) == 2
    assert state(root) == first
    exported(library)
    assert state(root) == second
    assert len(undone(library, all_exports=True).exactly) == 6
    assert state(root) == before


def test_what_others_changed_since_is_undone_carefully(library: Library, ids: dict[bytes, int], root: Path):
    exported(library)
    edited = root / "darktable.jpg.xmp"
    edited.write_bytes(edited.read_bytes().replace(b'xmp:Rating="4"', b'xmp:Rating="1"'))
    (root / "exiftool.jpg.xmp").unlink()
    (root / "iptc.jpg.xmp").write_bytes(b"broken by somebody")
    back = undone(library)
    assert back.carefully == [os.fsencode(edited)]
    assert edited.read_bytes() == (HERE / "darktable.jpg.xmp").read_bytes().replace(
        b'xmp:Rating="4"', b'xmp:Rating="1"'
    )
    assert (len(back.exactly), back.nothing) == (1, 0)
    assert [(each.path, each.why[:13]) for each in back.left_alone] == [
        (os.fsencode(root / "iptc.jpg.xmp"), "it is not XML"),
        (os.fsencode(root / "exiftool.jpg.xmp"), "it is not there any more"[:13]),
    ]
    assert len(logged_writes(library.db)) == 2, "that can be tried again"
    (root / "iptc.jpg.xmp").write_bytes(packet(bag("Neu &amp; &lt;gut&gt;", "theirs")))
    assert len(undone(library).carefully) == 1
    assert said((root / "iptc.jpg.xmp").read_bytes()) == Keywords(("theirs",))


def test_a_drive_that_is_away_is_waited_for(library: Library, ids: dict[bytes, int], root: Path):
    before = state(root)
    exported(library)
    root.rename(root.with_name("away"))
    back = undone(library)
    assert (len(back.left_alone), back.exactly) == (4, [])
    root.with_name("away").rename(root)
    assert len(undone(library).exactly) == 4
    assert state(root) == before


def test_what_somebody_moved_away_is_taken_back_when_it_is_there_again(
    library: Library, ids: dict[bytes, int], root: Path
):
    before = state(root)
    exported(library)
    give(library, "More", ids, b"sub/new.jpg")
    exported(library)
    (root / "sub/new.jpg.xmp").rename(root / "new.jpg.xmp")
    back = undone(library)
    assert (len(back.exactly), back.nothing) == (3, 0), "it does not stand in the way of the export before"
    left = [(each.path, each.why) for each in back.left_alone]
    assert left == [(os.fsencode(root / "sub/new.jpg.xmp"), "it is not there any more")] * 2
    (root / "new.jpg.xmp").rename(root / "sub/new.jpg.xmp")
    assert len(undone(library, all_exports=True).exactly) == 2
    assert state(root) == before
    assert sidecar_log.batches(library.db) == []


@pytest.mark.parametrize("written", [0, 2])
def test_a_cancelled_export_keeps_in_the_log_what_it_wrote(
    library: Library, ids: dict[bytes, int], root: Path, written: int
):
    before = state(root)
    work = export_xmp(library, write=True)
    reports = (each for each in work if each.note == "Writing sidecars")
    next(reports)  # before the log is written
    assert next(each for each in reports if each.done == written)
    assert len(logged_writes(library.db)) == 4
    work.close()
    assert len(logged_writes(library.db)) == written
    if written:
        back = undone(library)
        assert (len(back.exactly), back.nothing, back.left_alone) == (written, 0, [])
    assert state(root) == before


def test_an_export_that_was_killed_can_be_taken_back(library: Library, ids: dict[bytes, int], root: Path):
    """As it stands when the log is written and a sidecar is not."""
    before = state(root)
    exported(library)
    (root / "darktable.jpg.xmp").write_bytes(before["darktable.jpg.xmp"][0])
    back = undone(library)
    assert (len(back.exactly), back.nothing, back.left_alone) == (3, 1, [])
    assert state(root) == before


def test_what_cannot_be_added_to_is_left_alone_with_its_reason(library: Library, ids: dict[bytes, int], root: Path):
    (root / "darktable.jpg.xmp").write_bytes(b'<!DOCTYPE x [<!ENTITY a "b">]>' + packet(bag("&a;")))
    (root / "elsewhere").write_bytes(packet(""))
    (root / "exiftool.jpg.xmp").symlink_to(root / "elsewhere")
    (root / "iptc.jpg").unlink()
    os.mkfifo(root / "sub/new.jpg.xmp")
    before = (root / "elsewhere").read_bytes()
    result = exported(library)
    why = {os.path.basename(each.path): each.why for each in result.left_alone}
    assert why == {
        b"darktable.jpg.xmp": "it has a document type of its own, which metadata has no use for",
        b"exiftool.jpg.xmp": "it is a link, or no file",
        b"iptc.jpg": "the picture is not there now",
        b"new.jpg.xmp": "it cannot be opened (It is not a file with an end)",
    }
    assert result.sidecars == []
    assert (root / "elsewhere").read_bytes() == before


def test_what_was_written_is_nothing_new_to_be_taken(library: Library, ids: dict[bytes, int], root: Path):
    """Else a label would come back that a person takes away after it was written."""
    finish(import_xmp(library))
    exported(library)
    with library.writing() as db:
        label_edits.apply(db, label_edits.Take("Neu & <gut>", list(ids.values())))
    assert finish(import_xmp(library, only_new=True)).read == 0
    for sidecar in root.rglob("*.xmp"):
        sidecar.write_bytes(sidecar.read_bytes() + b"\n")  # another program saves it
    again = finish(import_xmp(library, only_new=True))
    assert again.found["Neu & <gut>"] > 0
    assert again.labelled.assigned == 0
    (root / "sub/new.jpg.xmp").write_bytes(packet(bag("theirs")))
    assert finish(import_xmp(library, only_new=True)).found == {"theirs": 1}


def test_what_was_taken_back_is_nothing_new_to_be_taken(library: Library, ids: dict[bytes, int], root: Path):
    finish(import_xmp(library))
    exported(library)
    undone(library)
    assert finish(import_xmp(library, only_new=True)).read == 0


def test_all_pictures_that_share_a_sidecar_know_that_it_was_written(library: Library, root: Path):
    (root / "new.jpg").write_bytes(b"\xff\xd8\xff\xda")
    (root / "new.png").write_bytes(b"another one")
    (root / "new.xmp").write_bytes(packet(bag("theirs")))
    ids = know(library, root, [b"new.jpg", b"new.png"])
    give(library, "ours", ids, b"new.png")
    assert finish(import_xmp(library)).read == 2
    assert os.fsencode(root / "new.xmp") in exported(library, naming=Naming.ADOBE).sidecars
    assert finish(import_xmp(library, only_new=True)).read == 0
    undone(library)
    assert finish(import_xmp(library, only_new=True)).read == 0
    (root / "new.xmp").write_bytes(packet(bag("more")))
    assert finish(import_xmp(library, only_new=True)).read == 2


def test_a_moved_sidecar_is_found_in_the_log_by_an_index(library: Library):
    plan = library.db.execute("EXPLAIN QUERY PLAN UPDATE sidecar_log SET path = ? WHERE path = ?", (b"", b""))
    assert "sidecar_log_by_path" in str(plan.fetchall())


def test_one_folder_and_adobes_names(library: Library, ids: dict[bytes, int], root: Path):
    give(library, "5 stars", ids, b"sub/new.jpg")
    give(library, "Pets|Dog", ids, b"sub/new.jpg")
    result = exported(library, root / "sub", naming=Naming.ADOBE)
    assert result.sidecars == [os.fsencode(root / "sub/new.xmp")]
    assert said((root / "sub/new.xmp").read_bytes()) == Keywords(("Neu & <gut>", "Dog"), (("Pets", "Dog"),), 5)
    with pytest.raises(UserError, match="no pictures"):
        exported(library, root.parent / "elsewhere")


@pytest.mark.parametrize("there", [True, False], ids=["changed", "made"])
def test_what_another_program_writes_at_the_last_moment_is_not_overwritten(
    library: Library, ids: dict[bytes, int], root: Path, monkeypatch: pytest.MonkeyPatch, there: bool
):
    """While ours is on its way to the disk."""
    sidecar = root / ("darktable.jpg.xmp" if there else "iptc.jpg.xmp")
    theirs, sync = packet(bag("theirs")), os.fsync

    def written_meanwhile(handle: int) -> None:
        sync(handle)
        sidecar.write_bytes(theirs)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", written_meanwhile)
        result = exported(library)
    assert sidecar.read_bytes() == theirs
    assert {os.path.basename(left.path): left.why for left in result.left_alone} == {
        os.fsencode(sidecar.name): "it has changed just now"
    }
    assert not list(root.glob("*.part"))
    assert undone(library).left_alone == []
    assert sidecar.read_bytes() == theirs


def test_it_is_taken_back_where_somebody_moved_the_folder(library: Library, root: Path, exported_onnx: str):
    trip = root / "trip"
    trip.mkdir()
    for name in ("exiftool.jpg", "iptc.jpg"):
        (root / name).rename(trip / name)
    folder = library.add_folder(os.fsencode(root))
    finish(index(library, [folder], workers=1, device=CPU))
    with library.writing() as db:
        label_edits.apply(db, label_edits.Give({"Neu": files.image_ids_in(db, os.fsencode(trip)).tolist()}))
    before = state(trip)
    assert len(exported(library).sidecars) == 2
    trip.rename(root / "Trip to Rome")
    (root / "Trip to Rome" / "iptc.jpg.xmp").rename(root / "elsewhere.xmp")
    finish(index(library, [folder], workers=1, device=CPU))
    back = undone(library)
    assert back.exactly == [os.fsencode(root / "Trip to Rome" / "exiftool.jpg.xmp")]
    assert [each.path for each in back.left_alone] == [os.fsencode(trip / "iptc.jpg.xmp")], (
        "nobody knows where it is"
    )
    assert state(root / "Trip to Rome") == before
