"""Whoever publishes may be killed at any moment: the next one goes on, and what is there is what an uninterrupted
one leaves, to the last row; nobody else's is touched.

More of it: `python -m tests.benchmarks.killed_publishing`.
"""

import random
import signal
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest

from engine import worker_processes
from engine.library import open_library
from engine.store import decisions, labels
from engine.store.postgres import holding, schema
from engine.store.postgres.database import SharedDatabase
from tests.conftest import IndexedLibrary
from tests.postgres_server import database
from tests.sharing.killed_publishing import begun, everything, killed_within, published, strangers_things


@pytest.fixture
def path(indexed: IndexedLibrary) -> str:
    """A library with labels and decisions, that nobody has open."""
    with indexed.library.writing() as db:
        labels.assign(db, "lines", list(range(1, 20)))
        labels.assign(db, "nobody's", [])
        for hit in range(2, 12):
            decisions.put(db, 1, hit, hit % 2 == 0)
    indexed.library.close()
    return str(indexed.library.path)


@pytest.fixture
def addresses(server: str) -> Iterator[tuple[str, str]]:
    """Of two databases in which somebody else has things."""
    names = [f"killed_{uuid.uuid4().hex}" for _ in range(2)]
    with database(server, names[0]) as first, database(server, names[1]) as second:
        for each in (first, second):
            strangers_things(each)
        yield first, second


@pytest.mark.parametrize("batches", [0, 3, 11, 20, 27, 33])
def test_between_two_batches(path: str, addresses: tuple[str, str], batches: int):
    killed, calm = addresses
    process = begun(path, killed, batches)
    process.join()
    assert process.exitcode == -signal.SIGKILL
    published(path, killed)
    published(path, calm)
    assert everything(killed) == everything(calm)


def test_at_any_moment_and_again_when_something_has_changed(path: str, addresses: tuple[str, str]):
    killed, calm = addresses
    seconds = published(path, calm)
    chance = random.Random(7)
    for _ in range(4):
        killed_within(path, killed, seconds, chance)
    published(path, killed)
    assert everything(killed) == everything(calm)
    changed(path)
    while not killed_within(path, killed, seconds / 2, chance):
        changed(path)
    published(path, killed)
    published(path, calm)
    assert everything(killed) == everything(calm)


def changed(path: str) -> None:
    with closing(open_library(path)) as library, library.writing() as db:
        labels.unassign(db, "lines", list(range(1, 9)))
        labels.assign(db, "others", list(range(5, 30)))
        db.execute("UPDATE images SET camera = 'Pixel ' || abs(random()) WHERE id > 6")
        decisions.remove(db, 1, 3)


def test_the_server_does_not_finish_what_a_killed_publisher_has_begun(path: str, address: str):
    """Such as an index, which takes minutes, in which nobody else could publish."""
    process = worker_processes.starting().Process(target=publishing_for_minutes, args=(path, address), daemon=True)
    process.start()
    with psycopg.connect(address, autocommit=True) as onlooker:
        wait_until(lambda: onlooker.execute(AT_WORK).fetchone() == (1,))
        process.kill()
        process.join()
        wait_until(lambda: onlooker.execute(AT_WORK).fetchone() == (0,))
    published(path, address)


AT_WORK = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(600)'"


def publishing_for_minutes(path: str, address: str) -> None:
    with closing(open_library(path)) as library, closing(SharedDatabase(address)) as server:
        schema.bring_up_to_date(server)
        with holding.held(library.db, server):
            server.ask("SELECT pg_sleep(600)")


def wait_until(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)
