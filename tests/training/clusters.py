"""Clusters of features whose classes are known, and trainers of small networks on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.dualhash.settings import Settings
from engine.dualhash.training import dualhash_trainer
from engine.learning.trainers import new_network
from engine.progress import finish
from engine.training.inputs import FeatureInputs, Inputs, PartOfRows, whole
from engine.training.material import Material
from engine.training.pairs import LabelPairs
from engine.training.reports import EpochReport, Report
from engine.training.trainer import Trainer
from engine.training.validation import Validation
from tests.dualhash.presets import preset

DIMENSIONS = 12
SMALL: dict[str, Any] = {"bits": 16, "hidden": 24, "batch": 32, "measure_every": 0}


@dataclass(frozen=True)
class Clusters:
    """Features around one centre for each class, and queries around the same centres."""

    features_ND: Tensor
    labels_NC: Tensor
    queries_QD: Tensor
    query_labels_QC: Tensor


def clusters(count: int = 96, classes: int = 4, spread: float = 0.5, seed: int = 1) -> Clusters:
    random = torch.Generator().manual_seed(seed)
    centres_CD = torch.randn(classes, DIMENSIONS, generator=random)

    def around(amount: int) -> tuple[Tensor, Tensor]:
        classes_N = torch.arange(amount) % classes
        noise_ND = spread * torch.randn(amount, DIMENSIONS, generator=random)
        return centres_CD[classes_N] + noise_ND, torch.eye(classes, dtype=torch.bool)[classes_N]

    return Clusters(*around(count), *around(count // 2))


def small(name: str = "balanced", **changes: Any) -> Settings:
    return preset(name, **(SMALL | changes))


def validation_on(data: Clusters) -> Validation:
    return Validation(
        FeatureInputs(data.queries_QD, "cpu"),
        data.query_labels_QC.numpy(),
        torch.arange(len(data.features_ND)),
        data.labels_NC.numpy(),
    )


def indifferent_validation(data: Clusters) -> Validation:
    """All share one label, so that the mAP is 1 whatever the codes."""
    return Validation(
        FeatureInputs(data.queries_QD, "cpu"),
        np.ones((len(data.queries_QD), 1), np.bool_),
        torch.arange(len(data.features_ND)),
        np.ones((len(data.features_ND), 1), np.bool_),
    )


def trainer_on(
    data: Clusters,
    settings: Settings,
    *,
    inputs: Inputs | None = None,
    validation: Validation | None = None,
    backbone: nn.Module | None = None,
    decisions: Sequence[tuple[int, int, bool]] = (),
    device: str = "cpu",
) -> Trainer:
    network = new_network("dualhash-stom", settings, DIMENSIONS, backbone)
    pairs = LabelPairs(data.labels_NC, decisions=decisions, decision_weight=settings.decision_weight)
    rows = torch.arange(len(data.features_ND))
    inputs = inputs or FeatureInputs(data.features_ND)
    return dualhash_trainer(settings, network, Material(inputs, rows, None, validation, device), pairs)


def finished(trainer: Trainer) -> list[EpochReport]:
    """Run to the end; what was said of each epoch."""
    return [report for report in trainer.run() if isinstance(report, EpochReport)]


def outputs_of(trainer: Trainer, features_ND: Tensor) -> Tensor:
    """C in evaluation mode, at the iterate."""
    inputs, rows = FeatureInputs(features_ND, "cpu"), torch.arange(len(features_ND))
    return finish(trainer._passes.of(inputs, rows, trainer._batch))


def epoch_reports(reports: Iterator[Report]) -> Iterator[EpochReport]:
    for report in reports:
        if isinstance(report, EpochReport):
            yield report


def parameters_of(trainer: Trainer) -> list[Tensor]:
    return [p.detach().clone() for p in trainer.network.parameters()]


def all_equal(one: Sequence[Tensor], other: Sequence[Tensor]) -> bool:
    return all(torch.equal(p, q) for p, q in zip(one, other, strict=True))


class RecordingInputs(FeatureInputs):
    """Writes down the rows of each batch that was handed over."""

    def __init__(self, features_ND: Tensor) -> None:
        super().__init__(features_ND, "cpu")
        self.handed: list[Tensor] = []

    def batches(self, rows: Sequence[Tensor], seed: int, part: PartOfRows = whole) -> Iterator[Tensor]:
        for rows_m, inputs_m in zip(rows, super().batches(rows, seed, part), strict=True):
            self.handed.append(rows_m)
            yield inputs_m


class Masked(nn.Module):
    """Dropout that writes down what it drew."""

    def __init__(self) -> None:
        super().__init__()
        self.masks: list[Tensor] = []

    def forward(self, inputs: Tensor) -> Tensor:
        mask = nn.functional.dropout(torch.ones_like(inputs), 0.3, self.training)
        if self.training:
            self.masks.append(mask)
        return inputs * mask
