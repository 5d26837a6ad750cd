"""The file of what the search field looks through. It is derived: damaged or gone, it begins anew."""

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress

from engine.errors import DamagedLibraryError, UserError
from engine.private_files import take_from_others
from engine.store.connection import Database
from engine.store.database import open_database
from engine.store.recognising import Migration
from engine.store.words_schema import WORDS

log = logging.getLogger(__name__)

NAME = "words.db"


class WordsFile:
    """Of the library in `folder`. Once it has begun anew, connections from before see what there was; their key is
    not the one that is asked for any more."""

    def __init__(self, folder: str, read_only: bool) -> None:
        self._path = os.path.join(folder, NAME)
        self._read_only = read_only
        self._begun = 0

    @property
    def key(self) -> str:
        """Under which a thread keeps its connection."""
        return f"{NAME} {self._begun}"

    def open(self, begin_anew: Callable[[], None]) -> Database:
        """If it is not there, or damaged, who may write is to begin it anew; others get an empty one."""
        db = self._open()
        if db is None and not self._read_only:
            begin_anew()
            db = self._open()
        if db is None:
            log.warning("What the search field looks through is damaged or not there yet; here nothing is found.")
        return db or in_memory(WORDS)

    def _open(self) -> Database | None:
        if not os.path.exists(self._path) or not os.path.getsize(self._path):
            return None
        try:
            return open_database(self._path, WORDS, read_only=self._read_only)
        except DamagedLibraryError:
            return None
        except UserError:  # it is from another version: who may write brings it up to date, or says so
            if not self._read_only:
                raise
            return None

    def begin_anew(self) -> None:
        self._begun += 1
        for ending in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                os.unlink(self._path + ending)
        open_database(self._path, WORDS).close()
        take_from_others(self._path)


def in_memory(steps: list[Migration]) -> Database:
    """A database in the place of one that cannot be had; it holds nothing."""
    db = Database(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
    for step in steps:
        step(db)
    return db
