"""A run and what is kept of it. Light: no torch.

A run is one method, one code length, one seed and its settings. Its result is all that tables and figures are made
of; it lies in a file (see runs.py).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.errors import BugError
from engine.experiments.spread import Number

# mAP is that at the experiment's own K; mAP_arbitrary is the same with equal distances as the database lies.
MEASURES = (
    "mAP",
    "mAP_all",
    "mAP_arbitrary",
    "precision_at_10",
    "precision_at_100",
    "precision_at_radius_2",
    "quantisation_error",
    "intra_distance",
    "inter_distance",
    "separability",
    "seconds",
    "seconds_per_epoch",
)
OPTIONAL = ("seconds_per_epoch",)  # a method without epochs has none
OF_EPOCHS = ("seconds", "loss", "validation_mAP", "quantisation_error")
CURVES = {
    "top_k": ("k", "precision"),
    "precision_recall": ("recall", "precision"),
    "distances": ("intra", "inter"),
}

PRECISION_DIGITS = 4  # of each query's average precision, so that a run stays a small file

RunMeasures = dict[str, Number]


@dataclass(frozen=True, slots=True)
class Run:
    """`measured_on` is "valid" while tuning and "test" for the figures of the table."""

    method: str
    bits: int
    seed: int
    epochs: int
    measured_on: Literal["valid", "test"]
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method}, {self.bits} bits, seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Result:
    """Measures by name; one list of epochs for each of OF_EPOCHS; the curves, each as lists by name.

    `average_precisions` are what mAP is the mean of, one for each query that has something to find, in their order.
    A run of an earlier format has none.
    """

    run: Run
    measures: RunMeasures
    epochs: Mapping[str, Sequence[Number]]
    curves: Mapping[str, Mapping[str, Sequence[float]]]
    average_precisions: Sequence[float] = ()

    def __post_init__(self) -> None:
        """What is not whole is refused: a damaged file, or a measure that is no number."""
        for name in MEASURES:
            if not (self.measures[name] is None and name in OPTIONAL):
                finite(self.measures[name])
        lengths = {len(_numbers(self.epochs[name])) for name in OF_EPOCHS}
        for curve, lists in CURVES.items():
            if len({len(_numbers(self.curves[curve][name], whole=True)) for name in lists}) > 1:
                raise BugError(f"the lists of {curve} are not equally long")
        if len(lengths) > 1:
            raise BugError("epochs are told of in lists of different lengths")
        _numbers(self.average_precisions, whole=True)

    def document(self) -> dict[str, Any]:
        return {
            "measures": self.measures,
            "epochs": self.epochs,
            "curves": self.curves,
            "average_precisions": self.average_precisions,
        }


def read_result(run: Run, document: Mapping[str, Any]) -> Result:
    """What `Result.document` was written from."""
    precisions = document.get("average_precisions", ())
    return Result(run, document["measures"], document["epochs"], document["curves"], precisions)


@dataclass(frozen=True, slots=True)
class Failed:
    """A run that came to no result, and why: its loss was not finite any more."""

    run: Run
    reason: str


def all_failed(method: str, bits: int) -> str:
    """A sentence about a method that is left out of the table."""
    return f"{method}, {bits} bits: Training stopped with all settings that were tried, so it is left out."


def finite(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise BugError("a run was measured, but a figure is not a finite number")
    return value


def _numbers(values: Sequence[Number], whole: bool = False) -> Sequence[Number]:
    for value in values:
        if value is not None or whole:
            finite(value)
    return values
