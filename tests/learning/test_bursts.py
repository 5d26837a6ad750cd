"""Labels that say nothing, drawn at random for each burst of near-copies: what learns them must come out at chance.

A split that tears bursts apart lets a training know each held-out picture already, and its figures are near 1.
Chance is what comes out when the held-out bursts get other labels by lot. It is more than one in so many labels: a
training pulls the images of a label together, and so one right hit brings many.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.copies.looks import looks
from engine.jobs.builtin_version import refresh
from engine.learning.examples import collect
from engine.learning.figures import unseen
from engine.learning.groups import grouped
from engine.learning.held_out import HeldOutSplit, split
from engine.learning.repeated_splits import SPLITS
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import features, labels, training_images, versions
from tests.learning.labelled_library import SPACE, add_images, content_of, trained_on
from tests.learning.made_up_looks import Features, bursts

BURSTS, EACH, LABELS = 26, 4, 3
Mask = NDArray[np.bool_]


def drawn(seed: int) -> Mask:
    """The labels of each image, the same within a burst, about as many bursts of each."""
    of_burst = np.random.default_rng(seed).permutation(BURSTS) % LABELS
    return np.eye(LABELS, dtype=np.bool_)[np.repeat(of_burst, EACH)]


def average_precision(distances: NDArray[np.floating], right: Mask) -> float:
    places = np.flatnonzero(right[np.argsort(distances, kind="stable")]) + 1
    return float(np.mean(np.arange(1, len(places) + 1) / places))


def map_and_chance(
    outputs_NK: NDArray[np.floating], labels_NC: Mask, parts: HeldOutSplit
) -> tuple[float, list[float]]:
    """mAP of the held-out among the others by the nearness of these outputs; and with labels by lot, many times."""
    database, queries = np.flatnonzero(~parts.held_out_N), np.flatnonzero(parts.held_out_N)
    label_N = labels_NC.argmax(axis=1)
    precisions_QC = np.array(
        [
            [
                average_precision(-(outputs_NK[database] @ outputs_NK[q]), label_N[database] == c)
                for c in range(LABELS)
            ]
            for q in queries
        ]
    )
    random = np.random.default_rng(0)
    bursts_Q, at = np.unique(queries // EACH, return_inverse=True)
    by_lot = [
        float(np.mean(precisions_QC[np.arange(len(queries)), random.integers(0, LABELS, len(bursts_Q))[at]]))
        for _ in range(500)
    ]
    return float(np.mean(precisions_QC[np.arange(len(queries)), label_N[queries]])), by_lot


def fitted(features_ND: Features, labels_NC: Mask, parts: HeldOutSplit) -> NDArray[np.floating]:
    """Outputs that are the labels for all that is not held out."""
    known_N = ~parts.held_out_N
    x_ND = features_ND - features_ND[known_N].mean(axis=0)
    outputs_NC: NDArray[np.floating] = x_ND @ (np.linalg.pinv(x_ND[known_N], rcond=1e-6) @ labels_NC[known_N])
    return outputs_NC


def test_a_fit_to_random_labels_of_bursts_comes_out_at_chance_and_by_content_at_one():
    not_known, camera = np.full(BURSTS * EACH, np.nan), np.zeros(BURSTS * EACH, np.int64)
    beyond_chance = []
    for seed in range(20):
        features_ND, labels_NC = bursts(BURSTS, EACH, seed=seed), drawn(seed)
        hashes = [content_of(1000 * seed + number) for number in range(BURSTS * EACH)]
        torn = split(hashes, labels_NC)
        assert map_and_chance(fitted(features_ND, labels_NC, torn), labels_NC, torn)[0] > 0.97
        groups_N = finish(grouped(looks(features_ND), not_known, camera, labels_NC))
        whole = split(hashes, labels_NC, groups_N)
        measured, by_lot = map_and_chance(fitted(features_ND, labels_NC, whole), labels_NC, whole)
        assert measured < np.mean(by_lot) + 4 * np.std(by_lot)
        beyond_chance.append(measured - np.mean(by_lot))
    assert np.mean(beyond_chance) == pytest.approx(0, abs=0.06)


def fill_with_bursts(library: Library) -> Mask:
    labels_NC = drawn(seed=0)
    with library.writing() as db:
        ids = add_images(db, range(BURSTS * EACH))
        features.put(db, SPACE, ids, bursts(BURSTS, EACH))
        for label in range(LABELS):
            labels.assign(db, f"label {label}", [i for i, has in zip(ids, labels_NC[:, label], strict=True) if has])
    finish(refresh(library, EFFICIENTNET_LITE0))
    return labels_NC


def test_a_training_on_random_labels_of_bursts_is_measured_near_chance(library: Library):
    labels_NC = fill_with_bursts(library)
    examples = collect(library.db)
    assert examples.groups_N.tolist() == [EACH * (row // EACH) for row in range(BURSTS * EACH)]
    trained = trained_on(library, epochs=20)
    codes_NK = np.where(trained.function.outputs(bursts(BURSTS, EACH)) >= 0, 1.0, -1.0)
    measured, by_lot = map_and_chance(codes_NK, labels_NC, examples.parts)
    assert measured < np.mean(by_lot) + 3 * np.std(by_lot) < 0.9
    assert trained.after is not None
    assert trained.after["splits"] == SPLITS
    assert trained.after["mAP"] < np.mean(by_lot) + 0.25, "random splits keep bursts together, too"


def test_the_same_training_would_be_praised_if_bursts_were_torn_apart(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.learning.groups.NEAR_COPY", 2.0)
    fill_with_bursts(library)
    trained = trained_on(library, epochs=20)
    assert trained.after is not None
    assert trained.after["mAP"] > 0.9


def test_a_version_is_not_asked_for_what_belongs_with_an_image_that_it_has_seen(library: Library):
    """One that was trained before bursts were kept together has seen some of most of them."""
    with library.writing() as db:
        ids = add_images(db, range(BURSTS * EACH))
        features.put(db, SPACE, ids, bursts(BURSTS, EACH))
        for label in range(LABELS):
            labels.assign(db, f"label {label}", [i for at, i in enumerate(ids) if at // EACH % LABELS == label])
    finish(refresh(library, EFFICIENTNET_LITE0))
    version = versions.active(library.db)
    assert version is not None
    examples = collect(library.db)
    held_out = {examples.image_ids[row] for row in examples.held_out_rows}
    assert set(unseen(library.db, examples, version)) == held_out
    burst = examples.groups_N[examples.held_out_rows[0]]
    one, *others = [i for i, group in zip(examples.image_ids, examples.groups_N, strict=True) if group == burst]
    with library.writing() as db:
        training_images.put(db, version.id, [one])
    assert set(unseen(library.db, examples, version)) == held_out - {one, *others}
