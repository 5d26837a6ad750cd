"""A server, an empty database on it, and libraries that are published there."""

import os
import uuid
from collections.abc import Iterator
from contextlib import closing

import pytest

from engine.jobs.sharing import publish
from engine.progress import finish
from engine.shared_library import SharedLibrary, open_shared
from tests.conftest import IndexedLibrary
from tests.postgres_server import database, shared_server


@pytest.fixture(scope="session")
def server(own_surroundings: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Processes of one run have their folders side by side."""
    base = tmp_path_factory.getbasetemp()
    with shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as address:
        yield address


@pytest.fixture
def address(server: str) -> Iterator[str]:
    """Of a database that holds nothing."""
    with database(server, f"test_{uuid.uuid4().hex}") as made:
        yield made


@pytest.fixture
def published(indexed: IndexedLibrary, address: str) -> Iterator[SharedLibrary]:
    """What `indexed` has published."""
    finish(publish(indexed.library, address))
    with closing(open_shared(address)) as library:
        yield library
