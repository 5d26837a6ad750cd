"""Linux: the kernel tells of each change in a folder that is watched, and each folder is watched by itself.

watchdog reads the kernel's events. Which folders are watched is decided here, as its own trees follow links in
circles and do not say which folders the system's limit has kept them from.
"""

import errno
import itertools
import logging
import os
import threading
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

from engine.store.files import within
from engine.watching.settling import Settling

log = logging.getLogger(__name__)

LIMIT = "/proc/sys/fs/inotify/max_user_watches"
_WANTED = Mask(
    reduce(
        or_,
        (
            InotifyConstants.IN_CREATE,
            InotifyConstants.IN_MODIFY,
            InotifyConstants.IN_ATTRIB,
            InotifyConstants.IN_CLOSE_WRITE,
            InotifyConstants.IN_MOVE,
            InotifyConstants.IN_DELETE,
            InotifyConstants.IN_ONLYDIR,
            InotifyConstants.IN_EXCL_UNLINK,
        ),
    )
)
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP)  # nothing there to be watched or listed

Refused = Callable[[bytes, str], None]  # a folder that cannot be watched, and why
Lost = Callable[[bytes], None]  # a folder that the system does not watch any more


def system_limit() -> int | None:
    """How many folders all programs of a person may watch."""
    try:
        with open(LIMIT) as file:
            return int(file.read())
    except (OSError, ValueError):
        return None


class InotifyTree:
    """Watches folders with all that lie below them. An OSError if the system does not let us at all."""

    def __init__(
        self,
        settling: Settling,
        is_left_alone: Callable[[bytes], bool],
        refused: Refused,
        lost: Lost,
        overflowed: Callable[[], None],
        is_ending: Callable[[], bool],
    ) -> None:
        """`refused` hears of each folder that cannot be watched, whose sub-folders are then not watched either;
        `lost` of each whose watch the system took away: it was removed, or its drive unmounted; `overflowed` when
        the system has dropped events. Once it `is_ending`, no more folders are watched."""
        self._settling, self._is_left_alone, self._refused = settling, is_left_alone, refused
        self._lost, self._overflowed, self._is_ending = lost, overflowed, is_ending
        self._guard = threading.RLock()
        self._paths: dict[WatchDescriptor, bytes] = {}
        self._watches: dict[bytes, tuple[WatchDescriptor, CallbackId]] = {}
        self._numbers = itertools.count(1)
        self._left = 0, True  # the last file that was moved away: the move's number, and whether the file was new
        self._events = InotifyFD()
        self._events.start()

    def add(self, top: bytes) -> None:
        """The folder and all below it. One that two names lead to is watched under the one that is met first."""
        left = [top]
        while left and not self._is_ending():
            path = left.pop()
            if self._watch(path):
                left.extend(sorted(self._folders_in(path), reverse=True))

    def remove(self, top: bytes) -> None:
        """The folder and all below it."""
        with self._guard:
            for path in [path for path in self._watches if within(path, top)]:
                self._drop(path)

    def end(self) -> None:
        self._events.stop()
        self._events.join()

    # -- on the thread that reads the events --------------------------------------------------------------------

    def on_event(self, event: InotifyEvent) -> None:
        with self._guard:
            folder = self._paths.get(event.wd)
        if folder is None or not event.name:
            return
        path = os.path.join(folder, event.name)
        if event.is_moved_from and not event.is_directory:
            self._left = event.cookie, event.name.startswith(b".") or self._settling.waits_for(path)
        if event.name.startswith(b"."):
            return
        try:
            if event.is_directory:
                self._on_folder(event, path)
            else:
                self._on_file(event, path)
        except Exception:
            log.exception("a change was not noticed")

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        with self._guard:
            path = self._paths.pop(wd, None)
            if path is not None and self._watches.get(path, (None,))[0] == wd:
                del self._watches[path]
        if path is not None:
            self._lost(path)

    def on_queue_overflow(self) -> None:
        self._overflowed()

    def _on_folder(self, event: InotifyEvent, path: bytes) -> None:
        if self._is_left_alone(path):
            return
        if event.is_delete:
            with self._guard:
                self._drop(path)  # it was empty by then
            self._settling.went(path)
        elif event.is_moved_from:
            self.remove(path)
            self._settling.went(path)
        else:  # made, moved here, or open to us now
            self.add(path)
            self._settling.changed(path, below=True)

    def _on_file(self, event: InotifyEvent, path: bytes) -> None:
        if event.is_create:
            self._on_file_made(path)
        elif event.is_modify:
            self._settling.wrote(path, closes=True)
        elif event.is_attrib:
            self._settling.touched(path)
        elif event.is_delete or event.is_moved_from:
            self._settling.went(path)
        elif event.is_moved_to:  # over what was there, perhaps, and with its time
            number, was_new = self._left
            self._settling.changed(path, rewritten=was_new or number != event.cookie)
        else:
            self._settling.closed(path)

    def _on_file_made(self, path: bytes) -> None:
        """Of a link nobody will say that it was closed."""
        try:
            status = os.lstat(path)
            is_link = os.path.islink(path)
        except (OSError, ValueError):
            self._settling.went(path)
            return
        if is_link and os.path.isdir(path):
            if not self._is_left_alone(os.path.realpath(path)):
                self.add(path)
                self._settling.changed(path, below=True)
        elif is_link or status.st_nlink > 1:
            self._settling.changed(path)
        else:
            self._settling.wrote(path, closes=True)

    # -- watches ------------------------------------------------------------------------------------------------

    def _watch(self, path: bytes) -> bool:
        """Whether it was not watched before and is now."""
        with self._guard:
            if path in self._watches:
                return False
            number = CallbackId(next(self._numbers))
            try:
                wd = self._events.add_callback(path, _WANTED, self, number)
            except OSError as error:
                if error.errno not in _GONE:
                    self._refused(path, "" if error.errno == errno.ENOSPC else error.strerror or str(error))
                return False
            if wd == -1 or wd in self._paths:  # not for us to read, or known by another name
                self._events.remove_callbacks([(wd, number)])
                return False
            self._paths[wd], self._watches[path] = path, (wd, number)
            return True

    def _drop(self, path: bytes) -> None:
        if (watch := self._watches.pop(path, None)) is not None:
            self._paths.pop(watch[0], None)
            self._events.remove_callbacks([watch])

    def _folders_in(self, folder: bytes) -> Iterator[bytes]:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if not entry.name.startswith(b".") and entry.is_dir():
                        where = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
                        if not self._is_left_alone(where):
                            yield entry.path
        except (OSError, ValueError):
            return  # what can be listed of it is watched
