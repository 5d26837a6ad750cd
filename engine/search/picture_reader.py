"""Features of pictures on demand, from one worker process: a hostile file cannot hurt the window."""

import threading

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.images.pool import ReadingPool
from engine.images.reading import Crop, Reading, Unread
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import prepared
from engine.progress import finish


class PictureReader:
    """The worker is started when first needed and kept for the next picture."""

    def __init__(self) -> None:
        self._pool: ReadingPool | None = None
        self._guard = threading.Lock()

    def features(self, source: bytes, is_path: bool, crop: Crop | None) -> NDArray[np.float32]:
        """The features of a file or of an encoded picture, or of a part of it."""
        result = self._started().read_query(source, is_path, crop)
        if isinstance(result, Reading) and result.features_D is not None:
            return result.features_D.astype(np.float32)
        reason = result.reason if isinstance(result, Unread) else "it gave no features"
        raise UserError(f"This picture cannot be used: {reason}.")

    def stop(self) -> None:
        with self._guard:
            if self._pool is not None:
                self._pool.stop()
                self._pool = None

    def _started(self) -> ReadingPool:
        with self._guard:
            if self._pool is None:
                onnx_path = finish(prepared(EFFICIENTNET_LITE0))
                self._pool = ReadingPool(1, EFFICIENTNET_LITE0.name, onnx_path)
            return self._pool
