"""The map as it is handed about: new pictures placed, others gone, who is most alike."""

import numpy as np
import pytest

from engine.arrays import Ids
from engine.mapping.placing import placed
from engine.mapping.plane_map import PlaneMap
from engine.mapping.principal import Projection

# Two groups, far from each other in both: rows 0 to 4 and 5 to 9
REDUCED = np.array([[i // 5 * 10, i % 5] for i in range(10)], np.float32)
PLACES = np.array([[i // 5 * 50, i % 5] for i in range(10)], np.float32)


def a_map(image_ids: Ids | None = None) -> PlaneMap:
    nothing = Projection(np.zeros(2, np.float32), np.eye(2, dtype=np.float32), np.zeros(2, np.float32))
    ids = np.arange(10, 110, 10) if image_ids is None else image_ids
    return PlaneMap("space", ids, PLACES, REDUCED.astype(np.float16), nothing, 10)


def test_a_new_picture_lies_among_those_that_are_like_it():
    with_new = a_map().with_new(np.array([55]), np.float32([[10, 2.1]]))
    (row,) = with_new.rows_of(np.array([55]))
    assert with_new.image_ids.tolist() == sorted([*range(10, 110, 10), 55])
    assert with_new.places_N2[row] == pytest.approx([50, 2], abs=2)
    assert len(with_new) == 11
    assert with_new.laid_out == 10
    assert np.array_equal(with_new.places_N2[with_new.rows_of(a_map().image_ids)], PLACES)  # the others stay


def test_between_two_groups_it_goes_to_one_of_them_not_into_the_emptiness():
    found = placed(np.float32([[5.2, 2]]), REDUCED, PLACES)
    assert found[0, 0] > 45


def test_several_that_come_to_one_place_can_be_told_apart():
    assert len(np.unique(placed(np.float32([[0, 2]] * 6), REDUCED, PLACES), axis=0)) == 6


def test_the_first_pictures_of_an_empty_map_have_a_place():
    nothing = np.empty((0, 2), np.float32)
    assert np.isfinite(placed(np.float32([[1, 2], [3, 4]]), nothing, nothing)).all()


def test_what_has_gone_is_taken_out():
    left = a_map().only(np.array([20, 30, 777]))
    assert left.image_ids.tolist() == [20, 30]
    assert np.array_equal(left.places_N2, PLACES[1:3])
    assert left.laid_out == 2


def test_images_without_a_place_have_no_row():
    assert a_map().rows_of(np.array([30, 31, 5000])).tolist() == [2, -1, -1]
    assert a_map().only(np.array([], np.int64)).rows_of(np.array([30])).tolist() == [-1]


def test_most_alike_are_the_nearest_by_features():
    assert a_map().most_alike(30, 2).tolist() == [20, 40]
    assert a_map().most_alike(31, 2).tolist() == []
