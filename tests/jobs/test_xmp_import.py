"""Keywords of other programs as labels: which are taken, of which folders, and that it goes as with any label."""

import os
import shutil
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs.indexing import index
from engine.jobs.xmp_import import TakenLabels, import_xmp, refuse
from engine.library import Library
from engine.progress import Progress, finish
from engine.store import checked_rows, folder_answers, label_edits, labels
from engine.store.folder_answers import FolderAnswer
from tests.conftest import CPU
from tests.store.row_makers import know
from tests.xmp.others import HERE, bag, packet

NAMES = [b"exiftool.jpg", b"sub/exiv2.jpg", b"sub/iptc.jpg", b"plain.jpg", b"gone.jpg"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    (folder / "sub").mkdir(parents=True)
    for name in ("exiftool.jpg", "sub/exiv2.jpg", "sub/iptc.jpg"):
        shutil.copy(HERE / Path(name).name, folder / name)
    (folder / "plain.jpg").write_bytes(b"\xff\xd8\xff\xda")
    return folder


@pytest.fixture
def ids(library: Library, root: Path) -> dict[bytes, int]:
    return know(library, root, NAMES)


def given(library: Library, ids: dict[bytes, int]) -> dict[bytes, set[str]]:
    found = labels.of_images(library.db, list(ids.values()))
    return {name: set(found[number]) for name, number in ids.items() if number in found}


def taken(library: Library, folder: Path | None = None, answer: FolderAnswer | None = None, **how) -> TakenLabels:
    return finish(import_xmp(library, None if folder is None else os.fsencode(folder), answer, **how))


LONG = "a long keyword that IPTC would cut at its sixty-fourth byte"
FOUND = {
    b"exiftool.jpg": {"Cat", "Grüße", "Sea"},
    b"sub/exiv2.jpg": {"Cat", "Grüße"},
    b"sub/iptc.jpg": {"Cat", "Grüße", LONG},
}


def test_keywords_become_labels_and_that_can_be_undone(library: Library, ids: dict[bytes, int]):
    reports: list[Progress] = []
    result = finish(import_xmp(library), reports.append)
    assert [report.done for report in reports[:2]] == [0, 1], "only the one that is away is done before any is read"
    assert (reports[-1].done, reports[-1].total) == (5, 5)
    assert (result.read, result.away, result.ratings_left_out, result.unreadable) == (4, 1, 2, 0)
    assert (result.labelled.images, result.labelled.labels, result.labelled.assigned) == (3, 4, 8)
    assert given(library, ids) == FOUND
    assert not checked_rows.any_damaged(library.db, [table.name for table in checked_rows.TABLES])
    with library.writing() as db:
        label_edits.apply(db, result.labelled.undo)
    assert given(library, ids) == {}
    assert labels.all_labels(library.db) == {}


def test_a_dry_run_gives_nothing(library: Library, ids: dict[bytes, int]):
    result = taken(library, dry_run=True)
    assert result.found == {"Cat": 3, "Grüße": 3, "Sea": 1, LONG: 1}
    assert given(library, ids) == {}
    assert folder_answers.all_answers(library.db) == {}


def test_one_folder_with_paths_and_ratings(library: Library, ids: dict[bytes, int], root: Path):
    taken(library, root / "sub", FolderAnswer(True, True, "path"))
    assert given(library, ids) == {
        b"sub/exiv2.jpg": {"Grüße", "Animals|Cat", "3 stars"},
        b"sub/iptc.jpg": {"Cat", "Grüße", LONG},
    }
    assert folder_answers.all_answers(library.db) == {}, "a part says nothing of the whole"
    with pytest.raises(UserError, match="no pictures"):
        taken(library, root.parent / "elsewhere")


def test_the_answer_is_kept_for_each_folder(library: Library, ids: dict[bytes, int], root: Path, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(HERE / "exiv2.jpg", other / "more.jpg")
    more = know(library, other, [b"more.jpg"])
    refuse(library, os.fsencode(other))
    taken(library, answer=FolderAnswer(True, True))
    assert given(library, ids)[b"exiftool.jpg"] == {"Cat", "Grüße", "Sea", "4 stars"}
    assert given(library, more) == {}
    answers = {folder.path: folder_answers.all_answers(library.db).get(folder.id) for folder in library.folders()}
    assert answers == {os.fsencode(root): FolderAnswer(True, True), os.fsencode(other): FolderAnswer(False)}
    taken(library, other)
    assert given(library, more) == {b"more.jpg": {"Cat", "Grüße"}}, "who names it, wants it"
    with pytest.raises(UserError, match="whole"):
        refuse(library, os.fsencode(root / "sub"))


def test_only_what_is_new_is_taken_again(library: Library, ids: dict[bytes, int], root: Path):
    assert taken(library, only_new=True).read == 0, "nobody has said yes"
    assert taken(library).read == 4
    with library.writing() as db:
        label_edits.apply(db, label_edits.Take("Sea", [ids[b"exiftool.jpg"]]))
    assert taken(library, only_new=True).read == 0
    (root / "plain.jpg.xmp").write_bytes(packet(bag("beach")))
    assert taken(library, only_new=True).read == 1
    assert given(library, ids) == FOUND | {
        b"exiftool.jpg": {"Cat", "Grüße"},
        b"plain.jpg": {"beach"},
    }, "what a person took away stays away"


def test_hostile_metadata_costs_itself(library: Library, ids: dict[bytes, int], root: Path):
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + packet(bag("&b;"))
    (root / "exiftool.jpg.xmp").write_bytes(laughs)
    (root / "sub/exiv2.jpg.xmp").write_bytes(packet(bag("x" * 300, "a;b", "l1\nl2", "=cmd()")))
    os.mkfifo(root / "plain.jpg.xmp")
    result = taken(library)
    assert result.unreadable == 2
    assert {path: why for path, why in result.named if b"exiftool" in path} == {
        os.fsencode(
            root / "exiftool.jpg"
        ): "its sidecar: it has a document type of its own, which metadata has no use for"
    }
    assert result.unusable == 1
    assert given(library, ids) == FOUND | {b"sub/exiv2.jpg": {"a,b", "l1 l2", "=cmd()"}}


def test_indexing_takes_what_is_new_where_a_person_said_yes(library: Library, root: Path, exported_onnx: str):
    for path in ("plain.jpg", "sub/iptc.jpg"):
        (root / path).unlink()
    folder = library.add_folder(os.fsencode(root))

    def indexed() -> dict[str, int]:
        finish(index(library, [folder], workers=1, device=CPU))
        return labels.all_labels(library.db)

    assert indexed() == {}, "nobody has said yes"
    taken(library)
    (root / "sub/exiv2.jpg.xmp").write_bytes(packet(bag("beach")))
    shutil.copy(HERE / "iptc_latin.jpg", root / "new.jpg")
    assert indexed() == {"Cat": 3, "Grüße": 3, "Sea": 1, "beach": 1}
    assert indexed() == {"Cat": 3, "Grüße": 3, "Sea": 1, "beach": 1}
