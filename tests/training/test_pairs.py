"""Which pairs are similar and what they weigh, against plain loops."""

import pytest
import torch

from engine.errors import UserError
from engine.training.pairs import SAMPLE, LabelPairs, pair_weights, similar_share, similarity
from tests.dualhash import slow_dualhash as slow

SINGLE = torch.eye(4, dtype=torch.bool)[torch.tensor([0, 1, 2, 0, 3, 1, 0, 2, 2])]
MULTI = torch.rand(11, 5, generator=torch.Generator().manual_seed(3)) < 0.35
MULTI[:, 0] |= ~MULTI.any(dim=1)


@pytest.mark.parametrize("labels_NC", [SINGLE, MULTI], ids=["single-label", "multi-label"])
def test_images_are_similar_that_share_a_label(labels_NC: torch.Tensor):
    assert similarity(labels_NC.float()).tolist() == slow.similarity(labels_NC.tolist())


@pytest.mark.parametrize("labels_NC", [SINGLE, MULTI], ids=["single-label", "multi-label"])
def test_the_share_of_similar_pairs_is_counted_over_different_images(labels_NC: torch.Tensor):
    assert similar_share(labels_NC) == pytest.approx(slow.similar_share(labels_NC.tolist()), rel=1e-6)


def test_images_without_labels_do_not_enter_the_share():
    with_blank = torch.cat([SINGLE, torch.zeros(5, 4, dtype=torch.bool)])
    assert similar_share(with_blank) == pytest.approx(similar_share(SINGLE))


def test_the_share_of_many_images_is_counted_on_a_sample_and_nearly_the_same():
    classes_N = torch.arange(SAMPLE + 1500) % 40  # a one-hot row costs little
    share = similar_share(torch.eye(40, dtype=torch.bool)[classes_N])
    assert share == pytest.approx(1 / 40, rel=0.02)
    assert share == similar_share(torch.eye(40, dtype=torch.bool)[classes_N])


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.9])
def test_balanced_weights_let_both_kinds_of_pair_count_the_same(share: float):
    similar, dissimilar = pair_weights(share, cap=1000.0)
    assert similar == pytest.approx(1 / (2 * share))
    assert dissimilar == pytest.approx(1 / (2 * (1 - share)))
    assert share * similar == pytest.approx((1 - share) * dissimilar)


@pytest.mark.parametrize(("share", "ratio"), [(0.001, 20.0), (0.999, 1 / 20.0)])
def test_the_ratio_of_the_weights_is_capped_by_the_larger_one(share: float, ratio: float):
    similar, dissimilar = pair_weights(share, cap=20.0)
    assert similar / dissimilar == pytest.approx(ratio)
    assert min(similar, dissimilar) == pytest.approx(1 / (2 * max(share, 1 - share)))


@pytest.mark.parametrize(("share", "reason"), [(0.0, "no two pictures share"), (1.0, "all pictures share")])
@pytest.mark.parametrize("balanced", [True, False])
def test_labels_that_teach_nothing_are_refused(share: float, reason: str, balanced: bool):
    labels_NC = torch.ones(4, 1, dtype=torch.bool) if share else torch.eye(4, dtype=torch.bool)
    with pytest.raises(UserError, match=reason):
        LabelPairs(labels_NC, balanced=balanced)


def test_a_batch_gets_its_similarities_and_balanced_weights():
    pairs = LabelPairs(MULTI)
    rows = [7, 2, 9, 0, 4]
    s_mm, w_mm = pairs.of(torch.tensor(rows))
    expected_s = slow.similarity([MULTI[row].tolist() for row in rows])
    p = slow.similar_share(MULTI.tolist())
    expected_w = [[1 / (2 * p) if s else 1 / (2 * (1 - p)) for s in row] for row in expected_s]
    assert s_mm.tolist() == expected_s
    torch.testing.assert_close(w_mm, torch.tensor(expected_w))


def test_without_balance_all_pairs_weigh_one():
    _, w_mm = LabelPairs(SINGLE, balanced=False).of(torch.arange(6))
    assert bool((w_mm == 1).all())


def slow_worths(labels: list[list[bool]], rarity: float) -> list[list[float]]:
    """Of every pair that shares a label: the sum over what it shares, by the mean of that over all such pairs."""
    n, classes = len(labels), range(len(labels[0]))
    p = [sum(row[c] for row in labels) / n for c in classes]
    raw = [[sum(p[c] ** -rarity for c in classes if a[c] and b[c]) for b in labels] for a in labels]
    similar = [raw[i][j] for i in range(n) for j in range(n) if i != j and raw[i][j]]
    return [[value / (sum(similar) / len(similar)) for value in row] for row in raw]


@pytest.mark.parametrize("rarity", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("labels_NC", [SINGLE, MULTI], ids=["single-label", "multi-label"])
def test_what_two_images_share_weighs_by_its_rarity(labels_NC: torch.Tensor, rarity: float):
    everything = torch.arange(len(labels_NC))
    s_mm, plain_mm = LabelPairs(labels_NC).of(everything)
    same_mm, w_mm = LabelPairs(labels_NC, rarity=rarity).of(everything)
    worth_mm = torch.tensor(slow_worths(labels_NC.tolist(), rarity))
    worth_mm.fill_diagonal_(1)  # nobody learns from what an image shares with itself
    assert torch.equal(same_mm, s_mm)
    torch.testing.assert_close(w_mm, torch.where(s_mm > 0, plain_mm * worth_mm, plain_mm))


def test_with_rarity_1_and_one_label_each_the_similar_pairs_of_every_image_weigh_nearly_the_same():
    labels_NC = torch.eye(3, dtype=torch.bool)[torch.tensor([0] * 200 + [1] * 100 + [2] * 40)]
    s_mm, w_mm = LabelPairs(labels_NC, rarity=1.0).of(torch.arange(340))
    sums_m = (w_mm * s_mm).sum(dim=1) - w_mm.diagonal()
    torch.testing.assert_close(sums_m, sums_m.mean().expand(340), rtol=0.02, atol=0)


def test_labels_that_are_equally_frequent_weigh_the_same_whatever_the_rarity():
    labels_NC = torch.eye(5, dtype=torch.bool).repeat(4, 1)
    plain, rare = LabelPairs(labels_NC), LabelPairs(labels_NC, rarity=1.7)
    torch.testing.assert_close(rare.of(torch.arange(20))[1], plain.of(torch.arange(20))[1])


def test_a_rare_pair_weighs_no_more_than_the_cap_allows():
    labels_NC = torch.zeros(100, 2, dtype=torch.bool)
    labels_NC[:98, 0] = labels_NC[98:, 1] = True
    rows_m = torch.tensor([0, 1, 98, 99])
    _, free_mm = LabelPairs(labels_NC, balanced=False, rarity=2.0, cap=1e6).of(rows_m)
    _, capped_mm = LabelPairs(labels_NC, balanced=False, rarity=2.0, cap=50.0).of(rows_m)
    assert float(free_mm[2, 3]) > 1000
    assert float(capped_mm[2, 3]) == 50
    assert torch.equal(capped_mm[0], free_mm[0])


def test_images_without_a_label_do_not_make_labels_rarer():
    blank = torch.zeros(8, 5, dtype=torch.bool)
    rows_m = torch.arange(len(MULTI))
    _, without_mm = LabelPairs(MULTI, rarity=1.0).of(rows_m)
    _, beside_mm = LabelPairs(torch.cat([MULTI, blank]), rarity=1.0).of(rows_m)
    torch.testing.assert_close(beside_mm, without_mm)


def test_what_was_decided_stands_above_the_labels_and_weighs_more():
    rows_m = torch.tensor([5, 0, 3, 1])
    plain = LabelPairs(SINGLE)
    decided = LabelPairs(SINGLE, decisions=[(1, 0, True), (3, 0, False)], decision_weight=7.0)
    s_mm, w_mm = plain.of(rows_m)
    similar, dissimilar = pair_weights(plain.share, 50.0)
    accepted, rejected = (3, 1), (2, 1)  # the places of rows 1, 0 and 3, 0 in the batch
    for (i, j), same in ((accepted, 1.0), (rejected, 0.0)):
        assert s_mm[i, j] == 1 - same  # the labels say the opposite
        s_mm[i, j] = s_mm[j, i] = same
        w_mm[i, j] = w_mm[j, i] = 7 * (similar if same else dissimilar)
    s_decided_mm, w_decided_mm = decided.of(rows_m)
    torch.testing.assert_close(s_decided_mm, s_mm)
    torch.testing.assert_close(w_decided_mm, w_mm)


def test_a_decision_about_an_image_outside_the_batch_changes_nothing():
    rows_m = torch.tensor([5, 0, 3])
    plain, decided = LabelPairs(SINGLE), LabelPairs(SINGLE, decisions=[(0, 8, True)])
    for _ in range(2):  # nor does the batch before
        for with_, without in zip(decided.of(rows_m), plain.of(rows_m), strict=True):
            assert torch.equal(with_, without)
        decided.of(torch.tensor([0, 8]))


@pytest.mark.parametrize("decisions", [[], [(9, 0, True)]], ids=["nothing decided", "decided"])
def test_pairs_of_an_image_without_label_weigh_nothing_unless_decided(decisions: list[tuple[int, int, bool]]):
    labels_NC = torch.cat([SINGLE, torch.zeros(2, 4, dtype=torch.bool)])  # rows 9 and 10
    s_mm, w_mm = LabelPairs(labels_NC, decisions=decisions).of(torch.tensor([0, 9, 10, 1]))
    known_mm = torch.tensor([[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]])
    if decisions:
        known_mm[0, 1] = known_mm[1, 0] = 1
        assert s_mm[0, 1] == s_mm[1, 0] == 1
    assert torch.equal(w_mm > 0, known_mm > 0)


def test_some_decided_pairs_join_each_batch():
    labels_NC = SINGLE.repeat(20, 1)
    decisions = [(100 + 2 * i, 101 + 2 * i, True) for i in range(30)]
    pairs = LabelPairs(labels_NC, decisions=decisions)
    rows_m = torch.arange(64)
    random = torch.Generator().manual_seed(1)
    joined: set[int] = set()
    for _ in range(30):
        together = pairs.with_companions(rows_m, random).tolist()
        assert len(set(together)) == len(together)
        assert set(rows_m.tolist()) <= set(together)
        beside = set(together) - set(rows_m.tolist())
        assert len(beside) == 8  # four pairs, an eighth of the batch
        assert all((row ^ 1) in beside for row in beside)
        joined |= beside
    assert len(joined) > 50  # all come sooner or later


def test_nobody_joins_where_nothing_is_decided():
    rows_m = torch.tensor([4, 1, 3])
    random = torch.Generator().manual_seed(1)
    assert torch.equal(LabelPairs(SINGLE).with_companions(rows_m, random), rows_m)


def test_labelled_images_are_drawn_each_label_as_often_as_any_other():
    labels_NC = torch.zeros(40, 4, dtype=torch.bool)
    labels_NC[:2, 0] = True
    labels_NC[2:30, 1] = True
    labels_NC[29:31, 3] = True  # one of them has two labels; label 2 nobody has
    rows = LabelPairs(labels_NC).drawn(3000, torch.Generator().manual_seed(0))
    assert set(rows.tolist()) == set(range(31))
    shares = [float((rows < 2).float().mean()), float((rows == 30).float().mean())]
    assert shares == pytest.approx([1 / 3, 1 / 6], abs=0.03)
