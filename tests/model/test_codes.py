"""The bit order and the distance, against loops."""

import numpy as np
import pytest

from engine.model.codes import hamming, pack, unpack


def slow_pack(u_NK: np.ndarray) -> list[list[int]]:
    """Bit 0 is the highest bit of the first byte; it is 1 where u >= 0."""
    packed = []
    for u_K in u_NK.tolist():
        row = [0] * (len(u_K) // 8)
        for k, value in enumerate(u_K):
            if value >= 0:
                row[k // 8] |= 128 >> (k % 8)
        packed.append(row)
    return packed


@pytest.mark.parametrize("bits", [8, 16, 64, 256])
def test_packing_is_what_the_loop_says(bits: int):
    u_NK = np.random.default_rng(bits).standard_normal((20, bits)).astype(np.float32)
    assert pack(u_NK).tolist() == slow_pack(u_NK)


def test_zero_is_plus_one_and_so_is_minus_zero():
    assert pack(np.zeros((1, 8))).tolist() == pack(np.full((1, 8), -0.0)).tolist() == [[255]]


def test_the_first_bit_is_the_highest_of_the_first_byte():
    u = np.full((1, 16), -1.0)
    u[0, 0] = 1
    assert pack(u).tolist() == [[128, 0]]


def test_unpacking_gives_the_signs():
    u_NK = np.random.default_rng(0).standard_normal((20, 64))
    assert (unpack(pack(u_NK)) == np.where(u_NK >= 0, 1, -1)).all()


def test_the_distance_is_the_number_of_bits_that_differ_also_of_many_bits():
    random = np.random.default_rng(0)
    for bits in (8, 64, 4096):
        u_NK = random.choice([-1, 1], (10, bits))
        distances = hamming(pack(u_NK), pack(u_NK[:1])[0])
        assert distances.tolist() == [sum(a != b for a, b in zip(u, u_NK[0], strict=True)) for u in u_NK.tolist()]
    assert hamming(pack(-np.ones((1, 4096))), pack(np.ones((1, 4096)))[0]).tolist() == [4096], "no overflow at 256"


def test_signs_and_distance_go_together():
    """K - <b, c> = 2 d: what the training maximises is what the search measures."""
    u_NK = np.random.default_rng(1).standard_normal((10, 32))
    signs = unpack(pack(u_NK)).astype(int)
    assert (hamming(pack(u_NK), pack(u_NK[:1])[0]) == (32 - signs @ signs[0]) // 2).all()
