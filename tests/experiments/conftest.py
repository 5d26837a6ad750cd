"""What several tests of experiments start from."""

import shutil
from collections.abc import Iterator

import pytest

from engine.experiments.data import feature_cache


@pytest.fixture
def empty_feature_cache(own_surroundings: None) -> Iterator[None]:
    """Nothing is in it that other tests have read, and nothing is left there for them."""
    shutil.rmtree(feature_cache.cache_folder(), ignore_errors=True)
    yield
    shutil.rmtree(feature_cache.cache_folder(), ignore_errors=True)
