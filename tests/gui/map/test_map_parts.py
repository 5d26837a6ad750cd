"""What the map is made of: the frame, dots, the choice of thumbnails, the lasso, colours."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPolygonF

from gui.map.colouring import MOST_NAMED, OTHERS, by_names, by_spans
from gui.map.dot_raster import DotInks, disc, raster
from gui.map.lasso import within
from gui.map.map_frame import MapFrame, spacing_of
from gui.map.thumb_choice import LARGEST, SMALLEST, ThumbChoice, apart, thumb_size

INKS = DotInks(ground=0, halo=255)
PLACES = (np.random.default_rng(0).standard_normal((300, 2)) * 20).astype(np.float32)


def fitted() -> MapFrame:
    frame = MapFrame()
    frame.resize(800, 600)
    frame.show(PLACES, spacing_of(PLACES))
    return frame


# -- the frame ----------------------------------------------------------------------------------------------------


def test_a_fitted_map_is_seen_whole_and_as_large_as_can_be():
    view = fitted().to_view(PLACES)
    assert (view > 0).all()
    assert (view < [800, 600]).all()
    assert max(np.ptp(view[:, 0]) / 800, np.ptp(view[:, 1]) / 600) > 0.8


def test_what_lies_under_the_mouse_stays_there_when_one_zooms():
    frame = fitted()
    before = frame.to_plane(200, 150)
    frame.zoom(3, 200, 150)
    assert frame.to_plane(200, 150) == pytest.approx(before, abs=1e-3)


def test_the_map_cannot_be_lost_by_moving_it():
    frame = fitted()
    frame.zoom(4)
    frame.pan(1e6, 1e6)
    assert len(frame.seen_rows(*PLACES.T, frame.width))
    frame.fit()
    assert frame.scale == fitted().scale


def test_a_picture_out_of_sight_is_brought_into_it():
    frame = fitted()
    frame.zoom(10)
    farthest = int((PLACES**2).sum(axis=1).argmax())
    assert farthest not in frame.seen_rows(*PLACES.T, 0)
    frame.go_to(PLACES[farthest])
    assert farthest in frame.seen_rows(*PLACES.T, 0)


def test_spacing_is_the_usual_distance_to_the_nearest():
    grid = np.stack(np.meshgrid(np.arange(9), np.arange(9)), axis=-1).reshape(-1, 2).astype(np.float32) * 3
    assert spacing_of(grid) == pytest.approx(3)
    assert spacing_of(grid[:1]) == 1


# -- dots ---------------------------------------------------------------------------------------------------------


def test_dots_have_their_colour_where_they_lie_and_others_are_left_out():
    view = np.array([[10, 5], [30, 20], [-4, 7], [200, 3]], np.float32)
    picture = raster(*view.T, np.array([7, 9, 1, 1], np.uint32), np.zeros(4, bool), (50, 40), 2, INKS).rows()
    assert picture.shape == (40, 50)
    assert (picture[5, 10], picture[20, 30], picture[5, 12], picture[20, 33]) == (7, 9, 7, 0)
    assert set(np.unique(picture)) == {0, 7, 9}


def test_what_is_selected_has_a_halo_and_lies_above():
    view = np.array([[10, 10], [11, 10]], np.float32)
    picture = raster(*view.T, np.array([7, 9], np.uint32), np.array([True, False]), (24, 24), 2, INKS).rows()
    assert picture[10, 10] == picture[10, 12] == 7
    assert picture[10, 6] == INKS.halo


def test_a_dot_is_round_and_where_two_meet_each_keeps_its_middle():
    assert [len(disc(radius)) for radius in (0, 1, 2)] == [1, 5, 21]  # a square of five without its corners
    view = np.array([[4, 4], [5, 4]], np.float32)
    met = raster(*view.T, np.array([3, 8], np.uint32), np.zeros(2, bool), (12, 9), 2, INKS).rows()
    assert (met[4, 4], met[4, 5], met[4, 2], met[4, 7]) == (3, 8, 3, 8)


def test_a_dot_at_the_border_is_cut_off_there():
    corner = raster(
        *np.zeros((2, 1), np.float32), np.array([3], np.uint32), np.ones(1, bool), (8, 8), 2, INKS
    ).rows()
    assert corner[0, 0] == 3
    assert not corner[5:].any()
    assert not corner[:, 5:].any()


# -- thumbnails ---------------------------------------------------------------------------------------------------


def test_no_two_thumbnails_are_too_near_and_none_more_would_fit():
    chosen = apart(PLACES, np.arange(300)[::-1], 6.0)
    for place, row in enumerate(chosen):
        others = np.delete(PLACES[chosen], place, axis=0)
        assert np.abs(others - PLACES[row]).max(axis=1).min() >= 6.0
    far = np.abs(PLACES[:, None] - PLACES[chosen][None]).max(axis=-1).min(axis=1)
    assert (far >= 6.0).mean() < 0.03


def test_the_same_are_shown_from_wherever_one_looks():
    rank = np.random.default_rng(1).permutation(300)
    part = np.flatnonzero(np.abs(PLACES).max(axis=1) < 40)
    whole, of_part = apart(PLACES, rank, 4.0), part[apart(PLACES[part], rank[part], 4.0)]
    inner = np.flatnonzero(np.abs(PLACES).max(axis=1) < 15)
    assert set(whole) & set(inner) == set(of_part) & set(inner)


def test_what_was_chosen_stays_while_the_map_is_moved_a_little():
    frame, rank, choice = fitted(), np.random.default_rng(1).permutation(300), ThumbChoice()
    frame.zoom(3)
    distance = 60 / frame.scale
    before = choice.rows(frame, PLACES, rank, 60, distance)
    frame.pan(20, -10)
    assert choice.rows(frame, PLACES, rank, 60, distance) is before
    frame.pan(-700, 300)
    after = choice.rows(frame, PLACES, rank, 60, distance)
    assert after is not before
    fresh = ThumbChoice().rows(frame, PLACES, rank, 60, distance)
    seen = set(frame.seen_rows(*PLACES.T, 0).tolist())
    assert set(after.tolist()) & seen == set(fresh.tolist()) & seen


def test_there_are_none_where_nothing_is():
    assert len(apart(PLACES[:0], np.arange(0), 4.0)) == 0


def test_thumbnails_come_when_there_is_room_and_grow_with_it():
    assert thumb_size(1.0, 1.0) == (0, 0.0)
    sizes = [thumb_size(scale, 1.0)[0] for scale in (10, 20, 40, 80, 1000)]
    assert sizes[0] == SMALLEST
    assert sizes == sorted(sizes)
    assert sizes[-1] == LARGEST


# -- the lasso ----------------------------------------------------------------------------------------------------


def test_a_lasso_holds_what_qt_says_it_holds():
    turns = np.linspace(0, 2 * np.pi, 30)[:-1]
    corners = np.stack([np.cos(turns), np.sin(turns)], axis=1) * np.where(np.arange(29) % 2, 30, 12)[:, None]
    line = QPolygonF([QPointF(x, y) for x, y in corners])
    expected = [line.containsPoint(QPointF(x, y), Qt.FillRule.OddEvenFill) for x, y in PLACES.tolist()]
    found = within(corners.astype(np.float32), PLACES)
    assert found.tolist() == expected
    assert 0 < found.sum() < 300


def test_a_line_without_an_inside_holds_nothing():
    assert not within(PLACES[:2], PLACES).any()


# -- colours ------------------------------------------------------------------------------------------------------


def test_the_most_frequent_have_a_colour_and_the_rest_is_grey():
    kinds = np.array([2, 2, 2, 0, -1])
    found = by_names(kinds, ["a", "b", "c"], [None, None, QColor("#123456")], "none")
    assert [(kind.name, kind.count) for kind in found.kinds] == [("c", 3), ("a", 1), ("none", 1)]
    assert found.kinds[0].colour == QColor("#123456")
    assert [found.kinds[number - 1].name for number in found.number_N] == ["c", "c", "c", "a", "none"]


def test_a_grey_label_has_a_colour_that_no_other_has():
    colours = [QColor("#3f7fd6"), QColor(OTHERS), QColor("#d9822b")]
    found = by_names(np.array([0, 1, 2, -1]), ["a", "b", "c"], colours, "none")
    assert [found.kinds[place].colour for place in (0, 2, 3)] == [colours[0], colours[2], OTHERS]
    assert found.kinds[1].colour not in (*colours, OTHERS)


def test_more_kinds_than_can_be_told_apart_share_grey():
    names = [f"folder {number}" for number in range(20)]
    found = by_names(np.arange(20), names, [None] * 20, "others")
    assert len(found.kinds) == MOST_NAMED + 1
    assert len({kind.colour.rgb() for kind in found.kinds}) == MOST_NAMED + 1
    assert (found.kinds[-1].colour, found.kinds[-1].count) == (OTHERS, 20 - MOST_NAMED)


def test_spans_of_time_go_from_one_colour_to_another():
    found = by_spans(np.array([0, 1, 2, -1]), ["2001", "2002", "2003"], "No date")
    assert [kind.count for kind in found.kinds] == [1, 1, 1, 1]
    assert len({kind.colour.rgb() for kind in found.kinds}) == 4
    assert found.number_N.tolist() == [1, 2, 3, 4]
