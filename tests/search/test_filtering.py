"""Filters at work: in browsing, in queries, in the timeline, and what is proposed while somebody types."""

from collections.abc import Callable
from datetime import date

import pytest

from engine.library import Library
from engine.metadata import Metadata
from engine.search import filtering
from engine.search.completion import completions
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import files, filter_ids, folders, labels, metadata_rows
from engine.store.browsing import Browse, Sort
from tests.conftest import IndexedLibrary
from tests.store.row_makers import add_image, file_of

PICTURES = {
    b"holiday/IMG_1.jpg": Metadata(
        "2024-07-03T10:00:00", None, 4_000_000, 180, 100, 50_000, rating=5, model="Pixel 8"
    ),
    b"holiday/IMG_2.jpg": Metadata("2024-07-31T23:59:59", aperture=280, iso=1600, rating=3, model="Pixel 9"),
    b"work/DSC10.jpg": Metadata("2019-12-31T12:00:00", aperture=400, iso=800, model="EOS R6", lens="50mm"),
    b"work/DSC11.jpg": Metadata("2020-01-01T00:00:00", latitude=5, longitude=6, description="Two Words"),
    b"cat.jpg": Metadata(),
}


@pytest.fixture
def find(library: Library) -> Callable[[str], list[str]]:
    """The names of what a text finds; the last picture is missing, the first two are cats, the third is a dog."""
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        ids = {add_image(db, folder, path, mtime_ns=10**18): path for path in PICTURES}
        metadata_rows.put_with_dates(db, {i: PICTURES[path] for i, path in ids.items()})
        of = list(ids)
        labels.assign(db, "cat", of[:2])
        labels.assign(db, "Big dog", of[1:3])
        files.set_missing(db, [file_of(db, of[4])], True)

    def found(text: str) -> list[str]:
        wanted = understood(text)
        assert wanted.notes == ()
        browse = Browse(filter=wanted.filter, sort=Sort.NAME)
        return [
            ids[i].decode().split("/")[-1].split(".")[0] for i in filtering.browsed(library, browse).ids.tolist()
        ]

    return found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "cat DSC10 DSC11 IMG_1 IMG_2"),
        ("camera:pixel", "IMG_1 IMG_2"),
        ("camera:pixel -label:dog", "IMG_1"),
        ("label:cat", "IMG_1 IMG_2"),
        ("label:dog", "DSC10 IMG_2"),
        ("LABEL:CAT label:big", "IMG_2"),
        ("label:unknown", ""),
        ("-label:unknown", "cat DSC10 DSC11 IMG_1 IMG_2"),
        ("cat", "cat IMG_1 IMG_2"),  # a name, and a label
        ("-cat", "DSC10 DSC11"),
        ("cat -name:cat", "IMG_1 IMG_2"),
        ("folder:holiday name:img", "IMG_1 IMG_2"),
        ("lens:50mm", "DSC10"),
        ("oliday", "IMG_1 IMG_2"),  # inside of a name or a folder
        ("name:oliday", ""),
        ("-oliday", "cat DSC10 DSC11"),
        ("sc10", "DSC10"),
        ("sc", ""),  # fewer than three letters inside of a word stand in most of them
        ('"two words"', "DSC11"),
        ("iso:>800", "IMG_2"),
        ("iso:>=800", "DSC10 IMG_2"),
        ("-iso:>=800", "cat DSC11 IMG_1"),  # those that do not say it are among what is not
        ("f:<2.8", "IMG_1"),
        ("f:2.8..4", "DSC10 IMG_2"),
        ("focal:50", "IMG_1"),
        ("rating:>=3", "IMG_1 IMG_2"),
        ("rating:5 iso:100 f:1.8", "IMG_1"),
        ("2024-07", "IMG_1 IMG_2"),
        ("2024-07-31", "IMG_2"),
        ("before:2020", "cat DSC10"),  # one of them by its file, of 2001
        ("before:2020 has:date", "DSC10"),
        ("-has:date", "cat"),
        ("has:date", "DSC10 DSC11 IMG_1 IMG_2"),
        ("-has:date -has:gps 2001", "cat"),
        ("after:2020", "DSC11 IMG_1 IMG_2"),
        ("after:2019 before:2020", "DSC10"),
        ("-2024", "cat DSC10 DSC11"),
        ("has:gps", "DSC11"),
        ("-has:gps has:camera", "DSC10 IMG_1 IMG_2"),
        ("is:missing", "cat"),
        ("-is:missing is:unlabelled", "DSC11"),
        ("has:label 2024", "IMG_1 IMG_2"),
        ("name:dsc camera:pixel", ""),
        ("sc1", "DSC10 DSC11"),  # in the middle of names
        ("sc1 -c11", "DSC10"),
        ("name:mg_2", "IMG_2"),
        ("mg", ""),  # too little of it
        ("jpg sc1 work", "DSC10 DSC11"),
        ("-sc1 -mg_1", "cat IMG_2"),
    ],
)
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


def test_days_and_months_are_counted_with_the_same_filter(find: object, library: Library):
    everything = filtering.months(library)
    assert everything == {(2001, 9): 1, (2019, 12): 1, (2020, 1): 1, (2024, 7): 2}
    assert list(everything) == sorted(everything)
    assert filtering.months(library, understood("camera:pixel").filter) == {(2024, 7): 2}
    assert filtering.months(library, understood("label:unknown").filter) == {}
    days = filtering.days(library, understood("2024").filter)
    first = (date(2024, 7, 3) - date(1970, 1, 1)).days
    assert days == {first: 1, first + 28: 1}


def test_months_are_counted_in_what_is_browsed(find: object, library: Library):
    assert filtering.months_browsed(library, Browse(sort=Sort.TAKEN)) == filtering.months(library)
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
    everything = filtering.months(library)
    assert sum(everything.values()) == len(PICTURES)
    assert filtering.months_browsed(library, Browse()) == everything


def test_days_of_many_are_counted_as_those_of_few(find: object, library: Library, monkeypatch: pytest.MonkeyPatch):
    wanted = understood("-is:missing").filter
    before = filtering.days(library, wanted)
    monkeypatch.setattr("engine.store.timeline.FEW", 0)
    assert filtering.days(library, wanted) == before
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
