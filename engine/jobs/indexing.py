"""Indexing: folders -> scan -> read (worker processes, bounded look-ahead) -> features -> codes -> copies.

Pictures are known (pending) as soon as they are scanned. Then they are read, and each batch is one transaction:
what was reported done is stored, and a killed run is taken up where it stopped.
"""

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from engine.blas_threads import blas_threads
from engine.copies.finding import find
from engine.images.pool import ReadingPool
from engine.images.reading import Outcome, Reading
from engine.jobs import builtin_version
from engine.jobs.committing import ActiveHash, Committed, commit
from engine.jobs.encoding import encode_missing
from engine.jobs.feature_reading import read_features
from engine.jobs.reading_ahead import HEARTBEAT, features_of, in_batches, outcomes
from engine.jobs.scanning import FolderAwayError, Scanned, newly_missing, scan
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, backbone
from engine.model.device import Device, choose_device
from engine.model.encoder import Encoder, make_encoder
from engine.model.onnx_export import prepared
from engine.progress import Driven, Progress
from engine.store import features, files, thumbnails, versions
from engine.store.files import WaitingFile
from engine.store.folders import Folder
from engine.store.versions import Version
from engine.worker_processes import default_workers

LONG_RUN = 5000  # files still to be read

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Indexed:
    """What an indexing did. Of the files found, each was added, changed, moved, unchanged or skipped, or went away
    before it was read; `missing` are those that are not where they were."""

    found: int = 0
    added: int = 0
    changed: int = 0
    moved: int = 0
    missing: int = 0
    skipped: int = 0
    unchanged: int = 0
    seconds: float = 0.0
    images_per_second: float = 0.0
    unavailable: list[bytes] = field(default_factory=list)


def index(
    library: Library, folders: Sequence[Folder], *, workers: int | None = None, device: Device | None = None
) -> Generator[Progress, None, Indexed]:
    """Bring the library up to date with these folders."""
    library.must_be_writable()
    started = time.monotonic()
    result = Indexed()
    for folder in folders:
        try:
            scanned = yield from scan(library, folder)
        except FolderAwayError as error:
            log.warning("%s", error)
            result.unavailable.append(folder.path)
            continue
        _count_scan(result, scanned)
    reachable = [folder.id for folder in folders if folder.path not in result.unavailable]
    counts, reading_seconds = Committed(), 0.0
    if files.count_waiting(library.db, reachable):
        reader = _FileReader(library, reachable, workers or default_workers(), counts, device)
        reading_seconds = yield from reader.run()
    _count_reading(result, counts)
    result.missing += newly_missing(library)
    yield from _finish_codes(library, workers, device)
    yield from find(library)
    result.seconds = time.monotonic() - started
    result.images_per_second = counts.done / reading_seconds if reading_seconds else 0.0
    return result


def _finish_codes(library: Library, workers: int | None, device: Device | None) -> Generator[Progress, None, None]:
    yield from builtin_version.refresh(library, EFFICIENTNET_LITE0)
    active = versions.active(library.db)
    if active is None:
        return
    if active.backbone != EFFICIENTNET_LITE0.name:  # whose features were read along with all else
        yield from read_features(library, backbone(active.backbone), workers=workers, device=device)
    yield from encode_missing(library, active)


class _FileReader:
    """Reads all waiting files of some folders into the library."""

    def __init__(
        self, library: Library, folder_ids: list[int], workers: int, counts: Committed, device: Device | None
    ) -> None:
        self.library = library
        self.folder_ids = folder_ids
        self.workers = workers
        self.counts = counts
        self.backbone: Backbone = EFFICIENTNET_LITE0
        self.device = device or choose_device()
        self.version: Version | None = None  # the active one
        self.active: ActiveHash | None = None  # if it works on the features that are read here
        self.total = files.count_waiting(library.db, folder_ids)
        self.features_before = features.count(library.db, self.backbone.name)

    def run(self) -> Generator[Progress, None, float]:
        """Read and store everything; returns the seconds from starting the workers to the last row stored."""
        log.info("%s", self.device.line())
        if self.features_before >= builtin_version.ITQ_FROM:
            yield from builtin_version.refresh(self.library, self.backbone)  # what a cancelled run left undone
        onnx_path = None if self.device.kind != "cpu" else (yield from self._prepare_model())
        encoder = make_encoder(self.backbone, self.device, "") if onnx_path is None else None
        began = time.monotonic()
        # The workers keep all cores busy: numpy's own threads would only wait for each other.
        with (
            blas_threads(1),
            ReadingPool(self.workers, self.backbone.name, onnx_path) as pool,
        ):
            for batch in in_batches(self._outcomes(pool)):
                if batch:
                    yield from self._commit(batch, encoder)
                yield self._progress()
            return time.monotonic() - began

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
        source = self._waiting()
        return outcomes(
            pool,
            lambda: next(source, None),
            lambda file: pool.read(file.full_path, self._known_contents(file)),
        )

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

    def _waiting(self) -> Iterator[WaitingFile]:
        after = 0
        while rows := files.waiting(self.library.db, self.folder_ids, after, 256):
            yield from rows
            after = rows[-1].id

    def _commit(
        self, pending: list[tuple[WaitingFile, Outcome]], encoder: Encoder | None
    ) -> Generator[Progress, None, None]:
        vectors = _vectors(pending, encoder)
        commit(self.library, self.backbone.name, self._active_hash(), pending, vectors, self.counts)
        yield from self._refit_if_outgrown()

    def _refit_if_outgrown(self) -> Generator[Progress, None, None]:
        """The first version as soon as there is a mean to speak of; better ones on the way of a long run, which may
        be cancelled before its end. A short run waits for its end, so that its workers need not wait."""
        features_now = self.features_before + self.counts.added
        if self.version is None:
            outgrown = features_now >= builtin_version.FIRST_MEAN
        else:
            outgrown = (
                self.total - self.counts.done > LONG_RUN
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
        return Progress(self.counts.done, max(self.total, self.counts.done), "Reading pictures")


def _vectors(pending: list[tuple[WaitingFile, Outcome]], encoder: Encoder | None) -> dict[int, NDArray[Any]]:
    readings = [(file.id, result) for file, result in pending if isinstance(result, Reading)]
    vectors = features_of([reading for _, reading in readings], encoder)
    return {file_id: vector for (file_id, _), vector in zip(readings, vectors, strict=True)}


def _count_scan(result: Indexed, scanned: Scanned) -> None:
    result.found += scanned.found
    result.unchanged += scanned.unchanged
    result.skipped += scanned.skipped


def _count_reading(result: Indexed, counts: Committed) -> None:
    result.added += counts.added
    result.changed += counts.changed
    result.moved += counts.moved
    result.unchanged += counts.unchanged
    result.skipped += counts.skipped
    result.missing += counts.gone
