"""Frozen features of small pictures that are in memory: computed once, in worker processes, then kept in the cache.

Features are always rounded to float16, cached or not. Those of a network without its last blocks, its activations
there, are too many for memory, and stay in a file.
"""

from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import numpy as np
from PIL import Image
from threadpoolctl import threadpool_limits

from engine.arrays import Halves, Pixels
from engine.errors import UserError
from engine.experiments.data import feature_cache
from engine.experiments.data.feature_cache import Kept
from engine.experiments.data.mapped_cache import MappedRows
from engine.experiments.data.split import Part, Pictures, Split
from engine.model import cut_networks, onnx_export
from engine.model.backbones import Backbone
from engine.model.encoder import OnnxEncoder
from engine.progress import Progress
from engine.worker_processes import belong_to_parent, default_workers, starting

NOTE = "Computing features"
PICTURES_A_TASK = 50


def extracted(
    pictures: Pictures, network: Backbone, workers: int | None = None
) -> Generator[Progress, None, Split]:
    """The same parts as features, from the cache if they are there: each view is kept by itself."""
    each = []
    for view in network.views:
        each.append((yield from _of_one_view(pictures, network.with_views((view,)), workers)))
    features_ND = np.concatenate(each, axis=1)
    ends = np.cumsum([len(part) for part in pictures.parts()])[:-1]
    train, valid, test = (
        Part(rows_ND.astype(np.float32), part.labels_NC)
        for rows_ND, part in zip(np.split(features_ND, ends), pictures.parts(), strict=True)
    )
    return Split(train, valid, test)


def _of_one_view(pictures: Pictures, network: Backbone, workers: int | None) -> Generator[Progress, None, Halves]:
    count = sum(len(part) for part in pictures.parts())
    features_ND = np.empty((count, network.dimensions), "<f2")
    kept = Kept(feature_cache.place(pictures.pixels_digest(), network), features_ND)

    def store(done: int, rows_nD: Halves) -> None:
        features_ND[done : done + len(rows_nD)] = rows_nD
        kept.reached(done + len(rows_nD))

    if kept.known < count:
        yield from _compute(pictures, network, workers or default_workers(), kept.known, store)
    return features_ND


def activations(
    pictures: Pictures, network: Backbone, workers: int | None = None
) -> Generator[Progress, None, Split]:
    """The same parts as what the first blocks of a network give for each view: (N, V, C, H, W) on disk."""
    count = sum(len(part) for part in pictures.parts())
    kept = MappedRows(feature_cache.place(pictures.pixels_digest(), network), count, network.dimensions)
    yield from kept.checked()
    if kept.known < count:
        with kept.filling() as filling:

            def store(_: int, rows_nD: Halves) -> None:
                filling.add(rows_nD)

            yield from _compute(pictures, network, workers or default_workers(), kept.known, store)
    x_NVCHW = kept.mapped().reshape(count, len(network.views), *cut_networks.shape(network))
    ends = np.cumsum([len(part) for part in pictures.parts()])[:-1]
    return Split(
        *(
            Part(x_nVCHW, part.labels_NC)
            for x_nVCHW, part in zip(np.split(x_NVCHW, ends), pictures.parts(), strict=True)
        )
    )


def _compute(
    pictures: Pictures, network: Backbone, workers: int, done: int, store: Callable[[int, Halves], None]
) -> Generator[Progress, None, None]:
    """The features of all pictures from `done` on."""
    onnx_path = yield from onnx_export.prepared(network)
    pixels_NHWC = np.concatenate([part.pixels_NHWC for part in pictures.parts()])
    count = len(pixels_NHWC)
    tasks = [pixels_NHWC[at : at + PICTURES_A_TASK] for at in range(done, count, PICTURES_A_TASK)]
    yield Progress(done, count, NOTE)
    pool = ProcessPoolExecutor(
        min(workers, len(tasks)),
        mp_context=starting(),
        initializer=_start_worker,
        initargs=(network, onnx_path),
    )
    try:
        for future in [pool.submit(_encode, task) for task in tasks]:
            rows_ND = future.result()
            store(done, rows_ND)
            done += len(rows_ND)
            yield Progress(done, count, NOTE)
    except BrokenProcessPool as error:
        raise UserError("A process that computes features ended; too little memory is the usual reason.") from error
    finally:
        pool.shutdown(cancel_futures=True)


# ---- in the workers ----


class _FeatureWorker:
    encoder: OnnxEncoder


def _start_worker(network: Backbone, onnx_path: str) -> None:
    belong_to_parent()
    threadpool_limits(1)  # there is a process for each core already
    _FeatureWorker.encoder = OnnxEncoder(network, onnx_path)


def _encode(pixels_NHWC: Pixels) -> Halves:
    network = _FeatureWorker.encoder.backbone
    crops_NHWC = np.stack([network.crop(Image.fromarray(pixels_HWC)) for pixels_HWC in pixels_NHWC])
    return _FeatureWorker.encoder.features(crops_NHWC).astype(np.float16)
