"""What several tests of experiments start from."""

import shutil
from collections.abc import Iterator

import pytest

from engine.experiments.data import feature_cache
from tests.experiments.sketches import sketch


@pytest.fixture
def empty_feature_cache(own_surroundings: None) -> Iterator[None]:
    """Nothing is in it that other tests have read, and nothing is left there for them."""
    shutil.rmtree(feature_cache.cache_folder(), ignore_errors=True)
    yield
    shutil.rmtree(feature_cache.cache_folder(), ignore_errors=True)


@pytest.fixture(scope="module")
def coarse_charts() -> Iterator[None]:
    """Figures of few pixels, where it does not matter how they look."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.experiments.drawing.charts.DPI", 36)
        yield


@pytest.fixture(scope="module")
def sketched_charts() -> Iterator[None]:
    """Figures are made and not drawn, where nobody looks at pixels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.experiments.drawing.charts.png", sketch)
        patch.setattr("engine.experiments.report.report.png", sketch)
        yield
