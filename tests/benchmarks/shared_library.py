"""A library on a server beside the same one on disk: publishing, searching. Its index alone: `shared_codes`.

    python tests/benchmarks/shared_library.py [PICTURES]        default: 5000

Whole libraries have 20,000 images, whose rows are those of tests/benchmarks/searching.py, with codes of 256 bits;
what a picture of real size costs to publish is measured on PICTURES, with features of 1280 numbers, half of which
are zero, and thumbnails of 14 kB. The server is one of our own on this machine, without fsync, and takes a part of
the processors that another machine would have.
"""

import os
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the tests' own modules are used, too

from engine.jobs.sharing import publish
from engine.library import Library
from engine.progress import finish
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.shared_library import SharedLibrary, open_shared
from engine.store import thumbnails
from engine.store.filters import Column, Filter, WordTerm
from tests.benchmarks.searching import make_library, milliseconds
from tests.postgres_server import database, shared_server

BITS, K, QUERIES = 256, 100, 30
IMAGES, CHUNK = 20_000, 5000


def published(library: Library, address: str, what: str, count: int) -> None:
    for how in ("published", "published again, nothing changed"):
        began = time.perf_counter()
        done = finish(publish(library, address))
        seconds = time.perf_counter() - began
        print(f"{count:,} {what}: {how} in {seconds:.1f} s ({count / seconds:,.0f} a second); recall {done.recall}")


def compared(library: Library, shared: SharedLibrary, count: int) -> None:
    chosen = np.random.default_rng(1).integers(1, count + 1, QUERIES).tolist()
    with_words = Filter((WordTerm(("7",), Column.NAME),))
    for name, options in (("no filter", {}), ("names that begin with 7", {"filter": with_words})):
        here, there = Searcher(library), Searcher(shared)
        times: tuple[list[float], list[float]] = ([], [])
        same = found = 0
        for image_id in chosen:
            hits = []
            for searcher, taken in zip((here, there), times, strict=True):
                query = Query((QueryPicture(image_id=image_id),), k=K, **options)
                began = time.perf_counter()
                hits.append(searcher.search(query).hits)
                taken.append(time.perf_counter() - began)
            found += len({hit.image_id for hit in hits[0]} & {hit.image_id for hit in hits[1]})
            same += hits[0] == hits[1]
        print(f"{count:,} images, {name}: on disk {milliseconds(times[0][1:])}")
        print(f"{count:,} images, {name}: on the server {milliseconds(times[1][1:])}")
        ratio = statistics.median(times[1][1:]) / statistics.median(times[0][1:])
        share = found / (K * len(chosen))
        print(f"    {ratio:.1f} times as long; the same hits in {same} of {QUERIES}, {share:.1%} of them are there")


def main() -> None:
    pictures = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as place, shared_server(Path(place)) as server:
        os.environ["XDG_CACHE_HOME"] = place
        with (
            database(server, "pictures") as address,
            closing(make_library(os.path.join(place, "pictures"), pictures, BITS, 1280, positive=True)) as library,
        ):
            for first in range(1, pictures + 1, CHUNK):
                with library.writing_thumbnails() as db:
                    ids = range(first, min(first + CHUNK, pictures + 1))
                    thumbnails.put(db, [(i, os.urandom(14_000)) for i in ids])
            published(library, address, "pictures with 1280 features and thumbnails", pictures)
        with (
            database(server, "library") as address,
            closing(make_library(os.path.join(place, "library"), IMAGES, BITS)) as library,
        ):
            published(library, address, "images", IMAGES)
            with closing(open_shared(address)) as shared:
                compared(library, shared, IMAGES)


if __name__ == "__main__":
    main()
