"""Waiting files read into the library: first what somebody looks at, then what was noticed, then all others.

Each batch is one transaction. On the way the built-in version is made, and made anew when the library outgrows it.
"""

import logging
import time
from collections.abc import Generator, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from numpy.typing import NDArray

from engine.blas_threads import blas_threads
from engine.images.kept_worker import KeptWorker
from engine.images.pool import ReadingPool
from engine.images.reading import Outcome, Reading
from engine.jobs import builtin_version
from engine.jobs.attention import Meanwhile
from engine.jobs.committing import ActiveHash, Committed, commit
from engine.jobs.reading_ahead import HEARTBEAT, features_of, in_batches, outcomes
from engine.jobs.scanning import Scanned
from engine.jobs.waiting_files import WaitingFiles
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone
from engine.model.device import Device
from engine.model.encoder import Encoder, make_encoder
from engine.model.onnx_export import prepared
from engine.progress import Driven, Progress, finish
from engine.search.word_list import list_words
from engine.sentences import said
from engine.store import features, files, images, scanned_files, thumbnails, versions
from engine.store.versions import Version
from engine.store.waiting_rows import WaitingFile

LONG_RUN = 5000  # files still to be read

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Readers:
    """So many processes, features computed on this device; or the one worker that is `kept`."""

    workers: int
    device: Device
    kept: KeptWorker | None = None


class FileReader:
    """Reads waiting files into the library."""

    def __init__(
        self,
        library: Library,
        waiting: WaitingFiles,
        total: int,
        readers: Readers,
        meanwhile: Meanwhile | None = None,
    ) -> None:
        self.library = library
        self.waiting = waiting
        self.meanwhile = meanwhile
        self.scanned: list[Scanned] = []  # by looks meanwhile
        self.looked_at: set[int] = set()  # files, the same way
        self.readers = readers
        self.counts = Committed()
        self.backbone: Backbone = EFFICIENTNET_LITE0
        self.version: Version | None = None  # the active one
        self.active: ActiveHash | None = None  # if it works on the features that are read here
        self.total = total
        self.features_before = features.count(library.db, self.backbone.name)

    def run(self) -> Generator[Progress, None, float]:
        """Read and store everything; returns the seconds from starting the workers to the last row stored."""
        if self.readers.kept is None:
            log.info("%s", self.readers.device.line())
        if self.features_before >= builtin_version.ITQ_FROM:
            yield from builtin_version.refresh(self.library, self.backbone)  # what a cancelled run left undone
        onnx_path = None if self.readers.device.kind != "cpu" else (yield from self._prepare_model())
        self.waiting.begin_anew()  # thumbnails may have been made early
        encoder = make_encoder(self.backbone, self.readers.device, "") if onnx_path is None else None
        began = time.monotonic()
        # The workers keep all cores busy: numpy's own threads would only wait for each other.
        with (
            blas_threads(1),
            self._pool(onnx_path) as pool,
        ):
            yield from self._read_all(pool, encoder)
            while self.waiting.any_first:  # noticed when the last ones were just stored
                yield from self._read_all(pool, encoder)
            return time.monotonic() - began

    def _read_all(self, pool: ReadingPool, encoder: Encoder | None) -> Generator[Progress, None, None]:
        for batch in in_batches(self._outcomes(pool), lambda: self.waiting.is_awaited):
            if batch:
                yield from self._commit(batch, encoder)
            yield self._progress()
            if self.meanwhile is not None:
                yield from self._look_meanwhile(self.meanwhile)

    @contextmanager
    def _pool(self, onnx_path: str | None) -> Iterator[ReadingPool]:
        if self.readers.kept is None:
            with ReadingPool(self.readers.workers, self.backbone.name, onnx_path) as pool:
                yield pool
            return
        try:
            yield self.readers.kept.pool(self.backbone.name, lambda: prepared(self.backbone))
        except BaseException:
            self.readers.kept.rest()  # it may still be reading what nobody waits for any more
            raise

    def _prepare_model(self) -> Generator[Progress, None, str]:
        """The exported backbone. The first time this takes a while; thumbnails are made meanwhile."""
        early: Iterator[None] | None = None
        with ExitStack() as opened, Driven(prepared(self.backbone)) as preparing:
            for report in preparing:
                if early is None:
                    early = self._early_thumbnails(opened.enter_context(ReadingPool(1, self.backbone.name, None)))
                yield report
                next(early, None)
        return preparing.result

    def _early_thumbnails(self, pool: ReadingPool) -> Iterator[None]:
        rows: list[tuple[int, bytes]] = []
        began = time.monotonic()
        for done in self._outcomes(pool):
            # Only of new pictures: what an overwritten file shows is another image, perhaps.
            if done is not None and done[0].content is None and isinstance(done[1], Reading):
                rows.append((done[0].image_id, done[1].thumbnail))
            if time.monotonic() - began > HEARTBEAT:
                self._put_thumbnails(rows)
                yield
                rows, began = [], time.monotonic()
        self._put_thumbnails(rows)

    def _put_thumbnails(self, rows: list[tuple[int, bytes]]) -> None:
        with self.library.writing_thumbnails() as db:
            thumbnails.put(db, rows)

    def _outcomes(self, pool: ReadingPool) -> Iterator[tuple[WaitingFile, Outcome] | None]:
        def begin(file: WaitingFile) -> Future[Outcome]:
            kind = images.content_kind(self.library.db)
            return pool.read(file.full_path, self._known_contents(file), self.waiting.urgency(file), kind)

        return outcomes(pool, self.waiting.next, begin, self.waiting.next_awaited)

    def _look_meanwhile(self, meanwhile: Meanwhile) -> Generator[Progress, None, None]:
        """What was noticed is brought in and read next."""
        looked = yield from meanwhile(frozenset(self.waiting.under_way.values()))
        if looked is not None:
            for count in self.waiting.put_noticed(partial(scanned_files.waiting, self.library.db)):
                self.total += count
                yield self._progress()
            self.scanned += looked.scanned
            self.looked_at |= looked.files

    def _known_contents(self, file: WaitingFile) -> tuple[bytes, ...]:
        known = files.contents_of_size(self.library.db, file.size)
        if file.content is not None and self._is_whole(file.image_id):
            return (*known, file.content)
        return tuple(content for content in known if content != file.content)

    def _is_whole(self, image_id: int) -> bool:
        """All that reading its file would give is there."""
        return bool(features.get(self.library.db, self.backbone.name, [image_id])) and bool(
            thumbnails.get(self.library.thumbnails_db, [image_id])
        )

    def _commit(
        self, pending: list[tuple[WaitingFile, Outcome]], encoder: Encoder | None
    ) -> Generator[Progress, None, None]:
        vectors = _vectors(pending, encoder)
        commit(self.library, self.backbone.name, self._active_hash(), pending, vectors, self.counts)
        finish(list_words(self.library))
        self.waiting.stored(file for file, _ in pending)
        yield from self._refit_if_outgrown()

    def _refit_if_outgrown(self) -> Generator[Progress, None, None]:
        """The first version as soon as there is a mean to speak of; better ones on the way of a long run, which may
        be cancelled before its end. A short run waits for its end, so that its workers need not wait; a long one
        until nobody looks at what is to be read."""
        features_now = self.features_before + self.counts.added
        if self.version is None:
            outgrown = features_now >= builtin_version.FIRST_MEAN
        else:
            outgrown = (
                self.total - self.counts.done > LONG_RUN
                and not self.waiting.is_awaited
                and builtin_version.method_wanted(self.version, features_now) is not None
            )
        if outgrown:
            yield from builtin_version.refresh(self.library, self.backbone)

    def _active_hash(self) -> ActiveHash | None:
        """The active version's hash function; the user may activate another one while we work.

        None when it works on another network's features: these are read when all files are known.
        """
        self.version = version = versions.active(self.library.db)
        if version is None or version.backbone != self.backbone.name:
            self.active = None
        elif self.active is None or self.active.version.id != version.id:
            self.active = ActiveHash(version, model_files.of_version(self.library.models_folder, version))
        return self.active

    def _progress(self) -> Progress:
        return Progress(self.counts.done, max(self.total, self.counts.done), said("Reading pictures"))


def _vectors(pending: list[tuple[WaitingFile, Outcome]], encoder: Encoder | None) -> dict[int, NDArray[Any]]:
    readings = [(file.id, result) for file, result in pending if isinstance(result, Reading)]
    vectors = features_of([reading for _, reading in readings], encoder)
    return {file_id: vector for (file_id, _), vector in zip(readings, vectors, strict=True)}
