"""The index of codes against a slow literal search, with ties, filters and limits of distance."""

import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.search import code_index
from engine.search.code_index import CodeIndex
from engine.search.index import NO_CODE
from engine.store.allowed import Allowed

BITS = 16


def slow_distance(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> int:
    """Bit by bit."""
    distance = 0
    for byte_a, byte_b in zip(a.tolist(), b.tolist(), strict=True):
        for bit in range(8):
            distance += (byte_a >> bit & 1) != (byte_b >> bit & 1)
    return distance


@dataclass
class Case:
    ids: NDArray[np.int64]
    packed_NB: NDArray[np.uint8]
    query_B: NDArray[np.uint8]

    def index(self) -> CodeIndex:
        made = CodeIndex(1, self.packed_NB.shape[1] * 8)
        made.put(self.ids, self.packed_NB)
        return made

    def allowed(self, allowed_N: NDArray[np.bool_] | None) -> Allowed | None:
        """The images of these rows, said as filters say it: those that are in several, and not among others. Images
        that have no code may be among them."""
        if allowed_N is None:
            return None
        stranger = np.array([10**9], np.int64)
        wanted, others = np.append(self.ids[allowed_N], stranger), np.append(self.ids[~allowed_N], stranger + 1)
        return Allowed((np.append(wanted, others[::2]), np.append(wanted, others[1::2])), others)

    def expected(self, k: int, low: int, high: int, allowed_N: NDArray[np.bool_] | None) -> set[tuple[int, int]]:
        """The k nearest that fit, and all that are as far as the last of them."""
        found = []
        for row, image_id in enumerate(self.ids.tolist()):
            distance = slow_distance(self.packed_NB[row], self.query_B)
            if low <= distance <= high and (allowed_N is None or allowed_N[row]):
                found.append((distance, image_id))
        found.sort()
        last = found[k - 1][0] if len(found) > k else BITS * 100
        return {(image_id, distance) for distance, image_id in found if distance <= last}


def random_case(seed: int, count: int, bits: int = BITS, alike: bool = False) -> Case:
    """With `alike`, few different codes, so that nearly everything ties."""
    random = np.random.default_rng(seed)
    packed = random.integers(0, 256, (count, bits // 8), dtype=np.uint8)
    if alike:
        packed = packed[random.integers(0, min(3, count), count)]
    ids = random.permutation(np.arange(1, 10 * count + 1, dtype=np.int64))[:count]
    return Case(ids, packed, random.integers(0, 256, bits // 8, dtype=np.uint8))


def check(case: Case, index: CodeIndex, k: int, low: int, high: int, allowed_N: NDArray[np.bool_] | None) -> None:
    ids, distances = index.nearest(case.query_B, k, low, high, case.allowed(allowed_N))
    found = list(zip(ids.tolist(), distances.tolist(), strict=True))
    assert len(set(found)) == len(found), "each once"
    assert set(found) == case.expected(k, low, high, allowed_N)
    assert distances.tolist() == sorted(distances.tolist())


@pytest.fixture(params=["faiss at once", "faiss in steps", "full pass", "full pass in pieces", "by numpy alone"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All the ways to an answer, also those that only huge libraries take."""
    if request.param != "by numpy alone":
        monkeypatch.setattr(code_index, "FEW", 0)
    if request.param != "faiss at once":
        monkeypatch.setattr(code_index, "SPARE", 1)
    if request.param.startswith("full pass"):
        monkeypatch.setattr(code_index, "MOST_BY_FAISS", 3)
    if request.param == "full pass in pieces":
        monkeypatch.setattr(code_index, "PASS", 7)


@pytest.mark.parametrize("alike", [False, True], ids=["different", "alike"])
@pytest.mark.parametrize("count", [1, 2, 9, 200])
def test_the_nearest_are_those_of_the_slow_search(way: None, count: int, alike: bool):
    case = random_case(count, count, alike=alike)
    index = case.index()
    random = np.random.default_rng(7)
    limits = [(0, BITS), (0, 0), (0, 5), (4, 7), (6, BITS), (BITS, BITS)]
    masks = [
        None,
        np.zeros(count, bool),
        np.ones(count, bool),
        random.random(count) < 0.1,
        random.random(count) < 0.5,
    ]
    for k in (1, 2, 5, count, 10 * count):
        for low, high in limits:
            for allowed_N in masks:
                check(case, index, k, low, high, allowed_N)


@pytest.mark.parametrize("bits", [8, 16, 32, 64, 128, 256, 512])
def test_codes_of_every_length(way: None, bits: int):
    case = random_case(bits, 60, bits)
    check(case, case.index(), 7, 0, bits, None)
    check(case, case.index(), 7, bits // 4, bits, np.arange(60) % 3 == 0)


def test_codes_that_become_many_go_on_as_they_were(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(code_index, "FEW", 50)
    case = random_case(4, 90)
    index = CodeIndex(1, BITS)
    for start in range(0, 90, 20):
        rows = slice(start, start + 20)
        index.put(case.ids[rows], case.packed_NB[rows])
        part = Case(case.ids[: start + 20], case.packed_NB[: start + 20], case.query_B)
        assert (index.packed_NB == part.packed_NB).all()
        check(part, index, 7, 0, BITS, None)
    index.put(case.ids[:30], case.packed_NB[30:60])
    assert (index.codes_of(case.ids[:30]) == case.packed_NB[30:60]).all()


def test_a_search_among_few_goes_without_faiss():
    code = (
        "import sys, numpy as np\n"
        "from engine.search.code_index import CodeIndex\n"
        "index = CodeIndex(1, 64)\n"
        "index.put(np.arange(1000), np.zeros((1000, 8), np.uint8))\n"
        "assert len(index.nearest(np.zeros(8, np.uint8), 5)[0]) == 1000\n"
        "assert 'faiss' not in sys.modules\n"
        "index.put(np.arange(1000, 60_000), np.zeros((59_000, 8), np.uint8))\n"
        "assert 'faiss' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_empty_index_finds_nothing():
    index = CodeIndex(1, BITS)
    ids, distances = index.nearest(np.zeros(2, np.uint8), 5)
    assert len(index) == len(ids) == len(distances) == 0
    assert index.packed_NB.shape == (0, 2)
    assert index.rows_of(np.array([1, 2])).tolist() == [-1, -1]
    assert index.code_of(1) is None


def test_what_is_put_later_is_found_and_replaces_what_was_there(way: None):
    case = random_case(3, 90)
    index = CodeIndex(1, BITS)
    for start in range(0, 90, 7):
        rows = slice(start, start + 7)
        index.put(case.ids[rows], np.zeros_like(case.packed_NB[rows]))
        index.put(case.ids[rows], case.packed_NB[rows])
        part = Case(case.ids[: start + 7], case.packed_NB[: start + 7], case.query_B)
        check(part, index, 5, 0, BITS, None)
    assert len(index) == 90
    changed = case.packed_NB.copy()
    changed[::2] ^= 255
    index.put(case.ids[::2], changed[::2])
    check(Case(case.ids, changed, case.query_B), index, 20, 0, BITS, None)
    assert len(index) == 90


def test_known_and_new_images_may_come_together():
    index = CodeIndex(1, BITS)
    index.put(np.array([5, 3]), np.array([[1, 1], [2, 2]], np.uint8))
    index.put(np.array([9, 3, 4]), np.array([[9, 9], [3, 3], [4, 4]], np.uint8))
    found = {image: index.code_of(image) for image in (3, 4, 5, 9)}
    assert {image: code.tolist() for image, code in found.items() if code is not None} == {
        3: [3, 3],
        4: [4, 4],
        5: [1, 1],
        9: [9, 9],
    }
    assert index.code_of(6) is None


def test_nothing_put_is_nothing_changed():
    index = CodeIndex(1, BITS)
    index.put(np.empty(0, np.int64), np.empty((0, 2), np.uint8))
    assert len(index) == 0


def test_rows_say_where_an_image_is():
    case = random_case(4, 50)
    index = case.index()
    assert index.rows_of(case.ids).tolist() == list(range(50))
    assert index.rows_of(np.array([case.ids[7], -1, 10**12])).tolist() == [7, -1, -1]
    assert (index.packed_NB == case.packed_NB).all()


def test_images_are_asked_for_by_their_ids(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(code_index, "PIECE", 7)
    case = random_case(9, 30)
    index = case.index()
    chosen = [4, 29, 0, 4]
    assert (index.codes_of(case.ids[chosen]) == case.packed_NB[chosen]).all()
    asked = np.concatenate([case.ids[::-1], [10**12]])
    expected = [slow_distance(code, case.query_B) for code in case.packed_NB[::-1]]
    assert index.distances(case.query_B, asked).tolist() == [*expected, NO_CODE]
    assert CodeIndex(1, BITS).distances(case.query_B, asked[:2]).tolist() == [NO_CODE, NO_CODE]


@pytest.mark.parametrize("most", [1, 5, 30, 100])
def test_a_sample_is_from_all_over_the_index(most: int):
    case = random_case(9, 30)
    sample = case.index().sample(most)
    assert len(sample) == min(most, 30)
    assert (sample[0] == case.packed_NB[0]).all()
    assert most == 1 or (sample[-1] == case.packed_NB[-1]).all()


def test_the_code_of_an_image_is_a_copy():
    case = random_case(5, 5)
    index = case.index()
    code = index.code_of(int(case.ids[0]))
    assert code is not None
    code ^= 255
    assert (index.packed_NB == case.packed_NB).all()


def test_a_large_library_by_both_ways_gives_the_same(monkeypatch: pytest.MonkeyPatch):
    case = random_case(6, 30_000, 64)
    index = case.index()
    allowed = case.allowed(np.random.default_rng(1).random(30_000) < 0.7)
    by_faiss = [index.nearest(case.query_B, k, 0, 64, some) for k in (1, 50, 2000) for some in (None, allowed)]
    monkeypatch.setattr(code_index, "MOST_BY_FAISS", 0)
    by_pass = [index.nearest(case.query_B, k, 0, 64, some) for k in (1, 50, 2000) for some in (None, allowed)]
    for (ids, distances), (other_ids, other_distances) in zip(by_faiss, by_pass, strict=True):
        assert distances.tolist() == other_distances.tolist()
        assert set(ids.tolist()) == set(other_ids.tolist())
