"""Hits that were said to be "not the same" stay away from that query, and only from that one."""

import os
from collections.abc import Iterator

import pytest

from engine.search.hits import Found
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import decisions
from tests.conftest import IndexedLibrary


class Judging:
    """A library in which discs-0 and discs-1 were said to be not the same, discs-0 and discs-2 the same."""

    def __init__(self, indexed: IndexedLibrary) -> None:
        self.indexed = indexed
        self.searcher = Searcher(indexed.library)
        self.query, self.rejected, self.accepted = (indexed.id_of(f"discs/discs-{n}.jpg") for n in range(3))
        with indexed.library.writing() as db:
            decisions.decide(db, self.query, {self.rejected: False, self.accepted: True})

    def found(self, *pictures: QueryPicture, **options: object) -> Found:
        return self.searcher.search(Query(pictures, **options))

    def ids(self, *pictures: QueryPicture, **options: object) -> list[int]:
        return [hit.image_id for hit in self.found(*pictures, **options).hits]

    def path(self, name: str) -> bytes:
        return os.fsencode(self.indexed.photos / name)


@pytest.fixture
def judging(indexed: IndexedLibrary) -> Iterator[Judging]:
    judge = Judging(indexed)
    yield judge
    judge.searcher.stop()


def test_a_rejected_hit_is_hidden_and_the_next_one_takes_its_place(judging: Judging):
    picture = QueryPicture(image_id=judging.query)
    everything = judging.ids(picture, show_rejected=True, k=30)
    without = judging.ids(picture, k=30)
    assert without == [image_id for image_id in everything if image_id != judging.rejected]
    assert judging.ids(picture, k=5) == without[:5]


def test_the_decision_is_about_the_pair_so_it_hides_in_the_other_direction_too(judging: Judging):
    ids = judging.ids(QueryPicture(image_id=judging.rejected))
    assert judging.query not in ids
    assert judging.accepted in ids
    assert judging.query in judging.ids(QueryPicture(image_id=judging.rejected), show_rejected=True)


def test_a_third_query_shows_both(judging: Judging):
    other = judging.indexed.id_of("discs/discs-3.jpg")
    assert {judging.query, judging.rejected} <= set(judging.ids(QueryPicture(image_id=other)))


def test_what_was_decided_comes_with_the_hits(judging: Judging):
    found = judging.found(QueryPicture(image_id=judging.query))
    assert found.image_id == judging.query
    assert found.decisions == {judging.rejected: False, judging.accepted: True}


def test_a_file_that_the_library_knows_is_its_image_for_decisions_too(judging: Judging):
    found = judging.found(QueryPicture(path=judging.path("discs/discs-0.jpg")))
    assert found.image_id == judging.query
    assert judging.rejected not in [hit.image_id for hit in found.hits]


def test_a_part_and_several_pictures_are_another_query(judging: Judging):
    whole, other = QueryPicture(image_id=judging.query), judging.indexed.id_of("leaves/leaves-0.jpg")
    for pictures in (
        (QueryPicture(image_id=judging.query, crop=(0, 0, 100, 100)),),
        (whole, QueryPicture(image_id=other)),
        (whole, QueryPicture(image_id=other, minus=True)),
    ):
        found = judging.found(*pictures)
        assert judging.rejected in [hit.image_id for hit in found.hits]
        assert (found.image_id, found.decisions) == (None, {})


def test_taking_the_decision_back_brings_the_hit_back(judging: Judging):
    with judging.indexed.library.writing() as db:
        decisions.remove(db, judging.rejected, judging.query)
    assert judging.rejected in judging.ids(QueryPicture(image_id=judging.query))
