"""What is said of each version: its codes, what it lacks, its size; and activating at once what lacks nothing."""

import os
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.jobs.version_facts import FEATURE_BYTES, ROW_BYTES, all_facts, facts_of
from engine.library import Library
from engine.model.backbones import backbone
from engine.progress import finish
from engine.store import codes, features
from tests.conftest import IndexedLibrary
from tests.jobs.feature_rows import BACKBONE, grow
from tests.jobs.version_rows import active, known, trained
from tests.model.exported_files import D, K, numbers
from tests.tuned_space import TunedSpace

__all__ = ["known"]


def test_the_active_version_comes_first_then_the_newest(known: Library):
    versions = [trained(known, name).id for name in "ab"]
    assert [facts.version.id for facts in all_facts(known)] == [active(known).id, *reversed(versions)]


def test_a_version_lacks_the_codes_of_images_that_have_features(known: Library):
    version = trained(known)
    assert (facts_of(known, version).codes, facts_of(known, version).to_make) == (0, 40)
    assert not facts_of(known, version).complete
    finish(version_files.make_codes(known, version))
    assert (facts_of(known, version).codes, facts_of(known, version).complete) == (40, True)
    ids = grow(known, 2, seed=3)
    with known.writing() as db:
        features.put(db, BACKBONE, ids, numbers(2, D))
    assert facts_of(known, version).to_make == 2


def test_the_size_counts_the_file_and_the_codes(known: Library):
    version = trained(known)
    file_size = os.path.getsize(os.path.join(known.models_folder, version.file))
    assert facts_of(known, version).size == file_size
    finish(version_files.make_codes(known, version))
    assert facts_of(known, version).size == file_size + 40 * (K // 8 + ROW_BYTES)
    os.unlink(os.path.join(known.models_folder, version.file))
    assert facts_of(known, version).size == 40 * (K // 8 + ROW_BYTES)


def test_a_tuned_version_also_has_its_network_and_features_and_lacks_what_that_has_not_read(
    indexed: IndexedLibrary, tuned: TunedSpace
):
    library, space = indexed.library, tuned.backbone
    network = Path(tuned.models_folder, space.tuned_file or "")
    Path(library.models_folder, network.name).write_bytes(network.read_bytes())
    version = trained(library, space=space.name)
    facts = facts_of(library, version)
    assert (facts.codes, facts.to_make) == (0, 30)
    before = facts.size
    with library.writing() as db:
        features.put(db, space.name, [1, 2], numbers(2, space.dimensions))
    assert facts_of(library, version).size == before + 2 * space.dimensions * FEATURE_BYTES
    assert facts_of(library, version).to_make == 30
    assert before > network.stat().st_size
    assert backbone(version.backbone).tuned_id


def test_a_complete_version_is_activated_at_once_and_one_that_lacks_codes_is_not(known: Library):
    old, version = active(known), trained(known)
    assert not version_files.activate_at_once(known, version)
    assert active(known).id == old.id
    assert finish(version_files.make_codes(known, version)) == 40
    assert active(known).id == old.id, "making codes activates nothing"
    assert version_files.activate_at_once(known, version)
    assert active(known).id == version.id
    assert version_files.activate_at_once(known, old)
    assert active(known).id == old.id
    assert codes.count(known.db, version.id) == 40, "and the way back is open"


def test_a_damaged_version_is_not_activated_at_once(known: Library):
    old, version = active(known), trained(known)
    finish(version_files.make_codes(known, version))
    Path(known.models_folder, version.file).write_bytes(b"damaged")
    with pytest.raises(UserError, match="not a valid model file"):
        version_files.activate_at_once(known, version)
    assert active(known).id == old.id


def test_pictures_that_the_network_has_not_seen_count_unless_they_could_not_be_read(
    indexed: IndexedLibrary, tuned: TunedSpace
):
    library = indexed.library
    network = Path(tuned.models_folder, tuned.backbone.tuned_file or "")
    Path(library.models_folder, network.name).write_bytes(network.read_bytes())
    version = trained(library, space=tuned.backbone.name)
    assert not version_files.activate_at_once(library, version)
    assert version_files.activate_at_once(library, version, unread=True)
    assert active(library).id == version.id
