"""Codes on a server beside the same ones in memory: exactly, by pgvector's HNSW, what that finds, what it costs.

    python -m tests.benchmarks.shared_codes FOLDER… [--codes 1000000] [--bits 64 256]

Codes are ITQ's, of features as the photos of FOLDER have them: each is between a photo and one of its ten nearest,
with noise of a tenth of what each feature varies by. So they crowd where photos do, and many tie. The server is
one of our own on this machine, with a gigabyte of buffers, and takes a part of the processors that another machine
would have. Both are asked for the 300 nearest and all that tie, as a search does, in turn.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
from PIL import Image

from engine.arrays import Codes, Vectors
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.model.linear_hash import LinearHash, itq
from engine.model.onnx_export import prepared
from engine.progress import finish
from engine.search.code_index import CodeIndex
from engine.search.shared_index import SharedIndex
from engine.store.allowed import Allowed
from engine.store.postgres import code_tables, schema
from engine.store.postgres.database import SharedDatabase
from tests.benchmarks.searching import milliseconds
from tests.postgres_server import database, shared_server

K, QUERIES, CHUNK, NEIGHBOURS, NOISE = 300, 30, 20_000, 10, 0.1
DEPTHS = (10, 100, 300)


def features_of(folders: list[Path]) -> Vectors:
    """Of all photos below these folders."""
    encoder = OnnxEncoder(EFFICIENTNET_LITE0, finish(prepared(EFFICIENTNET_LITE0)))
    found = []
    for path in sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in (".jpg", ".jpeg", ".png")):
        with Image.open(path) as file:
            file.draft("RGB", (512, 512))
            found.append(encoder.features(encoder.backbone.crop(file.convert("RGB"))[None])[0])
    return np.stack(found)


def lifelike(features_ND: Vectors, function: LinearHash, count: int) -> Iterator[tuple[int, Codes]]:
    """The first number of each piece, and its codes."""
    random = np.random.default_rng(0)
    x_ND = features_ND / np.linalg.norm(features_ND, axis=1, keepdims=True)
    near_NK = np.argsort(-(x_ND @ x_ND.T), axis=1)[:, 1 : NEIGHBOURS + 1]
    spread_D = NOISE * features_ND.std(axis=0)
    for start in range(0, count, CHUNK):
        size = min(CHUNK, count - start)
        photos = random.integers(0, len(features_ND), size)
        others = near_NK[photos, random.integers(0, NEIGHBOURS, size)]
        share = random.random((size, 1), np.float32)
        noise = random.standard_normal((size, features_ND.shape[1]), np.float32) * spread_D
        yield start + 1, function.codes(share * features_ND[photos] + (1 - share) * features_ND[others] + noise)


def compared(server: SharedDatabase, version_id: int, bits: int, features_ND: Vectors, count: int) -> None:
    function = finish(itq(features_ND, bits))
    here = CodeIndex(version_id, bits)
    with server.writing():
        code_tables.make(server, version_id, bits)
    spent = 0.0
    for first, packed_NB in lifelike(features_ND, function, count):
        ids = np.arange(first, first + len(packed_NB))
        here.put(ids, packed_NB)
        rows = [(int(i), code.tobytes(), 0, 0) for i, code in zip(ids, packed_NB, strict=True)]
        began = time.perf_counter()
        with server.writing():
            code_tables.put(server, version_id, bits, rows, [])
        spent += time.perf_counter() - began
    about = f"{count:,} codes of {bits} bits"
    (table,) = _size(server, f"codes_{version_id}")
    print(f"{about}: published at {count / spent:,.0f} a second; table and key {table / 2**20:.0f} MB", flush=True)
    asked = np.random.default_rng(1).integers(1, count + 1, QUERIES).tolist()
    for limit in (float("inf"), 0.0):
        code_tables.SLOWEST_EXACT = limit
        began = time.perf_counter()
        coded = code_tables.finish(server, version_id)
        way = "exactly" if coded.recall is None else f"by HNSW, recall {coded.recall:.4f}"
        print(f"{about}, {way}: prepared in {time.perf_counter() - began:.0f} s; load {os.getloadavg()[0]:.0f}")
        there = SharedIndex(server, version_id, bits)
        for name, allowed in (("all", None), ("a tenth is allowed", Allowed((np.arange(1, count + 1, 10),)))):
            print(f"{about}, {way}, {name}:")
            in_turn(here, there, allowed, asked)
    (index,) = _size(server, f"codes_{version_id}_hnsw")
    print(f"{about}: HNSW takes {index / 2**20:.0f} MB", flush=True)


def _size(server: SharedDatabase, name: str) -> tuple[int]:
    sql = "SELECT pg_total_relation_size(%s::regclass)"
    return tuple(server.ask(sql, (name,)).fetchall()[0])


def in_turn(here: CodeIndex, there: SharedIndex, allowed: Allowed | None, image_ids: list[int]) -> None:
    times: tuple[list[float], list[float]] = ([], [])
    found, last = dict.fromkeys(DEPTHS, 0), []
    for image_id in image_ids:
        code = here.code_of(image_id)
        assert code is not None
        distances = []
        for index, taken in zip((here, there), times, strict=True):
            began = time.perf_counter()
            distances.append(index.nearest(code, K, allowed=allowed)[1])
            taken.append(time.perf_counter() - began)
        for depth in DEPTHS:
            found[depth] += int((distances[1][:depth] <= distances[0][depth - 1]).sum())
        last.append(int(distances[0][-1]))
    shares = ", ".join(f"{found[depth] / depth / len(image_ids):.4f} of {depth}" for depth in DEPTHS)
    ratio = statistics.median(times[1]) / statistics.median(times[0])
    print(f"    in memory {milliseconds(times[0])}; the last one at distance {statistics.median(last):.0f}")
    print(f"    on the server {milliseconds(times[1])}, {ratio:.1f} times as long; found {shares}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--codes", type=int, default=1_000_000)
    parser.add_argument("--bits", type=int, nargs="+", default=[64, 256])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    arguments = parser.parse_args()
    features_ND = features_of(arguments.folders)
    print(f"features of {len(features_ND):,} photos", flush=True)
    with (
        tempfile.TemporaryDirectory() as place,
        shared_server(Path(place), shared_buffers="1GB") as server,
        database(server, "codes") as address,
        closing(SharedDatabase(address)) as db,
    ):
        schema.bring_up_to_date(db)
        for version_id, bits in enumerate(arguments.bits, 1):
            compared(db, version_id, bits, features_ND, arguments.codes)


if __name__ == "__main__":
    sys.exit(main())
