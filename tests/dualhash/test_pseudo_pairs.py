"""Neighbours of images without labels: against literal loops, over the edges of blocks, with hubs and twins."""

import pytest
import torch
from torch import Tensor

from engine.dualhash.pseudo_pairs import (
    COMPANIONS,
    LEAST_JACCARD,
    NeighbourPairs,
    nearest_neighbours,
    similar_pairs,
)
from engine.training.pairs import pair_weights

SIMILAR, DISSIMILAR, UNSURE = "similar", "dissimilar", "unsure"


def relation(neighbours: list[list[int]], i: int, j: int) -> str:
    """What two different images are to each other, in the words of the method's description."""
    ours, theirs = set(neighbours[i]), set(neighbours[j])
    if j in ours and i in theirs:
        return SIMILAR
    if len(ours & theirs) / len(ours | theirs) > LEAST_JACCARD:
        return SIMILAR
    return UNSURE if j in ours or i in theirs else DISSIMILAR


def relations(neighbours_NL: Tensor) -> dict[tuple[int, int], str]:
    lists = neighbours_NL.tolist()
    n = len(lists)
    return {(i, j): relation(lists, i, j) for i in range(n) for j in range(n) if i != j}


def random_lists(count: int, length: int, seed: int) -> Tensor:
    """Any others, without meaning; so all kinds of overlap occur."""
    random = torch.Generator().manual_seed(seed)
    chances = torch.rand(count, count, generator=random)
    chances.fill_diagonal_(-1)
    return chances.topk(length, dim=1).indices


def assert_as_in_words(neighbours_NL: Tensor) -> None:
    known = relations(neighbours_NL)
    n = len(neighbours_NL)
    similar = {pair for pair, what in known.items() if what == SIMILAR}
    assert {(int(key) // n, int(key) % n) for key in similar_pairs(neighbours_NL)} == similar
    similar_weight, dissimilar_weight = pair_weights(min(0.5, len(similar) / (n * (n - 1))), 50.0)
    s_NN, w_NN = NeighbourPairs(neighbours_NL).of(torch.arange(n))
    assert torch.equal(s_NN, s_NN.T)
    assert torch.equal(w_NN, w_NN.T)
    for (i, j), what in known.items():
        assert s_NN[i, j] == (what == SIMILAR)
        expected = {SIMILAR: similar_weight, DISSIMILAR: dissimilar_weight, UNSURE: 0.0}[what]
        assert float(w_NN[i, j]) == pytest.approx(expected)
    assert (s_NN.diagonal() == 1).all()
    assert w_NN.diagonal().tolist() == pytest.approx([similar_weight] * n)


@pytest.mark.parametrize(("count", "length", "seed"), [(12, 3, 0), (20, 5, 1), (25, 15, 2), (40, 10, 3)])
def test_lists_of_all_kinds_mean_what_the_words_say(count: int, length: int, seed: int):
    assert_as_in_words(random_lists(count, length, seed))


def test_the_bound_of_the_overlap_is_not_passed_by_reaching_it():
    """Of lists of 13, 6 in common make 6/20 = 0.3 exactly, which is not over it; 7 make 7/19."""
    others = list(range(2, 40))
    lists = [others[:13], others[7:20], others[6:19]]
    rest = [[(i + step) % 42 for step in range(1, 14)] for i in range(3, 42)]
    neighbours = torch.tensor([*lists, *rest])
    assert relation(neighbours.tolist(), 0, 1) == DISSIMILAR
    assert_as_in_words(neighbours)


def test_a_neighbour_of_everybody_and_twins_are_no_exception():
    count = 30
    lists = [[j for j in range(5) if j != i][:4] for i in range(count)]
    assert_as_in_words(torch.tensor(lists))


def test_blocks_join_without_a_seam(monkeypatch: pytest.MonkeyPatch):
    x_ND = torch.nn.functional.normalize(torch.randn(50, 6, generator=torch.Generator().manual_seed(5)))
    whole = torch.cat(list(nearest_neighbours(x_ND, 7)))
    for block in (1, 16, 25, 49):
        monkeypatch.setattr("engine.dualhash.pseudo_pairs.BLOCK", block)
        parts = list(nearest_neighbours(x_ND, 7))
        assert len(parts) == -(-50 // block)
        assert torch.equal(torch.cat(parts), whole)


def test_nobody_is_their_own_neighbour_even_among_twins():
    x_ND = torch.ones(20, 3)
    neighbours_NL = torch.cat(list(nearest_neighbours(x_ND, 15)))
    assert all(row not in others for row, others in enumerate(neighbours_NL.tolist()))
    assert all(len(set(others)) == 15 for others in neighbours_NL.tolist())
    assert_as_in_words(neighbours_NL)


def test_where_similar_images_meet_anyway_no_companions_are_brought():
    neighbours_NL = torch.tensor([[j for j in range(6) if j != i] for i in range(6)])
    rows_m = torch.arange(6)
    pairs = NeighbourPairs(neighbours_NL)
    assert torch.equal(pairs.with_companions(rows_m, torch.Generator().manual_seed(0)), rows_m)


def test_companions_are_the_same_for_the_same_chance_and_at_most_so_many():
    centres = torch.randn(100, 8, generator=torch.Generator().manual_seed(1)).repeat_interleave(10, dim=0)
    x_ND = centres + 0.1 * torch.randn(1000, 8, generator=torch.Generator().manual_seed(2))
    pairs = NeighbourPairs(torch.cat(list(nearest_neighbours(torch.nn.functional.normalize(x_ND), 5))))
    rows_m = torch.arange(0, 1000, 40)
    once, again = (pairs.with_companions(rows_m, torch.Generator().manual_seed(3)) for _ in range(2))
    assert torch.equal(once, again)
    assert set(rows_m.tolist()) < set(once.tolist())
    assert len(rows_m) < len(once) <= len(rows_m) * (1 + COMPANIONS)
    s_mm, _ = pairs.of(once)
    assert (s_mm.sum(dim=1) >= 2).all(), "each has somebody to be similar to"
