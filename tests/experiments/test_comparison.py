"""An experiment as a whole: equal tuning on validation images only, resuming, and the files it leaves."""

import csv
import json
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.experiments.comparison import Plan, compared
from engine.experiments.runs import Runs
from engine.experiments.tuning import Tuning, tuned
from engine.progress import finish
from tests.experiments.feature_clouds import Noisy, clouds, files_below, noisy, subject

__all__ = ["noisy"]


@pytest.fixture
def plan(noisy: Noisy) -> Plan:
    return Plan(("noisy", "itq"), (16, 8), seeds=2, epochs=3, tune_budget=3)


def test_the_candidate_with_the_best_validation_map_wins(tmp_path: Path, noisy: Noisy):
    runs = Runs(tmp_path / "runs", {}, clouds(), 3)
    chosen = finish(tuned(Tuning("noisy", 16, 3, 3), runs, tmp_path / "tuning"))
    assert chosen == {"noise": 0.0}
    assert noisy.validated[1] == max(noisy.validated)
    assert noisy.validated[1] > noisy.validated[0]
    record = json.loads((tmp_path / "tuning" / "noisy-16.json").read_text())
    assert record["chosen"] == {"noise": 0.0}
    assert [one["changes"] for one in record["tried"]] == [{}, {"noise": 0.0}, {"noise": 50.0}]
    assert [one["validation_mAP"] for one in record["tried"]] == noisy.validated
    assert (record["budget"], record["seed"]) == (3, 0)


def test_tuning_never_sees_the_queries(tmp_path: Path, noisy: Noisy):
    data = clouds()
    data.test.features_ND[:] = float("nan")
    finish(tuned(Tuning("noisy", 16, 3, 3), Runs(tmp_path / "runs", {}, data, 3), tmp_path / "tuning"))
    assert len(noisy.learnt) == 3


def test_a_budget_of_one_takes_the_default_without_a_run(tmp_path: Path, noisy: Noisy):
    runs = Runs(tmp_path / "runs", {}, clouds(), 0)
    assert finish(tuned(Tuning("noisy", 16, 3, 1), runs, tmp_path / "tuning")) == {}
    assert noisy.learnt == []


def test_a_comparison_tunes_runs_and_tabulates(tmp_path: Path, plan: Plan):
    reports = []
    work = compared(plan, subject(), tmp_path)
    try:
        while True:
            reports.append(next(work))
    except StopIteration as stop:
        table = stop.value
    runs = 2 * (3 + 2 + 2)  # for each length: noisy's tries and seeds, itq's seeds
    assert reports[-1].done == reports[-1].total == runs * 3
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert [(one["method"], one["bits"], one["seeds"]) for one in table.rows] == [
        ("noisy", 16, 2),
        ("itq", 16, 2),
        ("noisy", 8, 2),
        ("itq", 8, 2),
    ]
    assert table.rows[0]["tuned"] == {"noise": 0.0}
    assert [one["paper_mAP"] for one in table.rows] == [0.5, None, None, None]
    assert len(files_below(tmp_path / "runs")) == runs
    assert len(files_below(tmp_path / "tuning")) == 4
    written = json.loads((tmp_path / "table.json").read_text())
    assert written["rows"] == list(table.rows)
    assert written["methods"] == ["noisy", "itq"]
    assert len(written["verdicts"]) == 2
    with (tmp_path / "table.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(one["mAP"]) for one in rows] == [one["mAP"] for one in table.rows]
    assert "by index files" in (tmp_path / "table.md").read_text()


def test_an_interrupted_experiment_goes_on_where_it_stopped(tmp_path: Path, noisy: Noisy, plan: Plan):
    noisy.stops_at = 4
    with pytest.raises(KeyboardInterrupt):
        finish(compared(plan, subject(), tmp_path / "a"))
    assert not (tmp_path / "a" / "table.json").exists()
    noisy.stops_at = None
    resumed = finish(compared(plan, subject(), tmp_path / "a"))
    assert len(noisy.learnt) == 10, "none was done twice"
    whole = finish(compared(plan, subject(), tmp_path / "b"))
    assert [one["mAP"] for one in resumed.rows] == [one["mAP"] for one in whole.rows]
    assert files_below(tmp_path / "a") == files_below(tmp_path / "b")


def test_a_drawn_split_is_said_in_the_table_and_shares_no_runs(tmp_path: Path, noisy: Noisy, plan: Plan):
    finish(compared(plan, subject(), tmp_path))
    done = len(noisy.learnt)
    table = finish(compared(plan, subject(division="drawn at random with seed 0, not the paper's"), tmp_path))
    assert len(noisy.learnt) == 2 * done
    assert "the split is drawn at random with seed 0, not the paper's." in table.setup
    assert table.setup in (tmp_path / "table.md").read_text()


def test_the_words_about_a_small_plan_are_true(noisy: Noisy):
    words = subject().setup(Plan(("noisy",), (16,), seeds=1, epochs=1, tune_budget=1))
    assert "Every method ran with its default settings." in words
    assert "one seed." in words


@pytest.mark.parametrize(
    "changes",
    [{"methods": ("noisy", "magic")}, {"methods": ()}, {"bits": (12,)}, {"bits": ()}, {"seeds": 0}, {"epochs": 0}],
    ids=str,
)
def test_a_plan_that_cannot_be_is_refused_before_the_start(noisy: Noisy, changes: dict[str, object]):
    whole = {"methods": ("noisy",), "bits": (16,), "seeds": 1, "epochs": 1, "tune_budget": 1}
    with pytest.raises(UserError):
        Plan(**{**whole, **changes})
