"""The model prepared for the first time: our graph beside torch's export of the same network, each in a process of
its own; how far the features of both are apart, and how long a picture takes through each.

python -m tests.benchmarks.preparing
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.model.onnx_export import prepared
from engine.progress import finish
from tests.photo_makers import KINDS, photo

BY_TORCH = (
    "import sys; from pathlib import Path; from engine.model import onnx_export\n"
    "onnx_export.export_by_torch(onnx_export.EFFICIENTNET_LITE0, Path(sys.argv[1]), None)"
)
ROUNDS = 5


def computing() -> float:
    """Seconds of processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ours(folder: Path) -> str:
    os.environ["DUALHASH_CACHE"] = str(folder)
    return finish(prepared(EFFICIENTNET_LITE0))


def by_torch(folder: Path) -> str:
    path = str(folder / "torch.onnx")
    subprocess.run([sys.executable, "-c", BY_TORCH, path], check=True, capture_output=True)
    return path


def main() -> None:
    pixels_NHWC = np.stack([EFFICIENTNET_LITE0.crop(photo(kind, n)) for kind in KINDS for n in range(4)])
    with tempfile.TemporaryDirectory() as place:
        encoders, features = {}, {}
        for name, prepare in (("our graph", ours), ("torch's export", by_torch)):
            began, used = time.monotonic(), computing()
            path = prepare(Path(place))
            print(f"{name}: {time.monotonic() - began:.1f} s, of which computing {computing() - used:.1f} s")
            encoders[name] = OnnxEncoder(EFFICIENTNET_LITE0, path)
            features[name] = encoders[name].features(pixels_NHWC)
        for _ in range(ROUNDS):
            for name, encoder in encoders.items():
                used = time.process_time()
                encoder.features(pixels_NHWC)
                milliseconds = (time.process_time() - used) / len(pixels_NHWC) * 1000
                print(f"{name}: {milliseconds:.1f} ms of computing a picture")
        first, second = features.values()
        print(
            f"features differ by at most {np.abs(first - second).max():.1e}, and go up to {np.abs(first).max():.1f}"
        )


if __name__ == "__main__":
    main()
