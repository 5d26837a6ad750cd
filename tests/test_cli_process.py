"""The command line in a process of its own: exit codes, names of any bytes, Ctrl+C."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.command_line import Running, known, run
from tests.images.test_pool import workers_of
from tests.photo_makers import photo, write_photos

__all__ = ["known", "run"]


ENCODINGS = ("ascii", "latin-1", "utf-8")
IN_EACH_ENCODING = f"""
import sys
from engine.cli import main

assert sys.stdout.encoding == {ENCODINGS[0]!r}
for encoding in {ENCODINGS}:
    sys.stdout.reconfigure(encoding=encoding)
    assert main(sys.argv[1:]) == 0
"""


def engine(*arguments: str | bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """In a process of its own."""
    return subprocess.run([sys.executable, "-m", "engine", *arguments], capture_output=True, check=False, **options)


def test_the_module_runs_prints_json_only_and_imports_no_qt(known: Running, photos: Path):
    done = engine("--library", known.library, "search", str(photos / "discs/discs-1.jpg"), "--json", "-k", "2")
    assert (done.returncode, len(json.loads(done.stdout)["hits"])) == (0, 2)
    code = (
        "import sys; from engine.cli import main\n"
        "commands = ['index'], ['skipped'], ['models', 'list'], ['check', '--repair'], ['search', sys.argv[2]]\n"
        "for command in commands:\n"
        "    assert main(['--library', sys.argv[1], *command]) == 0, command\n"
        "assert not [name for name in sys.modules if name.startswith(('PySide6', 'gui'))]\n"
        "assert 'torch' not in sys.modules\n"
    )
    arguments = [known.library, str(photos / "discs/discs-1.jpg")]
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)


def test_exit_codes_of_the_process(known: Running):
    assert engine("--library", known.library, "models", "list").returncode == 0
    failed = engine("--library", known.library, "search", "/nowhere.jpg", "--json")
    assert (failed.returncode, failed.stdout) == (1, b"")
    assert (
        failed.stderr.decode().strip() == "dualhash: '/nowhere.jpg' cannot be opened (No such file or directory)."
    )
    assert engine("dance").returncode == 2


def test_names_that_are_not_utf8_go_in_and_come_out_exactly(known: Running, photos: Path):
    path = os.fsencode(os.path.realpath(photos)) + b"/caf\xe9 \n.jpg"
    photo("discs", 33).save(photos / "plain.jpg")
    os.rename(photos / "plain.jpg", path)
    assert known.json("index")["added"] == 1
    found = engine("--library", known.library, "search", path, "--json", "-k", "1")
    assert found.stdout.isascii()
    assert os.fsencode(json.loads(found.stdout)["hits"][0]["path"]) == path
    shown = subprocess.run(
        [sys.executable, "-c", IN_EACH_ENCODING, "--library", known.library, "search", path, "-k", "1"],
        env=os.environ | {"PYTHONIOENCODING": ENCODINGS[0]},
        capture_output=True,
        check=True,
    )
    lines = shown.stdout.splitlines(keepends=True)
    assert len(lines) == len(ENCODINGS), "a newline in a name is no new line"
    assert all(b"caf\\udce9 \\n.jpg" in line for line in lines)


def test_control_characters_in_names_do_not_reach_the_terminal(known: Running, photos: Path):
    photo("discs", 34).save(photos / "evil\x1b[31m\x07‮.jpg")
    known.json("index")
    assert known("search", photos / "evil\x1b[31m\x07‮.jpg", "-k", "1") == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f‮]", known.out)


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_stops_the_indexing_keeps_what_was_stored_and_leaves_no_process(run: Running, tmp_path: Path):
    photos, library = tmp_path / "many", Path(run.library)
    write_many(photos)
    command = [sys.executable, "-m", "engine", "--library", str(library), "index", str(photos), "--json"]
    command += ["--workers", "1"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0)
    assert child.stderr is not None
    while b"Reading pictures" not in child.stderr.readline():
        pass
    started = psutil.Process(child.pid).children(recursive=True)
    while child.poll() is None and not read(library):
        time.sleep(0.05)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=180)
    assert child.returncode == 130, err
    assert out == b""
    assert err.decode().strip().endswith("dualhash: interrupted; what was stored stays.")
    assert b"Traceback" not in err
    _, alive = psutil.wait_procs(started, timeout=180)
    assert alive == []
    kept, waiting = read(library), read(library, waiting=1)
    assert 0 < len(kept) < MANY
    assert len(kept) + len(waiting) == MANY
    for path in waiting[20:]:
        os.unlink(os.fsencode(photos) + b"/" + path)
    done = run.json("index")
    assert (done["found"], done["added"], done["unchanged"]) == (len(kept) + 20, 20, len(kept))
    assert sorted(read(library)) == sorted([*kept, *waiting[:20]])


def held_at_import(module: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs that a test starts find this module in the folder, where importing it never ends: on a busy machine
    a program may be done, or at its own end, before it is known how far it is. Returns the pipe that it reads."""
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    (folder / f"{module}.py").write_text(f"open({str(pipe)!r}, 'rb').read()")
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
    return pipe


@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.parametrize("module", ["engine", "gui.launch"])
@pytest.mark.parametrize("begun", ["the program", "its workers"])
def test_ctrl_c_while_something_is_still_imported_is_one_line(
    exported_onnx: str, photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: str, module: str
):
    command = [sys.executable, "-m", module, "--library", str(tmp_path / "library"), "index", str(photos), "-q"]
    pipe = held_at_import("filelock", tmp_path, monkeypatch) if begun == "the program" else os.devnull
    child = subprocess.Popen(command, stderr=subprocess.PIPE, process_group=0)
    with open(pipe, "wb"):  # waits until the import reads, which then waits for more
        while begun == "its workers" and not workers_of(child.pid):
            assert child.poll() is None
            time.sleep(0.01)
        os.killpg(child.pid, signal.SIGINT)
        err = child.communicate(timeout=180)[1]
    assert child.returncode == 130, err
    assert b"Traceback" not in err
    assert b"dualhash: interrupted; what was stored stays." in err


def test_ctrl_c_in_code_made_from_text_is_an_exit_code_and_not_a_signal():
    program = "import sys; from engine.interrupting import ended_in_a_line; "
    program += "sys.exit(ended_in_a_line(lambda: exec('raise KeyboardInterrupt')))"
    child = subprocess.run([sys.executable, "-c", program], capture_output=True)
    assert child.returncode == 130
    assert child.stderr.decode().strip() == "dualhash: interrupted; what was stored stays."


MANY = 1000


def write_many(folder: Path) -> None:
    """So many pictures, all different, that reading them takes far longer than it takes to notice that it began."""
    write_photos(folder, each=10)
    pictures = sorted(folder.rglob("*.jpg"))
    for number in range(MANY - len(pictures)):
        content = pictures[number % len(pictures)].read_bytes()
        (folder / f"again-{number:04}.jpg").write_bytes(content + b"%d" % number)


def read(library: Path, waiting: int = 0) -> list[bytes]:
    """The files that have been read, or that wait for it, seen from outside."""
    try:
        db = sqlite3.connect(f"file:{library / 'library.db'}?mode=ro", uri=True)
        try:
            rows = db.execute("SELECT path FROM files WHERE waiting = ? ORDER BY path", (waiting,)).fetchall()
            return [bytes(path) for (path,) in rows]
        finally:
            db.close()
    except sqlite3.OperationalError:
        return []


def test_a_search_imports_neither_what_other_commands_work_with_nor_what_reads_pictures():
    """That takes longer than the search. A picture from outside is read by a worker, which is imported then."""
    script = (
        "import sys, engine.cli, engine.commands.parser as p; p.command_parser().parse_args(['search', 'x.jpg'])"
    )
    lists = f"{script}; import engine.commands.search; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", lists], capture_output=True, text=True, check=True)
    brought = set(done.stdout.split())
    assert "engine.commands.search" in brought
    others = {"engine.jobs.indexing", "engine.commands.index", "engine.commands.train", "engine.images.reading"}
    assert brought & {*others, "engine.images.pool", "engine.file_actions.settling", "tqdm"} == set()
