"""DualHash on labels of which some are rare, with pairs weighed by rarity and without: mAP on validation images.

    python tests/benchmarks/rare_labels.py CIFAR10 SPLIT

CIFAR-10 with 1,000 training images of the first class, 600 of the second, and so on down to 10 of the last. Two
ways of asking: queries as frequent as the training images, and the same number of each class.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.experiments.data import data_sets
from engine.experiments.data.split import Data, Part, Split
from engine.experiments.preparing import Wanted, prepared
from engine.experiments.results import Result, Run
from engine.experiments.runs import Runs
from engine.progress import finish

SIZES = [round(1000 * 0.6**number) for number in range(10)]
QUERIES = {"as frequent as in training": [size // 4 + 1 for size in SIZES], "as many of each": [100] * 10}
BITS, EPOCHS, SEEDS = 64, 20, 3


def thinned(part: Part, sizes: list[int]) -> Part:
    """The first so many of each class, mixed."""
    classes_N = part.labels_NC.argmax(axis=1)
    rows = np.concatenate([np.flatnonzero(classes_N == number)[:size] for number, size in enumerate(sizes)])
    rows = np.random.default_rng(0).permutation(rows)
    return Part(np.ascontiguousarray(part.inputs[rows]), part.labels_NC[rows])


def mAP_of(data: Data, rarity: float, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        run = Run("dualhash-stom", BITS, seed, EPOCHS, "valid", {"rarity": rarity})
        result = finish(Runs(Path(folder), {}, data).do(run))
    assert isinstance(result, Result)
    figure = result.measures["mAP"]
    assert figure is not None
    return figure


def main() -> None:
    data_set = data_sets.read("cifar10", Path(sys.argv[1]), Path(sys.argv[2]))
    with tempfile.TemporaryDirectory() as scratch:
        wanted = Wanted("efficientnet_lite0", (), "head", data_set.at)
        data = finish(prepared(data_set, wanted, Path(scratch))).data
        train = thinned(data.own.train, SIZES)
        for queries, sizes in QUERIES.items():
            valid = thinned(data.own.valid, sizes)
            thin = replace(data, splits={data.backbone: Split(train, valid, valid)})
            for rarity in (0.0, 1.0):
                figures = [mAP_of(thin, rarity, seed) for seed in range(SEEDS)]
                mean, spread = np.mean(figures), np.std(figures, ddof=1)
                print(f"queries {queries}, rarity {rarity:g}: mAP {mean:.3f} ± {spread:.3f}", flush=True)


if __name__ == "__main__":
    main()
