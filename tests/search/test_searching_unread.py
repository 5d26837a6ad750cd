"""Searching with pictures that were found and not read yet: as with any other, by their files."""

import os
import shutil
from collections.abc import Iterator

import pytest

from engine.errors import UserError
from engine.search.hits import Hit
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import features, images
from tests.conftest import IndexedLibrary
from tests.jobs.indexing_talk import found_but_not_read
from tests.photo_makers import photo


class Impatient:
    """Asks with pictures of the library that nobody has read: new discs, new leaves, and a copy of discs-0."""

    def __init__(self, indexed: IndexedLibrary) -> None:
        self.indexed, self.library = indexed, indexed.library
        photo("discs", 27).save(indexed.photos / "new discs.jpg")
        photo("leaves", 28).save(indexed.photos / "new leaves.jpg")
        shutil.copy(indexed.photos / "discs/discs-0.jpg", indexed.photos / "copy.jpg")
        found_but_not_read(indexed).close()
        self.discs, self.leaves, self.copy = (
            QueryPicture(image_id=indexed.id_of(f"{name}.jpg")) for name in ("new discs", "new leaves", "copy")
        )
        self.searcher = Searcher(indexed.library)

    def hits(self, *pictures: QueryPicture, **options: object) -> list[Hit]:
        return self.searcher.search(Query(pictures, **options)).hits

    def kinds(self, *pictures: QueryPicture, **options: object) -> set[str]:
        return {self.indexed.kind_of(hit.image_id) for hit in self.hits(*pictures, **options)}

    def file(self, name: str, **about: object) -> QueryPicture:
        return QueryPicture(path=os.fsencode(self.indexed.photos / name), **about)


@pytest.fixture
def impatient(indexed: IndexedLibrary) -> Iterator[Impatient]:
    somebody = Impatient(indexed)
    yield somebody
    somebody.searcher.stop()


def test_its_hits_are_those_of_its_file_and_after_reading_the_same_behind_itself(impatient: Impatient):
    image_id = impatient.discs.image_id
    assert images.is_pending(impatient.library.db, image_id)
    before = impatient.hits(impatient.discs, k=30)
    assert before == impatient.hits(impatient.file("new discs.jpg"), k=30)
    assert impatient.kinds(impatient.discs, k=6) == {"discs"}
    assert features.count(impatient.library.db, "efficientnet_lite0") == 30, "indexing stores it, and nobody else"
    impatient.indexed.again()
    after = impatient.hits(impatient.discs, k=32)
    assert (after[0].image_id, after[0].distance) == (image_id, 0)
    known = {hit.image_id for hit in before}
    assert [hit for hit in after if hit.image_id in known] == before


def test_several_of_them_minus_ones_and_parts_are_searched_with_too(impatient: Impatient):
    files = [impatient.file(f"new {kind}.jpg") for kind in ("discs", "leaves")]
    assert impatient.hits(impatient.discs, impatient.leaves, k=30) == impatient.hits(*files, k=30)
    mixed = impatient.hits(impatient.discs, impatient.leaves.flipped(), k=30)
    assert mixed == impatient.hits(files[0], files[1].flipped(), k=30)
    assert mixed != impatient.hits(impatient.discs, k=30)
    part = (0, 0, 160, 160)
    cropped = impatient.hits(QueryPicture(image_id=impatient.discs.image_id, crop=part), k=30)
    assert cropped == impatient.hits(impatient.file("new discs.jpg", crop=part), k=30)


def test_one_that_turns_out_to_be_a_copy_when_it_is_read_is_that_image_from_then_on(impatient: Impatient):
    original = impatient.indexed.id_of("discs/discs-0.jpg")
    hits = impatient.hits(impatient.copy, k=30)
    assert (hits[0].image_id, hits[0].distance) == (original, 0)
    impatient.indexed.again()
    assert impatient.indexed.id_of("copy.jpg") == original != impatient.copy.image_id
    assert impatient.searcher.search(Query((impatient.copy,))).image_id == original
    assert impatient.hits(impatient.copy, k=32) == impatient.hits(QueryPicture(image_id=original), k=32)


def test_one_whose_file_is_gone_is_one_sentence(impatient: Impatient):
    os.unlink(impatient.indexed.photos / "new discs.jpg")
    for picture in (impatient.discs, QueryPicture(image_id=impatient.discs.image_id, crop=(0, 0, 9, 9))):
        with pytest.raises(UserError, match="its file is missing or its drive is not connected"):
            impatient.hits(impatient.leaves, picture)


def test_one_that_cannot_be_read_is_one_sentence_before_and_after_indexing(impatient: Impatient):
    (impatient.indexed.photos / "new discs.jpg").write_bytes(b"this is no picture")
    for _ in range(2):
        with pytest.raises(UserError, match=r"This picture cannot be used: .+"):
            impatient.hits(impatient.discs)
        impatient.indexed.again()


def test_a_part_of_an_image_that_is_not_there_is_one_sentence(impatient: Impatient):
    with pytest.raises(UserError, match="not in the library any more"):
        impatient.hits(QueryPicture(image_id=999, crop=(0, 0, 9, 9)))
