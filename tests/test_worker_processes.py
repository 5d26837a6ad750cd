"""Processes that work long stand back behind the window; those that somebody waits for do not."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from engine import worker_processes
from engine.images.pool import ReadingPool
from engine.images.reading import Reading
from engine.library import Library
from engine.own_process import in_own_process
from engine.progress import Progress, finish
from engine.worker_processes import STANDING_BACK, let_long_work_stand_back
from tests.images.picture_makers import jpeg
from tests.worker_list import worker_list

pytestmark = pytest.mark.skipif(not hasattr(os, "setpriority"), reason="this system has no such call")
OURS = os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0


@pytest.fixture
def standing_back(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(worker_processes, "_niceness", 0)
    let_long_work_stand_back()
    return max(STANDING_BACK, OURS)


def own_niceness(library: Library) -> Generator[Progress, None, int]:
    yield Progress(0, None, "Looking")
    return os.getpriority(os.PRIO_PROCESS, 0)


def niceness_of_workers(photo: Path, awaited: bool) -> set[int]:
    photo.write_bytes(jpeg())
    with ReadingPool(1, "efficientnet_lite0", None, awaited=awaited) as pool:
        assert isinstance(pool.read(os.fsencode(photo)).result(), Reading)
        return {worker.nice() for worker in worker_list()}


def test_workers_of_a_job_stand_back_and_one_that_is_awaited_does_not(tmp_path: Path, standing_back: int):
    assert niceness_of_workers(tmp_path / "a.jpg", awaited=False) == {standing_back}
    assert niceness_of_workers(tmp_path / "a.jpg", awaited=True) == {OURS}


def test_a_training_stands_back(library: Library, standing_back: int):
    assert finish(in_own_process(library, Progress(0, None, "Beginning"), own_niceness)) == standing_back


def test_without_a_window_nothing_stands_back(tmp_path: Path):
    assert niceness_of_workers(tmp_path / "a.jpg", awaited=False) == {OURS}
