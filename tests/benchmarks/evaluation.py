"""Evaluation: 5,000 queries against 10,000 codes, beside sorting each query's distances; a million codes.

    python tests/benchmarks/evaluation.py [CODES]        default: 1000000

Sorting is what most published code does: distances of one query, argsort, average precision of that one order of
ties. It runs on some of the queries, and its time is scaled up to all.
"""

import resource
import sys
import time
from collections.abc import Callable

import numpy as np

from engine.evaluation.metrics import mean_average_precision, measures
from engine.evaluation.rankings import Sides, rank
from engine.model.codes import hamming

Side = tuple[np.ndarray, np.ndarray]
SORTED_QUERIES = 200


def make_side(random: np.random.Generator, count: int, centres_CK: np.ndarray, several: bool) -> Side:
    """Codes around one centre a label, a third of the bits astray; one label each, or about three."""
    labels, bits = centres_CK.shape
    label_N = random.integers(0, labels, count)
    packed_NB = np.packbits(centres_CK, axis=1)[label_N]
    for rows in np.array_split(np.arange(count), count // 50_000 + 1):
        packed_NB[rows] ^= np.packbits(random.random((len(rows), bits), np.float32) < 0.33, axis=1)
    labels_NC = np.zeros((count, labels), bool)
    labels_NC[np.arange(count), label_N] = True
    if several:
        labels_NC |= random.random(labels_NC.shape, np.float32) < 2 / labels
    return packed_NB, labels_NC


def mean_average_precision_by_sorting(query: Side, database: Side) -> float:
    values = []
    for code_B, label_C in zip(*query, strict=True):
        order_N = np.argsort(hamming(database[0], code_B), kind="stable")
        places = np.flatnonzero((database[1][order_N] & label_C).any(axis=1)) + 1
        values.append((np.arange(1, len(places) + 1) / places).mean())
    return float(np.mean(values))


def timed(work: Callable[[], float]) -> tuple[float, float]:
    began = time.perf_counter()
    value = work()
    return value, time.perf_counter() - began


def beside_sorting(bits: int, labels: int, several: bool, queries: int = 5000, count: int = 10_000) -> None:
    random = np.random.default_rng(0)
    centres_CK = random.random((labels, bits)) < 0.5
    query, database = (make_side(random, size, centres_CK, several) for size in (queries, count))
    few = query[0][:SORTED_QUERIES], query[1][:SORTED_QUERIES]
    print(f"{queries:,} queries, {count:,} codes of {bits} bits, {'several of ' if several else ''}{labels} labels")
    ratios = []
    for turn in range(3):
        ours, seconds = timed(lambda: mean_average_precision(rank(Sides(*query, *database, bits))))
        _, sorting = timed(lambda: mean_average_precision_by_sorting(few, database))
        sorting *= queries / SORTED_QUERIES
        ratios.append(sorting / seconds)
        print(
            f"  round {turn + 1}: {seconds:.2f} s (mAP {ours:.4f}), sorting {sorting:.1f} s, ratio {ratios[-1]:.0f}"
        )
    sorted_few = mean_average_precision_by_sorting(few, database)
    exact_few = mean_average_precision(rank(Sides(*few, *database, bits)))
    print(
        f"  ratio, median: {sorted(ratios)[1]:.0f}; the first {SORTED_QUERIES}: {exact_few:.4f}, {sorted_few:.4f}"
    )


def most_memory() -> float:
    """In megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def large(count: int, bits: int, queries: int, labels: int = 20) -> None:
    random = np.random.default_rng(1)
    centres_CK = random.random((labels, bits)) < 0.5
    query, database = (make_side(random, size, centres_CK, False) for size in (queries, count))
    made = most_memory()
    began = time.perf_counter()
    figures = measures(rank(Sides(*query, *database, bits, np.arange(queries))))
    seconds = time.perf_counter() - began
    print(f"{queries:,} queries, {count:,} codes of {bits} bits: {seconds:.1f} s, mAP {figures['mAP']:.4f}")
    print(f"  most memory of the process {most_memory():.0f} MB; while the codes were made {made:.0f} MB")


def main() -> None:
    large(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, bits=64, queries=2000)
    beside_sorting(bits=64, labels=10, several=False)
    beside_sorting(bits=64, labels=80, several=True)
    beside_sorting(bits=512, labels=10, several=False)


if __name__ == "__main__":
    main()
