"""A person's way through the window while it works: a folder is dropped, pictures appear, codes follow; searches,
changes of mind and closing in the middle of it. All real: worker processes, backbone, faiss."""

import os
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtTest import QTest

from engine.library import open_library
from engine.search.query import QueryPicture
from engine.store import features, images
from tests.flows.conftest import MANY
from tests.flows.wholeness import assert_whole, coded, waiting
from tests.folder_state import folder_state
from tests.gui.person import LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.photo_makers import KINDS


def drop_and_pause(person: Person, *folders: Path) -> None:
    """Drop folders and press pause as the job begins: it stops when it has looked through the first of them."""

    def pause() -> None:
        QTest.mouseClick(person.window.job_bar.pause, LEFT)

    person.session.job_started.connect(pause)
    person.drop_paths(*folders)
    person.until(lambda: person.session.job is not None and person.session.job.paused)
    person.session.job_started.disconnect(pause)


def go_on(person: Person) -> None:
    assert person.session.job is not None
    assert person.session.job.paused
    QTest.mouseClick(person.window.job_bar.pause, LEFT)


def read_some(person: Person, holds: Callable[[], bool]) -> None:
    """Let the job go on until something holds, and pause it again in the middle."""
    go_on(person)
    person.until(holds)
    QTest.mouseClick(person.window.job_bar.pause, LEFT)
    assert person.session.job is not None


# -- the whole path -----------------------------------------------------------------------------------------------


def test_drop_a_folder_watch_it_fill_click_a_picture_and_see_its_like(newcomer: Person, many: Path) -> None:
    window, library = newcomer.window, newcomer.session.library
    before = folder_state(many, times=True)
    drop_and_pause(newcomer, many)

    newcomer.until_shown(MANY)  # pictures are there as soon as they are scanned
    assert window.centre.currentWidget() is window.grid
    assert waiting(library) == MANY
    newcomer.until_tiles()
    assert window.model.tile(0).pending
    assert newcomer.said() == "Indexing is paused"
    newcomer.click(1)
    newcomer.until(lambda: ("Status", "waiting to be read") in window.preview.metadata.rows())
    newcomer.until(lambda: window.preview.view.has_image())  # even so it can be looked at

    go_on(newcomer)
    newcomer.until(lambda: window.choosing.computes_on.startswith("Computing on the CPU"))
    newcomer.until_idle()
    assert newcomer.said() == f"Indexed: {MANY} added."
    assert not window.job_bar.bar.isVisible()
    newcomer.until(lambda: not window.model.tile(0).pending and window.model.tile(0).pixmap is not None)
    newcomer.until(lambda: ("Status", "waiting to be read") not in window.preview.metadata.rows())
    assert_whole(library, MANY)

    for kind in KINDS:
        newcomer.press(Key.Key_Escape)
        newcomer.until_shown(MANY)
        newcomer.double_click(newcomer.names().index(f"{kind}-7.jpg"))
        assert newcomer.until_found()[0] == f"{kind}-7.jpg"
        assert newcomer.kinds(10) == {kind}
    assert folder_state(many, times=True) == before


# -- searching while indexing -------------------------------------------------------------------------------------


def test_searching_while_indexing_finds_what_is_read_also_with_what_is_not(newcomer: Person, many: Path) -> None:
    window, library = newcomer.window, newcomer.session.library
    drop_and_pause(newcomer, many)
    newcomer.until_shown(MANY)
    newcomer.click(0)
    newcomer.press(Key.Key_Return, on=window.grid)
    newcomer.until(lambda: window.searching.problem)
    assert window.centre.currentWidget() is window.empty
    assert window.empty.accessibleDescription() == "Nothing is indexed yet, so there is nothing to search."
    read_some(newcomer, lambda: coded(library) > 0)

    assert newcomer.until_found()[0] == "bricks-0.jpg"  # by itself, as its code has come
    newcomer.press(Key.Key_Escape)
    newcomer.until_shown(MANY)
    unread = next(i for i in reversed(window.model.ids().tolist()) if images.is_pending(library.db, i))
    window.grid.show_image(unread)
    newcomer.press(Key.Key_Return, on=window.grid)
    newcomer.until_found()
    assert unread not in window.model.ids()
    assert images.is_pending(library.db, unread)
    newcomer.until(lambda: window.query_bar.has_picture_image(QueryPicture(image_id=unread)))
    go_on(newcomer)
    newcomer.until_idle()
    newcomer.until(lambda: window.model.image_id(0) == unread)
    newcomer.press(Key.Key_End, on=window.query_bar.filters.slider.track.high)  # at any distance
    newcomer.until(lambda: newcomer.rows() == MANY)  # and the search is repeated when all are read


# -- changes of mind ----------------------------------------------------------------------------------------------


def test_a_second_folder_dropped_while_a_job_runs_is_indexed_too(newcomer: Person, photos: Path) -> None:
    drop_and_pause(newcomer, photos / "discs")
    newcomer.drop_paths(photos / "leaves")
    newcomer.until(lambda: newcomer.rows() == 12)
    newcomer.until_idle()
    assert_whole(newcomer.session.library, 12)
    assert {row.split("  ")[0] for row in newcomer.tree()} >= {"discs", "leaves"}


def test_two_folders_dropped_at_once_are_both_indexed(newcomer: Person, photos: Path) -> None:
    newcomer.drop_paths(photos / "discs", photos / "leaves")
    newcomer.until(lambda: len(newcomer.session.library.folders()) == 2)
    newcomer.until(lambda: newcomer.rows() == 12)
    newcomer.until_idle()
    assert_whole(newcomer.session.library, 12)


def test_the_folder_above_one_that_is_being_indexed_takes_it_over(newcomer: Person, photos: Path) -> None:
    drop_and_pause(newcomer, photos / "discs")
    newcomer.drop_paths(photos)
    newcomer.until(lambda: newcomer.rows() == 30)
    newcomer.until_idle()
    assert [folder.path for folder in newcomer.session.library.folders()] == [os.fsencode(photos)]
    assert_whole(newcomer.session.library, 30)


def test_a_folder_removed_while_it_is_indexed_goes_and_the_other_is_finished(
    newcomer: Person, many: Path, photos: Path
) -> None:
    session, library = newcomer.session, newcomer.session.library
    drop_and_pause(newcomer, many, photos)
    (many_folder,) = (folder for folder in library.folders() if folder.path == os.fsencode(many))
    read_some(newcomer, lambda: features.count(library.db, "efficientnet_lite0") > 0)
    session.remove_folder(many_folder)
    newcomer.until(lambda: library.folders() != [] and many_folder not in library.folders())
    newcomer.until_idle()
    newcomer.until_shown(30)
    assert "Something went wrong" not in newcomer.said()
    assert_whole(library, 30)
    assert len(list(many.rglob("*.jpg"))) == MANY


def test_two_folders_removed_one_after_the_other_are_both_gone(newcomer: Person, photos: Path) -> None:
    session, library = newcomer.session, newcomer.session.library
    newcomer.drop_paths(photos / "discs", photos / "leaves")
    newcomer.until(lambda: len(library.folders()) == 2)
    for folder in library.folders():
        session.remove_folder(folder)
    newcomer.until(lambda: library.folders() == [])
    newcomer.until_idle()
    assert newcomer.rows() == 0
    assert newcomer.tree() == ["All pictures  (0)"]


def test_what_a_person_cancels_stays_cancelled_but_what_was_asked_for_meanwhile_follows(
    newcomer: Person, photos: Path
) -> None:
    session, library = newcomer.session, newcomer.session.library
    drop_and_pause(newcomer, photos)
    newcomer.until_shown(30)
    QTest.mouseClick(newcomer.window.job_bar.cancel, LEFT)
    newcomer.until_idle()
    assert "cancelled" in newcomer.said()
    assert waiting(library) == 30
    newcomer.press(Key.Key_F5)
    assert session.job is not None
    newcomer.until_idle()
    assert_whole(library, 30)


def test_a_folder_that_is_not_there_is_refused_even_while_a_job_runs(newcomer: Person, photos: Path) -> None:
    drop_and_pause(newcomer, photos)
    newcomer.session.add_folder(os.fsencode(photos.parent / "nowhere"))
    newcomer.until_idle()
    newcomer.until(lambda: newcomer.rows() == 30)
    assert_whole(newcomer.session.library, 30)


# -- the end of the program in the middle of it -------------------------------------------------------------------


def test_closing_while_indexing_keeps_what_was_stored_and_the_next_window_finishes(
    newcomer: Person, open_window: OpenWindow, many: Path, photos: Path
) -> None:
    library = newcomer.session.library
    newcomer.drop_paths(photos)
    newcomer.until(lambda: coded(library) > 0)
    newcomer.until_idle()
    kept = coded(library)
    drop_and_pause(newcomer, many)
    assert newcomer.session.job is not None
    newcomer.session.job.resume()
    newcomer.window.close()
    assert not newcomer.session.still_busy
    assert _workers() == []

    again = open_window(open_library(library.path))
    assert coded(again.session.library) >= kept
    assert waiting(again.session.library) > 0
    again.press(Key.Key_F5)
    again.until_idle()
    again.until_shown(kept + MANY)
    assert_whole(again.session.library, kept + MANY)


def test_closing_with_more_work_queued_starts_none_of_it(newcomer: Person, many: Path, photos: Path) -> None:
    drop_and_pause(newcomer, many)
    newcomer.session.index()
    newcomer.drop_paths(photos)
    newcomer.window.close()
    newcomer.qtbot.wait(100)
    assert newcomer.session.job is None
    assert _workers() == []


def _workers() -> list[str]:
    """Processes that reading pictures started and that are still there."""
    lines = (" ".join(child.cmdline()) for child in psutil.Process().children(recursive=True))
    return [line for line in lines if "spawn_main" in line or "onnx_export" in line]
