"""Searching with a version on a tuned network: what is not in the library is encoded by that network."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import versions
from engine.store.versions import Version
from tests.conftest import IndexedLibrary
from tests.photo_makers import KINDS, photo
from tests.tuned_space import TunedSpace, activate, add_version, file_of
from tests.worker_list import worker_list


@pytest.fixture
def indexed(tuned_indexed: IndexedLibrary) -> IndexedLibrary:
    return tuned_indexed


@pytest.fixture
def version(indexed: IndexedLibrary, tuned: TunedSpace) -> Version:
    """A version on the tuned network, not active."""
    return add_version(indexed.library, tuned.backbone)


@pytest.fixture
def searcher(indexed: IndexedLibrary) -> Iterator[Searcher]:
    made = Searcher(indexed.library)
    yield made
    made.stop()


def kinds(indexed: IndexedLibrary, searcher: Searcher, picture: QueryPicture) -> list[str]:
    return [indexed.kind_of(hit.image_id) for hit in searcher.search(Query((picture,), k=5)).hits]


def workers() -> int:
    return len(worker_list())


def test_pictures_from_outside_pasted_ones_and_parts_find_their_kind_and_themselves(
    indexed: IndexedLibrary, version: Version, searcher: Searcher, tmp_path: Path
):
    activate(indexed.library, version)
    for kind in KINDS[:3]:
        photo(kind, 20).save(tmp_path / "new.png")
        assert kinds(indexed, searcher, QueryPicture(path=os.fsencode(tmp_path / "new.png"))) == [kind] * 5
    pasted = io.BytesIO()
    photo("bricks", 21).save(pasted, "PNG")
    assert kinds(indexed, searcher, QueryPicture(data=pasted.getvalue())) == ["bricks"] * 5
    image_id = indexed.id_of("discs/discs-2.jpg")
    whole = QueryPicture(image_id=image_id, crop=(0, 0, 224, 160))
    first = searcher.search(Query((whole,), k=1)).hits[0]
    assert (first.image_id, first.distance) == (image_id, 0), "read again, it has the very code that is stored"


def test_an_image_of_the_library_needs_neither_the_network_nor_a_worker(
    indexed: IndexedLibrary, version: Version, searcher: Searcher, tuned: TunedSpace
):
    activate(indexed.library, version)
    file_of(indexed.library, tuned.backbone).unlink()
    picture = QueryPicture(image_id=indexed.id_of("discs/discs-2.jpg"))
    assert kinds(indexed, searcher, picture) == ["discs"] * 5
    assert workers() == 0


def test_when_another_version_becomes_active_its_network_takes_the_place_of_the_other(
    indexed: IndexedLibrary, version: Version, searcher: Searcher, tmp_path: Path
):
    image_id = indexed.id_of("leaves/leaves-3.jpg")
    whole = QueryPicture(image_id=image_id, crop=(0, 0, 224, 160))
    builtin = versions.active(indexed.library.db)
    assert builtin is not None
    for each in (builtin, version, builtin):
        activate(indexed.library, each)
        found = searcher.search(Query((whole,), k=1))
        assert found.version.id == each.id
        assert (found.hits[0].image_id, found.hits[0].distance) == (image_id, 0)
        assert workers() == 1
