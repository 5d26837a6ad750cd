"""What the methods of the open set learn from: nobody learns from labels that are kept from learning."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.experiments.method import Learnt
from engine.experiments.open_set.draws import MOST, Draw, drawn
from engine.experiments.open_set.learners import method
from engine.experiments.open_set.pictures import OpenLibrary
from engine.learning.methods import settings_of
from engine.progress import finish
from engine.training.settings import GradientSettings
from tests.experiments.open_set_clouds import (
    KINDS,
    SPACE,
    cloud_library,
)

pytestmark = pytest.mark.usefixtures("short_lessons", "sketched_charts")


@pytest.fixture(scope="module")
def library() -> OpenLibrary:
    return cloud_library()


@pytest.fixture(scope="module")
def draw(library: OpenLibrary) -> Draw:
    return drawn(library.kind_N, 0, MOST)


@pytest.fixture(scope="module")
def unchanged(library: OpenLibrary, draw: Draw) -> Callable[[str], np.ndarray]:
    """What a method makes of the library as it is; each is learned once."""
    return cache(lambda name: outputs(learnt(name, library, draw), library))


def learnt(name: str, library: OpenLibrary, draw: Draw) -> Learnt:
    return finish(method(name).run(library, draw, 16, 0))


def outputs(one: Learnt, library: OpenLibrary) -> np.ndarray:
    return one.function.outputs(library.features[SPACE])


def with_other_labels(library: OpenLibrary, rows: np.ndarray, among: np.ndarray) -> OpenLibrary:
    """These pictures are of the next one of some kinds."""
    kind_N = library.kind_N.copy()
    kind_N[rows] = [among[(list(among).index(kind) + 1) % len(among)] for kind in library.kind_N[rows]]
    return replace(library, kind_N=kind_N)


def with_other_features(library: OpenLibrary, rows: np.ndarray) -> OpenLibrary:
    features_ND = library.features[SPACE].copy()
    features_ND[rows] = features_ND[rows][:, ::-1]
    return replace(library, features={**library.features, SPACE: features_ND})


def test_labels_that_are_not_given_and_pictures_for_validation_do_not_change_what_the_whole_library_teaches(
    library: OpenLibrary, draw: Draw, unchanged: Callable[[str], np.ndarray]
):
    changed = with_other_features(library, draw.valid)
    for rows in (draw.valid, draw.held_out, draw.never):
        changed = with_other_labels(changed, rows, np.unique(library.kind_N[rows]))
    assert (changed.kind_N == library.kind_N).sum() == len(draw.train)
    other = outputs(learnt("dualhash-stom-library", changed, draw), library)
    np.testing.assert_allclose(other, unchanged("dualhash-stom-library"), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("what", ["given labels", "pictures without labels"])
def test_the_whole_library_is_learned_from(
    library: OpenLibrary, draw: Draw, unchanged: Callable[[str], np.ndarray], what: str
):
    changed = with_other_features(library, draw.never)
    if what == "given labels":
        changed = with_other_labels(library, draw.train[::2], np.unique(library.kind_N[draw.train]))
    other = outputs(learnt("dualhash-stom-library", changed, draw), library)
    assert np.abs(other - unchanged("dualhash-stom-library")).max() > 0.1


@pytest.mark.parametrize("name", ["self-taught", "itq"])
def test_methods_without_labels_see_none(
    library: OpenLibrary, draw: Draw, unchanged: Callable[[str], np.ndarray], name: str
):
    changed = with_other_labels(library, np.arange(len(library)), np.arange(KINDS))
    if name == "self-taught":
        changed = with_other_features(changed, draw.valid)  # which only ITQ looks at
    other = outputs(learnt(name, changed, draw), library)
    np.testing.assert_allclose(other, unchanged(name), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ["likelihood", "sdh-cnn"])
def test_on_labels_alone_validation_chooses_an_iterate_and_no_step_learns_from_it(
    library: OpenLibrary, draw: Draw, name: str
):
    """So each epoch has the same loss, as far as both go."""
    changed = with_other_labels(library, draw.valid, np.unique(library.kind_N[draw.valid]))
    one, other = (learnt(name, each, draw).epochs for each in (library, changed))
    assert one[0].validation_map != other[0].validation_map
    both = min(len(one), len(other))
    assert [each.loss for each in other[:both]] == pytest.approx([each.loss for each in one[:both]])


@pytest.mark.parametrize("name", ["likelihood", "sdh-cnn"])
def test_on_labels_alone_other_pictures_are_not_seen(
    library: OpenLibrary, draw: Draw, unchanged: Callable[[str], np.ndarray], name: str
):
    unlabelled = np.concatenate([draw.held_out, draw.never])
    changed = with_other_features(with_other_labels(library, unlabelled, np.arange(KINDS)), unlabelled)
    np.testing.assert_allclose(outputs(learnt(name, changed, draw), library), unchanged(name), rtol=1e-4, atol=1e-4)


def test_sdh_is_on_features_of_its_own(library: OpenLibrary, draw: Draw):
    assert len(learnt("sdh", library, draw).function.mean_D) == 24
    assert len(learnt("sdh-cnn", library, draw).function.mean_D) == len(library.features[SPACE][0])


def test_a_network_on_labels_has_as_many_epochs_as_it_chooses_itself(library: OpenLibrary, draw: Draw):
    """In the paper's tables they are the plan's."""
    settings = settings_of("likelihood", bits=16)
    assert isinstance(settings, GradientSettings)
    assert method("likelihood").settings(16, 0)["epochs"] is settings.epochs is None
    reports = learnt("likelihood", library, draw).epochs
    assert {one.epochs for one in reports} == {settings.epochs_for(len(draw.train))}
    assert 1 < len(reports) <= settings.epochs_for(len(draw.train))
