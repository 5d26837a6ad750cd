"""Missing pictures: which there are, which of them are only on a drive that is away, and forgetting them.

What is forgotten leaves the library with all that was known and said of it, and can be brought back as long as the
program runs; no file is touched. Should its file turn up again, it is a new picture.
"""

import logging
import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.errors import UserError
from engine.images.scan import is_mounted
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.store import decisions, files, folders, images, labels, thumbnails
from engine.store.files import ActionFile, within
from engine.store.forgotten_rows import ForgottenRows

AT_A_TIME = 200  # images a transaction
log = logging.getLogger(__name__)
FORGETTING, BRINGING_BACK = said("Forgetting pictures"), said("Bringing pictures back")


@dataclass(frozen=True, slots=True)
class MissingPictures:
    """Images by what has become of them: none of their files is there, or their drive is away, and nobody can tell.
    Those of which a file is there are left alone."""

    gone: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    there: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidOfThem:
    """What a person has said of some images."""

    labelled: int = 0
    decided: int = 0  # images, too


@dataclass(slots=True)
class Forgotten:
    """Filled while the work goes on, so that what was done counts also if that is cancelled."""

    rows: ForgottenRows = field(default_factory=ForgottenRows)
    image_ids: list[int] = field(default_factory=list)


def sorted_out(library: Library, image_ids: Sequence[int] | None = None) -> MissingPictures:
    """What has become of these images, by the library and by a look at the disk; of all that are missing."""
    away = _Away(library)
    missing = set(images.missing(library.db))
    asked = sorted(missing) if image_ids is None else list(dict.fromkeys(image_ids))
    of_images: dict[int, list[ActionFile]] = {image_id: [] for image_id in asked}
    for file in files.of_images(library.db, asked):
        if file.image_id is not None:
            of_images[file.image_id].append(file)
    kinds: dict[str, list[int]] = {"gone": [], "away": [], "there": []}
    for image_id, known in of_images.items():
        kinds[_kind(known, away, image_id in missing)].append(image_id)
    return MissingPictures(*(tuple(kinds[name]) for name in ("gone", "away", "there")))


def _kind(known: Iterable[ActionFile], away: "_Away", missing: bool) -> str:
    """One that the library takes for there, without a file on a drive that is away, stays: who knows why it cannot
    be seen just now. A file that holds something else by now is there, too, but not as this picture."""
    places = list(known)
    if any(away.holds(file.full_path) for file in places):
        return "away"
    came_back = any(file.missing and os.path.exists(file.full_path) for file in places)
    return "gone" if missing and places and not came_back else "there"


class _Away:
    """The library's folders, and the drives below them, that are not there now."""

    def __init__(self, library: Library) -> None:
        self._tops = [each.path for each in library.folders() if library.why_unavailable(each) is not None]
        for folder in library.folders():
            mounts = (os.path.join(folder.path, mount) for mount in folders.mounts(library.db, folder))
            self._tops += [mount for mount in mounts if not is_mounted(mount)]

    def holds(self, path: bytes) -> bool:
        return any(within(path, top) for top in self._tops)


def said_of(library: Library, image_ids: Sequence[int]) -> SaidOfThem:
    chosen = set(image_ids)
    decided = {image_id for pair in decisions.all_decisions(library.db) for image_id in pair[:2]}
    return SaidOfThem(len(labels.of_images(library.db, list(image_ids))), len(chosen & decided))


def forget(
    library: Library, image_ids: Sequence[int], forgotten: Forgotten | None = None
) -> Generator[Progress, None, Forgotten]:
    """All that is known of these images goes; those of which a file is there now stay."""
    library.must_be_writable()
    forgotten = Forgotten() if forgotten is None else forgotten
    there = set(sorted_out(library, image_ids).there)
    wanted = [image_id for image_id in dict.fromkeys(image_ids) if image_id not in there]
    yield Progress(0, len(wanted), FORGETTING)
    for start in range(0, len(wanted), AT_A_TIME):
        chunk = wanted[start : start + AT_A_TIME]
        _forget_some(library, chunk, forgotten)
        yield Progress(start + len(chunk), len(wanted), FORGETTING)
    return forgotten


def _forget_some(library: Library, image_ids: Sequence[int], forgotten: Forgotten) -> None:
    """Thumbnails last: without an image, nobody asks for one."""
    rows, before = forgotten.rows, forgotten.rows.batches
    try:
        with library.writing() as db:
            rows.take_out(db, image_ids)
            rows.keep_thumbnails(library.thumbnails_db, image_ids)
    except BaseException:
        if rows.batches > before:
            rows.drop()  # nothing was stored
        raise
    forgotten.image_ids += image_ids
    with _though_thumbnails_fail(), library.writing_thumbnails() as thumbnails_db:
        thumbnails.remove(thumbnails_db, image_ids)


@contextmanager
def _though_thumbnails_fail() -> Iterator[None]:
    """What is known of images matters more."""
    try:
        yield
    except UserError as error:
        log.warning("thumbnails of missing pictures: %s", error)


def bring_back(library: Library, forgotten: Forgotten) -> Generator[Progress, None, list[int]]:
    """Everything as it was, as far as the library still has what it belongs to. Returns the images; what is
    cancelled can be begun again."""
    library.must_be_writable()
    back: list[int] = []
    total = forgotten.rows.images
    yield Progress(0, total, BRINGING_BACK)
    while forgotten.rows.batches:
        with library.writing() as db:
            ids = forgotten.rows.put_back(db)
        with _though_thumbnails_fail(), library.writing_thumbnails() as thumbnails_db:
            forgotten.rows.put_thumbnails_back(thumbnails_db, ids)
        forgotten.rows.drop()
        back += ids
        yield Progress(total - forgotten.rows.images, total, BRINGING_BACK)
    return back
