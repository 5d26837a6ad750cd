"""A version measured on held-out labels: as `dualhash evaluate` and plain loops do, or refused in a sentence."""

import csv
import math
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.learning import evaluation_table
from engine.learning.examples import collect
from engine.learning.version_evaluation import (
    OUTPUT_BINS,
    KnownEvaluations,
    VersionEvaluation,
    distinct_names,
    evaluate_version,
    evaluate_versions,
    top_places,
)
from engine.library import Library
from engine.model import model_files
from engine.progress import finish
from engine.store import features, labels, training_images, versions
from engine.store.versions import Version
from tests.behind_the_back import behind_the_back
from tests.command_line import Running
from tests.learning.labelled_library import SPACE, Said, add_images, clustered, fill
from tests.learning.measured_versions import add_version

OTHER_SPACE = "mobilenet_v3_large"
Result = list[tuple[int, bool]]


def active(library: Library) -> Version:
    version = versions.active(library.db)
    assert version is not None
    return version


def measured(library: Library, version: Version) -> VersionEvaluation:
    return finish(evaluate_version(library, version))


@pytest.fixture
def filled(library: Library) -> Library:
    """Four labels; three images have two of them."""
    ids = fill(library)
    with library.writing() as db:
        labels.assign(db, "label 1", ids[:3])
    return library


def slow_results(library: Library, version: Version, queries: Sequence[int]) -> list[Result]:
    """For each query the distance to each labelled image that is not held out, and whether they share a label."""
    examples = collect(library.db)
    held_out = {examples.image_ids[row] for row in examples.held_out_rows}
    names = labels.of_images(library.db, examples.image_ids)
    function = model_files.of_version(library.models_folder, version)
    vectors = features.get(library.db, version.backbone, examples.image_ids)
    signs = {i: (function.outputs(vectors[i][None])[0] >= 0).tolist() for i in examples.image_ids if i in vectors}
    return [
        [
            (
                sum(a != b for a, b in zip(signs[query], signs[other], strict=True)),
                bool(set(names[query]) & set(names[other])),
            )
            for other in signs
            if other not in held_out
        ]
        for query in queries
    ]


def held_out_of(library: Library) -> list[int]:
    examples = collect(library.db)
    return [examples.image_ids[row] for row in examples.held_out_rows]


def slow_precision_at(result: Result, k: int) -> float:
    """The expected share of right hits among the first k; a group at one distance comes in any order."""
    found, places = 0.0, k
    for distance in sorted({distance for distance, _ in result}):
        group = [right for d, right in result if d == distance]
        taken = min(places, len(group))
        found += taken * sum(group) / len(group)
        places -= taken
    return found / (k - places)


def slow_average_precision(result: Result) -> float:
    """The expected average precision when each group at one distance comes in any order: over every place of every
    right hit, how many right ones are expected up to it."""
    before = right_before = 0
    total = 0.0
    for distance in sorted({distance for distance, _ in result}):
        group = [right for d, right in result if d == distance]
        right, size = sum(group), len(group)
        for place in range(1, size + 1):
            others = (place - 1) * (right - 1) / (size - 1) if size > 1 else 0.0
            total += right / size * (right_before + 1 + others) / (before + place)
        before, right_before = before + size, right_before + right
    return total / right_before


@pytest.mark.parametrize("bits", [None, 16, 64])
def test_the_figures_are_those_that_dualhash_evaluate_prints(
    filled: Library, capsys: pytest.CaptureFixture[str], bits: int | None
) -> None:
    version = active(filled) if bits is None else add_version(filled, bits=bits)
    evaluation = measured(filled, version)
    filled.close()
    printed = Running(capsys, filled.path).json("evaluate", "--version", version.id)
    by_label = {row["label"]: (row["images"], row["held_out"], row["mAP"]) for row in printed.pop("by_label")}
    assert {"version": version.id, "bits": version.bits} | evaluation.figures == printed
    assert by_label == {each.name: (each.images, each.held_out, each.mean_precision) for each in evaluation.labels}
    means = [mean for _, _, mean in by_label.values()]
    assert means == sorted(means), "what is found worst comes first"


def test_curves_and_histograms_are_those_of_plain_loops(filled: Library) -> None:
    version = add_version(filled)
    evaluation = measured(filled, version)
    queries = held_out_of(filled)
    results = slow_results(filled, version, queries)
    assert evaluation.figures["queries"] == len(queries) > 10
    pairs = [pair for result in results for pair in result]
    for wanted, counted in ((True, evaluation.intra_D), (False, evaluation.inter_D)):
        assert counted.tolist() == [sum(p == (d, wanted) for p in pairs) for d in range(version.bits + 1)]
    for place, precision in zip(evaluation.places_P.tolist(), evaluation.precision_P.tolist(), strict=True):
        slow = [slow_precision_at(result, place) for result in results]
        assert math.isclose(precision, sum(slow) / len(slow), rel_tol=1e-12)
    for distance in range(version.bits + 1):
        within = [[right for d, right in result if d <= distance] for result in results]
        relevant = [sum(right for _, right in result) for result in results]
        recalls = [sum(found) / of for found, of in zip(within, relevant, strict=True)]
        precisions = [sum(found) / len(found) for found in within if found]
        curve = evaluation.precision_recall
        assert math.isclose(curve.recall_D[distance], sum(recalls) / len(recalls), abs_tol=1e-12)
        if precisions:
            assert math.isclose(curve.precision_D[distance], sum(precisions) / len(precisions), abs_tol=1e-12)
        else:
            assert math.isnan(curve.precision_D[distance])
    same, different = ([d for d, right in pairs if right is wanted] for wanted in (True, False))
    apart = sum(different) / len(different) - sum(same) / len(same)
    assert math.isclose(evaluation.figures["separability"], apart, rel_tol=1e-12)


def test_each_label_has_the_mean_of_its_own_queries(filled: Library) -> None:
    version = add_version(filled)
    evaluation = measured(filled, version)
    queries = held_out_of(filled)
    names = labels.of_images(filled.db, collect(filled.db).image_ids)
    slow = {
        query: slow_average_precision(result)
        for query, result in zip(queries, slow_results(filled, version, queries), strict=True)
    }
    assert [label.name for label in evaluation.labels] == ["label 0", "label 1", "label 2", "label 3"]
    for label in evaluation.labels:
        of_label = [slow[query] for query in queries if label.name in names[query]]
        assert label.images == sum(label.name in of_image for of_image in names.values())
        assert label.held_out == len(of_label)
        assert math.isclose(label.mean_precision, sum(of_label) / len(of_label), rel_tol=1e-9)
    mean = sum(label.mean_precision for label in evaluation.labels) / 4
    assert math.isclose(evaluation.figures["mAP_over_labels"], mean, rel_tol=1e-12)


def test_the_quantisation_error_and_the_outputs_are_those_of_plain_loops(filled: Library) -> None:
    version = add_version(filled)
    evaluation = measured(filled, version)
    function = model_files.of_version(filled.models_folder, version)
    vectors = features.get(filled.db, SPACE, held_out_of(filled))
    outputs = np.concatenate([function.outputs(vector[None])[0] for vector in vectors.values()])
    sizes = [abs(math.tanh(output)) for output in outputs.tolist()]
    error = sum((size - 1) ** 2 for size in sizes) / len(sizes)
    assert math.isclose(evaluation.figures["quantisation_error"], error, rel_tol=1e-5)
    assert evaluation.outputs_E is not None
    counted = [0] * OUTPUT_BINS
    for size in sizes:
        counted[min(OUTPUT_BINS - 1, int(size * OUTPUT_BINS))] += 1
    assert np.abs(evaluation.outputs_E - counted).sum() <= 2, "but for one that lies on the edge of a bin"
    assert measured(filled, active(filled)).outputs_E is None, "it was fitted without labels"


def test_two_versions_are_asked_for_what_neither_has_seen(filled: Library) -> None:
    first, second = add_version(filled, "One"), add_version(filled, "Two", bits=24, seed=5)
    held_out = held_out_of(filled)
    with filled.writing() as db:
        training_images.put(db, first.id, held_out[:3])
        training_images.put(db, second.id, held_out[2:7])
    both = finish(evaluate_versions(filled, [first, second]))
    for version, evaluation in zip((first, second), both, strict=True):
        results = slow_results(filled, version, held_out[7:])
        assert evaluation.version == version
        assert evaluation.figures["queries"] == len(held_out) - 7
        assert evaluation.intra_D.sum() == sum(right for result in results for _, right in result)
    assert measured(filled, first).figures["queries"] == len(held_out) - 3
    with filled.writing() as db:
        training_images.put(db, first.id, held_out)
    with pytest.raises(UserError, match="No labelled picture is new to both “One” and “Two”") as said:
        finish(evaluate_versions(filled, [first, second]))
    Said(str(said.value))


def test_versions_on_other_networks_are_compared_on_the_images_that_both_have_read(filled: Library) -> None:
    first, second = add_version(filled, "One"), add_version(filled, "Two", space=OTHER_SPACE)
    examples = collect(filled.db)
    read = examples.image_ids[::2]
    with filled.writing() as db:
        vectors = features.get(db, SPACE, read)
        features.put(db, OTHER_SPACE, list(vectors), np.stack(list(vectors.values())))
    one, two = finish(evaluate_versions(filled, [first, second]))
    asked = [image_id for image_id in held_out_of(filled) if image_id in read]
    assert one.figures["queries"] == two.figures["queries"] == len(asked)
    assert one.figures["database"] == two.figures["database"] == len(read) - len(asked)
    assert one.unread == len(examples.image_ids) - len(read)
    assert measured(filled, first).unread == 0


@pytest.mark.parametrize("damage", ["numbers = zeroblob(2560)", "image_id = image_id + (1 << 40)"])
def test_an_image_whose_features_are_damaged_is_left_out_and_the_figures_are_of_the_others(
    filled: Library, damage: str
) -> None:
    ids = sorted(labels.labelled_images(filled.db))
    some = (ids[3], ids[70])
    version, marks = active(filled), "image_id IN (?, ?)"
    behind_the_back(filled, f"UPDATE features SET {damage} WHERE {marks}", *some)
    found = measured(filled, version)
    with filled.writing() as db:
        db.execute(f"DELETE FROM features WHERE {marks}", some)
        db.execute(f"DELETE FROM features WHERE {marks}", [image_id + (1 << 40) for image_id in some])
    expected = measured(filled, version)
    assert found.figures == expected.figures
    assert [(each.name, each.held_out) for each in found.labels] == [
        (each.name, each.held_out) for each in expected.labels
    ]


def test_what_was_trained_on_all_labels_cannot_be_measured(filled: Library) -> None:
    version = add_version(filled, "All of them")
    with filled.writing() as db:
        training_images.put(db, version.id, collect(db).image_ids)
    with pytest.raises(UserError, match="“All of them” was trained on all labelled pictures") as said:
        measured(filled, version)
    Said(str(said.value))
    assert "label pictures that it has not seen" in str(said.value)


def test_too_few_labels_a_damaged_file_and_missing_features_are_said_with_what_to_do(library: Library) -> None:
    ids = fill(library, 40, 2)
    version = add_version(library, "Two labels")
    unread = add_version(library, "Unread", space=OTHER_SPACE)
    with pytest.raises(UserError, match=f"No labelled picture has features of {OTHER_SPACE} yet; activ") as said:
        measured(library, unread)
    Said(str(said.value))
    not_held_out = sorted(set(ids) - set(held_out_of(library)))
    with library.writing() as db:
        vectors = features.get(db, SPACE, not_held_out)
        features.put(db, OTHER_SPACE, list(vectors), np.stack(list(vectors.values())))
    with pytest.raises(UserError, match="None of the held-out pictures has been read for “Unread” yet; activating"):
        measured(library, unread)
    path = os.path.join(library.models_folder, version.file)
    data = bytearray(Path(path).read_bytes())
    data[-1] ^= 1
    Path(path).write_bytes(data)
    with pytest.raises(
        UserError, match=r"“Two labels” cannot be used: .* not a valid model file: .*; train"
    ) as said:
        measured(library, version)
    Said(str(said.value))
    with library.writing() as db:
        labels.unassign(db, "label 1", ids)
    with pytest.raises(
        UserError, match="Measuring needs at least two labels with 4 pictures each; there is one"
    ) as said:
        measured(library, active(library))
    Said(str(said.value))
    assert "Give more pictures a label" in str(said.value)


def test_one_that_was_imported_may_have_seen_anything(filled: Library) -> None:
    assert measured(filled, add_version(filled, imported=True)).made_elsewhere
    assert not measured(filled, add_version(filled)).made_elsewhere


def test_reports_never_go_back_or_beyond_the_total(filled: Library) -> None:
    with filled.writing() as db:
        features.put(db, SPACE, add_images(db, range(500, 510)), clustered(10, 4))  # without a label
    reports = list(evaluate_versions(filled, [add_version(filled), active(filled)]))
    done = [report.done for report in reports]
    assert done == sorted(done)
    assert done[-1] == reports[-1].total
    counted = [report for report in reports if report.total is not None]
    assert counted == reports[-len(counted) :]
    uncounted = reports[: -len(counted)]
    assert {report.note for report in uncounted} == {"Looking for copies and bursts", "Reading features"}
    assert {report.total for report in counted} == {2 * (2 * 130 + len(held_out_of(filled)) + 10)}
    assert {report.note for report in counted} == {
        "Computing codes",
        "Comparing codes",
        "Comparing with what pictures look like",
        "Computing figures",
    }


def test_what_is_known_is_not_measured_again_until_labels_change(filled: Library) -> None:
    known, version = KnownEvaluations(), add_version(filled)
    first = finish(known.evaluate(filled, [version]))
    assert finish(known.evaluate(filled, [version])) is first
    with_more_codes = replace(version, stamp=version.stamp + 1)
    assert finish(known.evaluate(filled, [with_more_codes])) is first, "nothing that is shown has changed"
    with filled.writing() as db:
        versions.rename(db, version.id, "Renamed")
    (renamed,) = finish(known.evaluate(filled, [versions.get(filled.db, version.id)]))
    assert renamed.version.name == "Renamed"
    assert renamed.intra_D is first[0].intra_D
    with filled.writing() as db:
        labels.unassign(db, "label 1", collect(db).image_ids[1:2])
    (again,) = finish(known.evaluate(filled, [version]))
    assert again.intra_D is not first[0].intra_D
    with filled.writing() as db:
        (image_id,) = add_images(db, [1000])
        labels.assign(db, "label 1", [image_id])
    (more,) = finish(known.evaluate(filled, [version]))
    assert more.unread == 1
    with filled.writing() as db:
        features.put(db, SPACE, add_images(db, range(2000, 2020)), clustered(20, 4))
    (larger,) = finish(known.evaluate(filled, [version]))
    assert larger.figures["database"] == more.figures["database"] + 20, "there is more to search"


def test_places_are_all_within_the_database_and_hold_1_10_100_and_the_last() -> None:
    assert top_places(1) == [1]
    assert top_places(3) == [1, 2, 3]
    for database in (10, 99, 734, 1000, 60_000):
        places = top_places(database)
        assert places == sorted(set(places))
        assert {place for place in (1, 10, 100, 1000) if place <= database} <= set(places)
        assert places[-1] == min(database, 1000)


def test_versions_of_the_same_name_are_told_apart(filled: Library) -> None:
    first, second, third = add_version(filled, "Cats"), add_version(filled, "Cats"), add_version(filled, "Dogs")
    assert distinct_names([first, second, third]) == [f"Cats (no. {first.id})", f"Cats (no. {second.id})", "Dogs"]


def test_a_name_that_a_spreadsheet_would_run_is_guarded_in_the_table(filled: Library, tmp_path: Path) -> None:
    evaluations = finish(evaluate_versions(filled, [add_version(filled, "=1+1")]))
    evaluation_table.write(str(tmp_path / "numbers.csv"), evaluations)
    with open(tmp_path / "numbers.csv", encoding="utf-8", newline="") as file:
        assert {row["version"] for row in csv.DictReader(file)} == {"'=1+1"}


def test_the_table_holds_every_number_behind_the_plots(filled: Library, tmp_path: Path) -> None:
    evaluations = finish(evaluate_versions(filled, [add_version(filled, "Comma, “quoted”"), active(filled)]))
    path = tmp_path / "numbers.csv"
    count = evaluation_table.write(str(path), evaluations)
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count
    assert list(rows[0]) == ["version", "plot", "x", "y"]
    for evaluation in evaluations:
        of_one = [row for row in rows if row["version"] == evaluation.version.name]
        figures = {row["x"]: float(row["y"]) for row in of_one if row["plot"] == evaluation_table.FIGURE}
        assert figures == {key: value for key, value in evaluation.figures.items() if value is not None}
        by_label = {row["x"]: float(row["y"]) for row in of_one if row["plot"] == evaluation_table.LABEL}
        assert by_label == {label.name: label.mean_precision for label in evaluation.labels}
        assert len(by_label) == 4
        curve = evaluation.precision_recall
        expected = {
            evaluation_table.PRECISION_RECALL: zip(curve.recall_D, curve.precision_D, strict=True),
            evaluation_table.TOP_K: zip(evaluation.places_P, evaluation.precision_P, strict=True),
            evaluation_table.SAME_LABEL: enumerate(evaluation.intra_D),
            evaluation_table.DIFFERENT_LABEL: enumerate(evaluation.inter_D),
        }
        for plot, points in expected.items():
            written = [(float(row["x"]), float(row["y"])) for row in of_one if row["plot"] == plot]
            assert written == [(float(x), float(y)) for x, y in points if y == y]
        outputs = [float(row["y"]) for row in of_one if row["plot"] == evaluation_table.OUTPUTS]
        assert outputs == ([] if evaluation.outputs_E is None else evaluation.outputs_E.tolist())
    with pytest.raises(UserError, match="cannot be written"):
        evaluation_table.write(str(tmp_path / "nowhere" / "numbers.csv"), evaluations)
