"""What is on screen is read first: a folder that is opened, where one scrolls, the picture that is selected."""

import os
from pathlib import Path

import pytest

from engine.jobs.indexing import index
from engine.library import Library
from engine.store import waiting_rows
from tests.conftest import CPU
from tests.gui.person import Key, Person
from tests.gui.window_fixtures import OpenWindow

ALL = 30


class Onlooker:
    """Somebody before a small window on a library of which nothing was read, as an indexing was cut off."""

    def __init__(self, person: Person) -> None:
        self.person, self.window, self.session = person, person.window, person.session

    def read(self) -> list[int]:
        """What has been read, in that order: rows are stored as pictures come from the worker."""
        rows = self.session.library.db.execute("SELECT image_id FROM features ORDER BY rowid")
        return [image_id for (image_id,) in rows]

    def last_folder(self) -> bytes:
        """The one that would be read last."""
        db = self.session.library.db
        (path,) = db.execute("SELECT path FROM files ORDER BY id DESC LIMIT 1").fetchone()
        return os.path.join(self.session.library.folders()[0].path, os.path.dirname(path))

    def index(self) -> None:
        self.session.index()
        self.person.until_idle()
        assert len(self.read()) == ALL

    def until_read(self, count: int) -> None:
        self.person.until(lambda: len(self.read()) >= count)

    def were_first(self, image_ids: list[int]) -> bool:
        """No other was read before all of them were: one worker reads in the order in which it is asked."""
        wanted = set(image_ids)
        return set(self.read()[: len(wanted)]) == wanted

    def rows(self, first: int, last: int) -> list[int]:
        return self.window.model.ids()[first:last].tolist()


@pytest.fixture
def onlooker(
    library: Library, photos: Path, exported_onnx: str, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> Onlooker:
    monkeypatch.setattr("engine.jobs.reading_ahead.BATCH", 2)
    monkeypatch.setattr("engine.jobs.indexing.default_workers", lambda: 1)
    folder = library.add_folder(os.fsencode(photos))
    cut_off = index(library, [folder], device=CPU)
    while waiting_rows.count(library.db, [folder.id]) < ALL:
        next(cut_off)
    cut_off.close()
    person = open_window(library, (820, 520))
    person.window.grid.set_tile_size(320)
    person.until_shown(ALL)
    return Onlooker(person)


def test_the_folder_that_is_open_is_read_before_all_others(onlooker: Onlooker) -> None:
    onlooker.person.choose_folder(onlooker.last_folder())
    onlooker.person.until_shown(6)
    onlooker.index()
    assert onlooker.were_first(onlooker.rows(0, 6))


def test_another_folder_that_is_opened_while_pictures_are_read_goes_before_them(onlooker: Onlooker) -> None:
    onlooker.session.index()
    onlooker.until_read(1)
    job = onlooker.session.job
    assert job is not None
    job.pause()
    onlooker.person.choose_folder(onlooker.last_folder())
    onlooker.person.until_shown(6)
    folder = set(onlooker.rows(0, 6))
    before = len(onlooker.read())
    job.resume()
    onlooker.person.until_idle()
    after = [image_id in folder for image_id in onlooker.read()]
    begun = before + ALL // 2  # what the worker has already been given goes first
    assert begun >= ALL or not after[-1], f"of those that are not looked at, some wait: {before} were read before"
    onlooker.person.until(lambda: onlooker.window.model.tile(0).pixmap is not None)


def test_what_waits_to_be_read_is_seen_large(onlooker: Onlooker) -> None:
    onlooker.person.click(1)
    onlooker.person.press(Key.Key_Space, on=onlooker.window.grid)
    onlooker.person.until(lambda: onlooker.window.viewer.isVisible() and onlooker.window.viewer.view.has_image())
    assert ("Status", "waiting to be read") in onlooker.window.preview.metadata.rows()


def test_where_one_scrolls_to_is_read_first_and_then_what_comes_below(onlooker: Onlooker) -> None:
    bar = onlooker.window.grid.verticalScrollBar()
    bar.setValue(bar.maximum() * 2 // 3)
    row = onlooker.window.grid.indexAt(onlooker.window.grid.viewport().rect().center()).row()
    assert row > 6
    near = onlooker.window.model.near()
    current = onlooker.rows(0, 1)  # as it is in a grid where nobody has chosen any
    onlooker.index()
    assert onlooker.were_first(current + list(near)[:2])
    assert onlooker.were_first(current + list(near))
    assert onlooker.were_first(current + onlooker.rows(min(near.values()), ALL))


def test_the_selected_picture_goes_before_what_is_on_screen(onlooker: Onlooker) -> None:
    onlooker.person.click(0)
    onlooker.person.press(Key.Key_End, on=onlooker.window.grid)
    onlooker.window.grid.verticalScrollBar().setValue(0)
    last = onlooker.rows(ALL - 1, ALL)
    assert onlooker.window.grid.current_id() == last[0]
    onlooker.index()
    assert onlooker.were_first(last)
    assert onlooker.were_first(last + onlooker.rows(0, 2))
