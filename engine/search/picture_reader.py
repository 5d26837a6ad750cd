"""Features of pictures on demand, from one worker process: a hostile file cannot hurt the window."""

import threading

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.images.pool import ReadingPool
from engine.images.reading import Crop, Reading, Unread
from engine.model.backbones import Backbone, backbone
from engine.model.onnx_export import prepared
from engine.progress import finish


class PictureReader:
    """The worker is started when first needed and kept for the next picture; for another feature space, another
    one takes its place."""

    def __init__(self, models_folder: str) -> None:
        self._models_folder = models_folder
        self._pool: ReadingPool | None = None
        self._space = ""  # that of the pool
        self._guard = threading.Lock()
        self._starting = threading.Lock()
        self._stopped = False

    def features(self, space: str, source: bytes, is_path: bool, crop: Crop | None) -> NDArray[np.float32]:
        """The features of a file or of an encoded picture, or of a part of it, in the feature space `space`."""
        result = self._started(space).read_query(source, is_path, crop)
        if isinstance(result, Reading) and result.features_D is not None:
            return result.features_D.astype(np.float32)
        reason = result.reason if isinstance(result, Unread) else "it gave no features"
        raise UserError(f"This picture cannot be used: {reason}.")

    def stop(self) -> None:
        """For good: end the worker, or the preparation of its model, which gives up in a moment.

        Whoever waits for the next picture gets none, or a second preparation would begin while the program closes.
        """
        with self._guard:
            self._stopped = True
            if self._pool is not None:
                self._pool.stop()
                self._pool = None

    def _started(self, space: str) -> ReadingPool:
        with self._starting:
            self._give_up_if_stopped()
            if self._pool is not None and self._space == space:
                return self._pool
            onnx_path = self._prepared(backbone(space))
            with self._guard:
                self._give_up_if_stopped()
                if self._pool is not None:
                    self._pool.stop()
                self._pool, self._space = ReadingPool(1, space, onnx_path), space
                return self._pool

    def _prepared(self, network: Backbone) -> str:
        """The exported model; the first time that takes a while, in which `stop` must be heard."""
        return finish(prepared(network, self._models_folder), lambda _: self._give_up_if_stopped())

    def _give_up_if_stopped(self) -> None:
        if self._stopped:
            raise UserError("The search was given up.")
