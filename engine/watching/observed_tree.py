"""Systems that tell of changes in a whole tree, by watchdog's observer: macOS, Windows and the BSDs."""

import os
from collections.abc import Callable

from watchdog.events import (
    EVENT_TYPE_CLOSED,
    EVENT_TYPE_CREATED,
    EVENT_TYPE_DELETED,
    EVENT_TYPE_MODIFIED,
    EVENT_TYPE_MOVED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch

from engine.store.files import SEPARATOR, within
from engine.watching.settling import Settling


class ObservedTree(FileSystemEventHandler):
    """Follows folders with all that lie below them; an OSError for one that the system does not let us follow."""

    def __init__(self, settling: Settling, is_left_alone: Callable[[bytes], bool]) -> None:
        self._settling, self._is_left_alone = settling, is_left_alone
        self._watches: dict[bytes, ObservedWatch] = {}
        self._observer = Observer()
        self._observer.start()

    def add(self, top: bytes) -> None:
        if top not in self._watches:
            self._watches[top] = self._observer.schedule(self, os.fsdecode(top), recursive=True)

    def remove(self, top: bytes) -> None:
        for path in [path for path in self._watches if within(path, top)]:
            self._observer.unschedule(self._watches.pop(path))

    def end(self) -> None:
        self._observer.stop()
        self._observer.join()

    def dispatch(self, event: FileSystemEvent) -> None:
        """On the observer's thread."""
        for path in filter(None, map(os.fsencode, (event.src_path, event.dest_path))):
            if not self._is_hidden(path) and not self._is_left_alone(path):
                self._on_event(event, path)

    def _is_hidden(self, path: bytes) -> bool:
        top = max((top for top in self._watches if within(path, top)), key=len, default=path)
        return any(name.startswith(b".") for name in path[len(top) :].split(SEPARATOR))

    def _on_event(self, event: FileSystemEvent, path: bytes) -> None:
        kind = event.event_type
        if kind in (EVENT_TYPE_DELETED, EVENT_TYPE_MOVED):
            if os.path.lexists(path):
                self._settling.changed(path, below=True)
            else:
                self._settling.went(path)
        elif event.is_directory:
            if kind != EVENT_TYPE_MODIFIED:  # what lies in it tells by itself
                self._settling.changed(path, below=True)
        elif kind in (EVENT_TYPE_CREATED, EVENT_TYPE_MODIFIED):
            self._settling.wrote(path, closes=False)
        elif kind == EVENT_TYPE_CLOSED:
            self._settling.changed(path)
