"""What belongs together by pairs, against following the pairs one by one."""

import numpy as np
import pytest

from engine.learning.components import Components


def slow_firsts(count: int, pairs: list[tuple[int, int]]) -> list[int]:
    """From each thing, along the pairs, to all that can be reached: the first of them."""
    firsts = []
    for start in range(count):
        reached, ahead = {start}, [start]
        while ahead:
            here = ahead.pop()
            for a, b in pairs:
                for one, other in ((a, b), (b, a)):
                    if one == here and other not in reached:
                        reached.add(other)
                        ahead.append(other)
        firsts.append(min(reached))
    return firsts


@pytest.mark.parametrize("seed", range(20))
def test_things_belong_together_as_a_walk_along_the_pairs_finds(seed: int):
    random = np.random.default_rng(seed)
    pairs = random.integers(0, 40, (random.integers(0, 45), 2))
    together = Components(40)
    for some in np.array_split(pairs, 3):  # not all at once
        together.join(some[:, 0], some[:, 1])
    assert together.first_N.tolist() == slow_firsts(40, [(int(a), int(b)) for a, b in pairs])


def test_a_long_chain_in_any_order_is_one():
    for order in (np.arange(999), np.arange(999)[::-1], np.random.default_rng(0).permutation(999)):
        together = Components(1001)
        together.join(order, order + 1)
        assert together.first_N.tolist() == [0] * 1000 + [1000]


def test_without_pairs_each_is_alone():
    together = Components(3)
    none = np.zeros(0, np.int64)
    together.join(none, none)
    assert together.first_N.tolist() == [0, 1, 2]
    assert Components(0).first_N.tolist() == []
