"""What is on the server is looked at before it is believed: other schemas and columns, codes and files that lie."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from engine.errors import UserError
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.shared_library import SharedLibrary, open_shared
from engine.store import features, versions
from engine.store.postgres import schema
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.troubles import NotOursError


@pytest.fixture
def stranger(published: SharedLibrary, address: str) -> Iterator[psycopg.Connection]:
    """Somebody who writes to our schema by other means."""
    with psycopg.connect(address, autocommit=True, options="-c search_path=dualhash") as connection:
        yield connection


def searched(library: SharedLibrary) -> list[int]:
    return [hit.image_id for hit in Searcher(library).search(Query((QueryPicture(image_id=1),), k=5)).hits]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE about SET number = 99", "newer DualHash .schema 99"),
        ("UPDATE about SET number = 0", "not one of DualHash"),
        ("UPDATE about SET program = 'Else'", "not one of DualHash"),
        ("DELETE FROM about", "not one of DualHash"),
        ("ALTER TABLE about ALTER number TYPE text", "not one of DualHash"),
        ("DROP TABLE features", "the table features has other columns"),
        ("ALTER TABLE features ALTER numbers TYPE text", "the table features has other columns"),
        ("ALTER TABLE images ADD COLUMN more text", "the table images has other columns"),
        ("UPDATE model_versions SET file = '../../evil.safetensors'", "Nothing is indexed"),  # its row is damaged
        ("UPDATE model_versions SET bits = 8", "Nothing is indexed"),
        ("UPDATE model_files SET content = 'nonsense'", "damaged|valid model file"),
        ("DELETE FROM model_files", "cannot be read|model file"),
        ("UPDATE coded SET bits = 1 << 20", "cannot be"),
        ("UPDATE coded SET codes = -1", "cannot be"),
        ("UPDATE coded SET approximate = 1, recall = 7", "cannot be"),
        ("DROP TABLE codes_1 CASCADE", "does not answer as a library"),
        (
            "ALTER TABLE codes_1 ALTER code TYPE bit(16) USING code::bit(16)",
            "another length",
        ),
    ],
)
def test_each_lie_is_a_sentence(
    address: str,
    stranger: psycopg.Connection,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    sentence: str,
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing is known from before
    stranger.execute("DROP VIEW codes")
    stranger.execute(change)
    with pytest.raises(UserError, match=sentence):
        opened_and_searched(address)


def opened_and_searched(address: str) -> None:
    with closing(open_shared(address)) as library:
        searched(library)


def test_features_and_codes_that_do_not_fit_their_checksums_are_left_out(
    published: SharedLibrary, stranger: psycopg.Connection
):
    expected = searched(published)
    stranger.execute("UPDATE features SET numbers = 'short' WHERE image_id = %s", (expected[1],))
    found = Searcher(published).search(Query((QueryPicture(image_id=1),), k=30)).hits
    (hit,) = (each for each in found if each.image_id == expected[1])
    assert hit.similarity is None
    assert len(found) == 30


def test_rows_in_which_a_version_is_not_what_it_was_do_not_serve(
    published: SharedLibrary, stranger: psycopg.Connection
):
    stranger.execute("UPDATE model_versions SET details = '{}x', name = 'other'")
    (version,) = versions.all_versions(published.db)
    assert version.damaged


def test_an_older_schema_is_brought_up_to_date_by_who_publishes_and_said_by_who_reads(
    published: SharedLibrary, address: str, monkeypatch: pytest.MonkeyPatch
):
    def another(db: SharedDatabase) -> None:
        db.ask("CREATE INDEX images_by_camera ON images (camera)")

    monkeypatch.setattr(schema, "STEPS", [*schema.STEPS, another])
    with pytest.raises(UserError, match="older DualHash"):
        open_shared(address)
    db = SharedDatabase(address)
    schema.bring_up_to_date(db)
    schema.must_be_ours(db)
    assert db.ask("SELECT number FROM about").fetchone() == (len(schema.STEPS),)
    db.close()


def test_what_was_published_before_features_left_out_zeros_is_served_once_it_is_brought_up_to_date(
    published: SharedLibrary, address: str
):
    ids = features.ids(published.db, EFFICIENTNET_LITE0.name).tolist()
    found = features.get(published.db, EFFICIENTNET_LITE0.name, ids)
    db = SharedDatabase(address)
    db.ask("ALTER TABLE features RENAME COLUMN numbers TO vector")
    db.ask("UPDATE about SET number = 1")
    with pytest.raises(UserError, match="older DualHash"):
        open_shared(address)
    schema.bring_up_to_date(db)
    with closing(open_shared(address)) as opened:
        again = features.get(opened.db, EFFICIENTNET_LITE0.name, ids)
    assert ids
    assert {image_id: numbers.tolist() for image_id, numbers in found.items()} == {
        image_id: numbers.tolist() for image_id, numbers in again.items()
    }
    db.close()


def test_a_step_that_fails_leaves_the_schema_as_it_was(
    published: SharedLibrary, address: str, monkeypatch: pytest.MonkeyPatch
):
    def broken(db: SharedDatabase) -> None:
        db.ask("DROP TABLE labels CASCADE")
        db.ask("SELECT nonsense")

    db = SharedDatabase(address)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", [*schema.STEPS, broken])
        with pytest.raises(NotOursError, match="nonsense"):
            schema.bring_up_to_date(db)
    schema.must_be_ours(db)
    db.close()
