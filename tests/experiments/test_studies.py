"""The studies beside the table: their runs, their files, and that a report takes them up."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.dualhash.settings import Settings
from engine.errors import UserError
from engine.experiments import regularisers, sensitivity
from engine.experiments.output.experiment_facts import write_facts
from engine.experiments.report import report
from engine.experiments.results import Failed, Result, Run
from engine.learning.methods import paper_settings_of
from tests.experiments.small_experiment import Plan, facts_of, outcome, small_runs

pytestmark = pytest.mark.usefixtures("sketched_charts")

ABOUT = {"experiment": "Clouds", "setup": "Three clouds."}


def grid_of(runs: list[Run], scores: dict[tuple[float, float], float], like: Result) -> list[Result]:
    return [
        replace(like, run=run, measures={**like.measures, "mAP": scores[run.changes["lam"], run.changes["gamma"]]})
        for run in runs
    ]


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A real run, of which others are made by changing a figure."""
    done = outcome(small_runs(tmp_path_factory.mktemp("one")), Run("dualhash-stom", 8, 0, 2, "valid", {}))
    assert isinstance(done, Result)
    return done


def test_the_grid_is_around_the_default_on_validation_images():
    runs = sensitivity.runs(Plan(bits=(16, 8), seeds=2, epochs=3))
    assert len(runs) == 2 * 2 * len(sensitivity.GAMMAS) * len(sensitivity.LAMBDAS)
    assert {run.measured_on for run in runs} == {"valid"}
    assert len({(run.bits, run.seed, run.changes["gamma"], run.changes["lam"]) for run in runs}) == len(runs)
    default = Settings()
    same = sensitivity.changes(default.gamma, default.lam)
    assert same == {name: getattr(default, name) for name in ("gamma", "lam", "tau", "sigma")}
    assert same in [run.changes for run in runs]


def test_every_cell_of_the_grid_is_a_setting_that_training_accepts():
    for run in sensitivity.runs(Plan()):
        settings = paper_settings_of(run.method, bits=run.bits, epochs=run.epochs, **run.changes)
        assert (settings.gamma, settings.lam) == (run.changes["gamma"], run.changes["lam"])


def test_cells_really_run_and_differ(tmp_path: Path):
    runs = small_runs(tmp_path)
    cells = [run for run in sensitivity.runs(Plan(epochs=4)) if run.changes["lam"] == 10.0]
    first, last = (outcome(runs, run) for run in (cells[0], cells[-1]))
    assert isinstance(first, Result)
    assert isinstance(last, Result)
    assert first.epochs["loss"] != last.epochs["loss"]


def test_the_grid_is_written_with_its_range_and_the_default(tmp_path: Path, one: Result):
    runs = sensitivity.runs(Plan(bits=(8, 16)))
    scores = {
        (lam, gamma): 0.5 + 0.01 * i + 0.001 * j
        for i, lam in enumerate(sensitivity.LAMBDAS)
        for j, gamma in enumerate(sensitivity.GAMMAS)
    }
    results = grid_of(runs, scores, one)
    reason = "Training stopped: the loss is not finite any more."
    study = sensitivity.write([Failed(results[0].run, reason), *results[1:]], ABOUT, tmp_path)
    assert len(study.rows) == 2 * 30
    assert study.rows[0]["validation_mAP"] is None
    assert "| γ 1 | – | 0.5100 |" in study.text
    assert "| γ 1 | 0.5000 | 0.5100 |" in study.text
    assert f"dualhash-stom, 8 bits, seed 0: {reason}" in study.text
    assert (
        "At 16 bits validation mAP of DualHash-StoM lies between 0.5000 (λ 0.05, γ 1) and 0.5540 (λ 100, γ 100); "
        "the default has 0.5320. With γ as it is, λ moves it by at most 0.0500." in study.text
    )
    assert (tmp_path / "sensitivity.md").read_text() == study.text
    document = json.loads((tmp_path / "sensitivity.json").read_text())
    assert document["rows"] == study.rows
    assert document["about"] == ABOUT
    with (tmp_path / "sensitivity.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 60
    assert (tmp_path / "figures" / "sensitivity.png").read_bytes().startswith(b"\x89PNG")
    (drawing,) = sensitivity.kept_drawings(tmp_path)
    assert list(drawing.rows) == study.rows
    assert "the default has 0.5320" in drawing.sentence


def test_seeds_of_a_cell_are_averaged(tmp_path: Path, one: Result):
    runs = [run for run in sensitivity.runs(Plan(seeds=2)) if run.changes == sensitivity.changes(10.0, 10.0)]
    results = [
        replace(one, run=run, measures={**one.measures, "mAP": mAP})
        for run, mAP in zip(runs, (0.5, 0.7), strict=True)
    ]
    (row,) = sensitivity.write(results, ABOUT, tmp_path).rows
    assert row["validation_mAP"] == pytest.approx(0.6)
    assert row["seeds"] == 2


def test_regularisers_are_run_side_by_side_and_timed(tmp_path: Path):
    kept = small_runs(tmp_path)
    runs = regularisers.runs(Plan(bits=(16,), seeds=2))
    assert [run.method for run in runs] == list(regularisers.FORMULAS) * 2
    assert {run.measured_on for run in runs} == {"test"}
    results = [outcome(kept, run) for run in runs]
    study = regularisers.write(results, ABOUT, tmp_path)
    assert [row["method"] for row in study.rows] == list(regularisers.FORMULAS)
    for row in study.rows:
        assert row["seeds"] == 2
        assert row["seconds_per_epoch"] > 0
    assert "is the quickest" in study.text
    assert "‖\\|z\\| - 1‖₁" in study.text, "bars do not break the table"
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert names == {
        f"{name}.{kind}" for name in ("regularisers", "regularisers_training") for kind in ("png", "csv")
    }
    again = regularisers.kept_drawings(tmp_path)
    assert list(again[0].rows) == study.rows
    assert "default settings" in again[0].sentence


def test_a_regulariser_that_diverged_or_was_not_run_is_said(tmp_path: Path, one: Result):
    good = [replace(one, run=Run(name, 8, 0, 2, "test", {})) for name in ("dualhash-stom", "dhn")]
    failed = Failed(Run("dsh", 8, 0, 2, "test", {}), "Training stopped.")
    study = regularisers.write([good[0], failed, good[1]], ABOUT, tmp_path)
    assert "dsh, 8 bits, seed 0: Training stopped." in study.text
    assert "Not run: DSH, StoMHash-WCR." in regularisers.kept_drawings(tmp_path)[0].sentence
    with pytest.raises(UserError, match="nothing to compare"):
        regularisers.write([failed], ABOUT, tmp_path)


def test_one_method_alone_is_no_comparison(one: Result):
    assert regularisers.drawings([one], regularisers.DEFAULT) == []


def test_a_report_in_the_same_folder_takes_studies_up(tmp_path: Path, one: Result):
    grid = sensitivity.runs(Plan())
    scores = {(run.changes["lam"], run.changes["gamma"]): 0.5 for run in grid}
    sensitivity.write(grid_of(grid, scores, one), ABOUT, tmp_path)
    write_facts(facts_of(), tmp_path)
    report.remake(tmp_path)
    document = json.loads((tmp_path / "report.json").read_text())
    assert [figure["name"] for figure in document["figures"]] == ["sensitivity"]


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"rows": [], "results": [{"run": 3}]}'])
def test_a_damaged_study_is_none(tmp_path: Path, damage: str):
    for study in (sensitivity, regularisers):
        assert study.kept_drawings(tmp_path) == []
        (tmp_path / f"{study.NAME}.json").write_text(damage)
        assert study.kept_drawings(tmp_path) == []
