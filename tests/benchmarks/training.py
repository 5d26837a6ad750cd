"""Training: an epoch as the window trains by default, on a whole library, and one on labels alone, beside plain SGD
on the same network and batches, and how much of it are products of matrices; an epoch of DualHash-StoM and StoRM at
64 bits; 64 bits from 10,000 stored features to figures.

    python tests/benchmarks/training.py [--rounds 7] [--against CHECKOUT] [--epochs-only]

The plain epochs are written out: forward, pairwise likelihood, backward, torch's SGD. The epochs of DualHash are
those after the hand-over, with penalty, B and Λ. All take turns, so that what disturbs one disturbs all; given are
the medians of the rounds. Features are made for it: 10 clusters in 1280 dimensions. The first part counts what one
thread computes, not the clock; `--against` names another checkout of the program, which takes turns, too, and is
asked for its losses, which must be the same.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import softplus

from engine.dualhash.settings import Settings
from engine.dualhash.training import dualhash_trainer
from engine.evaluation.metrics import measures
from engine.evaluation.rankings import Sides, rank
from engine.learning.trainers import new_network
from engine.training.inputs import FeatureInputs
from engine.training.material import Material
from engine.training.network import folded
from engine.training.pairs import LabelPairs, similarity
from engine.training.reports import EpochReport
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation

IMAGES, QUERIES, DIMENSIONS, LABELS, BATCH = 10_000, 5_000, 1280, 10, 256


HERE = str(Path(__file__).parents[2])
TURNS = 2  # of each checkout, a process of its own each


def make_images(count: int, seed: int) -> tuple[torch.Tensor, np.ndarray]:
    random = np.random.default_rng(seed)
    centres_CD = np.random.default_rng(99).standard_normal((LABELS, DIMENSIONS), np.float32)
    label_N = random.integers(0, LABELS, count)
    features_ND = centres_CD[label_N] * 0.25 + random.standard_normal((count, DIMENSIONS), np.float32)
    return torch.from_numpy(features_ND), np.eye(LABELS, dtype=bool)[label_N]


def plain_epochs(features_ND: torch.Tensor, labels_NC: np.ndarray) -> Callable[[], None]:
    settings = Settings()
    network = new_network("dualhash-stom", settings, DIMENSIONS)
    network.train()
    sgd = torch.optim.SGD(network.parameters(), 1.0, momentum=0.905, weight_decay=5e-4, nesterov=True)
    targets_NC = torch.from_numpy(labels_NC).float()

    def epoch() -> None:
        for rows_m in torch.randperm(len(features_ND)).tensor_split(round(len(features_ND) / BATCH)):
            s_mm = similarity(targets_NC[rows_m])
            w_mm = torch.where(s_mm > 0, 5.0, 0.5)
            u_mK = torch.tanh(network(features_ND[rows_m]))
            theta_mm = settings.alpha_used / 2 * (u_mK @ u_mK.T)
            loss = (w_mm * (softplus(theta_mm) - s_mm * theta_mm)).mean()
            sgd.zero_grad()
            loss.backward()
            sgd.step()

    return epoch


def dualhash_epochs(features_ND: torch.Tensor, labels_NC: np.ndarray, instance: str) -> Callable[[], None]:
    """Each call runs one epoch of a training that is past its hand-over."""
    settings = Settings(instance=instance, epochs=1000, hand_over=0.0, measure_every=0)
    network = new_network("dualhash-stom", settings, DIMENSIONS)
    pairs = LabelPairs(torch.from_numpy(labels_NC), rarity=settings.rarity)
    material = Material(FeatureInputs(features_ND), torch.arange(len(features_ND)), None)
    trainer = dualhash_trainer(settings, network, material, pairs)
    reports = trainer.run()

    def epoch() -> None:
        while not isinstance(next(reports), EpochReport):
            pass

    epoch()  # B and Λ start
    return epoch


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compare(rounds: int) -> None:
    features_ND, labels_NC = make_images(IMAGES, 1)
    plain = plain_epochs(features_ND, labels_NC)
    stom = dualhash_epochs(features_ND, labels_NC, "stom")
    storm = dualhash_epochs(features_ND, labels_NC, "storm")
    plain()
    taken = [(seconds(plain), seconds(stom), seconds(storm)) for _ in range(rounds)]
    median = statistics.median(t[0] for t in taken)
    print(f"plain SGD epoch: {median:.2f} s ({IMAGES} images, {torch.get_num_threads()} threads)")
    for at, name, allowed in ((1, "StoM", 1.1), (2, "StoRM", 2.2)):
        ratios = sorted(t[at] / t[0] for t in taken)
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        print(f"{name} / plain: {statistics.median(ratios):.2f} ({spread}; allowed {allowed})")


def train_and_evaluate() -> None:
    features_ND, labels_NC = make_images(IMAGES, 1)
    queries_QD, query_labels_QC = make_images(QUERIES, 2)
    validation = Validation(
        FeatureInputs(queries_QD[:MOST_QUERIES], "cpu"),
        query_labels_QC[:MOST_QUERIES],
        torch.arange(MOST_DATABASE),
        labels_NC[:MOST_DATABASE],
    )
    settings = Settings(epochs=20)
    began = time.perf_counter()
    network = new_network("dualhash-stom", settings, DIMENSIONS)
    pairs = LabelPairs(torch.from_numpy(labels_NC), rarity=settings.rarity)
    rows = torch.arange(IMAGES)
    material = Material(FeatureInputs(features_ND), rows, None, validation)
    for _ in dualhash_trainer(settings, network, material, pairs).run():
        pass
    trained = time.perf_counter() - began
    function = folded(network.layers, features_ND.numpy().mean(axis=0))
    queries_QB, database_NB = function.codes(queries_QD.numpy()), function.codes(features_ND.numpy())
    figures = measures(rank(Sides(queries_QB, query_labels_QC, database_NB, labels_NC, settings.bits)))
    took = time.perf_counter() - began
    print(
        f"64 bits, {IMAGES} stored features, 20 epochs: {trained:.1f} s of training, {took:.1f} s with the figures "
        f"of {QUERIES} queries (allowed 30 s); mAP {figures['mAP']:.3f}"
    )


def epochs_of(checkouts: list[str], rounds: int) -> None:
    """What `training_epochs.py` finds in each."""
    script = os.path.join(HERE, "tests", "benchmarks", "training_epochs.py")
    found: dict[str, list[dict[str, dict[str, list[list[float]]]]]] = {each: [] for each in checkouts}
    for _ in range(TURNS):
        for checkout in checkouts:
            command = [sys.executable, script, str(rounds)]
            environment = {**os.environ, "PYTHONPATH": checkout}
            said = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=checkout, env=environment).stdout
            found[checkout].append(json.loads(said))
    for checkout, turns in found.items():
        for name, about in turns[0].items():
            taken = [each for turn in turns for each in turn[name]["taken"]]
            epoch, plain, products = (statistics.median(each) for each in zip(*taken, strict=True))
            ratio = statistics.median(each[0] / each[1] for each in taken)
            print(f"{'here' if checkout == HERE else checkout}, an epoch {name}:")
            print(f"  {epoch:.3f} s of computing, {ratio:.2f} times plain SGD, {plain:.3f} s")
            print(f"  products of matrices {products:.3f} s, {products / epoch:.0%}; losses {about['losses']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--against", metavar="CHECKOUT")
    parser.add_argument("--epochs-only", action="store_true", help="the first part alone")
    asked = parser.parse_args()
    epochs_of([HERE, *([os.path.abspath(asked.against)] if asked.against else [])], asked.rounds)
    if not asked.epochs_only:
        compare(asked.rounds)
        train_and_evaluate()


if __name__ == "__main__":
    main()
