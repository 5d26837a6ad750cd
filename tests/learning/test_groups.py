"""Which images belong together: near-copies, bursts, chains of them; and what merely looks alike to a network."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.copies.looks import looks
from engine.learning import groups
from engine.learning.groups import BURST_SECONDS, IN_A_BURST, MOST_NEAR_COPIES, NEAR_COPY, grouped, grouping
from engine.library import Library
from engine.progress import finish
from engine.store import features, images
from engine.store.connection import Database
from engine.store.images import PictureFacts
from tests.learning.labelled_library import SPACE, add_images, content_of
from tests.learning.made_up_looks import Features, bursts, copies, pictures

IN_BETWEEN = 1.45  # noise of a copy that is alike enough for a burst, but no near-copy
OF_EACH_OTHER = IN_BETWEEN / 2**0.5  # of two copies that are to each other


def together(
    features_ND: Features,
    taken: list[float] | None = None,
    cameras: list[int] | None = None,
    labels_NC: NDArray[np.bool_] | None = None,
) -> list[int]:
    count = len(features_ND)
    return finish(
        grouped(
            looks(features_ND),
            np.full(count, np.nan) if taken is None else np.array(taken, np.float64),
            np.zeros(count, np.int64) if cameras is None else np.array(cameras),
            np.zeros((count, 1), np.bool_) if labels_NC is None else labels_NC,
        )
    ).tolist()


def slow_cosine(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Of the square roots."""
    lengths = sum(float(x) for x in a) ** 0.5 * sum(float(x) for x in b) ** 0.5
    return sum((float(x) * float(y)) ** 0.5 for x, y in zip(a, b, strict=True)) / lengths


def slow_groups(features_ND: Features, taken: list[float], cameras: list[int]) -> list[int]:
    """The first image that each is led to by near-copies and bursts."""
    first = list(range(len(features_ND)))
    for b in range(len(features_ND)):
        for a in range(b):
            cosine = slow_cosine(features_ND[a], features_ND[b])
            assert min(abs(cosine - NEAR_COPY), abs(cosine - IN_A_BURST)) > 2e-4, "too close to call"
            burst = cameras[a] == cameras[b] and abs(taken[a] - taken[b]) <= BURST_SECONDS
            if cosine >= NEAR_COPY or (burst and cosine >= IN_A_BURST):
                one, other = sorted((first[a], first[b]))
                first = [one if each == other else each for each in first]
    return first


def test_near_copies_belong_together_and_other_pictures_do_not():
    assert together(bursts(26, 4)) == [4 * (row // 4) for row in range(104)]
    assert together(pictures(50)) == list(range(50))


def test_exactly_the_same_features_belong_together_however_many():
    features_ND = np.repeat(pictures(2), 60, axis=0)
    assert together(features_ND, labels_NC=np.ones((120, 1), np.bool_)) == [0] * 60 + [60] * 60


@pytest.mark.parametrize("seed", range(4))
def test_groups_are_those_that_pairs_lead_to(seed: int):
    random = np.random.default_rng(seed)
    features_ND = np.vstack([bursts(8, 3, noise, seed * 10 + n) for n, noise in enumerate((0.3, OF_EACH_OTHER))])
    features_ND = features_ND[random.permutation(48)]
    taken = [float(t) if t < 20 else np.nan for t in random.integers(0, 24, 48)]
    cameras = random.integers(0, 2, 48).tolist()
    found = together(features_ND, taken, cameras)
    assert found == slow_groups(features_ND, taken, cameras)
    assert found != together(features_ND), "times matter"


def test_a_chain_of_near_copies_is_one_group_though_its_ends_differ():
    chain = [pictures(1)]
    for step in range(7):
        chain.append(copies(chain[-1], 0.6, seed=step))
    features_ND = np.vstack(chain)
    assert slow_cosine(features_ND[0], features_ND[-1]) < NEAR_COPY
    assert together(features_ND) == [0] * 8


@pytest.mark.parametrize(
    ("taken", "cameras", "noise", "is_burst"),
    [
        ([100, 100], [0, 0], IN_BETWEEN, True),
        ([100, 105], [0, 0], IN_BETWEEN, True),
        ([105, 100], [0, 0], IN_BETWEEN, True),
        ([100, 106], [0, 0], IN_BETWEEN, False),
        ([100, 101], [0, 1], IN_BETWEEN, False),
        ([100, np.nan], [0, 0], IN_BETWEEN, False),
        ([np.nan, np.nan], [0, 0], IN_BETWEEN, False),
        ([100, 101], [0, 0], 2.5, False),
    ],
)
def test_a_burst_is_by_one_camera_within_seconds_and_alike(
    taken: list[float], cameras: list[int], noise: float, is_burst: bool
):
    one = pictures(1)
    features_ND = np.vstack([one, copies(one, noise)])
    assert together(features_ND, taken, cameras) == [0, 0 if is_burst else 1]


def test_shots_of_two_cameras_at_one_time_are_two_bursts():
    features_ND = np.repeat(pictures(1), 6, axis=0)
    features_ND = copies(features_ND, OF_EACH_OTHER)
    assert together(features_ND, [10, 11, 12, 13, 14, 15], [0, 1, 0, 1, 0, 1]) == [0, 1, 0, 1, 0, 1]


def test_a_clock_that_stands_still_makes_no_burst_of_different_pictures():
    assert together(pictures(60), [0.0] * 60, [0] * 60) == list(range(60))


def alike_pages(count: int) -> Features:
    """Pictures that the network sees as nearly the same, such as pages of text."""
    return copies(np.repeat(pictures(1), count, axis=0), 0.5)


def half_and_half(count: int) -> NDArray[np.bool_]:
    return np.eye(2, dtype=np.bool_)[np.arange(count) % 2]


def test_a_kind_that_looks_all_the_same_is_parted_where_labels_would_have_nothing_else():
    pages_ND = alike_pages(60)
    again_ND = copies(pages_ND[:5], 0.3, seed=5)
    features_ND = np.vstack([pages_ND, again_ND])
    assert together(features_ND) == [0] * 65, "nobody needs them apart"
    assert together(features_ND, labels_NC=half_and_half(65)) == [*range(60), *range(5)]


def test_a_kind_is_not_parted_while_its_labels_have_as_much_besides():
    features_ND = np.vstack([alike_pages(60), pictures(60, seed=3)])
    assert together(features_ND, labels_NC=half_and_half(120)) == [0] * 60 + list(range(60, 120))


def test_so_few_near_copies_are_never_parted():
    features_ND = alike_pages(MOST_NEAR_COPIES)
    assert together(features_ND, labels_NC=half_and_half(MOST_NEAR_COPIES)) == [0] * MOST_NEAR_COPIES


def test_a_long_series_of_which_each_leads_to_the_next_stays_whole():
    stations_SD = copies(np.repeat(pictures(1), 6, axis=0), 0.7)
    steps = np.linspace(0, 1, 12, endpoint=False)[:, None]
    series_ND = np.vstack([(1 - steps) * a + steps * b for a, b in pairwise(stations_SD)])
    series_ND = copies(series_ND.astype(np.float32), 0.1, seed=4)
    assert together(series_ND, labels_NC=np.ones((60, 1), np.bool_)) == [0] * 60


def test_many_images_are_compared_as_few_are(monkeypatch: pytest.MonkeyPatch):
    features_ND = bursts(70, 4, noise=0.8)
    few = together(features_ND)
    monkeypatch.setattr("engine.learning.close_pairs.DIRECT", 10)
    monkeypatch.setattr("engine.learning.close_pairs.TILE", 64)
    monkeypatch.setattr("engine.learning.close_pairs.COORDINATES", 32)
    assert together(features_ND) == few
    assert 70 < len(set(few)) < 280


def add_taken(db: Database, number: int, taken_at: str | None, camera: str | None) -> int:
    (image_id,) = add_images(db, [number])
    images.set_facts(db, image_id, PictureFacts(content_of(number), "JPEG", 4, 3, taken_at, camera))
    return image_id


def groups_of(library: Library, ids: list[int]) -> list[int]:
    return finish(grouping(library.db, ids, np.zeros((len(ids), 0), np.bool_))).tolist()


def test_what_a_library_knows_of_its_images(library: Library):
    one = pictures(1)
    with library.writing() as db:
        ids = [
            add_taken(db, 0, "2024-05-31T17:03:59", "Canon EOS R6"),
            add_taken(db, 1, "2024-05-31T17:04:02", "Canon EOS R6"),
            add_taken(db, 2, "2024-05-31T17:04:02", "Pixel 8"),
            add_taken(db, 3, None, "Canon EOS R6"),
            add_taken(db, 4, "2024-05-31T17:04:02", None),
            add_taken(db, 5, "2024-05-31T17:04:06", None),
            add_taken(db, 6, "yesterday", "Canon EOS R6"),
            add_taken(db, 7, "2024-05-31T17:04:03", "Canon EOS R6"),
            add_taken(db, 8, None, None),
        ]
        alike_ND = copies(np.repeat(one, 7, axis=0), OF_EACH_OTHER)
        features.put(db, SPACE, ids[:7], alike_ND)
        features.put(db, SPACE, ids[8:], copies(alike_ND[3:4], 0.2))
    assert groups_of(library, ids) == [0, 0, 2, 3, 4, 4, 6, 7, 3], "image 7 has no features, so it is like none"
    assert groups_of(library, ids[::-1]) == [0, 1, 2, 3, 3, 0, 6, 7, 7]


def test_without_any_features_each_stands_alone(library: Library):
    with library.writing() as db:
        ids = [add_taken(db, number, "2024-05-31T17:03:59", "Canon EOS R6") for number in range(4)]
    assert groups_of(library, ids) == [0, 1, 2, 3]
    assert groups_of(library, []) == []


def test_finding_groups_can_be_stopped_between_two_reports(library: Library):
    with library.writing() as db:
        ids = add_images(db, range(1200))
        features.put(db, SPACE, ids, pictures(1200))
    work = grouping(library.db, ids, np.zeros((1200, 0), np.bool_))
    notes = {report.note for report, _ in zip(work, range(5), strict=False)}
    work.close()
    assert notes == {groups.NOTE}
