"""The open library and what runs on it. Panels ask it; it never touches a widget.

Functions called `read_…` run on a background thread, whose connection to the database is its own.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.arrays import Ids
from engine.errors import UserError
from engine.images.viewer import View, Viewer
from engine.jobs.waiting_files import WantedImages
from engine.library import Library
from engine.metadata import NOTHING_SAID, Metadata
from engine.search import filtering
from engine.search.completion import Suggestion, completions
from engine.search.date_words import Month, days_of
from engine.search.hits import Counted, Found
from engine.search.query import Query
from engine.store import browsing, files, images, label_list, metadata_rows, skipped, thumbnails, versions
from engine.store.browsing import Browse, Browsed
from engine.store.filters import Filter
from engine.store.folders import Folder
from engine.store.images import Image
from engine.store.label_list import LabelList
from engine.store.skipped import Skipped
from gui.language import error_text
from gui.running.background import Background
from gui.running.folder_jobs import FolderJobs
from gui.running.job import Job, Work
from gui.running.job_queue import JobQueue, Task
from gui.running.storing import Storing
from gui.running.watching import FolderWatching
from gui.widgets.decoding import decoded_jpeg

if TYPE_CHECKING:
    from engine.search.searcher import Searcher

log = logging.getLogger(__name__)

CLOSE_SECONDS = 2.5
STORE_SECONDS = 60  # the window is gone by then; what a person did is worth the wait


@dataclass(frozen=True, slots=True)
class FolderState:
    folder: Folder
    available: bool


@dataclass(frozen=True, slots=True)
class KnownImage:
    """An image with all its places, each with whether it is missing; the one that it stands for is `image.path`."""

    image: Image
    places: list[tuple[bytes, bool]]
    thumbnail: QImage
    at_hand: bytes | None  # a place that is there right now, that one if it is
    said: Metadata = NOTHING_SAID  # what its camera wrote


@dataclass(frozen=True, slots=True)
class LibraryState:
    """What the left panel shows."""

    folders: list[FolderState]
    directories: dict[bytes, int]
    images: int
    skipped: int
    bits: int | None  # of the active version
    version: int | None = None  # the active one's id
    missing: int = 0  # images none of whose files is there
    is_shared: bool = False  # it is on a server: its folders are added elsewhere


class Thread(Protocol):
    """One that works for the window until the session ends."""

    def end(self) -> None: ...

    def wait(self, milliseconds: int) -> bool:
        """Wait for its end; False if it did not come in time."""


class Session(QObject):
    """Signals:
    job_started(Job): a job begins; connect to it.
    library_changed(): images, folders, skipped files, labels or versions changed.
    device_chosen(str): what indexing computes on, and why.
    said(str): what was done; one sentence.
    refused(str): what was asked for cannot be; one sentence.
    """

    job_started = Signal(object)
    library_changed = Signal()
    device_chosen = Signal(str)
    said = Signal(str)
    refused = Signal(str)

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.browse = Browse()  # what the grid shows: an image with several files stands for the one among it
        self.stands_for: Mapping[int, int] = {}  # an image that a page over the grid shows, and which file of it
        self.still_busy = False  # after `close`: a thread did not end in time
        self._closing = False
        self._queue = JobQueue(library.close_thread, self)
        self._storing = Storing(library.close_thread, self)
        self._folder_jobs = FolderJobs(library, self._queue, self._storing, self)
        self._viewer, self._viewer_ahead = Viewer(), Viewer()
        self._searcher: Searcher | None = None
        self._searcher_guard = threading.Lock()
        self._computing = threading.Lock()
        self._threads: list[Thread] = []
        self._queue.started.connect(self.job_started)
        self._queue.changed.connect(self.library_changed)
        self._folder_jobs.said.connect(self.said)
        self._folder_jobs.device_chosen.connect(self.device_chosen)
        self._storing.stored.connect(self.library_changed)
        for part in (self._queue, self._folder_jobs, self._storing):
            part.refused.connect(self.refused)

    def keep(self, thread: Thread) -> None:
        """It is ended with the session, and waited for."""
        self._threads.append(thread)

    def background(self, *, computes: bool = False) -> Background:
        """A thread for short work; it is ended with the session. Of those that compute long, one runs at a time:
        each takes a share of Python's lock from the GUI thread."""
        thread = Background(self.library.close_thread, self, self._computing if computes else None)
        self._threads.append(thread)
        return thread

    # -- jobs: one at a time; what is asked for meanwhile follows -------------------------------------------------

    @property
    def job(self) -> Job | None:
        """The one that runs."""
        return self._queue.job

    def run(
        self,
        title: str,
        work: Work,
        done: Callable[[Any], object] | None = None,
        failed: Callable[[str], object] | None = None,
        changes_library: bool = True,
        cancelled: Callable[[], object] | None = None,
        at_once: bool = False,
    ) -> None:
        """Run long work as a job, after what runs or waits. `work()` makes the generator, on the job's thread. What
        is wanted `at_once` comes before all that waits, and indexing, which may take hours, makes way for it.

        Its end is told in the GUI thread: `done(result)`, `failed(sentence)` or `cancelled()`. Work that
        `changes_library` makes the panels read again with each report; other work only at its end.
        """
        if changes_library and not self._is_writable():
            return
        task = Task(title, work, done, failed, cancelled, changes_library)
        if at_once:
            self._folder_jobs.make_way()
        self._queue.put(lambda: task, first=at_once)

    def add_folder(self, path: bytes) -> None:
        self.add_folders([path])

    def add_folders(self, paths: Sequence[bytes]) -> None:
        """Add photo folders and index them."""
        if self._is_writable():
            self._folder_jobs.add(paths)

    def remove_folder(self, folder: Folder) -> None:
        """Forget a photo folder and its files; nothing on disk is touched."""
        if self._is_writable():
            self._folder_jobs.remove(folder)

    def index(self, folders: Sequence[Folder] | None = None) -> None:
        """Index these folders, or all."""
        if self._is_writable():
            self._folder_jobs.index(folders)

    def retry_skipped(self, file_ids: Sequence[int]) -> None:
        """Read these files again."""
        if self._is_writable():
            self._folder_jobs.index(None, retried=file_ids)

    def read_first(self, wanted: WantedImages) -> None:
        """What is looked at is indexed before all else."""
        self._folder_jobs.read_first(wanted)

    def set_work(self, workers: int | None, device: str | None) -> None:
        """How many processes read pictures, and what computes ("cpu", "cuda"), from the next job on; None: as the
        machine has it."""
        self._folder_jobs.workers, self._folder_jobs.device = workers, device

    def _is_writable(self) -> bool:
        try:
            self.library.must_be_writable()
        except UserError as error:
            self.refused.emit(error_text(error))
        return not self.library.read_only

    # -- short writes -------------------------------------------------------------------------------------------

    def store(self, change: Callable[[], Any], then: Callable[[Any], object] | None = None) -> None:
        """Store what a person did, in order, on the one thread for that; it is waited for when the window closes.

        `change()` runs there and may use `library.writing()`; `then(result)` follows in the GUI thread. What cannot
        be stored is `refused`.
        """
        self._storing.store(change, then)

    @property
    def watching(self) -> FolderWatching:
        """Photo folders, while somebody looks at the window."""
        return self._folder_jobs.watching

    @property
    def storing(self) -> bool:
        """Whether something waits to be stored."""
        return self._storing.pending > 0

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
            bits=active.bits if active else None,
            version=active.id if active else None,
            missing=len(images.missing(db)),
            is_shared=bool(self.library.address),
        )

    def read_browsed(self, browse: Browse) -> Browsed:
        found = filtering.browsed(self.library, browse)
        if browse.like is None:
            return found
        in_order = self._ready_searcher().by_likeness(browse.like, found.ids, browse.descending)
        return replace(found, ids=in_order)

    def read_completions(self, text: str) -> list[Suggestion]:
        """How what is typed into the search field may go on."""
        return completions(self.library, text)

    def read_months(self, browse: Browse) -> dict[Month, int]:
        """How many images there are of each month in what is browsed."""
        return filtering.months_browsed(self.library, browse)

    def read_months_found(self, query: Query, found: Ids | None) -> dict[Month, int]:
        """The same of a query's hits: of those that were found, or else of what it finds now."""
        if found is None:
            found = np.array([hit.image_id for hit in self.read_hits(query).hits], np.int64)
        return filtering.months_of(self.library, found)

    def read_first_of(self, image_ids: Ids, month: Month) -> int | None:
        """The first of these images that was taken in that month."""
        return filtering.first_of(self.library, image_ids, Filter((days_of(month),)))

    def read_labels(self) -> LabelList:
        return label_list.read(self.library.db)

    def read_label_counts(self, image_ids: Sequence[int]) -> dict[int, int]:
        """How many of these images have each label, by the label's id."""
        return label_list.counts_among(self.library.db, image_ids)

    def read_paths(self, ids: Sequence[int]) -> list[bytes]:
        """Of the files that these images stand for."""
        found = images.get(self.library.db, ids, self._standing_for(ids))
        return [found[i].path for i in ids if i in found]

    def read_file_ids(self, ids: Sequence[int]) -> list[int]:
        """The files that these images stand for."""
        db = self.library.db
        chosen = self._standing_for(ids)
        for file in files.of_images(db, [i for i in ids if i not in chosen]):
            if file.image_id is not None and not file.missing:
                chosen.setdefault(file.image_id, file.id)
        return [chosen[i] for i in ids if i in chosen]

    def read_image(self, image_id: int) -> KnownImage | None:
        """None if it is not known any more."""
        db = self.library.db
        image = images.one(db, image_id, self._standing_for([image_id]))
        if image is None:
            return None
        jpeg = thumbnails.get(self.library.thumbnails_db, [image_id]).get(image_id, b"")
        at_hand = image.path if os.path.exists(image.path) else files.path_at_hand(db, image_id)
        said = metadata_rows.one(db, image_id) or NOTHING_SAID
        return KnownImage(image, files.paths_of(db, image_id), decoded_jpeg(jpeg), at_hand, said)

    def _standing_for(self, ids: Sequence[int]) -> dict[int, int]:
        """The file that each of these images stands for: what a page shows goes before what is browsed."""
        chosen = browsing.standing_for(self.library.db, self.browse, ids)
        return chosen | {image_id: file for image_id, file in self.stands_for.items() if image_id in ids}

    def read_picture(self, path: bytes, longest: int) -> tuple[QImage, int, int]:
        """The picture at `path` for viewing, with its full width and height."""
        return _picture_of(self._viewer.view(path, longest))

    def read_picture_ahead(self, path: bytes, longest: int) -> tuple[QImage, int, int]:
        """The same before anybody asks for it, by another worker: nobody waits for it who wants a picture now."""
        return _picture_of(self._viewer_ahead.view(path, longest))

    def rest_ahead(self) -> None:
        """Nothing is read ahead for now; that worker ends."""
        self._viewer_ahead.rest()

    def read_skipped(self) -> list[Skipped]:
        return skipped.all_skipped(self.library.db)

    def read_hits(self, query: Query) -> Found:
        """Search; the first time this imports faiss and loads the index."""
        return self._ready_searcher().search(query)

    def read_usual_hits(self, query: Query) -> tuple[Query, Found]:
        """Search as far as is worth showing at first; gives the query with that range."""
        reach = self._ready_searcher().counts(query).usual_reach
        usual = replace(query, min_distance=0, max_distance=reach)
        return usual, self.read_hits(usual)

    def read_counts(self, query: Query) -> Counted:
        """How many images lie at each distance from the query."""
        return self._ready_searcher().counts(query)

    @property
    def search_stage(self) -> str:
        """What a search waits for, if that takes longer than searching."""
        return "" if self._searcher is None else self._searcher.stage

    def _ready_searcher(self) -> Searcher:
        from engine.search.searcher import Searcher

        with self._searcher_guard:  # two threads may be the first
            if self._searcher is None:
                self._searcher = Searcher(self.library)
            return self._searcher

    # -- the end ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Cancel what runs, wait a moment for it, store what is to be stored, close the library."""
        if self._closing:
            return
        self._closing = True
        deadline = time.monotonic() + CLOSE_SECONDS
        self._queue.close()
        self._folder_jobs.close()
        self._storing.close()
        for thread in self._threads:
            thread.end()
        # A worker process that is just being started cannot be interrupted: not on this thread.
        stopping = threading.Thread(target=self._stop_workers, name="stopping workers", daemon=True)
        stopping.start()
        waits = [*(thread.wait for thread in self._threads), self._queue.wait]
        ended = [wait(_milliseconds_until(deadline)) for wait in waits]
        ended.append(self._storing.wait(STORE_SECONDS * 1000))
        self.still_busy = False in ended
        stopping.join(_milliseconds_until(deadline) / 1000)
        if self.still_busy:
            log.warning("a thread is still at work; the system ends it with the program")
            return
        self._save_index()
        self.library.close()

    def _stop_workers(self) -> None:
        self._viewer.stop()
        self._viewer_ahead.stop()
        if self._searcher is not None:
            self._searcher.stop()
        self.watching.end()  # last: a drive that it looks at may take its time to answer

    def _save_index(self) -> None:
        if self._searcher is None:
            return
        try:
            self._searcher.save()
        except (OSError, UserError) as error:
            log.warning("the search index could not be saved (%s); it is built anew next time", error)


def _picture_of(view: View) -> tuple[QImage, int, int]:
    picture = QImage(view.rgb, view.width, view.height, 3 * view.width, QImage.Format.Format_RGB888)
    return picture.copy(), view.full_width, view.full_height


def _milliseconds_until(deadline: float) -> int:
    return max(0, round((deadline - time.monotonic()) * 1000))
