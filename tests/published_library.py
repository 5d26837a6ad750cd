"""A server, an empty database on it, and libraries that are published there, for the conftest of any folder."""

import os
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.jobs.sharing import publish
from engine.library import open_library
from engine.progress import finish
from engine.shared_library import SharedLibrary, open_shared
from tests.postgres_server import database, shared_server
from tests.quick_copies import quick_copy


@pytest.fixture(scope="session")
def server(own_surroundings: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Processes of one run have their folders side by side."""
    base = tmp_path_factory.getbasetemp()
    with shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as address:
        yield address


@pytest.fixture(scope="session")
def published_made(server: str, library_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a database that holds what `library_made` knows."""
    name = f"published_{uuid.uuid4().hex}"
    path = quick_copy(library_made, tmp_path_factory.mktemp("published_made") / "library")
    with database(server, name) as address:
        with closing(open_library(str(path))) as library:
            finish(publish(library, address))
        yield name


@pytest.fixture
def address(server: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Of a database that holds nothing, or the published library if that is asked for."""
    template = request.getfixturevalue("published_made") if "published" in request.fixturenames else "template1"
    with database(server, f"test_{uuid.uuid4().hex}", template) as made:
        yield made


@pytest.fixture
def published(address: str) -> Iterator[SharedLibrary]:
    """What `library_made` knows, on a server."""
    with closing(open_shared(address)) as library:
        yield library
