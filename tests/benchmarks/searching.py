"""Library image to ranked ids, against raw faiss over the same codes; opening a large library.

    python tests/benchmarks/searching.py [CODES …]        default: 1000000 10000000

The rows are made for it: random codes of 64 bits around 1,000 centres (so that there are near neighbours and ties),
and features of 16 dimensions, which decide ties as the real ones do.
"""

import hashlib
import os
import statistics
import sys
import tempfile
import time

import faiss
import numpy as np

from engine.library import Library, open_library
from engine.model import model_files
from engine.model.linear_hash import LinearHash
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import codes, features, versions
from engine.store.folders import now

BITS, DIMENSIONS, K, QUERIES = 64, 16, 100, 50
CHUNK = 50_000


def make_library(
    path: str, count: int, bits: int = BITS, dimensions: int = DIMENSIONS, *, positive: bool = False
) -> Library:
    """Images, files, features and codes of a library, without pictures; of features half are zero if they are to be
    `positive`, as a network's are."""
    library = open_library(path)
    random = np.random.default_rng(0)
    centres = random.integers(0, 2, (1000, bits), dtype=np.uint8)
    function = LinearHash(
        np.zeros(dimensions, np.float32),
        np.zeros(dimensions, np.float32),
        random.standard_normal((dimensions, bits)).astype(np.float32),
    )
    file, checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        folder_id = db.execute("INSERT INTO folders (path, added_at) VALUES (?, ?)", (b"/x", now())).lastrowid
        version = versions.add(
            db,
            name="Made",
            method="made",
            bits=bits,
            backbone="made",
            file=file,
            file_checksum=checksum,
            details={},
        )
        versions.activate(db, version)
    for start in range(1, count + 1, CHUNK):
        ids = range(start, min(start + CHUNK, count + 1))
        flips = random.random((len(ids), bits)) < 0.08
        drawn = centres[random.integers(0, 1000, len(ids))] ^ flips
        with library.writing() as db:
            db.conn.executemany(
                "INSERT INTO images (id, content, added_at) VALUES (?, ?, '')",
                [(i, hashlib.blake2b(i.to_bytes(8), digest_size=16).digest()) for i in ids],
            )
            db.conn.executemany(
                "INSERT INTO files (folder_id, path, image_id, size, mtime_ns, waiting) VALUES (?, ?, ?, 1, 1, 0)",
                [(folder_id, b"%d.jpg" % i, i) for i in ids],
            )
            numbers_ND = random.standard_normal((len(ids), dimensions)).astype(np.float32)
            features.put(db, "made", ids, np.maximum(numbers_ND, 0) if positive else numbers_ND)
            codes.put(db, version, ids, np.packbits(drawn, axis=1))
    return library


def milliseconds(times: list[float]) -> str:
    slow = sorted(times)[int(len(times) * 0.95)]
    return f"median {statistics.median(times) * 1e3:.2f} ms, 95 % within {slow * 1e3:.2f}"


def measure(count: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "library")
        make_library(path, count).close()
        _opening(path, "from the database")
        library, searcher = _opening(path, "and again", keep=True)
        searcher.save()
        _opening(path, "from the saved index")
        flat = faiss.IndexBinaryFlat(BITS)
        rows = codes.since(library.db, 1, 0, BITS)
        flat.add(rows.packed_NB)
        chosen = np.random.default_rng(1).integers(1, count + 1, QUERIES).tolist()
        raw, ours = [], []
        for image_id in chosen:
            code = rows.packed_NB[image_id - 1 : image_id]
            began = time.perf_counter()
            flat.search(code, K)
            raw.append(time.perf_counter() - began)
            began = time.perf_counter()
            hits = searcher.search(Query((QueryPicture(image_id=image_id),), k=K)).hits
            ours.append(time.perf_counter() - began)
            assert len(hits) == K
            assert hits[0].distance == 0
        allowed = 2 * statistics.median(raw) + 0.005
        print(f"{count:,} codes: raw faiss {milliseconds(raw)}")
        print(f"{count:,} codes: library image to ranked ids {milliseconds(ours)}")
        share = statistics.median(ours) / allowed
        print(f"{count:,} codes: {share:.2f} of what is allowed (twice raw faiss plus 5 ms)")
        library.close()


def _opening(path: str, how: str, keep: bool = False) -> tuple[Library, Searcher]:
    began = time.perf_counter()
    library = open_library(path)
    searcher = Searcher(library)
    count = searcher.warm_up()
    print(f"{count:,} codes: opened, ready to search, {how}: {time.perf_counter() - began:.2f} s")
    if not keep:
        library.close()
    return library, searcher


def main() -> None:
    for count in [int(word) for word in sys.argv[1:]] or [1_000_000, 10_000_000]:
        measure(count)


if __name__ == "__main__":
    main()
