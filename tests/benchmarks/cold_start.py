"""Whole commands from a cold start to the last code: `dualhash index` of 900 and of 3,000 photos beside fastdup.

    python -m tests.benchmarks.cold_start PHOTOS [--sizes 900 3000] [--rounds 3]

As many photos as asked for are taken from the folder in turn, with other bytes behind their end the second time.
`dualhash index` does more after that: from 500 images on the library teaches itself. When all photos had been read
and the first version was fitted to them, the library's own row of it says, to a second; its codes take a moment.
fastdup is run by the Python that the
variable PEERS_PYTHON names, in the same rounds; where it is not installed, that is said.
"""

import argparse
import datetime
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice

from engine.jobs.builtin_version import ITQ
from tests.benchmarks.computing import Taken, taken_by

FASTDUP = """
import sys, fastdup
fastdup.create(work_dir=sys.argv[2], input_dir=sys.argv[1]).run(verbose=False, num_threads=int(sys.argv[3]))
"""
PEERS = os.environ.get("PEERS_PYTHON", sys.executable)


def take_photos(source: str, folder: str, count: int) -> None:
    paths = sorted(os.path.join(root, name) for root, _, names in os.walk(source) for name in names)
    os.makedirs(folder)
    for number, path in enumerate(islice(cycle(paths), count)):
        with open(path, "rb") as file:
            data = file.read()
        with open(os.path.join(folder, f"{number:05d}{os.path.splitext(path)[1]}"), "wb") as copy:
            copy.write(data if number < len(paths) else data + b"%d" % number)


def ours(folder: str) -> tuple[Taken, float]:
    """The command, and the seconds until its first version was fitted on what had been read."""
    with tempfile.TemporaryDirectory() as place:
        began = time.time()
        taken = taken_by([sys.executable, "-m", "engine", "--library", place, "-q", "index", folder])
        with sqlite3.connect(os.path.join(place, "library.db")) as db:
            times = db.execute("SELECT created_at FROM model_versions WHERE method = ? ORDER BY id", (ITQ,))
            made = [datetime.datetime.fromisoformat(at).timestamp() - began for (at,) in times]
        db.close()
    return taken, made[0] if made else taken.seconds


def fastdup(folder: str) -> Taken | None:
    with tempfile.TemporaryDirectory() as place:
        try:
            return taken_by([PEERS, "-c", FASTDUP, folder, place, str(os.cpu_count())])
        except subprocess.CalledProcessError:
            return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--sizes", type=int, nargs="+", default=[900, 3000])
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    has_peer = subprocess.run([PEERS, "-c", "import fastdup"], capture_output=True).returncode == 0
    if not has_peer:
        print("fastdup is not installed (PEERS_PYTHON names a Python that has it); DualHash is measured alone")
    for count in asked.sizes:
        with tempfile.TemporaryDirectory() as place:
            folder = os.path.join(place, "photos")
            take_photos(os.path.abspath(asked.photos), folder, count)
            for turn in range(asked.rounds):
                whole, fitted = ours(folder)
                print(f"{count} photos, round {turn + 1}: dualhash index {whole}; fitted after {fitted:.1f} s")
                if has_peer:
                    theirs = fastdup(folder)
                    print(f"    fastdup {theirs or 'failed'}", flush=True)


if __name__ == "__main__":
    main()
