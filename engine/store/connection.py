"""The database as all modules name it: that of sqlite-utils, around a connection of ours."""

import sqlite3

import sqlite_utils
from sqlite_utils.db import Tracer

__all__ = ["Database"]


class Database(sqlite_utils.Database):
    """Without the plug-ins that other programs install for sqlite-utils: they are not to change what our SQL means,
    and looking for them takes longer than opening a library."""

    def __init__(self, connection: sqlite3.Connection, tracer: Tracer | None = None) -> None:
        super().__init__(connection, tracer=tracer, execute_plugins=False)
