"""How many images lie at each distance: of all images, against loops, and with every filter that a search knows."""

import numpy as np
import pytest

from engine.jobs.builtin_version import refresh
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.codes import hamming
from engine.progress import finish
from engine.search import code_index
from engine.search.code_index import CodeIndex
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import decisions, files, labels
from engine.store.allowed import Allowed
from tests.jobs.feature_rows import grow
from tests.store.row_makers import file_of

COUNT = 120


@pytest.fixture
def known(library: Library) -> Library:
    grow(library, COUNT)
    finish(refresh(library, EFFICIENTNET_LITE0))
    return library


@pytest.mark.parametrize("bits", [8, 24, 48, 64, 128, 136])
def test_the_counts_are_those_of_a_loop(bits: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(code_index, "PIECE", 7)
    random = np.random.default_rng(bits)
    packed_NB = random.integers(0, 256, (40, bits // 8), dtype=np.uint8)
    index = CodeIndex(1, bits)
    index.put(np.arange(40, dtype=np.int64), packed_NB)
    query_B, allowed_N = packed_NB[3], random.random(40) < 0.5
    for mask_N in (None, allowed_N):
        expected = [0] * (bits + 1)
        for row, code_B in enumerate(packed_NB):
            if mask_N is None or mask_N[row]:
                expected[
                    sum(bin(a ^ b).count("1") for a, b in zip(code_B.tolist(), query_B.tolist(), strict=True))
                ] += 1
        allowed = None if mask_N is None else Allowed((np.flatnonzero(mask_N),))
        assert index.counts(query_B, allowed).tolist() == expected


def test_an_empty_index_counts_nothing():
    assert CodeIndex(1, 16).counts(np.zeros(2, np.uint8)).tolist() == [0] * 17


@pytest.mark.parametrize("byte_count", [1, 2, 3, 4, 6, 8, 12, 16, 33])
def test_distances_are_right_for_codes_of_any_length_also_where_rows_are_not_contiguous(byte_count: int):
    wide = np.random.default_rng(byte_count).integers(0, 256, (9, 2 * byte_count), dtype=np.uint8)
    packed_NB = wide[:, ::2]
    expected = [
        sum(bin(a ^ b).count("1") for a, b in zip(row, packed_NB[4].tolist(), strict=True))
        for row in packed_NB.tolist()
    ]
    assert hamming(packed_NB, packed_NB[4]).tolist() == expected


def test_all_images_count_however_few_are_shown(known: Library):
    searcher, query = Searcher(known), Query((QueryPicture(image_id=5),), k=3, max_distance=70)
    counted = searcher.counts(query)
    everything = searcher.search(Query(query.pictures, k=10_000)).hits
    assert counted.version.active
    assert counted.within(0, counted.version.bits) == COUNT == len(everything)
    for least, most in ((0, 0), (0, 70), (31, 90), (200, 256)):
        assert counted.within(least, most) == sum(least <= hit.distance <= most for hit in everything)


def test_filters_and_rejected_hits_count_as_in_a_search(known: Library):
    ids = [row[0] for row in known.db.execute("SELECT id FROM images ORDER BY id")]
    with known.writing() as db:
        labels.assign(db, "cat", ids[:30])
        decisions.put(db, ids[5], ids[7], same=False)
        files.set_missing(db, [file_of(db, ids[8])], True)
    searcher = Searcher(known)
    queries = [
        Query((QueryPicture(image_id=ids[5]),), k=1000),
        Query((QueryPicture(image_id=ids[5]),), k=1000, show_rejected=True),
        Query((QueryPicture(image_id=ids[5]),), k=1000, label="cat", show_missing=False),
        Query((QueryPicture(image_id=ids[5]), QueryPicture(image_id=ids[9], minus=True)), k=1000),
        Query((QueryPicture(image_id=ids[5]),), k=1000, folder=b"/made up"),
    ]
    totals = []
    for query in queries:
        hits, counted = searcher.search(query).hits, searcher.counts(query)
        distances = [hit.distance for hit in hits]
        assert counted.counts_D.tolist() == np.bincount(distances, minlength=counted.version.bits + 1).tolist()
        totals.append(len(hits))
    assert totals == [COUNT - 1, COUNT, 28, COUNT - 1, COUNT - 1]
