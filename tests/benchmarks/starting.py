"""From a command to its end: `dualhash search` of a picture that the library knows, of one from outside, and of
filters alone; and from the start of the window to its first paint, the first tiles and the first hits.

    python -m tests.benchmarks.starting PHOTOS [--rounds 5] [--against CHECKOUT] [--very-first]

PHOTOS are indexed first. `--against` names another checkout of the program, which is measured alternately in the
same run with a library of its own. With `--very-first` the window is started once more as on a new computer, with
nothing in its caches: until the first tiles of a folder, and until the model is there. The best of the rounds is
given, as other programs disturb the others; Python's own start is given beside it.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

from tests.benchmarks.computing import Taken, best, compiled_once, taken_by

HERE = str(Path(__file__).parents[2])


def search(library: str, *words: str) -> list[str]:
    return [sys.executable, "-m", "engine", "--library", library, "-q", "search", *words]


def window(checkout: str, library: str, until: str, *folders: str, **environment: str) -> str:
    """When what was seen, in seconds from the start of the process, and what had been computed by then."""
    script = os.path.join(HERE, "tests", "benchmarks", "started_window.py")
    run = subprocess.run(
        [sys.executable, script, "--library", library, *folders],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=checkout,
        env={
            **compiled_once(),
            "PYTHONPATH": checkout,
            "QT_QPA_PLATFORM": "offscreen",
            "BEGAN": str(time.monotonic()),
            "UNTIL": until,
            **environment,
        },
    )
    return ", ".join(run.stdout.splitlines()) or "nothing was seen"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", metavar="CHECKOUT")
    parser.add_argument("--very-first", action="store_true")
    asked = parser.parse_args()
    photos = os.path.abspath(asked.photos)
    known = next(os.path.join(root, name) for root, _, names in os.walk(photos) for name in sorted(names))
    checkouts = [HERE, *([os.path.abspath(asked.against)] if asked.against else [])]
    with contextlib.ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory())
        outside = os.path.join(place, "outside.jpg")
        with Image.open(known) as picture:
            picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT).convert("RGB").save(outside, quality=90)
        libraries = {}
        for number, checkout in enumerate(checkouts):
            libraries[checkout] = os.path.join(place, f"library-{number}")
            index = [sys.executable, "-m", "engine", "--library", libraries[checkout], "-q", "index", photos]
            taken_by(index, checkout)
        print(f"Python alone: {best([sys.executable, '-c', 'pass'], asked.rounds)}")
        for what, words in {
            "a picture that is known": (known,),
            "a picture from outside": (outside,),
            "filters alone": ("--text", "after:1900"),
        }.items():
            found: dict[str, list[Taken]] = {checkout: [] for checkout in checkouts}
            for _ in range(asked.rounds):
                for checkout in checkouts:
                    found[checkout].append(taken_by(search(libraries[checkout], *words), checkout))
            for checkout, taken in found.items():
                least = min(taken, key=lambda each: each.computed)
                print(f"search, {what}, {'here' if checkout == HERE else checkout}: {least}", flush=True)
        for _ in range(min(3, asked.rounds)):
            for checkout in checkouts:
                seen = window(checkout, libraries[checkout], "hits")
                print(f"window, {'here' if checkout == HERE else checkout}: {seen}", flush=True)
        if asked.very_first:
            cache = os.path.join(place, "cache")
            seen = window(HERE, os.path.join(place, "new"), "hits", photos, DUALHASH_CACHE=cache)
            print(f"window, the very first start, on a new folder: {seen}")


if __name__ == "__main__":
    main()
