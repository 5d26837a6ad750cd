"""Epochs of trainings on made-up features, what each computes in seconds of one thread, and how much of that are
products of matrices. Run by tests/benchmarks/training.py, which says what is compared; prints JSON.

    python tests/benchmarks/training_epochs.py ROUNDS
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import softplus
from torch.utils._python_dispatch import TorchDispatchMode

from engine.dualhash.settings import Settings
from engine.learning.methods import settings_of
from engine.learning.trainers import new_network, new_trainer
from engine.learning.whole_library import surroundings
from engine.progress import finish
from engine.training.inputs import FeatureInputs
from engine.training.material import Material
from engine.training.pairs import similarity
from engine.training.randomness import generator
from engine.training.reports import EpochReport
from engine.training.targets import Targets

METHOD = "dualhash-stom"
IMAGES, DIMENSIONS, KINDS, LABELLED = 10_000, 1280, 10, 2_000
PRODUCTS = {"mm", "addmm", "bmm", "baddbmm", "mv", "addmv", "dot"}

Epoch = Callable[[], None]


def made_up(count: int, seed: int) -> tuple[Tensor, np.ndarray]:
    """Features in clusters, and of which kind each is, as a matrix of one column a kind."""
    random = np.random.default_rng(seed)
    centres_CD = np.random.default_rng(99).standard_normal((KINDS, DIMENSIONS), np.float32)
    kind_N = random.integers(0, KINDS, count)
    features_ND = centres_CD[kind_N] * 0.25 + random.standard_normal((count, DIMENSIONS), np.float32)
    return torch.from_numpy(features_ND), np.eye(KINDS, dtype=bool)[kind_N]


@dataclass
class Compared:
    """A training past its hand-over, with penalty, B and Λ, and plain SGD on its network and batches."""

    epoch: Callable[[], float]  # gives its loss
    plain: Epoch


def default() -> Compared:
    """On a whole library, of which a fifth has labels."""
    features_ND, kinds_NC = made_up(IMAGES, 1)
    labels_NC = kinds_NC & (np.arange(IMAGES) < LABELLED)[:, None]
    settings = _lasting(learn_from="library")
    rows = np.arange(IMAGES)
    around = finish(surroundings(features_ND.numpy().astype(np.float16), rows, settings.base_bits_used, 0, "cpu"))
    targets = Targets(torch.from_numpy(labels_NC), ())
    return _compared(settings, around.material(rows, targets, "cpu"), around.dimensions, kinds_NC)


def labels_only() -> Compared:
    """On as many images, all of which have labels."""
    features_ND, kinds_NC = made_up(IMAGES, 1)
    settings = _lasting(learn_from="labels")
    targets = Targets(torch.from_numpy(kinds_NC), ())
    material = Material(FeatureInputs(features_ND), torch.arange(IMAGES), targets, None)
    return _compared(settings, material, DIMENSIONS, kinds_NC)


def _lasting(**changes: Any) -> Settings:
    settings = settings_of(METHOD, epochs=1000, hand_over=0.0, measure_every=0, **changes)
    assert isinstance(settings, Settings)
    return settings


def _compared(settings: Settings, material: Material, dimensions: int, kinds_NC: np.ndarray) -> Compared:
    trainer = new_trainer(METHOD, settings, new_network(METHOD, settings, dimensions), material)
    reports = trainer.run()

    def epoch() -> float:
        while not isinstance(report := next(reports), EpochReport):
            pass
        return report.loss

    random, objective = generator(0, 0), trainer._objective
    parts = objective.in_order(material.rows, random).tensor_split(trainer.steps_an_epoch)
    batches = [objective.batch_rows(rows_m, random) for rows_m in parts]
    return Compared(epoch, _plain(settings, material, dimensions, batches, torch.from_numpy(kinds_NC).float()))


def _plain(
    settings: Settings, material: Material, dimensions: int, batches: list[Tensor], kinds_NC: Tensor
) -> Epoch:
    """Written out: forward, pairwise likelihood, backward, torch's SGD."""
    network = new_network(METHOD, settings, dimensions)
    network.train()
    sgd = torch.optim.SGD(network.parameters(), 1.0, momentum=0.905, weight_decay=5e-4, nesterov=True)

    def epoch() -> None:
        for rows_m in batches:
            s_mm = similarity(kinds_NC[rows_m])
            w_mm = torch.where(s_mm > 0, 5.0, 0.5)
            u_mK = torch.tanh(network(material.inputs.plain(rows_m)))
            theta_mm = settings.alpha_used / 2 * (u_mK @ u_mK.T)
            loss = (w_mm * (softplus(theta_mm) - s_mm * theta_mm)).mean()
            sgd.zero_grad()
            loss.backward()
            sgd.step()

    return epoch


class _Timed(TorchDispatchMode):
    """Seconds of this thread in products of matrices, the way back included."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    def __torch_dispatch__(self, what: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if what.__name__.partition(".")[0] not in PRODUCTS:
            return what(*args, **(kwargs or {}))
        began = time.thread_time()
        result = what(*args, **(kwargs or {}))
        self.seconds += time.thread_time() - began
        return result


def computed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def in_products(work: Callable[[], object]) -> float:
    with _Timed() as timed:
        work()
    return timed.seconds


def main(rounds: int) -> None:
    torch.set_num_threads(1)
    found = {}
    for name, made in {"by default, on a whole library": default(), "on labels alone": labels_only()}.items():
        loss = made.epoch()  # B and Λ start
        made.plain()
        taken = [(computed(made.epoch), computed(made.plain), in_products(made.epoch)) for _ in range(rounds)]
        found[name] = {"taken": taken, "losses": (loss, made.epoch())}
    print(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]))
