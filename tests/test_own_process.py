"""Long work in a process of its own is driven as if it were here: reports, result, errors, log, pause and close."""

import logging
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from engine.errors import BugError, DamagedLibraryError, UserError
from engine.library import Library, open_library
from engine.own_process import in_own_process
from engine.progress import Driven, Progress, finish
from engine.store import folders
from engine.store.disk_trouble import is_corrupt
from tests.worker_list import worker_list

BEGINS = Progress(0, None, "Beginning")


# -- what is run there --------------------------------------------------------------------------------------------


def count_to(library: Library, last: int) -> Generator[Progress, None, tuple[int, int]]:
    for number in range(1, last + 1):
        yield Progress(number, last, f"at {number}")
    return os.getpid(), last


def add_folders(library: Library, until: str) -> Generator[Progress, None, int]:
    """Writes as the process does that started it; says in a file that it was closed."""
    try:
        for number in range(1_000_000):
            with library.writing() as db:
                folders.add(db, b"/made up %d" % number)
            yield Progress(number, None, f"wrote {number}")
    finally:
        Path(until).write_text("closed well")
    return 0


def fail_by(library: Library, kind: str) -> Generator[Progress, None, None]:
    yield BEGINS
    if kind == "user":
        raise DamagedLibraryError("It is broken.")
    if kind == "torn":
        error = sqlite3.DatabaseError("malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error
    if kind == "foreign":
        import torch

        raise torch.OutOfMemoryError("no more")
    if kind == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    raise ZeroDivisionError("ours")


def say(library: Library) -> Generator[Progress, None, None]:
    logging.getLogger("engine.somewhere").warning("seen %s", "there")
    yield BEGINS


def report_often(library: Library, count: int) -> Generator[Progress, None, int]:
    for number in range(count):
        yield Progress(number, count, "often")
    return count


def say_and_be_slow(library: Library) -> Generator[Progress, None, None]:
    logging.getLogger("engine.somewhere").warning("seen")
    time.sleep(600)
    yield BEGINS


def end_without_a_word(library: Library) -> Generator[Progress, None, None]:
    yield BEGINS
    os._exit(3)


def be_slow_to_begin(library: Library) -> Generator[Progress, None, None]:
    time.sleep(600)
    yield BEGINS


# -- what is seen here --------------------------------------------------------------------------------------------


@pytest.fixture
def no_process_left() -> Iterator[None]:
    yield
    assert worker_list() == []


pytestmark = pytest.mark.usefixtures("no_process_left")


@pytest.mark.usefixtures("processes_begin_anew")
def test_reports_and_the_result_come_from_another_process(library: Library) -> None:
    heard: list[Progress] = []
    pid, last = finish(in_own_process(library, BEGINS, count_to, 5), heard.append)
    assert pid != os.getpid()
    assert last == 5
    of_work = [progress for progress in heard if progress != BEGINS]
    assert of_work == [Progress(number, 5, f"at {number}") for number in range(1, 6)]


@pytest.mark.usefixtures("processes_begin_anew")
def test_closing_closes_the_work_there_and_what_it_wrote_is_here(library: Library, tmp_path: Path) -> None:
    told = tmp_path / "told"
    with Driven(in_own_process(library, BEGINS, add_folders, str(told))) as work:
        for progress in work:
            if progress.note == "wrote 3":
                break
    assert told.read_text() == "closed well"
    paths = [folder.path for folder in library.folders()]
    assert paths[:4] == [b"/made up 0", b"/made up 1", b"/made up 2", b"/made up 3"]
    with library.writing() as db:  # and it is ours to write to
        folders.add(db, b"/after")


def test_while_nobody_asks_for_the_next_report_it_waits(library: Library, tmp_path: Path) -> None:
    with Driven(in_own_process(library, BEGINS, add_folders, str(tmp_path / "told"))) as work:
        while next(work).note != "wrote 0":
            pass
        time.sleep(0.5)  # a pause
        assert len(library.folders()) == 1


@pytest.mark.parametrize("kind", ["user", "torn", "foreign", "ours"])
def test_errors_cross_with_where_they_came_from(library: Library, kind: str) -> None:
    expected = {"user": UserError, "torn": sqlite3.DatabaseError, "foreign": BugError, "ours": ZeroDivisionError}
    with pytest.raises(expected[kind]) as raised:
        finish(in_own_process(library, BEGINS, fail_by, kind))
    if kind == "user":
        assert type(raised.value) is DamagedLibraryError
        assert str(raised.value) == "It is broken."
    else:
        assert "in fail_by" in "".join(raised.value.__notes__)
    assert is_corrupt(raised.value) == (kind == "torn")
    assert kind != "foreign" or str(raised.value) == "OutOfMemoryError: no more"


@pytest.mark.usefixtures("processes_begin_anew")
def test_a_process_that_is_killed_costs_its_work_only(library: Library) -> None:
    with pytest.raises(UserError, match="was ended from outside \\(SIGKILL\\)"):
        finish(in_own_process(library, BEGINS, fail_by, "killed"))


ALONE = """
import logging, multiprocessing, pickle, sys
from engine.own_process import _serve
from tests.test_own_process import report_and_log

here, there = multiprocessing.Pipe()
here.close()
_serve(there, pickle.dumps((sys.argv[1], report_and_log, ())), logging.INFO)
"""


def report_and_log(library: Library) -> Generator[Progress, None, None]:
    try:
        yield BEGINS
    finally:
        logging.getLogger("engine.somewhere").warning("it was closed")


def test_when_the_process_that_wanted_it_is_killed_it_ends_without_a_word(library: Library) -> None:
    alone = subprocess.run([sys.executable, "-c", ALONE, library.path], capture_output=True, text=True, check=False)
    assert (alone.returncode, alone.stdout, alone.stderr) == (0, "", "")


def test_what_is_logged_there_is_logged_here(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        finish(in_own_process(library, BEGINS, say))
    assert [(r.name, r.getMessage()) for r in caplog.records if r.name.startswith("engine")] == [
        ("engine.somewhere", "seen there")
    ]


def test_not_each_of_many_reports_is_sent(library: Library) -> None:
    heard: list[Progress] = []
    assert finish(in_own_process(library, BEGINS, report_often, 200_000), heard.append) == 200_000
    assert len(heard) < 20_000


@pytest.mark.usefixtures("processes_begin_anew")
def test_it_can_be_closed_before_it_has_begun(library: Library) -> None:
    with Driven(in_own_process(library, BEGINS, be_slow_to_begin)) as work:
        assert next(work) == BEGINS


@pytest.mark.usefixtures("processes_begin_anew")
def test_what_is_logged_before_the_first_report_does_not_make_it_deaf(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    with Driven(in_own_process(library, BEGINS, say_and_be_slow)) as work:
        while not caplog.records:
            assert next(work) == BEGINS
        assert next(work) == BEGINS, "still asked whether it is wanted"


def test_an_end_without_a_word_is_our_mistake(library: Library) -> None:
    with pytest.raises(BugError, match="exit code 3"):
        finish(in_own_process(library, BEGINS, end_without_a_word))


def test_what_trains_apart_does_not_bring_the_window_along() -> None:
    code = "import sys, engine.learning.begun_apart; assert not {'PySide6', 'gui', 'torch'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_library_that_is_only_read_is_refused(library: Library) -> None:
    reading = open_library(library.path, write=False)
    with pytest.raises(UserError, match="reading only"):
        finish(in_own_process(reading, BEGINS, count_to, 1))
    reading.close()


@pytest.mark.usefixtures("processes_begin_anew")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells which signals a process hears")
def test_it_does_not_hear_ctrl_c_from_its_first_moment_on(library: Library) -> None:
    with Driven(in_own_process(library, BEGINS, be_slow_to_begin)) as work:
        next(work)
        (started,) = worker_list()
        said = dict(line.split(":\t") for line in Path(f"/proc/{started.pid}/status").read_text().splitlines())
        deaf = int(said["SigBlk"], 16) | int(said["SigIgn"], 16)
        assert deaf & 1 << signal.SIGINT - 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()), "here it is heard as before"
