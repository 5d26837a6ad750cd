"""Photos of 12 and of 24 megapixels: `dualhash index` against its limit, and against imagededup's PHash.

    python -m tests.benchmarks.large_photos PHOTOS [--count 96] [--rounds 3] [--megapixels 12 24]

The photos are made that large. The limit reads each file once, decodes it by the quickest decoder there is and
runs the network, in as many processes, and does nothing else: no hash, no metadata, no thumbnail, nothing stored.
Both are whole commands, run alternately, once with all photos and once with a quarter of them; the difference is
what each further photo takes, in time of processors, which what else runs on the machine disturbs the least. Needs
`pip install -e ".[benchmark]"` for PHash.
"""

import argparse
import importlib.util
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import simplejpeg
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the tests' own modules are used, too

from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.model.onnx_export import prepared
from engine.progress import finish
from engine.worker_processes import default_workers
from tests.benchmarks.computing import Taken, taken_by

SIZES = {12: (4000, 3000), 24: (6000, 4000)}
QUARTER = 4


def make_photos(source: str, folder: str, size: tuple[int, int], count: int) -> None:
    """Photos from all over the source, made as large as that, with some grain: compress to a few megabytes, like a
    camera's. Drawn ones would all be looked at more closely, as they are more alike than photos are."""
    paths = sorted(os.path.join(root, name) for root, _, names in os.walk(source) for name in names)
    grain = np.random.default_rng(0).normal(0, 6, (size[1], size[0], 1)).astype(np.int16)
    for number in range(count):
        with Image.open(paths[number * len(paths) // count]) as photo:
            large = photo.convert("RGB").resize(size, Image.Resampling.BICUBIC)
        pixels = np.clip(np.asarray(large, np.int16) + grain, 0, 255).astype(np.uint8)
        with open(os.path.join(folder, f"{number:03d}.jpg"), "wb") as file:
            file.write(simplejpeg.encode_jpeg(pixels, quality=92))


def decode_and_forward(paths: list[str], onnx_path: str) -> None:
    side, network = EFFICIENTNET_LITE0.side, OnnxEncoder(EFFICIENTNET_LITE0, onnx_path)
    least = EFFICIENTNET_LITE0.resize
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        pixels_HWC = simplejpeg.decode_jpeg(data, "RGB", min_width=least, min_height=least)
        network.features(np.ascontiguousarray(pixels_HWC[None, :side, :side]))


def limit(folder: str) -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    onnx_path, workers = finish(prepared(EFFICIENTNET_LITE0)), default_workers()
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    begin = multiprocessing.get_context("spawn").Process
    processes = [begin(target=decode_and_forward, args=(paths[at::workers], onnx_path)) for at in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


def indexing(folder: str) -> Taken:
    with tempfile.TemporaryDirectory() as place:
        return taken_by([sys.executable, "-m", "engine", "--library", place, "-q", "index", folder])


def phash(folder: str) -> float | None:
    """Seconds, if it is installed."""
    if importlib.util.find_spec("imagededup") is None:
        return None
    from imagededup.methods import PHash

    began = time.monotonic()
    PHash(verbose=False).encode_images(image_dir=folder)
    return time.monotonic() - began


def measure(photos: str, place: str, megapixels: int, count: int, rounds: int) -> None:
    folders = {number: os.path.join(place, f"{megapixels}-{number}") for number in (count, count // QUARTER)}
    os.makedirs(folders[count])
    make_photos(photos, folders[count], SIZES[megapixels], count)
    os.makedirs(folders[count // QUARTER])
    for name in sorted(os.listdir(folders[count]))[: count // QUARTER]:
        os.link(os.path.join(folders[count], name), os.path.join(folders[count // QUARTER], name))
    size = statistics.mean(entry.stat().st_size for entry in os.scandir(folders[count])) / 1e6
    print(f"{count} pictures of {megapixels} megapixels, {size:.1f} MB each")
    shares = []
    for turn in range(rounds):
        best = {n: taken_by([sys.executable, "-m", __spec__.name, "--limit", at]) for n, at in folders.items()}
        ours = {n: indexing(at) for n, at in folders.items()}
        each_best, each_ours = _each(best), _each(ours)
        shares.append(each_best / each_ours)
        print(
            f"round {turn + 1}: each further picture {each_ours * 1e3:.1f} ms of computing, at the limit"
            f" {each_best * 1e3:.1f}, share {shares[-1]:.3f}; whole command {ours[count]}, limit {best[count]}",
            flush=True,
        )
    print(f"share of the limit, median: {statistics.median(shares):.3f} (wanted: at least 0.9)")
    theirs = phash(folders[count])
    if theirs is None:
        print("imagededup is not installed, so its PHash is not measured")
    else:
        print(f"PHash {theirs:.1f} s by the clock, index job {indexing(folders[count]).seconds:.1f} s")


def _each(taken: dict[int, Taken]) -> float:
    many, few = max(taken), min(taken)
    return (taken[many].computed - taken[few].computed) / (many - few)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="?")
    parser.add_argument("--count", type=int, default=96)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--megapixels", type=int, nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--limit", metavar="FOLDER", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.limit is not None:
        limit(asked.limit)
        return
    if asked.photos is None:
        parser.error("the folder of photos is missing")
    finish(prepared(EFFICIENTNET_LITE0))
    for megapixels in asked.megapixels:
        with tempfile.TemporaryDirectory() as place:
            measure(asked.photos, place, megapixels, asked.count, asked.rounds)


if __name__ == "__main__":
    main()
