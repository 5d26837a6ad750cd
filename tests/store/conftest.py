"""An empty library's database, open for writing."""

from collections.abc import Iterator

import pytest

from engine.library import Library
from engine.store import folders
from engine.store.connection import Database
from engine.store.folders import Folder


@pytest.fixture
def db(library: Library) -> Iterator[Database]:
    with library.writing() as opened:
        yield opened


@pytest.fixture
def folder(db: Database) -> Folder:
    return folders.add(db, b"/photos")
