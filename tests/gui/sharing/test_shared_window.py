"""A window on a published library: it shows and finds what the window on the library itself does."""

import psycopg
from PySide6.QtCore import Qt

from engine.shared_library import ELSEWHERE
from engine.store.postgres.connection_pool import MOST
from gui.sharing.limits import NOT_THERE
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.window_fixtures import OpenWindow


def names_and_distances(person: Person) -> list[tuple[str, object]]:
    return list(zip(person.names(), person.distances(), strict=True))


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


def test_a_search_finds_what_it_finds_in_the_library_itself(
    shared: Person, indexed: IndexedLibrary, open_window: OpenWindow
):
    here = open_window(indexed.library)
    here.until_shown(30)
    found = []
    for person in (shared, here):
        answers = []
        for row in (0, 7, 29):
            person.find(person.names()[row])
            person.until_idle()
            answers.append(names_and_distances(person))
            person.press(Qt.Key.Key_Escape, on=person.window.grid)
            person.until_shown(30)
        found.append(answers)
    assert found[0] == found[1]


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
    assert not shared.window.library_panel.add.isEnabled()
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
