"""The library teaches itself in the background, without labels: said in one line, and no picture waits for it."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from engine.jobs import builtin_version
from engine.store import versions
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.learning.labelled_library import add_enough_to_teach
from tests.photo_makers import photo

Key = Qt.Key


@pytest.fixture
def grown(indexed: IndexedLibrary, person: Person) -> Person:
    """The library has become large enough, with pictures from a drive that is away now."""
    add_enough_to_teach(indexed.library)
    return person


def active_method(person: Person) -> str:
    active = versions.active(person.session.library.db)
    assert active is not None
    return active.method


@pytest.mark.usefixtures("short_trainings")
def test_after_indexing_it_teaches_itself_and_says_so_in_one_line(grown: Person) -> None:
    titles: list[str] = []
    grown.session.job_started.connect(lambda job: titles.append(job.title))
    grown.press(Key.Key_F5)
    grown.until(lambda: active_method(grown) == builtin_version.SELF_TAUGHT)
    grown.until_idle()
    assert titles == ["Indexing", "Teaching itself"]
    assert "The library has taught itself from how its pictures look." in grown.said()
    grown.press(Key.Key_F5)
    grown.until_idle()
    assert titles == ["Indexing", "Teaching itself", "Indexing"], "once is enough"


def test_a_folder_that_is_added_meanwhile_does_not_wait(
    grown: Person, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    more = tmp_path / "more"
    more.mkdir()
    photo("discs", 40).save(more / "new.jpg")
    titles: list[str] = []
    grown.session.job_started.connect(lambda job: titles.append(job.title))
    grown.press(Key.Key_F5)
    grown.until(lambda: titles[-1:] == ["Teaching itself"])
    grown.drop_paths(more)
    grown.until(lambda: titles[2:3] == ["Indexing"])
    assert active_method(grown) == builtin_version.ITQ, "it was cut short"
    request.getfixturevalue("short_trainings")  # the next one need not last
    grown.until(lambda: "more  (1)" in grown.tree())
    grown.until(lambda: active_method(grown) == builtin_version.SELF_TAUGHT)
    grown.until_idle()
    assert titles == ["Indexing", "Teaching itself", "Indexing", "Teaching itself"]
