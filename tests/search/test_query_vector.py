"""How pictures become one vector, against loops."""

import numpy as np

from engine.search.query_vector import MINUS_WEIGHT, combine, split

MEAN = np.array([1.0, 2.0, 3.0], np.float32)
A = np.array([4.0, 2.0, 3.0], np.float32)  # 3 along x from the mean
B = np.array([1.0, 6.0, 3.0], np.float32)  # 4 along y
C = np.array([1.0, 2.0, 5.0], np.float32)  # 2 along z


def unit(vector: np.ndarray) -> list[float]:
    difference = [float(v - m) for v, m in zip(vector, MEAN, strict=True)]
    length = sum(d * d for d in difference) ** 0.5
    return [d / length for d in difference]


def test_one_picture_is_itself():
    assert combine(A[None], None, MEAN) is not None
    assert (combine(A[None], None, MEAN) == A).all()


def test_several_pictures_point_to_the_middle_at_their_usual_distance():
    found = combine(np.stack([A, B]), None, MEAN)
    direction = [(a + b) / 2 for a, b in zip(unit(A), unit(B), strict=True)]
    length = sum(d * d for d in direction) ** 0.5
    expected = [m + d / length * (3 + 4) / 2 for m, d in zip(MEAN, direction, strict=True)]
    assert np.allclose(found, expected, atol=1e-5)
    assert found.dtype == np.float32


def test_minus_pictures_push_away_with_half_their_weight():
    found = combine(np.stack([A]), np.stack([B, C]), MEAN)
    minus = [(b + c) / 2 for b, c in zip(unit(B), unit(C), strict=True)]
    direction = [a - MINUS_WEIGHT * m for a, m in zip(unit(A), minus, strict=True)]
    length = sum(d * d for d in direction) ** 0.5
    assert np.allclose(found, [m + d / length * 3 for m, d in zip(MEAN, direction, strict=True)], atol=1e-5)


def test_what_cancels_out_is_the_mean_and_no_crash():
    opposite = 2 * MEAN - A
    found = combine(np.stack([A, opposite]), None, MEAN)
    assert np.allclose(found, MEAN)
    assert np.isfinite(combine(MEAN[None], MEAN[None], MEAN)).all()


def test_pictures_are_split_by_their_sign():
    plus, minus = split([A, B, C], [False, True, False])
    assert (plus == np.stack([A, C])).all()
    assert minus is not None
    assert (minus == B[None]).all()
    assert split([A], [False])[1] is None
