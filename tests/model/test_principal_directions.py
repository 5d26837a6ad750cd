"""Principal directions of few rows and of many: orthonormal, and none carries more than those before it."""

import numpy as np
import pytest

from engine.model.principal_directions import principal_directions


def rows(count: int, dimensions: int) -> np.ndarray:
    """Around 0, with less and less variance from one dimension to the next."""
    drawn_ND = np.random.default_rng([count, dimensions]).standard_normal((count, dimensions))
    x_ND = (drawn_ND * np.linspace(4, 0.5, dimensions)).astype(np.float32)
    return x_ND - x_ND.mean(axis=0)


@pytest.mark.parametrize("count", [1, 8, 30, 40])
@pytest.mark.parametrize("images", [2, 10, 20, 21, 100])
def test_they_are_orthonormal_and_carry_what_the_largest_singular_values_say(images: int, count: int):
    x_ND = rows(images, 40)
    directions_DK = principal_directions(x_ND, count)
    assert directions_DK.shape == (40, count)
    assert directions_DK.dtype == np.float32
    np.testing.assert_allclose(directions_DK.T @ directions_DK, np.eye(count), atol=1e-5)
    expected = np.zeros(40)
    expected[: min(images, 40)] = np.linalg.svd(x_ND.astype(np.float64), compute_uv=False)
    np.testing.assert_allclose(np.linalg.norm(x_ND @ directions_DK, axis=0), expected[:count], atol=2e-2)


def test_there_are_no_more_than_dimensions():
    assert principal_directions(rows(50, 6), 8).shape == principal_directions(rows(2, 6), 8).shape == (6, 6)


@pytest.mark.parametrize("images", [3, 50])
def test_rows_without_any_difference_have_directions_too(images: int):
    directions_DK = principal_directions(np.zeros((images, 12), np.float32), 5)
    np.testing.assert_allclose(directions_DK.T @ directions_DK, np.eye(5), atol=1e-5)
