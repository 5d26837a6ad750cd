"""A batch that goes through a backbone in pieces: the same gradient, heard from in between, closed at any point."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from engine.dualhash.method import DualHash
from engine.dualhash.training import dualhash_trainer
from engine.learning.running import Taken, run_with_checkpoints
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.training.counting import counted
from engine.training.gradients import Gradients
from engine.training.inputs import Inputs
from engine.training.material import Material
from engine.training.network import PIECE, HashNetwork, hash_layers
from engine.training.pairs import LabelPairs
from engine.training.pixels import PixelInputs
from engine.training.reports import LookReport, Report, StepReport, TrainingStage
from engine.training.trainer import Trainer
from engine.training.validation import Validation
from tests.training.clusters import DIMENSIONS, Masked, all_equal, clusters, finished, parameters_of, small

DATA = clusters(count=40)
SMALL = replace(EFFICIENTNET_LITE0, resize=16, side=12)
INSTANCES = pytest.mark.parametrize("instance", ["stom", "storm"])
ROWS = 22  # five pieces of 4 and one of 2


def normed_backbone(seed: int = 3) -> nn.Sequential:
    """Two layers with a BatchNorm that has seen something, and dropout that writes down what it drew."""
    torch.manual_seed(seed)
    norm = nn.BatchNorm1d(DIMENSIONS)
    norm(torch.randn(50, DIMENSIONS) * 3 + 1)
    return nn.Sequential(nn.Linear(DIMENSIONS, DIMENSIONS), norm, nn.ELU(), Masked(), nn.Linear(DIMENSIONS, 9))


def exact_network(keep_statistics: bool = True) -> HashNetwork:
    return HashNetwork(normed_backbone(), hash_layers(9, 24, 16, seed=1), keep_statistics).double().train()


def gradients_of(network: HashNetwork, weight_decay: float = 0.0) -> Gradients:
    method = DualHash(small(), LabelPairs(DATA.labels_NC), 4)
    return Gradients(network, method, weight_decay, lambda k, n: LookReport(1, 1, k, n))


def masks_of(network: HashNetwork) -> list[Tensor]:
    masked = network.backbone[3]  # type: ignore[index]
    assert isinstance(masked, Masked)
    return masked.masks


def at_once(network: HashNetwork, x_mD: Tensor, mask_mD: Tensor, rows_m: Tensor) -> tuple[Tensor, list[Tensor]]:
    """Loss and gradient as the formula says, with this mask for dropout."""
    first, norm, elu, _, last = network.backbone  # type: ignore[misc]
    method = DualHash(small(), LabelPairs(DATA.labels_NC), 4)
    loss = method.loss(network.layers(last(elu(norm(first(x_mD))) * mask_mD)), rows_m)
    return loss.detach(), list(torch.autograd.grad(loss, list(network.parameters())))


def test_the_gradient_in_pieces_is_that_of_the_batch_also_with_dropout():
    network, rows_m = exact_network(), torch.arange(ROWS)
    x_mD = DATA.features_ND[:ROWS].double()
    gradients = gradients_of(network)
    loss, g = finish(gradients.of(x_mD, rows_m, False))
    masks = masks_of(network)
    assert len(masks) == 12
    assert all_equal(masks[:6], masks[6:]), "what the second look draws is what the first one drew"
    expected_loss, expected = at_once(network, x_mD, torch.cat(masks[:6]), rows_m)
    torch.testing.assert_close(loss, expected_loss)
    torch.testing.assert_close(g, expected)
    assert len(gradients.outputs) == ROWS


def test_at_the_previous_iterate_the_same_is_drawn_and_nothing_else_moves():
    network, rows_m = exact_network(), torch.arange(ROWS)
    x_mD = DATA.features_ND[:ROWS].double()
    gradients = gradients_of(network)
    finish(gradients.of(x_mD, rows_m, False))
    outputs, standing = gradients.outputs, torch.get_rng_state()
    with torch.no_grad():
        for p in network.parameters():
            p.mul_(1.1)
    buffers = {name: value.clone() for name, value in network.named_buffers()}
    _, g = finish(gradients.of(x_mD, rows_m, True))
    assert torch.equal(torch.get_rng_state(), standing)
    assert gradients.outputs is outputs
    assert all(torch.equal(value, buffers[name]) for name, value in network.named_buffers())
    masks = masks_of(network)
    assert all_equal(masks[:12], masks[12:])
    _, expected = at_once(network, x_mD, torch.cat(masks[:6]), rows_m)
    torch.testing.assert_close(g, expected)


def test_weight_decay_is_added_once():
    network, rows_m = exact_network(), torch.arange(ROWS)
    x_mD = DATA.features_ND[:ROWS].double()
    _, g = finish(gradients_of(network, 0.25).of(x_mD, rows_m, False))
    _, plain = at_once(network, x_mD, torch.cat(masks_of(network)[:6]), rows_m)
    torch.testing.assert_close(g, [s + 0.25 * p.detach() for s, p in zip(plain, network.parameters(), strict=True)])


@pytest.mark.parametrize(("keep_statistics", "reports"), [(True, 12), (False, 0)])
def test_each_piece_is_heard_of_twice_unless_batchnorm_goes_by_the_batch(keep_statistics: bool, reports: int):
    network = exact_network(keep_statistics)
    network.float()
    heard: list[Report] = []
    finish(gradients_of(network).of(DATA.features_ND[:ROWS], torch.arange(ROWS), False), heard.append)
    waiting = LookReport(1, 1, 0, 1)  # for a whole batch, should it take long
    assert [report for report in heard if report != waiting] == [
        LookReport(1, 1, k + 1, 12) for k in range(reports)
    ]
    assert len(masks_of(network)) == (12 if keep_statistics else 1)


# -- in a training from pixels ------------------------------------------------------------------------------------


def pixels(seed: int = 0) -> Inputs:
    return PixelInputs(np.random.default_rng(seed).integers(0, 256, (40, 16, 16, 3), dtype=np.uint8), SMALL, "cpu")


def from_pixels(instance: str, dropout: float = 0.2, **changes: object) -> Trainer:
    """Two batches of 20 an epoch, five pieces each, and a validation on ten queries."""
    torch.manual_seed(5)
    backbone = nn.Sequential(
        nn.Conv2d(3, 6, 4, 4), nn.BatchNorm2d(6), nn.ELU(), nn.Dropout(dropout), nn.Flatten(), nn.Linear(54, 9)
    )
    settings = small(instance=instance, batch=20, epochs=3, hand_over=0.4, first_batch=1.0, **changes)
    network = HashNetwork(backbone, hash_layers(9, 24, 16, seed=1), keep_statistics=True)
    labels_NC = DATA.labels_NC.numpy()
    validation = Validation(pixels(seed=1), labels_NC, torch.arange(40), labels_NC)
    pairs = LabelPairs(DATA.labels_NC)
    return dualhash_trainer(settings, network, Material(pixels(), torch.arange(40), None, validation), pairs)


@INSTANCES
def test_a_training_in_pieces_goes_the_way_of_one_at_once(instance: str, monkeypatch: pytest.MonkeyPatch):
    in_pieces = from_pixels(instance, dropout=0.0, output="last")
    said = finished(in_pieces)
    monkeypatch.setattr("engine.training.network.PIECE", 1000)
    whole = from_pixels(instance, dropout=0.0, output="last")
    expected = finished(whole)
    assert [r.loss for r in said] == pytest.approx([r.loss for r in expected], rel=1e-3)
    torch.testing.assert_close(parameters_of(in_pieces), parameters_of(whole), rtol=1e-3, atol=1e-4)


@INSTANCES
def test_a_step_from_pixels_is_heard_of_after_each_piece(instance: str):
    reports = list(from_pixels(instance).run())
    steps = [k for k, report in enumerate(reports) if isinstance(report, StepReport)]
    assert len(steps) == 6
    pieces = 20 // PIECE
    for number, k in enumerate(steps[1:], start=2):  # the first of StoRM has its gradient already
        gradients = 2 if instance == "storm" and number != 3 else 1  # afresh after the hand-over
        between = reports[k - 2 * pieces * gradients : k]
        assert [(r.done, r.total) for r in between if isinstance(r, LookReport)] == [
            (done + 1, 2 * pieces) for _ in range(gradients) for done in range(2 * pieces)
        ]


@INSTANCES
def test_closed_at_any_report_of_an_epoch_a_run_goes_on_from_the_one_before(library: Library, instance: str):
    whole, taken = from_pixels(instance), Taken({"what": instance})
    expected = finish(counted(whole, TrainingStage.VERSION))
    for reports in range(1, 5 * 20 // PIECE, 7):
        work = run_with_checkpoints(from_pixels(instance), library, taken, False)
        while next(work).epoch is None:  # type: ignore[attr-defined]
            pass
        for _ in range(reports):
            next(work)
        work.close()
        resumed = from_pixels(instance)
        epochs = finish(run_with_checkpoints(resumed, library, taken, True))
        assert [(e.loss, e.validation_map) for e in epochs] == [(e.loss, e.validation_map) for e in expected]
        assert all_equal(parameters_of(resumed), parameters_of(whole)), reports


@INSTANCES
def test_closed_within_a_step_the_parameters_are_those_before_it(instance: str):
    trainer = from_pixels(instance)
    running = trainer.run()
    for report in running:
        if isinstance(report, StepReport) and report.epoch == 3:
            break
    before = parameters_of(trainer)
    for _ in range(2 * 20 // PIECE + (3 if instance == "storm" else -1)):  # for StoRM, at the previous iterate
        assert isinstance(next(running), LookReport)
    running.close()  # type: ignore[attr-defined]
    assert all_equal(parameters_of(trainer), before)
