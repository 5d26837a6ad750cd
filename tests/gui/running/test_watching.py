"""The window notices what happens in its folders, says how it follows them, and can be told not to."""

import errno
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction

from engine.library import open_library
from engine.progress import Progress
from engine.watching import polled_tree
from gui.running.job import Job
from tests.conftest import IndexedLibrary
from tests.gui.person import Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.jobs.indexing_talk import save
from tests.photo_makers import photo


def entry(person: Person) -> QAction:
    return person.window.menus.by_text["&Watch folders"]


def until_watching(person: Person) -> None:
    person.until(lambda: person.session.watching.is_on and person.session.watching.followed())
    person.until(lambda: person.session.watching.at_rest and person.session.job is None)


def test_what_comes_and_goes_is_shown_without_a_flashing_bar_and_counted_together(
    indexed: IndexedLibrary, person: Person
):
    window, photos = person.window, indexed.photos
    visible: list[bool] = []
    window.session.job_started.connect(lambda job: job.progressed.connect(lambda _: visible.append(shown())))

    def shown() -> bool:
        return window.job_bar.bar.isVisible() or window.job_bar.cancel.isVisible()

    window.watch()
    until_watching(person)
    assert entry(person).isChecked()
    assert window.library_panel.watch_line.isHidden()
    for number in range(2):
        save(photos / f"new-{number}.jpg", photo("discs", 40 + number))
        person.until(lambda number=number: person.said() == f"Noticed: {number + 1} added.")
        person.until_shown(31 + number)
    os.rename(photos / "discs", photos / "round")
    person.until(lambda: person.said() == "Noticed: 2 added, 6 moved.")
    person.until(lambda: "round  (6)" in person.tree())
    window.say("Something else.")
    os.unlink(photos / "new-0.jpg")
    window.job_bar._moment.timeout.emit()  # that was said long enough
    person.until(lambda: "1 missing" in person.said() or window.job_bar._told == "Noticed: 1 missing.")
    assert visible
    assert not any(visible)


def test_a_folder_that_goes_away_is_said_to_be_and_one_that_comes_back_is_back(
    indexed: IndexedLibrary, person: Person
):
    person.window.watch()
    until_watching(person)
    os.rename(indexed.photos, indexed.photos.with_name("away"))
    person.until(lambda: person.said().startswith("Not available now: "))
    person.until(lambda: any("(not available)" in row for row in person.tree()))
    os.rename(indexed.photos.with_name("away"), indexed.photos)
    person.until(lambda: not any("(not available)" in row for row in person.tree()))
    assert person.rows() == 30


@pytest.fixture
def titles(indexed: IndexedLibrary, person: Person) -> list[str]:
    """Of the jobs, while the first look at a change lasts as long as nobody cuts it short."""
    titles: list[str] = []

    def on_started(job: Job) -> None:
        titles.append(job.title)
        if len(titles) == 1:
            job.pause()

    person.window.watch()
    until_watching(person)
    person.session.job_started.connect(on_started)
    save(indexed.photos / "new.jpg", photo("discs", 40))
    person.until(lambda: titles == ["Looking at what changed"])
    return titles


def test_a_look_that_lasts_makes_way_for_a_new_folder_and_goes_on(
    person: Person, titles: list[str], tmp_path: Path
):
    (tmp_path / "more").mkdir()
    save(tmp_path / "more/1.jpg", photo("leaves", 41))
    person.drop_paths(tmp_path / "more")
    person.until_shown(32)
    assert titles[:2] == ["Looking at what changed", "Indexing"]


def test_a_look_that_lasts_makes_way_for_what_is_wanted_at_once_and_goes_on(person: Person, titles: list[str]):
    def nothing() -> Generator[Progress, None, None]:
        yield Progress(1, 1, "")

    person.session.run("Something", nothing, at_once=True)
    person.until_shown(31)
    assert titles[:3] == ["Looking at what changed", "Something", "Looking at what changed"]


def test_it_can_be_turned_off_and_that_is_remembered(
    indexed: IndexedLibrary, person: Person, open_window: OpenWindow
):
    photos = indexed.photos
    person.window.watch()
    until_watching(person)
    entry(person).trigger()
    assert not entry(person).isChecked()
    assert not person.session.watching.is_on
    save(photos / "new.jpg", photo("discs", 40))
    person.press(Key.Key_F5)
    person.until(lambda: person.said() == "Indexed: 1 added.")
    person.window.close()

    again = open_window(open_library(indexed.library.path))
    again.window.watch()
    assert not entry(again).isChecked()
    assert not again.session.watching.is_on
    save(photos / "another.jpg", photo("discs", 41))
    entry(again).trigger()
    again.until_shown(32)  # what happened meanwhile is noticed, too
    assert entry(again).isChecked()


def test_a_library_that_can_only_be_read_is_not_watched(indexed: IndexedLibrary, open_window: OpenWindow):
    second = open_window(open_library(indexed.library.path))
    assert second.session.library.read_only
    second.window.watch()
    assert not second.session.watching.is_on
    assert not entry(second).isEnabled()
    assert not entry(second).isChecked()


@pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")
def test_where_it_cannot_watch_one_quiet_line_says_so(
    indexed: IndexedLibrary, person: Person, monkeypatch: pytest.MonkeyPatch
):
    from watchdog.observers.inotify_c import InotifyFD

    def refuse(events: InotifyFD) -> int:
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    monkeypatch.setattr(InotifyFD, "_create_inotify_fd", refuse)
    monkeypatch.setattr(polled_tree, "SHORTEST_SECONDS", 0.05)
    line = person.window.library_panel.watch_line
    person.window.watch()
    person.until(lambda: line.text() == "Polled, not watched: photos")
    assert line.isVisible()
    assert "looked at every" in line.toolTip()
    assert "inotify instance limit reached" in line.toolTip()
    until_watching(person)
    save(indexed.photos / "leaves/new.jpg", photo("discs", 40))
    person.until_shown(31)
    entry(person).trigger()
    person.until(lambda: line.isHidden())
