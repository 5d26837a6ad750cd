"""The map: how well it keeps what is alike together, how long it takes, how fluid it is, and labelling by it.

    QT_QPA_PLATFORM=offscreen python -m tests.benchmarks.mapping FOLDER… [--sizes 10000 100000] [--frames 400]

FOLDERs hold one folder of photos for each kind. Times are said twice, by the clock and computed (by all threads),
since on a machine that does something else, too, the first is longer. PaCMAP and openTSNE are measured beside it
where they are installed (`tests/benchmarks/map_peers.py`).
`tests/benchmarks/map_labelling.py` says what counts as an action.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from engine.arrays import Numbers, Rows, Vectors
from engine.jobs.indexing import index
from engine.jobs.labelling import label_from_folders
from engine.jobs.map_making import basis_of, make_map, map_now, with_new
from engine.library import Library, open_library
from engine.mapping import principal
from engine.mapping.neighbours import nearest_of_all, nearest_to
from engine.mapping.plane_map import PlaneMap
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import features, folders, image_folders
from tests.benchmarks.map_frames import measure_frames
from tests.benchmarks.map_labelling import measure_labelling
from tests.benchmarks.map_peers import peers
from tests.store.row_makers import add_image

TEN, FIFTY = 10, 50
HELD_BACK = 6  # of so many pictures one comes later
CLOUDS, WIDTH = 60, 1280


class Clock:
    def __init__(self) -> None:
        self._began, self._computed = time.monotonic(), time.process_time()

    def __str__(self) -> str:
        return f"{time.monotonic() - self._began:.1f} s, {time.process_time() - self._computed:.1f} s computed"


# -- how well -----------------------------------------------------------------------------------------------------


def share_of_kind(kind_N: Numbers, nearest_NK: Rows, own_N: Numbers) -> float:
    return float((kind_N[nearest_NK] == own_N[:, None]).mean())


def share_kept(by_features_NK: Rows, in_plane_NK: Rows) -> float:
    pairs = zip(by_features_NK, in_plane_NK, strict=True)
    return float(np.mean([len(np.intersect1d(ten, fifty)) / len(ten) for ten, fifty in pairs]))


def measure_quality(library: Library, name: str) -> None:
    clock = Clock()
    made = finish(make_map(library))
    laid_out = str(clock)
    kinds = image_folders.of_images(library.db)
    kind_N = np.unique([kinds[i] for i in made.image_ids.tolist()], return_inverse=True)[1]
    stored = features.get(library.db, EFFICIENTNET_LITE0.name, made.image_ids.tolist())
    unit_ND = np.stack([stored[i] for i in made.image_ids.tolist()])
    unit_ND /= np.linalg.norm(unit_ND, axis=1, keepdims=True)
    by_features = finish(nearest_of_all(unit_ND, TEN))
    print(f"{name}: {len(made):,} pictures of {kind_N.max() + 1} kinds, laid out in {laid_out}")
    print(f"  of the ten nearest of the same kind: {share_of_kind(kind_N, by_features, kind_N):.3f} by features")
    _print_plane("ours", made.places_N2, kind_N, by_features)
    reduced_NR = principal.fitted(unit_ND).of(unit_ND)
    for peer, lay_out in peers():
        clock = Clock()
        places_N2 = lay_out(reduced_NR)
        _print_plane(f"{peer}, {clock}", places_N2, kind_N, by_features)
    measure_placing(library, made, kind_N)


def _print_plane(name: str, places_N2: Vectors, kind_N: Numbers, by_features: Rows) -> None:
    in_plane = finish(nearest_of_all(places_N2, FIFTY))
    same, kept = share_of_kind(kind_N, in_plane[:, :TEN], kind_N), share_kept(by_features, in_plane)
    print(f"  {name}: {same:.3f} in the plane; of the ten nearest by features among its 50 nearest: {kept:.3f}")


def measure_placing(library: Library, made: PlaneMap, kind_N: Numbers) -> None:
    """Some are left out, and placed when the others are laid out."""
    later_N = np.arange(len(made)) % HELD_BACK == 0
    without = finish(make_map(library, made.image_ids[~later_N]))
    clock = Clock()
    together = with_new(library, basis_of(library), without, made.image_ids[later_N])
    at = together.rows_of(made.image_ids[later_N])
    nearest = nearest_to(together.places_N2[at], without.places_N2, TEN)
    share = share_of_kind(kind_N[~later_N], nearest, kind_N[later_N])
    print(
        f"  {later_N.sum()} pictures placed later, in {clock}: {share:.3f} of the ten nearest of their kind",
        flush=True,
    )


# -- how long -----------------------------------------------------------------------------------------------------


def made_up(count: int, seed: int) -> Vectors:
    """Clouds of unequal width, as the features of a network are."""
    random = np.random.default_rng(seed)
    centres = np.random.default_rng(0).standard_normal((CLOUDS, WIDTH)).astype(np.float32)
    basis = np.random.default_rng(1).standard_normal((40, WIDTH)).astype(np.float32)
    inner = random.standard_normal((count, 40)).astype(np.float32) * np.linspace(1.0, 0.1, 40, dtype=np.float32)
    noise = random.standard_normal((count, WIDTH)).astype(np.float32) * np.float32(0.3)
    found: Vectors = centres[random.integers(0, CLOUDS, count)] + inner @ basis / 2 + noise
    return found


def make_library(path: str, count: int) -> None:
    library = open_library(path)
    for start in range(0, count, 5000):
        with library.writing() as db:
            folder = next(iter(folders.all_folders(db)), None) or folders.add(db, b"/made up")
            ids = [add_image(db, folder, b"%d.jpg" % (start + n)) for n in range(min(5000, count - start))]
            features.put(db, EFFICIENTNET_LITE0.name, ids, made_up(len(ids), start))
    library.close()


def measure_time(path: str, count: int) -> None:
    """In a process of its own, so that its memory is told."""
    library = open_library(path)
    clock = Clock()
    made = finish(make_map(library))
    print(f"{count:,} made-up images, from features to a kept map: {clock}, ", end="")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most", flush=True)
    clock = Clock()
    assert map_now(library) is not None
    print(f"  read again: {clock}; {os.path.getsize(_only_file(library)) / 1e6:.1f} MB on disk", flush=True)
    np.save(os.path.join(path, "places.npy"), made.places_N2)
    library.close()


def _only_file(library: Library) -> str:
    (name,) = (name for name in os.listdir(library.index_folder) if name.startswith("map-"))
    return os.path.join(library.index_folder, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--sizes", nargs="*", type=int, default=[10_000, 100_000])
    parser.add_argument("--frames", type=int, default=400)
    asked = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as scratch:
        for folder in asked.folders:
            library = open_library(os.path.join(scratch, folder.name))
            finish(index(library, [library.add_folder(os.fsencode(folder))]))
            measure_quality(library, folder.name)
            finish(label_from_folders(library))
            measure_labelling(library)
            library.close()
        places = None
        for size in asked.sizes:
            path = os.path.join(scratch, f"made up {size}")
            for work in (make_library, measure_time):
                process = context.Process(target=work, args=(path, size))
                process.start()
                process.join()
            places = np.load(os.path.join(path, "places.npy"))
        if asked.frames and places is not None:
            process = context.Process(target=measure_frames, args=(places, asked.frames))
            process.start()
            process.join()


if __name__ == "__main__":
    main()
