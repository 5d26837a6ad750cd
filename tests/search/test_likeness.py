"""Everything by its likeness to one picture, against an order that is made step by step."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.errors import UserError
from engine.model.linear_hash import centred
from engine.search import likeness, order
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import codes, features, files, images, versions
from tests.conftest import IndexedLibrary


@pytest.fixture
def searcher(indexed: IndexedLibrary) -> Iterator[Searcher]:
    searcher = Searcher(indexed.library)
    yield searcher
    searcher.stop()


@pytest.fixture
def everything(indexed: IndexedLibrary) -> np.ndarray:
    """All images, in an order of no meaning."""
    return np.random.default_rng(3).permutation(images.read_and_at_hand(indexed.library.db))


def distances(indexed: IndexedLibrary, image_id: int) -> dict[int, int]:
    """Bit by bit."""
    db = indexed.library.db
    version = versions.active(db)
    rows = codes.since(db, version.id, 0, version.bits)
    packed = zip(rows.image_ids_N.tolist(), rows.packed_NB, strict=True)
    bits = {i: np.unpackbits(code).tolist() for i, code in packed}
    return {i: sum(a != b for a, b in zip(code, bits[image_id], strict=True)) for i, code in bits.items()}


def test_all_that_is_browsed_comes_as_hits_would_and_no_image_is_lost(
    indexed: IndexedLibrary, searcher: Searcher, everything: np.ndarray
):
    image_id = indexed.id_of("stripes/stripes-2.jpg")
    in_order = searcher.by_likeness(image_id, everything).tolist()
    hits = searcher.search(Query((QueryPicture(image_id=image_id),), k=1000)).hits
    assert in_order == [hit.image_id for hit in hits]
    assert sorted(in_order) == sorted(everything.tolist())
    assert in_order[0] == image_id
    assert {indexed.kind_of(i) for i in in_order[:6]} == {"stripes"}
    assert searcher.by_likeness(image_id, everything, farthest_first=True).tolist() == in_order[::-1]
    some = everything[:7]
    assert searcher.by_likeness(image_id, some).tolist() == [i for i in in_order if i in some.tolist()]


def test_beyond_the_nearest_only_the_distance_counts_and_equal_ones_stay(
    indexed: IndexedLibrary, searcher: Searcher, everything: np.ndarray, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(order, "POOL", 4)
    image_id = indexed.id_of("discs/discs-0.jpg")
    found = searcher.by_likeness(image_id, everything).tolist()
    away = distances(indexed, image_id)
    came = everything.tolist()
    by_hand = sorted(came, key=lambda i: (away[i], came.index(i)))
    near = [i for i in by_hand if away[i] <= away[by_hand[3]]]
    assert set(found[: len(near)]) == set(near)
    assert found[len(near) :] == by_hand[len(near) :]
    assert _by_cosine(indexed, image_id, found[:4])


def _by_cosine(indexed: IndexedLibrary, image_id: int, found: list[int]) -> bool:
    """The built-in version has learned no bits: the nearest come by their features."""
    db = indexed.library.db
    vectors = features.get(db, versions.active(db).backbone, found)
    searcher = Searcher(indexed.library)
    mean = searcher._hash_function(versions.active(db)).mean_D
    searcher.stop()
    one = centred(vectors[image_id][None], mean)[0]
    cosines = [round(float(centred(vectors[i][None], mean)[0] @ one), order.DECIMALS) for i in found]
    return cosines == sorted(cosines, reverse=True)


def test_those_without_a_code_come_last_as_they_came(
    indexed: IndexedLibrary, searcher: Searcher, everything: np.ndarray
):
    image_id, *uncoded = everything[[3, 9, 1, 20]].tolist()
    with indexed.library.writing() as db:
        codes.remove_images(db, uncoded)
        pending = images.add_pending(db)
        files.add(db, indexed.folder.id, b"new.jpg", 1, 1, pending)
    asked = np.append(everything, pending)
    found = searcher.by_likeness(image_id, asked).tolist()
    assert found[-4:] == [i for i in asked.tolist() if i in (*uncoded, pending)]
    assert searcher.by_likeness(image_id, asked, farthest_first=True).tolist()[-4:] == found[-4:]
    with pytest.raises(UserError, match="not available"):
        searcher.by_likeness(pending, asked)


def test_very_many_of_one_code_are_not_all_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(likeness, "MOST_READ", 5)
    read = []

    def as_hits(rows: np.ndarray) -> np.ndarray:
        read.extend(rows.tolist())
        return rows[::-1]

    found = likeness.nearest_first(np.array([3] * 400 + [1, 2], np.int32), as_hits)
    assert read == [400, 401, 0, 1, 2]
    assert found.tolist() == [2, 1, 0, 401, 400, *range(3, 400)]
    assert likeness.nearest_first(np.empty(0, np.int32), as_hits).tolist() == []
