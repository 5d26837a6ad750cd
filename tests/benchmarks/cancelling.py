"""Cancelling while the whole network is trained on the CPU: silences between reports, and how long a close takes.

    python tests/benchmarks/cancelling.py PHOTOS

PHOTOS has one folder per label; 40 pictures of three of them are indexed and labelled first. A cancel is heard at
the next report, so that the longest silence and the close together bound what a person waits for.
"""

import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator

from engine.jobs.indexing import index
from engine.jobs.labelling import label_from_folders
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.trained import Trained
from engine.learning.training import train
from engine.library import Library, open_library
from engine.model.device import choose_device
from engine.progress import Progress, finish

LABELS, EACH = 3, 40
CLOSES = (1, 5, 20, 40)  # reports of the training after which it is closed
ALLOWED = 2.0  # seconds for a close


def thorough(library: Library) -> Generator[Progress, None, Trained]:
    settings = settings_of("dualhash-stom", bits=32, epochs=1)
    return train(library, Request("dualhash-stom", settings, tune="all", device=choose_device("cpu")))


def silences(library: Library) -> None:
    longest: dict[str, float] = defaultdict(float)
    at = time.perf_counter()
    for progress in thorough(library):
        now = time.perf_counter()
        longest[progress.note] = max(longest[progress.note], now - at)
        at = now
    for note, seconds in longest.items():
        print(f"{note}: longest silence {seconds:.2f} s")


def close_after(reports: int, work: Generator[Progress, None, Trained]) -> None:
    """Says how long the close of a training takes, after so many of its reports."""
    while next(work).note != "Training":
        pass
    for _ in range(reports):
        next(work)
    began = time.perf_counter()
    work.close()
    took = time.perf_counter() - began
    print(f"closed after {reports} reports of the training: {took:.2f} s (allowed {ALLOWED:.0f} s)")


def copy_some(photos: str, target: str) -> None:
    for label in sorted(os.listdir(photos))[:LABELS]:
        os.makedirs(os.path.join(target, label))
        for name in sorted(os.listdir(os.path.join(photos, label)))[:EACH]:
            shutil.copy(os.path.join(photos, label, name), os.path.join(target, label))


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        photos = os.path.join(folder, "photos")
        copy_some(sys.argv[1], photos)
        library = open_library(os.path.join(folder, "library"))
        try:
            finish(index(library, [library.add_folder(os.fsencode(photos))]))
            finish(label_from_folders(library))
            silences(library)
            for reports in CLOSES:
                close_after(reports, thorough(library))
        finally:
            library.close()


if __name__ == "__main__":
    main()
