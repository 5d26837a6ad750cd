"""Doing runs: here or in processes alike, stopped at once, and progress that counts only what is done now."""

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
import torch
from threadpoolctl import threadpool_info

from engine.errors import UserError
from engine.experiments.data.split import Data
from engine.experiments.execution import NOTE, Execution
from engine.experiments.results import Failed, Result, Run
from engine.experiments.runs import Runs
from engine.progress import Progress, finish
from tests.command_line import Running, run
from tests.experiments.batch_makers import write_cifar10, write_split
from tests.experiments.feature_clouds import Noisy, cloud_data, files_below, noisy
from tests.experiments.forked_command import started

__all__ = ["noisy", "run"]

pytestmark = pytest.mark.usefixtures("sketched_charts")

SMALL = {"hidden": 16, "batch": 20, "measure_every": 0}
QUICK = [Run("likelihood", 8, seed, 2, "test", SMALL) for seed in range(3)] + [Run("itq", 8, 0, 2, "test")]
ENDLESS = [Run("likelihood", 8, seed, 10_000, "test", {**SMALL, "patience": 0}) for seed in range(3)]
DIVERGING = Run("likelihood", 8, 0, 30, "test", {**SMALL, "patience": 0, "learning_rate": 1e3, "weight_decay": 1.0})


def runs_in(folder: Path) -> Runs:
    return Runs(folder, {"data": "clouds"}, cloud_data())


def results_of(execution: Execution[Run, Result | Failed]) -> list[Result]:
    return [one for one in finish(execution.outcomes(QUICK)) if isinstance(one, Result)]


@pytest.fixture(scope="module")
def two_processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Execution[Run, Result | Failed]]:
    """They import torch for seconds, so one pair of them; each test has its own runs."""
    with Execution(runs_in(tmp_path_factory.mktemp("there")), 2) as execution:
        yield execution


def test_processes_give_the_same_figures_as_one_run_after_the_other(tmp_path: Path, two_processes):
    there = results_of(two_processes)
    with Execution(runs_in(tmp_path), 1) as execution:
        here = results_of(execution)
    assert set(files_below(tmp_path)) <= set(files_below(two_processes.runs.folder))
    for one, other in zip(here, there, strict=True):
        assert one.run == other.run
        assert one.measures["mAP"] == other.measures["mAP"]
        assert one.curves == other.curves
        assert one.epochs["loss"] == other.epochs["loss"]


def test_progress_counts_the_epochs_of_the_missing_runs_only(tmp_path: Path):
    with Execution(runs_in(tmp_path), 1) as execution:
        finish(execution.outcomes(QUICK[:2]))
    with Execution(runs_in(tmp_path), 1) as execution:
        reports = list(execution.outcomes(QUICK, later=6))
        assert {report.total for report in reports} == {2 * 2 + 6}
        assert reports[-1] == Progress(4, 10, NOTE)
        assert [report.done for report in reports] == sorted(report.done for report in reports)
        assert list(execution.outcomes(QUICK)) == [], "nothing is left to report"


def test_processes_report_while_they_run_and_stop_when_asked(tmp_path: Path):
    with Execution(runs_in(tmp_path), 2) as execution:
        work = execution.outcomes(ENDLESS)
        for report in work:
            assert report.total == 30_000
            if report.done > 0:
                break
        work.close()
    assert files_below(tmp_path) == [], "what was not finished is not kept"


def test_stopping_midway_keeps_what_is_finished(tmp_path: Path):
    with Execution(runs_in(tmp_path), 1) as execution:
        work = execution.outcomes(QUICK)
        while not files_below(tmp_path):
            next(work)
        work.close()
    assert len(files_below(tmp_path)) == 1
    with Execution(runs_in(tmp_path), 1) as execution:
        assert len(results_of(execution)) == 4


def test_a_run_that_diverges_in_a_process_is_an_outcome_like_any_other(two_processes):
    outcomes = finish(two_processes.outcomes([replace(QUICK[0], seed=10), DIVERGING]))
    assert isinstance(outcomes[0], Result)
    assert isinstance(outcomes[1], Failed)


def test_processes_measure_tries_of_a_tuning_on_the_queries_too(tmp_path: Path):
    tries = [replace(run, measured_on="valid") for run in QUICK[:2]]
    with Execution(Runs(tmp_path, {}, cloud_data(), tuning=True), 2) as execution:
        finish(execution.outcomes(tries))
    assert [name[:5] for name in files_below(tmp_path)] == ["test-"] * 2 + ["valid"] * 2


def test_what_goes_wrong_in_a_process_is_raised_here(tmp_path: Path, two_processes):
    unknown = Run("likelihood", 8, 20, 2, "test", {"hidden": 16, "no such setting": 1})
    (tmp_path / "file").touch()
    with Execution(runs_in(tmp_path / "file" / "runs"), 2) as execution, pytest.raises(UserError, match="be made"):
        finish(execution.outcomes(QUICK))
    with pytest.raises(UserError, match="no such setting"):
        finish(two_processes.outcomes([replace(QUICK[0], seed=21), unknown]))


def blas_threads() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_one_run_uses_one_thread_and_gives_the_others_back(tmp_path: Path, noisy: Noisy):
    before, of_blas = torch.get_num_threads(), blas_threads()
    torch.set_num_threads(2)
    try:
        with Execution(runs_in(tmp_path), 1) as execution:
            finish(execution.outcomes([Run("noisy", 8, 0, 1, "test")]))
            assert torch.get_num_threads() == 1
            assert set(blas_threads()) == {1}
        assert torch.get_num_threads() == 2
        assert blas_threads() == of_blas
    finally:
        torch.set_num_threads(before)


def test_data_come_back_from_their_files_as_they_were(tmp_path: Path):
    data = cloud_data(at=7)
    data.save(tmp_path)
    again = Data.load(tmp_path, "clouds", ("clouds",), "head", 7)
    assert (again.backbone, again.tune, again.at) == (data.backbone, data.tune, data.at)
    for one, other in zip(again.own.parts(), data.own.parts(), strict=True):
        assert (one.inputs == other.inputs).all()
        assert (one.labels_NC == other.labels_NC).all()
    torch.from_numpy(again.own.train.inputs)  # without a warning


def experiment(folder: Path, seeds: int, epochs: int) -> list[str]:
    """The command for one on small data in the folder, in two processes."""
    command = ["experiment", "cifar10", "--data", str(folder / "data")]
    command += ["--methods", "likelihood", "--bits", "8", "--seeds", str(seeds), "--tune-budget", "1"]
    return [*command, "--epochs", str(epochs), "--workers", "2", "--out", str(folder / "out")]


def interrupt(pid: int) -> list[psutil.Process]:
    """Ctrl+C, as the terminal does: to all of its processes. Those that it had started."""
    workers = psutil.Process(pid).children(recursive=True)
    assert len(workers) >= 2
    os.killpg(pid, signal.SIGINT)
    return workers


def all_ended(processes: list[psutil.Process]) -> bool:
    return psutil.wait_procs(processes, timeout=180)[1] == []


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_while_the_processes_start_leaves_no_traceback(tmp_path: Path, exported_onnx: str):
    write_split(write_cifar10(tmp_path / "data"))
    said = tmp_path / "said"
    process = started(experiment(tmp_path, seeds=1000, epochs=100), said, workers="spawn")  # far more than are done
    while process.is_alive() and not (said.exists() and NOTE in said.read_text()):
        time.sleep(0.05)
    assert process.pid is not None
    workers = interrupt(process.pid)  # which were started a moment ago, and import
    process.join()
    errors = said.read_text()
    assert process.exitcode == 130, errors
    assert "Traceback" not in errors
    assert errors.endswith("dualhash: interrupted; what was stored stays.\n")
    assert all_ended(workers)


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_ends_an_experiment_with_its_processes_and_the_next_one_goes_on(
    tmp_path: Path, exported_onnx: str, run: Running
):
    write_split(write_cifar10(tmp_path / "data"))
    process = started(experiment(tmp_path, seeds=1000, epochs=3), tmp_path / "said")
    runs = tmp_path / "out" / "runs"
    while process.is_alive() and not (runs.is_dir() and any(runs.iterdir())):
        time.sleep(0.05)
    assert process.pid is not None
    workers = interrupt(process.pid)
    process.join()
    said = (tmp_path / "said").read_text()
    assert process.exitcode == 130, said
    assert "Traceback" not in said
    assert all_ended(workers)
    finished = [int(file.name.split("-")[3]) for file in runs.iterdir()]
    assert 0 < len(finished) < 1000
    seeds = max(finished) + 3
    assert run(*experiment(tmp_path, seeds, epochs=3)) == 0
    left = [line for line in run.err.splitlines() if line.startswith(NOTE)]
    assert f" of {(seeds - len(finished)) * 3}" in left[0], "how far it was when first told is left to chance"
    assert json.loads((tmp_path / "out" / "table.json").read_text())["rows"][0]["seeds"] == seeds
