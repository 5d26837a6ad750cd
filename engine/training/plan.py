"""How long and how fast a training goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.training.settings import GradientSettings, Output

MEASURE_EVERY = 5  # epochs, where nothing is set,
MEASURED_AT_MOST = 20  # or more, so that it is not done more often than that


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`rate` gives the learning rate of a step, counted from 0 over the whole run."""

    epochs: int
    batch: int
    seed: int
    rate: Callable[[int], float]
    weight_decay: float = 0.0
    patience: int = 0
    keep: Output = "best"
    first_batch: int = 1  # the gradient of the first step is that of so many batches
    measure_every: int = 0
    measure_rows: int = 0


def plan_of(settings: GradientSettings, images: int, rate: Callable[[int], float], first_batch: int = 1) -> Plan:
    """What these settings mean for so many training images."""
    epochs = settings.epochs_for(images)
    measure_every = settings.measure_every
    return Plan(
        epochs=epochs,
        batch=settings.batch_used,
        seed=settings.seed,
        rate=rate,
        weight_decay=settings.weight_decay,
        patience=settings.patience,
        keep=settings.output,
        first_batch=first_batch,
        measure_every=max(MEASURE_EVERY, epochs // MEASURED_AT_MOST) if measure_every is None else measure_every,
        measure_rows=settings.measure_rows,
    )


def planned_steps(settings: GradientSettings, images: int) -> int:
    """Those of the whole run, were it not stopped early."""
    return settings.epochs_for(images) * steps_an_epoch(images, min(settings.batch_used, images))


def steps_an_epoch(rows: int, batch: int) -> int:
    """Batches of nearly equal size, as close to `batch` as that allows; none of one row: BatchNorm needs two."""
    return max(1, min(round(rows / batch), rows // 2))
