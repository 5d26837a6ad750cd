"""What is looked through and measured once a training is over, as one process or several do it."""

import os
from typing import Any

import numpy as np
import pytest
import torch

from engine.evaluation.rankings import Sides, ranking
from engine.experiments import measuring
from engine.experiments.data.split import Part
from engine.experiments.measuring import measured
from engine.experiments.network_methods import NetworkHash
from engine.learning.methods import paper_settings_of
from engine.learning.trainers import new_network
from engine.model.linear_hash import random_projection
from engine.piecework import in_pieces
from engine.progress import finish
from engine.training.looking import seen
from engine.training.network import HashNetwork
from engine.training.pixels import PixelInputs
from tests.training.clusters import clusters
from tests.training.several_lessons import Convolved
from tests.training.test_pixel_inputs import SMALL, noisy

# So many rows in pieces of QUERIES and LOOK: one piece for two or three processes, as many for each, unlike parts.
QUERIES, COUNTS = 7, (1, 7, 8, 20, 50, 71)


def sides(queries: int) -> Sides:
    random = np.random.default_rng(queries)
    codes_NB = random.integers(0, 256, (120, 2), np.uint8)
    labels_NC = random.random((120, 5)) < 0.3
    return Sides(codes_NB[:queries], labels_NC[:queries], codes_NB, labels_NC, 16, np.arange(queries))


def rankings() -> dict[str, np.ndarray]:
    found = {}
    for count in COUNTS:
        ranked = finish(ranking(sides(count), at_once=QUERIES, note=""))
        found |= {f"counts {count}": ranked.counts_QD, f"relevant {count}": ranked.relevant_QD}
    return found


def looks() -> dict[str, np.ndarray]:
    """Of so many pictures, in numbers of both kinds."""
    network = HashNetwork(Convolved(), torch.nn.Identity())
    network.eval()
    found = {}
    for count in COUNTS:
        for kind in (np.float16, np.float32):
            found[f"{count} {kind.__name__}"] = finish(seen(network, PixelInputs(noisy(count), SMALL), kind))
    return found


def who_did_it() -> list[int]:
    """Of each row the process."""
    return finish(in_pieces(_own_number, 10 * QUERIES, QUERIES, "")).tolist()


def _own_number(rows: slice) -> np.ndarray:
    return np.full(rows.stop - rows.start, os.getpid())


def figures_of_a_run() -> dict[str, Any]:
    """What an experiment measures of a whole network, and of hash layers on features."""
    data = clusters(60)
    pictures, labels_NC = noisy(85), np.concatenate([data.labels_NC.numpy()] * 2)[:85]
    settings = paper_settings_of("dualhash-stom", bits=16, hidden=24)
    network = new_network("dualhash-stom", settings, 24, Convolved())
    network.eval()
    whole = NetworkHash(network, SMALL, random_projection(np.eye(24, dtype=np.float32), 16))
    queries, database = Part(pictures[60:], labels_NC[60:]), Part(pictures[:60], labels_NC[:60])
    features_ND = data.features_ND.numpy()
    on_features = random_projection(features_ND, 8)
    part = Part(features_ND, data.labels_NC.numpy())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(measuring, "PAIRS", 60 * 11)  # queries in pieces of 11
        of_pictures = finish(measured(whole, queries, database, 20))
        of_features = finish(measured(on_features, part, part, None))
    found = {"pictures": of_pictures, "features": of_features}
    return {name: (each.figures, each.average_precisions) for name, each in found.items()}
