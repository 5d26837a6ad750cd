"""What other programs do to keywords later: labels come, and go again unless a person touched them."""

import os
import shutil
from pathlib import Path

import pytest

from engine.jobs.xmp_import import TakenLabels, import_xmp, take_as_answered
from engine.library import Library
from engine.progress import finish
from engine.store import checked_rows, keyword_labels, label_edits, labels
from engine.store.folder_answers import FolderAnswer, all_answers
from tests.store.row_makers import know
from tests.xmp.others import HERE, bag, packet


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("a.jpg", "b.jpg"):
        (folder / name).write_bytes(b"\xff\xd8\xff\xda")
    return folder


@pytest.fixture
def ids(library: Library, root: Path) -> dict[bytes, int]:
    return know(library, root, [b"a.jpg", b"b.jpg"])


def says(root: Path, *words: str, of: str = "a.jpg") -> None:
    """Another program saves these keywords."""
    (root / f"{of}.xmp").write_bytes(packet(bag(*words)))


def taken(library: Library, root: Path) -> TakenLabels:
    """Once a person has said yes, only what is new."""
    if not all_answers(library.db):
        return finish(import_xmp(library, os.fsencode(root)))
    return finish(import_xmp(library, only_new=True))


def given(library: Library, image_id: int) -> set[str]:
    return set(labels.of_images(library.db, [image_id]).get(image_id, ()))


def edit(library: Library, change: label_edits.Edit) -> label_edits.RowChanges:
    with library.writing() as db:
        return label_edits.apply(db, change)


def test_a_keyword_that_goes_takes_its_label_along_and_no_other(
    library: Library, root: Path, ids: dict[bytes, int]
):
    a = ids[b"a.jpg"]
    edit(library, label_edits.Give({"mine": [a]}))
    says(root, "beach", "Anna", "mine")
    taken(library, root)
    assert given(library, a) == {"beach", "Anna", "mine"}
    says(root, "beach")
    result = taken(library, root)
    assert (result.taken_away, result.labelled.assigned) == (1, 0)
    assert given(library, a) == {"beach", "mine"}, "what a person gave before stays"
    edit(library, result.labelled.undo)
    assert given(library, a) == {"beach", "mine", "Anna"}, "and that can be undone"
    assert not checked_rows.any_damaged(library.db, ["keyword_labels", "taken_labels"])
    says(root)
    assert taken(library, root).taken_away == 1
    assert given(library, a) == {"mine", "Anna"}, "an empty list says that there is none"


@pytest.mark.parametrize(
    "touch",
    [
        lambda a: [label_edits.Take("cat", [a]), label_edits.Give({"cat": [a]})],
        lambda a: [label_edits.Give({"cat": [a]})],
        lambda a: [label_edits.Rename("cat", "Kitty")],
        lambda a: [label_edits.Give({"Tom": []}), label_edits.Merge("cat", "Tom")],
    ],
    ids=["taken and given", "given again", "renamed", "merged"],
)
def test_what_a_person_touched_is_theirs(library: Library, root: Path, ids: dict[bytes, int], touch):
    a = ids[b"a.jpg"]
    says(root, "cat")
    taken(library, root)
    for change in touch(a):
        edit(library, change)
    had = given(library, a)
    assert had
    says(root, "dog")
    taken(library, root)
    assert given(library, a) == had | {"dog"}


def test_a_label_that_a_person_took_away_stays_away_when_nothing_changes_there(
    library: Library, root: Path, ids: dict[bytes, int]
):
    says(root, "cat", "dog")
    taken(library, root)
    edit(library, label_edits.Take("cat", [ids[b"a.jpg"]]))
    assert taken(library, root).read == 0
    assert given(library, ids[b"a.jpg"]) == {"dog"}
    files = [number for (number,) in library.db.execute("SELECT id FROM files")]
    ((note,),) = keyword_labels.of_files(library.db, files).values()  # the other went with the label
    assert note.beside


def test_a_label_that_a_person_took_away_stays_away_whatever_else_is_saved_there(
    library: Library, root: Path, ids: dict[bytes, int]
):
    a, sidecar = ids[b"a.jpg"], root / "a.jpg.xmp"
    says(root, "cat", "dog")
    taken(library, root)
    edit(library, label_edits.Take("cat", [a]))
    sidecar.write_bytes(packet(bag("cat", "dog"), ' xmp:Label="developed"'))
    assert taken(library, root).read == 1
    assert given(library, a) == {"dog"}
    sidecar.write_bytes(b"<half of it")
    taken(library, root)
    sidecar.unlink()
    taken(library, root)
    says(root, "cat", "dog", "sea")
    taken(library, root)
    assert given(library, a) == {"dog", "sea"}, "what was out of reach for a while is nothing new"
    assert not checked_rows.any_damaged(library.db, ["taken_labels"])
    says(root, "dog", "sea")
    taken(library, root)
    says(root, "cat", "dog", "sea")
    taken(library, root)
    assert given(library, a) == {"cat", "dog", "sea"}, "said anew, it is new"
    edit(library, label_edits.Take("cat", [a]))
    finish(import_xmp(library, os.fsencode(root)))
    assert given(library, a) == {"cat", "dog", "sea"}, "who asks for all gets all"


def test_a_sidecar_that_is_gone_or_broken_says_nothing(library: Library, root: Path, ids: dict[bytes, int]):
    says(root, "cat")
    taken(library, root)
    (root / "a.jpg.xmp").write_bytes(b"<half of it")
    assert taken(library, root).unreadable == 1
    assert given(library, ids[b"a.jpg"]) == {"cat"}
    (root / "a.jpg.xmp").unlink()
    assert taken(library, root).read == 1
    assert given(library, ids[b"a.jpg"]) == {"cat"}
    says(root, "dog")
    taken(library, root)
    assert given(library, ids[b"a.jpg"]) == {"dog"}, "it is remembered that cat came from a sidecar"


def test_what_the_picture_says_goes_when_the_picture_says_it_no_more(
    library: Library, root: Path, ids: dict[bytes, int]
):
    a = ids[b"a.jpg"]
    shutil.copy(HERE / "exiftool.jpg", root / "a.jpg")
    taken(library, root)
    assert given(library, a) == {"Cat", "Grüße", "Sea"}
    says(root, "Cat", "beach")
    taken(library, root)
    assert given(library, a) == {"Cat", "Grüße", "Sea", "beach"}, "a first sidecar unsays nothing"
    says(root, "beach")
    taken(library, root)
    assert given(library, a) == {"Grüße", "Sea", "beach"}, "but what it said itself"
    (root / "a.jpg.xmp").unlink()
    shutil.copy(HERE / "exiv2.jpg", root / "a.jpg")
    taken(library, root)
    assert given(library, a) == {"Cat", "Grüße", "beach"}


def test_one_of_two_files_of_an_image_may_go_on_saying_it(library: Library, root: Path, ids: dict[bytes, int]):
    a = ids[b"a.jpg"]
    with library.writing() as db:
        db.execute("UPDATE files SET image_id = ?", (a,))
    says(root, "cat")
    says(root, "cat", of="b.jpg")
    taken(library, root)
    says(root, "dog")
    assert taken(library, root).taken_away == 0
    assert given(library, a) == {"cat", "dog"}
    says(root, "dog", of="b.jpg")
    assert taken(library, root).taken_away == 1
    assert given(library, a) == {"dog"}


def test_another_answer_gives_other_labels(library: Library, root: Path, ids: dict[bytes, int]):
    a, (folder,) = ids[b"a.jpg"], library.folders()
    (root / "a.jpg.xmp").write_bytes(packet(bag("Animals|Cat", of="lr:hierarchicalSubject"), ' xmp:Rating="4"'))
    _, before = finish(take_as_answered(library, {folder.id: FolderAnswer(True, True)}))
    assert before == {folder.id: None}
    assert given(library, a) == {"Cat", "4 stars"}
    result, before = finish(take_as_answered(library, {folder.id: FolderAnswer(True, False, "path")}))
    assert given(library, a) == {"Animals|Cat"}
    assert (result.taken_away, before) == (2, {folder.id: FolderAnswer(True, True)})
    finish(take_as_answered(library, {folder.id: FolderAnswer(False)}))
    assert given(library, a) == {"Animals|Cat"}, "what was given stays"
