"""Frozen features of an experiment's pictures: computed once, in worker processes, then kept in the cache.

A cached file is named by what it was computed from and begins with the checksum of the rest; a damaged one is
made anew. The cache may be deleted at any time. Features are always rounded to float16, cached or not.
"""

import hashlib
import multiprocessing
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.errors import UserError
from engine.experiments.split import Part, Pictures, Pixels, Split
from engine.images import reading
from engine.images.pool import default_workers
from engine.model import onnx_export
from engine.model.backbones import Backbone, backbone, weights_version
from engine.model.encoder import OnnxEncoder
from engine.progress import Progress
from engine.publishing import published

NOTE = "Computing features"
PICTURES_A_TASK = 50
_DIGEST_BYTES = 32

Halves = NDArray[np.float16]


def cache_folder() -> Path:
    return onnx_export.cache_folder().parent / "experiments"


def extracted(
    pictures: Pictures, network: Backbone, workers: int | None = None
) -> Generator[Progress, None, Split]:
    """The same parts as features, from the cache if they are there."""
    path = cache_folder() / f"{_key(pictures, network)}.features"
    count = sum(len(part) for part in pictures.parts())
    features_ND = _cached(path, count, network.dimensions)
    if features_ND is None:
        features_ND = yield from _computed(pictures, network, workers or default_workers())
        _keep(path, features_ND)
    ends = np.cumsum([len(part) for part in pictures.parts()])[:-1]
    train, valid, test = (
        Part(rows_ND.astype(np.float32), part.labels_NC)
        for rows_ND, part in zip(np.split(features_ND, ends), pictures.parts(), strict=True)
    )
    return Split(train, valid, test)


def _key(pictures: Pictures, network: Backbone) -> str:
    facts = f"{pictures.pixels_digest()} {network.name} {weights_version(network)}"
    return f"{network.name}-{hashlib.sha256(facts.encode()).hexdigest()[:32]}"


def _cached(path: Path, count: int, dimensions: int) -> Halves | None:
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    digest, content = raw[:_DIGEST_BYTES], memoryview(raw)[_DIGEST_BYTES:]
    if len(content) != count * dimensions * 2 or hashlib.sha256(content).digest() != digest:
        return None
    return np.frombuffer(content, "<f2").reshape(count, dimensions)


def _keep(path: Path, features_ND: Halves) -> None:
    content = features_ND.astype("<f2").tobytes()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {path.parent} cannot be made ({error.strerror or error}).") from error
    with published(str(path)) as file:
        file.write(hashlib.sha256(content).digest())
        file.write(content)


def _computed(pictures: Pictures, network: Backbone, workers: int) -> Generator[Progress, None, Halves]:
    onnx_path = yield from onnx_export.prepared(network)
    pixels_NHWC = np.concatenate([part.pixels_NHWC for part in pictures.parts()])
    tasks = [pixels_NHWC[at : at + PICTURES_A_TASK] for at in range(0, len(pixels_NHWC), PICTURES_A_TASK)]
    features_ND = np.empty((len(pixels_NHWC), network.dimensions), np.float16)
    done = 0
    yield Progress(done, len(pixels_NHWC), NOTE)
    pool = ProcessPoolExecutor(
        min(workers, len(tasks)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start_worker,
        initargs=(network.name, onnx_path),
    )
    try:
        for future in [pool.submit(_encode, task) for task in tasks]:
            rows_ND = future.result()
            features_ND[done : done + len(rows_ND)] = rows_ND
            done += len(rows_ND)
            yield Progress(done, len(pixels_NHWC), NOTE)
    except BrokenProcessPool as error:
        raise UserError("A process that computes features ended; too little memory is the usual reason.") from error
    finally:
        pool.shutdown(cancel_futures=True)
    return features_ND


# ---- in the workers ----


class _Worker:
    encoder: OnnxEncoder


def _start_worker(name: str, onnx_path: str) -> None:
    reading.start_worker(name, None)  # deaf to Ctrl+C, ends with its parent, one thread
    _Worker.encoder = OnnxEncoder(backbone(name), onnx_path)


def _encode(pixels_NHWC: Pixels) -> Halves:
    network = _Worker.encoder.backbone
    crops_NHWC = np.stack([network.crop(Image.fromarray(pixels_HWC)) for pixels_HWC in pixels_NHWC])
    return _Worker.encoder.features(crops_NHWC).astype(np.float16)
