"""What distances mean: held-out pairs by the stored codes, against loops; known until labels or codes change."""

import numpy as np
import pytest

from engine.errors import UserError
from engine.learning import distances
from engine.learning.distances import DistanceMeaning, KnownMeanings, meaning_of_distances
from engine.learning.examples import collect
from engine.library import Library
from engine.store import codes, labels, training_images, versions
from engine.store.versions import Version
from tests.learning.labelled_library import fill


def active(library: Library) -> Version:
    version = versions.active(library.db)
    assert version is not None
    return version


def slow_meaning(library: Library, version: Version) -> tuple[list[int], list[int]]:
    """Pair by pair, bit by bit."""
    rows = codes.since(library.db, version.id, 0, version.bits)
    code_of = dict(zip(rows.image_ids_N.tolist(), rows.packed_NB.tolist(), strict=True))
    names = labels.of_images(library.db, list(code_of))
    examples = collect(library.db)
    held_out = {examples.image_ids[row] for row in examples.held_out_rows}
    same, different = [0] * (version.bits + 1), [0] * (version.bits + 1)
    for query in held_out - training_images.of_version(library.db, version.id):
        for other in set(examples.image_ids) - held_out:
            pairs = zip(code_of[query], code_of[other], strict=True)
            distance = sum(bin(a ^ b).count("1") for a, b in pairs)
            (same if set(names[query]) & set(names[other]) else different)[distance] += 1
    return same, different


def test_pairs_of_held_out_and_other_images_are_counted_by_distance(library: Library):
    ids = fill(library)
    with library.writing() as db:
        labels.assign(db, "label 1", ids[:3])  # some have two
    meaning, (same, different) = (
        meaning_of_distances(library, active(library)),
        slow_meaning(library, active(library)),
    )
    assert meaning.same_label_D.tolist() == same
    assert meaning.different_D.tolist() == different
    assert meaning.pairs(0, 256) == sum(same) + sum(different)
    assert meaning.pairs(100, 110) == sum(same[100:111]) + sum(different[100:111])
    near, all_of_them = meaning.share_right(0, 115), meaning.share_right(0, 256)
    assert near is not None
    assert all_of_them is not None
    assert near > all_of_them


def test_images_that_the_version_was_trained_on_are_never_asked_for(library: Library):
    ids = fill(library)
    examples = collect(library.db)
    held_out = [examples.image_ids[row] for row in examples.held_out_rows]
    with library.writing() as db:
        training_images.put(db, active(library).id, held_out[:-2])
    same, different = slow_meaning(library, active(library))
    meaning = meaning_of_distances(library, active(library))
    assert (meaning.same_label_D.tolist(), meaning.different_D.tolist()) == (same, different)
    with library.writing() as db:
        training_images.put(db, active(library).id, ids)
    with pytest.raises(UserError, match="trained on all labelled pictures"):
        meaning_of_distances(library, active(library))


def test_with_too_few_labels_nothing_is_said(library: Library):
    ids = fill(library, count=40, clusters=2)
    with library.writing() as db:
        labels.unassign(db, "label 1", ids)
    with pytest.raises(UserError, match="at least two labels"):
        meaning_of_distances(library, active(library))


def test_of_very_many_labels_some_are_enough(library: Library, monkeypatch: pytest.MonkeyPatch):
    fill(library)
    whole = meaning_of_distances(library, active(library))
    monkeypatch.setattr(distances, "MOST_QUERIES", 5)
    monkeypatch.setattr(distances, "MOST_DATABASE", 30)
    some = meaning_of_distances(library, active(library))
    assert 0 < some.pairs(0, 256) <= 5 * 30 < whole.pairs(0, 256)


def test_labelled_images_without_a_code_are_left_out(library: Library):
    ids = fill(library)
    whole = meaning_of_distances(library, active(library))
    with library.writing() as db:
        codes.remove_some(db, active(library).id, ids[:20])
    assert 0 < meaning_of_distances(library, active(library)).pairs(0, 256) < whole.pairs(0, 256)


def test_it_is_computed_once_for_a_version_and_a_state_of_the_labels(library: Library):
    ids, known = fill(library), KnownMeanings()
    version = active(library)
    first = known.of(library, version)
    with library.writing() as db:
        db.execute("UPDATE labels SET name = 'renamed' WHERE name = 'label 0'")
        versions.rename(db, version.id, "another name")
    assert known.of(library, version) is first, "neither changes what is labelled"
    with library.writing() as db:
        labels.unassign(db, "label 1", ids[1:2])
    second = known.of(library, version)
    assert second is not first
    with library.writing() as db:
        codes.put(db, version.id, ids[2:3], np.zeros((1, 32), np.uint8))
    third = known.of(library, version)
    assert third is not second
    assert known.of(library, version) is third


def test_pairs_in_a_range():
    meaning = DistanceMeaning(np.array([4, 3, 0, 1, 0]), np.array([0, 1, 0, 5, 9]))
    assert [meaning.pairs(0, 0), meaning.pairs(0, 4), meaning.pairs(2, 2), meaning.pairs(3, 4)] == [4, 23, 0, 15]
