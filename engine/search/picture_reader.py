"""Features of pictures on demand, from one worker process: a hostile file cannot hurt the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.arrays import Vectors
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.images.kept_worker import KeptWorker
from engine.model.backbones import backbone
from engine.model.onnx_export import prepared
from engine.sentences import said

if TYPE_CHECKING:
    from engine.images.reading import Crop


class PictureReader:
    def __init__(self, models_folder: str) -> None:
        self._models_folder = models_folder
        self._worker = KeptWorker(said("The search was given up."))

    @property
    def stage(self) -> str:
        """What reading waits for, if the model must be prepared first. Any thread may ask."""
        return self._worker.stage

    def features(self, space: FeatureSpace, source: bytes, is_path: bool, crop: Crop | None) -> Vectors:
        """The features of a file or of an encoded picture, or of a part of it, in the feature space `space`."""
        from engine.images.reading import Reading, Unread  # the worker's, and slow to import

        network = backbone(space, self._models_folder)
        worker = self._worker.pool(network, lambda: prepared(network, self._models_folder))
        result = worker.read_query(source, is_path, crop)
        if isinstance(result, Reading) and result.features_D is not None:
            return result.features_D.astype(np.float32)
        reason = result.reason if isinstance(result, Unread) else said("it gave no features")
        raise UserError(said("This picture cannot be used: {why}.", why=reason))

    def stop(self) -> None:
        """For good; also a preparation of the model, which gives up in a moment."""
        self._worker.stop()
