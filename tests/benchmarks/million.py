"""A library of a million images: how large its files are, and how long opening, browsing, filtering, searching,
labelling 10,000 at once, another version, `check` and the backup take.

    python -m tests.benchmarks.million [IMAGES] [--place FOLDER] [--thumbnails N]

Rows are made up: names, dates, cameras and labels as `filtering` has them, features around 1,000 centres, half of
them zero as the built-in network's are, codes of 256 bits. So many images have a thumbnail (20,000 unless told); of
the others the size is reckoned. Of work that reports, the longest silence is given, too: that long a person sees
nothing move. Seconds of this process's processor, which on an idle computer is what a person waits, and by the
clock. A library that is there already is taken as it is.
"""

import argparse
import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

import numpy as np

from engine.arrays import Vectors
from engine.jobs import version_files
from engine.jobs.checking import check
from engine.jobs.encoding import encode_missing
from engine.library import Library, open_library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.linear_hash import LinearHash
from engine.progress import Progress
from engine.search import filtering
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.search.word_list import list_words
from engine.store import features, images, label_edits, thumbnails, versions
from engine.store.browsing import Browse, Sort
from engine.store.label_edits import Give
from tests.benchmarks import filtering as made_up

SPACE, BITS, CENTRES = EFFICIENTNET_LITE0.name, 256, 1000
CHUNK = 5000
LABELLED = 10_000
FILTERS = ("camera:pixel", "name:img_12", "2024-07 iso:>800 f:<2.8", "is:unlabelled", "label:cat -label:dog")

T = TypeVar("T")


@contextlib.contextmanager
def said(what: str) -> Iterator[None]:
    used, began = time.process_time(), time.perf_counter()
    yield
    used, passed = time.process_time() - used, time.perf_counter() - began
    print(f"{what:58s} {used:8.2f} s of computing {passed:8.2f} s by the clock", flush=True)


def reported(what: str, work: Generator[Progress, None, T]) -> T:
    """Driven to its end; with the longest time between two reports."""
    used, began = time.process_time(), time.perf_counter()
    silence, note, last = (0.0, 0.0), "", (used, began)
    while True:
        try:
            report = next(work)
        except StopIteration as stop:
            result = stop.value
            report = None
        now = time.process_time(), time.perf_counter()
        if now[0] - last[0] > silence[0]:
            silence, note = (now[0] - last[0], now[1] - last[1]), str(report.note if report else "its end")
        last = now
        if report is None:
            print(
                f"{what:58s} {now[0] - used:8.2f} s of computing {now[1] - began:8.2f} s by the clock;"
                f" longest silence {silence[0]:.2f} and {silence[1]:.2f} s, before “{note}”",
                flush=True,
            )
            return result


def timed(what: str, work: Callable[[], T]) -> T:
    with said(what):
        return work()


def make(path: str, count: int, with_thumbnails: int) -> None:
    library = made_up.make_library(path, count)
    random = np.random.default_rng(0)
    centres_KD = random.standard_normal((CENTRES, EFFICIENTNET_LITE0.dimensions)).astype(np.float32)
    noise_ND = random.standard_normal((CHUNK, EFFICIENTNET_LITE0.dimensions)).astype(np.float32)
    for name in ("One", "Another"):
        _add_version(library, name, random)
    for start in range(1, count + 1, CHUNK):
        ids = list(range(start, min(start + CHUNK, count + 1)))
        centres = random.integers(0, CENTRES, len(ids))
        with library.writing() as db:
            features.put(db, SPACE, ids, np.maximum(centres_KD[centres] + noise_ND[: len(ids)], 0))
    jpegs = [random.bytes(12_000) for _ in range(100)]
    for start in range(1, with_thumbnails + 1, CHUNK):
        with library.writing_thumbnails() as db:
            ids = range(start, min(start + CHUNK, with_thumbnails + 1))
            thumbnails.put(db, [(image_id, jpegs[image_id % 100]) for image_id in ids])
    one = versions.find(library.db, "One")
    with library.writing() as db:
        versions.activate(db, one.id)
    reported("codes of all, from features", encode_missing(library, one))
    reported("what the search field looks through", list_words(library))
    library.close()


def _add_version(library: Library, name: str, random: np.random.Generator) -> None:
    dimensions = EFFICIENTNET_LITE0.dimensions
    planes: Vectors = random.standard_normal((dimensions, BITS)).astype(np.float32)
    function = LinearHash(np.full(dimensions, 0.8, np.float32), np.zeros(dimensions, np.float32), planes)
    file, checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        versions.add(
            db,
            name=name,
            method="made up",
            bits=BITS,
            backbone=SPACE,
            file=file,
            file_checksum=checksum,
            details={},
        )


def sizes(path: str, with_thumbnails: int, count: int) -> None:
    for name in ("library.db", "words.db", "thumbnails.db", "index"):
        place = os.path.join(path, name)
        files = [os.path.join(place, each) for each in os.listdir(place)] if os.path.isdir(place) else [place]
        size = sum(map(os.path.getsize, files))
        of = with_thumbnails if name == "thumbnails.db" else count
        print(f"{name}: {size / 1e6:,.0f} MB, {size / max(1, of):,.0f} bytes an image of {of:,}")


def measure(path: str) -> None:
    library = timed("opening", lambda: open_library(path))
    db = library.db
    for sort in (Sort.TAKEN, Sort.NAME):
        for when in ("the first time", "again"):
            browse = Browse(sort=sort)
            ids = timed(
                f"all in the grid by {sort.value}, {when}", lambda b=browse: filtering.browsed(library, b).ids
            )
    shown = ids[len(ids) // 2 :][:60].tolist()
    timed("60 tiles in the middle", lambda: (images.get(db, shown), thumbnails.get(library.thumbnails_db, shown)))
    for text in FILTERS:
        browse = Browse(filter=understood(text).filter, sort=Sort.TAKEN)
        found = timed(f"filter {text}", lambda b=browse: filtering.browsed(library, b).ids)
        print(f"    {len(found):,} found")
    _search(library, "from the database")
    _search(library, "from the saved index")
    chosen = ids[:LABELLED]
    with said(f"a new label for {LABELLED:,}"), library.writing() as writing:
        inverse = label_edits.apply(writing, Give({"many": chosen}))
    with said("and back"), library.writing() as writing:
        label_edits.apply(writing, inverse)
    another, one = (versions.find(db, name) for name in ("Another", "One"))
    reported("another version, with its codes", version_files.activate(library, another))
    timed("back to the first", lambda: version_files.activate_at_once(library, one))
    timed("backup", library.save_backup)
    findings = reported("check", check(library))
    print(f"    {len(findings)} findings: {[finding.what for finding in findings][:3]}")
    timed("closing", library.close)


def _search(library: Library, how: str) -> None:
    searcher = Searcher(library)
    timed(f"the first search, {how}", lambda: searcher.search(Query((QueryPicture(image_id=5),), k=200)))
    timed("the next", lambda: searcher.search(Query((QueryPicture(image_id=7),), k=200)))
    timed("saving the index", searcher.save)
    searcher.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("images", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--place", metavar="FOLDER", help="where the library is made, and stays")
    parser.add_argument("--thumbnails", type=int, default=20_000)
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        place = asked.place or stack.enter_context(tempfile.TemporaryDirectory())
        path = os.path.join(place, "library")
        if not os.path.exists(path):
            make(path, asked.images, asked.thumbnails)
        sizes(path, asked.thumbnails, asked.images)
        measure(path)


if __name__ == "__main__":
    main()
