"""Runs: measured as the evaluation says, kept as files, not done twice, and not mistaken for others."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.evaluation.metrics import mean_average_precision, precision_at, quantisation_error
from engine.experiments import runs
from engine.experiments.methods import METHODS, method
from engine.experiments.results import MEASURES, Failed, Result, Run
from engine.experiments.runs import LEARNING, SHARES, Runs
from engine.model.linear_hash import itq
from engine.progress import finish
from tests.experiments.feature_clouds import Noisy, cloud_data, clouds, files_below, noisy, ranking_of

__all__ = ["noisy"]

RUN = Run("noisy", 16, 0, 4, "test")


def runs_in(folder: Path, at: int | None = None, **protocol: str) -> Runs:
    return Runs(folder, {"data": "clouds", **protocol}, cloud_data(at))


def result_of(runs: Runs, run: Run = RUN) -> Result:
    result = finish(runs.do(run))
    assert isinstance(result, Result)
    return result


def test_itq_is_measured_by_queries_against_the_training_images(tmp_path: Path):
    measured = result_of(runs_in(tmp_path), Run("itq", 16, 3, 1, "test")).measures
    data = clouds()
    function = finish(itq(data.train.inputs, 16, 3))
    ranking = ranking_of(function, data.test, data.train)
    assert set(measured) == set(MEASURES)
    assert measured["mAP"] == measured["mAP_all"] == mean_average_precision(ranking)
    assert measured["precision_at_100"] == precision_at(ranking, 100)
    u_NK = np.tanh(function.outputs(data.test.inputs))
    assert measured["quantisation_error"] == quantisation_error(u_NK)
    assert measured["seconds"] > 0
    assert measured["seconds_per_epoch"] is None, "it has no epochs"


def test_map_is_that_at_the_experiments_k(tmp_path: Path, noisy: Noisy):
    whole = result_of(runs_in(tmp_path)).measures
    first = result_of(runs_in(tmp_path, at=5, protocol="at 5")).measures
    assert first["mAP_all"] == whole["mAP"]
    assert first["mAP"] > whole["mAP"]
    assert first["mAP_arbitrary"] > whole["mAP_arbitrary"]


def test_what_is_kept_of_a_run_comes_back_from_its_file(tmp_path: Path, noisy: Noisy):
    result = result_of(runs_in(tmp_path))
    again = runs_in(tmp_path).finished(RUN)
    assert again == result
    assert result.epochs == {
        "seconds": [0.5] * 4,
        "loss": [1.0, None, 1 / 3, 0.25],
        "validation_mAP": [0.75, None, 0.75, 0.75],
        "quantisation_error": [0.25] * 4,
    }
    assert result.measures["seconds_per_epoch"] == 0.5
    assert set(result.curves) == {"top_k", "precision_recall", "distances"}
    assert result.curves["top_k"]["k"][-1] == 60, "the database has no more"
    assert len(result.curves["precision_recall"]["recall"]) == 101
    assert sum(map(sum, result.curves["distances"].values())) == 30 * 60
    assert len(result.average_precisions) == 30
    assert np.mean(result.average_precisions) == pytest.approx(result.measures["mAP"], abs=0.00005)


def test_tuning_runs_are_measured_on_the_validation_images(tmp_path: Path, noisy: Noisy):
    measured = result_of(runs_in(tmp_path), Run("noisy", 16, 0, 1, "valid")).measures
    assert measured["mAP"] == noisy.validated[0]
    assert result_of(runs_in(tmp_path), Run("noisy", 16, 0, 1, "test")).measures["mAP"] != noisy.validated[0]


def test_only_a_try_of_a_tuning_is_measured_on_the_queries_too(tmp_path: Path, noisy: Noisy):
    run = Run("noisy", 16, 0, 1, "valid")
    result_of(runs_in(tmp_path / "study"), run)
    assert [name[:6] for name in files_below(tmp_path / "study")] == ["valid-"]
    tuning = Runs(tmp_path / "tuning", {}, cloud_data(), tuning=True)
    result_of(tuning, run)
    assert tuning.finished(Run("noisy", 16, 0, 1, "test")) is not None


def test_a_run_that_diverges_is_kept_with_its_reason(tmp_path: Path, noisy: Noisy):
    noisy.diverges_at = noisy.default
    failed = finish(runs_in(tmp_path).do(RUN))
    assert isinstance(failed, Failed)
    assert "not finite" in failed.reason
    assert runs_in(tmp_path).finished(RUN) == failed


def test_a_finished_run_is_one_file_and_is_not_done_again(tmp_path: Path, noisy: Noisy):
    first = result_of(runs_in(tmp_path))
    assert len(files_below(tmp_path)) == 1
    assert runs_in(tmp_path).finished(RUN) == first
    assert noisy.learnt == [(16, 0, {})]


@pytest.mark.parametrize(
    "other",
    [
        Run("noisy", 16, 1, 4, "test"),
        Run("noisy", 24, 0, 4, "test"),
        Run("noisy", 16, 0, 5, "test"),
        Run("noisy", 16, 0, 4, "valid"),
        Run("noisy", 16, 0, 4, "test", {"noise": 0.0}),
        Run("itq", 16, 0, 4, "test"),
    ],
    ids=str,
)
def test_a_run_is_not_mistaken_for_another(tmp_path: Path, noisy: Noisy, other: Run):
    result_of(runs_in(tmp_path))
    assert runs_in(tmp_path).finished(RUN) is not None
    assert runs_in(tmp_path).finished(other) is None


def test_a_run_on_other_data_or_with_other_defaults_is_not_reused(tmp_path: Path, noisy: Noisy):
    result_of(runs_in(tmp_path))
    assert runs_in(tmp_path, data="others").finished(RUN) is None
    noisy.default = 1.0
    assert runs_in(tmp_path).finished(RUN) is None


def test_a_run_of_an_earlier_format_is_done_again(tmp_path: Path, noisy: Noisy, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(runs, "FORMAT", runs.FORMAT - 1)
        result_of(runs_in(tmp_path))
        assert runs_in(tmp_path).finished(RUN) is not None
    assert runs_in(tmp_path).finished(RUN) is None


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", "null", '{"run": 1}', "measure", "nan", "key", "curve", "epochs", "queries", "query", b"\xff"],
)
def test_a_damaged_file_is_done_again(tmp_path: Path, noisy: Noisy, damage: str | bytes):
    first = result_of(runs_in(tmp_path))
    (path,) = tmp_path.iterdir()
    document = json.loads(path.read_text())
    if damage == "measure":
        del document["measures"]["mAP"]
    elif damage == "nan":
        document["measures"]["mAP"] = float("nan")
    elif damage == "key":
        document["run"]["seed"] = 7
    elif damage == "curve":
        document["curves"]["top_k"]["k"].pop()
    elif damage == "epochs":
        document["epochs"]["loss"].pop()
    elif damage == "queries":
        del document["average_precisions"]
    elif damage == "query":
        document["average_precisions"][3] = None
    if damage in ("measure", "nan", "key", "curve", "epochs", "queries", "query"):
        damage = json.dumps(document)
    path.write_bytes(damage if isinstance(damage, bytes) else damage.encode())
    again = result_of(runs_in(tmp_path))
    assert {**again.measures, "seconds": 0} == {**first.measures, "seconds": 0}
    assert (again.curves, again.epochs) == (first.curves, first.epochs)
    assert len(noisy.learnt) == 2
    assert runs_in(tmp_path).finished(RUN) == again


def test_reports_are_shares_of_this_run_and_never_go_back(tmp_path: Path, noisy: Noisy):
    reports = list(runs_in(tmp_path).do(RUN))
    assert {report.total for report in reports} == {SHARES}
    done = [report.done for report in reports]
    assert done == sorted(done)
    assert done[:5] == [0, 0, *(LEARNING * epoch // 4 for epoch in (1, 2, 3))]
    assert done[-1] == LEARNING, "the rest was for measuring"


def test_stopping_a_run_leaves_no_file(tmp_path: Path, noisy: Noisy):
    work = runs_in(tmp_path).do(RUN)
    next(work)
    next(work)
    work.close()
    assert files_below(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path, noisy: Noisy):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be made"):
        finish(runs_in(tmp_path / "file" / "runs").do(RUN))


def test_an_unknown_method_is_a_sentence_that_names_the_known():
    with pytest.raises(UserError, match=r"^There is no method named 'magic'; there are .*itq"):
        method("magic")
    assert all(known.name == name for name, known in METHODS.items())
