"""kill -9 at any moment of an indexing: what was reported is there, nothing is torn, and the next run goes on."""

import json
import os
import random
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import psutil
import pytest

from engine.jobs.checking import check
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import codes, features, thumbnails, versions
from tests.flows.wholeness import assert_whole
from tests.shared_data import SHARED, needs_shared

EACH = 20  # clothes of a kind
CLOTHES = 10 * EACH
KILLS = int(os.environ.get("DUALHASH_KILLS") or 6)
SEED = int(os.environ.get("DUALHASH_KILL_SEED") or 20)

# After each report, what the library then holds for good: a line with the new images, and the active version.
PROGRAM = """
import json, os, sys
from engine.jobs import reading_ahead
from engine.jobs.indexing import index
from engine.library import open_library
from engine.model.device import Device
from engine.store import features, versions

if __name__ == "__main__":
    reading_ahead.BATCH = 40  # several of so few pictures
    library = open_library(sys.argv[1])
    folder = library.add_folder(os.fsencode(sys.argv[2]))
    told = set()
    print("[]", flush=True)
    for progress in index(library, [folder], device=Device("cpu", "CPU", "as the test asks for")):
        new = set(features.ids(library.db, "efficientnet_lite0").tolist()) - told
        told |= new
        print(json.dumps(sorted(new)), flush=True)
    library.close()
    print('"done"', flush=True)
"""


def processes_with(mark: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("DUALHASH_TEST_MARK") == mark:
                found.append(process)
        except psutil.Error:
            continue
    return found


def index_and_kill(library: Path, folder: Path, script: Path, seconds: float) -> tuple[list[int], bool]:
    """Index for so long, then kill. Returns the images that were reported as stored, and whether it was done."""
    mark = uuid.uuid4().hex
    output = script.with_suffix(".out")
    with output.open("wb") as file:
        child = subprocess.Popen(
            [sys.executable, str(script), str(library), str(folder)],
            stdout=file,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"DUALHASH_TEST_MARK": mark},
        )
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
    _, alive = psutil.wait_procs(processes_with(mark), timeout=180)
    assert alive == [], "no process outlives the program"
    return said_by(output)


def said_by(output: Path) -> tuple[list[int], bool]:
    """The images that were reported as stored so far, and whether it was done."""
    lines = output.read_bytes().split(b"\n")[:-1]  # what stands behind the last newline was not said to its end
    said = [json.loads(line) for line in lines]
    return [image for line in said if isinstance(line, list) for image in line], "done" in said


def assert_stored(library: Library, images: list[int]) -> None:
    """Each of these images has its features, its thumbnail and, once there is a version, its code."""
    held = set(features.ids(library.db, "efficientnet_lite0").tolist())
    assert set(images) <= held
    pictures = thumbnails.get(library.thumbnails_db, images)
    assert set(images) == set(pictures)
    assert list(thumbnails.damaged(library.thumbnails_db)) == []
    active = versions.active(library.db)
    if active is not None:
        rows = codes.since(library.db, active.id, 0, active.bits)
        assert rows.damaged == []
        assert len(rows.image_ids_N) <= len(held)


def assert_nothing_torn(path: Path, reported: set[int]) -> None:
    """After a kill: the library opens for writing, holds what was reported, and nothing in it is damaged."""
    library = open_library(str(path))
    assert not library.read_only
    assert_stored(library, sorted(reported))
    # A kill in the moment between a new version and its codes: the next run makes them from the features.
    assert {finding.what for finding in finish(check(library))} <= {"pictures have no code of the active version"}
    assert list(path.rglob("*.part")) == []
    library.close()


def assert_complete(path: Path) -> None:
    library = open_library(str(path))
    assert_whole(library, CLOTHES)
    assert len(versions.all_versions(library.db)) == 1
    assert len(os.listdir(library.models_folder)) == 1, "no model file of an abandoned version is left"
    library.close()


@needs_shared
@pytest.mark.timeout(1800)
def test_killed_at_any_moment_an_indexing_keeps_what_it_reported_and_is_completed_later(
    exported_onnx: str, tmp_path: Path
) -> None:
    script, clothes = tmp_path / "program.py", tmp_path / "clothes"
    script.write_text(PROGRAM)
    for kind in (SHARED / "clothing10").iterdir():
        (clothes / kind.name).mkdir(parents=True)
        for file in sorted(kind.iterdir())[:EACH]:
            os.symlink(file, clothes / kind.name / file.name)
    moments = random.Random(SEED)
    path, reported = tmp_path / "library-0", set[int]()
    for number in range(KILLS):
        # Now and then right at the start: opening, scanning and the first transactions are short.
        seconds = moments.uniform(0.2, 1.5) if number % 3 == 0 else moments.uniform(0.8, 3.5)
        images, done = index_and_kill(path, clothes, script, seconds)
        reported |= set(images)
        print(f"kill {number + 1} after {seconds:.1f} s: {len(reported)} reported, done: {done}")
        if (path / "library.db").exists():
            assert_nothing_torn(path, reported)
        if done:
            assert_complete(path)
            path, reported = tmp_path / f"library-{number + 1}", set()
    _, done = index_and_kill(path, clothes, script, 600)
    assert done
    assert_complete(path)
