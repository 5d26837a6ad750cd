"""Principal components: directions of most difference, the same every time."""

import numpy as np
import pytest

from engine.mapping.principal import fitted


def test_the_first_direction_is_the_one_in_which_they_differ_most():
    random = np.random.default_rng(0)
    features = random.standard_normal((300, 6)).astype(np.float32) * [1, 1, 9, 1, 3, 1] + 5
    projection = fitted(features.astype(np.float32), 2)
    assert np.abs(projection.directions_DR).argmax(axis=0).tolist() == [2, 4]
    assert projection.directions_DR.T @ projection.directions_DR == pytest.approx(np.eye(2), abs=1e-5)
    assert projection.of(features.astype(np.float32)).mean(axis=0) == pytest.approx([0, 0], abs=1e-3)


def test_of_fewer_numbers_than_components_all_are_kept():
    assert fitted(np.eye(4, 3, dtype=np.float32)).directions_DR.shape == (3, 3)


def test_directions_are_those_of_the_covariance_also_where_the_middle_of_all_is_not_at_zero():
    """Scaled to length 1, skewed features have a middle of their own, apart from that of the features."""
    random = np.random.default_rng(1)
    features_ND = (random.exponential(1.0, (400, 5)) * [6, 3, 2, 1, 1]).astype(np.float32)
    unit_ND = features_ND - features_ND.mean(axis=0)
    unit_ND /= np.linalg.norm(unit_ND, axis=1, keepdims=True)
    assert np.linalg.norm(unit_ND.mean(axis=0)) > 0.1
    _, vectors_DD = np.linalg.eigh(np.cov(unit_ND.T.astype(np.float64)))
    alike_RR = np.abs(fitted(features_ND, 3).directions_DR.T @ vectors_DD[:, ::-1][:, :3])
    assert alike_RR == pytest.approx(np.eye(3), abs=1e-3)
