"""Who is similar to whom without a label: against the words of the description, over the edges of blocks, with
hubs and twins."""

import pytest
import torch
from torch import Tensor

from engine.errors import UserError
from engine.training import neighbourhood
from engine.training.neighbourhood import LEAST_JACCARD, Neighbourhood, nearest_neighbours, similar_parts

SIMILAR, DISSIMILAR, UNKNOWN = "similar", "dissimilar", "unknown"


def similar_pairs(neighbours_NL: torch.Tensor, least_jaccard: float = LEAST_JACCARD) -> torch.Tensor:
    """Each pair once, sorted."""
    return torch.unique(torch.cat(list(similar_parts(neighbours_NL, least_jaccard))))


def relation(lists: list[list[int]], i: int, j: int) -> str:
    """What two different images are to each other, in the words of the module."""
    ours, theirs = set(lists[i]), set(lists[j])
    if j in ours and i in theirs:
        return SIMILAR
    if len(ours & theirs) / len(ours | theirs) > LEAST_JACCARD:
        return SIMILAR
    return UNKNOWN if j in ours or i in theirs else DISSIMILAR


def random_lists(count: int, length: int, seed: int) -> Tensor:
    """Any others, without meaning; so all kinds of overlap occur."""
    chances = torch.rand(count, count, generator=torch.Generator().manual_seed(seed))
    chances.fill_diagonal_(-1)
    return chances.topk(length, dim=1).indices


def clouds(count: int, length: int, seed: int = 2) -> Tensor:
    random = torch.Generator().manual_seed(seed)
    centres = torch.randn(8, 6, generator=random)[torch.arange(count) % 8]
    x_ND = torch.nn.functional.normalize(centres + 0.6 * torch.randn(count, 6, generator=random))
    return torch.cat(list(nearest_neighbours(x_ND, length)))


def assert_as_in_words(neighbours_NL: Tensor, rows: list[int] | None = None) -> None:
    lists, n = neighbours_NL.tolist(), len(neighbours_NL)
    expected = {(i, j): relation(lists, i, j) for i in range(n) for j in range(n) if i != j}
    similar = {pair for pair, what in expected.items() if what == SIMILAR}
    assert [(int(key) // n, int(key) % n) for key in similar_pairs(neighbours_NL)] == sorted(similar)
    rows = list(range(n)) if rows is None else rows
    known = Neighbourhood(neighbours_NL)
    for _ in range(2):  # a batch leaves nothing behind
        similar_mm, unknown_mm = known.of(torch.tensor(rows))
        for i, row in enumerate(rows):
            for j, other in enumerate(rows):
                what = expected.get((row, other), DISSIMILAR)
                assert bool(similar_mm[i, j]) == (what == SIMILAR)
                assert bool(unknown_mm[i, j]) == (what == UNKNOWN)


@pytest.mark.parametrize(("count", "length", "seed"), [(12, 3, 0), (20, 5, 1), (25, 15, 2), (40, 10, 3)])
def test_lists_of_all_kinds_mean_what_the_words_say(count: int, length: int, seed: int):
    assert_as_in_words(random_lists(count, length, seed))


def test_a_batch_is_a_part_of_all_in_any_order():
    rows = torch.randperm(60, generator=torch.Generator().manual_seed(3))[:40].tolist()
    assert_as_in_words(clouds(60, 5), rows)


def test_a_batch_for_which_there_was_no_memory_leaves_nothing_behind():
    class Full(Neighbourhood):
        def _met(self, rows_m: Tensor, place_p: Tensor, row_p: Tensor) -> Tensor:
            if len(rows_m) > 10:
                raise torch.OutOfMemoryError
            return super()._met(rows_m, place_p, row_p)

    neighbours_NL = random_lists(25, 10, 4)
    known, fewer = Full(neighbours_NL), torch.arange(3, 11)
    with pytest.raises(torch.OutOfMemoryError):
        known.of(torch.arange(25))
    for ours, fresh in zip(known.of(fewer), Neighbourhood(neighbours_NL).of(fewer), strict=True):
        assert torch.equal(ours, fresh)


def test_of_some_images_only_these_may_be_asked_for_by_their_own_numbers():
    neighbours_NL = clouds(40, 5)
    own = torch.arange(100, 180, 2)
    some, whole = Neighbourhood(neighbours_NL, rows_N=own), Neighbourhood(neighbours_NL)
    rows = torch.tensor([7, 3, 30, 12])
    for ours, theirs in zip(some.of(own[rows]), whole.of(rows), strict=True):
        assert torch.equal(ours, theirs)
    orders = [
        known.in_company(rows, torch.Generator().manual_seed(1))
        for known, rows in ((some, own), (whole, torch.arange(40)))
    ]
    assert orders[0].tolist() == own[orders[1]].tolist()


def test_the_bound_of_the_overlap_is_not_passed_by_reaching_it():
    """Of lists of 13, 6 in common make 6/20 = 0.3 exactly, which is not over it; 7 make 7/19."""
    others = list(range(2, 40))
    lists = [others[:13], others[7:20], others[6:19]]
    rest = [[(i + step) % 42 for step in range(1, 14)] for i in range(3, 42)]
    neighbours_NL = torch.tensor([*lists, *rest])
    assert relation(neighbours_NL.tolist(), 0, 1) == DISSIMILAR
    assert_as_in_words(neighbours_NL)


def test_a_neighbour_of_everybody_and_twins_are_no_exception():
    assert_as_in_words(torch.tensor([[j for j in range(5) if j != i][:4] for i in range(30)]))


@pytest.mark.parametrize("at_once", [1, 7, 200])
def test_pairs_counted_piece_by_piece_are_the_same(at_once: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(neighbourhood, "PAIRS_AT_ONCE", at_once)
    assert_as_in_words(clouds(60, 5))


def test_of_a_neighbour_of_everybody_only_some_are_heard_and_similarity_stays_mutual(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(neighbourhood, "MOST_FOLLOWERS", 4)
    neighbours_NL = torch.tensor([[j for j in range(5) if j != i][:4] for i in range(40)])
    keys = similar_pairs(neighbours_NL)
    pairs = {(int(key) // 40, int(key) % 40) for key in keys}
    assert {(j, i) for i, j in pairs} == pairs
    assert 0 < len(pairs) < 40 * 39
    lists = neighbours_NL.tolist()
    assert all(relation(lists, i, j) == SIMILAR for i, j in pairs)


def test_the_nearest_others_have_the_largest_inner_products():
    x_ND = torch.randn(40, 5, generator=torch.Generator().manual_seed(1))
    found = torch.cat(list(nearest_neighbours(x_ND, 3)))
    for i, row in enumerate(found.tolist()):
        others = sorted((j for j in range(40) if j != i), key=lambda j: -float(x_ND[i] @ x_ND[j]))
        assert row == others[:3]


def test_too_few_images_are_refused_in_one_sentence():
    with pytest.raises(UserError, match=r"^At least 16 pictures are needed"):
        list(nearest_neighbours(torch.eye(15)))


def test_blocks_join_without_a_seam(monkeypatch: pytest.MonkeyPatch):
    # Whole numbers: a product is the same in blocks of any size.
    x_ND = torch.randint(-9, 10, (50, 12), generator=torch.Generator().manual_seed(5)).float()
    whole = torch.cat(list(nearest_neighbours(x_ND, 7)))
    for block in (1, 16, 25, 49):
        monkeypatch.setattr(neighbourhood, "BLOCK", block)
        parts = list(nearest_neighbours(x_ND, 7))
        assert len(parts) == -(-50 // block)
        near_NL, whole_NL = ((x_ND @ x_ND.T).gather(1, rows) for rows in (torch.cat(parts), whole))
        assert torch.equal(near_NL, whole_NL)


def test_nobody_is_their_own_neighbour_even_among_twins():
    neighbours_NL = torch.cat(list(nearest_neighbours(torch.ones(20, 3), 15)))
    assert all(row not in others for row, others in enumerate(neighbours_NL.tolist()))
    assert all(len(set(others)) == 15 for others in neighbours_NL.tolist())
    assert_as_in_words(neighbours_NL)


# -- the order of an epoch


def together(rows: Tensor, known: Neighbourhood, batch: int = 32) -> float:
    """How many similar ones an image has beside it in its batch, in the mean."""
    met = [known.of(part)[0].sum() for part in rows.split(batch)]
    return float(sum(met)) / len(rows)


def test_an_epoch_takes_each_image_once_with_similar_ones_near_it():
    known = Neighbourhood(clouds(1600, 5))
    rows = torch.arange(0, 1600, 2)
    ordered = known.in_company(rows, torch.Generator().manual_seed(1))
    assert sorted(ordered.tolist()) == rows.tolist()
    by_chance = rows[torch.randperm(len(rows), generator=torch.Generator().manual_seed(1))]
    assert together(ordered, known) > 5 * together(by_chance, known)


def test_the_order_follows_from_the_seed():
    known = Neighbourhood(clouds(200, 5))
    orders = [known.in_company(torch.arange(200), torch.Generator().manual_seed(seed)) for seed in (1, 1, 2)]
    assert torch.equal(orders[0], orders[1])
    assert not torch.equal(orders[0], orders[2])


def test_images_without_anybody_similar_come_in_a_random_order():
    ring = torch.tensor([[(i + 1) % 30, (i + 2) % 30, (i + 3) % 30] for i in range(30)])
    assert not len(similar_pairs(ring, least_jaccard=0.9))
    lonely = torch.stack([torch.arange(1, 31) % 30, torch.arange(7, 37) % 30], dim=1)
    ordered = Neighbourhood(lonely).in_company(torch.arange(30), torch.Generator().manual_seed(0))
    assert sorted(ordered.tolist()) == list(range(30))
    assert ordered.tolist() != list(range(30))
