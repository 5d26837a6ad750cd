"""Labels and decisions on a shared library: given and taken back as always, and seen by others within seconds."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from engine.shared_library import MAY_ONLY_READ, SharedLibrary, open_shared
from engine.store import decisions, labels
from engine.store.postgres import privileges
from engine.store.postgres.address import masked
from engine.store.postgres.notices import tell_published
from tests.gui.labeller import give, select, until_listed
from tests.gui.painted_text import painted_texts
from tests.gui.person import CONTROL, Person
from tests.gui.sharing.conftest import OpenShared

WITHIN = 5_000  # ms: so soon others see it


@pytest.fixture
def reader(published: SharedLibrary, address: str) -> Iterator[str]:
    """The address of somebody who may read."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE ROLE reading LOGIN")
    privileges.allow_reading(published.server, "reading")
    yield address.replace("postgres@", "reading@")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP OWNED BY reading")
        connection.execute("DROP ROLE reading")


def given(library: SharedLibrary) -> dict[str, int]:
    return labels.all_labels(library.db)


def test_labels_are_given_and_taken_back(shared: Person, published: SharedLibrary):
    select(shared, 0, 1, 2)
    give(shared, "round")
    until_listed(shared, {"round": 3})
    assert given(published) == {"round": 3}
    shared.press(Qt.Key.Key_Z, CONTROL, on=shared.window.grid)
    until_listed(shared, {})
    assert "Undone" in shared.said()
    assert given(published) == {}
    shared.window.menus.by_text["&Redo"].trigger()
    until_listed(shared, {"round": 3})
    assert given(published) == {"round": 3}


def test_labels_are_written_to_a_table(
    shared: Person, published: SharedLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with published.writing() as db:
        labels.assign(db, "theirs", [1, 2])
    until_listed(shared, {"theirs": 2})
    table = tmp_path / "labels.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(table), ""))
    shared.window.menus.by_text["&Export to CSV…"].trigger()
    shared.until(table.exists)
    shared.until(lambda: shared.session.job is None)
    assert table.read_text().count("theirs") == 2


def test_what_is_not_the_same_is_hidden_and_taken_back(shared: Person, published: SharedLibrary):
    names = shared.find(shared.names()[0])
    shared.click(1)
    shared.press(Qt.Key.Key_X, on=shared.window.grid)
    shared.until(lambda: shared.names() and names[1] not in shared.names())
    query = shared.window.searching.found.image_id
    assert list(decisions.of_query(published.db, query).values()) == [False]
    shared.window.menus.by_text["&Undo"].trigger()
    shared.until(lambda: names[1] in shared.names())


def test_what_another_person_says_appears_within_seconds(shared: Person, published: SharedLibrary):
    shared.until_tiles()
    first = int(shared.window.model.ids()[0])
    with published.writing() as db:
        labels.assign(db, "theirs", [first])
    listed = shared.window.labels.panel.model
    shared.qtbot.waitUntil(lambda: listed.rowCount() == 2, timeout=WITHIN)
    shared.qtbot.waitUntil(lambda: shared.window.model.tile(0).labels != (), timeout=WITHIN)
    names = shared.find(shared.names()[0])
    hit = int(shared.window.model.ids()[1])
    with published.writing() as db:
        decisions.decide(db, first, {hit: False})
    shared.qtbot.waitUntil(lambda: shared.names() and names[1] not in shared.names(), timeout=WITHIN)


def to_the_front(person: Person) -> None:
    person.window.activateWindow()
    person.until(person.window.isActiveWindow)


def test_two_windows_see_each_other(shared: Person, address: str, open_shared_window: OpenShared):
    other = open_shared_window(address)
    other.until_shown(30)
    to_the_front(shared)
    select(shared, 0, 1)
    give(shared, "ours")
    until_listed(other, {"ours": 2})
    to_the_front(other)
    select(other, 2)
    give(other, "ours")
    until_listed(shared, {"ours": 3})


def test_who_may_only_read_sees_labels_without_the_means_to_change_them(
    reader: str, published: SharedLibrary, open_shared_window: OpenShared
):
    with published.writing() as db:
        labels.assign(db, "theirs", [1, 2])
    person = open_shared_window(reader)
    person.until_shown(30)
    until_listed(person, {"theirs": 2})
    assert person.said().startswith(f"This library is shared, on {masked(reader)}. Your role may search it")
    window = person.window
    for text in ("&Label…", "Sam&e as the query", "&Not the same as the query", "&Undo"):
        assert (window.menus.by_text[text].isEnabled(), window.menus.by_text[text].toolTip()) == (
            False,
            MAY_ONLY_READ,
        )
    assert not window.labels.panel.add.isEnabled()
    person.click(0)
    person.until(lambda: window.preview.labels.chips())
    chip = window.preview.labels.chips()[0]
    assert not chip.close_button.isVisible()
    assert "theirs" in [each.text for each in painted_texts(window.preview)], "its name has the room"
    chip.setFocus()
    person.press(Qt.Key.Key_Delete, on=chip)
    assert not window.preview.label_button.isEnabled()
    person.find(person.names()[0])
    person.click(1)
    person.press(Qt.Key.Key_1, on=window.grid)
    assert given(published) == {"theirs": 2}


def test_who_publishes_again_is_seen(shared: Person, address: str):
    """As `dualhash publish` tells at its end."""
    with closing(open_shared(address)) as library:
        library.server.ask("DELETE FROM files WHERE image_id > 20")
        tell_published(library.server)
    shared.until_shown(20)
