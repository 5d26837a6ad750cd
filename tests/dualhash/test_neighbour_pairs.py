"""Pairs of images without labels, against plain loops over sets of neighbours."""

import pytest
import torch

from engine.dualhash.pseudo_pairs import COMPANIONS, NeighbourPairs, nearest_neighbours, similar_pairs
from engine.errors import UserError
from engine.training.pairs import pair_weights

COUNT, LENGTH = 60, 5


@pytest.fixture(scope="module")
def neighbours() -> torch.Tensor:
    random = torch.Generator().manual_seed(2)
    centres = torch.randn(8, 6, generator=random)[torch.arange(COUNT) % 8]
    x_ND = torch.nn.functional.normalize(centres + 0.6 * torch.randn(COUNT, 6, generator=random))
    return torch.cat(list(nearest_neighbours(x_ND, LENGTH)))


def slow_relations(neighbours: torch.Tensor) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Ordered pairs that are similar, and those of which nobody knows."""
    lists = [set(row) for row in neighbours.tolist()]
    similar, unsure = set(), set()
    for i, a in enumerate(lists):
        for j, b in enumerate(lists):
            if i != j:
                mutual = j in a and i in b
                if mutual or len(a & b) / len(a | b) > 0.3:
                    similar.add((i, j))
                elif j in a or i in b:
                    unsure.add((i, j))
    return similar, unsure


def test_the_nearest_others_have_the_largest_inner_products():
    x_ND = torch.randn(40, 5, generator=torch.Generator().manual_seed(1))
    found = torch.cat(list(nearest_neighbours(x_ND, 3)))
    for i, row in enumerate(found.tolist()):
        others = sorted((j for j in range(40) if j != i), key=lambda j: -float(x_ND[i] @ x_ND[j]))
        assert row == others[:3]


def test_too_few_images_are_refused_in_one_sentence():
    with pytest.raises(UserError, match=r"^At least 16 images are needed"):
        list(nearest_neighbours(torch.eye(15)))


def test_mutual_neighbours_and_overlapping_lists_are_similar(neighbours: torch.Tensor):
    similar, unsure = slow_relations(neighbours)
    keys = similar_pairs(neighbours)
    assert {(int(key) // COUNT, int(key) % COUNT) for key in keys} == similar
    assert similar
    assert unsure


def test_a_batch_knows_similar_dissimilar_and_unsure_pairs(neighbours: torch.Tensor):
    similar, unsure = slow_relations(neighbours)
    rows = torch.randperm(COUNT, generator=torch.Generator().manual_seed(3))[:40].tolist()
    s_mm, w_mm = NeighbourPairs(neighbours).of(torch.tensor(rows))
    weights = pair_weights(len(similar) / (COUNT * (COUNT - 1)), 50.0)
    for i, row in enumerate(rows):
        for j, other in enumerate(rows):
            same = row == other or (row, other) in similar
            assert s_mm[i, j] == same
            expected = 0.0 if (row, other) in unsure else weights[0 if same else 1]
            assert float(w_mm[i, j]) == pytest.approx(expected)


def test_each_image_of_a_small_batch_brings_similar_ones_along(neighbours: torch.Tensor):
    similar, _ = slow_relations(neighbours)
    pairs = NeighbourPairs(neighbours)
    rows_m = torch.tensor([3, 17, 40])
    random = torch.Generator().manual_seed(4)
    seen: set[int] = set()
    for _ in range(20):
        together = pairs.with_companions(rows_m, random).tolist()
        assert len(set(together)) == len(together) <= len(rows_m) * (1 + COMPANIONS)
        beside = set(together) - set(rows_m.tolist())
        assert all(any((row, other) in similar for row in rows_m.tolist()) for other in beside)
        seen |= beside
    partners = {j for i, j in similar if i in rows_m.tolist()} - set(rows_m.tolist())
    assert seen == partners
