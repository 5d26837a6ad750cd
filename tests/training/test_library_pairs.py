"""Pairs of a whole library: what a person said stands above the neighbourhood, and each side has its weight."""

import pytest
import torch
from torch import Tensor

from engine.training.library_pairs import CAUTION, TOLD_SHARE, LibraryPairs, balanced, leanings
from engine.training.neighbourhood import Neighbourhood, nearest_neighbours
from engine.training.pairs import LabelPairs

COUNT, CAP, WEIGHT = 60, 5.0, 3.0
DECISIONS = [(0, 50, True), (3, 9, False), (40, 41, False)]


@pytest.fixture(scope="module")
def neighbours_NL() -> Tensor:
    random = torch.Generator().manual_seed(2)
    centres = torch.randn(8, 6, generator=random)[torch.arange(COUNT) % 8]
    x_ND = torch.nn.functional.normalize(centres + 0.6 * torch.randn(COUNT, 6, generator=random))
    return torch.cat(list(nearest_neighbours(x_ND, 5)))


def labels() -> Tensor:
    """The first twenty have a label of three, every fifth of them two."""
    labels_NC = torch.zeros(COUNT, 3, dtype=torch.bool)
    for row in range(20):
        labels_NC[row, row % 3] = True
        labels_NC[row, 0] |= row % 5 == 0
    return labels_NC


def slow_balanced(s: list[list[float]], w: list[list[float]], cap: float) -> list[list[float]]:
    """One pair after the other."""
    m = len(s)
    sums, counts = {0.0: 0.0, 1.0: 0.0}, {0.0: 0, 1.0: 0}
    for i in range(m):
        for j in range(m):
            sums[s[i][j]] += w[i][j]
            counts[s[i][j]] += w[i][j] > 0
    factor = {kind: (m * m / 2) / total if total else 0.0 for kind, total in sums.items()}
    if all(counts.values()):
        mean = {kind: (m * m / 2) / count for kind, count in counts.items()}
        for kind, other in ((0.0, 1.0), (1.0, 0.0)):
            factor[kind] *= min(1.0, cap * mean[other] / mean[kind])
    return [[w[i][j] * factor[s[i][j]] for j in range(m)] for i in range(m)]


def slow_leanings(lists: list[list[int]], labels: list[set[int]], kinds: int) -> list[tuple[float, list[float]]]:
    """One image after the other: how far it leans, and how far to each label."""
    named = [sum(bool(labels[near]) for near in lists[row]) for row in range(len(lists))]
    ours = [count for count, own in zip(named, labels, strict=True) if own]
    expected = sum(ours) / len(ours) + 1
    found = []
    for row, own in enumerate(labels):
        if own:
            found.append((1.0, [float(label in own) for label in range(kinds)]))
            continue
        lean = min(1.0, named[row] / expected) ** CAUTION
        having = [sum(label in labels[near] for near in lists[row]) for label in range(kinds)]
        found.append((lean, [lean * count / max(1, named[row]) for count in having]))
    return found


def slow_belief(ours: tuple[float, list[float]], theirs: tuple[float, list[float]], similar: bool) -> float:
    same = min(1.0, sum(a * b for a, b in zip(ours[1], theirs[1], strict=True)))
    return 1 - (max(0.0, ours[0] * theirs[0] - same) if similar else same)


def label_sets(labels_NC: Tensor) -> list[set[int]]:
    return [set(torch.nonzero(row)[:, 0].tolist()) for row in labels_NC]


def test_who_has_no_label_leans_to_those_of_its_neighbours(neighbours_NL: Tensor):
    lean_N, leaning_NC = leanings(Neighbourhood(neighbours_NL), labels())
    slow = slow_leanings(neighbours_NL.tolist(), label_sets(labels()), 3)
    assert torch.allclose(lean_N, torch.tensor([lean for lean, _ in slow]), atol=1e-6)
    assert torch.allclose(leaning_NC, torch.tensor([to_labels for _, to_labels in slow]), atol=1e-6)
    assert torch.equal(leaning_NC[:20], labels()[:20].float()), "labelled images lean to nothing else"
    assert bool(((lean_N >= 0) & (lean_N <= 1)).all())
    assert len(set(lean_N[20:].tolist())) > 2, "some more, some less"


def test_of_a_part_of_the_images_the_others_lean_to_nothing(neighbours_NL: Tensor):
    rows_N = torch.arange(COUNT) * 2  # all odd rows are not looked at
    spread_NC = torch.zeros(2 * COUNT, 3, dtype=torch.bool)
    spread_NC[rows_N] = labels()
    some = leanings(Neighbourhood(neighbours_NL, rows_N=rows_N), spread_NC)
    for of_some, of_all in zip(some, leanings(Neighbourhood(neighbours_NL), labels()), strict=True):
        assert torch.allclose(of_some[rows_N], of_all)
        assert not of_some[rows_N + 1].any()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_images_among_the_same_labels_are_not_held_apart_however_many_labels_these_are(count: int):
    """Two clouds, of each half the images labelled with all labels of the cloud."""
    cloud_N = torch.arange(40) % 2
    x_ND = torch.nn.functional.normalize(torch.eye(2)[cloud_N] + 0.05 * torch.rand(40, 2))
    labels_NC = torch.zeros(40, 2 * count, dtype=torch.bool)
    for row in range(20):
        labels_NC[row, count * cloud_N[row] : count * (cloud_N[row] + 1)] = True
    known = Neighbourhood(torch.cat(list(nearest_neighbours(x_ND, 15))))
    lean_N, leaning_NC = leanings(known, labels_NC)
    assert torch.allclose(lean_N[:20], torch.ones(20))
    pairs = LibraryPairs(known, LabelPairs(labels_NC), weight=WEIGHT)
    leaning = [row for row in range(20, 40) if float(lean_N[row]) > 0.9]
    assert leaning, "some have as many labelled neighbours as labelled images have"
    for row in leaning:
        assert leaning_NC[row].max() > 0.9
        rows_m = torch.tensor([row, int(cloud_N[row]), 1 - int(cloud_N[row])])
        _, w_mm = pairs.of(rows_m)
        near_mm, _ = known.of(rows_m)
        if not near_mm[0, 1]:
            assert w_mm[0, 1] < 0.2 * w_mm[0, 2], "not held apart from its own, but from the others"


def test_where_all_images_are_labelled_labels_alone_decide(neighbours_NL: Tensor):
    labels_NC = torch.eye(3, dtype=torch.bool)[torch.arange(COUNT) % 3]
    pairs = LibraryPairs(Neighbourhood(neighbours_NL), LabelPairs(labels_NC), weight=WEIGHT)
    s_mm, w_mm = pairs.of(torch.arange(30))
    _, told_w_mm = LabelPairs(labels_NC).of(torch.arange(30))
    assert torch.equal(s_mm, (labels_NC[:30].float() @ labels_NC[:30].float().T))
    assert torch.allclose(w_mm, balanced(s_mm, told_w_mm.fill_diagonal_(0), 50.0))


@pytest.mark.parametrize(("labelled", "share"), [(20, 1 / 3), (40, 2 / 3), (58, 2 / 3)])
def test_the_more_are_labelled_the_less_the_neighbourhood_weighs(
    neighbours_NL: Tensor, labelled: int, share: float
):
    labels_NC = torch.zeros(COUNT, 2, dtype=torch.bool)
    labels_NC[torch.arange(labelled), torch.arange(labelled) % 2] = True
    pairs = LibraryPairs(Neighbourhood(neighbours_NL), LabelPairs(labels_NC), weight=WEIGHT)
    others = LibraryPairs(Neighbourhood(neighbours_NL), None, weight=WEIGHT)
    rows_m = torch.tensor([58, 59])  # of which nobody said anything
    believed = 1 - pairs._leaning_NC[58] @ pairs._leaning_NC[59]
    s_mm, w_mm = pairs.of(rows_m)
    assert float(s_mm[0, 1]) == 0
    assert w_mm[0, 1] == pytest.approx(float(others.of(rows_m)[1][0, 1] * (1 - share) ** 2 * believed), rel=1e-4)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cap", [1.5, 50.0])
def test_similar_and_dissimilar_pairs_weigh_the_same_in_sum(seed: int, cap: float):
    random = torch.Generator().manual_seed(seed)
    s_mm = (torch.rand(9, 9, generator=random) < 0.2).float()
    w_mm = torch.rand(9, 9, generator=random) * (torch.rand(9, 9, generator=random) < 0.7)
    weighed_mm = balanced(s_mm, w_mm, cap)
    assert torch.allclose(weighed_mm, torch.tensor(slow_balanced(s_mm.tolist(), w_mm.tolist(), cap)), atol=1e-4)
    if cap == 50:
        assert float((weighed_mm * s_mm).sum()) == pytest.approx(81 / 2, rel=1e-4)


@pytest.mark.parametrize("similar", [0.0, 1.0])
def test_where_there_is_one_kind_only_it_weighs_as_much_as_it_would(similar: float):
    weighed_mm = balanced(torch.full((4, 4), similar), torch.ones(4, 4), CAP)
    assert float(weighed_mm.sum()) == pytest.approx(8)
    assert float(balanced(torch.zeros(4, 4), torch.zeros(4, 4), CAP).sum()) == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_person_stands_above_the_neighbourhood(neighbours_NL: Tensor, seed: int):
    known = Neighbourhood(neighbours_NL)
    told = LabelPairs(labels(), decisions=DECISIONS, rarity=1.0)
    pairs = LibraryPairs(known, told, weight=WEIGHT, cap=CAP)
    rows_m = torch.cat(
        [torch.tensor([0, 3, 9, 40, 41, 50]), torch.randperm(20, generator=torch.Generator().manual_seed(seed))[:8]]
    ).unique()
    rows_m = torch.cat([rows_m, torch.arange(51, 60)])
    s_mm, w_mm = pairs.of(rows_m)
    m, decided = len(rows_m), {frozenset(pair[:2]): pair[2] for pair in DECISIONS}
    _, told_w_mm = told.of(rows_m)
    similar_mm, unknown_mm = known.of(rows_m)
    expected_s, near_w, told_w, belief = ([[0.0] * m for _ in range(m)] for _ in range(4))
    leaning = slow_leanings(neighbours_NL.tolist(), label_sets(labels()), 3)
    for i in range(m):
        for j in range(m):
            a, b = int(rows_m[i]), int(rows_m[j])
            if a == b:
                expected_s[i][j] = 1.0  # which weighs nothing
            elif frozenset((a, b)) in decided:
                expected_s[i][j] = float(decided[frozenset((a, b))])
                told_w[i][j] = float(told_w_mm[i, j])
            elif a < 20 and b < 20:
                expected_s[i][j] = float((labels()[a] & labels()[b]).any())
                told_w[i][j] = float(told_w_mm[i, j])
            else:
                expected_s[i][j] = float(similar_mm[i, j])
                belief[i][j] = slow_belief(leaning[a], leaning[b], bool(similar_mm[i, j]))
                near_w[i][j] = float(not unknown_mm[i, j])
    assert s_mm.tolist() == expected_s
    near, told_ = slow_balanced(expected_s, near_w, CAP), slow_balanced(expected_s, told_w, CAP)
    near = [[belief[i][j] * near[i][j] for j in range(m)] for i in range(m)]
    weight = WEIGHT * (40 / 60) ** 2  # a third of the images is labelled
    expected_w = [[weight * near[i][j] + told_[i][j] for j in range(m)] for i in range(m)]
    assert torch.allclose(w_mm, torch.tensor(expected_w), rtol=1e-4, atol=1e-5)
    assert float(w_mm.diagonal().abs().sum()) == 0


def test_without_labels_the_neighbourhood_alone_decides(neighbours_NL: Tensor):
    known = Neighbourhood(neighbours_NL)
    pairs = LibraryPairs(known, None, weight=WEIGHT, cap=CAP)
    rows_m = torch.arange(0, COUNT, 2)
    s_mm, w_mm = pairs.of(rows_m)
    similar_mm, unknown_mm = known.of(rows_m)
    assert torch.equal(s_mm - torch.eye(len(rows_m)), similar_mm.float())
    assert not w_mm[unknown_mm].any()
    random = torch.Generator().manual_seed(0)
    assert torch.equal(pairs.with_companions(rows_m, random), rows_m)
    assert sorted(pairs.in_order(rows_m, random).tolist()) == rows_m.tolist()


def test_every_batch_has_labelled_images_of_every_label_alike(neighbours_NL: Tensor):
    labels_NC = torch.zeros(COUNT, 2, dtype=torch.bool)
    labels_NC[:2, 0] = True
    labels_NC[2:40, 1] = True
    pairs = LibraryPairs(Neighbourhood(neighbours_NL), LabelPairs(labels_NC), weight=WEIGHT)
    random = torch.Generator().manual_seed(0)
    rows_m, rare = torch.arange(40, 60), 0
    for _ in range(50):
        together = pairs.with_companions(rows_m, random).tolist()
        assert sorted(set(together)) == together, "each row is there once"
        assert set(rows_m.tolist()) <= set(together)
        added = set(together) - set(rows_m.tolist())
        assert len(added) <= TOLD_SHARE * len(rows_m)
        rare += bool(added & {0, 1})
    assert rare > 40, "the label of two images is there nearly always"
