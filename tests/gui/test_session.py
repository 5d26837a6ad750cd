"""Work that panels hand to the session: jobs take turns, and their end is told to whoever asked for them."""

import os
import threading
from collections.abc import Generator
from pathlib import Path

from PySide6.QtTest import QTest

from engine.errors import UserError
from engine.library import open_library
from engine.progress import Progress
from tests.conftest import IndexedLibrary
from tests.gui.person import LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow


class Counting:
    """Work of three steps, each taken when the test lets it; ends with `result`, or raises it."""

    def __init__(self, result: object = None) -> None:
        self.allowed = threading.Semaphore(0)
        self.begun = threading.Event()
        self.result = result
        self.thread: int | None = None

    def __call__(self) -> Generator[Progress, None, object]:
        self.thread = threading.get_ident()
        self.begun.set()
        for done in range(3):
            yield Progress(done, 3, "Counting")
            assert self.allowed.acquire(timeout=180)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def finish(self) -> None:
        self.allowed.release(3)


class Told:
    """What whoever asked for a job was told, and in which thread."""

    def __init__(self) -> None:
        self.said: list[object] = []
        self.threads: set[int] = set()

    def tell(self, *values: object) -> None:
        self.said.append(values[0] if values else "cancelled")
        self.threads.add(threading.get_ident())


def test_jobs_run_one_after_the_other_in_the_order_asked_for(newcomer: Person) -> None:
    works, told, titles = [Counting(n) for n in range(3)], Told(), []
    newcomer.session.job_started.connect(lambda job: titles.append(job.title))
    for number, work in enumerate(works):
        newcomer.session.run(f"Counting {number}", work, told.tell)
    assert works[0].begun.wait(180)
    newcomer.qtbot.wait(50)
    assert titles == ["Counting 0"]
    assert not works[1].begun.is_set()
    for work in works:
        work.finish()
    newcomer.until_idle()
    assert titles == ["Counting 0", "Counting 1", "Counting 2"]
    assert told.said == [0, 1, 2]
    assert told.threads == {threading.get_ident()}
    assert {work.thread for work in works}.isdisjoint(told.threads)


def test_a_job_that_fails_says_why_and_the_next_one_runs(newcomer: Person) -> None:
    bad, good, told = Counting(UserError("Too few labels.")), Counting("fine"), Told()
    newcomer.session.run("Training", bad, failed=told.tell)
    newcomer.session.run("Counting", good, done=told.tell)
    bad.finish()
    good.finish()
    newcomer.until_idle()
    assert told.said == ["Too few labels.", "fine"]


def test_a_job_is_paused_and_cancelled_by_the_buttons_below(newcomer: Person) -> None:
    work, told, bar = Counting(), Told(), newcomer.window.job_bar
    newcomer.session.run("Training", work, told.tell, told.tell, cancelled=told.tell)
    job = newcomer.session.job
    assert job is not None
    assert job.title == "Training"
    newcomer.until(lambda: newcomer.said() == "Counting: 0 of 3")
    QTest.mouseClick(bar.pause, LEFT)
    assert job.paused
    assert newcomer.said() == "Training is paused"
    QTest.mouseClick(bar.cancel, LEFT)
    work.finish()
    newcomer.until_idle()
    assert told.said == ["cancelled"]
    assert newcomer.said() == "Training was cancelled."


def test_what_follows_from_a_result_may_be_asked_for_at_once(newcomer: Person) -> None:
    first, second, told = Counting("labels"), Counting("a version"), Told()
    newcomer.session.run(
        "Reading", first, lambda labels: newcomer.session.run(f"Learning {labels}", second, told.tell)
    )
    first.finish()
    second.finish()
    newcomer.until(lambda: told.said == ["a version"])
    newcomer.until_idle()


def test_only_work_that_changes_the_library_makes_the_panels_read_again_on_the_way(newcomer: Person) -> None:
    changes, session = [], newcomer.session
    session.library_changed.connect(lambda: changes.append(session.job is None))
    for changes_library in (False, True):
        changes.clear()
        work = Counting()
        session.run("Counting", work, changes_library=changes_library)
        work.finish()
        newcomer.until(lambda: True in changes)
        assert (False in changes) is changes_library


def test_indexing_and_other_work_take_turns(person: Person) -> None:
    titles, training = [], Counting()
    person.session.job_started.connect(lambda job: titles.append(job.title))
    person.session.run("Training", training)
    person.press(Key.Key_F5)
    person.press(Key.Key_F5)
    person.session.run("Counting", (last := Counting()))
    training.finish()
    last.finish()
    person.until_idle()
    assert titles == ["Training", "Indexing", "Counting"]


def test_a_folder_added_during_a_long_job_is_in_the_tree_at_once_and_indexed_after_it(
    person: Person, tmp_path: Path, photos: Path
) -> None:
    training, more = Counting(), tmp_path / "more"
    more.mkdir()
    (photos / "discs" / "discs-0.jpg").rename(more / "moved.jpg")
    person.session.run("Training", training)
    person.drop_paths(more)
    person.until(lambda: any(row.startswith("more") for row in person.tree()))
    assert person.session.job is not None
    assert person.session.job.title == "Training"
    training.finish()
    person.until_idle()
    assert "more  (1)" in person.tree()


def test_a_folder_removed_and_added_again_during_a_long_job_is_there_with_its_pictures(
    person: Person, indexed: IndexedLibrary
) -> None:
    training = Counting()
    person.session.run("Training", training)
    person.session.remove_folder(indexed.folder)
    person.session.add_folder(os.fsencode(indexed.photos))
    training.finish()
    person.until_idle()
    person.until_shown(30)
    assert len(person.session.library.folders()) == 1


def test_a_library_that_can_only_be_read_takes_no_job_that_changes_it(
    person: Person, open_window: OpenWindow
) -> None:
    reader, told = open_window(open_library(person.session.library.path)), Told()
    reader.session.run("Training", Counting(), told.tell)
    assert "can only be read" in reader.said()
    assert reader.session.job is None
    work = Counting("a table")
    work.finish()
    reader.session.run("Exporting", work, told.tell, changes_library=False)
    reader.until(lambda: told.said == ["a table"])


def test_closing_cancels_what_runs_begins_nothing_more_and_tells_nobody(newcomer: Person) -> None:
    running, waiting, told = Counting(), Counting(), Told()
    newcomer.session.run("Training", running, told.tell, told.tell, cancelled=told.tell)
    newcomer.session.run("Counting", waiting, told.tell, told.tell, cancelled=told.tell)
    assert running.begun.wait(180)
    running.finish()
    newcomer.window.close()
    newcomer.qtbot.wait(20)
    assert not newcomer.session.still_busy
    assert not waiting.begun.is_set()
    assert told.said == []
