"""Near-copies among very many images: time, memory, and how many of those that were put there are found.

    python tests/benchmarks/near_copies_scale.py FOLDER [IMAGES…]      (100,000 and 1,000,000 unless told)
    python tests/benchmarks/near_copies_scale.py adding [IMAGES…]      (what new pictures take, alone)

The library is made up, from photos of the folder: pixel codes are those of three photos blended, turned and moved,
features take each number from one of two photos. One image in ten is a near-copy of another: some bits of its code
are changed, and its features a little. Thumbnails are the photos'. Up to 200,000 images have features and
thumbnails in the library, so that all of the work is done; beyond that only codes, and what is near is not looked
at more closely. In the end one picture comes, and then 100 more: how long these take, in a library that was opened
anew. For that alone codes are drawn at random, and are taken for compared.
"""

import os
import resource
import sys
import tempfile
import time
from collections import Counter

import numpy as np

from engine.arrays import Codes, Vectors
from engine.copies.finding import AT_A_TIME, find
from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.copies.looks import look_codes
from engine.copies.small_pictures import small_grey
from engine.images.pixel_code import FREQUENCIES, SIDE, _cosines
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress, finish
from engine.store import alike_pairs, features, files, folders, images, pixel_codes, thumbnails
from engine.store.browsing import Browse, browsed
from engine.store.connection import Database
from engine.store.images import PictureFacts
from engine.store.pixel_codes import PixelCode

WITH_ALL = 200_000
PIECE = 5_000
COPIES = 10  # one image in so many
CHANGED_BITS, CHANGED_FEATURES = 0.08, 0.15


class Photos:
    """What real ones are like."""

    def __init__(self, folder: str) -> None:
        with tempfile.TemporaryDirectory() as place:
            library = open_library(os.path.join(place, "library"))
            finish(index(library, [library.add_folder(os.fsencode(folder))]))
            ids = browsed(library.db, Browse()).ids.tolist()
            found = features.get(library.db, EFFICIENTNET_LITE0.name, ids)
            self.features_PD: Vectors = np.stack([found[image_id] for image_id in ids if image_id in found])
            self.jpegs = list(thumbnails.get(library.thumbnails_db, ids).values())
            library.close()
        greys = [grey for jpeg in self.jpegs if (grey := small_grey(jpeg)) is not None]
        squares = [np.asarray(grey.resize((SIDE, SIDE)), np.float32) for grey in greys]
        self.squares_PSS: Vectors = np.stack([(square - square.mean()) / (square.std() + 1) for square in squares])


def made_codes(photos: Photos, count: int, draw: np.random.Generator) -> Codes:
    chosen_N3 = draw.integers(0, len(photos.squares_PSS), (count, 3))
    blended_NSS = np.zeros((count, SIDE, SIDE), np.float32)
    for at in range(3):
        squares_NSS = photos.squares_PSS[chosen_N3[:, at]]
        squares_NSS = np.roll(squares_NSS, draw.integers(0, SIDE), axis=2)[:, :: draw.choice([-1, 1])]
        blended_NSS += squares_NSS * draw.uniform(0.3, 1, (count, 1, 1)).astype(np.float32)
    signs_NFF = _cosines() @ blended_NSS @ _cosines().T > 0
    signs_NFF[:, 0, 0] = False
    return np.packbits(signs_NFF.reshape(count, FREQUENCIES**2), axis=1)


def made_features(photos: Photos, count: int, draw: np.random.Generator) -> Vectors:
    a_ND, b_ND = (photos.features_PD[draw.integers(0, len(photos.features_PD), count)] for _ in range(2))
    mixed: Vectors = np.where(draw.random(a_ND.shape) < 0.5, a_ND, b_ND)
    return mixed


def put_images(db: Database, folder_id: int, first: int, count: int) -> list[int]:
    ids = []
    for number in range(first, first + count):
        image_id = images.add_pending(db)
        about = PictureFacts(number.to_bytes(16, "little"), "JPEG", 400, 300, None, None)
        images.set_facts(db, image_id, about)
        file_id = files.add(db, folder_id, b"%09d.jpg" % number, 1000, number * 10**10, image_id)
        files.set_read(db, file_id, image_id, 1000, number * 10**10)
        ids.append(image_id)
    return ids


def fill(library: Library, photos: Photos, count: int) -> list[tuple[int, int]]:
    """Returns the pairs of which one is a copy of the other."""
    draw = np.random.default_rng(1)
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
    copied = []
    for first in range(0, count, PIECE):
        codes_NB, features_ND = made_codes(photos, PIECE, draw), made_features(photos, PIECE, draw)
        of = np.arange(COPIES, PIECE, COPIES)
        flipped = draw.random((len(of), 256)) < draw.uniform(0, 2 * CHANGED_BITS, (len(of), 1))
        codes_NB[of] = codes_NB[of - 1] ^ np.packbits(flipped, axis=1)
        features_ND[of] = features_ND[of - 1] * draw.uniform(
            1 - CHANGED_FEATURES, 1 + CHANGED_FEATURES, (len(of), 1280)
        )
        looks_NB = look_codes(features_ND.astype(np.float16))
        with library.writing() as db:
            ids = put_images(db, folder.id, first, PIECE)
            rows = zip(ids, codes_NB, looks_NB, strict=True)
            pixel_codes.put(db, [PixelCode(i, code.tobytes(), look.tobytes(), 1.0) for i, code, look in rows])
            if count <= WITH_ALL:
                features.put(db, EFFICIENTNET_LITE0.name, ids, features_ND)
        if count <= WITH_ALL:
            with library.writing_thumbnails() as db:
                thumbnails.put(db, [(i, photos.jpegs[i // COPIES % len(photos.jpegs)]) for i in ids])
        copied += [(ids[at - 1], ids[at]) for at in of]
    return copied


def add_some(library: Library, first: int, count: int) -> None:
    draw = np.random.default_rng(first)
    with library.writing() as db:
        ids = put_images(db, library.folders()[0].id, first, count)
        pixel_codes.put(db, [PixelCode(i, draw.bytes(32), draw.bytes(32), 1.0) for i in ids])


def measure_adding(path: str, count: int) -> None:
    for added in (1, 1, 100, 100):
        library = open_library(path)
        add_some(library, count, added)
        count += added
        began, computed = time.monotonic(), time.process_time()
        finish(find(library))
        seconds, computed = time.monotonic() - began, time.process_time() - computed
        library.close()
        print(f"  {added} more among {count}: {seconds:.2f} s, {computed:.2f} s of computing", flush=True)


def measure_adding_alone(count: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "library")
        library = open_library(path)
        with library.writing() as db:
            folders.add(db, b"/photos")
        for first in range(0, count, PIECE):
            add_some(library, first, PIECE)
            with library.writing() as db:
                pixel_codes.set_compared(db, range(first + 1, first + PIECE + 1))
        library.close()
        print(f"{count} images are made up", flush=True)
        measure_adding(path, count)


def measure(photos: Photos, count: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        library = open_library(os.path.join(place, "library"))
        copied = fill(library, photos, count)
        print(f"{count} images are made up", flush=True)
        stages: Counter[str] = Counter()
        began, computed = time.monotonic(), time.process_time()
        heard = began

        def hear(progress: Progress) -> None:
            nonlocal heard
            now, size = time.monotonic(), min(AT_A_TIME, progress.total or 1)
            share = progress.done % size / size  # of those that are taken at a time
            stage = "codes of pixels" if share < 0.3 else "codes of looks" if share < 0.5 else "a closer look"
            stages[stage] += now - heard
            heard = now

        finish(find(library), hear)
        seconds, computed = time.monotonic() - began, time.process_time() - computed
        found = {(pair.first_id, pair.second_id) for pair in alike_pairs.read(library.db, burst=False)}
        again = time.monotonic()
        groups = groups_of(library, GroupKind.NEAR_COPIES)
        grouped = time.monotonic() - again
        library.close()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{count} images: {seconds:.0f} s, {computed:.0f} s of computing, at most {memory:.0f} MB;"
            f" of {len(copied)} copies {len(found.intersection(copied)) / len(copied):.3f} found,"
            f" {len(found.difference(copied))} other pairs;"
            f" {len(groups)} groups read in {grouped:.1f} s"
        )
        print(
            "  of which " + ", ".join(f"{stage} {taken:.0f} s" for stage, taken in stages.items()),
            flush=True,
        )
        measure_adding(os.path.join(place, "library"), count)


def main() -> None:
    counts = [int(each) for each in sys.argv[2:]] or [100_000, 1_000_000]
    photos = None if sys.argv[1] == "adding" else Photos(sys.argv[1])
    for count in counts:
        measure_adding_alone(count) if photos is None else measure(photos, count)


if __name__ == "__main__":
    main()
