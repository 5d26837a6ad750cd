"""Watched folders: processor time at rest, seconds from the last write to the row, the tile and the first hits, and
storms: 500 files that are added, changed, moved, linked, replaced and removed at random while the window is open.

    python -m tests.benchmarks.watching [FOLDERS [FILES]] [--seeds 0 1 2 …] [--only rest|drops|storms]

After a storm the library must be what a fresh index of the folder is. Folders and pictures are made for it. Run it
as root to have a drive mounted and unmounted, too. Worker processes import this module again, so it imports nothing
heavy by itself, as the program's own.
"""

import argparse
import shutil
import tempfile
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="?", type=int, default=10_000)
    parser.add_argument("files", nargs="?", type=int, default=500)
    parser.add_argument("--seeds", nargs="*", type=int, default=[0])
    parser.add_argument("--only", choices=["rest", "drops", "storms"])
    arguments = parser.parse_args()
    from tests.benchmarks import watched_window  # not before: see above

    place = Path(tempfile.mkdtemp()).resolve()
    try:
        if arguments.only in (None, "rest"):
            watched_window.measure_rest(place, arguments.folders)
        if arguments.only in (None, "drops"):
            watched_window.measure_drops(place / "drops", arguments.files)
        if arguments.only in (None, "storms"):
            fine = [watched_window.weather(place, arguments.files, seed) for seed in arguments.seeds]
            print(f"{sum(fine)} of {len(fine)} storms ended as a fresh index of the folder")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
