"""DNNH: its loss against its equation in plain loops, its gradient, the threshold, and the divided layer."""

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.autograd import gradcheck

from engine.baselines.dnnh import DividedLinear, Dnnh, divided_hash_layers, ranking_loss, threshold
from engine.baselines.settings import DnnhSettings
from engine.baselines.triplets import Triplets, choose
from engine.training.network import HashNetwork, folded
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets
from tests.baselines import slow_triplets as slow
from tests.baselines.pair_batches import (
    BITS,
    LABELLINGS,
    LABELS,
    PARTLY,
    SINGLE,
    descended,
    hamming,
    outputs,
    pairs_of,
)


def all_triplets(s_mm: Tensor, w_mm: Tensor) -> Triplets:
    return choose(torch.arange(len(s_mm)), s_mm, w_mm, len(s_mm))


def slow_threshold(s: float, epsilon: float) -> float:
    if s < 0.5 - epsilon:
        return 0.0
    return 1.0 if s > 0.5 + epsilon else s


def slow_loss(f: list[list[float]], s_mm: Tensor, w_mm: Tensor, margin: float) -> float:
    def term(i: int, j: int, k: int) -> float:
        return max(0.0, margin - (slow.squared_distance(f[i], f[k]) - slow.squared_distance(f[i], f[j])))

    return slow.slow_mean(s_mm, w_mm, term)


@LABELS
@pytest.mark.parametrize("margin", [0.3, 1.0, 4.0])
def test_the_loss_is_the_papers_equation(labels_NC: Tensor, margin: float):
    f_mK, (s_mm, w_mm) = torch.sigmoid(outputs()), pairs_of(labels_NC, balanced=False)
    loss = ranking_loss(f_mK, all_triplets(s_mm, w_mm), margin)
    assert float(loss) == pytest.approx(slow_loss(f_mK.tolist(), s_mm, w_mm, margin), rel=1e-12)


@pytest.mark.parametrize("epsilon", [0.0, 0.2, 0.5])
def test_the_threshold_is_the_papers_equation(epsilon: float):
    s = torch.linspace(0, 1, 101, dtype=torch.float64)
    assert threshold(s, epsilon).tolist() == [slow_threshold(x, epsilon) for x in s.tolist()]


@pytest.mark.parametrize("epsilon", [0.2, 0.5])
def test_the_gradient_agrees_with_finite_differences(epsilon: float):
    for labels_NC in LABELLINGS.values():
        triplets = all_triplets(*pairs_of(labels_NC, balanced=False))

        def loss(z_mK: Tensor, triplets: Triplets = triplets) -> Tensor:
            return ranking_loss(threshold(torch.sigmoid(z_mK), epsilon), triplets, 1.0)

        assert gradcheck(loss, outputs().requires_grad_())


def test_the_objective_takes_thresholded_sigmoids_and_accepted_and_rejected_pairs():
    z_mK, rows_m = outputs(), torch.arange(7)
    s_mm, w_mm = LabelPairs(PARTLY.labels_NC, balanced=False, decisions=PARTLY.decisions).of(rows_m)
    f = [[slow_threshold(x, 0.3) for x in row] for row in torch.sigmoid(z_mK).tolist()]
    loss = Dnnh(DnnhSettings(bits=BITS, margin=2.0, threshold=0.3), PARTLY, 1).loss(z_mK, rows_m)
    assert float(loss) == pytest.approx(slow_loss(f, s_mm, w_mm, 2.0), rel=1e-6)


def test_relaxed_codes_have_the_signs_of_the_outputs_and_are_whole_beyond_the_threshold():
    objective = Dnnh(DnnhSettings(bits=BITS, threshold=0.3), Targets(SINGLE), 1)
    u_mK = objective.codes(torch.tensor([[-9.0, -0.2, 0.2, 9.0]]))
    assert u_mK[0, [0, 3]].tolist() == [-1, 1]
    assert -1 < float(u_mK[0, 1]) < 0 < float(u_mK[0, 2]) < 1


def test_descent_brings_similar_images_together_and_parts_the_others():
    settings = DnnhSettings(bits=BITS, margin=2.0, threshold=0.5)
    z_mK = descended(Dnnh(settings, Targets(SINGLE), 1), len(SINGLE), rate=2.0)
    s_mm, _ = pairs_of(SINGLE)
    assert int(hamming(z_mK)[s_mm > 0].max()) < int(hamming(z_mK)[s_mm == 0].min())


@pytest.mark.parametrize(("hidden", "bits"), [(32, 8), (37, 8), (8, 8), (4, 8)])
def test_each_bit_sees_its_own_slice_of_the_hidden_layer(hidden: int, bits: int):
    second = divided_hash_layers(5, hidden, bits, seed=3)[3]
    hidden = max(hidden, bits)
    assert isinstance(second, DividedLinear)
    seen_OI = second.weight != 0
    assert seen_OI.sum(dim=0).tolist() == [1] * hidden  # every hidden unit is seen by one bit
    widths = seen_OI.sum(dim=1).tolist()
    assert set(widths) <= {hidden // bits, -(-hidden // bits)}
    owners = seen_OI.int().argmax(dim=0).tolist()
    assert owners == sorted(owners)


@pytest.mark.parametrize("optimiser", [torch.optim.SGD, torch.optim.RMSprop, torch.optim.Adam])
def test_steps_with_weight_decay_leave_the_layer_divided(optimiser: type[torch.optim.Optimizer]):
    layers = divided_hash_layers(5, 20, 8, seed=3)
    second = layers[3]
    before_OI = second.weight.detach().clone()
    stepping = optimiser(layers.parameters(), lr=0.05, weight_decay=0.1)  # type: ignore[call-arg]
    random = torch.Generator().manual_seed(1)
    for _ in range(3):
        stepping.zero_grad()
        layers(torch.randn(6, 5, generator=random)).square().sin().sum().backward()
        stepping.step()
    assert bool(((second.weight != 0) == (before_OI != 0)).all())
    assert not torch.equal(second.weight, before_OI)


def test_the_divided_layers_fold_into_the_hash_function_that_needs_no_torch():
    layers = divided_hash_layers(6, 20, 8, seed=3)
    features = torch.randn(64, 6, generator=torch.Generator().manual_seed(2))
    HashNetwork(None, layers).train()(features)  # BatchNorm has seen something
    layers.eval()
    expected = layers(features).detach().numpy()
    found = folded(layers, np.zeros(6, np.float32)).outputs(features.numpy())
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_the_layers_are_those_of_their_seed_and_load_again():
    one, same, other = (divided_hash_layers(6, 20, 8, seed) for seed in (1, 1, 2))
    assert torch.equal(one[3].weight, same[3].weight)
    assert not torch.equal(one[3].weight, other[3].weight)
    other.load_state_dict(one.state_dict())
    assert torch.equal(one[3].weight, other[3].weight)
