"""A database of before is brought up to date, once a copy of it lies beside it. With a million pictures that takes
a while, so it happens on a thread of its own: whoever waits hears of it meanwhile, and can leave."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, wait

from engine.progress import Progress
from engine.publishing import sweep_parts
from engine.sentences import said
from engine.store import file_header
from engine.store.connection import Database
from engine.store.database import open_database
from engine.store.recognising import Migration

SECONDS_BETWEEN_REPORTS = 0.2
PAGES_AT_ONCE = 1000
STEPS_BETWEEN_LOOKS = 100_000  # of SQLite
RENEWING = said("Bringing the library up to date")
COPYING = said("Keeping a copy of the library, in MB")

log = logging.getLogger(__name__)


def renewed(path: str, migrations: list[Migration]) -> Generator[Progress, None, None]:
    """Nobody else may write to it meanwhile."""
    renewal = _Renewal(path, migrations)
    with ThreadPoolExecutor(1, thread_name_prefix="renewing") as thread:
        done = thread.submit(renewal.run)
        try:
            while not wait([done], SECONDS_BETWEEN_REPORTS).done:
                yield renewal.progress
        finally:
            renewal.left = True
    done.result()


class _Left(Exception):  # noqa: N818
    """Nobody waits for it any more."""


class _Renewal:
    def __init__(self, path: str, migrations: list[Migration]) -> None:
        self.progress = Progress(0, None, RENEWING)
        self.left = False
        self._path = path
        self._migrations = migrations

    def run(self) -> None:
        open_database(self._path, self._migrations, trusted=True, before_change=self._before_change).close()

    def _before_change(self, db: Database) -> None:
        self._keep_copy(db)
        self.progress = Progress(0, None, RENEWING)
        db.conn.set_progress_handler(lambda: self.left, STEPS_BETWEEN_LOOKS)

    def _copied(self, _: int, pages_left: int, pages: int) -> None:
        if self.left:
            raise _Left
        self.progress = Progress(_megabytes(pages - pages_left), _megabytes(pages), COPYING)

    def _keep_copy(self, db: Database) -> None:
        """The database as it is before its schema changes, beside it; that of an earlier change goes. Without room
        for it the change goes on: it is one transaction."""
        copy = f"{self._path}.before-{len(self._migrations)}"
        folder, name = os.path.split(self._path)
        sweep_parts(folder)  # of a copy that was interrupted
        try:
            if shutil.disk_usage(folder).free < 2 * os.path.getsize(self._path):
                raise OSError("there is no room for it")
            target = sqlite3.connect(copy + ".part")
            try:
                db.conn.backup(target, pages=PAGES_AT_ONCE, progress=self._copied)
            finally:
                target.close()
            os.replace(copy + ".part", copy)
        except (OSError, sqlite3.Error) as error:
            log.warning("no copy of the library could be kept before its change (%s)", error)
            return
        except _Left:
            sweep_parts(folder)
            raise
        for other in os.listdir(folder):
            if other.startswith(f"{name}.before-") and os.path.join(folder, other) != copy:
                os.unlink(os.path.join(folder, other))


def _megabytes(pages: int) -> int:
    return pages * file_header.PAGE // 1_000_000
