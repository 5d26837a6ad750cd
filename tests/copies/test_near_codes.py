"""Which codes lie near each other: all by brute force, and by tables nearly all; each of them turned."""

import numpy as np
import pytest

from engine.arrays import Codes
from engine.copies import near_codes
from engine.copies.near_codes import NearPairs, each_once, near_pairs
from engine.copies.turns import TURNS, turned_codes

RADIUS = 40


def some_codes(count: int = 400) -> Codes:
    """Random ones, each third one a turned copy of the one before with a few bits flipped; one says nothing."""
    draw = np.random.default_rng(5)
    codes_NB = draw.integers(0, 256, (count, 32), dtype=np.uint8)
    for at in range(1, count, 3):
        flipped = np.packbits(draw.random(256) < draw.uniform(0, 0.15))
        codes_NB[at] = turned_codes(codes_NB[at - 1 : at], int(draw.integers(8)))[0] ^ flipped
    codes_NB[[9, 10]] = 0
    return codes_NB


def literally(codes_NB: Codes, known: int) -> dict[tuple[int, int], int]:
    """The distance of each near pair in its nearest turn, bit by bit."""
    found: dict[tuple[int, int], int] = {}
    bits_N = [int.from_bytes(code.tobytes()) for code in codes_NB]
    for turn in TURNS:
        turned_N = [int.from_bytes(code.tobytes()) for code in turned_codes(codes_NB, turn)]
        for later in range(known, len(codes_NB)):
            for earlier in range(later):
                distance = (turned_N[later] ^ bits_N[earlier]).bit_count()
                if distance <= RADIUS and bits_N[later] and bits_N[earlier]:
                    found[earlier, later] = min(distance, found.get((earlier, later), distance))
    return found


def near(codes_NB: Codes) -> list[NearPairs]:
    return [pairs for _, pairs in near_pairs(codes_NB, 0, RADIUS, range(1), lambda as_it_is_NB, _: as_it_is_NB)]


def found_in(codes_NB: Codes, known: int) -> NearPairs:
    return each_once([pairs for _, pairs in near_pairs(codes_NB, known, RADIUS, TURNS, turned_codes)])


@pytest.mark.parametrize("known", [0, 250, 397])
def test_all_near_pairs_are_found_in_their_nearest_turn(known: int):
    codes_NB = some_codes()
    expected = literally(codes_NB, known)
    found = found_in(codes_NB, known)
    assert {(a, b): distance for a, b, _, distance in found} == expected
    assert len(expected) > (60 if known == 0 else 0)
    for a, b, turn, distance in found:
        differing = turned_codes(codes_NB[b : b + 1], turn)[0] ^ codes_NB[a]
        assert int(np.bitwise_count(differing).sum()) == distance


@pytest.mark.parametrize("known", [0, 250])
def test_by_tables_nearly_all_are_found_and_nothing_else(known: int, monkeypatch: pytest.MonkeyPatch):
    codes_NB = some_codes()
    expected = literally(codes_NB, known)
    monkeypatch.setattr(near_codes, "DIRECT", 0)
    found = {(a, b): distance for a, b, _, distance in found_in(codes_NB, known)}
    assert found.items() <= expected.items()
    assert len(found) >= 0.97 * len(expected)


def test_a_search_that_is_left_ends_its_threads(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(near_codes, "DIRECT", 0)
    work = near_pairs(some_codes(), 0, RADIUS, TURNS, turned_codes)
    share, _ = next(work)
    assert share < 1
    work.close()
    assert next(work, None) is None


def test_what_all_have_in_common_tells_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(near_codes, "DIRECT", 0)
    monkeypatch.setattr(near_codes, "CROWD", 8)
    crowd_NB = np.tile(some_codes(20)[:1], (20, 1))
    assert len(found_in(crowd_NB, 0)) == 0


def test_where_all_look_the_same_each_has_its_nearest_only():
    codes_NB = np.zeros((12, 32), np.uint8)
    codes_NB[:, 0] = 255 << np.arange(12) % 8 & 255  # so many bits, from eight to one, then again
    codes_NB[:, 1] = 1
    found = near_codes.nearest_first(each_once(near(codes_NB)), 11 + 10)
    expected = [
        (earlier, later)
        for later in range(12)
        for earlier in sorted(range(later), key=lambda at: (abs(at % 8 - later % 8), at))[:2]
    ]
    assert sorted((a, b) for a, b, *_ in found) == sorted(expected)


def test_the_nearest_of_all_come_before_the_second_nearest_of_any():
    pairs = NearPairs(
        np.array([0, 1, 2, 0, 1, 3]),
        np.array([4, 4, 4, 5, 5, 6]),
        np.zeros(6, np.uint8),
        np.array([9, 3, 5, 2, 1, 8], np.uint8),
    )

    def kept(most: int) -> list[tuple[int, int]]:
        return sorted((a, b) for a, b, *_ in near_codes.nearest_first(pairs, most))

    assert kept(6) == [(0, 4), (0, 5), (1, 4), (1, 5), (2, 4), (3, 6)]
    assert kept(5) == [(0, 5), (1, 4), (1, 5), (2, 4), (3, 6)]
    assert kept(1) == kept(4) == [(1, 4), (1, 5), (3, 6)]
    assert len(near_codes.nearest_first(NearPairs.none(), 5)) == 0
