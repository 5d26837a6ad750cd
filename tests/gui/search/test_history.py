"""Going back and forward through queries."""

from dataclasses import replace

from engine.search.query import Query, QueryPicture
from gui.search.history import LONGEST, QueryHistory


def query(image_id, **filters):
    return Query((QueryPicture(image_id=image_id),), **filters)


def test_it_begins_with_browsing_and_nowhere_to_go():
    history = QueryHistory()
    assert history.current is None
    assert not history.can_go_back
    assert not history.can_go_forward
    assert history.back() is None
    assert history.forward() is None


def test_back_and_forward_walk_the_queries_and_back_ends_at_browsing():
    history = QueryHistory()
    for image_id in (1, 2, 3):
        history.visit(query(image_id))

    assert [history.back(), history.back(), history.back()] == [query(2), query(1), None]
    assert not history.can_go_back
    assert [history.forward(), history.forward(), history.forward()] == [query(1), query(2), query(3)]
    assert not history.can_go_forward


def test_a_new_query_after_going_back_forgets_what_lay_ahead():
    history = QueryHistory()
    history.visit(query(1))
    history.visit(query(2))
    history.back()
    history.visit(query(9))
    assert not history.can_go_forward
    assert history.back() == query(1)


def test_other_filters_on_the_same_pictures_refine_the_entry():
    history = QueryHistory()
    history.visit(query(1))
    for distance in range(1, 50):
        history.visit(query(1, max_distance=distance))
    assert history.current == query(1, max_distance=49)
    assert history.back() is None
    assert history.forward() == query(1, max_distance=49)


def test_refining_an_older_entry_keeps_the_way_forward():
    history = QueryHistory()
    history.visit(query(1))
    history.visit(query(2))
    history.visit(replace(history.back(), k=5))
    assert history.current == query(1, k=5)
    assert history.forward() == query(2)


def test_clearing_is_a_step_one_can_take_back():
    history = QueryHistory()
    history.visit(query(1))
    history.visit(None)
    assert history.current is None
    assert history.back() == query(1)


def test_visiting_the_same_query_again_adds_nothing():
    history = QueryHistory()
    history.visit(query(1))
    history.visit(query(1))
    assert history.back() is None


def test_all_queries_can_be_changed_those_behind_and_ahead_too():
    history = QueryHistory()
    for image_id in (1, 2, 3):
        history.visit(query(image_id, max_distance=9))
    history.back()
    history.change_all(lambda each: replace(each, max_distance=None))
    assert [history.current, history.forward()] == [query(2), query(3)]
    assert [history.back(), history.back(), history.back()] == [query(2), query(1), None]


def test_very_old_queries_are_dropped():
    history = QueryHistory()
    for image_id in range(LONGEST * 2):
        history.visit(query(image_id))
    steps = 0
    while history.can_go_back:
        history.back()
        steps += 1
    assert steps == LONGEST - 1
    assert history.current == query(LONGEST)
