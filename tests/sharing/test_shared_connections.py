"""Connections that break, what others change meanwhile, and the ways in which SQL is said otherwise."""

import threading
import time
from contextlib import closing

import numpy as np
import psycopg
import pytest

from engine.errors import UserError
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.shared_library import SharedLibrary, open_shared
from engine.store import decisions, label_edits, labels
from engine.store.connection import Database
from engine.store.label_edits import Delete, Give, Merge, Rename, Take
from engine.store.postgres.address import is_address, masked, without_secrets
from engine.store.postgres.dialect import translated
from engine.store.postgres.notices import Notices
from engine.store.postgres.troubles import ConnectionBrokenError


def break_all(address: str) -> None:
    """As an administrator, or a network, does."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_connection_that_broke_is_taken_up_again(
    published: SharedLibrary, address: str, caplog: pytest.LogCaptureFixture
):
    searcher = Searcher(published)
    query = Query((QueryPicture(image_id=1),), k=5)
    expected = searcher.search(query).hits
    break_all(address)
    assert labels.all_labels(published.db) == {}, "who only reads is answered"
    assert "it is taken up again" in caplog.text
    break_all(address)
    assert searcher.search(query).hits == expected
    with (
        pytest.raises(ConnectionBrokenError, match="broke"),
        published.db.atomic(),
    ):  # of which nothing is known then
        broken_in_between(published, address)
    assert searcher.search(query).hits == expected


def broken_in_between(library: SharedLibrary, address: str) -> None:
    break_all(address)
    labels.all_labels(library.db)


def test_what_was_written_when_it_broke_is_there_whole_or_not_at_all(published: SharedLibrary, address: str):
    with pytest.raises(ConnectionBrokenError), published.writing() as db:
        labels_given_as_it_breaks(db, address)
    assert labels.all_labels(published.db) == {}
    with published.writing() as db:
        labels.assign(db, "lines", [1, 2])
    assert labels.all_labels(published.db) == {"lines": 2}


def labels_given_as_it_breaks(db: Database, address: str) -> None:
    labels.assign(db, "lines", [1, 2])
    break_all(address)
    labels.assign(db, "other", [1, 2])


def state(library: SharedLibrary) -> object:
    rows = library.db.execute("SELECT * FROM image_labels ORDER BY label_id, image_id").fetchall()
    return rows, library.db.execute("SELECT * FROM labels ORDER BY id").fetchall()


def test_edits_of_labels_are_taken_back_exactly(published: SharedLibrary):
    """As on disk: each edit and its inverse, and the inverse of that."""
    edits = [
        Give({"cat": [1, 2, 3], "dog": [3, 4]}),
        Take("cat", [2]),
        Rename("cat", "lion"),
        Merge("dog", "lion"),
        Give({"new one": [5]}),
        Delete("lion"),
    ]
    before, inverses = [], []
    for edit in edits:
        before.append(state(published))
        with published.writing() as db:
            inverses.append(label_edits.apply(db, edit))
    after = state(published)
    for expected, inverse in zip(before[::-1], inverses[::-1], strict=True):
        with published.writing() as db:
            again = label_edits.apply(db, inverse)
            label_edits.apply(db, label_edits.apply(db, again))
        assert state(published) == expected
    assert after != before[0]


def test_decisions_are_taken_back(published: SharedLibrary):
    with published.writing() as db:
        first = decisions.decide(db, 1, {2: True, 3: False})
        then = decisions.decide(db, 1, {2: False, 3: None})
    assert decisions.of_query(published.db, 1) == {2: False}
    assert decisions.of_query(published.db, 2) == {1: False}
    with published.writing() as db:
        decisions.decide(db, 1, then)
    assert decisions.of_query(published.db, 1) == {2: True, 3: False}
    with published.writing() as db:
        decisions.decide(db, 1, first)
    assert decisions.all_decisions(published.db) == []


def test_what_a_second_person_does_is_told_at_once(published: SharedLibrary, address: str):
    with closing(Notices(address)) as notices, closing(open_shared(address)) as other:
        assert notices.wait(0.01) == frozenset()

        def label() -> None:
            time.sleep(0.2)
            with other.writing() as db:
                labels.assign(db, "theirs", [4])
            other.close_thread()

        second = threading.Thread(target=label)
        second.start()
        told = set[str]()
        while "image_labels" not in told and (now := notices.wait(5)):
            told |= now
        second.join()
        assert "image_labels" in told
        assert labels.of_images(published.db, [4]) == {4: ["theirs"]}
        break_all(address)
        with pytest.raises(UserError, match="broke"):
            notices.wait(5)


def test_two_who_make_the_same_label_at_once_make_one(published: SharedLibrary, address: str):
    def label(ids: range) -> None:
        with closing(open_shared(address)) as library:
            for image_id in ids:
                with library.writing() as db:
                    label_edits.apply(db, Give({"same": [image_id], f"own {image_id}": [image_id]}))

    both = [threading.Thread(target=label, args=(ids,)) for ids in (range(1, 8), range(4, 12))]
    for each in both:
        each.start()
    for each in both:
        each.join()
    found = labels.all_labels(published.db)
    assert found.pop("same") == 11
    assert found == {f"own {number}": 1 for number in range(1, 12)}


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://host/db", "postgresql://host/db"),
        ("postgresql://me@host:5433/db?sslmode=require", "postgresql://me@host:5433/db?sslmode=require"),
        ("postgresql://me:secret@host/db", "postgresql://me:***@host/db"),
        ("postgres://me:a@b:c/d?e@host/db", "postgres://me:***@host/db"),
        ("postgresql://:secret@[::1]/db", "postgresql://:***@[::1]/db"),
        ("postgresql://[::1]:5433/db", "postgresql://[::1]:5433/db"),
        ("postgresql:///db?user=me&password=secret&host=/tmp", "postgresql:///db?user=me&password=***&host=/tmp"),
        ("postgresql:///db?sslpassword=secret", "postgresql:///db?sslpassword=***"),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str):
    assert is_address(address)
    assert masked(address) == shown
    told = without_secrets(f'invalid: "{address}", near "secret"', address)
    assert told.startswith(f'invalid: "{shown}"')
    assert told.endswith('***"' if "secret" in address else 'secret"')


@pytest.mark.parametrize("folder", ["/photos", "postgres", "./postgresql:", "C:\\postgresql://"])
def test_a_folder_is_no_address(folder: str):
    assert not is_address(folder)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT a FROM b WHERE c = ? AND d LIKE '%x'", "SELECT a FROM b WHERE c = %s AND d LIKE '%%x'"),
        ("SELECT a FROM b INDEXED BY c WHERE ifnull(a, 0) = 1", "SELECT a FROM b  WHERE coalesce(a, 0) = 1"),
        ("WHERE a IS NOT ? OR b IS ?", "WHERE a IS DISTINCT FROM %s OR b IS NOT DISTINCT FROM %s"),
        ("INSERT OR IGNORE INTO a VALUES (?)", "INSERT INTO a VALUES (%s) ON CONFLICT DO NOTHING"),
        ("SELECT group_concat(found) FROM a", "SELECT string_agg(found::text, ',') FROM a"),
        (
            "SELECT CAST(name AS BLOB), CAST(NEW.x AS BLOB)",
            "SELECT convert_to(name, 'UTF8'), convert_to(NEW.x, 'UTF8')",
        ),
        ("WHERE a > :part", "WHERE a > %(part)s"),
    ],
)
def test_what_sqlite_calls_otherwise_is_replaced(sql: str, said: str):
    assert translated(sql) == said


def test_ids_beyond_all_bounds_are_asked_for_without_harm(published: SharedLibrary):
    index = Searcher(published)._up_to_date_index(Searcher(published)._active_version())
    assert index.distances(index.sample(1)[0], np.array([-1, 0, 2**62], np.int64)).tolist() == [-1, -1, -1]
    assert index.code_of(2**62) is None
