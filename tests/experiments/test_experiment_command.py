"""`dualhash experiment NAME` from the files to the table, without a library."""

import argparse
import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.cli import main
from engine.commands import experiment
from engine.experiments import sensitivity
from tests.command_line import Running, run
from tests.experiments.batch_makers import NAMES, write_cifar10, write_split
from tests.experiments.picture_makers import write_classes, write_table

__all__ = ["run"]

pytestmark = pytest.mark.usefixtures("sketched_charts")


def small(data: Path, *more: object) -> list[object]:
    """The command on small data in this folder; later options take the place of earlier ones."""
    return ["experiment", "cifar10", "--data", data, "--methods", "itq", "--bits", "8,16", "--workers", 1, *more]


@pytest.fixture(scope="module")
def cifar10_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_split(write_cifar10(tmp_path_factory.mktemp("cifar10") / "data"))


@pytest.fixture
def cifar10(cifar10_made: Path) -> list[object]:
    return small(cifar10_made)


@dataclass(frozen=True)
class Done:
    """An experiment that a program asked for."""

    out: Path
    rows: list[dict[str, Any]]
    err: str
    library: Path


@pytest.fixture(scope="module")
def done(
    cifar10_made: Path, exported_onnx: str, sketched_charts: None, tmp_path_factory: pytest.TempPathFactory
) -> Done:
    """Tests that change its folder take a copy."""
    place = tmp_path_factory.mktemp("done")
    command = ["--library", place / "library", *small(cifar10_made, "--seeds", 2, "--out", place / "out"), "--json"]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        assert main(list(map(str, command))) == 0
    return Done(place / "out", json.loads(out.getvalue()), err.getvalue(), place / "library")


@pytest.fixture
def copy(done: Done, tmp_path: Path) -> Path:
    return Path(shutil.copytree(done.out, tmp_path / "out"))


def test_the_whole_way_from_files_to_the_table(done: Done):
    rows = done.rows
    assert [(row["method"], row["bits"], row["seeds"]) for row in rows] == [("itq", 8, 2), ("itq", 16, 2)]
    assert rows[1]["mAP"] > 0.9, "three colours are easily told apart"
    assert rows == json.loads((done.out / "table.json").read_text())["rows"]
    assert "Training, in epochs of the runs to do: 0 of 80" in done.err
    assert (done.out / "report.html").is_file()
    assert not done.library.exists()


def test_for_a_person_it_prints_the_table_and_the_verdicts(run: Running, cifar10: list[object], copy: Path):
    """Of runs that are there already."""
    assert run(*cifar10, "--seeds", 2, "--out", copy) == 0
    assert run.out == (copy / "table.md").read_text()
    assert "| ITQ | 8 |" in run.out
    assert "- At 16 bits only ITQ has a result" in run.out
    assert "the split is by index files" in run.out
    assert "Training" not in run.err


def test_a_table_of_several_labels_goes_the_same_way(run: Running, tmp_path: Path):
    write_table(tmp_path / "data", 30)
    (tmp_path / "data" / "images" / "0.png").write_bytes(b"no picture")
    command = ["experiment", "multilabel", "--data", tmp_path / "data", "--methods", "itq", "--bits", "8"]
    rows = run.json(*command, "--seeds", 1, "--out", tmp_path / "out")
    assert rows[0]["mAP"] > 0.6
    written = json.loads((tmp_path / "out" / "table.json").read_text())
    assert "One picture could not be read and is left out." in written["setup"]
    assert "15 training images" in written["setup"]
    assert written["at"] is None, "the database holds less than 5000"
    assert written["paper"]["mAP"] == {}
    assert run.json(*command, "--seeds", 1, "--at", 5, "--out", tmp_path / "at 5")[0]["mAP"] != rows[0]["mAP"]


def test_folders_of_classes_go_the_same_way(run: Running, tmp_path: Path):
    write_classes(tmp_path / "data", 18)
    command = ["experiment", "imagenet100", "--data", tmp_path / "data", "--methods", "itq", "--bits", "8"]
    rows = run.json(*command, "--seeds", 1, "--at", "all", "--out", tmp_path / "out")
    assert rows[0]["mAP"] > 0.9
    assert "Pictures of 3 classes" in (tmp_path / "out" / "table.md").read_text()


def test_the_last_blocks_of_the_network_are_trained_on_what_the_first_ones_give(
    run: Running, cifar10: list[object], tmp_path: Path
):
    command = [*cifar10, "--methods", "dsh", "--bits", 8, "--tune", "last", "--blocks", 1, "--views", "crop,whole"]
    rows = run.json(*command, "--seeds", 1, "--epochs", 1, "--tune-budget", 1, "--out", tmp_path / "out")
    assert rows[0]["mAP"] > 0.5
    table = json.loads((tmp_path / "out" / "table.json").read_text())
    assert (
        "The last block of efficientnet_lite0 (views: crop, whole) was trained with the hash layers"
        in table["setup"]
    )
    assert "here only the last blocks are trained" in table["paper"]["difference"]


def study(cifar10: list[object], name: str, out: Path) -> list[object]:
    return [*cifar10[:4], "--study", name, "--bits", 8, "--seeds", 1, "--epochs", 1, "--workers", 1, "--out", out]


def test_a_study_takes_the_place_of_the_table(
    run: Running, cifar10: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sensitivity, "LAMBDAS", (10.0,))
    rows = run.json(*study(cifar10, "sensitivity", tmp_path / "out"))
    assert len(rows) == len(sensitivity.GAMMAS) > 4
    assert not (tmp_path / "out" / "table.json").exists()
    names = [path.name for path in (tmp_path / "out" / "runs").iterdir()]
    assert all(name.startswith("valid-dualhash-stom-8-") for name in names)


def test_times_are_compared_of_runs_that_were_done_for_that(run: Running, cifar10: list[object], tmp_path: Path):
    quick = ["--bits", 8, "--seeds", 1, "--epochs", 1, "--tune-budget", 1, "--out", tmp_path / "out"]
    run.json(*cifar10, "--methods", "dsh,dhn", "--workers", 2, *quick)
    run.json(*study(cifar10, "regularisers", tmp_path / "out"))
    assert len(list((tmp_path / "out" / "regularisers" / "runs").iterdir())) == 4
    assert len(list((tmp_path / "out" / "runs").iterdir())) == 2
    figures = json.loads((tmp_path / "out" / "report.json").read_text())["figures"]
    (bars,) = [figure for figure in figures if figure["name"] == "regularisers"]
    assert len(bars["rows"]) == 4, "the report has the study's, not the table's two"


def test_a_report_is_made_again_from_what_is_there(run: Running, copy: Path, tmp_path: Path):
    assert "no experiment in" in run.refused("experiment", "report", "--out", tmp_path / "nowhere")
    page = (copy / "report.html").read_bytes()
    (copy / "report.html").unlink()
    assert run.json("experiment", "report", "--out", copy) == {"missing": []}
    assert (copy / "report.html").read_bytes() == page
    (gone,) = (copy / "runs").glob("test-itq-16-1-*")
    gone.unlink()
    assert run("experiment", "report", "--out", copy) == 0
    assert run.out == "ITQ: runs finished so far are 1 of 2 at 16 bits.\n"
    assert json.loads((copy / "report.json").read_text())["missing"] == [run.out.strip()]


def test_all_methods_are_those_that_can_do_what_is_asked():
    def methods(*arguments: str) -> tuple[str, ...]:
        parser = argparse.ArgumentParser()
        experiment.add_arguments(parser)
        command = ["cifar10", "--data", "data", "--out", "out", *arguments]
        return experiment._plan(parser.parse_args(command)).methods

    assert {"itq", "sdh", "dualhash-stom"} <= set(methods())
    assert "self-taught" not in methods()
    for tune in ("last", "all"):
        assert not {"itq", "sdh"} & set(methods("--tune", tune))
    assert methods("--methods", "dsh, dhn") == ("dsh", "dhn")


def test_what_the_user_can_mend_is_one_sentence(run: Running, tmp_path: Path):
    cifar10, out = small(write_split(write_cifar10(tmp_path / "data"))), ["--out", tmp_path / "out"]
    assert "no method named 'magic'" in run.refused(*cifar10, *out, "--methods", "itq,magic")
    assert "There is no backbone" in run.refused(*cifar10, *out, "--backbone", "magic")
    for tune in ("last", "all"):
        assert "trains no network" in run.refused(*cifar10, *out, "--tune", tune)
    assert "not be fine-tuned" in run.refused(
        *cifar10, *out, "--methods", "dsh", "--tune", "all", "--backbone", "efficientnet_lite0~5"
    )
    assert "--blocks says what --tune last trains" in run.refused(*cifar10, *out, "--blocks", 2)
    assert "Between 1 and 15" in run.refused(*cifar10, *out, "--tune", "last", "--blocks", 16)
    assert "Only efficientnet_lite0" in run.refused(*cifar10, *out, "--tune", "last", "--backbone", "alexnet")
    table = write_table(tmp_path / "photos", 6)
    files = ["experiment", "multilabel", "--data", table, "--methods", "dsh", "--tune", "last", *out]
    assert "CIFAR-10 alone" in run.refused(*files)
    assert "methods of its own" in run.refused(*cifar10, *out, "--study", "sensitivity")
    assert "There is no CIFAR-10" in run.refused(
        "experiment", "cifar10", "--data", tmp_path, "--methods", "itq", *out
    )
    np.save(tmp_path / "data" / "test_index.npy", np.array([60]))
    assert "beyond the 60" in run.refused(*cifar10, *out)
    (tmp_path / "data" / "cifar-10-batches-py" / NAMES[3]).write_bytes(b"cos\nsystem\n")
    assert "is not a batch of CIFAR-10" in run.refused(*cifar10, *out)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bits", "12"],
        ["--bits", "many"],
        ["--bits", ""],
        ["--seeds", "0"],
        ["--seeds", "abc"],
        ["--epochs", "-1"],
        ["--tune-budget", "x"],
        ["--workers", "0"],
        ["--at", "0"],
        ["--at", "few"],
        ["--tune", "nothing"],
        ["--blocks", "0"],
        ["--study", "magic"],
    ],
    ids=" ".join,
)
def test_wrong_usage_of_an_experiment_is_exit_code_2(
    run: Running, cifar10: list[object], wrong: list[str], capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as ended:
        run(*cifar10, "--out", "out", *wrong)
    assert ended.value.code == 2
    assert "value: " not in capsys.readouterr().err, "no name of ours, as argparse says where it knows no better"


def test_the_command_says_that_it_needs_no_library():
    assert experiment.alone(argparse.Namespace())
