"""What a person does with versions: the active one serves until another is complete, and nothing is half-gone."""

import os
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.library import Library
from engine.progress import finish
from engine.store import codes, features, versions
from tests.jobs.feature_rows import BACKBONE, grow
from tests.jobs.version_rows import active, known, packed_codes, trained
from tests.model.exported_files import D, layered, numbers

__all__ = ["known"]


# --- activate


def test_activating_makes_the_codes_first(known: Library):
    version = trained(known)
    done = finish(version_files.activate(known, version))
    assert (done.version.id, done.codes, done.without_code) == (version.id, 40, 0)
    assert active(known).id == version.id
    vectors = features.get(known.db, BACKBONE, features.ids(known.db, BACKBONE).tolist())
    assert packed_codes(known, version) == {
        i: layered().codes(vector[None])[0].tobytes() for i, vector in vectors.items()
    }


def test_until_all_codes_are_there_the_old_version_serves(known: Library, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.jobs.encoding.CHUNK", 10)
    old, version = active(known), trained(known)
    work = version_files.activate(known, version)
    for _ in range(3):
        next(work)
        assert active(known).id == old.id
    work.close()
    assert active(known).id == old.id
    assert finish(version_files.activate(known, version)).codes == 40, "it goes on from where it was cancelled"
    assert active(known).id == version.id


def test_images_that_come_while_codes_are_made_get_theirs_too(known: Library):
    version = trained(known)
    work = version_files.activate(known, version)
    next(work)
    ids = grow(known, 3, seed=5)
    with known.writing() as db:
        features.put(db, BACKBONE, ids, numbers(3, D))
    assert finish(work).codes == 43


def test_images_without_features_are_counted(known: Library):
    with known.writing() as db:
        features.remove(db, 7)
    assert finish(version_files.activate(known, trained(known))).without_code == 1


def test_going_back_needs_no_new_codes(known: Library):
    old = active(known)
    finish(version_files.activate(known, trained(known)))
    assert list(version_files.activate(known, old)) == []
    assert active(known).id == old.id


def test_a_version_whose_file_is_damaged_is_not_activated(known: Library):
    old, version = active(known), trained(known)
    Path(known.models_folder, version.file).write_bytes(b"damaged")
    with pytest.raises(UserError, match="not a valid model file"):
        finish(version_files.activate(known, version))
    assert active(known).id == old.id


# --- rename and remove


def test_a_version_gets_another_name(known: Library):
    version = trained(known)
    assert version_files.rename(known, version, "  Dogs\n and\tcats\x1b ").name == "Dogs and cats"
    with pytest.raises(UserError, match="at least one visible character"):
        version_files.rename(known, version, " \n")
    assert len(version_files.rename(known, version, "x" * 1000).name) == versions.LONGEST_NAME


def test_removing_takes_the_row_the_codes_and_the_file(known: Library):
    old, version = active(known), trained(known)
    finish(version_files.activate(known, version))
    with pytest.raises(UserError, match="active version cannot be removed"):
        version_files.remove(known, version)
    assert os.path.exists(os.path.join(known.models_folder, version.file))
    finish(version_files.activate(known, old))
    version_files.remove(known, version)
    assert [v.id for v in versions.all_versions(known.db)] == [old.id]
    assert os.listdir(known.models_folder) == [old.file]
    assert codes.count(known.db, version.id) == 0
    assert features.count(known.db, BACKBONE) == 40


def test_a_version_whose_file_is_gone_can_be_removed(known: Library):
    version = trained(known)
    os.unlink(os.path.join(known.models_folder, version.file))
    version_files.remove(known, version)
    assert len(versions.all_versions(known.db)) == 1
