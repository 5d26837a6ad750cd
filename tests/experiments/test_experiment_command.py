"""`dualhash experiment cifar10` from the files to the table, without a library."""

import argparse
import json
from pathlib import Path

import numpy as np
import pytest

from engine.commands import experiment
from tests.command_line import Running, run
from tests.experiments.batch_makers import NAMES, write_cifar10, write_split

__all__ = ["run"]


@pytest.fixture
def cifar10(tmp_path: Path) -> list[object]:
    write_split(write_cifar10(tmp_path / "data"))
    return ["experiment", "cifar10", "--data", tmp_path / "data", "--methods", "itq", "--bits", "8,16"]


def test_the_whole_way_from_files_to_the_table(run: Running, cifar10: list[object], tmp_path: Path):
    rows = run.json(*cifar10, "--seeds", 2, "--out", tmp_path / "out")
    assert [(row["method"], row["bits"], row["seeds"]) for row in rows] == [("itq", 8, 2), ("itq", 16, 2)]
    assert rows[1]["mAP"] > 0.9, "three colours are easily told apart"
    assert rows == json.loads((tmp_path / "out" / "table.json").read_text())["rows"]
    assert "Training, in epochs of all runs: 0 of 80" in run.err
    assert not Path(run.library).exists()


def test_for_a_person_it_prints_the_table_and_the_verdicts(run: Running, cifar10: list[object], tmp_path: Path):
    assert run(*cifar10, "--seeds", 1, "--out", tmp_path / "out") == 0
    assert run.out == (tmp_path / "out" / "table.md").read_text()
    assert "| itq | 8 |" in run.out
    assert "- At 16 bits only itq was run" in run.out
    assert "the split is by index files" in run.out


def test_what_the_user_can_mend_is_one_sentence(run: Running, cifar10: list[object], tmp_path: Path):
    out = ["--out", tmp_path / "out"]
    assert "no method named 'magic'" in run.refused(*cifar10, *out, "--methods", "itq,magic")
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
        ["--epochs", "-1"],
        ["--tune-budget", "x"],
    ],
    ids=" ".join,
)
def test_wrong_usage_of_an_experiment_is_exit_code_2(run: Running, cifar10: list[object], wrong: list[str]):
    with pytest.raises(SystemExit) as ended:
        run(*cifar10, "--out", "out", *wrong)
    assert ended.value.code == 2


def test_the_command_says_that_it_needs_no_library():
    assert experiment.alone(argparse.Namespace())
