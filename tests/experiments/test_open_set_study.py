"""The open set as a whole: really run on clouds, resumed, made again from its files, and honest about what is not
there."""

import csv
import json
import os
import pickle
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.open_set import pictures
from engine.experiments.open_set.draws import AMOUNTS, FEW, MOST, drawn
from engine.experiments.open_set.figures import FIGURES, measured
from engine.experiments.open_set.learners import METHODS, method
from engine.experiments.open_set.pictures import OpenLibrary
from engine.experiments.open_set.runs import LEARNING, SHARES, OpenFailed, OpenResult, OpenRun, OpenRuns
from engine.experiments.open_set.study import OpenPlan, carried_out, kept, setup
from engine.experiments.output.experiment_facts import write_facts
from engine.experiments.output.sections import Section, markdown
from engine.experiments.report import report
from engine.progress import Progress, finish
from tests.experiments.open_set_clouds import (
    KINDS,
    OF_EACH,
    PLAN,
    SPACE,
    cloud_library,
    run_files,
    without_numbers,
)
from tests.experiments.small_experiment import facts_of

pytestmark = pytest.mark.usefixtures("short_lessons", "sketched_charts")
ENTRIES = [("likelihood", 16), ("sdh", 16), ("itq", 16), ("itq", 256)]
PROTOCOL = {"data": "clouds", "backbone": SPACE}
QUICK = OpenRun("likelihood", 16, 0, MOST)
DAMAGED = ["", "{", "[]", "null", b"\xff", "other run", "no figures", "list", "lacking", "text", "infinite"]


@pytest.fixture(scope="module")
def library() -> OpenLibrary:
    return cloud_library()


@pytest.fixture(scope="module")
def done(
    tmp_path_factory: pytest.TempPathFactory, library: OpenLibrary, short_lessons: None
) -> tuple[Path, Section]:
    """The plan, carried out once; tests that change its folder take a copy."""
    out = tmp_path_factory.mktemp("open")
    return out, finish(carried_out(PLAN, library, out))


@pytest.fixture
def copy(done: tuple[Path, Section], tmp_path: Path) -> Path:
    return Path(shutil.copytree(done[0], tmp_path / "copy"))


def same_section(one: Section | None, other: Section) -> bool:
    assert one is not None
    drawn = [[(each.name, each.title, each.sentence, each.rows) for each in two.drawings] for two in (one, other)]
    return (one.document(), one.grids, drawn[0]) == (other.document(), other.grids, drawn[1])


def figures_of(section: Section) -> list[dict[str, Any]]:
    """The rows without the seconds, which no two runs have in common."""
    return [{name: row[name] for name in row if not name.startswith("seconds")} for row in section.rows]


def state_of(paths: list[Path]) -> dict[Path, tuple[bytes, int]]:
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}


def damage(path: Path, how: str | bytes) -> None:
    document = json.loads(path.read_text())
    if how == "other run":
        document["run"]["draw"] = 7
    elif how == "no figures":
        del document["figures"]
    elif how == "list":
        document["figures"] = list(document["figures"].values())
    elif how == "lacking":
        del document["figures"]["never_mAP"]
    elif how == "text":
        document["figures"]["never_mAP"] = "0.5"
    elif how == "infinite":
        document["figures"]["never_mAP"] = float("inf")
    else:
        path.write_bytes(how if isinstance(how, bytes) else how.encode())
        return
    path.write_text(json.dumps(document))


# --- the plan


def test_itq_is_always_compared_with_and_defaults_are_shown_at_their_own_length():
    assert PLAN.entries() == ENTRIES
    assert OpenPlan(("itq",), 256, 1).entries() == [("itq", 256)]
    names = ("dsh", "self-taught", "dsh", "dualhash-storm-library", "dualhash-stom-library")
    assert OpenPlan(names, 64, 1).entries() == [
        ("dsh", 64),
        ("self-taught", 64),
        ("dualhash-storm-library", 64),
        ("dualhash-stom-library", 64),
        ("itq", 64),
        ("itq", 256),
        ("self-taught", 256),
        ("dualhash-stom-library", 256),
    ]


def test_a_whole_draw_comes_before_the_next():
    runs = PLAN.runs()
    assert len(set(runs)) == len(runs) == 2 * len(AMOUNTS) * len(ENTRIES)
    assert [run.draw for run in runs] == [0] * (len(runs) // 2) + [1] * (len(runs) // 2)
    assert [run.labels for run in runs[: len(runs) // 2]] == [MOST] * len(ENTRIES) + [FEW] * len(ENTRIES)


def test_feature_spaces_are_those_of_the_methods():
    assert PLAN.spaces() == ["gist"]
    assert OpenPlan(("itq", "dsh"), 16, 1).spaces() == []


@pytest.mark.parametrize(
    ("methods", "bits", "draws", "words"),
    [
        (("dsh", "magic"), 16, 1, "no method named 'magic'"),
        (("dsh",), 12, 1, "multiples of 8"),
        (("dsh",), 0, 1, "multiples of 8"),
        (("dsh",), 520, 1, "multiples of 8"),
        (("dsh",), 16, 0, "at least one draw"),
    ],
)
def test_a_plan_that_cannot_be_is_a_sentence(methods: tuple[str, ...], bits: int, draws: int, words: str):
    with pytest.raises(UserError, match=words):
        OpenPlan(methods, bits, draws)


def test_every_method_has_settings_that_can_be_kept():
    for name in METHODS:
        settings = method(name).settings(16, 3)
        assert json.loads(json.dumps(settings)).keys() == settings.keys()
        assert method(name).epochs >= 1


# --- carried out


def test_there_is_a_row_for_each_method_length_and_amount_of_labels(done: tuple[Path, Section]):
    _, section = done
    expected = [(*entry, labels, 2) for labels in AMOUNTS for entry in ENTRIES]
    assert [(row["method"], row["bits"], row["labels"], row["draws"]) for row in section.rows] == expected
    assert section.missing == []
    for row in section.rows:
        assert all(0 < row[name] <= 1 for name in FIGURES)
        assert row["seconds"] > 0


def test_figures_are_those_of_the_method_on_the_draw(done: tuple[Path, Section], library: OpenLibrary):
    out, section = done
    by_hand = {}
    for number in range(2):
        draw = drawn(library.kind_N, number, FEW)
        function = finish(method("itq").run(library, draw, 16, number)).function
        by_hand[number] = finish(measured(function, library.features[SPACE], library, draw))
    (row,) = [row for row in section.rows if (row["method"], row["bits"], row["labels"]) == ("itq", 16, FEW)]
    for name in FIGURES:
        assert row[name] == pytest.approx((by_hand[0][name] + by_hand[1][name]) / 2)
    (first,) = run_files(out, "itq-16-10-each-0-")
    assert json.loads(first.read_text())["figures"]["never_mAP"] == pytest.approx(by_hand[0]["never_mAP"])


def test_itq_does_not_depend_on_labels_and_labels_alone_forget(done: tuple[Path, Section]):
    rows = {(row["method"], row["bits"], row["labels"]): row for row in done[1].rows}
    most, few = (rows["itq", 16, labels] for labels in AMOUNTS)
    assert most["never_mAP"] == pytest.approx(few["never_mAP"]), "it asks for the same, in the same codes"
    assert most["labelled_mAP"] != few["labelled_mAP"], "more of the pictures are asked for"
    assert rows["likelihood", 16, MOST]["never_mAP_change"] < 0
    assert rows["sdh", 16, MOST]["never_mAP_change"] is None


def test_it_leaves_files_for_people_and_programs(done: tuple[Path, Section]):
    out, section = done
    document = json.loads((out / "open_set.json").read_text())
    assert document["plan"] == {**asdict(PLAN), "methods": list(PLAN.methods)}
    assert document["rows"] == list(section.rows)
    assert document["sentences"] == list(section.sentences)
    assert (out / "open_set.md").read_text() == markdown(section)
    with (out / "open_set.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["method"] for line in lines] == [row["method"] for row in section.rows]
    assert float(lines[0]["never_mAP"]) == section.rows[0]["never_mAP"]
    plan = json.loads((out / "open_set" / "plan.json").read_text())
    assert plan["protocol"] == PROTOCOL
    assert plan["setup"] == section.setup
    names = {path.name.rsplit("-", 1)[0] for path in run_files(out)}
    assert len(names) == len(run_files(out)) == len(PLAN.runs())
    assert {"itq-256-80-1", "sdh-16-10-each-0", "likelihood-16-80-0"} <= names


def test_a_reader_is_told_what_was_done(library: OpenLibrary, done: tuple[Path, Section]):
    words = done[1].setup
    assert f"{KINDS * OF_EACH} pictures of {KINDS} kinds make one library. Half of the kinds" in words
    assert "mean ± standard deviation over 2 draws; ties count exactly" in words
    assert "on frozen features of clouds (SDH: gist): nothing was tuned" in words
    remarked = replace(library, remark="One file is left out.")
    words = setup(OpenPlan(("itq",), 16, 1), remarked)
    assert "kinds make one library. One file is left out. Half of the kinds" in words
    assert "means over kinds, one draw of the halves; ties" in words
    assert "features of clouds: nothing" in words


def test_progress_counts_up_to_the_end(tmp_path: Path, library: OpenLibrary, copy: Path):
    for path in (*run_files(copy, "likelihood-16-80"), *run_files(copy, "sdh-16-80-1")):
        path.unlink()
    heard: list[Progress] = []
    finish(carried_out(PLAN, library, copy), heard.append)
    assert {one.total for one in heard} == {3 * 20}, "three runs of about 20 epochs"
    assert [one.done for one in heard] == sorted(one.done for one in heard)
    assert (heard[0].done, heard[-1].done) == (0, 60)


# --- resumed


def test_what_is_done_is_not_done_again(copy: Path, library: OpenLibrary, done: tuple[Path, Section]):
    before = state_of(run_files(copy))
    work = carried_out(PLAN, library, copy)
    with pytest.raises(StopIteration) as ended:
        next(work)
    assert state_of(run_files(copy)) == before
    assert same_section(ended.value.value, done[1])


def test_what_was_finished_before_an_interruption_is_kept(
    tmp_path: Path, library: OpenLibrary, done: tuple[Path, Section]
):
    work = carried_out(PLAN, library, tmp_path)
    while len(run_files(tmp_path)) < 2:
        next(work)
    work.close()
    finished = state_of(run_files(tmp_path))
    assert [path.name.rsplit("-", 1)[0] for path in finished] == ["likelihood-16-80-0", "sdh-16-80-0"]
    section = kept(tmp_path)
    assert section is not None
    assert [row["method"] for row in section.rows] == ["likelihood", "sdh"]
    assert "Likelihood, 16 bits: 1 of 4 runs are finished." in section.missing
    assert "ITQ, 256 bits: 0 of 4 runs are finished." in section.missing
    for path in run_files(done[0]):
        if not path.name.startswith(("likelihood-16-80-", "sdh-16-80-0-")):
            shutil.copy2(path, tmp_path / "open_set" / "runs")
    whole = finish(carried_out(PLAN, library, tmp_path))
    assert state_of(list(finished)) == finished
    assert whole.missing == []
    assert len(run_files(tmp_path)) == len(PLAN.runs())


def test_a_stop_before_the_first_result_leaves_a_plan_without_rows(tmp_path: Path, library: OpenLibrary):
    work = carried_out(PLAN, library, tmp_path)
    next(work)
    work.close()
    section = kept(tmp_path)
    assert section is not None
    assert (section.rows, section.drawings, section.sentences) == ([], [], [])
    assert len(section.missing) == len(ENTRIES)
    assert report.remake(tmp_path) == section.missing
    assert "SDH, 16 bits: 0 of 4 runs are finished." in (tmp_path / "report.html").read_text()


def test_an_open_set_that_has_just_begun_does_not_keep_a_table_from_its_report(
    tmp_path: Path, library: OpenLibrary
):
    work = carried_out(PLAN, library, tmp_path)
    next(work)
    work.close()
    write_facts(facts_of(), tmp_path)
    missing = report.remake(tmp_path)
    section = kept(tmp_path)
    assert section is not None
    assert section.missing
    assert set(section.missing) < set(missing), "runs of both are missing"
    document = json.loads((tmp_path / "report.json").read_text())
    assert document["title"] == facts_of().title
    assert [section["name"] for section in document["sections"]] == ["open_set"]


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_run_is_missing_and_done_again(
    copy: Path, library: OpenLibrary, done: tuple[Path, Section], how: str | bytes
):
    (path,) = run_files(copy, "itq-16-80-1-")  # which takes the shortest
    others = state_of([other for other in run_files(copy) if other != path])
    damage(path, how)
    section = kept(copy)
    assert section is not None
    assert section.missing == ["ITQ, 16 bits: 3 of 4 runs are finished."]
    again = finish(carried_out(PLAN, library, copy))
    assert again.missing == []
    for row, before in zip(figures_of(again), figures_of(done[1]), strict=True):
        assert row == pytest.approx(before)
    assert state_of(list(others)) == others


def test_runs_on_other_pictures_or_features_are_not_taken(copy: Path, library: OpenLibrary):
    runs = OpenRuns(copy / "open_set" / "runs", PROTOCOL, library)
    assert isinstance(runs.finished(QUICK), OpenResult)
    for change in ({"data": "others"}, {"backbone": "other"}):
        assert OpenRuns(runs.folder, PROTOCOL | change, library).finished(QUICK) is None


@pytest.mark.parametrize(
    "change",
    [{"method": "dsh"}, {"bits": 24}, {"draw": 2}, {"labels": "none"}],
    ids=lambda change: next(iter(change)),
)
def test_a_run_is_not_mistaken_for_another(copy: Path, library: OpenLibrary, change: dict[str, Any]):
    runs = OpenRuns(copy / "open_set" / "runs", PROTOCOL, library)
    assert runs.finished(replace(QUICK, **change)) is None


# --- made again from the folder


def test_the_folder_alone_gives_the_same_section(copy: Path, done: tuple[Path, Section]):
    for name in ("open_set.json", "open_set.csv", "open_set.md"):
        (copy / name).unlink()
    assert same_section(kept(copy), done[1])
    for name in ("open_set.json", "open_set.csv", "open_set.md"):
        assert (copy / name).read_bytes() == (done[0] / name).read_bytes()


def test_the_order_in_which_runs_were_finished_does_not_matter(copy: Path, done: tuple[Path, Section]):
    for number, path in enumerate(reversed(run_files(copy))):
        os.utime(path, ns=(number, number))
    assert same_section(kept(copy), done[1])


def test_missing_runs_are_said_and_left_out(copy: Path):
    for path in (*run_files(copy, "likelihood-"), *run_files(copy, "itq-16-80-1-")):
        path.unlink()
    section = kept(copy)
    assert section is not None
    assert section.missing == [
        "Likelihood, 16 bits: 0 of 4 runs are finished.",
        "ITQ, 16 bits: 3 of 4 runs are finished.",
    ]
    assert "likelihood" not in {row["method"] for row in section.rows}
    draws = [row["draws"] for row in section.rows if (row["method"], row["bits"]) == ("itq", 16)]
    assert draws == [1, 2]
    assert json.loads((copy / "open_set.json").read_text())["missing"] == section.missing
    assert f"- {section.missing[0]}\n" in (copy / "open_set.md").read_text()


def test_where_only_other_lengths_are_finished_there_is_a_table_and_no_figure(copy: Path):
    for path in run_files(copy):
        if "-16-" in path.name:
            path.unlink()
    section = kept(copy)
    assert section is not None
    assert {row["bits"] for row in section.rows} == {256}
    assert section.drawings == []
    assert len(report.remake(copy)) == 3
    assert "256" in (copy / "report.html").read_text()


def test_of_two_results_of_a_run_the_newest_counts(copy: Path):
    (path,) = run_files(copy, "likelihood-16-80-0-")
    document = json.loads(path.read_text())
    document["run"]["settings"]["added"] = True
    document["figures"]["seconds"] = 1234.0
    newer = path.with_name("likelihood-16-80-0-newer.json")
    newer.write_text(json.dumps(document))
    os.utime(path, ns=(1, 1))
    means = [
        1234.0,
        json.loads(next(iter(run_files(copy, "likelihood-16-80-1-"))).read_text())["figures"]["seconds"],
    ]
    section = kept(copy)
    assert section is not None
    assert section.rows[0]["seconds"] == pytest.approx(sum(means) / 2)
    os.utime(newer, ns=(0, 0))
    section = kept(copy)
    assert section is not None
    assert section.rows[0]["seconds"] < 600


def test_files_that_are_no_runs_of_the_plan_change_nothing(copy: Path, done: tuple[Path, Section]):
    folder = copy / "open_set" / "runs"
    about = {**PROTOCOL, "method": [], "bits": {}, "draw": 0, "labels": MOST}
    (folder / "odd.json").write_text(json.dumps({"run": {**about, "protocol": PROTOCOL}, "figures": {}}))
    (folder / "other.json").write_text(json.dumps({"run": {**asdict(QUICK), "protocol": {"data": "others"}}}))
    (folder / "more.json").write_text(json.dumps({"run": {**asdict(replace(QUICK, draw=9)), "protocol": PROTOCOL}}))
    (folder / "no run.json").write_text('{"run": 3}')
    assert same_section(kept(copy), done[1])


@pytest.mark.parametrize(
    "damaged", ["", "[]", "{}", '{"plan": 1}', '{"plan": {"methods": 3}}', "no protocol", "half a draw", "no bits"]
)
def test_a_damaged_plan_is_none(copy: Path, damaged: str):
    path = copy / "open_set" / "plan.json"
    document = json.loads(path.read_text())
    if damaged == "no protocol":
        del document["protocol"]
    elif damaged == "half a draw":
        document["plan"]["draws"] = 1.5
    elif damaged == "no bits":
        del document["plan"]["bits"]
    path.write_text(json.dumps(document) if damaged.startswith(("no ", "half")) else damaged)
    assert kept(copy) is None


def test_a_folder_without_an_open_set_has_none(tmp_path: Path):
    assert kept(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


# --- a run that comes to nothing


def test_a_run_that_diverges_is_kept_with_its_reason(tmp_path: Path, library: OpenLibrary):
    runs = OpenRuns(tmp_path, PROTOCOL, without_numbers(library))
    failed = finish(runs.do(QUICK))
    assert isinstance(failed, OpenFailed)
    assert "not finite" in failed.reason
    assert OpenRuns(tmp_path, PROTOCOL, library).finished(QUICK) == failed, "nor is it tried again"


def test_runs_that_diverged_are_sentences_beside_the_others(copy: Path, library: OpenLibrary):
    failing = OpenRuns(copy / "open_set" / "runs", PROTOCOL, without_numbers(library))
    for number in (0, 1):
        (path,) = run_files(copy, f"likelihood-16-80-{number}-")
        path.unlink()
        finish(failing.do(replace(QUICK, draw=number)))
        os.utime(path, ns=(9 - number, 9 - number))  # the first one was the last to end
    section = finish(carried_out(PLAN, library, copy))
    reason = "Training stopped: the loss is not finite any more. A smaller learning rate may help."
    assert section.missing == [f"likelihood, 16 bits, 80 %, draw {number}: {reason}" for number in (1, 2)]
    found = {(row["method"], row["bits"], row["labels"]) for row in section.rows}
    assert found == {(*entry, labels) for entry in ENTRIES for labels in AMOUNTS} - {("likelihood", 16, MOST)}
    assert same_section(kept(copy), section)
    report.remake(copy)
    assert section.missing[0] in (copy / "report.html").read_text()


# --- in other processes


def test_another_process_opens_the_same(tmp_path: Path, library: OpenLibrary):
    here = OpenRuns(tmp_path / "here", PROTOCOL, library)
    (tmp_path / "shared").mkdir()
    handed = pickle.dumps(OpenRuns(tmp_path / "there", PROTOCOL, library).shared(tmp_path / "shared"))
    there: OpenRuns = pickle.loads(handed)()
    for run in (QUICK, OpenRun("sdh", 16, 1, FEW)):
        one, other = (finish(runs.do(pickle.loads(pickle.dumps(run)))) for runs in (here, there))
        assert isinstance(one, OpenResult)
        assert isinstance(other, OpenResult)
        for name in FIGURES:
            assert one.figures[name] == pytest.approx(other.figures[name])
        assert there.finished(run) == other
    assert len(list((tmp_path / "there").iterdir())) == 2


def test_a_library_comes_back_from_its_files_as_it_was(tmp_path: Path, library: OpenLibrary):
    library.save(tmp_path)
    again = pictures.load(tmp_path, library.kinds, library.backbone, tuple(library.features))
    assert (again.kinds, again.backbone, len(again)) == (library.kinds, library.backbone, len(library))
    np.testing.assert_array_equal(again.kind_N, library.kind_N)
    np.testing.assert_array_equal(again.kinds_NC, library.kinds_NC)
    for space in (None, "gist"):
        np.testing.assert_array_equal(again.of_space(space), library.of_space(space))
    with pytest.raises(UserError, match="cannot be handed to other processes"):
        library.save(tmp_path / "nowhere")


def test_a_run_reports_in_thousandths_and_never_goes_back(tmp_path: Path, library: OpenLibrary):
    heard: list[Progress] = []
    finish(OpenRuns(tmp_path, PROTOCOL, library).do(OpenRun("self-taught", 16, 0, MOST)), heard.append)
    assert {one.total for one in heard} == {SHARES}
    assert [one.done for one in heard] == sorted(one.done for one in heard)
    assert heard[0].done == 0
    assert len({one.done for one in heard}) > 10


def test_measuring_a_large_library_does_not_go_back_either(tmp_path: Path):
    """It is hashed in pieces and then asked twice, each from its own beginning."""
    random = np.random.default_rng(2)
    kind_N, features_ND = random.integers(0, 4, 2500), random.standard_normal((2500, 16)).astype(np.float32)
    large = OpenLibrary(("a", "b", "c", "d"), kind_N, SPACE, {SPACE: features_ND})
    heard: list[Progress] = []
    finish(OpenRuns(tmp_path, PROTOCOL, large).do(OpenRun("itq", 8, 0, MOST)), heard.append)
    measuring = [one.done for one in heard if one.done > LEARNING]
    assert len(measuring) > 1
    assert [one.done for one in heard] == sorted(one.done for one in heard)
