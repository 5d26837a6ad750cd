"""All threads of a program share a few connections to the server."""

import threading
from contextlib import closing

import psycopg

from engine.shared_library import SharedLibrary, open_shared
from engine.store import labels
from engine.store.postgres.connection_pool import MOST
from engine.store.postgres.notices import Notices


def connected_now(address: str) -> int:
    sql = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'dualhash'"
    )
    with psycopg.connect(address) as connection:
        return connection.execute(sql).fetchone()[0]


def test_many_threads_have_few_connections_and_all_are_answered(published: SharedLibrary, address: str):
    together = threading.Barrier(12)
    found: list[int] = []

    def ask() -> None:
        together.wait()
        for _ in range(5):
            with published.db.atomic() as db:
                found.append(len(db.execute("SELECT id FROM images").fetchall()))
        published.close_thread()

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [30] * 60
    assert 1 <= connected_now(address) <= MOST


def test_what_breaks_one_connection_leaves_no_broken_one_behind(published: SharedLibrary, address: str):
    with published.connections.lent(), published.connections.lent():
        pass
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with published.writing() as db:
        labels.assign(db, "after", [1])
    assert labels.all_labels(published.db) == {"after": 1}
    assert connected_now(address) == 1


def test_one_is_not_told_of_ones_own_changes(published: SharedLibrary, address: str):
    with closing(Notices(address, published.connections.has)) as notices, closing(open_shared(address)) as other:
        with published.writing() as db:
            labels.assign(db, "ours", [1])
        assert notices.wait(0.5) == frozenset()
        with other.writing() as db:
            labels.assign(db, "theirs", [2])
        told = set[str]()
        while told != {"labels", "image_labels"}:
            told |= notices.wait(5)
