"""The open library and what runs on it. Panels ask it; it never touches a widget.

Functions called `read_…` run on a background thread, whose connection to the database is its own.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.errors import UserError
from engine.images.viewer import Viewer
from engine.library import Library
from engine.progress import Progress
from engine.search.hits import Found
from engine.search.query import Query
from engine.store import browsing, files, images, labels, skipped, thumbnails, versions
from engine.store.browsing import Browse
from engine.store.folders import Folder
from engine.store.images import Image
from engine.store.skipped import Skipped
from gui.background import Background
from gui.grid.tile import TileData
from gui.job import Job
from gui.plain_text import path_text

if TYPE_CHECKING:
    from engine.search.searcher import Searcher

log = logging.getLogger(__name__)

CLOSE_SECONDS = 2.5


@dataclass(frozen=True, slots=True)
class FolderState:
    folder: Folder
    available: bool


@dataclass(frozen=True, slots=True)
class LibraryState:
    """What the left panel shows."""

    folders: list[FolderState]
    directories: dict[bytes, int]
    images: int
    skipped: int
    labels: list[str]
    bits: int | None  # of the active version


class Session(QObject):
    """Signals:
    job_started(Job): a job begins; connect to it.
    library_changed(): images, folders or skipped files changed.
    device_chosen(str): what indexing computes on, and why.
    refused(str): what was asked for cannot be; one sentence.
    """

    job_started = Signal(object)
    library_changed = Signal()
    device_chosen = Signal(str)
    refused = Signal(str)

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.job: Job | None = None
        self.still_busy = False  # after `close`: a thread did not end in time
        self._closing = False
        self._indexed: list[int] = []  # folder ids: what the running job indexes
        self._wanted: list[int] = []  # and what is to be indexed after it
        self._retried: list[int] = []  # file ids, to be read once more with that
        self._changes: deque[Callable[[], None]] = deque()  # of the folders; made while no job runs
        self._viewer = Viewer()
        self._searcher: Searcher | None = None
        self._backgrounds: list[Background] = []

    def background(self) -> Background:
        """A thread for short work; it is ended with the session."""
        thread = Background(self.library.close_thread, self)
        self._backgrounds.append(thread)
        return thread

    # -- jobs: one at a time; what is asked for meanwhile follows -------------------------------------------------

    def add_folder(self, path: bytes) -> None:
        self.add_folders([path])

    def add_folders(self, paths: Sequence[bytes]) -> None:
        """Add photo folders and index them."""
        self._change_folders([partial(self._add, path) for path in paths])

    def remove_folder(self, folder: Folder) -> None:
        """Forget a photo folder and its files; nothing on disk is touched."""
        self._change_folders([partial(self._remove, folder)])

    def index(self, folders: Sequence[Folder] | None = None) -> None:
        """Index these folders, or all."""
        if self._is_writable():
            self._want(folder.id for folder in (self.library.folders() if folders is None else folders))
            self._go_on()

    def retry_skipped(self, file_ids: Sequence[int]) -> None:
        """Read these files again."""
        if self._is_writable():
            self._retried += file_ids
            self.index()

    def _change_folders(self, changes: Sequence[Callable[[], None]]) -> None:
        """Folders change while no job works on them; one that does is cut short and taken up again after."""
        if not self._is_writable():
            return
        self._changes += changes
        if self.job is not None and self._indexed:
            self._want(self._indexed)
            self.job.cancel()
        self._go_on()

    def _is_writable(self) -> bool:
        try:
            self.library.must_be_writable()
        except UserError as error:
            self.refused.emit(str(error))
        return not self.library.read_only

    def _add(self, path: bytes) -> None:
        folder = self.library.add_folder(path)
        self._wanted.insert(0, folder.id)  # first, so that its pictures appear at once
        self.library_changed.emit()

    def _remove(self, folder: Folder) -> None:
        self._start(Job("Removing the folder", partial(self._removal, folder), self.library.close_thread, self))

    def _want(self, folder_ids: Iterable[int]) -> None:
        self._wanted += folder_ids

    def _go_on(self) -> None:
        """Start what is waiting, unless a job runs: that comes here when it ends."""
        while self.job is None and self._changes and not self._closing:
            try:
                self._changes.popleft()()
            except UserError as error:
                self.refused.emit(str(error))
        if self.job is not None or self._closing:
            return
        known = {folder.id: folder for folder in self.library.folders()}
        chosen = [known[i] for i in dict.fromkeys(self._wanted) if i in known]
        retried, self._retried, self._wanted = self._retried, [], []
        if chosen:
            work = partial(self._indexing, chosen, retried)
            self._start(Job("Indexing", work, self.library.close_thread, self))
            self._indexed = [folder.id for folder in chosen]

    def _indexing(self, folders: list[Folder], retried: list[int]) -> Generator[Progress, None, object]:
        # Heavy imports, so only here and on the job's thread.
        from engine.jobs.indexing import index
        from engine.model.device import choose_device

        if retried:
            with self.library.writing() as db:
                skipped.retry(db, retried)
        device = choose_device()
        self.device_chosen.emit(device.line())
        return (yield from index(self.library, folders, device=device))

    def _removal(self, folder: Folder) -> Generator[Progress, None, object]:
        yield Progress(0, None, "Removing the folder")
        self.library.remove_folder(folder)
        return f"Removed {path_text(folder.path)} from the library; its files are as they were."

    def _start(self, job: Job) -> None:
        self.job, self._indexed = job, []
        # Before we connect ourselves: whoever follows the job must hear of its end before the next one starts.
        self.job_started.emit(job)
        job.progressed.connect(self._on_job_progressed)
        job.ended.connect(self._on_job_ended)
        job.start()

    def _on_job_progressed(self, progress: Progress) -> None:
        self.library_changed.emit()

    def _on_job_ended(self) -> None:
        job, self.job = self.job, None
        if job is not None:
            job.deleteLater()
        self.library_changed.emit()
        self._go_on()

    # -- reading, on background threads -------------------------------------------------------------------------

    def read_state(self) -> LibraryState:
        db = self.library.db
        known = self.library.folders()
        active = versions.active(db)
        return LibraryState(
            folders=[FolderState(folder, self.library.why_unavailable(folder) is None) for folder in known],
            directories=browsing.directories(db),
            images=images.count(db),
            skipped=skipped.count(db),
            labels=list(labels.all_labels(db)),
            bits=active.bits if active else None,
        )

    def read_ids(self, browse: Browse) -> np.ndarray:
        return browsing.image_ids(self.library.db, browse)

    def read_tiles(self, ids: Sequence[int]) -> list[TileData]:
        found = images.get(self.library.db, ids)
        pictures = thumbnails.get(self.library.thumbnails_db, ids)
        return [
            TileData(i, os.fsdecode(found[i].name), pictures.get(i), found[i].missing, found[i].pending)
            for i in ids
            if i in found
        ]

    def read_paths(self, ids: Sequence[int]) -> list[bytes]:
        found = images.get(self.library.db, ids)
        return [found[i].path for i in ids if i in found]

    def read_image(self, image_id: int) -> tuple[Image, list[tuple[bytes, bool]], list[str], QImage] | None:
        """An image with all its places, its labels and its thumbnail; None if it is not known any more."""
        image = images.one(self.library.db, image_id)
        if image is None:
            return None
        jpeg = thumbnails.get(self.library.thumbnails_db, [image_id]).get(image_id, b"")
        places = files.paths_of(self.library.db, image_id)
        image = replace(image, path=files.path_at_hand(self.library.db, image_id) or image.path)
        return image, places, labels.of_images(self.library.db, [image_id]).get(image_id, []), QImage.fromData(jpeg)

    def read_picture(self, path: bytes, longest: int) -> tuple[QImage, int, int]:
        """The picture at `path` for viewing, with its full width and height."""
        view = self._viewer.view(path, longest)
        picture = QImage(view.rgb, view.width, view.height, 3 * view.width, QImage.Format.Format_RGB888)
        return picture.copy(), view.full_width, view.full_height

    def read_skipped(self) -> list[Skipped]:
        return skipped.all_skipped(self.library.db)

    def read_hits(self, query: Query) -> Found:
        """Search; the first time this imports faiss and loads the index."""
        from engine.search.searcher import Searcher

        if self._searcher is None:
            self._searcher = Searcher(self.library)
        return self._searcher.search(query)

    # -- the end ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Cancel what runs, wait a moment for it, close the library. What was stored stays."""
        if self._closing:
            return
        self._closing = True
        deadline = time.monotonic() + CLOSE_SECONDS
        if self.job is not None:
            self.job.cancel()
        for thread in self._backgrounds:
            thread.end()
        # A worker process that is just being started cannot be interrupted: not on this thread.
        stopping = threading.Thread(target=self._stop_workers, name="stopping workers", daemon=True)
        stopping.start()
        waits = [thread.wait for thread in self._backgrounds]
        if self.job is not None:
            waits.append(self.job.wait)
        self.still_busy = False in [wait(_milliseconds_until(deadline)) for wait in waits]
        stopping.join(_milliseconds_until(deadline) / 1000)
        if self.still_busy:
            log.warning("a thread is still at work; the system ends it with the program")
            return
        self._save_index()
        self.library.close()

    def _stop_workers(self) -> None:
        self._viewer.stop()
        if self._searcher is not None:
            self._searcher.stop()

    def _save_index(self) -> None:
        if self._searcher is None:
            return
        try:
            self._searcher.save()
        except (OSError, UserError) as error:
            log.warning("the search index could not be saved (%s); it is built anew next time", error)


def _milliseconds_until(deadline: float) -> int:
    return max(0, round((deadline - time.monotonic()) * 1000))
