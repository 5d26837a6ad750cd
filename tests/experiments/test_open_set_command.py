"""`dualhash experiment open-set` from folders of pictures to table and report, without a library."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.experiments.open_set.draws import AMOUNTS
from engine.experiments.output.experiment_facts import write_facts
from engine.experiments.report import report
from engine.learning.methods import EFFICIENTNET_LITE0
from tests.command_line import Running
from tests.experiments.feature_clouds import files_below
from tests.experiments.open_set_pictures import SPACE, write_kinds
from tests.experiments.small_experiment import facts_of
from tests.experiments.test_experiment_report import Page

pytestmark = pytest.mark.usefixtures("short_lessons", "sketched_charts")
METHODS = ("likelihood", "dualhash-stom-library")
ENTRIES = [("likelihood", 16), ("dualhash-stom-library", 16), ("itq", 16), ("itq", 256)]
ENTRIES += [("dualhash-stom-library", 256)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six kinds of twelve pictures in two folders; one file is no picture."""
    folder = tmp_path_factory.mktemp("data")
    write_kinds(folder / "all", 12)
    (folder / "more").mkdir()
    for name in ("kind-4", "kind-5"):
        (folder / "all" / name).rename(folder / "more" / name)
    (folder / "all" / "kind-2" / "notes.txt").write_text("no picture")
    return folder


def command(data: Path, out: Path, *more: object) -> list[object]:
    """Later options take the place of earlier ones."""
    chosen: list[object] = ["--methods", ",".join(METHODS), "--bits", 16, "--draws", 1, "--backbone", SPACE]
    folders = ["--data", data / "all", data / "more"]
    return ["experiment", "open-set", *folders, *chosen, "--workers", 1, "--out", out, *more]


@pytest.fixture
def new(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Running:
    """The command line, where no library is."""
    return Running(capsys, str(tmp_path / "new library"))


def test_the_whole_way_from_folders_to_the_report(new: Running, data: Path, tmp_path: Path):
    out = tmp_path / "out"
    rows = new.json(*command(data, out))
    assert "Reading the data set" in new.err
    assert "Training, in epochs of the runs to do: 0 of " in new.err
    assert [(row["method"], row["bits"], row["labels"]) for row in rows] == [
        (*entry, labels) for labels in AMOUNTS for entry in ENTRIES
    ]
    assert_rows_are_good(rows)
    assert not Path(new.library).exists()
    files = files_below(out)
    assert len([name for name in files if name.startswith("open_set/runs/")]) == len(rows)
    assert [name for name in files if not name.startswith("open_set/runs/")] == [
        "figures/open_set.csv",
        "figures/open_set.png",
        "open_set.csv",
        "open_set.json",
        "open_set.md",
        "open_set/plan.json",
        "report.html",
        "report.json",
    ]
    written = json.loads((out / "open_set.json").read_text())
    assert written["rows"] == rows
    assert "72 pictures of 6 kinds make one library. One file is left out: not readable" in written["setup"]

    (section,) = json.loads((out / "report.json").read_text())["sections"]
    assert section["rows"] == rows
    page = Page((out / "report.html").read_text())
    assert page.open == []
    for text in (written["title"], written["setup"], *written["sentences"], "ITQ", "DualHash-StoM, whole library"):
        assert text in page.text
    sources = [value for tag, name, value in page.attributes if name in ("src", "srcset")]
    assert len(sources) == 2
    assert all(value.startswith("data:image/png;base64,") for value in sources)

    assert_started_again_nothing_is_redone(new, data, out)
    assert_the_report_is_made_again(new, out)
    assert_a_table_beside_it_takes_the_section_up(out, rows)


def assert_rows_are_good(rows: list[dict[str, Any]]) -> None:
    by_entry = {(row["method"], row["bits"], row["labels"]): row for row in rows}
    for labels in AMOUNTS:
        assert by_entry["itq", 16, labels]["never_precision_at_10"] > 0.5, "stripes are easily told apart"
        assert by_entry["itq", 16, labels]["never_mAP_change"] == 0
    assert all(row["draws"] == 1 and row["never_mAP_spread"] is None for row in rows)


def assert_started_again_nothing_is_redone(new: Running, data: Path, out: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (out / "open_set" / "runs").iterdir()}
    assert new(*command(data, out)) == 0
    assert new.out == (out / "open_set.md").read_text(), "a person reads the table"
    assert "| DualHash-StoM, whole library | 256 |" in new.out
    assert "Training" not in new.err
    assert {path: path.stat().st_mtime_ns for path in (out / "open_set" / "runs").iterdir()} == before


def assert_the_report_is_made_again(new: Running, out: Path) -> None:
    page = (out / "report.html").read_bytes()
    for name in ("report.html", "report.json", "open_set.md"):
        (out / name).unlink()
    assert new("experiment", "report", "--out", out) == 0
    assert new.out == "All runs of the plan are in the report.\n"
    assert (out / "report.html").read_bytes() == page
    next((out / "open_set" / "runs").glob("likelihood-16-80-0-*")).unlink()
    sentence = "Likelihood, 16 bits: 1 of 2 runs are finished."
    assert new.json("experiment", "report", "--out", out) == {"missing": [sentence]}
    assert sentence in Page((out / "report.html").read_text()).text
    assert f"- {sentence}\n" in (out / "open_set.md").read_text()


def assert_a_table_beside_it_takes_the_section_up(out: Path, rows: list[dict[str, Any]]) -> None:
    write_facts(facts_of(), out)
    report.remake(out)
    document = json.loads((out / "report.json").read_text())
    assert document["title"] == facts_of().title
    (section,) = document["sections"]
    assert len(section["rows"]) == len(rows) - 1
    found = Page((out / "report.html").read_text())
    assert ("h2", "id", "open_set-section") in found.attributes
    assert section["title"] in found.text


def test_what_the_user_can_mend_is_one_sentence(new: Running, data: Path, tmp_path: Path):
    out = tmp_path / "out"
    assert "no method named 'magic'" in new.refused(*command(data, out, "--methods", "itq,magic"))
    assert "There is no backbone" in new.refused(*command(data, out, "--backbone", "magic"))
    too_few = new.refused(*command(data, out, "--data", data / "more"))
    assert "There are 2 folders with at least 8 pictures each in what --data names; 4 such" in too_few
    nowhere = new.refused(*command(data, out, "--data", data / "all", tmp_path / "nowhere"))
    assert nowhere.endswith("nowhere cannot be read: it is not there.")
    assert not out.exists()
    assert "no experiment in" in new.refused("experiment", "report", "--out", out)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bits", "12"],
        ["--bits", "16,32"],
        ["--bits", "many"],
        ["--bits", "520"],
        ["--draws", "0"],
        ["--draws", "few"],
        ["--workers", "0"],
        ["--seeds", "3"],
        ["--data"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_exit_code_2(
    new: Running, tmp_path: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as ended:
        new(*command(tmp_path, tmp_path / "out", *wrong))
    assert ended.value.code == 2
    assert "value: " not in capsys.readouterr().err, "no name of ours, as argparse says where it knows no better"


@pytest.mark.parametrize("left_out", ["--data", "--out"])
def test_data_and_out_must_be_named(
    new: Running, tmp_path: Path, left_out: str, capsys: pytest.CaptureFixture[str]
):
    given = {"--data": tmp_path, "--out": tmp_path / "out"}
    del given[left_out]
    with pytest.raises(SystemExit) as ended:
        new("experiment", "open-set", *(part for pair in given.items() for part in pair))
    assert ended.value.code == 2
    assert left_out in capsys.readouterr().err


def test_help_names_what_is_chosen_by_itself(new: Running, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        new("experiment", "open-set", "--help")
    assert ended.value.code == 0
    words = " ".join(capsys.readouterr().out.split())
    for text in (EFFICIENTNET_LITE0, "(default 64)", "(default 3)", "(default: all)", "make one library"):
        assert text in words
