"""Model versions: exactly one is active, and the database itself sees to it."""

import sqlite3

import numpy as np
import pytest
from sqlite_utils import Database

from engine.errors import UserError
from engine.store import codes, versions
from engine.store.folders import Folder
from tests.store.row_makers import add_image, add_version


def test_a_version_comes_back_as_it_was_written(db: Database):
    version = versions.get(db, add_version(db, 64, name="Cats", details={"fitted_on": 12, "seed": None}))
    assert (version.name, version.bits, version.active) == ("Cats", 64, False)
    assert version.details == {"fitted_on": 12, "seed": None}


def test_activating_one_deactivates_the_other(db: Database):
    one, other = add_version(db), add_version(db)
    assert versions.active(db) is None
    versions.activate(db, one)
    versions.activate(db, other)
    assert [version.active for version in versions.all_versions(db)] == [False, True]
    found = versions.active(db)
    assert found is not None
    assert found.id == other


def test_the_database_refuses_a_second_active_version(db: Database):
    versions.activate(db, add_version(db))
    other = add_version(db)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE model_versions SET active = 1 WHERE id = ?", (other,))


def test_activating_what_is_not_there_is_refused_and_the_active_one_stays(db: Database):
    one = add_version(db)
    versions.activate(db, one)
    with pytest.raises(UserError, match="no model version 99"):
        versions.activate(db, 99)
    found = versions.active(db)
    assert found is not None
    assert found.id == one


def test_the_active_version_cannot_be_removed(db: Database):
    one = add_version(db)
    versions.activate(db, one)
    with pytest.raises(UserError, match="activate another one first"):
        versions.remove(db, one)
    assert len(versions.all_versions(db)) == 1


def test_removing_a_version_takes_its_codes_and_its_number_is_not_used_again(db: Database, folder: Folder):
    one, image = add_version(db), add_image(db, folder, b"a.jpg")
    codes.put(db, one, [image], np.zeros((1, 2), np.uint8))
    versions.remove(db, one)
    assert codes.count(db, one) == 0
    assert add_version(db) > one


@pytest.mark.parametrize("act", [versions.get, versions.remove])
def test_a_version_that_is_not_there_is_one_sentence(db: Database, act):
    with pytest.raises(UserError, match=r"There is no model version 5\."):
        act(db, 5)
