"""Two versions side by side, and what a distance means: against plain loops."""

import numpy as np
import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.learning.comparison import MOST_CHANGED, SHOWN, comparing
from engine.learning.distances import meaning_of_distances
from engine.learning.examples import Examples, collect, features_of
from engine.learning.figures import KEPT, Measured, taking_figures
from engine.learning.request import Request
from engine.learning.trained import save_version
from engine.learning.training import train
from engine.library import Library
from engine.model import model_files
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import random_projection
from engine.progress import finish
from engine.search import order
from engine.store import versions
from tests.learning.labelled_library import SPACE, Said, fill, request, trained_on


def signs(function: HashFunction, features_ND: np.ndarray) -> list[list[bool]]:
    return [[bool(x >= 0) for x in row] for row in function.outputs(features_ND.astype(np.float32))]


def slow_distance(a: list[bool], b: list[bool]) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def slow_hits(measured: Measured, row: int, examples: Examples) -> list[int]:
    """The first hits as search orders them, all that it orders by computed one by one."""
    others = examples.database_rows
    codes, x_ND = signs(measured.function, measured.features_ND), measured.features_ND.astype(np.float64)
    x_ND = x_ND - measured.function.mean_D
    x_ND /= np.linalg.norm(x_ND, axis=1, keepdims=True)
    u_NK = measured.bounded(np.arange(len(x_ND)))
    agreement = u_NK is not None and [
        sum(u if bit else -u for u, bit in zip(u_NK[row].tolist(), codes[n], strict=False)) / u_NK.shape[1]
        for n in others
    ]
    chosen = order.in_order(
        others,
        np.array([slow_distance(codes[row], codes[n]) for n in others], np.int32),
        np.array([float(x_ND[row] @ x_ND[n]) for n in others]),
        np.array(agreement) if agreement else None,
    )
    return others[chosen[:SHOWN]].tolist()


def pairs_at(function: HashFunction, features_ND: np.ndarray, examples: Examples) -> dict[tuple[bool, int], int]:
    """How many pairs of a held-out and another image share a label or not, at each distance."""
    codes, counted = signs(function, features_ND), dict[tuple[bool, int], int]()
    for q in examples.held_out_rows:
        for n in examples.database_rows:
            share = any(a and b for a, b in zip(examples.labels_NC[q], examples.labels_NC[n], strict=True))
            key = share, slow_distance(codes[q], codes[n])
            counted[key] = counted.get(key, 0) + 1
    return counted


def test_a_comparison_has_the_figures_and_distances_of_both_and_the_queries_that_changed(library: Library):
    fill(library, 240, noise=1.2)
    examples = collect(library.db)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)
    before = Measured(random_projection(features_ND.astype(np.float32), 24), features_ND)
    after = Measured(trained_on(library, epochs=4).function, features_ND)
    queries = [examples.image_ids[row] for row in examples.held_out_rows]
    comparison = finish(comparing(before, after, examples, queries, features_ND))
    for side, measured in ((comparison.before, before), (comparison.after, after)):
        assert side.bits == measured.function.bits
        assert side.figures == pytest.approx(finish(taking_figures(measured, examples, queries)) | {KEPT: None})
        slow = pairs_at(measured.function, features_ND, examples)
        assert side.intra_D.tolist() == [slow.get((True, d), 0) for d in range(side.bits + 1)]
        assert side.inter_D.tolist() == [slow.get((False, d), 0) for d in range(side.bits + 1)]
    gains = [q.precision_after - q.precision_before for q in comparison.gained]
    assert 0 < len(gains) <= MOST_CHANGED
    assert gains == sorted(gains, reverse=True)
    assert min(gains) > 0
    losses = [q.precision_after - q.precision_before for q in comparison.lost]
    assert losses == sorted(losses)
    assert all(loss < 0 for loss in losses)
    for query in [*comparison.gained, *comparison.lost]:
        assert query.image_id in queries
        row = examples.image_ids.index(query.image_id)
        assert query.hits_before == [examples.image_ids[n] for n in slow_hits(before, row, examples)]
        assert query.hits_after == [examples.image_ids[n] for n in slow_hits(after, row, examples)]
        label = examples.labels_NC[row].argmax()
        assert query.right == {i for i, r in zip(examples.image_ids, examples.labels_NC, strict=True) if r[label]}


def test_each_label_has_the_means_of_its_queries_and_what_fell_the_most_comes_first(library: Library):
    fill(library, 240, noise=1.2)
    examples = collect(library.db)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)
    before = Measured(random_projection(features_ND.astype(np.float32), 24), features_ND)
    after = Measured(trained_on(library, epochs=4).function, features_ND)
    queries = [examples.image_ids[row] for row in examples.held_out_rows]
    rows = finish(comparing(before, after, examples, queries, features_ND)).labels
    assert {row.name for row in rows} == set(examples.label_names)
    assert [row.precision.by for row in rows] == sorted(row.precision.by for row in rows)
    for row in rows:
        label = examples.label_names.index(row.name)
        asked = [examples.image_ids[q] for q in examples.held_out_rows if examples.labels_NC[q, label]]
        assert (row.images, row.held_out) == (examples.labels_NC[:, label].sum(), len(asked))
        for measured, when in ((before, "before"), (after, "after")):
            alone = [finish(taking_figures(measured, examples, [query])) for query in asked]
            mean = np.mean([each["mAP"] for each in alone]), np.mean([each["precision_at_10"] for each in alone])
            assert (getattr(row.precision, when), getattr(row.first_ten, when)) == pytest.approx(mean)


def test_only_the_queries_asked_for_are_compared(library: Library):
    fill(library, 240)
    examples = collect(library.db)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)
    bad, good = (
        Measured(f, features_ND)
        for f in (random_projection(features_ND.astype(np.float32), 8), trained_on(library).function)
    )
    some = [examples.image_ids[row] for row in examples.held_out_rows[:4]]
    comparison = finish(comparing(bad, good, examples, some, features_ND))
    assert comparison.before.figures["queries"] == comparison.after.figures["queries"] == 4
    assert {q.image_id for q in [*comparison.gained, *comparison.lost]} <= set(some)
    same = finish(comparing(bad, bad, examples, some, features_ND))
    assert same.gained == same.lost == []


def test_training_compares_with_the_active_version(library: Library):
    fill(library, 300)
    trained = trained_on(library)
    assert trained.comparison is not None
    assert trained.comparison.before.figures == trained.before
    assert trained.comparison.after.figures == trained.after


def test_a_distance_means_the_share_of_pairs_that_share_a_label(library: Library):
    fill(library, 240)
    version = save_version(library, trained_on(library))
    finish(version_files.activate(library, version))
    examples = collect(library.db)
    _, features_ND = features_of(library.db, SPACE, examples.image_ids)
    slow = pairs_at(model_files.of_version(library.models_folder, version), features_ND, examples)
    meaning = meaning_of_distances(library, version)
    for least, most in ((0, 0), (0, 2), (3, 8), (0, 16)):
        same = sum(count for (share, d), count in slow.items() if share and least <= d <= most)
        every = sum(count for (_, d), count in slow.items() if least <= d <= most)
        assert meaning.share_right(least, most) == (pytest.approx(same / every) if every else None)
    assert meaning.share_right(17, 20) is None
    near, far = meaning.share_right(0, 2), meaning.share_right(6, 16)
    assert near is not None
    assert far is not None
    assert near > far


def test_of_a_version_that_has_seen_all_nothing_is_said(library: Library):
    fill(library, 240)
    asked = request(epochs=1)
    version = save_version(
        library, finish(train(library, Request(asked.method, asked.settings, device=asked.device, refit=True)))
    )
    with pytest.raises(UserError) as said:
        meaning_of_distances(library, version)
    Said(str(said.value))
    builtin = versions.active(library.db)
    assert builtin is not None
    assert meaning_of_distances(library, builtin).share_right(0, 256) == pytest.approx(0.25, abs=0.05)
