"""Indexing: folders -> scan -> read (worker processes, bounded look-ahead) -> features -> codes -> copies.

Pictures are known (pending) as soon as they are scanned. Then they are read, and each batch is one transaction:
what was reported done is stored, and a killed run is taken up where it stopped. What somebody looks at is read
first.
"""

import logging
import time
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from numpy.typing import NDArray

from engine.blas_threads import blas_threads
from engine.copies.finding import find
from engine.images.kept_worker import KeptWorker
from engine.images.pool import ReadingPool
from engine.images.reading import Outcome, Reading
from engine.images.shards import ALL, Shard
from engine.jobs import builtin_version
from engine.jobs.committing import ActiveHash, Committed, commit
from engine.jobs.encoding import encode_missing
from engine.jobs.feature_reading import read_features
from engine.jobs.keyword_folders import Unasked
from engine.jobs.looking import Looked, look
from engine.jobs.metadata_filling import fill_metadata
from engine.jobs.moving_thumbnails import bring_together
from engine.jobs.reading_ahead import HEARTBEAT, features_of, in_batches, outcomes
from engine.jobs.scanning import FolderAwayError, Scanned, newly_missing, scan
from engine.jobs.waiting_files import WaitingFiles, WantedImages, nobody
from engine.jobs.xmp_import import NewKeywords, take_new
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, backbone
from engine.model.device import Device, choose_device
from engine.model.encoder import Encoder, make_encoder
from engine.model.onnx_export import prepared
from engine.progress import Driven, Progress, finish
from engine.search.word_list import list_words
from engine.sentences import said
from engine.store import features, files, images, metadata_rows, scanned_files, thumbnails, versions, waiting_rows
from engine.store.folders import Folder
from engine.store.versions import Version
from engine.store.waiting_rows import WaitingFile
from engine.watching.settling import LookAt, Noticed
from engine.worker_processes import default_workers

LONG_RUN = 5000  # files still to be read
FEW = 24  # files that one worker reads sooner than several begin

log = logging.getLogger(__name__)

# Looks at what was noticed, leaving files that are under way for later; None if there was nothing.
Meanwhile = Callable[[frozenset[bytes]], Generator[Progress, None, Looked | None]]


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
    linked: set[bytes] = field(default_factory=set)  # folders with links to directories
    labelled: int = 0  # images whose labels are others now, as keywords of other programs say
    unasked: Unasked = field(default_factory=dict)  # keywords about which nobody has said anything yet
    other_names: set[bytes] = field(default_factory=set)  # files that other names lead to as well, each by one
    is_other: bool = False  # a file is there again, or cannot be read any more

    @property
    def is_any_change(self) -> bool:
        """Something was noticed that a person sees; what was skipped before is nothing new."""
        counted = self.added or self.changed or self.moved or self.missing or self.labelled
        return bool(counted or self.is_other or self.unavailable)


def index(
    library: Library,
    folders: Sequence[Folder],
    *,
    workers: int | None = None,
    device: Device | None = None,
    unfinished: Callable[[], Collection[bytes]] = frozenset,
    meanwhile: Meanwhile | None = None,
    wanted: Callable[[], WantedImages] = nobody,
    asks: bool = False,
    shard: Shard = ALL,
) -> Generator[Progress, None, Indexed]:
    """Bring the library up to date with these folders, or with a `shard` of them. `unfinished` gives the files that
    are being written and left for later; `meanwhile` looks at what was noticed while files are read, which may take
    hours; `wanted` says what somebody looks at, which is read before all else. `asks`: somebody can be asked about
    keywords of other programs, so it is looked whether there are any."""
    library.must_be_writable()
    started = time.monotonic()
    result = Indexed()
    yield from bring_together(library)
    for folder in folders:
        try:
            scanned = yield from scan(library, folder, unfinished(), shard)
        except FolderAwayError as error:
            log.warning("%s", error)
            result.unavailable.append(folder.path)
            continue
        if scanned.linked:
            result.linked.add(folder.path)
        result.other_names |= scanned.other_names
        _count_scan(result, scanned)
        yield from list_words(library)
    reachable = [folder for folder in folders if folder.path not in result.unavailable]
    folder_ids = [folder.id for folder in reachable]
    reader = None
    if total := waiting_rows.count(library.db, folder_ids):
        waiting = WaitingFiles(
            partial(waiting_rows.next_of, library.db, folder_ids),
            partial(waiting_rows.of_images, library.db, folder_ids),
            wanted,
        )
        reader = _FileReader(library, waiting, total, workers or default_workers(), device, meanwhile=meanwhile)
    noticed = set[int]() if reader is None else reader.looked_at
    keywords = partial(take_new, library, reachable, noticed, asks=asks)
    return (yield from _read_and_finish(library, result, started, reader, keywords, workers, device))


def index_noticed(
    library: Library,
    noticed: Noticed,
    linked: Collection[bytes],
    kept: KeptWorker,
    *,
    workers: int | None = None,
    wanted: Callable[[], WantedImages] = nobody,
    asks: bool = False,
    other_names: Collection[bytes] = (),
) -> Generator[Progress, None, Indexed]:
    """The same for what was noticed alone. Few files are read by the `kept` worker, on the CPU: others would take
    longer to begin than to read them."""
    library.must_be_writable()
    started = time.monotonic()
    looked = yield from look(library, noticed, linked, other_names)
    result = Indexed(unavailable=looked.unavailable, linked=looked.linked, other_names=looked.other_names)
    for scanned in looked.scanned:
        _count_scan(result, scanned)
    reader = None
    if total := scanned_files.count_waiting(library.db):
        few = total <= FEW
        waiting = WaitingFiles(
            partial(scanned_files.waiting, library.db), partial(scanned_files.waiting_of, library.db), wanted
        )
        device = Device("cpu", "CPU", "a few pictures are read soonest there") if few else None
        reader = _FileReader(
            library, waiting, total, workers or default_workers(), device, kept=kept if few else None
        )
    at_hand = partial(kept.pool, EFFICIENTNET_LITE0.name, _prepared) if len(looked.files) <= FEW else None
    keywords = partial(take_new, library, (), looked.files, at_hand=at_hand, asks=asks)
    whole = any(LookAt(folder.path, True) in noticed.looks for folder in library.folders())
    restated = set[int]().union(*(scanned.restated for scanned in looked.scanned))
    ask = None if whole else partial(_ask_again, library, restated, at_hand)
    return (yield from _read_and_finish(library, result, started, reader, keywords, workers, None, ask))


def _prepared() -> Generator[Progress, None, str]:
    return prepared(EFFICIENTNET_LITE0)


def _read_and_finish(
    library: Library,
    result: Indexed,
    started: float,
    reader: "_FileReader | None",
    keywords: Callable[[], Generator[Progress, None, NewKeywords]],
    workers: int | None,
    device: Device | None,
    ask: Callable[[], Generator[Progress, None, bool]] | None = None,
) -> Generator[Progress, None, Indexed]:
    counts, reading_seconds = Committed(), 0.0
    if reader is not None:
        reading_seconds = yield from reader.run()
        counts = reader.counts
        for scanned in reader.scanned:
            _count_scan(result, scanned)
    _count_reading(result, counts)
    result.missing += newly_missing(library)
    new = yield from keywords()
    result.labelled, result.unasked = new.labelled, new.unasked
    yield from _finish_codes(library, workers, device)
    yield from find(library)
    # Of what was noticed alone: files that cannot be asked would be asked again with every single one.
    if ask is None:
        yield from fill_metadata(library, workers=workers)
    else:
        result.is_other |= yield from ask()
    yield from list_words(library)
    result.seconds = time.monotonic() - started
    result.images_per_second = counts.done / reading_seconds if reading_seconds else 0.0
    return result


def _ask_again(
    library: Library, image_ids: Collection[int], at_hand: Callable[[], ReadingPool] | None
) -> Generator[Progress, None, bool]:
    """Whether what these images say of themselves is other than it was."""
    if not image_ids:
        return False
    before = metadata_rows.get(library.db, sorted(image_ids))
    yield from fill_metadata(library, of=image_ids, at_hand=at_hand)
    return metadata_rows.get(library.db, sorted(image_ids)) != before


def _finish_codes(library: Library, workers: int | None, device: Device | None) -> Generator[Progress, None, None]:
    yield from builtin_version.refresh(library, EFFICIENTNET_LITE0)
    active = versions.active(library.db)
    if active is None:
        return
    if active.backbone != EFFICIENTNET_LITE0.name:  # whose features were read along with all else
        network = backbone(active.backbone, library.models_folder)
        yield from read_features(library, network, workers=workers, device=device)
        active = (yield from builtin_version.refresh(library, network)) or active
    yield from encode_missing(library, active)


class _FileReader:
    """Reads waiting files into the library. With a `kept` worker it is that one which reads."""

    def __init__(
        self,
        library: Library,
        waiting: WaitingFiles,
        total: int,
        workers: int,
        device: Device | None,
        kept: KeptWorker | None = None,
        meanwhile: Meanwhile | None = None,
    ) -> None:
        self.library = library
        self.waiting = waiting
        self.meanwhile = meanwhile
        self.scanned: list[Scanned] = []  # by looks meanwhile
        self.looked_at: set[int] = set()  # files, the same way
        self.workers = workers
        self.kept = kept
        self.counts = Committed()
        self.backbone: Backbone = EFFICIENTNET_LITE0
        self.device = device or choose_device()
        self.version: Version | None = None  # the active one
        self.active: ActiveHash | None = None  # if it works on the features that are read here
        self.total = total
        self.features_before = features.count(library.db, self.backbone.name)

    def run(self) -> Generator[Progress, None, float]:
        """Read and store everything; returns the seconds from starting the workers to the last row stored."""
        if self.kept is None:
            log.info("%s", self.device.line())
        if self.features_before >= builtin_version.ITQ_FROM:
            yield from builtin_version.refresh(self.library, self.backbone)  # what a cancelled run left undone
        onnx_path = None if self.device.kind != "cpu" else (yield from self._prepare_model())
        self.waiting.begin_anew()  # thumbnails may have been made early
        encoder = make_encoder(self.backbone, self.device, "") if onnx_path is None else None
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
        if self.kept is None:
            with ReadingPool(self.workers, self.backbone.name, onnx_path) as pool:
                yield pool
            return
        try:
            yield self.kept.pool(self.backbone.name, lambda: prepared(self.backbone))
        except BaseException:
            self.kept.rest()  # it may still be reading what nobody waits for any more
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


def _count_scan(result: Indexed, scanned: Scanned) -> None:
    result.found += scanned.found
    result.unchanged += scanned.unchanged
    result.skipped += scanned.skipped
    result.is_other |= scanned.is_other


def _count_reading(result: Indexed, counts: Committed) -> None:
    result.added += counts.added
    result.changed += counts.changed
    result.moved += counts.moved
    result.unchanged += counts.unchanged
    result.skipped += counts.skipped
    result.is_other |= counts.skipped > 0
    result.missing += counts.gone
