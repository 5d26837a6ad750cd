"""Two versions asked for the same image: each by its own codes, the active one and its index untouched."""

import os

import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.library import Library
from engine.progress import finish
from engine.search.comparing import SEARCHERS_KEPT, Comparer
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import features, labels, versions
from tests.jobs.version_rows import active, known, trained

__all__ = ["known"]


def test_each_side_is_what_a_search_by_that_version_finds(known: Library):
    old, version = active(known), trained(known)
    finish(version_files.make_codes(known, version))
    compared = Comparer(known).compare(5, (old.id, version.id), k=8)
    query = Query((QueryPicture(image_id=5),), k=9)
    left, right = compared.sides
    assert left.hits == [hit for hit in Searcher(known).search(query).hits if hit.image_id != 5][:8]
    finish(version_files.activate(known, version))
    assert right.hits == [hit for hit in Searcher(known).search(query).hits if hit.image_id != 5][:8]
    assert left.hits != right.hits
    assert compared.shared == {hit.image_id for hit in left.hits} & {hit.image_id for hit in right.hits}
    assert (left.codes, right.codes) == (40, 40)


def test_the_active_version_and_its_saved_index_stay_as_they_are(known: Library):
    old, version = active(known), trained(known)
    finish(version_files.make_codes(known, version))
    searcher = Searcher(known)
    searcher.warm_up()
    searcher.save()
    saved = os.listdir(known.index_folder)
    fixed = Searcher(known, version_id=version.id)
    fixed.warm_up()
    fixed.save()
    Comparer(known).compare(5, (old.id, version.id), k=8)
    assert os.listdir(known.index_folder) == saved == [f"version-{old.id}.codes"]
    assert active(known).id == old.id


def test_hits_that_share_a_label_are_right(known: Library):
    old, version = active(known), trained(known)
    finish(version_files.make_codes(known, version))
    with known.writing() as db:
        labels.assign(db, "cat", [5, 6, 7, 8])
        labels.assign(db, "dog", [6, 9])
    compared = Comparer(known).compare(5, (old.id, version.id), k=39)
    assert compared.labels == ["cat"]
    assert compared.right == {6, 7, 8}
    assert [compared.right_hits(side) for side in compared.sides] == [3, 3]
    assert compared.hit_labels == {6: ["cat", "dog"], 7: ["cat"], 8: ["cat"], 9: ["dog"]}
    assert [compared.unlabelled_hits(side) for side in compared.sides] == [35, 35]
    unlabelled = Comparer(known).compare(20, (old.id, version.id), k=39)
    assert (unlabelled.labels, unlabelled.right) == ([], frozenset())
    assert [unlabelled.unlabelled_hits(side) for side in unlabelled.sides] == [34, 34]


def test_a_version_without_codes_or_features_says_so_and_the_other_answers(known: Library):
    old, version = active(known), trained(known)
    comparer = Comparer(known)
    without_codes = comparer.compare(5, (old.id, version.id), k=8)
    assert len(without_codes.sides[0].hits) == 8
    assert (without_codes.sides[1].hits, without_codes.sides[1].problem) == ([], "This version has no codes yet.")
    other = trained(known, space="resnet50")
    unseen = comparer.compare(5, (old.id, other.id), k=8).sides[1]
    assert unseen.hits == []
    assert "has not seen this picture" in unseen.problem


def test_an_image_or_a_version_that_is_gone_gets_a_sentence(known: Library):
    old, version = active(known), trained(known)
    with pytest.raises(UserError, match="not in the library any more"):
        Comparer(known).compare(4711, (old.id, version.id), k=8)
    with pytest.raises(UserError, match="no model version 99"):
        Comparer(known).compare(5, (old.id, 99), k=8)


def test_codes_that_are_made_later_are_found_and_few_versions_are_kept_in_memory(known: Library):
    old, comparer = active(known), Comparer(known)
    made = [trained(known, name) for name in "abcd"]
    for version in made:
        finish(version_files.make_codes(known, version))
        assert len(comparer.compare(5, (old.id, version.id), k=8).sides[1].hits) == 8
    assert len(comparer._searchers) == SEARCHERS_KEPT
    with known.writing() as db:
        features.put(db, old.backbone, [6], features.get(db, old.backbone, [5])[5][None])
        db.execute("DELETE FROM codes WHERE image_id = 6 AND version_id = ?", (made[-1].id,))
    finish(version_files.make_codes(known, made[-1]))
    nearest = comparer.compare(5, (old.id, made[-1].id), k=8).sides[1].hits[0]
    assert (nearest.image_id, nearest.distance) == (6, 0)
    assert versions.active(known.db) == old
