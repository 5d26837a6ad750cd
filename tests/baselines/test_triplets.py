"""Which triplets of a batch are taken and what they weigh."""

import pytest
import torch
from torch import Tensor

from engine.baselines import triplets as module
from engine.baselines.dtsh import Dtsh
from engine.baselines.settings import DtshSettings
from engine.baselines.triplets import Triplets, choose
from engine.errors import UserError
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets
from tests.baselines import slow_triplets as slow
from tests.baselines.pair_batches import BITS, LABELS, PARTLY, SINGLE

MANY = torch.eye(4, dtype=torch.bool)[torch.arange(60) % 4]


def listed(triplets: Triplets) -> dict[tuple[int, int, int], float]:
    """The triplets of a batch with their weights."""
    anchor_P, positive_P, w_Pm = triplets
    return {
        (int(anchor_P[p]), int(positive_P[p]), int(k)): float(w_Pm[p, k]) for p, k in (w_Pm > 0).nonzero().tolist()
    }


def pairs(labels_NC: Tensor) -> tuple[Tensor, Tensor]:
    return LabelPairs(labels_NC, balanced=False).of(torch.arange(len(labels_NC)))


@LABELS
def test_all_triplets_are_taken_where_there_is_room_for_all(labels_NC: Tensor):
    s_mm, w_mm = pairs(labels_NC)
    found = listed(choose(torch.arange(7), s_mm, w_mm, 100))
    assert set(found) == {(i, j, k) for i, j, k, _ in slow.triplets(s_mm, w_mm)}


@LABELS
def test_every_anchor_counts_the_same_and_each_of_its_triplets(labels_NC: Tensor):
    s_mm, w_mm = pairs(labels_NC)
    found = listed(choose(torch.arange(7), s_mm, w_mm, 100))
    anchors = {i for i, _, _ in found}
    for anchor in anchors:
        weights = [weight for (i, _, _), weight in found.items() if i == anchor]
        assert weights == pytest.approx([1 / len(anchors) / len(weights)] * len(weights))


def test_of_each_anchor_no_more_positives_are_taken_than_asked_for_each_against_all_negatives():
    found = listed(choose(torch.arange(60), *pairs(MANY), 3))
    for anchor in range(60):
        mine = [(j, k) for i, j, k in found if i == anchor]
        positives = {j for j, _ in mine}
        assert len(positives) == 3
        assert sorted(mine) == [(j, k) for j in sorted(positives) for k in range(60) if k % 4 != anchor % 4]
    assert sum(found.values()) == pytest.approx(1)


def test_the_same_batch_gives_the_same_triplets_and_others_come_in_other_company():
    labelled = LabelPairs(MANY, balanced=False)

    def positives_of_first(rows_m: Tensor) -> set[int]:
        anchor_P, positive_P, _ = choose(rows_m, *labelled.of(rows_m), 2)
        return set(rows_m[positive_P[anchor_P == 0]].tolist())

    batches = [torch.cat([torch.arange(30), torch.tensor([30 + n])]) for n in range(30)]
    drawn = [positives_of_first(rows_m) for rows_m in batches]
    assert drawn == [positives_of_first(rows_m) for rows_m in batches]
    assert set().union(*drawn) >= set(range(4, 30, 4))  # all that are similar to row 0 get their turn


def test_a_very_large_batch_takes_fewer_positives(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_NUMBERS", 2 * 60**2 + 1)
    anchor_P, _, w_Pm = choose(torch.arange(60), *pairs(MANY), 10)
    assert w_Pm.numel() <= 2 * 60**2
    assert torch.bincount(anchor_P).tolist() == [2] * 60
    monkeypatch.setattr(module, "MOST_NUMBERS", 1)
    assert len(choose(torch.arange(60), *pairs(MANY), 10).anchor_P) == 60


def test_unknown_pairs_make_no_triplets_and_decided_ones_do():
    rows_m = torch.arange(7)
    s_mm, w_mm = LabelPairs(PARTLY.labels_NC, balanced=False, decisions=PARTLY.decisions).of(rows_m)
    found = listed(choose(rows_m, s_mm, w_mm, 100))
    expected = {(i, j, k) for i, j, k, _ in slow.triplets(s_mm, w_mm)}
    assert set(found) == expected
    assert (5, 6, 2) in expected  # accepted against rejected; neither 5 nor 6 has a label
    assert (0, 1, 2) in expected  # accepted against the labels
    assert not any(i == 6 for i, _, _ in expected)  # of which only one pair is known
    assert found[0, 1, 2] == pytest.approx(10 * found[0, 3, 2])


def test_a_decided_pair_is_always_among_the_chosen():
    decided = LabelPairs(MANY, balanced=False, decisions=[(0, 1, True), (2, 58, True)], decision_weight=2.0)
    rows_m = torch.arange(60)
    anchor_P, positive_P, _ = choose(rows_m, *decided.of(rows_m), 1)
    chosen = dict(zip(anchor_P.tolist(), positive_P.tolist(), strict=True))
    assert (chosen[0], chosen[1], chosen[2], chosen[58]) == (1, 0, 58, 2)


def test_decided_pairs_are_seen_together():
    objective = Dtsh(DtshSettings(bits=BITS), PARTLY, 1)
    rows = objective.batch_rows(torch.tensor([3, 4]), torch.Generator().manual_seed(1)).tolist()
    assert {3, 4} < set(rows)


@pytest.mark.parametrize("labels_NC", [SINGLE[:1], SINGLE[[0, 3, 5]], torch.zeros(4, 3, dtype=torch.bool)])
def test_a_batch_without_triplets_has_a_loss_with_a_gradient(labels_NC: Tensor):
    everything = Targets(torch.cat([labels_NC, SINGLE]))
    objective = Dtsh(DtshSettings(bits=BITS, regularisation=0.0), everything, 1)
    u_mK = torch.randn(len(labels_NC), BITS, generator=torch.Generator().manual_seed(1)).requires_grad_()
    loss = objective.loss(u_mK, torch.arange(len(labels_NC)))
    (g_mK,) = torch.autograd.grad(loss, u_mK)
    assert float(loss.detach()) == 0
    assert bool((g_mK == 0).all())


def test_labels_that_teach_nothing_are_refused():
    with pytest.raises(UserError, match="no two pictures share"):
        Dtsh(DtshSettings(bits=BITS), Targets(torch.eye(4, dtype=torch.bool)), 1)
