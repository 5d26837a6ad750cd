"""What is measured of a run: curves against slow literal ones, in pieces as in one go."""

import numpy as np
import pytest

from engine.evaluation.metrics import average_precisions, precision_at, quantisation_error
from engine.evaluation.rankings import Ranking
from engine.experiments import measuring
from engine.experiments.data.split import Part
from engine.experiments.measuring import curves, ks_up_to, measured, outputs_of, precision_at_recalls
from engine.model.kernel_hash import KernelHash
from engine.model.linear_hash import itq
from engine.progress import finish
from tests.experiments.feature_clouds import clouds, ranking_of

RECALLS = [0.0, 0.1, 0.25, 0.5, 0.75, 1.0]


def ranking(seed: int = 0, queries: int = 12, bits: int = 8) -> Ranking:
    random = np.random.default_rng(seed)
    counts_QD = random.integers(0, 6, (queries, bits + 1))
    counts_QD[:, 3] += 1
    counts_QD[:, -1] += counts_QD.sum(axis=1).max() - counts_QD.sum(axis=1)
    return Ranking(counts_QD, random.integers(0, counts_QD + 1))


def literal_precision(counts_D: list[int], relevant_D: list[int], recall: float) -> float:
    """Walk through the groups, each in steps of a ten-thousandth, until enough is found."""
    wanted = max(recall * sum(relevant_D), 1)
    taken = found = 0.0
    for count, relevant in zip(counts_D, relevant_D, strict=True):
        for _ in range(10_000):
            taken += count / 10_000
            found += relevant / 10_000
            if found >= wanted - 1e-9:
                return found / taken
    raise AssertionError("not all was found")


def test_precision_at_recalls_is_the_walk_through_groups_of_equal_distances():
    known = ranking()
    chosen = [row for row in range(known.queries) if known.relevant_QD[row].any()]
    expected = [
        np.mean(
            [
                literal_precision(known.counts_QD[row].tolist(), known.relevant_QD[row].tolist(), recall)
                for row in chosen
            ]
        )
        for recall in RECALLS
    ]
    np.testing.assert_allclose(precision_at_recalls(known, RECALLS), expected, atol=2e-3)


def test_a_query_with_nothing_to_find_says_nothing_about_precision():
    known = ranking()
    known.relevant_QD[0] = 0
    others = Ranking(known.counts_QD[1:], known.relevant_QD[1:])
    np.testing.assert_array_equal(precision_at_recalls(known, RECALLS), precision_at_recalls(others, RECALLS))


def test_perfect_codes_have_precision_one_at_every_recall():
    perfect = Ranking(np.array([[4, 0, 6]]), np.array([[4, 0, 0]]))
    assert precision_at_recalls(perfect, RECALLS).tolist() == [1.0] * len(RECALLS)


@pytest.mark.parametrize("most", [1, 2, 30, 60, 1000])
def test_values_of_k_rise_from_one_to_the_most(most: int):
    ks = ks_up_to(most)
    assert (ks[0], ks[-1]) == (1, most)
    assert ks == sorted(set(ks))
    assert len(ks) <= 40
    assert most < 1000 or len(ks) > 30


def test_curves_are_plain_numbers_of_the_ranking():
    known = ranking()
    made = curves(known)
    assert made["top_k"]["precision"] == [precision_at(known, int(k)) for k in made["top_k"]["k"]]
    assert all(type(value) in (int, float) for lists in made.values() for each in lists.values() for value in each)
    assert made["precision_recall"]["recall"][:3] == [0.0, 0.01, 0.02]
    assert sum(made["distances"]["intra"]) == known.relevant_QD.sum()
    assert len(made["distances"]["inter"]) == 9


def test_outputs_come_in_pieces_with_a_report_before_each(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(measuring, "PIECE", 25)
    data = clouds()
    function = finish(itq(data.train.inputs, 16, 0))
    assert len(list(outputs_of(function, data.train))) == 3
    in_pieces_NK, whole_NK = finish(outputs_of(function, data.train)), function.outputs(data.train.inputs)
    np.testing.assert_allclose(in_pieces_NK, whole_NK, atol=1e-6)  # BLAS rounds a row by its place among others
    figures = finish(measured(function, data.test, data.train, None)).figures
    monkeypatch.undo()
    again = finish(measured(function, data.test, data.train, None)).figures
    assert figures["mAP"] == pytest.approx(again["mAP"])


def test_outputs_that_were_fitted_to_the_codes_are_measured_as_they_are():
    data = clouds()
    x_ND = data.train.inputs
    weights_AK = 5 * np.random.default_rng(0).standard_normal((10, 16)).astype(np.float32)
    function = KernelHash(
        x_ND.mean(axis=0), x_ND[:10], np.array([9], np.float32), np.zeros(10, np.float32), weights_AK
    )
    figures = finish(measured(function, data.test, data.train, None)).figures
    outputs_QK = function.outputs(data.test.inputs)
    assert np.abs(outputs_QK).max() > 1
    assert figures["quantisation_error"] == quantisation_error(np.clip(outputs_QK, -1, 1))


def test_queries_are_compared_in_pieces_and_the_figures_stay_the_same(monkeypatch: pytest.MonkeyPatch):
    data = clouds()
    function = finish(itq(data.train.inputs, 16, 0))
    whole = finish(measured(function, data.test, data.train, 20))
    reports = len(list(measured(function, data.test, data.train, 20)))
    monkeypatch.setattr(measuring, "PAIRS", 7 * len(data.train))
    assert finish(measured(function, data.test, data.train, 20)) == whole
    assert len(list(measured(function, data.test, data.train, 20))) == reports + 2 * 4


@pytest.mark.parametrize("at", [None, 20])
def test_each_query_that_has_something_to_find_keeps_what_mAP_is_the_mean_of(at: int | None):
    data = clouds()
    function = finish(itq(data.train.inputs, 16, 0))
    labels_QC = data.test.labels_NC.copy()
    labels_QC[4] = False
    found = finish(measured(function, Part(data.test.inputs, labels_QC), data.train, at))
    expected_Q = average_precisions(ranking_of(function, data.test, data.train), at)
    assert found.average_precisions == pytest.approx(np.delete(expected_Q, 4).tolist(), abs=0.00005)
    assert np.mean(found.average_precisions) == pytest.approx(found.figures["mAP"], abs=0.00005)
    assert all(value == round(value, 4) for value in found.average_precisions)
