"""What is measured in an open set: the whole library is searched but for the query itself, and what is of the same
kind is right. Ties count exactly; all figures are means over kinds."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Reals, Rows, Vectors
from engine.evaluation.metrics import average_precisions, precisions_at
from engine.evaluation.rankings import Sides, ranking
from engine.experiments.data.split import Part
from engine.experiments.measuring import outputs_of, queries_at_once
from engine.experiments.open_set import learners
from engine.experiments.open_set.draws import AMOUNTS, Draw
from engine.experiments.open_set.learners import ITQ
from engine.experiments.open_set.pictures import OpenLibrary
from engine.experiments.spread import mean_and_spread
from engine.model.codes import pack
from engine.model.hash_function import HashFunction
from engine.progress import Progress

FIRST = 10
NOTE = "Measuring"
SIDES = {"labelled": "labelled kinds", "never": "never labelled"}
OF_A_SIDE = {"precision_at_10": "P@10", "mAP": "mAP"}
FIGURES = tuple(f"{side}_{figure}" for side in SIDES for figure in OF_A_SIDE)
NEVER = tuple(f"never_{figure}" for figure in OF_A_SIDE)
CHANGE = "_change"  # ends the names of differences from ITQ with as many bits

OpenRow = dict[str, Any]


def measured(
    function: HashFunction, features_ND: Vectors, library: OpenLibrary, draw: Draw
) -> Generator[Progress, None, dict[str, float]]:
    """Each of FIGURES."""
    kinds_NC = library.kinds_NC
    codes_NB = pack((yield from outputs_of(function, Part(features_ND, kinds_NC))))
    figures: dict[str, float] = {}
    for side, rows in (("labelled", draw.held_out), ("never", draw.never)):
        precision_Q, average_Q = yield from _asked(codes_NB, kinds_NC, function.bits, rows)
        figures[f"{side}_precision_at_10"] = mean_over_kinds(precision_Q, library.kind_N[rows])
        figures[f"{side}_mAP"] = mean_over_kinds(average_Q, library.kind_N[rows])
    return figures


def mean_over_kinds(values_Q: Reals, kind_Q: NDArray[np.int64]) -> float:
    """Kinds count the same, however many of their pictures are asked for."""
    count_C, sum_C = np.bincount(kind_Q), np.bincount(kind_Q, values_Q)
    return float((sum_C[count_C > 0] / count_C[count_C > 0]).mean())


def _asked(
    codes_NB: Codes, kinds_NC: NDArray[np.bool_], bits: int, rows: Rows
) -> Generator[Progress, None, tuple[Reals, Reals]]:
    """Precision at 10 and average precision of each of these queries."""
    sides = Sides(codes_NB[rows], kinds_NC[rows], codes_NB, kinds_NC, bits, rows)
    found = yield from ranking(sides, at_once=queries_at_once(len(codes_NB)), note=NOTE)
    return precisions_at(found, FIRST), average_precisions(found)


def rows_of(found: Mapping[tuple[str, int, str], Mapping[int, Mapping[str, float]]]) -> list[OpenRow]:
    """A row for each method, code length and amount of labels, of the figures of its draws by number: mean and
    spread, and how never-labelled kinds differ from ITQ with as many bits on the same features, draw by draw."""
    rows = []
    for amount in AMOUNTS:
        for (method, bits, labels), draws in found.items():
            if labels != amount:
                continue
            row: OpenRow = {"method": method, "bits": bits, "labels": labels, "draws": len(draws)}
            for name in (*FIGURES, "seconds"):
                row[name], row[f"{name}_spread"] = mean_and_spread([draw[name] for draw in draws.values()])
            on_same_features = learners.method(method).feature_space is None
            without = found.get((ITQ, bits, labels), {}) if on_same_features else {}
            for name in NEVER:
                row[name + CHANGE], row[f"{name}{CHANGE}_spread"] = mean_and_spread(_changes(draws, without, name))
            rows.append(row)
    return rows


def _changes(
    draws: Mapping[int, Mapping[str, float]], without: Mapping[int, Mapping[str, float]], name: str
) -> Sequence[float]:
    """Of the draws that both have."""
    return [figures[name] - without[draw][name] for draw, figures in draws.items() if draw in without]
