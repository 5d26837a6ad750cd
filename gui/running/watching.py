"""Photo folders are watched while the window is open; what is noticed there becomes a quiet job."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.jobs.noticing import Noticing
from engine.library import Library
from engine.progress import Progress
from engine.store.folders import Folder
from engine.watching.followed import Followed
from gui.language import tr
from gui.widgets.later import Later
from gui.widgets.plain_text import path_text

if TYPE_CHECKING:
    from engine.jobs.indexing import Indexed
    from engine.jobs.looking import Looked
    from engine.jobs.waiting_files import WantedImages

REST_MILLISECONDS = 300_000  # without a change; then the worker that is kept for new pictures goes


class FolderWatching(QObject):
    """Signals:
    noticed(): something is to be worked on.
    followed_changed(): the folders are followed in another way now.
    """

    noticed = Signal()
    followed_changed = Signal()

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._noticing: Noticing | None = None
        self._folders: list[bytes] | None = None
        self._ended = False
        self._rests = Later(REST_MILLISECONDS, self._on_rest, self)

    @property
    def is_on(self) -> bool:
        return self._noticing is not None

    @property
    def at_rest(self) -> bool:
        """Nothing that was noticed waits."""
        return self._noticing is None or self._noticing.at_rest

    def turn(self, on: bool) -> None:
        """A library that can only be read is not watched: what was noticed could not be stored."""
        if on == self.is_on or self._ended or (on and self._library.read_only):
            return
        if on:
            self._noticing = Noticing(self._library, self._on_ready, self._on_said, asks=True)
            if self._folders is not None:
                self._noticing.follow(self._folders)
        elif self._noticing is not None:
            # Drives may take their time to answer; nobody waits for them.
            threading.Thread(target=self._noticing.end, name="ending to watch", daemon=True).start()
            self._noticing = None
            self.followed_changed.emit()

    def follow(self, folders: Sequence[bytes]) -> None:
        """These are the library's folders."""
        if list(folders) != self._folders:
            self._folders = list(folders)
            if self._noticing is not None:
                self._noticing.follow(self._folders)

    def followed(self) -> list[Followed]:
        return [] if self._noticing is None else self._noticing.followed()

    def end(self) -> None:
        """May be called on another thread, when the program closes."""
        noticing, self._noticing, self._ended = self._noticing, None, True
        if noticing is not None:
            noticing.end()

    # -- on the job's thread --------------------------------------------------------------------------------------

    def work(self, wanted: Callable[[], WantedImages]) -> Generator[Progress, None, Indexed | None]:
        """What was noticed, first of all what is looked at."""
        if (noticing := self._noticing) is None:
            return None
        return (yield from noticing.work(wanted=wanted))

    def indexing(
        self, folders: Sequence[Folder], work: Generator[Progress, None, Indexed]
    ) -> Generator[Progress, None, Indexed]:
        """The indexing of whole folders: what was noticed there before need not be looked at any more."""
        if (noticing := self._noticing) is None:
            return (yield from work)
        return (yield from noticing.indexing([folder.path for folder in folders], work))

    def meanwhile(self, under_way: frozenset[bytes]) -> Generator[Progress, None, Looked | None]:
        """A look at what was noticed, while an indexing reads files."""
        if (noticing := self._noticing) is None:
            return None
        return (yield from noticing.meanwhile(under_way))

    def unfinished(self) -> frozenset[bytes]:
        """Files that are being written now."""
        return frozenset() if self._noticing is None else self._noticing.unfinished()

    # -- on the threads that watch --------------------------------------------------------------------------------

    def _on_ready(self) -> None:
        if not self._ended:
            self.noticed.emit()

    def _on_said(self) -> None:
        if not self._ended:
            self.followed_changed.emit()

    # -- on the GUI thread ----------------------------------------------------------------------------------------

    def note_worked(self) -> None:
        """Something was noticed; the worker stays for the next."""
        self._rests.start()

    def _on_rest(self) -> None:
        if self._noticing is not None:  # it may take a moment to end
            threading.Thread(target=self._noticing.rest, name="ending a worker", daemon=True).start()


def in_a_line(followed: Sequence[Followed]) -> tuple[str, str]:
    """Which folders are not simply watched, in a few words, and why; empty if all are."""
    polled = [each for each in followed if each.why]
    names = ", ".join(path_text(os.path.basename(each.path) or each.path) for each in polled)
    reasons = "\n".join(f"{path_text(each.path)}: {tr(each.why)}" for each in polled)
    return (tr("Polled, not watched: {folders}", folders=names) if polled else "", reasons)
