"""The training loop on a GPU: nothing is left on the CPU, and a lack of memory at any point is survived."""

import logging
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from engine.baselines.settings import DdshSettings, DsdhSettings, DshSettings, StomHashWcrSettings
from engine.learning.methods import METHODS, paper_settings_of
from engine.learning.trainers import new_network, new_trainer
from engine.model.efficientnet_lite0_network import OverViews
from engine.progress import finish
from engine.training.activations import ActivationInputs
from engine.training.inputs import FeatureInputs
from engine.training.looking import seen
from engine.training.material import Material
from engine.training.network import HashNetwork
from engine.training.pixels import PixelInputs
from engine.training.settings import GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.validation import Validation
from tests.dualhash.presets import preset
from tests.pretend_gpu import NAME, PretendGpu, pretend_gpu
from tests.training.clusters import (
    DIMENSIONS,
    Masked,
    all_equal,
    clusters,
    epoch_reports,
    finished,
    parameters_of,
    small,
    trainer_on,
    validation_on,
)
from tests.training.test_pixel_inputs import SMALL as SMALL_PICTURES

DATA = clusters(count=96)
FEW = clusters(count=32)
QUICK: dict[str, Any] = {"bits": 8, "hidden": 16, "batch": 16, "epochs": 2, "measure_every": 2}
ON_NETWORKS = [each.name for each in METHODS.values() if each.trains_networks]
POINTS = 5  # of a run, at which memory ends


@pytest.fixture
def gpu() -> Iterator[PretendGpu]:
    with pretend_gpu() as device:
        yield device


class Eye(nn.Module):
    """A small network for small pictures, with all that a large one has: convolution, BatchNorm, dropout."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(3)
        self.layers = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2), nn.BatchNorm2d(8), nn.ReLU(inplace=True), nn.Dropout(0.1)
        )

    def forward(self, x_mCHW: Tensor) -> Tensor:
        features_mD: Tensor = self.layers(x_mCHW).mean(dim=(2, 3))
        return features_mD


def pictures(count: int = 24) -> tuple[np.ndarray, Tensor]:
    """Squares of three colours with some noise, and whose colour each has."""
    random = np.random.default_rng(1)
    colour_N = np.arange(count) % 3
    pixels = 200 * np.eye(3)[colour_N][:, None, None, :] + random.integers(0, 55, (count, 16, 16, 3))
    return pixels.astype(np.uint8), torch.eye(3, dtype=torch.bool)[torch.from_numpy(colour_N)]


def whole(name: str, device: str, **changes: Any) -> Trainer:
    """Trains a whole network from pixels."""
    pixels, labels_NC = pictures()
    settings = paper_settings_of(name, **(QUICK | changes))
    assert isinstance(settings, GradientSettings)
    network = new_network(name, settings, 8, Eye())
    inputs = PixelInputs(pixels, SMALL_PICTURES)
    validation = Validation(
        PixelInputs(pixels[:12], SMALL_PICTURES), labels_NC[:12].numpy(), torch.arange(24), labels_NC.numpy()
    )
    material = Material(inputs, torch.arange(24), Targets(labels_NC), validation, device)
    return new_trainer(name, settings, network, material)


def on_features(device: str, **changes: Any) -> Trainer:
    settings = small(**({"epochs": 3, "batch": 32, "measure_every": 2} | changes))
    return trainer_on(DATA, settings, validation=validation_on(DATA), device=device)


def state_of(trainer: Trainer) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """As it comes out of a file."""
    tensors, values = trainer.state()
    return {name: tensor.detach().to("cpu", copy=True) for name, tensor in tensors.items()}, values


def devices_of(trainer: Trainer) -> set[str]:
    return {each.device.type for each in (*trainer.network.parameters(), *trainer.network.buffers())}


def is_well(trainer: Trainer) -> bool:
    return all(bool(torch.isfinite(each.cpu()).all()) for each in parameters_of(trainer))


# ---- everything lies where it belongs ----


@pytest.mark.parametrize("name", ON_NETWORKS)
def test_each_method_trains_a_whole_network_from_pinned_pictures(gpu: PretendGpu, name: str):
    trainer = whole(name, NAME)
    reports = finished(trainer)
    assert len(reports) == 2
    assert devices_of(trainer) == {NAME}
    assert is_well(trainer)
    assert gpu.halved == {torch.bfloat16}
    assert gpu.from_pinned
    assert not gpu.from_unpinned


@pytest.mark.parametrize("name", ["dualhash-stom", "dualhash-storm", "dsdh"])
def test_a_gpu_that_computes_exactly_comes_to_what_the_cpu_comes_to(gpu: PretendGpu, name: str):
    """All that is drawn at random is drawn on the CPU, but for dropout."""
    gpu.has_half = False
    runs = []
    for device in ("cpu", NAME):
        trainer = whole(name, device)
        trainer.network.backbone.layers[3].p = 0.0
        runs.append((finished(trainer), [each.cpu() for each in parameters_of(trainer)]))
    (on_cpu, expected), (on_gpu, found) = runs
    for one, other in zip(on_cpu, on_gpu, strict=True):
        assert other.loss == pytest.approx(one.loss, rel=1e-3)
        assert other.validation_map == pytest.approx(one.validation_map, abs=0.05)
    for one, other in zip(expected, found, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-2, atol=1e-3)


def test_a_half_precision_that_has_no_bfloat16_scales_its_loss(gpu: PretendGpu):
    gpu.has_bfloat16 = False
    trainer = on_features(NAME, epochs=6)
    assert (finished(trainer)[-1].validation_map or 0) > 0.9
    assert gpu.halved == {torch.float16}


def test_both_gradients_of_a_step_of_storm_see_the_same_dropout(gpu: PretendGpu):
    backbone = Masked()
    settings = small(instance="storm", epochs=1, batch=24)
    finished(trainer_on(DATA, settings, backbone=backbone, device=NAME))
    masks = [mask.cpu() for mask in backbone.masks]
    pairs = list(zip(masks[1::2], masks[2::2], strict=True))  # after the first step, which has one gradient
    assert len(pairs) == 3
    assert all(torch.equal(one, other) for one, other in pairs)
    assert not torch.equal(masks[0], masks[1])


def test_what_is_drawn_on_a_gpu_follows_from_the_seed(gpu: PretendGpu):
    first, again = whole("dualhash-storm", NAME), whole("dualhash-storm", NAME)
    finished(first)
    torch.manual_seed(5)
    finished(again)
    assert all_equal([p.cpu() for p in parameters_of(first)], [p.cpu() for p in parameters_of(again)])


# ---- going on elsewhere ----


@pytest.mark.parametrize(("began", "goes_on"), [(NAME, "cpu"), ("cpu", NAME), (NAME, NAME)])
@pytest.mark.parametrize("instance", ["stom", "storm"])
def test_a_run_goes_on_on_another_device(gpu: PretendGpu, instance: str, began: str, goes_on: str):
    gpu.has_half = False
    changes: dict[str, Any] = {"instance": instance, "epochs": 4, "hand_over": 0.25}
    undisturbed, first = (on_features(began, **changes) for _ in range(2))
    expected = finished(undisturbed)
    for report in epoch_reports(first.run()):
        if report.epoch == 2:
            break
    second = on_features(goes_on, **changes)
    second.load_state(*state_of(first))
    assert devices_of(second) == {goes_on}
    reports = finished(second)
    assert [report.loss for report in reports] == pytest.approx([report.loss for report in expected[2:]], rel=1e-3)
    assert devices_of(second) == {goes_on}


@pytest.mark.parametrize("name", ["dsdh", "ddsh", "stomhash-wcr"])
def test_methods_with_codes_of_their_own_go_on_on_another_device(gpu: PretendGpu, name: str):
    first = whole(name, NAME, epochs=3)
    for report in epoch_reports(first.run()):
        if report.epoch == 2:
            break
    second = whole(name, "cpu", epochs=3)
    second.load_state(*state_of(first))
    assert len(finished(second)) == 1
    assert is_well(second)


# ---- too little memory ----

SETTINGS: dict[str, GradientSettings] = {
    "dualhash-stom": preset("balanced", **QUICK),
    "dualhash-storm": preset("balanced", **QUICK, instance="storm", first_batch=1.0),
    "dsdh": DsdhSettings(**QUICK),
    "ddsh": DdshSettings(**QUICK, subset=8, inner=2),
    "dsh": DshSettings(**QUICK),  # by an optimiser of torch
    "stomhash-wcr": StomHashWcrSettings(**QUICK),
}


def of_method(name: str, device: str) -> Trainer:
    settings = SETTINGS[name]
    network = new_network(name, settings, DIMENSIONS)
    rows, targets = torch.arange(len(FEW.features_ND)), Targets(FEW.labels_NC)
    material = Material(FeatureInputs(FEW.features_ND), rows, targets, validation_on(FEW), device)
    return new_trainer(name, settings, network, material)


def points(gpu: PretendGpu, run: Trainer) -> list[int]:
    """Allocations spread over a run that is not disturbed, the first and the last among them."""
    finished(run)
    return sorted({1, 2, *np.linspace(1, gpu.allocations, POINTS).astype(int).tolist()})


@pytest.mark.parametrize("name", SETTINGS)
def test_a_lack_of_memory_at_any_point_is_survived(gpu: PretendGpu, name: str, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.ERROR)
    for at in points(gpu, of_method(name, NAME)):
        gpu.reset()
        gpu.fails_once(at)
        trainer = of_method(name, NAME)
        reports = finished(trainer)
        assert [report.epoch for report in reports] == [1, 2]
        assert all(np.isfinite(report.loss) for report in reports), at
        assert is_well(trainer)
        assert len(devices_of(trainer)) == 1


@pytest.mark.parametrize("name", SETTINGS)
def test_a_gpu_that_is_full_from_any_point_on_leaves_it_to_the_cpu(gpu: PretendGpu, name: str):
    for at in points(gpu, of_method(name, NAME))[:-1]:
        gpu.reset()
        gpu.is_full_from(at)
        trainer = of_method(name, NAME)
        reports = finished(trainer)
        assert [report.epoch for report in reports] == [1, 2]
        assert devices_of(trainer) == {"cpu"}, at
        assert trainer.device.type == "cpu"
        assert is_well(trainer)


def test_batches_are_halved_before_the_cpu_takes_over(gpu: PretendGpu, caplog: pytest.LogCaptureFixture):
    trainer = on_features(NAME, epochs=4, hand_over=0.0, dual="orthant")
    reports = trainer.run()
    while next(reports).epoch == 1:
        pass
    gpu.is_full_from(1)
    with caplog.at_level(logging.WARNING):
        told = list(epoch_reports(reports))
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "Out of memory; going on with batches of 16.",
        "Out of memory; going on with batches of 8.",
        "Out of memory on the GPU; going on with the CPU.",
    ]
    assert gpu.cache_emptied == 2
    assert [report.batch for report in told] == [8, 8, 8]
    assert (told[-1].validation_map or 0) > 0.9


def test_a_whole_network_that_no_longer_fits_goes_on_on_the_cpu(gpu: PretendGpu):
    for at in points(gpu, whole("dualhash-storm", NAME))[:-1]:
        gpu.reset()
        gpu.is_full_from(at)
        trainer = whole("dualhash-storm", NAME)
        assert len(finished(trainer)) == 2
        assert devices_of(trainer) == {"cpu"}, at
        assert is_well(trainer)


def test_looking_at_pictures_goes_on_on_the_cpu(gpu: PretendGpu):
    pixels, _ = pictures(48)  # too many for one look
    network = HashNetwork(Eye(), nn.Sequential()).eval()
    expected_ND = finish(seen(network, PixelInputs(pixels, SMALL_PICTURES)))
    for at in (1, 4, 8):
        network.to(NAME)
        inputs = PixelInputs(pixels, SMALL_PICTURES, NAME)
        gpu.is_full_from(at)
        np.testing.assert_allclose(finish(seen(network, inputs)), expected_ND, atol=1e-5)
        assert network.device.type == "cpu"
        gpu.reset()


def last_blocks(device: str, **changes: Any) -> Trainer:
    """Trains a network on what comes before it, for two views of each picture."""
    _, labels_NC = pictures()
    random = np.random.default_rng(2)
    colour_N = np.arange(24) % 3
    x_NVCHW = np.eye(3)[colour_N][:, None, :, None, None] + random.normal(0, 0.2, (24, 2, 3, 5, 5))
    settings = paper_settings_of("dualhash-stom", **(QUICK | changes))
    assert isinstance(settings, GradientSettings)
    network = new_network("dualhash-stom", settings, 8, OverViews(Eye()))
    network.backbone.blocks.layers[3].p = 0.0  # type: ignore[union-attr,index]
    inputs = ActivationInputs(x_NVCHW.astype(np.float16))
    queries = ActivationInputs(x_NVCHW[:12].astype(np.float16))
    validation = Validation(queries, labels_NC[:12].numpy(), torch.arange(24), labels_NC.numpy())
    material = Material(inputs, torch.arange(24), Targets(labels_NC), validation, device)
    return new_trainer("dualhash-stom", settings, network, material)


def test_blocks_on_what_comes_before_them_are_trained_there_as_on_the_cpu(gpu: PretendGpu):
    gpu.has_half = False
    on_cpu, on_gpu = last_blocks("cpu"), last_blocks(NAME)
    expected, found = finished(on_cpu), finished(on_gpu)
    assert devices_of(on_gpu) == {NAME}
    assert [one.loss for one in found] == pytest.approx([one.loss for one in expected], rel=1e-3)
    for one, other in zip(parameters_of(on_cpu), parameters_of(on_gpu), strict=True):
        torch.testing.assert_close(other.cpu(), one, atol=1e-3, rtol=1e-3)


def test_they_go_on_to_the_last_bit_where_they_were_interrupted():
    whole_run = last_blocks("cpu")
    reports = epoch_reports(whole_run.run())
    next(reports)
    tensors, values = state_of(whole_run)
    list(reports)
    resumed = last_blocks("cpu")
    resumed.load_state(tensors, values)
    assert len(finished(resumed)) == 1
    assert all_equal(parameters_of(resumed), parameters_of(whole_run))


def test_a_gpu_without_room_for_them_is_left_for_the_cpu(gpu: PretendGpu):
    for at in points(gpu, last_blocks(NAME))[:-1]:
        gpu.reset()
        gpu.is_full_from(at)
        trainer = last_blocks(NAME)
        assert len(finished(trainer)) == 2
        assert devices_of(trainer) == {"cpu"}, at
        assert is_well(trainer)
