"""The report: complete and self-contained, the same from the folder alone, and honest about what is missing."""

import csv
import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from statistics import mean, stdev

import pytest

from engine.errors import UserError
from engine.experiments.output.chance import chance_of
from engine.experiments.output.experiment_facts import NAME, read_facts, write_facts
from engine.experiments.output.finished import finished, read_finished, read_tuning
from engine.experiments.output.table import markdown
from engine.experiments.output.verdicts import RULE, verdicts
from engine.experiments.report import report
from engine.experiments.report.report_page import page
from engine.experiments.results import Result
from tests.experiments.sketches import sketch
from tests.experiments.small_experiment import METHODS, facts_of, run_small_experiment

pytestmark = pytest.mark.usefixtures("coarse_charts")

FIGURES = {
    "mAP_by_bits",
    "training",
    "top_k",
    "radius_2_by_bits",
    "precision_recall",
    "quantisation_error",
    "distances_16",
    "distances_8",
    "regularisers",
    "regularisers_training",
}
UNCLOSED = ("meta", "img", "source", "br")


class Page(HTMLParser):
    """Checks that tags close in order, and gathers what is inside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in UNCLOSED:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += data


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, coarse_charts: None) -> tuple[Path, list[Result]]:
    out = tmp_path_factory.mktemp("experiment")
    results = run_small_experiment(out)
    report.write_report(results, out)
    return out, results


@pytest.fixture
def copy(done: tuple[Path, list[Result]], tmp_path: Path) -> Path:
    shutil.copytree(done[0], tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture
def sketched(done: tuple[Path, list[Result]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are not drawn a third time."""
    monkeypatch.setattr(report, "png", sketch)


def page_in(out: Path) -> Page:
    return Page((out / "report.html").read_text(encoding="utf-8"))


def test_each_figure_is_a_picture_with_its_numbers(done: tuple[Path, list[Result]]):
    out, _ = done
    names = {path.stem for path in (out / "figures").iterdir()}
    assert names == FIGURES
    for name in FIGURES:
        assert (out / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        with (out / "figures" / f"{name}.csv").open(newline="") as file:
            assert len(list(csv.DictReader(file))) > 1


def test_the_page_is_one_file_that_asks_for_nothing(done: tuple[Path, list[Result]]):
    out, _ = done
    found = page_in(out)
    assert found.open == []
    sources = [value for tag, name, value in found.attributes if name in ("src", "srcset")]
    assert len(sources) == 2 * len(FIGURES), "for light and for dark"
    assert all(value.startswith("data:image/png;base64,") for value in sources)
    links = [value for tag, name, value in found.attributes if name == "href"]
    ids = {value for tag, name, value in found.attributes if name == "id"}
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert "url(" not in (out / "report.html").read_text()


def test_the_page_says_what_was_measured_and_found(done: tuple[Path, list[Result]]):
    out, _ = done
    text = page_in(out).text
    assert "Clouds <&> more" in text, "escaped in the source, plain for the reader"
    assert "90 points, & 30 queries." in text
    assert "The paper used another network & other data." in text
    document = json.loads((out / "report.json").read_text())
    assert document["verdicts"]
    assert all(sentence in text for sentence in document["verdicts"])
    for figure in document["figures"]:
        assert figure["sentence"] in text
    assert "before all runs were finished" not in text
    assert "with tuned settings, in the runs of the table; several may have shared the machine" in text
    (absent,) = document["absent"]
    assert absent.startswith("The grid over λ and γ is not here")
    assert absent in text


def test_settings_and_tuning_are_at_the_end(done: tuple[Path, list[Result]]):
    text = page_in(done[0]).text
    _, settings = text.split("Settings of the final runs")
    assert "learning_rate" in settings
    records = [json.loads(path.read_text()) for path in (done[0] / "tuning").iterdir()]
    assert settings.count("chosen") == sum(bool(record["tried"]) for record in records) >= 2
    (untried,) = re.findall(r"With a single candidate, and so without a try: ([^.]*)\.", settings)
    assert "ITQ" in untried.split(", ")
    for tried in (tried for record in records for tried in record["tried"]):
        assert f"{tried['validation_mAP']:.4f}" in settings


def test_the_json_has_all_numbers(done: tuple[Path, list[Result]]):
    out, results = done
    document = json.loads((out / "report.json").read_text())
    for row in document["rows"]:
        values = [
            one.measures["mAP"] for one in results if (one.run.method, one.run.bits) == (row["method"], row["bits"])
        ]
        assert row["mAP"] == pytest.approx(mean(values))
        assert row["mAP_spread"] == pytest.approx(stdev(values))
    assert {figure["name"] for figure in document["figures"]} == FIGURES
    assert [one["method"] for one in document["settings"]] == [name for name in METHODS for _ in range(2)]
    assert document["missing"] == []


def test_curves_are_means_over_seeds(done: tuple[Path, list[Result]]):
    out, results = done
    figures = {one["name"]: one["rows"] for one in json.loads((out / "report.json").read_text())["figures"]}
    chosen = [one for one in results if (one.run.method, one.run.bits) == ("dsh", 16)]
    precision = [row["precision"] for row in figures["top_k"] if (row["method"], row["bits"]) == ("dsh", 16)]
    curves = [one.curves["top_k"]["precision"] for one in chosen]
    assert precision == pytest.approx([mean(pair) for pair in zip(*curves, strict=True)])
    intra = [row["intra"] for row in figures["distances_16"] if row["method"] == "dsh"]
    counts = [one.curves["distances"]["intra"] for one in chosen]
    shares = [[count / sum(each) for count in each] for each in counts]
    assert intra == pytest.approx([mean(pair) for pair in zip(*shares, strict=True)])
    assert sum(intra) == pytest.approx(1)
    epochs = [row for row in figures["training"] if (row["method"], row["bits"], row["seed"]) == ("dsh", 8, 1)]
    (run,) = [one for one in results if (one.run.method, one.run.bits, one.run.seed) == ("dsh", 8, 1)]
    assert [row["loss"] for row in epochs] == list(run.epochs["loss"])
    assert not [row for row in figures["training"] if row["method"] == "itq"], "it has no epochs"


def test_the_folder_alone_gives_the_same_report(copy: Path, done: tuple[Path, list[Result]]):
    for name in ("report.html", "report.json"):
        (copy / name).unlink()
    shutil.rmtree(copy / "figures")
    assert report.remake(copy) == []
    for path in [*(done[0] / "figures").iterdir(), done[0] / "report.html", done[0] / "report.json"]:
        assert (copy / path.relative_to(done[0])).read_bytes() == path.read_bytes()
    assert json.loads((copy / "table.json").read_text())["rows"]


@pytest.mark.usefixtures("sketched")
def test_what_is_missing_is_said(copy: Path):
    for path in (copy / "runs").glob("test-dsh-*"):
        path.unlink()
    next((copy / "runs").glob("test-itq-8-1-*")).unlink()
    missing = report.remake(copy)
    assert missing == ["DSH: no run is finished yet.", "ITQ: runs finished so far are 1 of 2 at 8 bits."]
    text = page_in(copy).text
    assert "before all runs were finished" in text
    assert all(sentence in text for sentence in missing)
    rows = json.loads((copy / "table.json").read_text())["rows"]
    assert [(row["method"], row["bits"], row["seeds"]) for row in rows] == [
        ("dualhash-stom", 8, 2),
        ("itq", 8, 1),
        ("dualhash-stom", 16, 2),
        ("itq", 16, 2),
    ]


def test_a_method_that_lacks_a_length_leaves_a_gap(copy: Path):
    for path in (copy / "runs").glob("test-itq-16-*"):
        path.unlink()
    runs = read_finished(facts_of(), copy)
    assert runs.missing() == ["ITQ: runs finished so far are 0 of 2 at 16 bits."]
    assert "no result" in Page(page(runs.table(), runs.missing(), [], [], {}, [])).text
    assert [line for line in markdown(runs.table()).splitlines() if line.startswith("| ITQ |") and "|  |" in line]


def test_a_report_of_nothing_says_so(tmp_path: Path):
    write_facts(facts_of(), tmp_path)
    assert len(report.remake(tmp_path)) == len(METHODS)
    assert "DualHash-StoM: no run is finished yet." in page_in(tmp_path).text
    assert not (tmp_path / "table.json").exists()


@pytest.mark.parametrize("damage", ["", "[]", '{"run": 3}', '{"run": {"method": []}}', "short"])
def test_a_damaged_run_is_a_missing_one(copy: Path, damage: str):
    path = next((copy / "runs").glob("test-dsh-16-0-*"))
    if damage == "short":
        document = json.loads(path.read_text())
        del document["measures"]["mAP"]
        damage = json.dumps(document)
    path.write_text(damage)
    assert read_finished(facts_of(), copy).missing() == ["DSH: runs finished so far are 1 of 2 at 16 bits."]


def test_runs_of_other_plans_in_the_folder_are_left_out(copy: Path, done: tuple[Path, list[Result]]):
    facts = facts_of()
    chosen = json.loads((copy / "tuning" / "dsh-16.json").read_text())["chosen"]
    original = next((copy / "runs").glob("test-dsh-16-0-*"))
    for number, change in enumerate(
        [{"protocol": {"data": "others"}}, {"epochs": 99}, {"changes": {"margin": 7.5}}, {"seed": 9}, {"bits": 24}]
    ):
        document = json.loads(original.read_text())
        document["run"] |= change
        document["measures"]["mAP"] = 0.0
        (copy / "runs" / f"test-dsh-16-0-other{number}.json").write_text(json.dumps(document))
    assert chosen != {"margin": 7.5}
    before = finished(facts, done[1]).table().rows
    assert read_finished(facts, copy).table().rows == before


@pytest.mark.parametrize("change", [{"format": 99}, {"settings": {"margin": 3.0, "added": True}}])
def test_runs_of_two_kinds_are_not_taken_together(copy: Path, change: dict[str, object]):
    facts = facts_of()
    document = json.loads(next((copy / "runs").glob("test-dsh-16-1-*")).read_text())
    document["run"] |= change
    document["measures"]["mAP"] = 0.123
    (copy / "runs" / "test-dsh-16-1-newest.json").write_text(json.dumps(document))
    runs = read_finished(facts, copy)
    assert [one.measures["mAP"] for one in runs.of("dsh", 16)] == [0.123]
    assert runs.missing() == ["DSH: runs finished so far are 1 of 2 at 16 bits."]


def without_queries(path: Path) -> None:
    """As runs were written before."""
    document = json.loads(path.read_text())
    document["run"]["format"] = 2
    del document["average_precisions"]
    path.write_text(json.dumps(document))


@pytest.mark.usefixtures("sketched")
def test_runs_of_an_earlier_format_are_shown_and_said(copy: Path, done: tuple[Path, list[Result]]):
    for path in (copy / "runs").glob("test-dsh-*"):
        without_queries(path)
    (sentence,) = report.remake(copy)
    assert sentence.startswith("Runs of DSH are of an earlier format")
    assert sentence.endswith("The experiment, started again with the same --out, does them anew.")
    assert sentence in page_in(copy).text
    assert sentence in (copy / "table.md").read_text()
    documents = [json.loads((copy / name).read_text()) for name in ("table.json", "report.json")]
    assert [document["remarks"] for document in documents] == [[sentence]] * 2
    rows = [json.loads((folder / "report.json").read_text())["rows"] for folder in (copy, done[0])]
    assert rows[0] == rows[1]
    table = read_finished(facts_of(), copy).table()
    assert {method for method, _ in table.chance.resampled} == {"dualhash-stom", "itq"}


def test_ties_are_judged_by_the_queries_of_the_runs_and_the_rule_is_said(done: tuple[Path, list[Result]]):
    out, results = done
    table = finished(facts_of(), results).table()
    assert len(table.chance.resampled) == len(table.rows) == 6
    assert table.remarks == ()
    document = json.loads((out / "report.json").read_text())
    assert document["verdicts"] == verdicts(table.rows, chance_of(results))
    assert document["tie_rule"] == RULE
    assert RULE in page_in(out).text
    assert RULE in markdown(table)


def test_a_choice_among_more_candidates_is_not_that_of_the_plan(copy: Path):
    facts = facts_of()
    one_try = replace(facts, plan={**facts.plan, "tune_budget": 1})
    assert len(read_tuning(facts, copy)) == 6
    assert read_tuning(one_try, copy) == []
    assert read_finished(one_try, copy).results == {}


@pytest.mark.parametrize("damage", [None, "", "{}", '{"title": 1}', "plan"])
def test_a_folder_without_an_experiment_is_a_sentence(tmp_path: Path, damage: str | None):
    if damage == "plan":
        write_facts(facts_of(plan={"methods": [], "bits": [8], "seeds": 1, "epochs": 1}), tmp_path)
    elif damage is not None:
        (tmp_path / NAME).write_text(damage)
    with pytest.raises(UserError, match=r"no experiment in|damaged"):
        report.remake(tmp_path)


def test_facts_come_back_as_they_were(tmp_path: Path):
    facts = facts_of()
    write_facts(facts, tmp_path)
    assert read_facts(tmp_path) == facts


def test_the_map_s_k_is_in_every_heading(done: tuple[Path, list[Result]]):
    table = finished(facts_of(at=5000), done[1]).table()
    for text in (page(table, [], [], [], {}, []), markdown(table)):
        assert "mAP@5000" in text
        assert "mAP@All" not in text
