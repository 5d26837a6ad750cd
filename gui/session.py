"""The open library and what runs on it. Panels ask it; it never touches a widget.

Functions called `read_…` run on a background thread, whose connection to the database is its own.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.errors import UserError
from engine.images.scan import is_available
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

if TYPE_CHECKING:
    from engine.search.searcher import Searcher

log = logging.getLogger(__name__)

CANCEL_MILLISECONDS = 2500


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
    """

    job_started = Signal(object)
    library_changed = Signal()
    device_chosen = Signal(str)

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.job: Job | None = None
        self._viewer = Viewer()
        self._searcher: Searcher | None = None
        self._backgrounds: list[Background] = []

    def background(self) -> Background:
        """A thread for short work; it is ended with the session."""
        thread = Background(self.library.close_thread, self)
        self._backgrounds.append(thread)
        return thread

    # -- jobs ---------------------------------------------------------------------------------------------------

    def add_folder(self, path: bytes) -> None:
        """Add a photo folder and index it; UserError if that cannot be."""
        self.index([self.library.add_folder(path)])

    def index(self, folders: Sequence[Folder] | None = None) -> None:
        """Index these folders, or all. What is asked for while a job runs follows when that ends."""
        self.library.must_be_writable()
        if self.job is not None:
            self._index_again = True
            return
        chosen = list(folders) if folders is not None else self.library.folders()
        if chosen:
            self._start(Job("Indexing", lambda: self._index(chosen), self.library.close_thread, self))

    def remove_folder(self, folder: Folder) -> None:
        self.library.remove_folder(folder)
        self.library_changed.emit()

    def retry_skipped(self, file_ids: Sequence[int]) -> None:
        with self.library.writing() as db:
            skipped.retry(db, file_ids)
        self.index()

    def _index(self, folders: list[Folder]) -> Generator[Progress, None, object]:
        # Heavy imports, so only here and on the job's thread.
        from engine.jobs.indexing import index
        from engine.model.device import choose_device

        device = choose_device()
        self.device_chosen.emit(device.line())
        return (yield from index(self.library, folders, device=device))

    def _start(self, job: Job) -> None:
        self.job = job
        self._index_again = False
        job.progressed.connect(self._on_job_progressed)
        job.ended.connect(self._on_job_ended)
        self.job_started.emit(job)
        job.start()

    def _on_job_progressed(self, progress: Progress) -> None:
        self.library_changed.emit()

    def _on_job_ended(self) -> None:
        job, self.job = self.job, None
        if job is not None:
            job.deleteLater()
        self.library_changed.emit()
        if self._index_again:
            self.index()

    _index_again = False

    # -- reading, on background threads -------------------------------------------------------------------------

    def read_state(self) -> LibraryState:
        db = self.library.db
        known = self.library.folders()
        active = versions.active(db)
        return LibraryState(
            folders=[FolderState(folder, is_available(folder.path)) for folder in known],
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
        still_busy = False
        if self.job is not None:
            self.job.cancel()
        self._viewer.stop()
        if self.job is not None and not self.job.wait(CANCEL_MILLISECONDS):
            still_busy = True
        self._save_index()
        for thread in self._backgrounds:
            still_busy |= not thread.stop()
        if still_busy:
            log.warning("a thread is still at work; the system ends it with the program")
        else:
            self.library.close()

    def _save_index(self) -> None:
        if self._searcher is None:
            return
        try:
            self._searcher.stop()
            self._searcher.save()
        except (OSError, UserError) as error:
            log.warning("the search index could not be saved (%s); it is built anew next time", error)
