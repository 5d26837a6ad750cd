"""A library on a server beside the same one on disk: publishing, searching; and the indexes alone, of many codes.

    python tests/benchmarks/shared_library.py [CODES]        default: 1000000

Whole libraries have 20,000 images, whose rows are those of tests/benchmarks/searching.py, with codes of 256 bits;
what a picture of real size costs to publish is measured on 5,000, with features of 1280 numbers and thumbnails of
25 kB. CODES are in the indexes alone. The server is one of our own on this machine, without fsync, and takes a part
of the processors that another machine would have.
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
from engine.search.code_index import CodeIndex
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.search.shared_index import SharedIndex
from engine.shared_library import SharedLibrary, open_shared
from engine.store import thumbnails
from engine.store.allowed import Allowed
from engine.store.filters import Column, Filter, WordTerm
from engine.store.postgres import code_tables, schema
from engine.store.postgres.database import SharedDatabase
from tests.benchmarks.searching import make_library, milliseconds
from tests.postgres_server import database, shared_server

BITS, K, QUERIES = 256, 100, 30
PICTURES, IMAGES, CHUNK = 5000, 20_000, 50_000


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


def indexes(server: SharedDatabase, count: int) -> None:
    """The 300 nearest and all that tie, as a search asks for them, by both, in turn."""
    random = np.random.default_rng(0)
    centres = random.integers(0, 256, (1000, BITS // 8), np.uint8)
    here = CodeIndex(1, BITS)
    with server.writing():
        code_tables.make(server, 1, BITS)
    began = time.perf_counter()
    for start in range(1, count + 1, CHUNK):
        ids = np.arange(start, min(start + CHUNK, count + 1))
        flips = np.packbits(random.random((len(ids), BITS), np.float32) < 0.15, axis=1)
        packed_NB = centres[random.integers(0, 1000, len(ids))] ^ flips
        here.put(ids, packed_NB)
        rows = [(int(i), code.tobytes(), 0, 0) for i, code in zip(ids, packed_NB, strict=True)]
        with server.writing():
            code_tables.put(server, 1, BITS, rows, [])
    print(f"{count:,} codes: put into both in {time.perf_counter() - began:.0f} s", flush=True)
    for limit in (float("inf"), 0.0):
        code_tables.SLOWEST_EXACT = limit
        began = time.perf_counter()
        coded = code_tables.finish(server, 1)
        print(f"{count:,} codes: prepared in {time.perf_counter() - began:.0f} s; recall {coded.recall}")
        there = SharedIndex(server, 1, BITS)
        for name, allowed in (("all", None), ("a tenth is allowed", Allowed((np.arange(1, count + 1, 10),)))):
            _in_turn(name, here, there, allowed, random.integers(1, count + 1, QUERIES).tolist())


def _in_turn(name: str, here: CodeIndex, there: SharedIndex, allowed: Allowed | None, image_ids: list[int]) -> None:
    times: tuple[list[float], list[float]] = ([], [])
    found = wanted = 0
    for image_id in image_ids:
        code = here.code_of(image_id)
        answers = []
        for index, taken in zip((here, there), times, strict=True):
            began = time.perf_counter()
            answers.append(set(index.nearest(code, 300, allowed=allowed)[0].tolist()))
            taken.append(time.perf_counter() - began)
        wanted += len(answers[0])
        found += len(answers[0] & answers[1])
    print(f"    {name}: in memory {milliseconds(times[0][1:])}")
    print(f"    {name}: on the server {milliseconds(times[1][1:])}; {found / wanted:.2%} of the images", flush=True)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as place, shared_server(Path(place)) as server:
        os.environ["XDG_CACHE_HOME"] = place
        with (
            database(server, "pictures") as address,
            closing(make_library(os.path.join(place, "pictures"), PICTURES, BITS, 1280)) as library,
        ):
            with library.writing_thumbnails() as db:
                thumbnails.put(db, [(i, os.urandom(25_000)) for i in range(1, PICTURES + 1)])
            published(library, address, "pictures with 1280 features and thumbnails", PICTURES)
        with (
            database(server, "library") as address,
            closing(make_library(os.path.join(place, "library"), IMAGES, BITS)) as library,
        ):
            published(library, address, "images", IMAGES)
            with closing(open_shared(address)) as shared:
                compared(library, shared, IMAGES)
        with database(server, "codes") as address, closing(SharedDatabase(address)) as alone:
            schema.bring_up_to_date(alone)
            indexes(alone, count)


if __name__ == "__main__":
    main()
