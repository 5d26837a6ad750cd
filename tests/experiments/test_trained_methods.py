"""The trained methods in experiments: they learn from the training part alone, the same each time, tuned alike."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from engine.dualhash.settings import Settings
from engine.evaluation.metrics import mean_average_precision
from engine.experiments.data.split import Part, Split
from engine.experiments.methods import METHODS, method
from engine.experiments.results import Result, Run
from engine.experiments.runs import Runs
from engine.experiments.trained_methods import TrainedMethod
from engine.model.layered_hash import LayeredHash
from engine.progress import Progress, finish
from tests.experiments.feature_clouds import cloud_data, clouds, ranking_of

NAMES = ["dualhash-stom", "dualhash-storm", "likelihood"]
SMALL = {"hidden": 16, "batch": 20, "measure_every": 0}


def misty() -> Split:
    """The clouds, with fifty dimensions beside them that tell nothing."""

    def with_mist(part: Part, seed: int) -> Part:
        mist = 3 * np.random.default_rng(seed).standard_normal((len(part), 50)).astype(np.float32)
        return Part(np.hstack([part.inputs, mist]), part.labels_NC)

    data = clouds()
    return Split(with_mist(data.train, 1), with_mist(data.valid, 2), with_mist(data.test, 3))


@pytest.mark.parametrize("name", NAMES)
def test_it_learns_codes_that_beat_itq_from_the_training_part_alone(name: str):
    data = misty()
    data.test.inputs.flags.writeable = False
    function = finish(method(name).run(data.train, data.valid, 16, 0, 12, SMALL)).function
    start = finish(method("itq").run(data.train, data.valid, 16, 0, 12, {})).function
    assert isinstance(function, LayeredHash)
    assert function.bits == 16
    learned, plain = (mean_average_precision(ranking_of(f, data.test, data.train)) for f in (function, start))
    assert learned > 0.8
    assert learned > plain + 0.1
    assert np.allclose(function.mean_D, data.train.inputs.mean(axis=0), atol=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_codes(name: str):
    data = clouds()
    one, same, other = (
        finish(method(name).run(data.train, data.valid, 16, seed, 2, SMALL)).function.outputs(data.test.inputs)
        for seed in (0, 0, 1)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_changes_reach_the_training():
    data = clouds()
    plain, sharper = (
        finish(method("dualhash-stom").run(data.train, data.valid, 16, 0, 2, SMALL | changes)).function
        for changes in ({}, {"alpha": 0.2})
    )
    assert not np.array_equal(plain.outputs(data.test.inputs), sharper.outputs(data.test.inputs))


def test_reports_are_fractions_of_one_run():
    data = clouds()
    reports: list[Progress] = list(method("dualhash-stom").run(data.train, data.valid, 8, 0, 3, SMALL))
    assert {report.total for report in reports} == {9}, "three epochs of three batches"
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert reports[-1].done == 9


@pytest.mark.parametrize("name", NAMES)
def test_settings_are_plain_and_whole(name: str):
    known = method(name)
    settings = known.settings(32, 20, {"alpha": 0.3})
    assert settings == json.loads(json.dumps(settings))
    assert set(settings) == {field.name for field in dataclasses.fields(Settings)}
    assert (settings["bits"], settings["epochs"], settings["alpha"]) == (32, 20, 0.3)
    assert known.settings(32, 20, {}) != settings
    assert (settings["hand_over"] == 1) == (name == "likelihood")
    assert settings["instance"] == ("storm" if name == "dualhash-storm" else "stom")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_candidates_are_a_strong_penalty_and_other_sharpnesses_the_default_first(name: str, bits: int):
    known = TrainedMethod(name)
    candidates = known.candidates(bits, 3)
    assert candidates[0] == {}
    for budget in (1, 2):
        assert known.candidates(bits, budget) == candidates[:budget]
    default = Settings(bits=bits).alpha_used
    sharper = [alpha for alpha in (default * 2, default / 2, default / 4) if alpha < 1]
    tried = [known.settings(bits, 5, changes) for changes in candidates[1:]]
    if name == "likelihood":  # it knows no penalty
        assert [one["alpha"] for one in tried] == pytest.approx(sharper[:2])
    else:
        assert [(one["gamma"], one["alpha"]) for one in tried] == [(100, None), (10, pytest.approx(sharper[0]))]


def test_settings_are_those_that_take_effect_where_images_have_several_labels(tmp_path: Path):
    train, valid, test = (one.labels_NC.copy() for one in (clouds().train, clouds().valid, clouds().test))
    train[:40, :2] = True
    parts = zip((clouds().train, clouds().valid, clouds().test), (train, valid, test), strict=True)
    several = dataclasses.replace(
        cloud_data(), splits={"clouds": Split(*(Part(one.inputs, labels_NC) for one, labels_NC in parts))}
    )
    for data, alpha, kappa in ((cloud_data(), None, None), (several, 0.8, 0.0)):
        known = Runs(tmp_path, {}, data).method("dualhash-stom")
        settings = known.settings(64, 5, {})
        assert (settings["alpha"], settings["kappa"]) == (alpha, kappa)
        tried = [known.settings(64, 5, changes) for changes in known.candidates(64, 3)]
        assert [one["kappa"] for one in tried] == [kappa] * 3
        assert [one["alpha"] for one in tried[1:]] == [alpha, 0.4]


@pytest.mark.parametrize("name", sorted(METHODS))
def test_every_method_can_be_run_and_measured(name: str, tmp_path: Path):
    known, data = METHODS[name], cloud_data()
    spaces = {**data.splits, known.feature_space or data.backbone: data.own}
    runs = Runs(tmp_path, {}, dataclasses.replace(data, splits=spaces))
    small = {key: value for key, value in SMALL.items() if key in known.settings(8, 1, {})}
    result = finish(runs.do(Run(name, 8, 0, 2, "test", small)))
    assert isinstance(result, Result)
    assert result.measures["mAP"] > 0.4, "chance is a third"
    assert (result.measures["seconds_per_epoch"] is None) == (not result.epochs["loss"])


def test_the_comparison_knows_them_by_name():
    assert set(NAMES) | {"itq"} <= set(METHODS)
    assert all(METHODS[name].name == name for name in METHODS)
