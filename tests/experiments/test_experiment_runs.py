"""Runs: measured as the evaluation says, kept as files, not done twice, and not mistaken for others."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.evaluation.metrics import mean_average_precision, precision_at, quantisation_error
from engine.evaluation.rankings import rank
from engine.experiments.methods import METHODS, method
from engine.experiments.runs import MEASURES, NOTE, Run, Runs
from engine.model.linear_hash import itq
from engine.progress import finish
from tests.experiments.feature_clouds import Noisy, clouds, files_below, noisy

__all__ = ["noisy"]

RUN = Run("noisy", 16, 0, 4, "test")


def runs_in(folder: Path, total: int = 1, **protocol: str) -> Runs:
    return Runs(folder, {"data": "clouds", **protocol}, clouds(), total)


def test_itq_is_measured_by_queries_against_the_training_images(tmp_path: Path):
    measured = finish(runs_in(tmp_path).done(Run("itq", 16, 3, 1, "test")))
    data = clouds()
    function = finish(itq(data.train.features_ND, 16, 3))
    ranking = rank(
        function.codes(data.test.features_ND),
        data.test.labels_NC,
        function.codes(data.train.features_ND),
        data.train.labels_NC,
        16,
    )
    assert set(measured) == set(MEASURES)
    assert measured["mAP"] == mean_average_precision(ranking)
    assert measured["precision_at_100"] == precision_at(ranking, 100)
    u_NK = np.tanh(function.outputs(data.test.features_ND))
    assert measured["quantisation_error"] == quantisation_error(u_NK)
    assert measured["seconds"] > 0


def test_tuning_runs_are_measured_on_the_validation_images(tmp_path: Path, noisy: Noisy):
    measured = finish(runs_in(tmp_path).done(Run("noisy", 16, 0, 1, "valid")))
    assert measured["mAP"] == noisy.validated[0]
    assert finish(runs_in(tmp_path).done(Run("noisy", 16, 0, 1, "test")))["mAP"] != noisy.validated[0]


def test_a_finished_run_is_one_file_and_is_not_done_again(tmp_path: Path, noisy: Noisy):
    first = finish(runs_in(tmp_path).done(RUN))
    assert len(files_below(tmp_path)) == 1
    assert finish(runs_in(tmp_path).done(RUN)) == first
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
    finish(runs_in(tmp_path).done(RUN))
    assert runs_in(tmp_path).finished(RUN) is not None
    assert runs_in(tmp_path).finished(other) is None


def test_a_run_on_other_data_or_with_other_defaults_is_not_reused(tmp_path: Path, noisy: Noisy):
    finish(runs_in(tmp_path).done(RUN))
    assert runs_in(tmp_path, data="others").finished(RUN) is None
    noisy.default = 1.0
    assert runs_in(tmp_path).finished(RUN) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"run": 1}', "measure", "nan", "key", b"\xff"])
def test_a_damaged_file_is_done_again(tmp_path: Path, noisy: Noisy, damage: str | bytes):
    first = finish(runs_in(tmp_path).done(RUN))
    (path,) = tmp_path.iterdir()
    document = json.loads(path.read_text())
    if damage == "measure":
        del document["measures"]["mAP"]
    elif damage == "nan":
        document["measures"]["mAP"] = float("nan")
    elif damage == "key":
        document["run"]["seed"] = 7
    if damage in ("measure", "nan", "key"):
        damage = json.dumps(document)
    path.write_bytes(damage if isinstance(damage, bytes) else damage.encode())
    again = finish(runs_in(tmp_path).done(RUN))
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert len(noisy.learnt) == 2
    assert runs_in(tmp_path).finished(RUN) == again


def test_reports_count_the_epochs_of_all_runs(tmp_path: Path, noisy: Noisy):
    runs = runs_in(tmp_path, total=3)
    first = list(runs.done(RUN))
    assert {report.total for report in first} == {12}
    assert {report.note for report in first} == {NOTE}
    assert [report.done for report in first] == [0, 0, 1, 2, 3, 4]
    assert [report.done for report in runs.done(RUN)] == [8], "found on disk"
    assert [report.done for report in runs.done(Run("noisy", 16, 1, 4, "test"))][-1] == 12


def test_stopping_a_run_leaves_no_file(tmp_path: Path, noisy: Noisy):
    work = runs_in(tmp_path).done(RUN)
    next(work)
    next(work)
    work.close()
    assert files_below(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path, noisy: Noisy):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be made"):
        finish(runs_in(tmp_path / "file" / "runs").done(RUN))


def test_an_unknown_method_is_a_sentence_that_names_the_known():
    with pytest.raises(UserError, match=r"^There is no method named 'magic'; there is .*itq"):
        method("magic")
    assert all(known.name == name for name, known in METHODS.items())
