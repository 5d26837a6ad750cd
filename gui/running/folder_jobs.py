"""Photo folders: added, removed, indexed. Their jobs take turns with all others in the queue."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.jobs import builtin_version
from engine.jobs.waiting_files import NOTHING, WantedImages
from engine.learning.begun_apart import teach_itself
from engine.library import Library
from engine.own_process import in_own_process
from engine.progress import Progress
from engine.sentences import said
from engine.store import skipped
from engine.store.folders import Folder
from engine.training.reports import TrainingStage
from gui.language import error_text, tr
from gui.running.job import sentence_for
from gui.running.job_queue import JobQueue, Task
from gui.running.storing import Storing
from gui.running.watching import FolderWatching
from gui.widgets.plain_text import path_text

log = logging.getLogger(__name__)


FolderChange = bytes | Folder  # a path to add, a folder to remove


class FolderJobs(QObject):
    """Signals:
    device_chosen(str): what indexing computes on, and why.
    said(str): what was done; one sentence.
    refused(str): what was asked for cannot be; one sentence.
    """

    device_chosen = Signal(str)
    said = Signal(str)
    refused = Signal(str)

    def __init__(self, library: Library, queue: JobQueue, storing: Storing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library, self._queue, self._storing = library, queue, storing
        self.watching = FolderWatching(library, self)
        self.watching.noticed.connect(self._on_noticed)
        self._own: Task | None = None  # the last one of ours that began
        self._teaches: Task | None = None  # the last one that taught the library itself
        self._indexed: list[int] = []  # folder ids: what it indexes
        self._wanted: list[int] = []  # and what is to be indexed after it
        self._retried: list[int] = []  # file ids, to be read once more with that
        self._changes: deque[FolderChange] = deque()
        self._is_noticed_waiting = False  # a turn of the queue
        self._looks: Task | None = None  # the last one that looked at what was noticed
        self._looked_at = NOTHING
        self.workers: int | None = None  # processes that read pictures; None: one for each core
        self.device: str | None = None  # "cpu" or "cuda"; None: what there is

    def add(self, paths: Sequence[bytes]) -> None:
        self._change(paths)

    def remove(self, folder: Folder) -> None:
        self._change([folder])

    def index(self, folders: Sequence[Folder] | None, retried: Sequence[int] = ()) -> None:
        self._wanted += [folder.id for folder in (self._library.folders() if folders is None else folders)]
        self._retried += retried
        self._cut_teaching_short()
        self._queue.put(self._next)

    def read_first(self, wanted: WantedImages) -> None:
        """What a person looks at now; a job that reads pictures hears of it at once."""
        self._looked_at = wanted

    def make_way(self) -> None:
        """Indexing, teaching and looking, if one of them runs, go on after what is put first into the queue now."""
        self._cut_looking_short()
        job = self._queue.job
        if job is not None and self._queue.task is self._own and self._indexed:
            self._wanted += self._indexed
            job.cancel()
            self._queue.put(self._next, first=True)
        elif job is not None and self._queue.task is self._teaches:
            job.cancel()
            self._queue.put(self._teaching_task, first=True)

    def _on_noticed(self) -> None:
        """It is brought in before all that waits, and without a word."""
        self._cut_teaching_short()
        self._look_next()

    def _look_next(self) -> None:
        if not self._is_noticed_waiting:
            self._is_noticed_waiting = True
            self._queue.put(self._noticed_task, first=True)

    def _noticed_task(self) -> Task | None:
        self._is_noticed_waiting = False
        if not self.watching.is_on:
            return None
        self._queue.put(self._teaching_task)
        self.watching.note_worked()
        work = partial(self.watching.work, self._what_is_looked_at)
        self._looks = Task(said("Looking at what changed"), work, goes_on_later=True, quiet=True)
        return self._looks

    def close(self) -> None:
        """What a person has asked for is stored, whatever it was waiting for."""
        self._store(self._taken())

    def _change(self, changes: Sequence[FolderChange]) -> None:
        """Folders change while no job works on them; one that does is cut short and taken up again after."""
        self._changes += changes
        self._cut_teaching_short()
        job = self._queue.job
        if job is not None and self._queue.task is self._looks:
            self._cut_looking_short()
        elif job is not None and self._queue.task is not self._own:
            self._store(self._taken(only_added=True))  # such a job may take hours, and does not look at folders
        elif job is not None and self._indexed:
            self._wanted += self._indexed
            job.cancel()
        self._queue.put(self._next, first=True)

    def _cut_teaching_short(self) -> None:
        """Pictures are not kept waiting for it: it begins anew when all of them are indexed."""
        if self._queue.job is not None and self._queue.task is self._teaches:
            self._queue.job.cancel()

    def _cut_looking_short(self) -> None:
        """It may read for hours what has waited since the last time; it goes on by itself."""
        if self._queue.job is not None and self._queue.task is self._looks:
            self._queue.job.cancel()
            self._look_next()

    def _next(self) -> Task | None:
        """Our turn: first what changes the folders, then what is to be indexed."""
        if not self._changes:
            return self._indexing_task()
        self._queue.hold()  # what is asked for after it comes after it
        self._store(self._taken(), self._queue.release)
        return None

    def _taken(self, only_added: bool = False) -> list[FolderChange]:
        """Those that wait, which are ours to store now; or those added before the first that is removed."""
        taken = []
        while self._changes and not (only_added and isinstance(self._changes[0], Folder)):
            taken.append(self._changes.popleft())
        return taken

    def _store(self, changes: list[FolderChange], then: Callable[[], object] = lambda: None) -> None:
        """Off the GUI thread: somebody else may be writing, and a drive may take its time to answer."""
        if not changes:
            return
        for folder in changes:
            if isinstance(folder, Folder):
                self.said.emit(tr("Removing {folder} from the library…", folder=path_text(folder.path)))
        self._storing.store(partial(self._stored, changes), partial(self._on_stored, then))

    def _on_stored(self, then: Callable[[], object], added: list[Folder]) -> None:
        for folder in added:
            self._wanted.insert(0, folder.id)  # first, so that its pictures appear at once
        self._queue.put(self._next, first=True)
        then()

    def _indexing_task(self) -> Task | None:
        known = {folder.id: folder for folder in self._library.folders()}
        chosen = [known[i] for i in dict.fromkeys(self._wanted) if i in known]
        retried, self._retried, self._wanted = self._retried, [], []
        if not chosen:
            return None
        self._own = Task(said("Indexing"), partial(self._indexing, chosen, retried), goes_on_later=True)
        self._indexed = [folder.id for folder in chosen]
        self._queue.put(self._teaching_task)
        return self._own

    def _teaching_task(self) -> Task | None:
        """Once all is indexed, the built-in version learns from what there is."""
        if self._library.read_only or not builtin_version.can_be_taught(self._library):
            return None
        self._teaches = Task(said("Teaching itself"), self._teaching, goes_on_later=True)
        return self._teaches

    # -- on the job's thread --------------------------------------------------------------------------------------

    def _indexing(self, folders: list[Folder], retried: list[int]) -> Generator[Progress, None, object]:
        # Heavy imports, so only here and on the job's thread.
        from engine.jobs.attention import Attention
        from engine.jobs.indexing import index
        from engine.model.device import choose_device

        if retried:
            with self._library.writing() as db:
                skipped.retry(db, retried)
        device = choose_device(self.device)
        self.device_chosen.emit(tr(device.line()))
        watching = self.watching
        attention = Attention(
            unfinished=watching.unfinished,
            meanwhile=watching.meanwhile,
            wanted=self._what_is_looked_at,
            asks=True,
        )
        work = index(self._library, folders, workers=self.workers, device=device, attention=attention)
        return (yield from self.watching.indexing(folders, work))

    def _what_is_looked_at(self) -> WantedImages:
        return self._looked_at

    def _teaching(self) -> Generator[Progress, None, object]:
        begins = Progress(0, None, TrainingStage.ITSELF.value)
        taught = yield from in_own_process(self._library, begins, teach_itself)
        return said("The library has taught itself from how its pictures look.") if taught is not None else None

    # -- on the thread that stores --------------------------------------------------------------------------------

    def _stored(self, changes: list[FolderChange]) -> list[Folder]:
        """The folders that were added; what became of the others is said."""
        added = [self._change_stored(change) for change in changes]
        return [folder for folder in added if folder is not None]

    def _change_stored(self, change: FolderChange) -> Folder | None:
        try:
            if isinstance(change, bytes):
                return self._library.add_folder(change)
            self._library.remove_folder(change)
            self.said.emit(
                tr("Removed {folder} from the library; its files are as they were.", folder=path_text(change.path))
            )
        except UserError as error:
            self.refused.emit(error_text(error))
        except Exception as error:  # the next one is to be stored all the same
            log.exception("a folder could not be added or removed")
            self.refused.emit(sentence_for(error))
        return None
