"""Small trainings of every method, as one process or several do them.

In double precision, or Adam makes large steps of the noise in a gradient that is nought, such as that of a bias in
front of BatchNorm, and codes that are solved for bit by bit follow it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.learning.methods import METHODS, paper_settings_of, settings_of
from engine.learning.trainers import new_network, new_trainer
from engine.training.inputs import FeatureInputs
from engine.training.material import Material
from engine.training.neighbourhood import Neighbourhood, nearest_neighbours
from engine.training.network import HashNetwork
from engine.training.pixels import PixelInputs
from engine.training.reports import EpochReport, StepReport
from engine.training.settings import GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.validation import Validation
from tests.training.clusters import DIMENSIONS, clusters, validation_on
from tests.training.test_pixel_inputs import SMALL, noisy

# 95 images in batches of 48 and 47: the shares of two processes differ, and those of three.
COUNT, PLAIN = 95, {"bits": 16, "hidden": 24, "batch": 46, "epochs": 2, "measure_every": 2, "seed": 3}
BY_GRADIENTS = [name for name, each in METHODS.items() if each.trains_networks]
DATA = clusters(COUNT)


class Convolved(nn.Module):
    """A backbone of two layers, with a BatchNorm of its own."""

    def __init__(self, seed: int = 5) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.layers = nn.Sequential(
            nn.Conv2d(3, 6, 3, stride=2), nn.BatchNorm2d(6), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten()
        )

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.layers(x)
        return found


def material(name: str) -> Material:
    """Some images have no label, and two pairs were decided upon."""
    labels_NC = DATA.labels_NC.clone()
    labels_NC[90:] = False
    targets = Targets(labels_NC, decisions=[(0, 92, True), (1, 92, False)])
    inputs = FeatureInputs(DATA.features_ND)
    return Material(inputs, torch.arange(COUNT), targets, validation_on(DATA))


def on_features(name: str) -> Trainer:
    settings = paper_settings_of(name, **PLAIN)
    assert isinstance(settings, GradientSettings)
    return new_trainer(name, settings, new_network(name, settings, DIMENSIONS), material(name))


def on_a_library() -> Trainer:
    """DualHash with the neighbourhood of all images."""
    settings = settings_of("dualhash-stom", **PLAIN, base_bits=0)
    assert isinstance(settings, GradientSettings)
    x_ND = nn.functional.normalize(DATA.features_ND)
    near = Neighbourhood(torch.cat(list(nearest_neighbours(x_ND, 5))))
    targets = Targets(DATA.labels_NC & (torch.arange(COUNT) < 40)[:, None])
    lesson = Material(FeatureInputs(DATA.features_ND), torch.arange(COUNT), targets, neighbourhood=near)
    return new_trainer("dualhash-stom", settings, new_network("dualhash-stom", settings, DIMENSIONS), lesson)


def from_pixels(keep_statistics: bool, name: str = "dualhash-storm") -> Trainer:
    """A whole network; with `keep_statistics` it is taken in pieces, as BatchNorm does not go by the batch then."""
    settings = paper_settings_of(name, **PLAIN, hand_over=0.0, learning_rate=0.1)
    assert isinstance(settings, GradientSettings)
    network = new_network(name, settings, 24, Convolved(), keep_statistics)
    pictures = noisy(COUNT + 20)
    queries = Validation(
        PixelInputs(pictures[COUNT:], SMALL),
        DATA.labels_NC[:20].numpy(),
        torch.arange(COUNT),
        DATA.labels_NC.numpy(),
    )
    lesson = Material(PixelInputs(pictures[:COUNT], SMALL), torch.arange(COUNT), Targets(DATA.labels_NC), queries)
    return new_trainer(name, settings, network, lesson)


def learned(trainer: Trainer) -> dict[str, Any]:
    """All that comes of a training, in numbers."""
    reports = list(trainer.run())
    epochs = [each for each in reports if isinstance(each, EpochReport)]
    found: dict[str, Any] = {
        "losses": [each.loss for each in reports if isinstance(each, StepReport)],
        "quantisation": [each.quantisation_error for each in epochs],
        "validation": [each.validation_map or 0.0 for each in epochs],
        "rates": [each.rate for each in epochs],
        "codes": _codes(trainer.network),
    }
    for each in epochs:
        for measure, value in each.measures.items():
            found.setdefault(measure, []).append(value)
    tensors, _ = trainer.state()
    found |= {name: value.double().cpu().numpy() for name, value in tensors.items() if value.is_floating_point()}
    return found


def _codes(network: HashNetwork) -> np.ndarray:
    pictures = torch.from_numpy(noisy(9)).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        x = DATA.queries_QD.float() if isinstance(network.backbone, nn.Identity) else pictures
        found: np.ndarray = (network(x) >= 0).numpy()
    return found


@contextmanager
def exactly() -> Iterator[None]:
    """Within it single precision is double."""
    single = torch.Tensor.float
    torch.set_default_dtype(torch.float64)
    torch.Tensor.float = torch.Tensor.double  # type: ignore[method-assign]
    try:
        yield
    finally:
        torch.Tensor.float = single  # type: ignore[method-assign]
        torch.set_default_dtype(torch.float32)


def every_method() -> dict[str, dict[str, Any]]:
    found = {name: learned(on_features(name)) for name in BY_GRADIENTS}
    found["dualhash-stom, library"] = learned(on_a_library())
    return found


def whole_networks() -> dict[str, dict[str, Any]]:
    """In one look, and in pieces."""
    return {f"statistics kept: {keep}": learned(from_pixels(keep)) for keep in (False, True)}
