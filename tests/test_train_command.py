"""`dualhash train` and `dualhash evaluate`: one JSON document, one sentence for what cannot be, nothing halfway."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.dualhash.settings import Settings
from engine.library import open_library
from tests.command_line import Running, known, run
from tests.conftest import IndexedLibrary
from tests.folder_state import folder_state

__all__ = ["known", "run"]

TRAIN_KEYS = {
    "version",
    "method",
    "bits",
    "backbone",
    "tune",
    "epochs",
    "seconds",
    "train_images",
    "held_out_images",
    "labels",
    "before",
    "after",
}
EVALUATE_KEYS = {
    "version",
    "bits",
    "queries",
    "database",
    "mAP",
    "precision_at_10",
    "precision_at_100",
    "precision_at_radius_2",
    "quantisation_error",
    "intra_distance",
    "inter_distance",
}
QUICK = ("train", "--bits", 16, "--epochs", 3, "--set", "hidden=32", "--set", "measure_every=0")


@pytest.fixture
def labelled(known: Running) -> Running:
    """On a library whose thirty photos are labelled by their five folders."""
    document = known.json("labels", "from-folders")
    assert (document["images"], document["labels"], document["assigned"]) == (30, 5, 30)
    return known


def state(running: Running) -> object:
    return folder_state(Path(running.library) / "models"), running.json("models", "list")


def test_train_evaluate_activate_and_search(labelled: Running, photos: Path):
    before = labelled.json("evaluate")
    document = labelled.json(*QUICK, "--name", "Kinds")
    assert set(document) >= TRAIN_KEYS
    assert (document["version"], document["method"], document["bits"]) == (2, "dualhash-stom", 16)
    assert (document["backbone"], document["tune"], document["epochs"]) == ("efficientnet_lite0", "head", 3)
    assert document["train_images"] + document["held_out_images"] == 30
    assert document["labels"] == 5
    assert document["seconds"] > 0
    assert set(document["before"]) >= EVALUATE_KEYS - {"version", "bits"}
    assert set(document["after"]) >= EVALUATE_KEYS - {"version", "bits"}
    assert "Training" in labelled.err
    measured = labelled.json("evaluate", "--version", "Kinds")
    assert set(measured) >= EVALUATE_KEYS
    assert (measured["version"], measured["bits"]) == (2, 16)
    assert measured["queries"] == document["held_out_images"]
    assert measured["database"] == document["train_images"]
    assert labelled.json("evaluate") == before, "the built-in version is still the active one"
    assert (before["version"], before["quantisation_error"]) == (1, None)
    assert labelled.json("models", "activate", "Kinds")["codes"] == 30
    found = labelled.json("search", photos / "discs/discs-1.jpg", "-k", "6")
    assert (found["version"], found["bits"], found["hits"][0]["distance"]) == (2, 16, 0)
    assert labelled.json("evaluate") == measured
    row = labelled.json("models", "list")[1]
    assert (row["name"], row["active"], row["after"]["mAP"]) == ("Kinds", True, document["after"]["mAP"])
    assert labelled.json("check")["ok"]


def test_for_a_person_it_says_what_came_out(labelled: Running):
    assert labelled(*QUICK, "--activate") == 0
    lines = labelled.out.splitlines()
    assert lines[0].startswith("Version 2 “dualhash-stom 16”: 16 bits, 3 epochs on ")
    change = r"[01]\.\d{3} -> [01]\.\d{3}"
    assert re.fullmatch(rf"  mAP: {change}, mean over labels {change}", lines[1])
    rows = [
        line
        for line in lines
        if re.fullmatch(rf"    “\w+” \(6 pictures, \d held out\): {change} \([+-].*\), first ten {change}", line)
    ]
    assert len(rows) == 5, "one for each label"
    assert any(line.startswith("  on ") and "held-out pictures among" in line for line in lines)
    assert "models activate" not in labelled.out
    assert labelled("evaluate") == 0
    lines = labelled.out.splitlines()
    assert lines[0] == "Version 2 “dualhash-stom 16”, 16 bits:"
    assert any(re.fullmatch(r"  precision at radius 2: [01]\.\d{4}", line) for line in lines)
    assert labelled("evaluate", "--version", "1") == 0
    assert "  quantisation error: –" in labelled.out.splitlines()
    assert "None" not in labelled.out
    assert labelled(*QUICK) == 0
    assert "“dualhash models activate 3” makes it the active version." in labelled.out


def test_without_labels_one_can_only_train_self_taught(known: Running, photos: Path):
    assert "there are none" in known.refused(*QUICK)
    assert "there are none" in known.refused("evaluate", "--json")
    document = known.json(*QUICK, "--method", "self-taught", "--activate")
    assert (document["train_images"], document["held_out_images"], document["labels"]) == (30, 0, 0)
    assert document["before"] is document["after"] is None
    assert document["active"]
    found = known.json("search", photos / "leaves/leaves-1.jpg", "-k", "1")
    assert (found["version"], found["hits"][0]["distance"]) == (2, 0)


@pytest.mark.usefixtures("one_split")
def test_what_a_training_was_told_is_kept_with_the_version(labelled: Running):
    labelled.json(*QUICK, "--preset", "compact", "--method", "dualhash-storm", "--seed", 7, "--set", "gamma=20")
    library = open_library(labelled.library, write=False)
    (details,) = library.db.execute("SELECT details FROM model_versions WHERE id = 2").fetchone()
    library.close()
    for said in ('"seed": 7', '"gamma": 20.0', '"instance": "storm"', '"hand_over": 0.1', '"bits": 16'):
        assert said in details


CANNOT_BE = [
    (["--set", "gamma=abc"], "gamma must be a number, not 'abc'"),
    (["--set", "gamma"], "--set wants SETTING=VALUE, not 'gamma'"),
    (["--set", "gamma=-1"], "gamma must lie between"),
    (["--set", "gamma=nan"], "gamma must be a number"),
    (["--set", "gama=1"], "There is no setting named 'gama'"),
    (["--set", "=1"], "There is no setting named ''"),
    (["--set", "balanced=perhaps"], "balanced must be true or false"),
    (["--set", "dual=other"], "dual must be one of"),
    (["--set", "tau=1"], "2·tau·gamma must not pass 1"),
    (["--bits", "12"], "bits must be a multiple of 8, not 12"),
    (["--bits", "0"], "bits must lie between"),
    (["--epochs", "0"], "epochs must lie between"),
    (["--seed", "-1"], "seed must lie between"),
    (["--method", "magic"], "There is no method named 'magic'; there are dualhash-stom"),
    (["--preset", "grand"], "There is no preset named 'grand'"),
    (["--backbone", "no_such_network"], "no_such_network"),
    (["--backbone", "alexnet@12"], "There is no tuned backbone named 'alexnet@12'"),
    (["--method", "self-taught", "--tune", "all"], "only the hash layers can be trained"),
    (["--tune", "all", "--backbone", "vgg11"], "not be fine-tuned"),
    (["--name", "\n"], "at least one visible character"),
    (["--resume"], "There is no training to go on with"),
]


def test_what_cannot_be_is_one_sentence_and_changes_nothing(labelled: Running):
    before = state(labelled)
    for arguments, sentence in CANNOT_BE:
        assert sentence in labelled.refused("train", *arguments), arguments
        assert sentence in labelled.refused("train", *arguments, "--json"), arguments
        assert state(labelled) == before, arguments
        assert os.listdir(Path(labelled.library) / "training") == [], f"said too late: {arguments}"


@pytest.mark.parametrize(
    "arguments", [["train", "--bits", "many"], ["train", "--tune", "some"], ["train", "x"], ["evaluate", "1"]]
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2


def test_settings_lists_every_setting_with_its_value(labelled: Running):
    rows: list[dict[str, Any]] = labelled.json("train", "--settings", "--preset", "compact", "--set", "alpha=0.3")
    assert [row["setting"] for row in rows] == [each.name for each in Settings.describe()]
    by_name = {row["setting"]: row for row in rows}
    assert (by_name["gamma"]["value"], by_name["alpha"]["value"], by_name["batch"]["value"]) == (30.0, 0.3, None)
    assert by_name["batch"]["automatic"].startswith("256")
    assert by_name["dual"]["choices"] == ["orthant", "envelope"]
    assert all(row["meaning"].endswith(".") for row in rows)
    assert labelled("train", "--settings") == 0
    lines = labelled.out.splitlines()
    assert len(lines) == len(rows)
    assert all(line.startswith(f"{row['setting']} = ") for line, row in zip(lines, rows, strict=True))
    assert len(labelled.json("models", "list")) == 1, "nothing was trained"


@pytest.mark.usefixtures("one_split")
def test_evaluate_refuses_what_is_not_there(labelled: Running, run: Running):
    assert "There is no model version 'Dogs'" in labelled.refused("evaluate", "--version", "Dogs")
    assert "There is no library" in run.refused("evaluate")
    labelled.json(*QUICK, "--refit")
    assert "trained on all labelled pictures" in labelled.refused("evaluate", "--version", "2")


def test_a_library_without_images_has_nothing_to_measure_or_to_learn(run: Running, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    open_library(run.library).close()
    assert "Nothing is indexed yet" in run.refused("evaluate")
    assert "there are none" in run.refused("train")
    assert "At least 16 indexed pictures" in run.refused("train", "--method", "self-taught")


def test_a_library_that_is_open_elsewhere_is_measured_but_not_trained(
    indexed: IndexedLibrary, capsys: pytest.CaptureFixture[str]
):
    running = Running(capsys, indexed.library.path)
    indexed.library.close()
    running.json("labels", "from-folders")
    holder = open_library(indexed.library.path)
    try:
        assert running.json("evaluate")["version"] == 1
        assert "only be read" in running.refused(*QUICK)
    finally:
        holder.close()


@pytest.mark.usefixtures("one_split")
def test_an_interrupted_training_is_resumed_to_the_same_figures(labelled: Running, monkeypatch: pytest.MonkeyPatch):
    """Interrupted after it was trained and before it was saved, which is the worst moment."""
    whole = labelled.json(*QUICK)
    labelled.json("models", "remove", whole["version"])

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("engine.learning.trained.save_version", interrupted)
        assert labelled(*QUICK) == 130
    assert os.listdir(Path(labelled.library) / "training") == ["training.safetensors"]
    assert len(labelled.json("models", "list")) == 1
    assert "have changed since that training" in labelled.refused(*QUICK, "--resume", "--seed", 5)
    resumed = labelled.json(*QUICK, "--resume")
    assert (resumed["after"], resumed["epochs"]) == (whole["after"], 3)
    assert os.listdir(Path(labelled.library) / "training") == []
