"""While a search runs the centre says so, unless it takes but a moment; then come hits, or why there are none."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.search.query import QueryPicture
from tests.conftest import IndexedLibrary
from tests.gui.person import Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.photo_makers import photo


@contextmanager
def search_held(person: Person) -> Iterator[None]:
    """Searches take as long as this lasts."""
    with person.session._ready_searcher()._guard:
        yield


def said(person: Person) -> tuple[str, str] | None:
    """What stands in the place of the grid."""
    window = person.window
    if window.centre.currentWidget() is not window.empty:
        return None
    return window.empty.accessibleName(), window.empty.accessibleDescription()


def test_a_search_that_takes_long_is_said_in_the_place_of_other_pictures(person: Person) -> None:
    with search_held(person):
        person.double_click(3)
        person.until(lambda: said(person) == ("Searching…", ""))
        assert person.window.browse_bar.title.text() == "Similar pictures"
    person.until_found()
    person.until(lambda: said(person) is None)
    with search_held(person):
        person.window.searching.add(person.window.model.image_id(20))
        person.until(lambda: said(person) == ("Searching…", ""))
        person.press(Key.Key_Escape)
        person.until_shown(30)
        person.until(lambda: said(person) is None)
    assert person.window.browse_bar.title.text() == "All pictures  ·  30"


def test_hits_stay_while_the_same_pictures_are_searched_in_another_range(person: Person) -> None:
    person.double_click(3)
    person.until_found()
    searching = person.window.searching
    assert searching.query is not None
    with search_held(person):
        searching.ask(replace(searching.query, max_distance=100))
        person.until(lambda: searching.stage is not None)
        assert said(person) is None
    person.until_found()


def test_none_is_said_when_there_is_none_and_not_while_it_is_searched(person: Person) -> None:
    person.double_click(3)
    person.until_found()
    searching = person.window.searching
    assert searching.query is not None
    searching.ask(replace(searching.query, min_distance=255))
    person.until(lambda: said(person) is not None)
    assert said(person) == ("No similar pictures", "Widen the distance, or leave the query with Escape.")
    with search_held(person):
        searching.ask(replace(searching.query, min_distance=0))
        person.until(lambda: said(person) == ("Searching…", ""))
        person.window.turns.show()
        assert said(person) == ("Searching…", "")
    person.until_found()
    person.until(lambda: said(person) is None)


def test_a_search_that_takes_but_a_moment_leaves_the_grid_where_it_is(
    indexed: IndexedLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.pictures.searching.MOMENT_MILLISECONDS", 600_000)
    person = open_window(indexed.library)
    person.until_shown(30)
    person.until(lambda: said(person) is None)
    shown: list[int] = []
    person.window.centre.currentChanged.connect(shown.append)
    with search_held(person):
        person.double_click(3)
        person.window.browsing.refresh()
        with person.qtbot.waitSignal(person.window.browsing.state_read):
            pass
    person.until_found()
    assert shown == []


def test_it_says_that_the_network_is_prepared_while_a_search_waits_for_that(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUALHASH_CACHE", str(tmp_path / "new cache"))
    photo("discs", 40).save(tmp_path / "outside.jpg")
    person.window.searching.find_pictures([QueryPicture(path=bytes(tmp_path / "outside.jpg"))])
    person.until(lambda: said(person) == ("Searching…", "Preparing the model (once)"))
    person.until_found()
    assert person.kinds(3) == {"discs"}
    assert person.session.search_stage == ""
