"""The training job on a GPU: each method, from the library's features or its pictures to figures; going on with it
elsewhere; memory that runs out."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from engine.learning.methods import SELF_TAUGHT
from engine.learning.request import Request
from engine.learning.trained import Trained
from engine.learning.training import train
from engine.library import Library
from engine.progress import finish
from tests.conftest import CPU, IndexedLibrary
from tests.learning.labelled_library import clustered, fill, request
from tests.learning.test_methods import ON_ANY_FEATURES, asked_for_little
from tests.learning.test_whole_network import ASKED, label_only
from tests.photo_makers import KINDS
from tests.pretend_gpu import NAME, ON_IT, PretendGpu, pretend_gpu

QUERIES_ND = clustered(40, 4, seed=3)


@pytest.fixture
def gpu() -> Iterator[PretendGpu]:
    with pretend_gpu() as device:
        yield device


def outputs_of(trained: Trained) -> np.ndarray:
    return trained.function.outputs(QUERIES_ND)


@pytest.mark.usefixtures("one_split")
@pytest.mark.parametrize("name", [*ON_ANY_FEATURES, SELF_TAUGHT])
def test_each_method_learns_on_stored_features_what_the_cpu_learns(gpu: PretendGpu, library: Library, name: str):
    gpu.has_half = False
    fill(library, 120)
    asked = asked_for_little(name)
    asked = replace(asked, settings=asked.settings.changed(epochs=2))
    on_gpu = finish(train(library, replace(asked, device=ON_IT)))
    assert on_gpu.computed_on == ("cpu" if name == "sdh-cnn" else NAME)
    on_cpu = finish(train(library, replace(asked, device=CPU)))
    np.testing.assert_allclose(outputs_of(on_gpu), outputs_of(on_cpu), rtol=0.02, atol=0.02)


@pytest.mark.parametrize(("began", "goes_on"), [(ON_IT, CPU), (CPU, ON_IT)])
def test_a_training_goes_on_on_another_device(gpu: PretendGpu, library: Library, began, goes_on):
    gpu.has_half = False
    fill(library, 120)
    asked = request(epochs=4)
    whole = finish(train(library, replace(asked, device=CPU)))
    half = train(library, replace(asked, device=began))
    while getattr(next(half), "epoch", None) is None:
        pass
    half.close()
    resumed = finish(train(library, replace(asked, device=goes_on), resume=True))
    assert resumed.computed_on == goes_on.kind
    assert [each.epoch for each in resumed.epochs] == [1, 2, 3, 4]
    np.testing.assert_allclose(outputs_of(resumed), outputs_of(whole), rtol=0.02, atol=0.02)


@pytest.mark.parametrize("at", [1, 5, 40, 400])
def test_a_gpu_that_is_full_leaves_the_training_to_the_cpu(gpu: PretendGpu, library: Library, at: int):
    fill(library, 120)
    gpu.is_full_from(at)
    trained = finish(train(library, replace(request(), device=ON_IT)))
    assert trained.computed_on == "cpu"
    assert trained.before is not None
    assert trained.after is not None
    assert trained.after["mAP"] > trained.before["mAP"]


WHOLE = replace(ASKED, device=ON_IT)


def whole_network_on(indexed: IndexedLibrary, asked: Request) -> Trained:
    """On some pictures of two of the five kinds."""
    label_only(indexed, KINDS[:2], each=4)
    return finish(train(indexed.library, asked))


@pytest.mark.usefixtures("short_lessons", "coarse_pixels")
def test_the_whole_network_is_trained_from_pinned_pictures(gpu: PretendGpu, indexed: IndexedLibrary):
    gpu.has_half = False  # in which a CPU computes ten times as long
    trained = whole_network_on(indexed, WHOLE)
    assert trained.computed_on == NAME
    assert trained.backbone is not None
    assert {each.device.type for each in trained.backbone.parameters()} == {"cpu"}
    assert trained.after is not None
    assert trained.after["mAP"] > 0.5
    assert gpu.from_pinned
    assert not gpu.from_unpinned


@pytest.mark.usefixtures("short_lessons", "coarse_pixels")
@pytest.mark.parametrize("at", [1, 3000])
def test_a_network_that_does_not_fit_is_trained_on_the_cpu(gpu: PretendGpu, indexed: IndexedLibrary, at: int):
    gpu.has_half = False
    gpu.is_full_from(at)
    trained = whole_network_on(indexed, WHOLE)
    assert trained.computed_on == "cpu"
    assert trained.after is not None
    assert trained.after["mAP"] > 0.5
