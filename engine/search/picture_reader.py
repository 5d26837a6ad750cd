"""Features of pictures on demand, from one worker process: a hostile file cannot hurt the window."""

import threading

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.images.pool import ReadingPool
from engine.images.reading import Crop, Reading, Unread
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import prepared


class PictureReader:
    """The worker is started when first needed and kept for the next picture."""

    def __init__(self) -> None:
        self._pool: ReadingPool | None = None
        self._guard = threading.Lock()
        self._starting = threading.Lock()
        self._stops = 0

    def features(self, source: bytes, is_path: bool, crop: Crop | None) -> NDArray[np.float32]:
        """The features of a file or of an encoded picture, or of a part of it."""
        result = self._started().read_query(source, is_path, crop)
        if isinstance(result, Reading) and result.features_D is not None:
            return result.features_D.astype(np.float32)
        reason = result.reason if isinstance(result, Unread) else "it gave no features"
        raise UserError(f"This picture cannot be used: {reason}.")

    def stop(self) -> None:
        """End the worker, or the preparation of its model, which gives up in a moment."""
        with self._guard:
            self._stops += 1
            if self._pool is not None:
                self._pool.stop()
                self._pool = None

    def _started(self) -> ReadingPool:
        with self._starting:
            if self._pool is not None:
                return self._pool
            stops = self._stops
            onnx_path = self._prepared(stops)
            with self._guard:
                self._give_up_if_stopped(stops)
                self._pool = ReadingPool(1, EFFICIENTNET_LITE0.name, onnx_path)
                return self._pool

    def _prepared(self, stops: int) -> str:
        """The exported model; the first time that takes a while, in which `stop` must be heard."""
        preparing = prepared(EFFICIENTNET_LITE0)
        try:
            while True:
                next(preparing)
                self._give_up_if_stopped(stops)
        except StopIteration as done:
            return str(done.value)
        finally:
            preparing.close()

    def _give_up_if_stopped(self, stops: int) -> None:
        if self._stops != stops:
            raise UserError("The search was given up.")
