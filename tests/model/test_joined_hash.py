"""Learned bits and base bits beside each other: the code is both codes, the distance both distances."""

import numpy as np
import pytest

from engine.model.codes import hamming, unpack
from engine.model.hash_function import HashFunction
from engine.model.joined_hash import JoinedHash
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import random_projection

D, H = 24, 5


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float32)


@pytest.fixture
def joined() -> JoinedHash:
    learned = LayeredHash(numbers(D), numbers(D, H), numbers(H), numbers(H, 16), numbers(16))
    return JoinedHash(learned, random_projection(numbers(40, D), 8))


def test_the_learned_bits_come_first(joined: JoinedHash):
    x_ND = numbers(30, D, seed=3)
    function: HashFunction = joined
    assert function.bits == 24
    packed_NB = function.codes(x_ND)
    assert packed_NB.shape == (30, 3)
    assert (packed_NB[:, :2] == joined.learned.codes(x_ND)).all()
    assert (packed_NB[:, 2:] == joined.base.codes(x_ND)).all()
    assert ((function.outputs(x_ND) >= 0) == (unpack(packed_NB) > 0)).all()


def test_the_distance_is_the_sum_of_both(joined: JoinedHash):
    x_ND = numbers(30, D, seed=3)
    parts = [hamming(part.codes(x_ND), part.codes(x_ND[:1])[0]) for part in (joined.learned, joined.base)]
    assert (hamming(joined.codes(x_ND), joined.codes(x_ND[:1])[0]) == parts[0] + parts[1]).all()


def test_u_is_that_of_the_learned_bits_alone(joined: JoinedHash):
    x_ND = numbers(4, D, seed=3)
    u_NK = joined.bounded(joined.outputs(x_ND))
    assert u_NK is not None
    assert u_NK.shape == (4, 16)
    assert u_NK == pytest.approx(np.tanh(joined.learned.outputs(x_ND)), abs=1e-6)


def test_features_are_centred_by_the_library_s_mean(joined: JoinedHash):
    assert (joined.mean_D == joined.base.mean_D).all()
