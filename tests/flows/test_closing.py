"""The program itself, in a process of its own, closed in the middle of whatever it does: it ends well, loses
nothing and leaves nothing behind."""

import os
import shutil
import subprocess
import sys
import uuid
from pathlib import Path

import psutil

from engine.jobs.checking import check
from engine.library import open_library
from engine.progress import finish
from tests.flows.conftest import BATCH, MANY
from tests.flows.wholeness import assert_whole, coded, waiting

PROGRAM = f"""
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
import gui.app
from engine.jobs import reading_ahead
from engine.search.query import QueryPicture
from gui.window.main_window import MainWindow

def watch(window):
    ready = False
    try:
        ready = eval(sys.argv[3])
    finally:
        if ready:
            print("closing", flush=True)
            window.close()
        else:
            QTimer.singleShot(10, lambda: watch(window))

reading_ahead.BATCH = {BATCH}
show = MainWindow.show
MainWindow.show = lambda window: (show(window), QTimer.singleShot(0, lambda: watch(window)))
sys.exit(gui.app.run(sys.argv[2].encode() or None, sys.argv[1]))
"""


def run_window(library: Path, folder: Path | str, close_when: str, **environment: str) -> None:
    """The program itself in a process of its own, closed when something holds; nothing of it may be left."""
    mark = uuid.uuid4().hex
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(library), str(folder), close_when],
        env=os.environ | environment | {"DUALHASH_TEST_MARK": mark},
        capture_output=True,
        text=True,
        timeout=600,
    )
    left = [process.pid for process in psutil.process_iter() if _is_marked(process, mark)]
    assert left == [], f"processes of the program are still there: {left}"
    assert result.stdout == "closing\n"
    assert result.returncode == 0, result.stderr
    assert "QThread" not in result.stderr
    assert "Traceback" not in result.stderr


def _is_marked(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get("DUALHASH_TEST_MARK") == mark
    except psutil.Error:
        return False


def test_the_program_closed_at_once_after_its_start_ends_well(tmp_path: Path, many: Path) -> None:
    run_window(tmp_path / "library", many, "True")


def test_the_program_closed_while_it_reads_pictures_ends_well_and_loses_nothing(
    tmp_path: Path, many: Path, exported_onnx: str
) -> None:
    stored = "window.session.library.db.execute('SELECT count(*) FROM codes').fetchone()[0] > 0"
    run_window(tmp_path / "library", many, stored)
    library = open_library(str(tmp_path / "library"))
    kept, left = coded(library), waiting(library)
    assert kept > 0
    assert kept + left == MANY
    assert finish(check(library)) == []
    library.close()
    idle = f"window.session.job is None and window.model.rowCount() == {MANY}"
    run_window(tmp_path / "library", "", idle)
    library = open_library(str(tmp_path / "library"))
    assert_whole(library, MANY)
    library.close()


def test_the_program_closed_while_it_prepares_the_model_leaves_nothing_behind(tmp_path: Path, photos: Path) -> None:
    cache = tmp_path / "cache"
    preparing = "'Preparing' in window.job_bar.text.text()"
    run_window(tmp_path / "library", photos, preparing, DUALHASH_CACHE=str(cache))
    assert list(cache.rglob("*.part")) == []


def test_the_program_closed_in_the_middle_of_a_search_that_prepares_the_model_leaves_nothing_behind(
    tmp_path: Path, library_made: Path, photos_made: Path
) -> None:
    library, cache = shutil.copytree(library_made, tmp_path / "library"), tmp_path / "cache"
    picture = tmp_path / "another.jpg"
    picture.write_bytes((photos_made / "discs" / "discs-0.jpg").read_bytes() + b"\0")
    ask = f"window.searching.find_pictures([QueryPicture(path={os.fsencode(picture)!r})])"
    is_preparing = f"list(Path({str(cache)!r}).rglob('*'))"  # its folder is made at the beginning
    searching = f"{ask} if window.searching.query is None else {is_preparing}"
    run_window(library, "", searching, DUALHASH_CACHE=str(cache))
    assert list(cache.rglob("*.part")) == []
