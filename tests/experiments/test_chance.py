"""How much of a gap chance may make: the bootstrap over queries against loops, and against what means obey."""

from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from engine.experiments.output import chance
from engine.experiments.output.chance import SEEDS_ALONE, Chance, Pair, chance_of, resampled
from engine.experiments.results import CURVES, MEASURES, OF_EPOCHS, Result, Run

Precisions = dict[Pair, list[list[float]]]


def precisions(queries: int, seeds: dict[str, int], bits: int = 16) -> Precisions:
    """Queries are easy or hard for all methods; what a method adds to that is smaller."""
    random = np.random.default_rng(5)
    hard_Q = random.uniform(0.2, 0.8, queries)
    return {
        (name, bits): [(hard_Q + random.uniform(-0.1, 0.1, queries)).round(4).tolist() for _ in range(count)]
        for name, count in seeds.items()
    }


def row(method: str, bits: int = 16, spread: float | None = None, seeds: int = 1) -> dict[str, Any]:
    return {"method": method, "bits": bits, "seeds": seeds, "mAP_spread": spread}


def literal_error(one: list[list[float]], other: list[list[float]]) -> float:
    """Draw queries one by one, and take both methods' mAP of what was drawn."""
    queries = len(one[0])
    drawn_BQ = np.random.default_rng(chance.SEED).integers(queries, size=(chance.RESAMPLES, queries))
    gaps = []
    for drawn in drawn_BQ.tolist():
        means = [fmean(fmean(seed[query] for seed in seeds) for query in drawn) for seeds in (one, other)]
        gaps.append(means[0] - means[1])
    return stdev(gaps)


@pytest.mark.parametrize("resamples", [2 * chance.BLOCK, 2 * chance.BLOCK + 7])
def test_the_error_over_queries_is_that_of_literal_draws(monkeypatch: pytest.MonkeyPatch, resamples: int):
    monkeypatch.setattr(chance, "RESAMPLES", resamples)
    known = precisions(9, {"a": 2, "b": 3})
    found = Chance(resampled(known)).standard_error(row("a"), row("b"))
    assert found == pytest.approx(literal_error(known["a", 16], known["b", 16]), rel=1e-9)


def test_the_error_over_queries_is_that_of_the_mean_of_paired_differences():
    known = precisions(400, {"a": 1, "b": 2})
    gap_Q = np.array(known["a", 16][0]) - np.mean(known["b", 16], axis=0)
    found = Chance(resampled(known)).standard_error(row("a"), row("b"))
    assert found == pytest.approx(gap_Q.std() / np.sqrt(400), rel=0.05)
    alone = np.array(known["a", 16][0]).std() / np.sqrt(400)
    assert found < alone / 2, "a query that is hard for both is no difference"


def test_methods_that_differ_alike_at_every_query_differ_for_certain():
    known = precisions(50, {"a": 1})
    better = [[round(value + 0.01, 4) for value in known["a", 16][0]]]
    sure = Chance(resampled({**known, ("b", 16): better}))
    assert sure.standard_error(row("a"), row("b")) == pytest.approx(0, abs=1e-12)


def test_seeds_and_queries_add_up_by_their_squares():
    known = Chance(resampled(precisions(100, {"a": 3, "b": 4})))
    of_queries = known.standard_error(row("a"), row("b"))
    one, other = row("a", spread=0.03, seeds=3), row("b", spread=0.02, seeds=4)
    assert known.standard_error(one, other) == pytest.approx(
        (0.03**2 / 3 + 0.02**2 / 4 + of_queries**2) ** 0.5, rel=1e-12
    )
    assert SEEDS_ALONE.standard_error(one, other) == pytest.approx((0.03**2 / 3 + 0.02**2 / 4) ** 0.5, rel=1e-12)


def test_the_draws_are_the_same_every_time_whoever_else_is_compared():
    few, many = (precisions(60, seeds) for seeds in ({"a": 2, "b": 1}, {"a": 2, "b": 1, "c": 3}))
    one, again, more = (resampled(known) for known in (few, few, many))
    for pair, values in one.items():
        assert np.array_equal(values, again[pair])
        assert np.array_equal(values, more[pair]), "whole numbers add up the same in any product"


def test_where_a_method_has_no_figures_of_queries_the_seeds_alone_count():
    known = Chance(resampled({**precisions(20, {"a": 1, "b": 1}), ("old", 16): [[], []]}))
    assert known.knows_queries(row("a"), row("b"))
    assert not known.knows_queries(row("a"), row("old"))
    assert known.standard_error(row("a", spread=0.02, seeds=4), row("old")) == pytest.approx(0.01)


def test_seeds_that_were_asked_other_queries_are_not_taken_together():
    mixed = {("a", 16): [[0.5, 0.6], [0.5]], ("b", 16): [[0.5, 0.7]]}
    assert set(resampled(mixed)) == {("b", 16)}


def test_runs_are_gathered_by_method_and_length():
    def result(method: str, bits: int, seed: int, values: list[float]) -> Result:
        epochs = {name: [] for name in OF_EPOCHS}
        curves = {curve: {name: [] for name in names} for curve, names in CURVES.items()}
        return Result(Run(method, bits, seed, 1, "test"), dict.fromkeys(MEASURES, 0.5), epochs, curves, values)

    runs = [result("a", 8, 0, [0.2, 0.4]), result("a", 16, 0, [0.5, 0.5]), result("a", 8, 1, [0.4, 0.8])]
    expected = resampled({("a", 8): [[0.2, 0.4], [0.4, 0.8]], ("a", 16): [[0.5, 0.5]]})
    found = chance_of(runs).resampled
    assert {pair: values.tolist() for pair, values in found.items()} == {
        pair: values.tolist() for pair, values in expected.items()
    }
    assert set(found["a", 16].tolist()) == {0.5}
    assert set(found["a", 8].round(6).tolist()) == {0.3, 0.45, 0.6}
