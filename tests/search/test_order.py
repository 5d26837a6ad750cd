"""The order of hits: against a literal sort, total, and the same however many are asked for."""

import itertools

import numpy as np
import pytest

from engine.model.codes import pack, unpack
from engine.search import order

N = 60


def candidates(seed: int, ties: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    ids = random.permutation(1000)[:N].astype(np.int64)
    distances = random.integers(0, 6 if ties else 1000, N).astype(np.int32)
    cosine = random.choice([0.1, 0.2, 0.3, np.nan], N) if ties else random.random(N)
    agreement = random.choice([-0.5, 0.0, 0.5], N) if ties else random.random(N)
    return ids, distances, cosine, agreement


def slow_order(ids, distances, cosine, agreement) -> list[int]:
    """One comparison after the other, in the words of the module."""
    known = [-2.0 if np.isnan(c) else c for c in cosine]
    rows = sorted(range(len(ids)), key=lambda row: (distances[row], -known[row], ids[row]))
    pool, rest = rows[: order.POOL], rows[order.POOL :]
    nearness = {row: known[row] if agreement is None else agreement[row] + 0.5 * known[row] for row in pool}
    if agreement is not None:
        nearness |= {row: 2 + known[row] for row in slow_copies(known, pool)}
    return sorted(pool, key=lambda row: -round(nearness[row], 5)) + rest


def slow_copies(cosine: list[float], pool: list[int]) -> list[int]:
    """Everything above the widest gap between the eight largest cosines that are not the query's own."""
    rows = sorted(pool, key=lambda row: -cosine[row])
    found = [row for row in rows if cosine[row] >= 0.999]
    rest = rows[len(found) :][:9]
    gaps = [round(cosine[a] - cosine[b], 5) for a, b in itertools.pairwise(rest)]
    if gaps and max(gaps) >= 0.07 and cosine[rest[gaps.index(max(gaps))]] >= 0.4:
        found += rest[: gaps.index(max(gaps)) + 1]
    return found


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("pool", [7, 300])
@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize("ties", [True, False])
def test_as_a_literal_sort(seed: int, pool: int, learned: bool, ties: bool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(order, "POOL", pool)
    ids, distances, cosine, agreement = candidates(seed, ties)
    given = agreement if learned else None
    assert order.in_order(ids, distances, cosine, given).tolist() == slow_order(ids, distances, cosine, given)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_candidates_come_does_not_matter(seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(order, "POOL", 20)
    ids, distances, cosine, agreement = candidates(seed)
    shuffle = np.random.default_rng(9).permutation(N)
    one = ids[order.in_order(ids, distances, cosine, agreement)]
    other_ids = ids[shuffle]
    other = other_ids[order.in_order(other_ids, distances[shuffle], cosine[shuffle], agreement[shuffle])]
    assert one.tolist() == other.tolist()


def test_agreement_is_the_mean_of_u_times_sign_over_the_learned_bits():
    random = np.random.default_rng(0)
    u_K = random.uniform(-1, 1, 16).astype(np.float32)
    packed_NB = pack(random.standard_normal((5, 32)))
    expected = [
        sum(float(u) * int(sign) for u, sign in zip(u_K, signs[:16], strict=True)) / 16
        for signs in unpack(packed_NB).tolist()
    ]
    assert order.agreement(u_K, packed_NB) == pytest.approx(expected, abs=1e-6)
    own = pack(np.concatenate([u_K, np.ones(16)])[None])
    assert order.agreement(u_K, own)[0] == pytest.approx(np.abs(u_K).mean(), abs=1e-6), "nothing agrees better"


def test_all_that_may_be_among_the_first_hits_are_candidates(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(order, "POOL", 3)
    distances = np.array([5, 1, 2, 2, 9, 2], np.int32)
    assert order.candidates(distances).tolist() == [1, 2, 3, 5]
    assert order.candidates(distances[:2]).tolist() == [0, 1]


def test_near_copies_come_first_by_their_cosine_whatever_was_learned():
    ids, distances = np.arange(6), np.array([0, 9, 9, 1, 1, 1], np.int32)
    cosine = np.array([1.0, 0.8, 0.7, 0.5, 0.5, 0.45])  # the query itself, two copies of it, three that look alike
    agreement = np.array([0.9, 0.1, 0.0, 0.8, 0.9, 0.7])
    assert order.in_order(ids, distances, cosine, agreement).tolist() == [0, 1, 2, 4, 3, 5]


def test_many_that_look_alike_are_no_copies():
    cosine = np.concatenate([np.linspace(0.8, 0.7, 20), np.linspace(0.3, 0.2, 20)])
    assert order.near_copies(cosine).tolist() == []


def test_what_hardly_looks_alike_is_no_copy():
    assert order.near_copies(np.array([0.39, 0.1, 0.1])).tolist() == []
    assert order.near_copies(np.array([0.1, 0.41, 0.1])).tolist() == [1]


def test_one_candidate_alone_is_no_copy():
    assert order.near_copies(np.array([0.5])).tolist() == []
    assert order.near_copies(np.zeros(0)).tolist() == []
