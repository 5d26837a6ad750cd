"""The connections to a library's databases: each belongs to the thread that opened it."""

import threading
from collections.abc import Callable

from engine.store.connection import Database


class Connections:
    """By thread, and in each by name: with each the place that it was opened at."""

    def __init__(self) -> None:
        self._of_thread = threading.local()
        self._all: list[Database] = []
        self._guard = threading.Lock()

    @property
    def any_here(self) -> bool:
        """The calling thread has one."""
        return bool(self._of_thread.__dict__)

    def get(self, name: str, opened: Callable[[], Database], place: str = "") -> Database:
        """The calling thread's, opened if it has none yet. One that was opened at another place is closed: no drive
        can be taken out while something on it is open."""
        known: tuple[str, Database] | None = self._of_thread.__dict__.get(name)
        if known is not None and known[0] == place:
            return known[1]
        self.close(name)
        db = opened()
        with self._guard:
            self._all.append(db)
        self._of_thread.__dict__[name] = place, db
        return db

    def close(self, name: str) -> None:
        """The calling thread's of that name."""
        known: tuple[str, Database] | None = self._of_thread.__dict__.pop(name, None)
        if known is not None:
            self._let_go(known[1])

    def close_thread(self) -> None:
        """Those of the calling thread."""
        for name in list(self._of_thread.__dict__):
            self.close(name)

    def close_all(self) -> None:
        """No other thread may still be at work."""
        with self._guard:
            for db in self._all:
                db.close()
            self._all.clear()
        self._of_thread.__dict__.clear()

    def _let_go(self, db: Database) -> None:
        with self._guard:
            self._all.remove(db)
        db.close()
