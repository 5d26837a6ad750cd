"""What there is to learn from: too little is said in a sentence, nothing that is held out slips in."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.errors import UserError
from engine.learning.examples import Examples, collect, features_of, must_differ, must_still_suffice
from engine.learning.held_out import HELD_OUT, place_of_group
from engine.library import Library
from engine.store import decisions, features, images, label_edits, labels
from engine.store.label_edits import Rename
from tests.learning.labelled_library import SPACE, Said, add_images, clustered, content_of, number_with
from tests.learning.made_up_looks import bursts, copies, pictures

NEW = 1000  # numbers of images that `labelled` has not


@pytest.fixture
def labelled(library: Library) -> Library:
    """Forty images of four labels; the numbers of the images are 0 to 39, their ids one more."""
    with library.writing() as db:
        ids = add_images(db, range(40))
        for label in range(4):
            labels.assign(db, f"label {label}", ids[label::4])
    return library


def add(library: Library, number: int, *names: str) -> int:
    with library.writing() as db:
        (image_id,) = add_images(db, [number])
        for name in names:
            labels.assign(db, name, [image_id])
    return image_id


def decide(library: Library, *made: tuple[int, int, bool]) -> None:
    with library.writing() as db:
        for query, hit, same in made:
            decisions.put(db, query, hit, same)


def trained(examples: Examples) -> set[int]:
    return {examples.image_ids[row] for row in np.flatnonzero(examples.parts.train_N)}


def held_out(examples: Examples) -> list[int]:
    return [examples.image_ids[row] for row in examples.held_out_rows]


def too_little(library: Library) -> str:
    with pytest.raises(UserError) as said:
        collect(library.db)
    return Said(str(said.value)).text


def test_labelled_images_come_by_id_with_their_labels_in_parts(labelled: Library):
    examples = collect(labelled.db)
    assert examples.image_ids == sorted(labels.labelled_images(labelled.db))
    assert examples.label_names == ["label 0", "label 1", "label 2", "label 3"]
    assert (examples.labels_NC.argmax(axis=1) == np.arange(40) % 4).all()
    rows = [*examples.train_rows, *examples.validation_rows, *examples.held_out_rows]
    assert sorted(rows) == list(range(40))
    assert sorted([*examples.database_rows, *examples.held_out_rows]) == list(range(40))
    assert examples.decisions == []
    assert examples.left_out == {}


def test_without_labels_it_is_said(library: Library):
    add(library, 1)
    sentence = too_little(library)
    assert "at least two labels with 4 pictures each" in sentence
    assert "there are none." in sentence


def test_one_label_is_not_enough(library: Library):
    for number in range(9):
        add(library, number, "cat")
    assert too_little(library).endswith("there is one.")


def test_labels_with_too_few_images_are_named_with_their_numbers(library: Library):
    for number in range(9):
        add(library, number, "cat")
    for number in range(9, 12):
        add(library, number, "dog\u200b")
    sentence = too_little(library)
    assert "there is one, and “dog\ufffd” has 3." in sentence
    assert "\u200b" not in sentence


def test_images_that_were_never_read_do_not_count(labelled: Library):
    with labelled.writing() as db:
        unread = [images.add_pending(db) for _ in range(6)]
        labels.assign(db, "unread", unread)
    assert "unread" not in collect(labelled.db).label_names


def test_rare_labels_are_left_out_and_named(labelled: Library):
    alone = [add(labelled, NEW + n, "rare") for n in range(3)]
    also = collect(labelled.db).image_ids[0]
    with labelled.writing() as db:
        labels.assign(db, "rarer", [also])
    examples = collect(labelled.db)
    assert examples.left_out == {"rare": 3, "rarer": 1}
    assert examples.label_names == ["label 0", "label 1", "label 2", "label 3"]
    assert not set(alone) & set(examples.image_ids)
    assert also in examples.image_ids, "its other label is learned"
    assert examples.labels_NC.any(axis=1).all()


def test_decisions_become_rows_of_what_is_trained_on(labelled: Library):
    examples = collect(labelled.db)
    a, b, c = (examples.image_ids[row] for row in examples.train_rows[:3])
    outside = add(labelled, number_with(held_out=False, start=NEW))
    decide(labelled, (a, b, True), (b, c, False), (c, outside, True))
    examples = collect(labelled.db)
    row = {image_id: at for at, image_id in enumerate(examples.image_ids)}
    assert examples.decisions == [(row[a], row[b], True), (row[b], row[c], False), (row[c], row[outside], True)]
    assert row[outside] == 40
    assert not examples.labels_NC[40].any()
    assert outside in trained(examples)
    assert 40 not in examples.train_rows, "it has no label to learn from"
    assert 40 not in examples.labelled_database_rows
    assert 40 in examples.database_rows, "it may be found"
    assert 40 in examples.told_rows


def test_decisions_with_held_out_images_are_not_trained_on(labelled: Library):
    examples = collect(labelled.db)
    asked_for, other = held_out(examples)[:2]
    a = examples.image_ids[examples.train_rows[0]]
    decide(labelled, (asked_for, a, True), (a, asked_for, False), (asked_for, other, True))
    again = collect(labelled.db)
    assert again.decisions == []
    assert again.image_ids == examples.image_ids
    assert held_out(again) == held_out(examples)


def test_an_unlabelled_image_that_would_be_held_out_is_not_trained_on(labelled: Library):
    examples = collect(labelled.db)
    a = examples.image_ids[examples.train_rows[0]]
    later_held_out = add(labelled, number_with(held_out=True, start=NEW))
    decide(labelled, (a, later_held_out, True))
    assert later_held_out not in collect(labelled.db).image_ids
    with labelled.writing() as db:
        labels.assign(db, "label 0", [later_held_out])
    assert later_held_out in held_out(collect(labelled.db))


def test_no_decision_is_made_with_a_validating_image(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(300))
        for label in range(3):
            labels.assign(db, f"label {label}", ids[label::3])
    examples = collect(library.db)
    validating = examples.image_ids[examples.validation_rows[0]]
    decide(library, (examples.image_ids[examples.train_rows[0]], validating, True))
    assert collect(library.db).decisions == []


Change = Callable[[Library, Examples], None]


def _label_one(library: Library, examples: Examples) -> None:
    with library.writing() as db:
        labels.assign(db, "label 1", [examples.image_ids[0]])


def _take_one(library: Library, examples: Examples) -> None:
    with library.writing() as db:
        labels.unassign(db, "label 0", [examples.image_ids[0]])


def _rename(library: Library, examples: Examples) -> None:
    with library.writing() as db:
        label_edits.apply(db, Rename("label 3", "another"))


def _decide_one(library: Library, examples: Examples) -> None:
    a, b = examples.train_rows[:2]
    decide(library, (examples.image_ids[a], examples.image_ids[b], True))


def _decide_otherwise(library: Library, examples: Examples) -> None:
    a, b = examples.train_rows[2:4]
    decide(library, (examples.image_ids[a], examples.image_ids[b], False))


def _add_image(library: Library, examples: Examples) -> None:
    add(library, NEW, "label 2")


@pytest.mark.parametrize(
    "change", [_label_one, _take_one, _rename, _decide_one, _decide_otherwise, _add_image], ids=lambda c: c.__name__
)
def test_the_digest_changes_with_any_label_or_decision(labelled: Library, change: Change):
    examples = collect(labelled.db)
    a, b = examples.train_rows[2:4]
    decide(labelled, (examples.image_ids[a], examples.image_ids[b], True))
    digest = collect(labelled.db).digest()
    assert collect(labelled.db).digest() == digest
    change(labelled, collect(labelled.db))
    assert collect(labelled.db).digest() != digest


def test_only_some_images_keep_their_labels_parts_and_decisions(labelled: Library):
    examples = collect(labelled.db)
    a, b, c = examples.train_rows[:3]
    ids = examples.image_ids
    decide(labelled, (ids[a], ids[b], True), (ids[b], ids[c], False))
    examples = collect(labelled.db)
    kept = examples.only([i for i in ids if i != ids[a]])
    assert kept.image_ids == [i for i in ids if i != ids[a]]
    assert [(kept.image_ids[x], kept.image_ids[y], s) for x, y, s in kept.decisions] == [(ids[b], ids[c], False)]
    for row, image_id in enumerate(kept.image_ids):
        before = ids.index(image_id)
        assert (kept.labels_NC[row] == examples.labels_NC[before]).all()
        assert kept.parts.train_N[row] == examples.parts.train_N[before]
        assert kept.parts.held_out_N[row] == examples.parts.held_out_N[before]
    assert kept.digest() != examples.digest()


def test_too_few_that_can_be_read_are_said(labelled: Library):
    examples = collect(labelled.db)
    must_still_suffice(examples, 40)
    without_label = [i for i, row in zip(examples.image_ids, examples.labels_NC, strict=True) if row[0]]
    for left in (without_label, held_out(examples), sorted(trained(examples)), []):
        with pytest.raises(UserError, match=f"Only {len(left)} of the 40 pictures") as said:
            must_still_suffice(examples.only(left), 40)
        Said(str(said.value))


def test_features_come_in_the_order_asked_for_without_images_that_have_none(labelled: Library):
    ids = collect(labelled.db).image_ids
    vectors_ND = clustered(39, 4)
    with pytest.raises(UserError, match="index the library first") as said:
        features_of(labelled.db, SPACE, ids)
    Said(str(said.value))
    with pytest.raises(UserError, match="No labelled picture has features of alexnet yet") as said:
        features_of(labelled.db, "alexnet", ids)
    Said(str(said.value))
    with labelled.writing() as db:
        features.put(db, SPACE, ids[1:], vectors_ND)
    kept, found_ND = features_of(labelled.db, SPACE, ids[::-1])
    assert kept == ids[:0:-1]
    assert (found_ND == vectors_ND[::-1].astype(np.float16)).all()


def test_images_that_all_look_alike_are_refused():
    must_differ(clustered(3, 2))
    with pytest.raises(UserError, match="look exactly alike") as said:
        must_differ(np.ones((5, 3), np.float16))
    Said(str(said.value))


# -- images that belong together ------------------------------------------------------------------------------


def fill_bursts(library: Library, count: int, each: int, start: int = 0) -> list[int]:
    """Bursts of so many near-copies each; images of one burst share a label, and four bursts have one each."""
    with library.writing() as db:
        ids = add_images(db, range(start, start + count * each))
        features.put(db, SPACE, ids, bursts(count, each, seed=start))
        for burst in range(count):
            labels.assign(db, f"label {burst % 4}", ids[burst * each : (burst + 1) * each])
    return ids


def part_of(examples: Examples) -> dict[int, str]:
    parts = examples.parts
    named = (("train", parts.train_N), ("validation", parts.validation_N), ("held out", parts.held_out_N))
    return {examples.image_ids[row]: name for name, part_N in named for row in np.flatnonzero(part_N)}


def test_a_burst_is_in_one_part_and_its_images_have_one_number(library: Library):
    ids = fill_bursts(library, 80, 3)
    examples = collect(library.db)
    part = part_of(examples)
    assert set(part.values()) == {"train", "validation", "held out"}
    for burst in range(80):
        assert len({part[image_id] for image_id in ids[3 * burst : 3 * burst + 3]}) == 1
    assert examples.groups_N.tolist() == [3 * (row // 3) for row in range(240)]
    assert examples.not_asked_for == []


def test_new_labels_leave_the_bursts_that_they_do_not_concern_where_they_are(library: Library):
    ids = fill_bursts(library, 60, 3)
    before = part_of(collect(library.db))
    more = fill_bursts(library, 40, 3, start=1000)
    with library.writing() as db:  # one more near-copy of the first ten, with a label
        grown = add_images(db, range(2000, 2010))
        features.put(db, SPACE, grown, copies(bursts(60, 3)[:30:3], 0.3))
        labels.assign(db, "label 0", grown)
    after = part_of(collect(library.db))
    assert [i for i in ids[30:] if (before[i] == "held out") != (after[i] == "held out")] == []
    assert all(after[i] == after[ids[3 * at]] for at, i in enumerate(grown))
    assert {after[i] for i in more} == {"train", "validation", "held out"}


def test_an_undated_image_without_features_stands_alone_until_it_has_some(library: Library):
    ids = fill_bursts(library, 20, 3)
    (added,) = [add(library, NEW, "label 0")]
    alone = collect(library.db)
    assert (alone.groups_N == alone.groups_N[-1]).sum() == 1
    with library.writing() as db:
        features.put(db, SPACE, [added], copies(bursts(20, 3)[9:10], 0.3))
    examples = collect(library.db)
    assert examples.groups_N[-1] == examples.groups_N[9]
    assert part_of(examples)[added] == part_of(examples)[ids[9]]


def test_an_unlabelled_near_copy_of_a_held_out_image_is_not_trained_on(library: Library):
    ids = fill_bursts(library, 40, 2)
    examples = collect(library.db)
    asked_for, trained_one = held_out(examples)[0], examples.image_ids[examples.train_rows[0]]
    numbers = [n for n in range(NEW, NEW + 100) if place_of_group([content_of(n)]) >= HELD_OUT][:2]
    copy, other = (add(library, number) for number in numbers)
    with library.writing() as db:
        of_ND = bursts(40, 2)[[ids.index(asked_for), ids.index(trained_one)]]
        features.put(db, SPACE, [copy], copies(of_ND[:1], 0.3))
        features.put(db, SPACE, [other], pictures(1, seed=77))
    decide(library, (trained_one, copy, True), (trained_one, other, False))
    again = collect(library.db)
    assert copy not in again.image_ids
    assert other in trained(again)
    assert len(again.decisions) == 1
    assert held_out(again) == held_out(examples)


def test_a_decision_on_a_near_copy_of_a_trained_image_is_learned(library: Library):
    ids = fill_bursts(library, 40, 2)
    examples = collect(library.db)
    row, another = examples.train_rows[:3:2]
    number = next(
        n
        for n in range(NEW, NEW + 100)
        if place_of_group([content_of(n), *(content_of(ids.index(i)) for i in ids[row : row + 2])]) >= HELD_OUT
    )
    copy = add(library, number)
    with library.writing() as db:
        features.put(db, SPACE, [copy], copies(bursts(40, 2)[row : row + 1], 0.3))
    decide(library, (ids[another], copy, True))
    again = collect(library.db)
    assert again.decisions == [(another, 80, True)]
    assert again.groups_N[80] == again.groups_N[row]


def test_groups_stay_with_their_images(library: Library):
    ids = fill_bursts(library, 20, 3)
    examples = collect(library.db)
    some = examples.only(ids[4:12])
    assert some.groups_N.tolist() == [3, 3, 6, 6, 6, 9, 9, 9]
    more = some.with_others([9001, 9002])
    assert len(set(more.groups_N.tolist())) == 5
    assert more.groups_N[:8].tolist() == some.groups_N.tolist()
    assert examples.with_their_groups({ids[4], 9003}) == {*ids[3:6], 9003}
    assert examples.with_their_groups(set()) == set()


def test_labels_that_are_one_burst_each_are_learned_and_none_is_asked_for(library: Library):
    fill_bursts(library, 4, 6)
    examples = collect(library.db)
    assert examples.parts.train_N.all()
    assert examples.not_asked_for == ["label 0", "label 1", "label 2", "label 3"]
    must_still_suffice(examples, 24)
    with pytest.raises(UserError, match="Only 23 of the 24 pictures"):
        must_still_suffice(examples.only(examples.image_ids[1:]), 24)
