"""What folders hold in keywords, so that somebody can be asked: found by indexing, read once where is nothing."""

import os
import shutil
from pathlib import Path

import pytest

from engine.jobs.attention import Attention
from engine.jobs.indexing import Indexed, index
from engine.jobs.keyword_folders import look_at_all
from engine.jobs.xmp_import import refuse, take_as_answered
from engine.library import Library
from engine.progress import finish
from engine.store import files, folder_answers, label_edits, labels
from engine.store.folder_answers import FolderAnswer
from engine.xmp import tasks
from tests.conftest import CPU, IndexedLibrary
from tests.store.row_makers import know
from tests.xmp.others import HERE, bag, packet


def indexed_again(indexed: IndexedLibrary, asks: bool) -> Indexed:
    return finish(index(indexed.library, [indexed.folder], workers=1, device=CPU, attention=Attention(asks=asks)))


def test_an_indexing_that_can_ask_says_what_there_is_and_gives_nothing(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    (indexed.photos / "leaves/leaves-0.jpg.xmp").write_bytes(packet(bag("beach", "Anna")))
    (indexed.photos / "leaves/leaves-1.jpg.xmp").write_bytes(packet(bag("beach"), ' xmp:Rating="3"'))
    (indexed.photos / "leaves/leaves-2.jpg.xmp").write_bytes(packet("", ' xmp:Rating="3"'))
    assert indexed_again(indexed, asks=False).unasked == {}
    (found,) = indexed_again(indexed, asks=True).unasked.values()
    assert found.folder == indexed.folder
    assert (found.pictures, found.names(), len(found.rated)) == (2, {"beach": 2, "Anna": 1}, 2)
    assert labels.all_labels(indexed.library.db) == {}

    read = list[bytes]()
    monkeypatch.setattr(
        tasks, "labels_from", lambda answer, real=tasks.labels_from: read.append(b"") or real(answer)
    )
    (found,) = indexed_again(indexed, asks=True).unasked.values()
    assert found.pictures == 2
    assert len(read) == 2, "those without a keyword are read once, also where there is a rating"
    refuse(indexed.library, indexed.folder.path)
    assert indexed_again(indexed, asks=True).unasked == {}, "asked once"


def test_an_answer_that_is_taken_back_is_asked_for_again(indexed: IndexedLibrary):
    (indexed.photos / "leaves/leaves-0.jpg.xmp").write_bytes(packet(bag("beach")))
    answer = {indexed.folder.id: FolderAnswer(True)}
    _, before = finish(take_as_answered(indexed.library, answer))
    assert indexed_again(indexed, asks=True).unasked == {}
    with indexed.library.writing() as db:
        assert folder_answers.replace(db, before | {99: FolderAnswer(True)}) == answer, "99 is not known"
    assert [each.pictures for each in indexed_again(indexed, asks=True).unasked.values()] == [1]


def test_what_another_program_moves_stays_what_it_was(indexed: IndexedLibrary):
    """A label that came from a keyword still goes with it, and one that a person took away does not come back."""
    library, old, new = indexed.library, indexed.photos / "leaves/leaves-0.jpg", indexed.photos / "discs/moved.jpg"
    (old.with_name(f"{old.name}.xmp")).write_bytes(packet(bag("beach", "Anna")))
    finish(take_as_answered(library, {indexed.folder.id: FolderAnswer(True)}))
    with library.writing() as db:
        label_edits.apply(db, label_edits.Take("Anna", sorted(labels.images_with(db, ["Anna"]))))
    for ending in ("", ".xmp"):
        os.rename(f"{old}{ending}", f"{new}{ending}")
    assert indexed_again(indexed, asks=False).moved == 1
    assert labels.all_labels(library.db) == {"beach": 1, "Anna": 0}
    new.with_name(f"{new.name}.xmp").write_bytes(packet(bag("sea")))
    indexed_again(indexed, asks=False)
    assert labels.all_labels(library.db) == {"beach": 0, "Anna": 0, "sea": 1}


def test_to_another_picture_at_its_place_all_is_new(indexed: IndexedLibrary):
    """One that is known, and one that is not; the sidecar stays and says what it said."""
    library, places = indexed.library, [indexed.photos / f"leaves/leaves-{n}.jpg" for n in range(2)]
    for place in places:
        place.with_name(f"{place.name}.xmp").write_bytes(packet(bag("beach")))
    finish(take_as_answered(library, {indexed.folder.id: FolderAnswer(True)}))
    shutil.copy(indexed.photos / "discs/discs-0.jpg", places[0])
    places[1].write_bytes((indexed.photos / "discs/discs-1.jpg").read_bytes() + b"\0")
    indexed_again(indexed, asks=False)
    known = files.known(library.db, indexed.folder.id, [b"leaves/leaves-0.jpg", b"leaves/leaves-1.jpg"])
    now = list(files.images_of(library.db, [file.id for file in known.values()]).values())
    assert {number: list(names) for number, names in labels.of_images(library.db, now).items()} == {
        number: ["beach"] for number in now
    }
    assert len(now) == 2


def test_all_folders_with_their_answers(library: Library, tmp_path: Path):
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        shutil.copy(HERE / "exiftool.jpg", tmp_path / name / f"{name}.jpg")
        know(library, tmp_path / name, [os.fsencode(f"{name}.jpg")])
    (tmp_path / "three" / "three.jpg").write_bytes(b"\xff\xd8\xff\xda")
    refuse(library, os.fsencode(tmp_path / "two"))
    found = {os.path.basename(each.folder.path): each for each in finish(look_at_all(library))}
    assert {name: (each.pictures, each.answer) for name, each in found.items()} == {
        b"one": (1, None),
        b"two": (1, FolderAnswer(False)),
        b"three": (0, None),
    }
    assert found[b"one"].names() == {"Cat": 1, "Grüße": 1, "Sea": 1}
