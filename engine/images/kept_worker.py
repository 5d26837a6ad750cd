"""One worker process that is started when it is first needed, and kept for the next picture. What reads pictures is
imported then, too: most searches need none of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.progress import Progress, finish

if TYPE_CHECKING:
    from engine.images.pool import ReadingPool
    from engine.model.backbone_spec import Backbone

Preparing = Callable[[], Generator[Progress, None, str]]  # its result is the path of the exported model


class KeptWorker:
    """Asked for another feature space, it starts another process instead. Any thread."""

    def __init__(self, given_up: str) -> None:
        """`given_up` is said to whoever wants a picture after `stop`."""
        self._given_up = given_up
        self._pool: ReadingPool | None = None
        self._space: FeatureSpace | Backbone | None = None  # that of the pool
        self._guard = threading.Lock()
        self._starting = threading.Lock()
        self._stopped = False
        self.stage = ""  # what its start waits for: the model is being prepared

    def pool(self, space: FeatureSpace | Backbone, preparing: Preparing | None = None) -> ReadingPool:
        """The worker; with `preparing` it computes features, by a model that may have to be prepared first."""
        from engine.images.pool import ReadingPool

        with self._starting:
            self._give_up_if_stopped()
            if self._pool is not None and self._space == space:
                return self._pool
            onnx_path = None if preparing is None else self._prepared(preparing())
            with self._guard:
                self._give_up_if_stopped()
                if self._pool is not None:
                    self._pool.stop()
                self._pool, self._space = ReadingPool(1, space, onnx_path, awaited=True), space
                return self._pool

    def warm_up(self, space: FeatureSpace, preparing: Preparing | None = None) -> None:
        """Start it, if it is not there: a picture is to come."""
        self.pool(space, preparing).read_query(b"", False, None)

    def rest(self) -> None:
        """End the worker; another one is started for the next picture."""
        with self._guard:
            if self._pool is not None:
                self._pool.stop()
                self._pool = None

    def stop(self) -> None:
        """For good: end the worker, or the preparation of its model, which gives up in a moment.

        Whoever waits for the next picture gets none, or a second preparation would begin while the program closes.
        """
        with self._guard:
            self._stopped = True
            if self._pool is not None:
                self._pool.stop()
                self._pool = None

    def _prepared(self, preparing: Generator[Progress, None, str]) -> str:
        """The exported model; the first time that takes a while, in which `stop` must be heard."""
        try:
            return finish(preparing, self._on_preparing)
        finally:
            self.stage = ""

    def _on_preparing(self, progress: Progress) -> None:
        self.stage = progress.note
        self._give_up_if_stopped()

    def _give_up_if_stopped(self) -> None:
        if self._stopped:
            raise UserError(self._given_up)
