"""Filters at work: in browsing, in queries, in the timeline, and what is proposed while somebody types."""

from collections.abc import Callable
from datetime import date

import pytest

from engine.library import Library
from engine.metadata import Metadata
from engine.progress import finish
from engine.search import filtering
from engine.search.completion import completions
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.search.word_list import list_words
from engine.store import filter_ids, folders, labels, metadata_rows, timeline
from engine.store.browsing import Browse, Sort
from tests.conftest import IndexedLibrary
from tests.search.filter_cases import FOUND, PICTURES, add_pictures
from tests.store.row_makers import add_image


@pytest.fixture
def find(library: Library) -> Callable[[str], list[str]]:
    """The names of what a text finds."""
    ids = add_pictures(library)

    def found(text: str) -> list[str]:
        wanted = understood(text)
        assert wanted.notes == ()
        browse = Browse(filter=wanted.filter, sort=Sort.NAME)
        return [
            ids[i].decode().split("/")[-1].split(".")[0] for i in filtering.browsed(library, browse).ids.tolist()
        ]

    return found


@pytest.mark.parametrize(("text", "names"), FOUND)
def test_words_combine(find: Callable[[str], list[str]], text: str, names: str):
    assert find(text) == names.split()


def test_what_is_not_wanted_is_left_out_where_most_numbers_are_free(
    find: Callable[[str], list[str]], library: Library
):
    with library.writing() as db:
        db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'images'", (filter_ids.LARGEST_MASK,))
        folder = folders.all_folders(db)[0]
        number = add_image(db, folder, b"late.jpg", mtime_ns=10**18)
        metadata_rows.put_with_dates(db, {number: Metadata(iso=100)})
    found = filtering.browsed(
        library, Browse(filter=understood("-name:sc1 -has:gps -has:rating").filter)
    ).ids.tolist()
    assert found == [5, number]


def test_it_follows_labels_at_once(find: Callable[[str], list[str]], library: Library):
    assert find("label:new") == []
    with library.writing() as db:
        labels.assign(db, "new", [3])
    assert find("label:new") == find("new") == ["DSC10"]
    with library.writing() as db:
        labels.unassign(db, "new", [3])
    assert find("label:new") == find("new") == []


def test_a_filter_and_the_other_choices_of_browsing_hold_together(find: object, library: Library):
    wanted = understood("camera:pixel").filter
    ids = filtering.browsed(library, Browse(filter=wanted, label="Big dog")).ids.tolist()
    assert ids == [2]
    assert filtering.browsed(library, Browse(filter=understood("cat").filter, show_missing=False)).ids.tolist() == [
        1,
        2,
    ]


def months(library: Library, typed: str = "") -> dict[tuple[int, int], int]:
    return filtering.months_browsed(library, Browse(filter=understood(typed).filter))


def days(library: Library, typed: str) -> dict[int, int]:
    return timeline.days(library.words_db, filtering.allowed(library, understood(typed).filter))


def test_days_and_months_are_counted_with_the_same_filter(find: object, library: Library):
    everything = months(library)
    assert everything == {(2001, 9): 1, (2019, 12): 1, (2020, 1): 1, (2024, 7): 2}
    assert list(everything) == sorted(everything)
    assert months(library, "camera:pixel") == {(2024, 7): 2}
    assert months(library, "label:unknown") == {}
    first = (date(2024, 7, 3) - date(1970, 1, 1)).days
    assert days(library, "2024") == {first: 1, first + 28: 1}


def test_months_are_counted_in_what_is_browsed(find: object, library: Library):
    assert filtering.months_browsed(library, Browse(sort=Sort.TAKEN)) == months(library)
    in_folder = Browse(folder=b"/photos/holiday", filter=understood("rating:5").filter)
    assert filtering.months_browsed(library, in_folder) == {(2024, 7): 1}
    assert filtering.months_browsed(library, Browse(label="Big dog")) == {(2019, 12): 1, (2024, 7): 1}
    assert (2001, 9) not in filtering.months_browsed(library, Browse(show_missing=False))


def test_the_first_that_a_filter_lets_through_is_found_in_any_order(find: object, library: Library):
    ids = filtering.browsed(library, Browse(sort=Sort.NAME, descending=True)).ids
    assert filtering.first_of(library, ids, understood("2024-07").filter) == 2
    assert filtering.first_of(library, ids[::-1], understood("2024-07").filter) == 1
    assert filtering.first_of(library, ids, understood("1999").filter) is None
    assert filtering.first_of(library, ids[:0], understood("").filter) is None


def test_who_does_not_wait_takes_the_words_as_they_are(
    find: object, library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.search.word_list.AT_A_TIME", 2)  # there is more to be listed
    assert filtering.months_browsed(library, Browse()) == {}
    assert [each.term for each in completions(library, "camera:pix")] == []
    finish(list_words(library))
    assert sum(months(library).values()) == len(PICTURES)


def test_days_of_many_are_counted_as_those_of_few(find: object, library: Library, monkeypatch: pytest.MonkeyPatch):
    before = days(library, "-is:missing")
    monkeypatch.setattr("engine.store.timeline.FEW", 0)
    assert days(library, "-is:missing") == before
    assert sum(before.values()) == 4


@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        ("cam", [("camera:", None)]),
        ("camera:pix", [('camera:"Pixel 8"', 1), ('camera:"Pixel 9"', 1)]),
        ("2024 -label:d", [('label:"Big dog"', None)]),
        ("dog", [('label:"Big dog"', 2)]),
        ("folder:ho", [("folder:holiday", 2)]),
        ("lens:", [("lens:50mm", 1)]),
        ("rating:", [("rating:5", 1), ("rating:3", 1)]),
        ("has:g", [("has:gps", 1)]),
        ("is:mis", [("is:missing", 1)]),
        ("202", [("2024", 2), ("2020", 1)]),
        ("after:2019", [("after:2019", None), ("after:2019-12", None)]),
        ("2024", [("2024", 2), ("2024-07", 2)]),
        ("2024-0", [("2024-07", 2)]),
        ("2020..", [("2020..2024", None), ("2020..2020", None)]),
        ("date:2019-12..2020-", [("date:2019-12..2020-01", None)]),
        ("2024-07-03", []),
        ("unheard of ", []),
        ("name:x", []),
        ("", []),
    ],
)
def test_what_is_typed_is_completed_with_counts(find: object, library: Library, typed: str, proposed: list[object]):
    found = completions(library, typed)
    assert [(each.term, each.count) for each in found] == proposed
    for each in found:
        assert each.text.endswith(each.term)
        assert understood(each.text).notes == () or each.count is None


def test_a_query_takes_the_same_filter(indexed: IndexedLibrary):
    library = indexed.library
    searcher = Searcher(library)
    try:
        query = Query((QueryPicture(image_id=indexed.id_of("stripes/stripes-3.jpg")),), k=30)
        assert len(searcher.search(query).hits) == 30
        wanted = understood("folder:stripes -name:stripes-2").filter
        hits = searcher.search(Query(query.pictures, k=30, filter=wanted)).hits
        assert len(hits) == 5
        assert {indexed.kind_of(hit.image_id) for hit in hits} == {"stripes"}
        assert searcher.counts(Query(query.pictures, filter=wanted)).counts_D.sum() == 5
    finally:
        searcher.stop()


def test_a_proposal_says_as_many_as_it_finds(library: Library):
    """Also where a name is the beginning of another, a folder holds others, and a label cannot be typed."""
    places = [b"Rom/1.jpg", b"Rom/Forum/2.jpg", b"Rom 2/3.jpg", b"Prom/4.jpg", b"^/5.jpg"]
    cameras = ["Pixel 8", "Pixel 8", "Pixel 8 Pro", "Pixel 80", "Pixel 9"]
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        ids = [add_image(db, folder, path) for path in places]
        said = {i: Metadata(model=camera) for i, camera in zip(ids, cameras, strict=True)}
        metadata_rows.put_with_dates(db, said)
        for name in ('five "5"', "five 55", "Cat", "cat"):
            labels.assign(db, name, ids[-2:])
    counts = {}
    for typed in ("camera:", "folder:", "label:"):
        for each in completions(library, typed):
            wanted = understood(each.text)
            assert wanted.notes == (), "what is proposed is understood"
            counts[each.term] = each.count
            if each.count is not None:
                assert len(filtering.browsed(library, Browse(filter=wanted.filter)).ids) == each.count, each.term
    assert counts['camera:"Pixel 8"'] == 4
    assert counts["folder:Rom"] == 4
    assert counts["label:cat"] is None, "it finds two labels"
    assert counts['label:"five  5 "'] == 2


def test_folders_of_very_many_are_proposed_without_a_number(library: Library, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.search.completion.MOST_COUNTED", 2)
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        for path in (b"few/1.jpg", b"few/2.jpg", b"many/1.jpg", b"many/2.jpg", b"many/3.jpg"):
            add_image(db, folder, path)
    assert [(each.term, each.count) for each in completions(library, "folder:")] == [
        ("folder:many", None),
        ("folder:few", 2),
    ]
