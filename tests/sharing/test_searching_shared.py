"""A search on a server finds the very hits of a search in the library, in the same order."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from engine.jobs.builtin_version import refresh
from engine.jobs.sharing import publish
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.shared_library import open_shared
from engine.store import codes, decisions, files, labels, versions
from engine.store.postgres import code_tables
from tests.conftest import IndexedLibrary
from tests.jobs.feature_rows import grow
from tests.photo_makers import photo
from tests.store import row_makers
from tests.store.row_makers import file_of
from tests.tuned_space import TunedSpace, activate, add_version


@pytest.fixture
def taught(indexed: IndexedLibrary) -> IndexedLibrary:
    """With labels, decisions, and a picture whose file is gone."""
    with indexed.library.writing() as db:
        labels.assign(db, "lines", range(1, 13))
        decisions.decide(db, 1, {2: False, 3: True, 9: False})
        files.set_missing(db, [file_of(db, 5)], True)
    return indexed


@pytest.fixture
def both(taught: IndexedLibrary, address: str) -> Iterator[tuple[Searcher, Searcher]]:
    finish(publish(taught.library, address))
    with closing(open_shared(address)) as shared:
        searchers = Searcher(taught.library), Searcher(shared)
        yield searchers
        for searcher in searchers:
            searcher.stop()


def check(both: tuple[Searcher, Searcher], *pictures: QueryPicture, **options: object) -> None:
    query = Query(pictures, **options)
    here, there = (searcher.search(query) for searcher in both)
    assert here.hits
    assert there.hits == here.hits
    assert (there.decisions, there.image_id, there.recall) == (here.decisions, here.image_id, None)
    assert both[1].counts(query).counts_D.tolist() == both[0].counts(query).counts_D.tolist()


def test_every_picture_and_every_filter(both: tuple[Searcher, Searcher], taught: IndexedLibrary):
    image = QueryPicture(image_id=1)
    for image_id in range(1, 31):
        check(both, QueryPicture(image_id=image_id), k=7)
    for options in (
        {"label": "lines"},
        {"folder": os.fsencode(os.path.realpath(taught.photos)) + b"/stripes"},
        {"filter": understood("stripes -is:missing").filter},
        {"filter": understood("label:lines name:1").filter, "show_rejected": True},
        {"show_missing": False, "k": 30},
        {"show_rejected": True},
        {"min_distance": 60, "k": 5},
        {"max_distance": 90},
        {"label": "lines", "filter": understood("jpg").filter, "show_missing": False, "max_distance": 200, "k": 2},
    ):
        check(both, image, **options)


def test_many_are_allowed_by_a_bitmap(both: tuple[Searcher, Searcher], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(code_tables, "FEW", 0)
    for options in (
        {"label": "lines"},
        {"show_missing": False, "k": 30},
        {"filter": understood("-name:3 jpg").filter, "label": "lines", "show_missing": False},
        {"filter": understood("name:3").filter, "max_distance": 120},
    ):
        check(both, QueryPicture(image_id=1), **options)


def test_several_minus_crops_and_pictures_from_outside(
    both: tuple[Searcher, Searcher], taught: IndexedLibrary, tmp_path: Path
):
    stranger = tmp_path / "stranger.png"
    photo("stripes", 40).save(stranger)
    known = os.fsencode(taught.photos / "stripes" / "stripes-3.jpg")
    check(both, QueryPicture(image_id=2), QueryPicture(image_id=8))
    check(both, QueryPicture(image_id=2), QueryPicture(image_id=8, minus=True))
    check(both, QueryPicture(image_id=2, crop=(0, 0, 40, 40)))
    check(both, QueryPicture(path=os.fsencode(stranger)))
    check(both, QueryPicture(path=os.fsencode(stranger), crop=(5, 5, 60, 50)), QueryPicture(image_id=3, minus=True))
    check(both, QueryPicture(data=stranger.read_bytes()))
    check(both, QueryPicture(path=known))


def test_ties_are_complete_and_all_is_put_in_the_order_of_likeness(library: Library, address: str):
    """Eight bits for 400 pictures: nearly everything ties."""
    ids = np.array(grow(library, 400))
    finish(refresh(library, EFFICIENTNET_LITE0))
    function = versions.active(library.db)
    with library.writing() as db:
        about = {name: getattr(function, name) for name in ("backbone", "file", "file_checksum")}
        short = row_makers.add_version(db, 8, **about)
        codes.put(db, short, ids.tolist(), np.random.default_rng(1).integers(0, 256, (400, 1), np.uint8))
    finish(publish(library, address))
    with closing(open_shared(address)) as shared:
        here, there = Searcher(library), Searcher(shared)
        for k in (1, 10, 300, 500):
            query = Query((QueryPicture(image_id=7),), k=k)
            assert there.search(query).hits == here.search(query).hits
        shuffled = np.random.default_rng(0).permutation(np.append(ids, 10**6))
        for turned in (False, True):
            expected = here.by_likeness(7, shuffled, turned).tolist()
            assert there.by_likeness(7, shuffled, turned).tolist() == expected
        rows = codes.since(library.db, short, 0, 8)
        code, coded = rows.packed_NB[6], code_tables.of_version(shared.server, short)
        found, distances = code_tables.nearest(shared.server, coded, code, 5, 0, 8, None)
        slow = sorted(bin(int(other[0] ^ code[0])).count("1") for other in rows.packed_NB)
        assert distances.tolist() == [each for each in slow if each <= slow[4]]
        assert len(set(found.tolist())) == len(found) > 5


def test_beyond_a_second_it_is_approximate_and_says_how_good_it_is(
    library: Library, address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(code_tables, "SLOWEST_EXACT", 0.0)
    grow(library, 1500)
    finish(refresh(library, EFFICIENTNET_LITE0))
    done = finish(publish(library, address))
    with closing(open_shared(address)) as shared:
        here, there = Searcher(library), Searcher(shared)
        assert done.recall is not None
        assert 0.9 < done.recall <= 1
        shares = []
        for image_id in range(1, 20):
            query = Query((QueryPicture(image_id=image_id),), k=50)
            found, expected = there.search(query), here.search(query)
            assert found.recall == done.recall
            shares.append(len({h.image_id for h in found.hits} & {h.image_id for h in expected.hits}) / 50)
        assert np.mean(shares) > 0.8
        query = Query((QueryPicture(image_id=1),), k=5, filter=understood("name:12").filter)
        assert [hit.image_id for hit in there.search(query).hits] == [
            hit.image_id for hit in here.search(query).hits
        ]
    monkeypatch.setattr(code_tables, "SLOWEST_EXACT", 100.0)
    grow(library, 1)
    with library.writing() as db:  # something to be published
        version = versions.active(db)
        codes.put(db, version.id, [1501], codes.since(db, version.id, 0, version.bits).packed_NB[:1])
    assert finish(publish(library, address)).recall is None


def test_a_tuned_network_comes_along(
    tuned_indexed: IndexedLibrary, tuned: TunedSpace, address: str, tmp_path: Path
):
    """A picture from outside is read by the network whose weights were published."""
    library = tuned_indexed.library
    activate(library, add_version(library, tuned.backbone))
    finish(publish(library, address))
    photo("discs", 20).save(tmp_path / "new.png")
    query = Query((QueryPicture(path=os.fsencode(tmp_path / "new.png")),), k=9)
    with closing(open_shared(address)) as shared:
        here, there = Searcher(library), Searcher(shared)
        assert there.search(query).hits == here.search(query).hits
        here.stop()
        there.stop()
