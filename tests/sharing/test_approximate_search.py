"""HNSW where exact search takes too long: what it finds is among the nearest, and where that is too little, all are
searched."""

from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from engine.errors import UserError
from engine.search.shared_index import SharedIndex
from engine.store.allowed import Allowed
from engine.store.postgres import code_tables, schema
from engine.store.postgres.database import SharedDatabase

BITS, ISLAND = 64, 1500
ISLANDS = (b"\x00" * 8, b"\xff" * 8)


LITTLE_IN_COMMON = """
CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('max_parallel_maintenance_workers') <> '0' THEN
        RAISE EXCEPTION 'could not resize shared memory segment' USING ERRCODE = '53100';
    END IF;
END $$
"""


@pytest.fixture
def index(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedIndex]:
    """Two islands of codes that are nearly the same, whose ids are odd and even."""
    monkeypatch.setattr(code_tables, "SLOWEST_EXACT", 0.0)
    monkeypatch.setattr(code_tables, "FEW", 10)
    random = np.random.default_rng(3)
    packed_NB = np.concatenate([np.frombuffer(b"".join(ISLANDS) * ISLAND, np.uint8).reshape(-1, 8)])
    packed_NB = packed_NB ^ (np.packbits(random.random((len(packed_NB), BITS)) < 0.01, axis=1))
    rows = [(number, code.tobytes(), 0, 0) for number, code in enumerate(packed_NB, 1)]
    with closing(SharedDatabase(address)) as db:
        schema.bring_up_to_date(db)
        with db.writing():
            code_tables.make(db, 1, BITS)
            code_tables.put(db, 1, BITS, rows, [])
        code_tables.finish(db, 1)
        yield SharedIndex(db, 1, BITS)


def exactly(index: SharedIndex, code: np.ndarray, ids: np.ndarray) -> np.ndarray:
    return np.sort(index.distances(code, ids))


def test_its_recall_is_measured_and_most_of_the_nearest_are_found(index: SharedIndex):
    """The recall is that of the first ten where it is the lower one, as among codes that are nearly the same."""
    assert index.recall is not None
    assert 0.5 < index.recall < 1
    code = np.frombuffer(ISLANDS[1], np.uint8)
    _, found = index.nearest(code, 300)
    expected = exactly(index, code, np.arange(1, len(index) + 1))
    assert found.tolist() == sorted(found.tolist())
    assert (found[:300] <= expected[299]).mean() > 0.9


def test_an_island_that_a_filter_has_emptied_does_not_end_the_search(index: SharedIndex):
    """All that is near is left out, and what is allowed lies where its graph does not lead."""
    code = np.frombuffer(ISLANDS[0], np.uint8)
    others = np.arange(2, len(index) + 1, 2)  # those of the other island
    ids, found = index.nearest(code, 300, allowed=Allowed((others,)))
    expected = exactly(index, code, others)
    assert found.tolist() == expected[: len(found)].tolist()
    assert len(found) >= 300
    assert set(ids.tolist()) <= set(others.tolist())


def test_distances_are_bounded_exactly(index: SharedIndex):
    """Beyond the first thousand, too."""
    code = np.frombuffer(ISLANDS[0], np.uint8)
    everything = exactly(index, code, np.arange(1, len(index) + 1))
    low = int(everything[ISLAND])  # of the other island
    _, found = index.nearest(code, 50, low=low)
    assert found.tolist() == [d for d in everything.tolist() if d >= low][: len(found)]
    assert len(found) >= 50
    _, near = index.nearest(code, 2 * ISLAND, high=0)
    assert set(near.tolist()) == {0}


def test_a_server_whose_processes_have_little_memory_in_common_builds_it_by_one(
    index: SharedIndex, address: str, monkeypatch: pytest.MonkeyPatch
):
    """As in a container."""
    with closing(SharedDatabase(address)) as db:
        monkeypatch.setattr(code_tables, "SLOWEST_EXACT", 100.0)
        assert code_tables.finish(db, 1).recall is None
        db.ask(LITTLE_IN_COMMON)
        db.ask(
            "CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE INDEX')"
            " EXECUTE FUNCTION public.refuse()"
        )
        monkeypatch.setattr(code_tables, "SLOWEST_EXACT", 0.0)
        assert code_tables.finish(db, 1).recall is not None


def test_what_the_server_gives_up_is_no_broken_connection(index: SharedIndex, address: str):
    with closing(SharedDatabase(address)) as db:
        db.ask("SET statement_timeout = 20")
        with pytest.raises(UserError, match=r"refused .canceling statement due to statement timeout"):
            db.ask("SELECT pg_sleep(10)")
