"""Training by several processes against one, each with one thread, and what of it they spend talking.

    python tests/benchmarks/training_together.py [--processes 2] [--steps 60]

Hash layers as wide as those of a library, on features as wide as EfficientNet-Lite0's, and a small whole network
on pictures. One process and several take turns, and ratios are of turns side by side. Talking is what the processes
spend in sums and gatherings, waiting for each other included. On a machine with other work, whose processes wait
for a core most of the time, only processor time tells anything.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
import torch.distributed as dist
from torch import nn

from engine.dualhash.settings import Settings
from engine.learning.trainers import new_network, new_trainer
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.material import Material
from engine.training.pixels import PixelInputs
from engine.training.reports import StepReport
from engine.training.targets import Targets
from tests.training.several import done_by
from tests.training.test_pixel_inputs import SMALL, noisy

TURNS, WIDE, IMAGES, CLASSES, SIDE = 3, 1280, 4096, 10, 64


def on_features() -> tuple[Inputs, int, nn.Module | None]:
    features_ND = torch.randn(IMAGES, WIDE, generator=torch.Generator().manual_seed(0))
    return FeatureInputs(features_ND), WIDE, None


def from_pixels() -> tuple[Inputs, int, nn.Module | None]:
    layers: list[nn.Module] = []
    for inputs, outputs in ((3, 32), (32, 64), (64, 128)):
        layers += [nn.Conv2d(inputs, outputs, 3, stride=2), nn.BatchNorm2d(outputs), nn.ReLU()]
    backbone = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten())
    return PixelInputs(noisy(IMAGES // 8, SIDE), SQUARES), 128, backbone


SQUARES = replace(SMALL, resize=SIDE, side=SIDE)
WORK = {"hash layers on features": on_features, "a whole network": from_pixels}


def seconds_a_step(name: str, steps: int, hidden: int, batch: int) -> dict[str, float]:
    """In the mean of `steps`, after some to get going, and of that what was spent in talking."""
    torch.set_num_threads(1)
    inputs, dimensions, backbone = WORK[name]()
    settings = Settings(bits=64, hidden=hidden, batch=batch, epochs=1000, measure_every=0, hand_over=0.0)
    labels_NC = torch.eye(CLASSES, dtype=torch.bool)[torch.arange(len(inputs)) % CLASSES]
    material = Material(inputs, torch.arange(len(inputs)), Targets(labels_NC))
    trainer = new_trainer(
        "dualhash-stom", settings, new_network("dualhash-stom", settings, dimensions, backbone), material
    )
    talked = _Talk()
    began, computed, done = 0.0, 0.0, 0
    for report in trainer.run():
        if isinstance(report, StepReport):
            done += 1
            if done == 5:
                began, computed, talked.seconds = time.perf_counter(), time.process_time(), 0.0
            if done == 5 + steps:
                break
    spent = time.perf_counter() - began
    computed = time.process_time() - computed
    return {"step": spent / steps, "computed": computed / steps, "talking": talked.seconds / spent}


class _Talk:
    """The seconds that this process spends in collectives."""

    def __init__(self) -> None:
        self.seconds = 0.0
        for name in ("all_reduce", "all_gather"):
            setattr(dist, name, self._timed(getattr(dist, name)))

    def _timed(self, talk: Any) -> Any:
        def timed(*given: Any, **named: Any) -> Any:
            began = time.perf_counter()
            try:
                return talk(*given, **named)
            finally:
                self.seconds += time.perf_counter() - began

        return timed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--steps", type=int, default=60)
    arguments = parser.parse_args()
    for name, hidden, batch in (("hash layers on features", 1024, 256), ("a whole network", 256, 48)):
        turns: list[tuple[float, ...]] = []
        with TemporaryDirectory() as folder:
            for _ in range(TURNS):
                given = (name, arguments.steps, hidden, batch)
                one, several = (
                    done_by(count, seconds_a_step, Path(folder) / str(count), *given)
                    for count in (1, arguments.processes)
                )
                less = one["computed"] / several["computed"]
                turns.append(
                    (one["step"], one["step"] / several["step"], several["talking"], one["computed"], less)
                )
        step, faster, talking, computed, less = (statistics.median(each) for each in zip(*turns, strict=True))
        print(
            f"{name}: one process {1000 * step:.1f} ms a step; {arguments.processes} are {faster:.2f} times as fast"
            f" ({', '.join(f'{turn[1]:.2f}' for turn in turns)}), {talking:.0%} of it talking; of processor"
            f" time one takes {1000 * computed:.1f} ms, each of them {less:.2f} times less"
        )


if __name__ == "__main__":
    main()
