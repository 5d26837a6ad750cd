"""What a picture costs a library on disk, part by part, and what merging costs a picture, in made-up rows.

    python -m tests.benchmarks.archive [PICTURES]

Thumbnails are taken as they are: their size is what a library of photos says (`--thumbnails LIBRARY`).
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from engine.jobs.library_merging import merge
from engine.library import Library, open_library
from engine.metadata import Metadata
from engine.store import codes, features, files, folders, images, metadata_rows, pixel_codes, thumbnails, versions
from engine.store.images import PictureFacts
from engine.store.pixel_codes import PixelCode

BACKBONE, BITS = "efficientnet_lite0", 256
CAMERA = Metadata(
    iso=100,
    make="Canon",
    model="Canon EOS 5D Mark IV",
    lens="EF24-70mm f/2.8L II USM",
    exposure_ns=10**6,
    aperture=280,
)


def parts(library: Library, count: int) -> Iterator[tuple[str, float]]:
    """Put into the library one part after the other; each with the bytes that it takes for a picture."""
    random, size = np.random.default_rng(0), _size(library)

    def grown() -> float:
        nonlocal size
        before, size = size, _size(library)
        return (size - before) / count

    with library.writing() as db:
        folder = folders.add(db, b"/archive")
        ids = [images.add_pending(db) for _ in range(count)]
        for image_id in ids:
            facts = PictureFacts(
                random.bytes(16), "JPEG", 4000, 3000, "2024-05-31T12:00:00", "Canon EOS 5D Mark IV"
            )
            images.set_facts(db, image_id, facts)
            path = b"%04d/%02d/DSC%06d.jpg" % (1950 + image_id % 70, image_id % 12, image_id)
            file_id = files.add(db, folder.id, path, 4_000_000 + image_id, 10**18 + image_id, image_id)
            files.set_not_waiting(db, file_id)
    yield "files and images", grown()
    with library.writing() as db:
        features.put(db, BACKBONE, ids, np.maximum(random.standard_normal((count, 1280)), 0))  # half are zero
    yield "features of 1,280 numbers", grown()
    with library.writing() as db:
        row = {
            "name": "B",
            "method": "made up",
            "bits": BITS,
            "backbone": BACKBONE,
            "file": "-",
            "file_checksum": "-",
        }
        version_id = versions.add(db, **row, details={})
        codes.put(db, version_id, ids, random.integers(0, 256, (count, BITS // 8), dtype=np.uint8))
    yield f"codes of {BITS} bits", grown()
    with library.writing() as db:
        pixel_codes.put(db, [PixelCode(image_id, random.bytes(32), random.bytes(32), 1.0) for image_id in ids])
    yield "codes for near-copies", grown()
    with library.writing() as db:
        metadata_rows.put(db, dict.fromkeys(ids, CAMERA))
        db.execute("DELETE FROM model_versions")  # its file is made up, too
    yield "metadata", grown()
    with library.writing_thumbnails() as db:
        thumbnails.put(db, [(image_id, random.bytes(12_000)) for image_id in ids])


def _size(library: Library) -> int:
    library.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return os.path.getsize(os.path.join(library.path, "library.db"))


def merging(target: Library, source: Path, count: int) -> None:
    """Until near-copies are looked for, whose pictures are made up: microseconds of processor time a picture."""
    began, note = time.process_time(), ""
    for progress in merge(target, [str(source)]):
        if progress.note != note:
            if note:
                print(f"  {note.replace(str(source), '…')}: {10**6 * (time.process_time() - began) / count:.0f} µs")
            began, note = time.process_time(), progress.note
            if note.startswith("Fitting"):
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pictures", type=int, nargs="?", default=4000)
    parser.add_argument("--thumbnails", type=Path, help="a library whose thumbnails are weighed")
    arguments = parser.parse_args()
    if arguments.thumbnails:
        with sqlite3.connect(arguments.thumbnails / "thumbnails.db") as db:
            print(
                "a thumbnail: {:.0f} bytes".format(
                    *db.execute("SELECT avg(length(jpeg)) FROM thumbnails").fetchone()
                )
            )
    with TemporaryDirectory() as folder:
        library = open_library(os.path.join(folder, "shard"))
        for name, size in parts(library, arguments.pictures):
            print(f"{name}: {size:.0f} bytes a picture")
        library.close()
        target = open_library(os.path.join(folder, "whole"))
        print("merging, of processor time a picture:")
        merging(target, Path(folder) / "shard", arguments.pictures)
        target.close()


if __name__ == "__main__":
    main()
