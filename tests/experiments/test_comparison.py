"""An experiment as a whole: equal tuning on validation images only, resuming, and the files it leaves."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.experiments.comparison import ComparisonPlan, compared
from engine.experiments.data.split import Part, Split
from engine.experiments.execution import NOTE
from engine.experiments.methods import METHODS
from engine.experiments.report import report
from engine.progress import finish
from tests.experiments.feature_clouds import Noisy, cloud_data, files_below, noisy, subject

__all__ = ["noisy"]

pytestmark = pytest.mark.usefixtures("sketched_charts")


@pytest.fixture
def plan(noisy: Noisy) -> ComparisonPlan:
    return ComparisonPlan(("noisy", "itq"), (16, 8), seeds=2, epochs=3, tune_budget=3)


@pytest.fixture
def of_one_length(plan: ComparisonPlan) -> ComparisonPlan:
    return replace(plan, bits=(16,))


ALONE = ComparisonPlan(("itq",), (16,), seeds=1, epochs=3, tune_budget=3)


def tuned_alone(folder: Path, budget: int = 3) -> dict[str, object]:
    """What tuning noisy at 16 bits left behind."""
    plan = replace(ALONE, methods=("noisy",), tune_budget=budget)
    finish(compared(plan, subject(), folder))
    record: dict[str, object] = json.loads((folder / "tuning" / "noisy-16.json").read_text())
    return record


def test_the_candidate_with_the_best_validation_map_wins(tmp_path: Path, noisy: Noisy):
    record = tuned_alone(tmp_path)
    assert noisy.validated[1] == max(noisy.validated[:3])
    assert noisy.validated[1] > noisy.validated[0]
    assert record["chosen"] == {"noise": 0.0}
    assert [one["changes"] for one in record["tried"]] == [{}, {"noise": 0.0}, {"noise": 50.0}]
    assert [one["validation_mAP"] for one in record["tried"]] == noisy.validated[:3]
    assert (record["budget"], record["seed"]) == (3, 0)
    assert len(noisy.learnt) == 3, "what was chosen need not be learned again"
    final = finish(compared(replace(ALONE, methods=("noisy",)), subject(), tmp_path)).results
    assert [dict(one.run.changes) for one in final] == [{"noise": 0.0}]


def test_what_is_chosen_does_not_hang_on_the_queries(tmp_path: Path, noisy: Noisy):
    for name, factor in (("as they are", 1.0), ("turned round", -1.0), ("all alike", 0.0)):
        data = cloud_data()
        data.own.test.inputs[:] *= factor
        plan = replace(ALONE, methods=("noisy",))
        finish(compared(plan, replace(subject(), data=data), tmp_path / name))
    records = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*/tuning/noisy-16.json"))]
    tried = [[(one["changes"], one["validation_mAP"]) for one in record["tried"]] for record in records]
    assert tried[0] == tried[1] == tried[2]
    assert [record["chosen"] for record in records] == [{"noise": 0.0}] * 3
    mAPs = [json.loads(path.read_text())["rows"][0]["mAP"] for path in sorted(tmp_path.glob("*/table.json"))]
    assert len(set(mAPs)) == 3, "the figures do"


def test_a_budget_of_one_takes_the_default_without_a_try(tmp_path: Path, noisy: Noisy):
    assert tuned_alone(tmp_path, budget=1)["chosen"] == {}
    assert noisy.learnt == [(16, 0, {})]


def test_a_try_that_diverges_is_recorded_and_cannot_win(tmp_path: Path, noisy: Noisy):
    noisy.diverges_at = 0.0
    record = tuned_alone(tmp_path)
    assert record["chosen"] == {}
    failed = record["tried"][1]
    assert (failed["validation_mAP"], failed["seconds"]) == (None, None)
    assert "not finite" in failed["failed"]
    done = len(noisy.learnt)
    tuned_alone(tmp_path)
    assert len(noisy.learnt) == done, "that it diverges is known by now"


def is_said(out: Path, sentence: str) -> bool:
    documents = [json.loads((out / name).read_text()) for name in ("table.json", "report.json")]
    texts = [(out / name).read_text() for name in ("table.md", "report.html")]
    return all(sentence in document["failed"] for document in documents) and all(sentence in text for text in texts)


def test_a_final_run_and_a_method_that_diverge_are_left_out_and_said(
    tmp_path: Path, noisy: Noisy, of_one_length: ComparisonPlan, monkeypatch: pytest.MonkeyPatch
):
    """In the table and the report, as they were written and as they are made of the folder alone."""
    hopeless = Noisy()
    monkeypatch.setitem(METHODS, "hopeless", hopeless)
    noisy.diverges_with, hopeless.diverges_with = (1,), (0, 1)
    plan = replace(of_one_length, methods=("noisy", "hopeless", "itq"))
    done = finish(compared(plan, subject(), tmp_path))
    report.write_report([*done.results, *done.failed], tmp_path)
    assert [(one["method"], one["seeds"]) for one in done.table.rows] == [("noisy", 1), ("itq", 2)]
    assert json.loads((tmp_path / "tuning" / "hopeless-16.json").read_text())["chosen"] is None
    by_method = {sentence.partition(",")[0]: sentence for sentence in done.table.failed}
    assert len(by_method) == len(done.table.failed) == 2
    assert by_method["noisy"].startswith("noisy, 16 bits, seed 1: Training stopped")
    assert by_method["hopeless"].startswith("hopeless, 16 bits: Training stopped with all settings")
    assert all(is_said(tmp_path, sentence) for sentence in done.table.failed)
    assert report.remake(tmp_path) == [], "nothing is missing that could still come"
    assert all(is_said(tmp_path, sentence) for sentence in done.table.failed)
    assert list(compared(plan, subject(), tmp_path)) == [], "it is known by now"


def test_a_method_without_a_single_result_has_no_row(tmp_path: Path, noisy: Noisy, of_one_length: ComparisonPlan):
    noisy.diverges_at = noisy.default
    done = finish(compared(replace(of_one_length, tune_budget=1), subject(), tmp_path))
    assert [one["method"] for one in done.table.rows] == ["itq"]
    assert len(done.table.failed) == 2
    assert report.remake(tmp_path) == [], "nothing is missing that could still come"
    assert is_said(tmp_path, done.table.failed[0])


def test_a_comparison_tunes_runs_and_tabulates(tmp_path: Path, plan: ComparisonPlan):
    reports = []
    work = compared(plan, subject(), tmp_path)
    try:
        while True:
            reports.append(next(work))
    except StopIteration as stop:
        table = stop.value.table
        results = stop.value.results
    runs = 2 * (3 + 1 + 2)  # for each length: noisy's tries, of which one is its first seed, its second; itq's
    assert reports[-1].done == reports[-1].total == runs * 3
    assert {report.note for report in reports} == {NOTE}
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert [(one["method"], one["bits"], one["seeds"]) for one in table.rows] == [
        ("noisy", 16, 2),
        ("itq", 16, 2),
        ("noisy", 8, 2),
        ("itq", 8, 2),
    ]
    assert [one.run.method for one in results] == ["noisy", "noisy", "itq", "itq"] * 2
    assert {one.run.measured_on for one in results} == {"test"}
    assert table.rows[0]["tuned"] == {"noise": 0.0}
    assert [one["paper_mAP"] for one in table.rows] == [0.5, None, None, None]
    assert len(files_below(tmp_path / "runs")) == runs + 2 * 3, "tries are measured twice"
    assert len(files_below(tmp_path / "tuning")) == 4
    written = json.loads((tmp_path / "table.json").read_text())
    assert written["rows"] == list(table.rows)
    assert written["methods"] == ["noisy", "itq"]
    assert len(written["verdicts"]) == 2
    with (tmp_path / "table.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(one["mAP"]) for one in rows] == [one["mAP"] for one in table.rows]
    assert "by index files" in (tmp_path / "table.md").read_text()


def test_an_interrupted_experiment_goes_on_where_it_stopped(tmp_path: Path, noisy: Noisy, plan: ComparisonPlan):
    noisy.stops_at = 4
    with pytest.raises(KeyboardInterrupt):
        finish(compared(plan, subject(), tmp_path / "a"))
    assert not (tmp_path / "a" / "table.json").exists()
    noisy.stops_at = None
    resumed = finish(compared(plan, subject(), tmp_path / "a")).table
    assert len(noisy.learnt) == 8, "none was done twice"
    whole = finish(compared(plan, subject(), tmp_path / "b")).table
    assert [one["mAP"] for one in resumed.rows] == [one["mAP"] for one in whole.rows]
    assert files_below(tmp_path / "a") == files_below(tmp_path / "b")


def test_progress_counts_what_is_left_to_do_and_not_what_was_found(
    tmp_path: Path, noisy: Noisy, plan: ComparisonPlan
):
    finish(compared(plan, subject(), tmp_path))
    (one_of_the_last, *_) = sorted((tmp_path / "runs").glob("test-noisy-8-1-*.json"))
    one_of_the_last.unlink()
    reports = list(compared(plan, subject(), tmp_path))
    assert {report.total for report in reports} == {3}, "one run of three epochs is missing"
    assert reports[-1].done == 3
    assert list(compared(plan, subject(), tmp_path)) == [], "nothing is left to do"


def test_each_method_learns_in_its_own_feature_space(tmp_path: Path, noisy: Noisy):
    noisy.feature_space = "elsewhere"
    here = cloud_data()
    strange = Split(*(Part(part.inputs[:, :8].copy(), part.labels_NC) for part in here.own.parts()))
    data = replace(here, splits={**here.splits, "elsewhere": strange})
    plan = ComparisonPlan(("noisy", "itq"), (8,), seeds=1, epochs=1, tune_budget=1)
    table = finish(compared(plan, replace(subject(), data=data), tmp_path)).table
    assert "frozen features of clouds (noisy: elsewhere)" in table.setup
    alone = finish(compared(replace(plan, methods=("itq",)), subject(), tmp_path / "alone")).table
    assert table.rows[1]["mAP"] == alone.rows[0]["mAP"]
    assert "elsewhere" not in alone.setup


def test_a_method_without_a_network_cannot_train_a_whole_one(tmp_path: Path):
    whole = replace(subject(), data=replace(cloud_data(), tune="all"))
    with pytest.raises(UserError, match="itq trains no network"):
        finish(compared(ALONE, whole, tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_drawn_split_is_said_in_the_table_and_shares_no_runs(tmp_path: Path, noisy: Noisy, plan: ComparisonPlan):
    finish(compared(plan, subject(), tmp_path))
    done = len(noisy.learnt)
    table = finish(compared(plan, subject(division="drawn at random with seed 0, not the paper's"), tmp_path)).table
    assert len(noisy.learnt) == 2 * done
    assert "the split is drawn at random with seed 0, not the paper's." in table.setup
    assert table.setup in (tmp_path / "table.md").read_text()


def test_the_words_about_a_small_plan_are_true(noisy: Noisy):
    words = subject().setup(ComparisonPlan(("noisy",), (16,), seeds=1, epochs=1, tune_budget=1))
    assert "Every method ran with its default settings." in words
    assert "one seed." in words
    assert "without a look at the queries" in subject().setup(ALONE)


@pytest.mark.parametrize(
    "changes",
    [{"methods": ("noisy", "magic")}, {"methods": ()}, {"bits": (12,)}, {"bits": ()}, {"seeds": 0}, {"epochs": 0}],
    ids=str,
)
def test_a_plan_that_cannot_be_is_refused_before_the_start(noisy: Noisy, changes: dict[str, object]):
    whole = {"methods": ("noisy",), "bits": (16,), "seeds": 1, "epochs": 1, "tune_budget": 1}
    with pytest.raises(UserError):
        ComparisonPlan(**{**whole, **changes})
