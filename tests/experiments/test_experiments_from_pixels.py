"""Whole networks in experiments: the backbone learns too, from pixels, and codes are those of what it became."""

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data.cifar10 import read
from engine.experiments.data.split import Data, Part, Split
from engine.experiments.methods import METHODS, method, whole_network_names
from engine.experiments.network_methods import NetworkHash, NetworkMethod
from engine.experiments.results import Result, Run
from engine.experiments.runs import Runs
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from tests.experiments.batch_makers import write_cifar10, write_split

pytestmark = pytest.mark.usefixtures("coarse_pixels")

SMALL = {"hidden": 16, "batch": 8}


@pytest.fixture(scope="module")
def squares(tmp_path_factory: pytest.TempPathFactory) -> Split:
    """A few small pictures of three colours."""
    folder = write_cifar10(tmp_path_factory.mktemp("cifar10"))
    rows = np.arange(60)
    split = write_split(folder / "split", train=rows[:9], valid=rows[9:12], test=rows[12:15])
    pictures = read(folder, split)
    return Split(*(Part(part.pixels_NHWC, part.labels_NC) for part in pictures.parts()))


def test_a_run_from_pixels_is_measured_and_kept_like_any_other(tmp_path, squares: Split):
    runs = Runs(tmp_path, {}, Data(EFFICIENTNET_LITE0.name, {EFFICIENTNET_LITE0.name: squares}, "all"))
    run = Run("dualhash-stom", 8, 0, 1, "test", SMALL)
    result = finish(runs.do(run))
    assert isinstance(result, Result)
    assert result.measures["mAP"] > 0.5, "three colours are easily told apart"
    assert len(result.epochs["loss"]) == 1
    assert runs.finished(run) == result


def test_the_codes_are_those_of_the_trained_backbone(squares: Split):
    known = NetworkMethod("dsh", EFFICIENTNET_LITE0.name)
    learnt = finish(known.run(squares.train, squares.valid, 8, 0, 1, SMALL))
    function = learnt.function
    assert isinstance(function, NetworkHash)
    assert function.bits == 8
    assert function.mean_D.shape == (1280,)
    outputs_NK = function.outputs(squares.test.inputs)
    assert outputs_NK.shape == (3, 8)
    np.testing.assert_array_equal(function.codes(squares.test.inputs), np.packbits(outputs_NK >= 0, axis=1))
    np.testing.assert_allclose(function.outputs(squares.test.inputs[:2]), outputs_NK[:2], atol=1e-3)


def test_settings_are_those_for_a_whole_network():
    settings = NetworkMethod("likelihood", "alexnet").settings(16, 7, {})
    assert (settings["bits"], settings["epochs"]) == (16, 7)
    assert settings != method("likelihood").settings(16, 7, {})
    assert NetworkMethod("likelihood", "alexnet").candidates(16, 2) == method("likelihood").candidates(16, 2)


def test_learning_rates_that_are_tried_are_for_a_whole_network():
    on_features = method("dsh").candidates(16, 3)
    assert any("learning_rate" in one for one in on_features)
    for one, whole in zip(on_features, NetworkMethod("dsh", "alexnet").candidates(16, 3), strict=True):
        assert whole == {**one, **({"learning_rate": one["learning_rate"] / 100} if "learning_rate" in one else {})}


def test_methods_without_a_network_are_refused():
    names = whole_network_names()
    assert {"dualhash-stom", "dsh", "hashnet"} <= set(names) < set(METHODS)
    for name in ("itq", "sdh", "sdh-cnn"):
        assert name not in names
        with pytest.raises(UserError, match=f"^{name} trains no network"):
            method(name, "alexnet")
