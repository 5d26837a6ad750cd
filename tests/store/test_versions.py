"""Model versions: exactly one is active, and the database itself sees to it."""

import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from engine.errors import UserError
from engine.store import codes, versions
from engine.store.connection import Database
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


def test_a_version_is_found_by_its_number_or_by_a_name_that_only_it_has(db: Database):
    cats, dogs, two = add_version(db, name="Cats"), add_version(db, name="Dogs"), add_version(db, name="2")
    assert versions.find(db, "1").id == versions.find(db, "Cats").id == cats
    assert versions.find(db, "2").id == dogs, "the number comes before the name"
    assert versions.find(db, "3").id == two
    for unknown in ("4", "cats", "", "1 OR 1", "-1"):
        with pytest.raises(UserError, match="There is no model version"):
            versions.find(db, unknown)
    add_version(db, name="Cats")
    with pytest.raises(UserError, match=r"Several model versions are named 'Cats'; .* 1, 4\."):
        versions.find(db, "Cats")


def test_only_the_name_of_a_version_changes(db: Database):
    one, other = add_version(db, name="Cats", details={"seed": 1}), add_version(db, name="Dogs")
    before = versions.get(db, one)
    versions.rename(db, one, "Tigers")
    assert versions.get(db, one) == replace(before, name="Tigers")
    assert versions.get(db, other).name == "Dogs"
    with pytest.raises(UserError, match="no model version 9"):
        versions.rename(db, 9, "Tigers")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cats", "Cats"),
        (" Katzen  und\nMäuse\t", "Katzen und Mäuse"),
        ("<b>\x00\x1b[1m\u202e\udcff", "<b> [1m"),
        ("猫" * 200, "猫" * 80),
        ("x" * 79 + " y", "x" * 79),
    ],
)
def test_names_are_one_short_printable_line(text: str, name: str):
    assert versions.clean_name(text) == name


@pytest.mark.parametrize("text", ["", " \n", "\x00", "\u200b"])
def test_a_name_that_nobody_could_see_is_refused(text: str):
    with pytest.raises(UserError, match="at least one visible character"):
        versions.clean_name(text)


def test_whether_any_version_works_on_a_backbone(db: Database):
    one = add_version(db, backbone="resnet50")
    assert versions.any_on(db, "resnet50")
    assert not versions.any_on(db, "resnet")
    versions.remove(db, one)
    assert not versions.any_on(db, "resnet50")
