"""A query is checked when it is made and never changes."""

import dataclasses
import subprocess
import sys

import pytest

from engine.errors import BugError, UserError
from engine.search.query import Query, QueryPicture

A = QueryPicture(image_id=1)
B = QueryPicture(path=b"/pictures/caf\xe9.jpg")
C = QueryPicture(data=b"\x89PNG", crop=(0, 0, 10, 20))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"image_id": 1, "path": b"/a.jpg"},
        {"image_id": 1, "data": b"x"},
        {"path": b""},
        {"data": b""},
        {"image_id": 1, "crop": (0, 0, 0, 5)},
        {"image_id": 1, "crop": (0, 0, 5, -1)},
        {"image_id": 1, "crop": (-1, 0, 5, 5)},
    ],
)
def test_a_picture_with_no_or_two_sources_or_an_empty_crop_is_refused_in_one_sentence(wrong):
    with pytest.raises(UserError) as refused:
        QueryPicture(**wrong)
    assert_one_sentence(refused)


def test_image_number_0_is_a_picture():
    assert QueryPicture(image_id=0).image_id == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"pictures": ()},
        {"pictures": (A.flipped(),)},
        {"pictures": (A,), "k": 0},
        {"pictures": (A,), "min_distance": -1},
        {"pictures": (A,), "min_distance": 5, "max_distance": 4},
        {"pictures": (A,), "folder": b"relative/folder"},
    ],
)
def test_a_query_that_cannot_be_answered_is_refused_in_one_sentence(wrong):
    with pytest.raises(UserError) as refused:
        Query(**wrong)
    assert_one_sentence(refused)


def test_equal_distances_make_a_valid_range():
    assert Query((A,), min_distance=5, max_distance=5).max_distance == 5


def test_pictures_are_removed_and_toggled_without_touching_the_filters():
    query = Query((A,), k=7, min_distance=1, max_distance=9, folder=b"/p", label="cat", show_missing=False)

    more = dataclasses.replace(query, pictures=(A, B, C))
    assert more.without_picture(1).pictures == (A, C)
    assert more.toggled(2).pictures == (A, B, dataclasses.replace(C, minus=True))
    assert more.toggled(2).toggled(2) == more
    assert query.pictures == (A,)
    for changed in (more, more.without_picture(0), more.toggled(1)):
        assert dataclasses.replace(changed, pictures=(A,)) == query


def test_the_last_plus_picture_cannot_be_removed_or_made_minus():
    query = Query((A, B.flipped()))
    with pytest.raises(UserError):
        query.toggled(0)
    with pytest.raises(UserError):
        query.without_picture(0)


@pytest.mark.parametrize("index", [-1, 1, 7])
def test_a_picture_that_is_not_there_is_our_mistake(index):
    with pytest.raises(BugError):
        Query((A,)).toggled(index)
    with pytest.raises(BugError):
        Query((A,)).without_picture(index)


def test_queries_are_equal_by_value_and_hashable():
    assert len({Query((A, B)), Query((QueryPicture(image_id=1), B)), Query((B, A))}) == 2


def test_the_module_imports_neither_numpy_nor_faiss():
    check = "import sys, engine.search.query; print({'numpy', 'faiss', 'torch'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def assert_one_sentence(refused):
    text = str(refused.value)
    assert text.endswith(".")
    assert text.count(".") == 1
    assert "\n" not in text


def test_a_part_may_be_one_pixel_and_lie_in_the_corner():
    assert QueryPicture(image_id=1, crop=(0, 0, 1, 1)).crop == (0, 0, 1, 1)
