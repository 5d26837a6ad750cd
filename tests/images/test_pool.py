"""Worker processes: one that hangs, dies or takes too much costs one file, and none outlives its parent."""

import itertools
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.errors import BugError, UserError
from engine.images import reading
from engine.images.pool import ReadingPool
from engine.images.reading import Reading, SameContent, Unread, read_file
from engine.skip_kinds import SkipKind
from tests.images import worker_tasks
from tests.images.picture_makers import jpeg, png_bomb

# As the program has it. Others have their workers forked off, as what the pool makes of them is the same.
anew = pytest.mark.usefixtures("processes_begin_anew")

BACKBONE = "efficientnet_lite0"
HASTY = 2  # seconds: a hang costs no more, and a good file never takes as long, whatever else the machine does


def wait_until(holds: Callable[[], bool], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def workers_of(pid: int) -> list[psutil.Process]:
    children = psutil.Process(pid).children()
    return [child for child in children if any("spawn_main" in part for part in child.cmdline())]


def settled(pool: ReadingPool, tasks: list[tuple[Any, ...]]) -> list[Any]:
    """The outcomes of tasks that are under way together."""
    return [future.result() for future in [pool._schedule(*task) for task in tasks]]


@pytest.fixture
def pool() -> Iterator[ReadingPool]:
    """One worker that hands back pixels; a file may take 10 s. Not confined: tests count its tries in files."""
    with ReadingPool(1, BACKBONE, None, confined=False) as started:
        yield started


@pytest.fixture
def hasty_pool() -> Iterator[ReadingPool]:
    with ReadingPool(1, BACKBONE, None, seconds_a_file=HASTY, confined=False) as started:
        yield started


@pytest.fixture
def good(tmp_path: Path) -> bytes:
    path = tmp_path / "good.jpg"
    path.write_bytes(jpeg())
    return os.fsencode(path)


@anew
def test_a_file_gives_its_picture_thumbnail_and_the_size_and_time_of_what_was_read(pool: ReadingPool, good: bytes):
    read = pool.read(good).result()
    status = os.stat(good)
    assert isinstance(read, Reading)
    assert (read.format, read.width, read.height) == ("JPEG", 64, 48)
    assert (read.size, read.mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert read.thumbnail.startswith(b"\xff\xd8")
    assert read.features_D is None
    assert read.pixels_HWC is not None
    assert read.pixels_HWC.shape == (224, 224, 3)


def test_a_known_content_is_not_decoded(pool: ReadingPool, good: bytes):
    read = pool.read(good).result()
    again = pool.read(good, (b"another", read.content)).result()
    assert again == SameContent(read.content, read.size, read.mtime_ns)


def test_what_is_more_urgent_is_read_before_all_that_no_worker_has_begun(pool: ReadingPool, good: bytes):
    came: list[str] = []
    futures = []
    for name, urgency in (("a", 0), ("b", 0), ("c", 0), ("d", 0), ("e", 1), ("f", 1), ("g", 2)):
        future = pool.read(good, (), urgency)
        future.add_done_callback(lambda _, name=name: came.append(name))
        futures.append(future)
    for future in futures:
        future.result()
    wait_until(lambda: len(came) == len(futures))
    first = came[: came.index("g")]
    assert set(first) <= {"a", "b"}, "what the worker had in hand when it came"
    others = [name for name in came if name not in first]
    assert others == ["g", "e", "f", *(name for name in "abcd" if name not in first)]


def test_what_cannot_be_opened_or_decoded_has_a_reason(pool: ReadingPool, tmp_path: Path):
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "bomb.png").write_bytes(png_bomb(100_000))
    (tmp_path / "folder.jpg").mkdir()
    os.mkfifo(tmp_path / "pipe.jpg")
    os.symlink("loop.jpg", tmp_path / "loop.jpg")
    found = {path.name: pool.read(os.fsencode(path)).result() for path in sorted(tmp_path.iterdir())}
    assert all(isinstance(unread, Unread) and unread.reason for unread in found.values())
    assert found["bomb.png"].kind == SkipKind.TOO_LARGE
    assert found["folder.jpg"].kind == found["pipe.jpg"].kind == found["loop.jpg"].kind == SkipKind.UNREADABLE
    assert not any(unread.gone for unread in found.values())
    gone = pool.read(os.fsencode(tmp_path / "nowhere.jpg")).result()
    assert isinstance(gone, Unread)
    assert gone.gone


def test_a_file_that_is_slow_to_come_is_waited_for(good: bytes):
    """Some file systems give nothing at once, which would be read as an empty file, or as none at all."""
    with reading.open_file(good) as file:
        assert os.get_blocking(file.fileno())


@pytest.mark.parametrize("hang", [worker_tasks.sleep_for_ever, worker_tasks.hang_in_c])
def test_a_worker_that_hangs_is_ended_and_the_next_file_is_read(hasty_pool, good: bytes, tmp_path: Path, hang):
    mark = tmp_path / "began"
    unread = hasty_pool._schedule(hang, str(mark)).result()
    assert unread == Unread(SkipKind.TIMEOUT, f"it took longer than {HASTY} s to read")
    assert not psutil.pid_exists(int(mark.read_text()))
    assert isinstance(hasty_pool.read(good).result(), Reading)


@pytest.mark.parametrize("death", [(worker_tasks.crash,), (worker_tasks.die, 3)])
def test_a_worker_that_dies_costs_its_file_only(pool: ReadingPool, good: bytes, death):
    before, dead, after = settled(pool, [(read_file, good, ()), death, (read_file, good, ())])
    assert isinstance(before, Reading)
    assert dead.kind == SkipKind.CRASHED
    assert "exit code" in dead.reason
    assert isinstance(after, Reading)


def test_many_deaths_in_a_row_cost_one_file_each(pool: ReadingPool, good: bytes):
    results = settled(pool, [(read_file, good, ()), (worker_tasks.crash,)] * 4)
    assert [type(result) for result in results] == [Reading, Unread] * 4


def test_a_file_beside_a_death_is_read_once_more_before_the_death_counts(pool: ReadingPool, tmp_path: Path):
    once, always = str(tmp_path / "once"), str(tmp_path / "always")
    assert pool._schedule(worker_tasks.crash_the_first_time, once).result() == "read"
    assert pool._schedule(worker_tasks.count_and_crash, always).result().kind == SkipKind.CRASHED
    assert (os.path.getsize(once), os.path.getsize(always)) == (2, 2)


@anew
def test_a_hang_is_tried_once_also_beside_a_death(hasty_pool: ReadingPool, tmp_path: Path):
    alone, beside, dead = (str(tmp_path / name) for name in ("alone", "beside", "dead"))
    hung = hasty_pool._schedule(worker_tasks.count_and_hang, alone).result()
    tasks = [(worker_tasks.count_and_crash, dead), (worker_tasks.count_and_hang, beside)]
    crashed, hung_too = settled(hasty_pool, tasks)
    assert (hung.kind, crashed.kind, hung_too.kind) == (SkipKind.TIMEOUT, SkipKind.CRASHED, SkipKind.TIMEOUT)
    assert [os.path.getsize(mark) for mark in (alone, beside, dead)] == [1, 1, 2]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_good_file_among_many_that_crash_is_blamed(good: bytes, seed: int):
    """Some die right after a good file was read, so that its worker's answer and its death come together."""
    bad = [(worker_tasks.crash,), (worker_tasks.die, 3), (worker_tasks.die, 0)] * 2
    tasks = [*bad, *((worker_tasks.answer, number) for number in range(40)), *[(read_file, good, ())] * 6]
    random.Random(seed).shuffle(tasks)
    with ReadingPool(2, BACKBONE, None) as pool:
        for task, result in zip(tasks, settled(pool, tasks), strict=True):
            if task in bad:
                assert isinstance(result, Unread)
                assert result.kind == SkipKind.CRASHED
                code = task[1] if len(task) > 1 else -signal.SIGSEGV
                assert result.reason == f"its decoder crashed (exit code {code})"
            elif task[0] is worker_tasks.answer:
                assert result == task[1]
            else:
                assert isinstance(result, Reading)


def test_a_file_behind_one_that_hangs_has_its_own_time(hasty_pool: ReadingPool, good: bytes, tmp_path: Path):
    marks = [str(tmp_path / name) for name in ("first", "second")]
    tasks = [(worker_tasks.sleep_for_ever, marks[0]), (read_file, good, ())]
    tasks += [(worker_tasks.hang_in_c, marks[1]), (read_file, good, ())]
    hung, read, hung_too, read_too = settled(hasty_pool, tasks)
    assert hung.kind == hung_too.kind == SkipKind.TIMEOUT
    assert isinstance(read, Reading)
    assert isinstance(read_too, Reading)


@anew
def test_a_caller_hears_once_and_only_of_the_last_try(pool: ReadingPool, tmp_path: Path):
    heard: list[str] = []
    future = pool._schedule(worker_tasks.crash_the_first_time, str(tmp_path / "mark"))
    future.add_done_callback(lambda done: heard.append(done.result()))
    future.result()
    pool._schedule(worker_tasks.process_id).result()
    assert heard == ["read"]


def test_a_cancelled_file_is_given_up_and_its_worker_ended(pool: ReadingPool, good: bytes, tmp_path: Path):
    mark = tmp_path / "began"
    future = pool._schedule(worker_tasks.sleep_for_ever, str(mark))
    wait_until(mark.exists)
    assert future.cancel()
    with pytest.raises(CancelledError):
        future.result()
    assert isinstance(pool.read(good).result(), Reading)
    assert not psutil.pid_exists(int(mark.read_text()))


def has_ended(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_worker_that_dies_while_it_has_nothing_to_do_is_replaced(pool: ReadingPool, good: bytes):
    for _ in range(3):
        worker = pool._schedule(worker_tasks.process_id).result()
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda pid=worker: has_ended(pid))
        assert isinstance(pool.view(good, 100), tuple)


def test_a_worker_is_replaced_after_so_many_files_and_none_is_lost(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.images.worker_keeper.FILES_A_WORKER", 3)
    with ReadingPool(1, BACKBONE, None) as pool:
        processes = settled(pool, [(worker_tasks.process_id,)] * 8)
    assert [len(list(group)) for _, group in itertools.groupby(processes)] == [3, 3, 2]


def test_workers_that_cannot_start_are_given_up_and_who_waits_is_told(tmp_path: Path, good: bytes, caplog):
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with ReadingPool(2, BACKBONE, str(tmp_path / "model.onnx")) as pool:
        futures = [pool.read(good) for _ in range(5)]
        for future in futures:
            with pytest.raises(BugError, match="as soon as they start"):
                future.result()
    assert "could not start" in caplog.text


def test_who_waits_is_told_when_no_more_files_can_be_opened(good: bytes, caplog):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ReadingPool(1, BACKBONE, None) as pool:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))  # a worker's pipes are more
        try:
            with pytest.raises(BugError, match="as soon as they start"):
                pool.read(good).result(60)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        assert isinstance(pool.read(good).result(60), Reading), "the next one is read again"
    assert "Too many open files" in caplog.text


@anew
def test_memory_has_a_limit_and_the_worker_lives_on(pool: ReadingPool):
    worker = pool._schedule(worker_tasks.process_id).result()
    assert pool._schedule(worker_tasks.take_memory, 3).result() == "refused"
    assert pool._schedule(worker_tasks.process_id).result() == worker


def test_what_nobody_foresaw_is_a_reason_too(pool: ReadingPool, caplog: pytest.LogCaptureFixture):
    unread = pool._schedule(worker_tasks.fail).result()
    assert unread == Unread(SkipKind.DAMAGED, "reading it failed (KeyError)")
    assert "unforeseen" in caplog.text


@anew
def test_stopping_ends_the_workers_at_once_even_in_a_decoder_and_wakes_who_waits(tmp_path: Path):
    pool = ReadingPool(2, BACKBONE, None, confined=False)
    marks = [tmp_path / "first", tmp_path / "second"]
    futures = [pool._schedule(worker_tasks.hang_in_c, str(mark)) for mark in marks]
    woken: list[type[BaseException]] = []

    def wait() -> None:
        try:
            futures[0].result()
        except CancelledError as error:
            woken.append(type(error))

    waiting = threading.Thread(target=wait)
    waiting.start()
    wait_until(lambda: all(mark.exists() and mark.read_text() for mark in marks))
    pool.stop()
    waiting.join(180)
    assert woken == [CancelledError]
    assert not any(psutil.pid_exists(int(mark.read_text())) for mark in marks)


@anew
def test_a_worker_that_was_stopped_while_it_started_is_no_cause_for_a_warning(good: bytes, caplog):
    pool = ReadingPool(1, BACKBONE, None)
    future = pool.read(good)
    wait_until(lambda: pool._keepers[0]._worker is not None)
    pool.stop()
    assert future.cancelled()
    assert caplog.text == ""


def test_a_stopped_pool_reads_nothing_more(good: bytes):
    pool = ReadingPool(1, BACKBONE, None)
    pool.stop()
    with pytest.raises(CancelledError):
        pool.read(good)
    with pytest.raises(UserError, match="closing"):
        pool.view(good, 100)


PARENT = """
import sys, time
from engine.images import reading
from engine.images.pool import ReadingPool
from tests.images import worker_tasks

if __name__ == "__main__":
    pool = ReadingPool(2, "efficientnet_lite0", None, confined=False)
    pool._schedule(worker_tasks.sleep_for_ever, sys.argv[1])
    print(pool._schedule(worker_tasks.process_id).result(), flush=True)
    time.sleep(600)
"""


@pytest.fixture
def parent(tmp_path: Path, ctrl_c_is_heard: None) -> Iterator[tuple[subprocess.Popen[bytes], list[psutil.Process]]]:
    """A program with two workers, one of them hanging, and all the processes that it started."""
    script, mark = tmp_path / "parent.py", tmp_path / "began"
    script.write_text(PARENT)
    command = [sys.executable, str(script), str(mark)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, process_group=0)
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        wait_until(mark.exists)
        started = psutil.Process(child.pid).children(recursive=True)
        assert len(workers_of(child.pid)) == 2
        yield child, started
        child.kill()
    for process in started:
        if process.is_running():
            process.kill()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_outlives_a_killed_parent_not_even_one_that_hangs(parent, end: signal.Signals):
    child, started = parent
    child.send_signal(end)
    child.wait()
    _, alive = psutil.wait_procs(started, timeout=180)
    assert alive == []


def test_ctrl_c_reaches_the_parent_alone_which_ends_its_workers(parent):
    child, started = parent
    os.killpg(child.pid, signal.SIGINT)
    child.wait()
    _, alive = psutil.wait_procs(started, timeout=180)
    assert alive == []


SLEEPER = """
import sys
from engine.images import reading
from engine.images.pool import ReadingPool
from tests.images import worker_tasks

if __name__ == "__main__":
    with ReadingPool(1, "efficientnet_lite0", None, seconds_a_file=5, confined=False) as pool:
        print(pool._schedule(worker_tasks.mark_and_compute, sys.argv[1], 0.5).result())
"""


def test_a_computer_that_slept_while_a_file_was_read_does_not_make_it_a_timeout(tmp_path: Path):
    """Stopping all processes is what sleep looks like to them, on a clock that goes on meanwhile."""
    script, mark = tmp_path / "sleeper.py", tmp_path / "began"
    script.write_text(SLEEPER)
    command = [sys.executable, str(script), str(mark)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0) as child:
        wait_until(mark.exists)
        os.killpg(child.pid, signal.SIGSTOP)
        time.sleep(7)
        os.killpg(child.pid, signal.SIGCONT)
        said, _ = child.communicate(timeout=180)
    assert said == b"read\n"
