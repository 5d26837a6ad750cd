"""The methods by name: their settings, presets, feature spaces, and that each of them trains on a library."""

from dataclasses import replace

import numpy as np
import pytest

from engine.dualhash.settings import PRESETS
from engine.errors import UserError
from engine.learning.methods import METHODS, SELF_TAUGHT, feature_space_of, method, settings_of
from engine.learning.request import Request
from engine.learning.trained import save_version
from engine.learning.training import train
from engine.library import Library
from engine.model import model_files
from engine.progress import finish
from tests.conftest import CPU
from tests.learning.labelled_library import SMALL, SPACE, clustered, fill

WITH_LABELS = [each for each in METHODS.values() if each.needs_labels]
ON_ANY_FEATURES = [each.name for each in WITH_LABELS if each.feature_space is None]


def test_the_methods_of_the_paper_are_all_there():
    papers = {"sdh", "sdh-cnn", "dsh", "dtsh", "dhn", "hashnet", "dsdh", "orthohash", "mdshc", "stomhash-wcr"}
    overview = {"dpsh", "dch", "dnnh", "ddsh"}
    assert papers | overview | {"dualhash-stom", "dualhash-storm"} <= set(METHODS)


@pytest.mark.parametrize("name", METHODS)
def test_every_setting_has_a_meaning_and_a_default_that_it_allows(name: str):
    for each in method(name).settings.describe():
        assert each.meaning.endswith(".")
        each.check(each.default)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("bits", [16, 32, 48, 64])
def test_what_is_tried_on_validation_is_at_most_three_things_the_default_first(name: str, bits: int):
    for share in (0.0, 0.2, 1.0):
        default = settings_of(name, bits=bits).for_several_labels(share)
        candidates = default.candidates()
        assert candidates[0] == {}
        assert len(candidates) <= 3
        made = [default.changed(**changes) for changes in candidates]
        assert len(set(made)) == len(made), "two candidates are the same"


def test_presets_are_those_of_dualhash():
    for preset in PRESETS:
        settings_of("dualhash-storm", preset)
    with pytest.raises(UserError, match=r"^Presets are DualHash's; DSH has none\.$"):
        settings_of("dsh", "compact")
    with pytest.raises(UserError, match=r"^There is no preset named 'speedy'"):
        settings_of("dsh", "speedy")


def test_a_method_for_one_feature_space_takes_no_other():
    assert feature_space_of("sdh") == "gist"
    assert feature_space_of("sdh-cnn", "resnet50") == "resnet50"
    assert feature_space_of("dsh") == "efficientnet_lite0"
    with pytest.raises(UserError, match=r"^SDH is made for the features of gist, not of alexnet\.$"):
        feature_space_of("sdh", "alexnet")


def test_only_methods_with_a_network_can_train_the_whole_of_it(library: Library):
    assert not method("sdh-cnn").trains_networks
    assert not method(SELF_TAUGHT).trains_networks
    assert all(method(name).trains_networks for name in ON_ANY_FEATURES if name != "sdh-cnn")
    asked = Request("sdh-cnn", settings_of("sdh-cnn"), tune="all", device=CPU)
    with pytest.raises(UserError, match=r"^SDH-CNN trains no network, only hash functions on features\.$"):
        finish(train(library, asked))


def asked_for(name: str) -> Request:
    """A training of a few seconds at most."""
    known = {each.name for each in method(name).settings.describe()}
    quick = {key: value for key, value in (SMALL | {"epochs": 12, "anchors": 100}).items() if key in known}
    if name == "dsdh":  # few steps want to be large ones
        quick |= {"epochs": 25, "optimiser": "sgd", "learning_rate": 1.0}
    if name == "ddsh":
        quick |= {"epochs": 25, "learning_rate": 0.005, "subset": 50}
    return Request(name, settings_of(name, **quick), SPACE, device=CPU)


@pytest.mark.parametrize("name", ON_ANY_FEATURES)
def test_each_method_learns_from_a_librarys_labels_and_becomes_a_version(library: Library, name: str):
    fill(library, 300)
    trained = finish(train(library, asked_for(name)))
    assert trained.before is not None
    assert trained.after is not None
    assert trained.after["mAP"] > trained.before["mAP"] + 0.1
    assert trained.epochs
    version = save_version(library, trained)
    assert version.method == name
    features_ND = clustered(40, 4, seed=3)
    read = model_files.of_version(library.models_folder, version)
    assert np.array_equal(read.codes(features_ND), trained.function.codes(features_ND))


def asked_for_little(name: str) -> Request:
    """The same for where it does not matter how well it learns."""
    asked = asked_for(name)
    fewer = {"epochs": 4} | ({"subset": 16} if name == "ddsh" else {})
    return replace(asked, settings=asked.settings.changed(**fewer))


@pytest.mark.usefixtures("one_split")
@pytest.mark.parametrize("name", ON_ANY_FEATURES)
def test_a_training_that_was_closed_goes_on_as_if_it_had_not_been(library: Library, name: str):
    fill(library, 120)
    asked = asked_for_little(name)
    whole = finish(train(library, asked))
    half = train(library, asked)
    ended = 0
    for progress in half:
        ended += getattr(progress, "epoch", None) is not None
        if ended == max(1, len(whole.epochs) // 2):
            break
    half.close()
    resumed = finish(train(library, asked, resume=True))
    features_ND = clustered(40, 4, seed=3)
    assert np.array_equal(resumed.function.outputs(features_ND), whole.function.outputs(features_ND))
    assert [each.loss for each in resumed.epochs] == [each.loss for each in whole.epochs]
