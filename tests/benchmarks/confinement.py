"""What it costs that workers are confined.

    python tests/benchmarks/confinement.py FOLDER [ROUNDS]

A confined and an open pool read the same files in turn, from the first file to the last; starting them is timed
apart. The computing time of the workers depends less than the rate on what else the machine does. Then the memory
of a confined worker that reads pictures of 24 and 48 megapixels, beside its limit.
"""

import os
import statistics
import sys
import tempfile
import time

import numpy as np
import psutil
from PIL import Image

from engine.images import confinement
from engine.images.pool import ReadingPool, default_workers
from engine.images.reading import MEMORY_LIMIT, MODEL_COPIES
from engine.jobs.reading_ahead import outcomes
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import prepared
from engine.progress import finish

FAST: dict[str, dict[str, int]] = {"PNG": {"compress_level": 1}, "WEBP": {"method": 0}}


def reading(paths: list[bytes], onnx_path: str, confined: bool) -> tuple[float, float, float]:
    """Seconds until all workers have read a file; from then on files per second, and computing time of each."""
    workers = default_workers()
    began = time.monotonic()
    with ReadingPool(workers, EFFICIENTNET_LITE0.name, onnx_path, confined=confined) as pool:
        for future in [pool.read(path) for path in paths[:workers]]:
            future.result()
        started, computed = time.monotonic(), computing()
        source = iter(paths)
        count = sum(1 for come in outcomes(pool, lambda: next(source, None), pool.read) if come is not None)
        return started - began, count / (time.monotonic() - started), (computing() - computed) / count


def workers_at_work() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]


def computing() -> float:
    """Seconds that the workers have computed."""
    return sum(times.user + times.system for times in (worker.cpu_times() for worker in workers_at_work()))


def memory(onnx_path: str) -> None:
    """The most that a worker has taken after one large picture; each has a worker of its own."""
    limit = MEMORY_LIMIT + MODEL_COPIES * os.path.getsize(onnx_path)
    print(f"limit of private memory: {limit / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory() as place:
        for width, height in ((6000, 4000), (8000, 6000)):
            pixels = np.random.default_rng(0).integers(0, 256, (height // 8, width // 8, 3), np.uint8)
            picture = Image.fromarray(pixels).resize((width, height))
            for name in ("JPEG", "PNG", "TIFF", "WEBP"):
                path = os.path.join(place, "picture")
                picture.save(path, name, **FAST.get(name, {}))
                _print_memory(path, onnx_path, f"{width * height / 1e6:.0f} megapixels, {name}")


def _print_memory(path: str, onnx_path: str, title: str) -> None:
    with ReadingPool(1, EFFICIENTNET_LITE0.name, onnx_path) as pool:
        read = type(pool.read(os.fsencode(path)).result()).__name__
        (worker,) = workers_at_work()
        with open(f"/proc/{worker.pid}/status") as file:
            peaks = {
                line.split(":")[0]: int(line.split()[1]) for line in file if line.startswith(("VmHWM", "VmPeak"))
            }
    print(f"{title}: {read}; resident {peaks['VmHWM'] / 1e3:.0f} MB, address space {peaks['VmPeak'] / 1e3:.0f} MB")


def main() -> None:
    folder = os.fsencode(os.path.abspath(sys.argv[1]))
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    paths = sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)
    onnx_path = finish(prepared(EFFICIENTNET_LITE0))
    print(f"{len(paths)} files, {default_workers()} workers; {confinement.means()}")
    ratios, costs = [], []
    for turn in range(rounds):
        order = (True, False) if turn % 2 else (False, True)
        figures = {confined: reading(paths, onnx_path, confined) for confined in order}
        (start, rate, cost), (open_start, open_rate, open_cost) = figures[True], figures[False]
        ratios.append(rate / open_rate)
        costs.append(cost / open_cost)
        print(
            f"round {turn + 1}: confined {rate:.1f} images/s, open {open_rate:.1f}, ratio {ratios[-1]:.3f}; "
            f"computing {1e3 * cost:.2f} and {1e3 * open_cost:.2f} ms a file, ratio {costs[-1]:.3f}; "
            f"start {start:.2f} s and {open_start:.2f} s"
        )
    print(f"ratio, median of {rounds}: {statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})")
    print(f"computing, median: {statistics.median(costs):.3f} ({min(costs):.3f} to {max(costs):.3f})")
    memory(onnx_path)


if __name__ == "__main__":
    main()
