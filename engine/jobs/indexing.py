"""Indexing: folders -> scan -> read (worker processes, bounded look-ahead) -> features -> codes -> copies.

Pictures are known (pending) as soon as they are scanned. Then they are read, and each batch is one transaction:
what was reported done is stored, and a killed run is taken up where it stopped. What somebody looks at is read
first.
"""

import logging
import time
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, field
from functools import partial

from engine.copies.finding import find
from engine.images.kept_worker import KeptWorker
from engine.images.pool import ReadingPool
from engine.images.shards import ALL, Shard
from engine.jobs import builtin_version
from engine.jobs.attention import NONE, Attention
from engine.jobs.committing import Committed
from engine.jobs.encoding import encode_missing
from engine.jobs.feature_reading import read_features
from engine.jobs.file_reader import FileReader, Readers
from engine.jobs.keyword_folders import Unasked
from engine.jobs.looking import look
from engine.jobs.metadata_filling import fill_metadata
from engine.jobs.moving_thumbnails import bring_together
from engine.jobs.scanning import FolderAwayError, Scanned, newly_missing, scan
from engine.jobs.waiting_files import WaitingFiles
from engine.jobs.xmp_import import NewKeywords, take_new
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0, backbone
from engine.model.device import Device, choose_device
from engine.model.onnx_export import prepared
from engine.progress import Progress
from engine.search.word_list import list_words
from engine.store import metadata_rows, scanned_files, versions, waiting_rows
from engine.store.folders import Folder
from engine.watching.settling import LookAt, Noticed
from engine.worker_processes import default_workers

FEW = 24  # files that one worker reads sooner than several begin
FEW_DEVICE = Device("cpu", "CPU", "a few pictures are read soonest there")

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
    attention: Attention = NONE,
    shard: Shard = ALL,
) -> Generator[Progress, None, Indexed]:
    """Bring the library up to date with these folders, or with a `shard` of them."""
    library.must_be_writable()
    started = time.monotonic()
    result = Indexed()
    yield from bring_together(library)
    for folder in folders:
        try:
            scanned = yield from scan(library, folder, attention.unfinished(), shard)
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
            attention.wanted,
        )
        readers = Readers(workers or default_workers(), device or choose_device())
        reader = FileReader(library, waiting, total, readers, attention.meanwhile)
    noticed = set[int]() if reader is None else reader.looked_at
    keywords = partial(take_new, library, reachable, noticed, asks=attention.asks)
    yield from _read(library, result, reader)
    yield from _take_keywords(keywords, result)
    yield from _finish_codes(library, workers, device)
    yield from find(library)
    yield from fill_metadata(library, workers=workers)
    yield from list_words(library)
    result.seconds = time.monotonic() - started
    return result


def index_noticed(
    library: Library,
    noticed: Noticed,
    linked: Collection[bytes],
    kept: KeptWorker,
    *,
    workers: int | None = None,
    attention: Attention = NONE,
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
            partial(scanned_files.waiting, library.db),
            partial(scanned_files.waiting_of, library.db),
            attention.wanted,
        )
        readers = Readers(1, FEW_DEVICE, kept) if few else Readers(workers or default_workers(), choose_device())
        reader = FileReader(library, waiting, total, readers)
    at_hand = partial(kept.pool, EFFICIENTNET_LITE0.name, _prepared) if len(looked.files) <= FEW else None
    keywords = partial(take_new, library, (), looked.files, at_hand=at_hand, asks=attention.asks)
    whole = any(LookAt(folder.path, True) in noticed.looks for folder in library.folders())
    restated = set[int]().union(*(scanned.restated for scanned in looked.scanned))
    yield from _read(library, result, reader)
    yield from _take_keywords(keywords, result)
    yield from _finish_codes(library, workers, None)
    yield from find(library)
    if whole:
        yield from fill_metadata(library, workers=workers)
    else:  # files that cannot be asked would be asked again with every single one that is noticed
        result.is_other |= yield from _ask_again(library, restated, at_hand)
    yield from list_words(library)
    result.seconds = time.monotonic() - started
    return result


def _prepared() -> Generator[Progress, None, str]:
    return prepared(EFFICIENTNET_LITE0)


def _read(library: Library, result: Indexed, reader: FileReader | None) -> Generator[Progress, None, None]:
    if reader is not None:
        seconds = yield from reader.run()
        for scanned in reader.scanned:
            _count_scan(result, scanned)
        _count_reading(result, reader.counts)
        result.images_per_second = reader.counts.done / seconds if seconds else 0.0
    result.missing += newly_missing(library)


def _take_keywords(
    keywords: Callable[[], Generator[Progress, None, NewKeywords]], result: Indexed
) -> Generator[Progress, None, None]:
    new = yield from keywords()
    result.labelled, result.unasked = new.labelled, new.unasked


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
