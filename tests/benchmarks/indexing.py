"""Indexing speed against its limit, and memory over the run.

    python tests/benchmarks/indexing.py FOLDER [ROUNDS]

The limit: as many worker processes as the index job uses, started the same way, doing nothing but decode and
forward pass over the same files. Both are timed from starting the workers to the last picture, alternately.
"""

import multiprocessing
import os
import sys
import tempfile
import threading
import time

import psutil

from engine.images.decode import Undecodable, decode
from engine.jobs.indexing import Indexed, index
from engine.library import open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.model.onnx_export import prepared
from engine.progress import finish
from engine.worker_processes import default_workers


def decode_and_forward(paths: list[bytes], onnx_path: str) -> None:
    encoder = OnnxEncoder(EFFICIENTNET_LITE0, onnx_path)
    for path in paths:
        try:
            with open(path, "rb") as file:
                picture = decode(file, EFFICIENTNET_LITE0.resize).picture
        except Undecodable:
            continue
        encoder.features(EFFICIENTNET_LITE0.crop(picture)[None])


def limit(paths: list[bytes], onnx_path: str, workers: int) -> float:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    began = time.monotonic()
    processes = [
        context.Process(target=decode_and_forward, args=(paths[i::workers], onnx_path)) for i in range(workers)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return len(paths) / (time.monotonic() - began)


def indexing(folder: bytes) -> Indexed:
    with tempfile.TemporaryDirectory() as place:
        library = open_library(os.path.join(place, "library"))
        result = finish(index(library, [library.add_folder(folder)]))
        library.close()
    return result


class Memory:
    """Private memory of this process and its children, every two seconds: looking costs time, too."""

    def __init__(self) -> None:
        self.samples: list[float] = []
        self._running = True
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "Memory":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._running = False
        self._thread.join()

    def _watch(self) -> None:
        me = psutil.Process()
        while self._running:
            total = 0
            for process in [me, *me.children(recursive=True)]:
                try:
                    total += process.memory_full_info().uss
                except psutil.Error:
                    continue
            self.samples.append(total / 1e6)
            time.sleep(2)


def main() -> None:
    folder = os.fsencode(os.path.abspath(sys.argv[1]))
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    paths = [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names]
    workers = default_workers()
    onnx_path = finish(prepared(EFFICIENTNET_LITE0))
    print(f"{len(paths)} files, {workers} workers")
    ratios = []
    for turn in range(rounds):
        best = limit(paths, onnx_path, workers)
        with Memory() as memory:
            result = indexing(folder)
        ratios.append(result.images_per_second / best)
        print(
            f"round {turn + 1}: limit {best:.1f} images/s, indexing {result.images_per_second:.1f}, "
            f"ratio {ratios[-1]:.3f}; memory (private, with workers) median "
            f"{sorted(memory.samples)[len(memory.samples) // 2]:.0f} MB, most {max(memory.samples):.0f} MB"
        )
    print(f"ratio, median of {rounds}: {sorted(ratios)[rounds // 2]:.3f} (wanted: at least 0.85)")


if __name__ == "__main__":
    main()
