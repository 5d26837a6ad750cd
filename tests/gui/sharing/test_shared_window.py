"""A window on a published library: it shows and finds what the window on the library itself does."""

from collections.abc import Callable, Iterator
from importlib import resources

import psycopg
import pytest
from PySide6.QtCore import QRect

from engine.shared_library import ELSEWHERE
from engine.store.postgres.connection_pool import MOST
from gui.sharing.limits import NOT_THERE
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow

Answer = list[tuple[str, object]]


def answer(person: Person) -> Answer:
    person.until_found()
    person.until(lambda: not person.window.searching.is_under_way)
    person.until_idle()
    return list(zip(person.names(), person.distances(), strict=True))


def single_pictures(person: Person) -> Iterator[Answer]:
    for name in ("bricks-0.jpg", "leaves-3.jpg", "sunset-5.jpg"):
        person.find(name)
        yield answer(person)
        person.press(Key.Key_Escape, on=person.window.grid)
        person.until_shown(30)


def several_and_minus(person: Person) -> Iterator[Answer]:
    person.find("bricks-0.jpg")
    person.click(person.row_of("sunset-0.jpg"))
    person.press(Key.Key_A, CONTROL | SHIFT)
    person.until(lambda: person.chips() == ["bricks-0.jpg", "sunset-0.jpg"])
    yield answer(person)
    second = person.window.query_bar.chips.chips()[1]
    second.setFocus()
    person.press(Key.Key_Minus, on=second)
    person.until(lambda: "sunset-0.jpg" not in person.names())
    yield answer(person)


def words_in_a_query(person: Person) -> Iterator[Answer]:
    person.find("stripes-2.jpg")
    person.window.browse_bar.search_for("-name:5")
    person.until(lambda: not any("-5" in name for name in person.names()))
    yield answer(person)


def a_part(person: Person) -> Iterator[Answer]:
    person.click(person.row_of("discs-1.jpg"))
    person.until(lambda: person.window.preview.image_id() == person.window.grid.current_id())
    person.window.preview.crop_requested.emit(person.window.grid.current_id(), QRect(20, 20, 120, 90))
    yield answer(person)


def a_file_from_outside(person: Person) -> Iterator[Answer]:
    person.drop_paths(str(resources.files("resources") / "pictures" / "map.png"))
    yield answer(person)


def test_folders_pictures_and_thumbnails_come_from_the_server(shared: Person, indexed: IndexedLibrary):
    assert [row.split("  ")[0] for row in shared.tree()] == [
        *("All pictures", "photos", "bricks", "discs", "leaves", "stripes", "sunset")
    ]
    shared.until_tiles()
    assert all(shared.window.model.tile(row).pixmap is not None for row in range(6))
    assert shared.window.windowTitle().startswith("postgresql://")
    assert "This library is shared" in shared.said()
    shared.click(0)
    shared.until(lambda: ("Name", shared.names()[0]) in shared.window.preview.metadata.rows())


@pytest.mark.parametrize(
    "asking", [single_pictures, several_and_minus, words_in_a_query, a_part, a_file_from_outside]
)
def test_a_search_finds_what_it_finds_in_the_library_itself(
    shared: Person, indexed: IndexedLibrary, open_window: OpenWindow, asking: Callable[[Person], Iterator[Answer]]
):
    there = list(asking(shared))
    here = open_window(indexed.library)
    here.until_shown(30)
    assert there == list(asking(here))
    assert all(there)


def test_what_is_the_publishers_is_disabled_with_its_reason(shared: Person):
    entries = shared.window.menus.by_text
    shared.until_idle()
    for text, why in (
        ("&Add folder…", ELSEWHERE),
        ("&Watch folders", ELSEWHERE),
        ("Move to &trash", ELSEWHERE),
        ("&Train on my labels…", ELSEWHERE),
        ("&Map", NOT_THERE),
        ("&Copies and bursts", NOT_THERE),
    ):
        entries[text].setEnabled(True)  # as a part does that knows nothing of servers
        assert (entries[text].isEnabled(), entries[text].toolTip()) == (False, why)
    add = shared.window.library_panel.add
    assert (add.isEnabled(), add.toolTip()) == (False, ELSEWHERE)
    assert not shared.window.skipped.retry.isEnabled()
    assert not shared.window.labels.panel.begin.isEnabled()
    assert entries["Find &similar"].isEnabled()
    assert entries["&Skipped files"].isEnabled()
    assert not shared.session.watching.is_on
    shared.session.add_folders([b"/tmp"])
    assert shared.said() == ELSEWHERE


def test_a_window_has_few_connections_however_much_it_shows(shared: Person, address: str):
    shared.until_tiles()
    shared.find(shared.names()[0])
    shared.window.menus.by_text["Model &versions"].trigger()
    shared.until_idle()
    with psycopg.connect(address) as connection:
        sql = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'dualhash'"
        )
        assert connection.execute(sql).fetchone()[0] <= MOST + 2, "those, one that listens, and the publisher's"
