"""What cameras wrote, for the images that were read before that was kept, or whose row was damaged: from their
files, of which hardly more than the beginning is read."""

import logging
import os
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass

from engine.images.beside import own_candidates
from engine.images.pool import ReadingPool
from engine.images.reading import Noted, Unread
from engine.jobs.reading_ahead import in_batches, outcomes
from engine.library import Library
from engine.metadata import Metadata
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, images, metadata_rows
from engine.store.files import ActionFile
from engine.worker_processes import default_workers

NOTE = said("Reading what cameras wrote")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Lacking:
    """An image, and a file of it that is there and was read."""

    image_id: int
    content: bytes
    file: ActionFile


def fill_metadata(
    library: Library,
    *,
    workers: int | None = None,
    of: Collection[int] | None = None,
    at_hand: Callable[[], ReadingPool] | None = None,
) -> Generator[Progress, None, int]:
    """Give every image with a file at hand what it says of itself, or these images alone, by a pool that is at hand
    if there is one. Returns how many got it.

    Of images whose files cannot be opened, or have changed, nothing is stored: the next indexing sees to them.
    """
    library.must_be_writable()
    folder_ids = [folder.id for folder in library.folders() if library.why_unavailable(folder) is None]
    total = metadata_rows.count_lacking(library.db, folder_ids) if of is None else len(of)
    if total == 0:
        return 0
    done = stored = 0
    yield Progress(done, total, NOTE)
    source = _lacking(library, folder_ids) if of is None else _chosen(library, sorted(of))
    with nullcontext(at_hand()) if at_hand is not None else _new_pool(workers, total) as pool:

        def begin(wanted: _Lacking) -> "Future[Noted | Unread]":
            return pool.read_metadata(wanted.file.full_path)

        for batch in in_batches(outcomes(pool, lambda: next(source, None), begin)):
            stored += _store(library, batch)
            done += len(batch)
            yield Progress(min(done, total), total, NOTE)
    if stored < done:
        log.warning("%d of %d pictures could not be asked what their camera wrote", done - stored, done)
    return stored


def _lacking(library: Library, folder_ids: list[int]) -> Iterator[_Lacking]:
    after = 0
    while found := metadata_rows.lacking(library.db, folder_ids, after, 256):
        yield from _chosen(library, found)
        after = found[-1]


def _chosen(library: Library, image_ids: Sequence[int]) -> Iterator[_Lacking]:
    """Each with one of its files, of copies the first that has a sidecar."""
    chosen: dict[int, ActionFile] = {}
    for file in files.of_images(library.db, image_ids):
        if not file.missing and not file.waiting and file.image_id is not None:
            before = chosen.setdefault(file.image_id, file)
            if before is not file and not _has_sidecar(before) and _has_sidecar(file):
                chosen[file.image_id] = file
    for image_id, file in chosen.items():
        if file.content is not None:
            yield _Lacking(image_id, file.content, file)


def _has_sidecar(file: ActionFile) -> bool:
    return any(map(os.path.lexists, own_candidates(file.full_path)))


def _new_pool(workers: int | None, total: int) -> ReadingPool:
    return ReadingPool(min(workers or default_workers(), total), EFFICIENTNET_LITE0.name, None)


def _store(library: Library, batch: list[tuple[_Lacking, Noted | Unread]]) -> int:
    rows: dict[int, tuple[bytes, Metadata]] = {}
    for wanted, result in batch:
        if not isinstance(result, Unread):
            size, mtime_ns, metadata = result
            if wanted.file.is_as(size, mtime_ns):
                rows[wanted.image_id] = wanted.content, metadata
    with library.writing() as db:
        still = images.contents(db, list(rows))
        fit = {image_id: said for image_id, (content, said) in rows.items() if still.get(image_id) == content}
        metadata_rows.put_with_dates(db, fit)
    return len(fit)
