"""Reading many files in worker processes: some under way ahead, what is read handed over in batches.

For who stores what comes, be it all that a file gives (indexing), only features (feature_reading) or only metadata.
"""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.images.pool import ReadingPool
from engine.images.reading import Reading
from engine.model.encoder import Encoder

BATCH = 64
BATCH_SECONDS = 1.0
HURRIED_SECONDS = 0.25  # of a batch that somebody waits for
LOOK_AHEAD = 16  # files under way, per worker; as many more that somebody waits for
HEARTBEAT = 0.2  # something is handed over at least this often, so that a cancel is heard

T = TypeVar("T")
U = TypeVar("U")  # what becomes of a file


def outcomes(
    pool: ReadingPool,
    next_file: Callable[[], T | None],
    begin: Callable[[T], Future[U]],
    next_awaited: Callable[[], T | None] = lambda: None,
) -> Iterator[tuple[T, U] | None]:
    """Each file with its outcome as it comes; None when nothing came for a moment.

    `next_file` gives the next one to read, or None when there is none; it is asked again while any is under way, so
    that one may be given once more after its outcome was seen. `next_awaited` gives those that do not wait until
    there is room. `begin` hands it to the pool.
    """
    finished: queue.SimpleQueue[Future[U]] = queue.SimpleQueue()
    under_way: dict[Future[U], T] = {}
    room = pool.workers * LOOK_AHEAD
    while True:
        for most, give in ((2 * room, next_awaited), (room, next_file)):
            while len(under_way) < most and (file := give()) is not None:
                future = begin(file)
                under_way[future] = file
                future.add_done_callback(finished.put)
        if not under_way:
            return
        try:
            future = finished.get(timeout=HEARTBEAT)
        except queue.Empty:
            yield None
            continue
        yield under_way.pop(future), future.result()


def in_batches(
    coming: Iterator[tuple[T, U] | None], hurried: Callable[[], bool] = lambda: False
) -> Iterator[list[tuple[T, U]]]:
    """Full ones, or what came in a second, less if that is `hurried`; empty ones in between when nothing came for a
    moment."""
    batch: list[tuple[T, U]] = []
    began = time.monotonic()
    for done in coming:
        if done is not None:
            batch.append(done)
        seconds = HURRIED_SECONDS if hurried() else BATCH_SECONDS
        if len(batch) >= BATCH or (batch and time.monotonic() - began > seconds):
            yield batch
            batch, began = [], time.monotonic()
        elif done is None:
            yield []
    if batch:
        yield batch


def features_of(readings: Sequence[Reading], encoder: Encoder | None) -> list[NDArray[np.floating]]:
    """The features of each reading, as the workers made them or as the encoder makes them of the pixels."""
    if encoder is None:
        return [r.features_D for r in readings if r.features_D is not None]
    if not readings:
        return []
    pixels_NHWC = np.stack([r.pixels_HWC for r in readings if r.pixels_HWC is not None])
    return list(encoder.features(pixels_NHWC))
