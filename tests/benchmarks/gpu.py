"""What only a real GPU can show: the same features and codes as on the CPU, images per second, memory, cancelling.

    python tests/benchmarks/gpu.py PHOTOS

PHOTOS has one folder per label; 40 pictures of three of them are read. Without a GPU it says so.

The tests run everything on a device that pretends to be a GPU (tests/pretend_gpu.py): what lies where, generators,
mixed precision, resuming elsewhere, a lack of memory at any point. It cannot show, and so this is for a person with
a card to look at:
- that cuDNN's kernels, in half precision, come to about the same as the CPU's: features, and what is trained;
- that the same seed gives the same codes twice, which hangs on deterministic kernels;
- how fast it is, and how much memory it takes;
- that a copy from pinned memory has ended before the memory is used again, which shows as training that goes wrong;
- that memory which really ran out is given back, so that smaller batches fit (`--room GB` allows torch so much);
- that a cancel is heard while kernels are still under way.
"""

import argparse
import os
import sys
import tempfile
import time

import numpy as np
import torch
from cancelling import close_after, copy_some

from engine.jobs.indexing import index
from engine.jobs.labelling import label_from_folders
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.trained import Trained
from engine.learning.training import train
from engine.library import Library, open_library
from engine.model.backbones import EFFICIENTNET_LITE0, load_network
from engine.model.device import Device, choose_device
from engine.model.encoder import TorchEncoder
from engine.progress import finish

CROPS, ROUNDS = 512, 3
EPOCHS = {"head": 20, "all": 3}
REPORTS = 20  # of a training, after which it is closed


def encoding() -> None:
    """Features of noise: those of the CPU beside those of the GPU, and how many in a second."""
    shape = (CROPS, EFFICIENTNET_LITE0.side, EFFICIENTNET_LITE0.side, 3)
    pixels = np.random.default_rng(0).integers(0, 256, shape, dtype=np.uint8)
    plain = TorchEncoder(EFFICIENTNET_LITE0, load_network(EFFICIENTNET_LITE0), "cpu", half=False)
    encoder = TorchEncoder(EFFICIENTNET_LITE0, load_network(EFFICIENTNET_LITE0), "cuda")
    expected_ND, found_ND = plain.features(pixels[:32]), encoder.features(pixels[:32])
    print(f"features: differ from the CPU's by at most {np.abs(expected_ND - found_ND).max():.4f} (allowed 0.05)")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        encoder.features(pixels)
        print(
            f"features: {CROPS / (time.perf_counter() - began):.0f} images per second, batches of {encoder.batch}"
        )


def asked(tune: str, device: Device) -> Request:
    settings = settings_of("dualhash-stom", bits=64, epochs=EPOCHS[tune])
    return Request("dualhash-stom", settings, tune=tune, device=device)  # type: ignore[arg-type]


def trained(library: Library, tune: str, device: Device) -> Trained:
    if device.kind == "cuda":
        torch.cuda.reset_peak_memory_stats()
    began = time.perf_counter()
    found = finish(train(library, asked(tune, device)))
    took = time.perf_counter() - began
    memory = torch.cuda.max_memory_allocated() / 1e9 if device.kind == "cuda" else 0.0
    figure = (found.after or {}).get("mAP", float("nan"))
    print(f"{tune} on {found.computed_on}: {took:.1f} s, mAP {figure:.4f}, at most {memory:.2f} GB of the GPU")
    return found


def training(library: Library, tune: str, gpu: Device) -> None:
    """Figures should be alike on both, and twice the same on the GPU."""
    trained(library, tune, choose_device("cpu"))
    one, other = (trained(library, tune, gpu) for _ in range(2))
    same = [a.loss for a in one.epochs] == [b.loss for b in other.epochs]
    print(f"{tune}: the same seed gave {'the same' if same else 'ANOTHER'} training twice")


def main() -> None:
    parser = argparse.ArgumentParser(description="What only a real GPU can show.")
    parser.add_argument("photos")
    parser.add_argument("--room", type=float, help="gigabytes of the GPU's memory that may be used")
    options = parser.parse_args()
    gpu = choose_device()
    if gpu.kind != "cuda":
        sys.exit(f"There is nothing to measure here: {gpu.reason}.")
    print(gpu.line())
    if options.room:
        torch.cuda.set_per_process_memory_fraction(
            min(1.0, options.room * 1e9 / torch.cuda.get_device_properties(0).total_memory)
        )
    with tempfile.TemporaryDirectory() as folder:
        photos = os.path.join(folder, "photos")
        copy_some(options.photos, photos)
        library = open_library(os.path.join(folder, "library"))
        try:
            encoding()
            finish(index(library, [library.add_folder(os.fsencode(photos))], device=gpu))
            finish(label_from_folders(library))
            training(library, "head", gpu)
            training(library, "all", gpu)
            close_after(REPORTS, train(library, asked("all", gpu)))
        finally:
            library.close()


if __name__ == "__main__":
    main()
