"""The database as all modules name it: that of sqlite-utils, around a connection of ours."""

from sqlite_utils import Database

__all__ = ["Database"]
