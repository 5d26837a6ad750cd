"""The map of a library: laid out and kept, with what is new, without what has gone; damaged files are not used."""

import os
from dataclasses import astuple, replace

import numpy as np
import pytest

from engine.arrays import Ids
from engine.jobs import builtin_version, map_making
from engine.jobs.checking import check
from engine.jobs.map_making import basis_of, make_map, map_now
from engine.library import Library
from engine.mapping import layout, saved_map
from engine.mapping.plane_map import PlaneMap
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress, finish
from engine.store import features, versions
from tests.jobs.feature_rows import BACKBONE, grow, made_up

FEW = 60


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it matters little how well it is laid out."""
    monkeypatch.setattr(layout, "GATHERING", 30)
    monkeypatch.setattr(layout, "SPREADING", 40)


@pytest.fixture
def mapped(library: Library) -> PlaneMap:
    grow(library, FEW)
    return finish(make_map(library))


def are_the_same(a: PlaneMap | None, b: PlaneMap | None) -> bool:
    if a is None or b is None:
        return False
    arrays = [(x.image_ids, x.places_N2, x.reduced_NR, x.projection.directions_DR) for x in (a, b)]
    return (a.basis, a.laid_out) == (b.basis, b.laid_out) and all(map(np.array_equal, *arrays))


def flip_middle(path: str) -> None:
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 2)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def test_all_images_have_a_place_and_what_is_alike_lies_together(
    library: Library, mapped: PlaneMap, monkeypatch: pytest.MonkeyPatch
):
    assert mapped.image_ids.tolist() == features.ids(library.db, BACKBONE).tolist()
    kind_N = np.arange(FEW) % 10  # as they were made up, six of each
    monkeypatch.setattr(layout, "NEIGHBOURS", 5)
    mapped = finish(make_map(library))
    apart = ((mapped.places_N2[:, None] - mapped.places_N2[None]) ** 2).sum(axis=-1)
    nearest = np.argsort(apart, axis=1)[:, 1:3]
    assert (kind_N[nearest] == kind_N[:, None]).mean() > 0.6  # by chance it would be 0.08


def test_it_is_kept(library: Library, mapped: PlaneMap):
    assert are_the_same(saved_map.load(library, BACKBONE), mapped)
    assert are_the_same(map_now(library), mapped)


def test_new_pictures_are_placed_and_the_others_stay(library: Library, mapped: PlaneMap):
    new = grow(library, 7, seed=1)
    now = map_now(library)
    assert now is not None
    assert len(now) == FEW + 7
    assert np.array_equal(now.places_N2[now.rows_of(mapped.image_ids)], mapped.places_N2)
    assert (now.rows_of(np.array(new)) >= 0).all()
    assert map_now(library, now) is now  # nothing is new to it


def test_pictures_that_have_gone_are_left_out(library: Library, mapped: PlaneMap):
    gone = int(mapped.image_ids[3])
    with library.writing() as db:
        features.remove(db, gone)
    now = map_now(library)
    assert now is not None
    assert now.image_ids.tolist() == [i for i in mapped.image_ids.tolist() if i != gone]


def test_as_many_come_as_go(library: Library, mapped: PlaneMap):
    (new,) = grow(library, 1, seed=2)
    with library.writing() as db:
        features.remove(db, int(mapped.image_ids[0]))
    now = map_now(library, mapped)
    assert now is not None
    assert now.image_ids.tolist() == [*mapped.image_ids.tolist()[1:], new]


def test_a_library_that_has_outgrown_its_map_needs_another(library: Library, mapped: PlaneMap):
    grow(library, FEW, seed=1)
    assert map_now(library) is None
    assert len(finish(make_map(library))) == 2 * FEW
    assert map_now(library) is not None


def test_some_images_are_laid_out_alone_and_that_is_not_kept(library: Library, mapped: PlaneMap):
    some: Ids = mapped.image_ids[10:30]
    made = finish(make_map(library, some))
    assert made.image_ids.tolist() == some.tolist()
    assert are_the_same(saved_map.load(library, BACKBONE), mapped)


def test_a_damaged_file_is_not_used(library: Library, mapped: PlaneMap):
    flip_middle(saved_map.path_of(library, BACKBONE))
    assert map_now(library) is None


def test_a_map_of_other_pictures_with_the_same_numbers_is_not_used(library: Library, mapped: PlaneMap):
    """As after a database was begun anew."""
    with library.writing() as db:
        features.put(db, BACKBONE, mapped.image_ids.tolist(), made_up(FEW, seed=5))
    assert map_now(library) is None


def test_a_library_without_pictures_has_an_empty_map_and_keeps_none(library: Library):
    assert len(finish(make_map(library))) == 0
    assert map_now(library) is None
    assert os.listdir(library.index_folder) == []


def test_a_trained_version_has_a_map_of_its_own(library: Library, mapped: PlaneMap):
    version = finish(builtin_version.refresh(library, EFFICIENTNET_LITE0))
    assert version is not None
    assert basis_of(library).name == BACKBONE
    with library.writing() as db:  # the same model file, as if it had been trained
        trained = versions.add(
            db,
            name="Mine",
            method="dualhash-stom",
            bits=version.bits,
            backbone=version.backbone,
            file=version.file,
            file_checksum=version.file_checksum,
            details={},
        )
        versions.activate(db, trained)
    assert basis_of(library).name != BACKBONE
    assert map_now(library) is None
    made = finish(make_map(library))
    assert made.projection.mean_D.shape == (version.bits,)  # of what the version makes of features
    assert are_the_same(map_now(library), made)


def test_few_maps_are_kept(library: Library, mapped: PlaneMap):
    for number in range(6):
        saved_map.save(library, replace(mapped, basis=f"space {number}"))
    assert len(os.listdir(library.index_folder)) == saved_map.MOST_KEPT


def test_it_tells_how_far_it_is(library: Library):
    grow(library, FEW)
    heard: list[Progress] = []
    finish(make_map(library), heard.append)
    assert next(progress.note for progress in heard if progress.total is not None) == map_making.NOTE
    assert heard[-1].total is not None


def test_a_damaged_file_is_found_by_the_check_and_taken_away_by_the_repair(library: Library, mapped: PlaneMap):
    path = saved_map.path_of(library, BACKBONE)
    assert saved_map.damaged(library) == []
    flip_middle(path)
    assert saved_map.damaged(library) == [path]
    assert ("saved maps are damaged", 1, False) in map(astuple, finish(check(library)))
    assert ("saved maps are damaged", 1, True) in map(astuple, finish(check(library, repair=True)))
    assert not os.path.exists(path)
    assert saved_map.damaged(library) == []
