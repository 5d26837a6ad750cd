"""Features of one feature space for the images that lack them: their files are read again, nothing else is stored.

Indexing reads the embedded backbone's features along with all else; those of other networks are read here, before a
version that works on them is trained, activated, or finds new pictures.
"""

import logging
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from engine.content import kind_of
from engine.images.pool import ReadingPool
from engine.images.reading import Outcome, Reading
from engine.jobs.reading_ahead import features_of, in_batches, outcomes
from engine.library import Library
from engine.model.backbones import Backbone
from engine.model.device import Device, choose_device
from engine.model.encoder import Encoder, make_encoder
from engine.model.onnx_export import prepared
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, files, images
from engine.worker_processes import default_workers

NOTE = said("Computing features")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _WantedFeatures:
    """An image whose features are wanted, and the places where it may be read, the next one to try first."""

    image_id: int
    content: bytes
    paths: tuple[bytes, ...]


def read_features(
    library: Library, backbone: Backbone, *, workers: int | None = None, device: Device | None = None
) -> Generator[Progress, None, int]:
    """Give every image with a file at hand its features of `backbone`. Returns how many got them.

    Images whose files cannot be read, or show something else by now, are left out.
    """
    library.must_be_writable()
    reader = _FeatureReader(library, backbone)
    if reader.total == 0:
        return 0
    device = (device or choose_device()) if backbone.runs_in_torch else choose_device("cpu")
    log.info("%s", device.line())
    models_folder = library.models_folder
    onnx_path = None if device.kind != "cpu" else (yield from prepared(backbone, models_folder))
    encoder = None if onnx_path else make_encoder(backbone, device, "", models_folder=models_folder)
    with ReadingPool(workers or default_workers(), backbone, onnx_path) as pool:
        yield from reader.run(pool, encoder)
    if reader.stored < reader.done:
        log.warning("%d of %d pictures have no file that could be read", reader.done - reader.stored, reader.done)
    return reader.stored


class _FeatureReader:
    def __init__(self, library: Library, backbone: Backbone) -> None:
        self.library = library
        self.space = backbone.name
        # Of a drive that is away, no file need be tried.
        self.folder_ids = [f.id for f in library.folders() if library.why_unavailable(f) is None]
        self.total = features.count_lacking(library.db, self.space, self.folder_ids)
        self.done = self.stored = 0
        self._elsewhere: deque[_WantedFeatures] = deque()

    def run(self, pool: ReadingPool, encoder: Encoder | None) -> Generator[Progress, None, None]:
        source = self._lacking()

        def begin(wanted: _WantedFeatures) -> Future[Outcome]:
            return pool.read(wanted.paths[0], kind=kind_of(wanted.content))

        def next_wanted() -> _WantedFeatures | None:
            return self._elsewhere.popleft() if self._elsewhere else next(source, None)

        yield self._progress()
        for batch in in_batches(self._sifted(outcomes(pool, next_wanted, begin))):
            self._store(batch, encoder)
            yield self._progress()

    def _lacking(self) -> Iterator[_WantedFeatures]:
        after = 0
        while rows := features.lacking(self.library.db, self.space, self.folder_ids, after, 256):
            for image_id, content in rows:
                paths = [path for path, missing in files.paths_of(self.library.db, image_id) if not missing]
                if paths:  # else they went missing just now
                    yield _WantedFeatures(image_id, content, tuple(paths))
            after = rows[-1][0]

    def _sifted(
        self, coming: Iterator[tuple[_WantedFeatures, Outcome] | None]
    ) -> Iterator[tuple[_WantedFeatures, Outcome] | None]:
        """Without the files that are of no use; if the image has another one, that is read instead."""
        for each in coming:
            if each is None:
                yield None
                continue
            wanted, result = each
            if isinstance(result, Reading) and result.content == wanted.content:
                yield wanted, result
                continue
            if len(wanted.paths) > 1:
                self._elsewhere.append(_WantedFeatures(wanted.image_id, wanted.content, wanted.paths[1:]))
            else:
                self.done += 1
            yield None  # a cancel must be heard, however many are of no use

    def _store(self, batch: Sequence[tuple[_WantedFeatures, Outcome]], encoder: Encoder | None) -> None:
        readings = [(wanted, result) for wanted, result in batch if isinstance(result, Reading)]
        if not readings:
            return
        vectors = features_of([reading for _, reading in readings], encoder)
        with self.library.writing() as db:
            rows = [
                (wanted.image_id, vector_D)
                for (wanted, _), vector_D in zip(readings, vectors, strict=True)
                if images.with_content(db, wanted.content) == wanted.image_id  # else it changed meanwhile
            ]
            if rows:
                features.put(db, self.space, [image_id for image_id, _ in rows], np.stack([v for _, v in rows]))
        self.done += len(readings)
        self.stored += len(rows)

    def _progress(self) -> Progress:
        return Progress(self.done, max(self.total, self.done), NOTE)
