"""Few held-out labels: figures over several splits with their spread, never on what the active version has seen."""

from collections.abc import Generator

import numpy as np
import pytest

from engine.jobs import version_files
from engine.learning import training
from engine.learning.examples import Examples, collect, features_of
from engine.learning.figures import KEPT, Figures, Measured, taking_figures
from engine.learning.repeated_splits import FEW_HELD_OUT, SPLITS, mean_of, random_split, repeated_figures
from engine.learning.trained import save_version
from engine.library import Library
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import random_projection
from engine.progress import Progress, finish
from engine.store import decisions, features, labels, training_images
from tests.learning.labelled_library import SPACE, add_images, clustered, fill, number_with, trained_on
from tests.learning.made_up_looks import bursts


def examples_with(library: Library, several: bool) -> Examples:
    ids = fill(library, 60, clusters=5)
    if several:
        random = np.random.default_rng(1)
        with library.writing() as db:
            for name in ("rare 1", "rare 2", "rare 3", "rare 4"):
                labels.assign(db, name, random.choice(ids, 4, replace=False).tolist())
    return collect(library.db)


@pytest.mark.parametrize("several", [False, True])
def test_each_split_holds_out_some_of_each_label_and_leaves_two(library: Library, several: bool):
    examples = examples_with(library, several)
    drawn = set()
    for number in range(40):
        parts = random_split(examples, number)
        assert (parts.train_N ^ parts.held_out_N).all()
        assert not parts.validation_N.any()
        held_out_C = examples.labels_NC[parts.held_out_N].sum(axis=0)
        trained_C = examples.labels_NC[parts.train_N].sum(axis=0)
        assert (trained_C >= 2).all()
        assert (held_out_C[:5] >= 2).all()
        assert (held_out_C >= 1).mean() > 0.8
        assert (parts.held_out_N == random_split(examples, number).held_out_N).all()
        drawn.add(parts.held_out_N.tobytes())
    assert len(drawn) == 40


def burst_examples(library: Library) -> tuple[list[int], Examples]:
    """Twenty bursts of three, five labels; the second image of each burst has no label but a decision."""
    with library.writing() as db:
        ids = add_images(db, range(60))
        features.put(db, SPACE, ids, bursts(20, 3))
        for burst in range(20):
            labels.assign(db, f"label {burst % 5}", ids[3 * burst : 3 * burst + 3])
            labels.unassign(db, f"label {burst % 5}", ids[3 * burst + 1 : 3 * burst + 2])
            decisions.put(db, ids[3 * burst + 1], ids[(3 * burst + 3) % 60], False)
    return ids, collect(library.db)


def test_each_split_keeps_bursts_whole(library: Library):
    ids, examples = burst_examples(library)
    assert len(examples.image_ids) > 40, "some pictures without a label are there"
    drawn = set()
    for number in range(40):
        parts = random_split(examples, number)
        held_out = {examples.image_ids[row] for row in np.flatnonzero(parts.held_out_N)}
        assert all((ids[at] in held_out) == (ids[at + 2] in held_out) for at in range(0, 60, 3))
        assert (examples.labels_NC[parts.held_out_N].sum(axis=0) == 2).all(), "a fifth of eight, in whole bursts"
        assert not any(ids[at] in held_out for at in range(1, 60, 3)), "they have no label to be asked for"
        drawn.add(parts.held_out_N.tobytes())
    assert len(drawn) > 30


def test_no_split_learns_from_a_decision_on_what_belongs_with_a_held_out_image(library: Library):
    _, examples = burst_examples(library)
    seen: list[Examples] = []
    features_ND = np.stack(list(features.get(library.db, SPACE, examples.image_ids).values()))

    def train_on(each: Examples) -> Generator[Progress, None, HashFunction]:
        seen.append(each)
        yield Progress(0, None, "")
        return random_projection(features_ND, 16)

    finish(repeated_figures(examples, features_ND, train_on, None, set()))
    assert len(seen) == SPLITS
    for each in seen:
        held_out = set(each.groups_N[each.held_out_rows].tolist())
        assert each.decisions
        assert not any(int(each.groups_N[row]) in held_out for pair in each.decisions for row in pair[:2])


def test_labels_that_are_one_burst_each_are_never_held_out(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(24))
        features.put(db, SPACE, ids, bursts(4, 6))
        for burst in range(4):
            labels.assign(db, f"label {burst}", ids[6 * burst : 6 * burst + 6])
    examples = collect(library.db)
    for number in range(SPLITS):
        assert random_split(examples, number).train_N.all()
    trained = trained_on(library, epochs=2)
    assert trained.before is None
    assert trained.after is None
    save_version(library, trained)


def test_an_active_version_is_never_asked_for_what_belongs_with_an_image_it_has_seen(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(60))
        features.put(db, SPACE, ids, bursts(20, 3))
        for burst in range(20):
            labels.assign(db, f"label {burst % 5}", ids[3 * burst : 3 * burst + 3])
    _, features_ND = features_of(library.db, SPACE, ids)
    before = Measured(random_projection(features_ND.astype(np.float32), 16), features_ND)
    earlier, later = measured(library, before, set(ids[::3]))
    assert earlier is None, "it has seen one of each burst"
    assert later is not None


def test_images_of_decisions_are_trained_on_in_every_split_but_not_with_held_out_ones(library: Library):
    ids = fill(library, 60)
    with library.writing() as db:
        (outside,) = add_images(db, [number_with(held_out=False, start=5000)])
        for image_id in ids:
            decisions.put(db, image_id, outside, True)
    examples = collect(library.db)
    divided: list[Examples] = []
    ids, features_ND = features_of(library.db, SPACE, examples.image_ids[:-1])

    def train_on(each: Examples) -> Generator[Progress, None, HashFunction]:
        divided.append(each)
        yield Progress(0, None, "")
        return random_projection(features_ND.astype(np.float32), 16)

    padded_ND = np.vstack([features_ND, features_ND[:1]])
    finish(repeated_figures(examples, padded_ND, train_on, None, set()))
    assert len(divided) == SPLITS
    for each in divided:
        held_out = set(each.held_out_rows.tolist())
        assert each.parts.train_N[-1]
        assert each.decisions
        assert not any(a in held_out or b in held_out for a, b, _ in each.decisions)


def test_the_mean_and_its_spread():
    figures = [
        {"queries": 3, "database": 10, "mAP": 0.5, "quantisation_error": None},
        {"queries": 4, "database": 9, "mAP": 0.7, "quantisation_error": 0.2},
    ]
    mean = mean_of(figures)
    assert mean["mAP"] == pytest.approx(0.6)
    assert mean["spread"]["mAP"] == pytest.approx(0.1 * 2**0.5)
    assert (mean["queries"], mean["database"], mean["splits"]) == (4, 10, 2)
    assert mean["quantisation_error"] == 0.2
    assert mean_of([{"queries": 1, "database": 1, "mAP": None}])["mAP"] is None


def test_few_held_out_labels_are_measured_on_several_splits_and_many_on_one(library: Library):
    fill(library, 60)
    few = trained_on(library, epochs=2)
    assert few.after is not None
    assert few.before is not None
    assert few.after["splits"] == few.before["splits"] == SPLITS
    assert few.after["spread"]["mAP"] >= 0
    assert few.examples is not None
    assert len(few.examples.held_out_rows) < FEW_HELD_OUT


def test_the_splits_are_measured_in_the_whole_library_though_they_learn_from_a_part_of_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(training, "IN_A_SPLIT", 15)
    fill(library, 60)
    with library.writing() as db:
        features.put(db, SPACE, add_images(db, range(100, 300)), clustered(200, 4, seed=1))
    seen = list[int]()
    real = training.surroundings

    def noting(features_ND: np.ndarray, rows_M: np.ndarray, *rest: object) -> object:
        seen.append(len(rows_M))
        return real(features_ND, rows_M, *rest)

    monkeypatch.setattr(training, "surroundings", noting)
    trained = trained_on(library, epochs=2)
    assert trained.after is not None
    assert trained.after["splits"] == SPLITS
    assert trained.after["database"] > 200
    assert seen[0] > 200, "the training itself learns from all"
    assert max(seen[1:]) <= 60 + 15


def test_the_splits_train_functions_that_are_thrown_away(library: Library):
    """What is saved has not seen the held-out images, though the splits have."""
    fill(library, 60)
    trained = trained_on(library, epochs=2)
    examples = collect(library.db)
    held_out = {examples.image_ids[row] for row in examples.held_out_rows}
    assert not held_out & set(trained.trained_on)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)
    assert trained.comparison is not None
    measured = Measured(trained.function, features_ND, trained.trained_on)
    alone = finish(taking_figures(measured, examples, sorted(held_out)))
    assert trained.comparison.after.figures == pytest.approx(alone | {KEPT: None})


def measured(library: Library, before: Measured, seen: set[int]) -> tuple[Figures | None, Figures | None]:
    """Figures of the active version, which has seen these, and of the same as if it were trained anew."""
    examples = collect(library.db)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)

    def train_on(each: Examples) -> Generator[Progress, None, HashFunction]:
        yield Progress(0, None, "")
        return before.function

    return finish(repeated_figures(examples, features_ND, train_on, before, seen))


def test_an_active_version_is_never_asked_for_what_it_has_seen(library: Library):
    fill(library, 60)
    examples = collect(library.db)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)
    before = Measured(random_projection(features_ND.astype(np.float32), 16), features_ND)
    every = set(examples.image_ids)
    asked = [
        {examples.image_ids[row] for row in np.flatnonzero(random_split(examples, number).held_out_N)}
        for number in range(SPLITS)
    ]
    one = min(asked[0])
    earlier, later = measured(library, before, every - {one})
    assert earlier is not None
    assert later is not None
    assert earlier["queries"] == later["queries"] == 1
    assert earlier["splits"] == later["splits"] == sum(one in each for each in asked)
    earlier, later = measured(library, before, every)
    assert earlier is None
    assert later is not None
    assert later["splits"] == SPLITS


def test_a_second_training_in_a_small_library_does_not_flatter_the_first(library: Library):
    fill(library, 60)
    version = save_version(library, trained_on(library))
    finish(version_files.activate(library, version))
    seen = training_images.of_version(library.db, version.id)
    again = trained_on(library)
    assert again.comparison is not None
    changed = [*again.comparison.gained, *again.comparison.lost]
    assert not seen & {query.image_id for query in changed}
    assert again.comparison.before.figures["queries"] == 60 - len(seen)
