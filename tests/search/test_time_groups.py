"""Pictures by day, month and event."""

from datetime import UTC, datetime

import numpy as np
import pytest

from engine.library import Library
from engine.progress import finish
from engine.search import filtering
from engine.search.time_groups import time_groups, title
from engine.search.word_list import list_words
from engine.store import files, folders, timeline
from engine.store.browsing import Browse, Sort
from engine.store.timeline import NOT_DATED, Grouping, TimeGroup
from tests.store.row_makers import add_image


def seconds(*texts: str) -> list[int]:
    return [int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) for text in texts]


WHEN = seconds(
    "1969-12-31T23:59:59",
    "2024-01-31T10:00",
    "2024-01-31T23:30",
    "2024-02-01T00:30",
    "2024-02-28T12:00",
    "2025-02-28T12:00",
)


def spans(groups: list[TimeGroup]) -> list[tuple[int, int]]:
    return [(group.start, group.stop) for group in groups]


def test_days_months_and_events():
    assert spans(time_groups(WHEN, Grouping.DAY)) == [(0, 1), (1, 3), (3, 4), (4, 5), (5, 6)]
    assert spans(time_groups(WHEN, Grouping.MONTH)) == [(0, 1), (1, 3), (3, 5), (5, 6)]
    assert spans(time_groups(WHEN, Grouping.EVENT)) == [(0, 1), (1, 2), (2, 4), (4, 5), (5, 6)]  # past midnight
    assert spans(time_groups(WHEN, Grouping.EVENT, gap=14 * 3600)) == [(0, 1), (1, 4), (4, 5), (5, 6)]


def test_they_are_the_same_from_the_last_on_and_say_from_when_to_when():
    forth, back = time_groups(WHEN, Grouping.EVENT), time_groups(WHEN[::-1], Grouping.EVENT)
    assert [(g.first, g.last) for g in back] == [(g.first, g.last) for g in forth][::-1]
    assert (forth[2].first, forth[2].last) == (WHEN[2], WHEN[3])


def test_of_nothing_there_is_nothing():
    assert time_groups([], Grouping.DAY) == []
    assert spans(time_groups([5], Grouping.MONTH)) == [(0, 1)]


# -- what is browsed ----------------------------------------------------------------------------------------------


def grouped(library: Library, grouping: Grouping | None, **how: object) -> list[tuple[str, list[int]]]:
    found = filtering.browsed(library, Browse(sort=Sort.TAKEN, grouping=grouping, **how))
    ids = found.ids.tolist()
    assert grouping is None or [group.start for group in found.groups][1:] == [g.stop for g in found.groups][:-1]
    return [(title(group, grouping), ids[group.start : group.stop]) for group in found.groups]


@pytest.fixture
def known(library: Library) -> dict[str, int]:
    """Four pictures that their cameras date, one that is dated by its file, and one whose copy is older."""
    new_year = int(datetime(2021, 1, 1, 12).timestamp()) * 10**9
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        known = {
            day: add_image(db, folder, b"%s.jpg" % day.encode(), taken_at=f"{day}:00")
            for day in ("2024-07-06T14:05", "2024-07-06T18:00", "2024-07-06T23:30", "2024-07-07T01:00")
        }
        known["by file"] = add_image(db, folder, b"a.jpg", mtime_ns=new_year)
        known["older copy"] = add_image(db, folder, b"b.jpg", mtime_ns=new_year + 10**15)
        files.add(db, folder.id, b"c.jpg", 1000, new_year - 10**15, known["older copy"])
    return known


def test_what_is_browsed_comes_in_groups_by_date_either_way(library: Library, known: dict[str, int]):
    first, second, third, fourth, by_file, copied = known.values()
    days = [
        ("Sunday, 20 December 2020", [copied]),
        ("Friday, 1 January 2021", [by_file]),
        ("Saturday, 6 July 2024", [first, second, third]),
        ("Sunday, 7 July 2024", [fourth]),
    ]
    assert grouped(library, Grouping.DAY) == days
    back = grouped(library, Grouping.DAY, descending=True)
    assert back == [(name, ids[::-1]) for name, ids in days[::-1]]
    assert grouped(library, Grouping.MONTH)[-1] == ("July 2024", [first, second, third, fourth])
    assert grouped(library, Grouping.EVENT)[2:] == [
        ("6 July 2024, 14:05 to 18:00", [first, second]),
        ("6 to 7 July 2024", [third, fourth]),
    ]
    assert grouped(library, Grouping.DAY, folder=b"/nowhere") == []
    assert filtering.browsed(library, Browse(sort=Sort.TAKEN)).groups == ()


@pytest.mark.parametrize("few", [0, 100])
def test_seconds_are_found_for_few_and_for_many_and_the_unknown_come_last(
    library: Library, known: dict[str, int], few: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.store.timeline.FEW", few)
    wanted = np.array([*known.values(), 77][::-1], np.int64)
    finish(list_words(library))
    found = timeline.seconds(library.words_db, wanted)
    by_one = dict(library.words_db.execute("SELECT image_id, 86400 * day + second FROM facts").fetchall())
    assert found[0] == NOT_DATED
    for second, image_id in zip(found[1:].tolist(), wanted[1:].tolist(), strict=True):
        assert second == by_one[image_id]
    with library.writing_words() as words_db:
        words_db.execute("DELETE FROM facts WHERE image_id = ?", (known["by file"],))
    assert grouped(library, Grouping.MONTH)[-1] == ("Not dated yet", [known["by file"]])


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2024-07-06T14:05:10", "2024-07-06T14:05:50", "6 July 2024, 14:05"),
        ("2024-07-06T00:00:00", "2024-07-06T09:30:00", "6 July 2024, 00:00 to 09:30"),
        ("2024-06-30T22:00:00", "2024-07-02T01:00:00", "30 June to 2 July 2024"),
        ("2023-12-31T22:00:00", "2024-01-01T01:00:00", "31 December 2023 to 1 January 2024"),
        ("1960-02-29T10:00:00", "1960-02-29T10:00:00", "29 February 1960, 10:00"),
    ],
)
def test_an_event_in_words(first: str, last: str, words: str):
    assert title(TimeGroup(0, 2, *seconds(first, last)), Grouping.EVENT) == words
