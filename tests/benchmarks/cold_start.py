"""Whole commands from a cold start to the last code: `dualhash index` of 900 and of 3,000 photos beside fastdup.

    python -m tests.benchmarks.cold_start PHOTOS [--sizes 900 3000] [--rounds 3]

As many photos as asked for are taken from the folder in turn, with other bytes behind their end the second time.
`dualhash index` says when it goes from codes to near-copies; after these, from 500 images on, the library teaches
itself, which fastdup has no counterpart of. fastdup is run by the Python that the variable PEERS_PYTHON names, in
the same rounds; where it is not installed, that is said.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice

import psutil

from tests.benchmarks.computing import Taken, compiled_once, of_children, taken_by

FITTING, CODING = "Fitting codes", "Making codes"  # what progress says

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


def ours(folder: str) -> tuple[Taken, Taken]:
    """Until the last picture has its code, and the whole command, which then looks for near-copies and teaches the
    library."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "engine", "--library", place, "index", folder]
        before, began = of_children(), time.monotonic()
        run = psutil.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=compiled_once()
        )
        coded, fitted = None, False
        for line in run.stderr:
            fitted = fitted or line.startswith(FITTING)
            if coded is None and fitted and not line.startswith((FITTING, CODING)):
                coded = Taken(time.monotonic() - began, _computed(run))
        run.wait()
        whole = Taken(time.monotonic() - began, of_children() - before)
    return coded or whole, whole


def _computed(process: psutil.Process) -> float:
    """By it and by all that it has started and seen end."""
    return sum(process.cpu_times()[:4]) + sum(
        sum(each.cpu_times()[:4]) for each in process.children(recursive=True)
    )


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
                coded, whole = ours(folder)
                print(f"{count} photos, round {turn + 1}: to the last code {coded}; dualhash index {whole}")
                if has_peer:
                    theirs = fastdup(folder)
                    print(f"    fastdup {theirs or 'failed'}", flush=True)


if __name__ == "__main__":
    main()
