"""Close pairs of vectors, against all cosines; what is ruled out first loses none of them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.copies import looks
from engine.copies.looks import cosines
from engine.learning import close_pairs as module
from engine.learning.close_pairs import close_pairs

BOUND = 0.85


def vectors(count: int, dimensions: int, seed: int, spread: float = 0.5) -> NDArray[np.float16]:
    """Of length 1, in clouds of about seven, so that cosines lie on both sides of the bound."""
    random = np.random.default_rng(seed)
    centres_ND = random.random((count // 7 + 1, dimensions))[np.arange(count) % (count // 7 + 1)]
    x_ND = np.maximum(centres_ND + spread * random.standard_normal((count, dimensions)), 0)
    return (x_ND / np.linalg.norm(x_ND, axis=1, keepdims=True)).astype(np.float16)


def slow_pairs(x_ND: NDArray[np.float16]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The pairs that are close for sure, and those that rounding may decide."""
    close, open_ = set(), set()
    rows = [[float(value) for value in row] for row in x_ND]
    for b in range(len(rows)):
        for a in range(b):
            cosine = sum(p * q for p, q in zip(rows[a], rows[b], strict=True))
            if abs(cosine - BOUND) < 1e-5:
                open_.add((a, b))
            elif cosine > BOUND:
                close.add((a, b))
    return close, open_


def found(x_ND: NDArray[np.float16]) -> set[tuple[int, int]]:
    pairs = [(int(a), int(b)) for a_E, b_E in close_pairs(x_ND, BOUND) for a, b in zip(a_E, b_E, strict=True)]
    assert len(set(pairs)) == len(pairs), "each once"
    return set(pairs)


@pytest.mark.parametrize("dense", [0.0, 0.02, 1.0])
@pytest.mark.parametrize("direct", [0, 6000])
@pytest.mark.parametrize("count", [1, 50, 150])
def test_the_close_pairs_and_no_others_are_found(
    count: int, direct: int, dense: float, monkeypatch: pytest.MonkeyPatch
):
    """However many vectors there are, one at a time or tile by tile."""
    monkeypatch.setattr(module, "TILE", 64)
    monkeypatch.setattr(module, "DIRECT", direct)
    monkeypatch.setattr(module, "DENSE", dense)
    monkeypatch.setattr(module, "COORDINATES", 8)
    monkeypatch.setattr(looks, "LOOKED_UP", 10)
    x_ND = vectors(count, 24, seed=count)
    close, open_ = slow_pairs(x_ND)
    assert found(x_ND) - open_ == close
    if count > 1:
        assert 0 < len(close) < count * (count - 1) / 4, "there is something to tell apart"


def test_what_is_ruled_out_first_loses_nothing_on_many_vectors(monkeypatch: pytest.MonkeyPatch):
    x_ND = vectors(3000, 300, seed=1, spread=0.27)
    every = found(x_ND)
    monkeypatch.setattr(module, "DIRECT", 0)
    x_32 = x_ND.astype(np.float32)
    for a, b in found(x_ND) ^ every:
        assert x_32[a] @ x_32[b] == pytest.approx(BOUND, abs=1e-5)
    assert len(every) > 1000


def test_zeros_are_close_to_none_and_there_may_be_no_vector_at_all():
    assert found(np.zeros((4, 8), np.float16)) == set()
    assert found(np.zeros((0, 8), np.float16)) == set()
    x_ND = np.eye(3, dtype=np.float16)
    x_ND[1] = x_ND[0]
    assert found(x_ND) == {(0, 1)}


def test_the_cosines_of_pairs():
    x_ND, y_MD = vectors(9, 5, seed=2), vectors(7, 5, seed=3)
    a_E, b_E = np.array([0, 8, 3, 3]), np.array([6, 0, 2, 3])
    pairs = zip(x_ND[a_E], y_MD[b_E], strict=True)
    slow = [sum(float(p) * float(q) for p, q in zip(x, y, strict=True)) for x, y in pairs]
    assert cosines(x_ND, y_MD, a_E, b_E) == pytest.approx(slow, abs=1e-5)
