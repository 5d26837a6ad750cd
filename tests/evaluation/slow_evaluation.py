"""Evaluation in plain loops, by definition: what the quick one is compared with.

A result is a list of (distance, relevant) pairs of one query, in any order.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, groupby, permutations, product

import numpy as np

from engine.evaluation.rankings import Ranking

Result = list[tuple[int, bool]]


def slow_results(
    query_codes, query_labels, database_codes, database_labels, bits: int, own_rows: list[int] | None = None
) -> list[Result]:
    """Each query's distances and relevance, bit by bit and label by label."""
    query_bits = np.unpackbits(query_codes, axis=1)[:, :bits].tolist()
    database_bits = np.unpackbits(database_codes, axis=1)[:, :bits].tolist()
    results = []
    for q, code in enumerate(query_bits):
        result = []
        for row, other in enumerate(database_bits):
            if own_rows is None or own_rows[q] != row:
                distance = sum(a != b for a, b in zip(code, other, strict=True))
                both = zip(query_labels[q].tolist(), database_labels[row].tolist(), strict=True)
                result.append((distance, any(a and b for a, b in both)))
        results.append(result)
    return results


def ranking_of(results: list[Result], bits: int) -> Ranking:
    """The histograms, counted one by one."""
    counts_QD = np.zeros((len(results), bits + 1), np.int64)
    relevant_QD = np.zeros((len(results), bits + 1), np.int64)
    for q, result in enumerate(results):
        for distance, relevant in result:
            counts_QD[q, distance] += 1
            relevant_QD[q, distance] += relevant
    return Ranking(counts_QD, relevant_QD)


def random_result(random: np.random.Generator, items: int, distances: int, share: float = 0.5) -> Result:
    return [(int(random.integers(distances)), bool(random.random() < share)) for _ in range(items)]


def textbook_average_precision(order: list[bool], k: int | None = None) -> Fraction:
    """Of one order: precision at each relevant place among the first k, over min(k, relevant)."""
    total, found = Fraction(0), 0
    for place, relevant in enumerate(order[:k], start=1):
        if relevant:
            found += 1
            total += Fraction(found, place)
    return total / min(sum(order), k or len(order))


def all_orders(result: Result) -> Iterator[list[bool]]:
    """Each order of the relevance flags that equal distances allow, all equally often."""
    groups = [[relevant for _, relevant in group] for _, group in groupby(sorted(result), key=lambda pair: pair[0])]
    for choice in product(*(list(permutations(group)) for group in groups)):
        yield list(chain.from_iterable(choice))


def brute_average_precision(result: Result, k: int | None = None) -> Fraction:
    values = [textbook_average_precision(order, k) for order in all_orders(result)]
    return sum(values, Fraction(0)) / len(values)


def brute_precision_at(result: Result, k: int) -> Fraction:
    values = [Fraction(sum(order[:k]), len(order[:k])) for order in all_orders(result)]
    return sum(values, Fraction(0)) / len(values)


def literal_average_precision(result: Result, k: int | None = None) -> float:
    """The sum over places of the expectation, group by group, without its closed form."""
    total, before, relevant_before = 0.0, 0, 0
    places = len(result) if k is None else k
    for distance in sorted({distance for distance, _ in result}):
        flags = [relevant for d, relevant in result if d == distance]
        n, r = len(flags), sum(flags)
        for i in range(1, n + 1):
            if before + i <= places:
                inner = (i - 1) * (r - 1) / (n - 1) if n > 1 else 0
                total += r / n * (relevant_before + 1 + inner) / (before + i)
        before, relevant_before = before + n, relevant_before + r
    return total / min(places, relevant_before)
