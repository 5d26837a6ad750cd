"""Nothing leaves the machine: all that a person does, in an empty home folder, under the eyes of strace."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.flows.test_closing import PROGRAM

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace looks at Linux")

CALLS = "socket,connect,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2"
COMMANDS = [  # after "index", which is the program itself
    ["labels", "from-folders"],
    ["search", "{photos}/discs/discs-1.jpg"],
    ["search", "--text", "discs has:date"],
    ["duplicates"],
    ["labels", "import", "--xmp", "{photos}"],
    ["labels", "export", "--xmp"],
    ["missing"],
    ["train", "--bits", "16", "--epochs", "2"],
    ["evaluate"],
    ["labels", "export", "{photos}/labels.csv"],
    ["models", "list"],
    ["check"],
]
ONE_AFTER_THE_OTHER = """
import json, sys
from gui.launch import main

for command in json.loads(sys.argv[1]):
    sys.argv[1:] = command
    assert main() == 0, command
"""
OURS = (".cache/dualhash/", ".local/share/dualhash/", ".local/state/dualhash/")
NOT_A_FILE = ("/dev/null", "/dev/tty", "/dev/shm/", "/proc/")  # shared memory between our own processes


@dataclass(frozen=True)
class Traced:
    home: Path
    photos: Path
    lines: list[str]


@pytest.fixture(scope="module")
def traced(photos_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Traced:
    """Variables of the environment are those of a plain login: some libraries keep quiet where they see CI's."""
    if shutil.which("strace") is None or subprocess.run(["strace", "-f", "-o", os.devnull, "true"]).returncode:
        pytest.skip("strace is not installed, or may not look on here")
    place = tmp_path_factory.mktemp("traced")
    home, photos = place / "home", Path(shutil.copytree(photos_made, place / "photos"))
    (home / "tmp").mkdir(parents=True)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(home / "tmp"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.getcwd(),
    }
    commands = [[word.format(photos=photos) for word in words] for words in COMMANDS]
    programs = [
        ["-m", "gui.launch", "index", str(photos)],
        ["-c", ONE_AFTER_THE_OTHER, json.dumps(commands)],
        ["-c", PROGRAM, str(home / ".local/share/dualhash/library"), "", "window.session.job is None"],
    ]
    lines: list[str] = []
    for number, program in enumerate(programs):
        trace = place / f"trace-{number}"
        seen = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-e", f"trace={CALLS}", "-o", str(trace)]
        before = os.umask(0)  # as open to others as can be
        try:
            done = subprocess.run(
                [*seen, sys.executable, *program], env=environment, capture_output=True, text=True, timeout=600
            )
        finally:
            os.umask(before)
        assert done.returncode == 0, f"{program}: {done.stderr}"
        lines += trace.read_text(errors="replace").splitlines()
    return Traced(home, photos, lines)


def test_no_socket_leads_out_of_the_machine(traced: Traced):
    sockets = [line for line in traced.lines if " socket(" in line]
    assert [line for line in sockets if "AF_UNIX" not in line] == []
    assert [line for line in traced.lines if " connect(" in line and "AF_UNIX" not in line] == []


def test_files_are_written_in_the_library_the_cache_and_the_settings_alone(traced: Traced):
    left = [path.relative_to(traced.home) for path in traced.home.rglob("*") if not path.is_dir()]
    assert [path for path in left if not str(path).startswith(OURS)] == []
    places = [str(traced.home / name) for name in (*OURS, "tmp")] + [str(traced.photos / "labels.csv")]
    allowed = (*places, *NOT_A_FILE)
    written = [path for line in traced.lines if (path := _written(line)) is not None]
    assert [path for path in written if path.startswith(str(traced.home))], "the trace has seen the library"
    assert [path for path in written if not path.startswith(allowed)] == []


def test_all_of_it_is_the_owners_alone(traced: Traced):
    found = [path for name in OURS for path in (traced.home / name).rglob("*")] + [
        *(traced.home / name for name in OURS),
        traced.photos / "labels.csv",
    ]
    open_to_others = [path for path in found if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    assert open_to_others == []


def _written(line: str) -> str | None:
    """The file that this call has opened for writing."""
    opened = re.search(r'(?:open|openat|creat)\((?:[^"]*)"([^"]*)".*\) = \d+<([^>]*)>', line)
    if opened is None or not re.search(r"O_WRONLY|O_RDWR|O_CREAT|creat\(", line):
        return None
    return opened[2] or opened[1]
