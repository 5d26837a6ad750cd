"""Photo folders: added, removed, indexed. Their jobs take turns with all others in the queue."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.jobs import builtin_version
from engine.library import Library
from engine.progress import Progress
from engine.store import skipped
from engine.store.folders import Folder
from gui.job_queue import JobQueue, Task
from gui.plain_text import path_text


class FolderJobs(QObject):
    """Signals:
    changed(): a folder was added.
    device_chosen(str): what indexing computes on, and why.
    refused(str): what was asked for cannot be; one sentence.
    """

    changed = Signal()
    device_chosen = Signal(str)
    refused = Signal(str)

    def __init__(self, library: Library, queue: JobQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library, self._queue = library, queue
        self._own: Task | None = None  # the last one of ours that began
        self._teaches: Task | None = None  # the last one that taught the library itself
        self._indexed: list[int] = []  # folder ids: what it indexes
        self._wanted: list[int] = []  # and what is to be indexed after it
        self._retried: list[int] = []  # file ids, to be read once more with that
        self._changes: deque[bytes | Folder] = deque()  # a path to add, a folder to remove

    def add(self, paths: Sequence[bytes]) -> None:
        self._change(paths)

    def remove(self, folder: Folder) -> None:
        self._change([folder])

    def index(self, folders: Sequence[Folder] | None, retried: Sequence[int] = ()) -> None:
        self._wanted += [folder.id for folder in (self._library.folders() if folders is None else folders)]
        self._retried += retried
        self._cut_teaching_short()
        self._queue.put(self._next)

    def _change(self, changes: Sequence[bytes | Folder]) -> None:
        """Folders change while no job works on them; one that does is cut short and taken up again after."""
        self._changes += changes
        self._cut_teaching_short()
        job = self._queue.job
        if job is not None and self._queue.task is not self._own:
            self._add_at_once()  # such a job may take hours, and does not look at folders
        elif job is not None and self._indexed:
            self._wanted += self._indexed
            job.cancel()
        self._queue.put(self._next, first=True)

    def _cut_teaching_short(self) -> None:
        """Pictures are not kept waiting for it: it begins anew when all of them are indexed."""
        if self._queue.job is not None and self._queue.task is self._teaches:
            self._queue.job.cancel()

    def _add_at_once(self) -> None:
        while self._changes and isinstance(self._changes[0], bytes):
            self._make(self._changes.popleft())

    def _next(self) -> Task | None:
        """Our turn: first what changes the folders, then what is to be indexed."""
        while self._changes:
            task = self._make(self._changes.popleft())
            if task is not None:
                self._own, self._indexed = task, []
                self._queue.put(self._next, first=True)  # there may be more
                return task
        return self._indexing_task()

    def _make(self, change: bytes | Folder) -> Task | None:
        if isinstance(change, Folder):
            return Task("Removing the folder", partial(self._removal, change), goes_on_later=True)
        try:
            folder = self._library.add_folder(change)
        except UserError as error:
            self.refused.emit(str(error))
            return None
        self._wanted.insert(0, folder.id)  # first, so that its pictures appear at once
        self.changed.emit()
        return None

    def _indexing_task(self) -> Task | None:
        known = {folder.id: folder for folder in self._library.folders()}
        chosen = [known[i] for i in dict.fromkeys(self._wanted) if i in known]
        retried, self._retried, self._wanted = self._retried, [], []
        if not chosen:
            return None
        self._own = Task("Indexing", partial(self._indexing, chosen, retried), goes_on_later=True)
        self._indexed = [folder.id for folder in chosen]
        self._queue.put(self._teaching_task)
        return self._own

    def _teaching_task(self) -> Task | None:
        """Once all is indexed, the built-in version learns from what there is."""
        if self._library.read_only or not builtin_version.can_be_taught(self._library):
            return None
        self._teaches = Task("Teaching itself", self._teaching, goes_on_later=True)
        return self._teaches

    # -- on the job's thread --------------------------------------------------------------------------------------

    def _indexing(self, folders: list[Folder], retried: list[int]) -> Generator[Progress, None, object]:
        # Heavy imports, so only here and on the job's thread.
        from engine.jobs.indexing import index
        from engine.model.device import choose_device

        if retried:
            with self._library.writing() as db:
                skipped.retry(db, retried)
        device = choose_device()
        self.device_chosen.emit(device.line())
        return (yield from index(self._library, folders, device=device))

    def _teaching(self) -> Generator[Progress, None, object]:
        from engine.learning.self_taught import teach_itself

        taught = yield from teach_itself(self._library)
        return "The library has taught itself from how its pictures look." if taught is not None else None

    def _removal(self, folder: Folder) -> Generator[Progress, None, object]:
        yield Progress(0, None, "Removing the folder")
        self._library.remove_folder(folder)
        return f"Removed {path_text(folder.path)} from the library; its files are as they were."
