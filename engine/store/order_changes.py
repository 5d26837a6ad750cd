"""When orders of files that are kept in memory are those of the library no longer.

Triggers tell, which each of our own connections that writes has for itself (TEMP). Where another process may write,
all that SQLite says is that something changed.
"""

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

from engine.store.connection import Database

_FILES, _IMAGES = 0, 1  # what changed: files; or dates and cameras of images, which not all orders look at
_PLACE = "folder_id, path, image_id, size, mtime_ns, name_key, path_key"


def _of(row: str) -> str:
    return ", ".join(f"{row}.{column}" for column in _PLACE.split(", "))


_TRIGGERS = f"""
CREATE TEMP TRIGGER files_put_order AFTER INSERT ON main.files BEGIN SELECT order_changed({_FILES}); END;
CREATE TEMP TRIGGER files_removed_order AFTER DELETE ON main.files BEGIN SELECT order_changed({_FILES}); END;
CREATE TEMP TRIGGER files_changed_order AFTER UPDATE OF {_PLACE} ON main.files
    WHEN ({_of("OLD")}) IS NOT ({_of("NEW")}) BEGIN SELECT order_changed({_FILES}); END;
CREATE TEMP TRIGGER folders_changed_order AFTER UPDATE OF path ON main.folders WHEN OLD.path IS NOT NEW.path
    BEGIN SELECT order_changed({_FILES}); END;
CREATE TEMP TRIGGER images_changed_order AFTER UPDATE OF taken_at, camera ON main.images
    WHEN (OLD.taken_at, OLD.camera) IS NOT (NEW.taken_at, NEW.camera) BEGIN SELECT order_changed({_IMAGES}); END;
"""


class OrderChanges:
    """Of one library. `alone`: nobody but this process writes to it."""

    def __init__(self, alone: bool) -> None:
        self._alone = alone
        self._guard = threading.Lock()
        self._counts = [0, 0]
        self._noted: set[int] = set()  # in the transaction that goes on
        self._depth = 0

    def add_triggers(self, db: Database) -> None:
        """Hear of all that this connection changes."""
        db.conn.create_function("order_changed", 1, self._note)
        db.conn.executescript(_TRIGGERS)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Around each transaction that may change something; one at a time, but for those inside it."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._count(self._noted)
                self._noted = set()

    def state(self, db: Database, with_images: bool) -> object:
        """As long as it is the same, so is the order of files, also of one that looks at images; None while this
        very connection changes something."""
        if db.conn.in_transaction:
            return None
        if not self._alone:
            (version,) = db.execute("PRAGMA data_version").fetchone()
            return weakref.ref(db), version, *self._counts  # the number is this connection's own
        with self._guard:
            return tuple(self._counts) if with_images else self._counts[_FILES]

    def _note(self, what: int) -> None:
        if self._depth:
            self._noted.add(what)
        else:
            self._count({what})

    def _count(self, changed: set[int]) -> None:
        """After they are stored: who reads the number reads at least as much."""
        with self._guard:
            for what in changed:
                self._counts[what] += 1
