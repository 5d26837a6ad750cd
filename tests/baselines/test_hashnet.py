"""HashNet's weighted likelihood against its equation in plain loops, its gradient, and the growing slope."""

import math

import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.hashnet import HashNet, hashnet_loss, label_overlap, slope_of
from engine.baselines.settings import HashNetSettings
from engine.training.targets import Targets
from tests.baselines.pair_batches import (
    BITS,
    KNOWN,
    LABELS,
    MULTI,
    PARTLY,
    SINGLE,
    descended,
    hamming,
    interacting_pairs,
    outputs,
    pairs_of,
    slow_mean,
)


def slow_loss(h_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float) -> float:
    h = h_mK.tolist()

    def likelihood(i: int, j: int, similar: bool) -> float:
        theta = alpha * sum(a * b for a, b in zip(h[i], h[j], strict=True))
        return math.log(1 + math.exp(theta)) - similar * theta

    return slow_mean(s_mm, w_mm, likelihood)


def slow_weights(labels_NC: Tensor) -> Tensor:
    """w_ij as the paper has it, from the counts of the pairs and the sets of labels; halved, as ours are."""
    sets = [{c for c, has in enumerate(row) if has} for row in labels_NC.tolist()]
    n = len(sets)
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    similar = sum(bool(sets[i] & sets[j]) for i, j in pairs)
    w_mm = torch.zeros(n, n, dtype=torch.float64)
    for i, j in pairs:
        if sets[i] & sets[j]:
            w_mm[i, j] = len(sets[i] & sets[j]) / len(sets[i] | sets[j]) * len(pairs) / similar / 2
        else:
            w_mm[i, j] = len(pairs) / (len(pairs) - similar) / 2
    return w_mm


def objective(targets: Targets, epochs: int = 10, **changes: float) -> HashNet:
    return HashNet(HashNetSettings(bits=BITS).changed(**changes), targets, epochs)


@LABELS
def test_the_loss_is_the_papers_equation(labels_NC: Tensor):
    h_mK, (s_mm, w_mm) = torch.tanh(2 * outputs()), pairs_of(labels_NC)
    expected = slow_loss(h_mK, s_mm, w_mm, 0.6)
    assert float(hashnet_loss(h_mK, s_mm, w_mm, 0.6)) == pytest.approx(expected, rel=1e-12)


@LABELS
def test_the_gradient_agrees_with_finite_differences_at_a_steep_slope(labels_NC: Tensor):
    s_mm, w_mm = pairs_of(labels_NC)
    c_mK = outputs(spread=0.3).requires_grad_()
    assert gradcheck(lambda c: hashnet_loss(torch.tanh(5 * c), s_mm, w_mm, 0.6), c_mK)


@LABELS
def test_the_objective_weighs_pairs_by_class_balance_and_common_labels(labels_NC: Tensor):
    s_mm, _ = pairs_of(labels_NC)
    loss = objective(Targets(labels_NC), alpha=0.6).loss(outputs(), torch.arange(7))
    expected = slow_loss(torch.tanh(outputs()), s_mm, slow_weights(labels_NC), 0.6)
    assert float(loss) == pytest.approx(expected, rel=1e-6)


def test_the_overlap_of_labels_counts_for_similar_pairs_only():
    s_mm = torch.ones(7, 7)
    s_mm[0, 6] = 0  # rejected although they share labels
    c_mm = label_overlap(MULTI.float(), s_mm)
    assert float(c_mm[0, 3]) == pytest.approx(1 / 3)
    assert float(c_mm[6, 0]) == pytest.approx(2 / 3)
    assert float(c_mm[0, 6]) == 1
    assert float(c_mm[0, 1]) == 1  # accepted without a common label


def test_the_slope_grows_in_stages_from_one_to_its_last_value():
    slopes = [slope_of(epoch, 20, 5, 16.0) for epoch in range(20)]
    assert slopes == pytest.approx([2.0**stage for stage in range(5) for _ in range(4)])


@pytest.mark.parametrize(("epochs", "stages"), [(3, 10), (7, 4), (1, 10), (5, 1)])
def test_the_last_epoch_has_the_last_slope_however_many_stages_fit(epochs: int, stages: int):
    slopes = [slope_of(epoch, epochs, stages, 10.0) for epoch in range(epochs)]
    assert slopes[-1] == pytest.approx(10)
    assert slopes == sorted(slopes)


def test_each_stage_is_another_problem_with_steeper_codes():
    hashnet = objective(Targets(SINGLE), epochs=6, stages=3, continuation=4.0)
    assert [hashnet.begin_epoch(epoch, outputs) for epoch in range(6)] == [False, False, True, False, True, False]
    assert hashnet.slope == pytest.approx(4)
    torch.testing.assert_close(hashnet.codes(outputs()), torch.tanh(4 * outputs()))


def test_a_run_that_is_taken_up_again_has_the_slope_of_its_epoch():
    whole, resumed = (objective(Targets(SINGLE), epochs=10) for _ in range(2))
    for epoch in range(8):
        whole.begin_epoch(epoch, outputs)
    resumed.load_state(whole.state())
    resumed.begin_epoch(7, outputs)
    assert resumed.slope == whole.slope > 1


def test_only_pairs_that_are_labelled_or_decided_count():
    assert interacting_pairs(objective(PARTLY)) == KNOWN


def test_descent_brings_similar_images_together_and_parts_the_others():
    z_mK = descended(objective(Targets(SINGLE)), len(SINGLE), rate=2.0)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())
