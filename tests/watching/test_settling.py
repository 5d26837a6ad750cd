"""What was noticed waits until it has settled. Time is what the test says it is."""

import os
from pathlib import Path

import pytest

from engine.watching import settling
from engine.watching.settling import LookAt, Settling


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def settles(clock: Clock) -> Settling:
    return Settling(clock=clock)


def is_due(settles: Settling) -> bool:
    return settles.wait_until_due(0.0)


def looks(settles: Settling) -> list[LookAt]:
    return list(settles.take().looks)


def test_what_happens_within_a_moment_is_taken_together(settles: Settling, clock: Clock):
    settles.changed(b"/a/1")
    clock.now += settling.QUIET_SECONDS / 2
    settles.changed(b"/a/2")
    clock.now += settling.QUIET_SECONDS / 2
    assert not is_due(settles)
    clock.now += settling.QUIET_SECONDS
    assert is_due(settles)
    assert looks(settles) == [LookAt(b"/a/1", False), LookAt(b"/a/2", False)]
    assert not is_due(settles)


def test_what_never_rests_is_taken_all_the_same(settles: Settling, clock: Clock):
    while not is_due(settles):
        settles.changed(b"/a")
        clock.now += settling.QUIET_SECONDS / 2
        assert clock.now < 100 + 2 * settling.LONGEST_SECONDS
    assert looks(settles) == [LookAt(b"/a", False)]


def test_a_file_waits_until_it_is_closed(settles: Settling, clock: Clock):
    settles.wrote(b"/a/slow.jpg", closes=True)
    settles.changed(b"/a/other.jpg")
    clock.now += settling.UNCLOSED_SECONDS / 2
    taken = settles.take()
    assert (list(taken.looks), taken.unfinished) == ([LookAt(b"/a/other.jpg", False)], {b"/a/slow.jpg"})
    settles.touched(b"/a/slow.jpg")  # as `cp -p` does before it closes it
    assert looks(settles) == []
    settles.changed(b"/a/slow.jpg")
    assert looks(settles) == [LookAt(b"/a/slow.jpg", False)]
    assert settles.at_rest


def test_what_was_written_to_may_be_another_whatever_its_time_says(settles: Settling):
    settles.wrote(b"/a/new.jpg", closes=True)
    assert settles.waits_for(b"/a/new.jpg")
    settles.closed(b"/a/new.jpg")
    settles.closed(b"/a/opened only.jpg")
    settles.changed(b"/a/moved over.jpg", rewritten=True)
    settles.changed(b"/b/moved over.jpg", rewritten=True)
    settles.forget(b"/b")
    taken = settles.take()
    assert taken.rewritten == {b"/a/new.jpg", b"/a/moved over.jpg"}
    assert settles.take().rewritten == frozenset()
    settles.put_off(taken)
    assert settles.waits_for(b"/a/new.jpg")
    assert settles.take().rewritten == taken.rewritten
    assert not settles.waits_for(b"/a/new.jpg")


@pytest.mark.parametrize("closes", [True, False])
def test_a_file_that_nobody_closes_waits_until_its_size_and_time_stay(
    settles: Settling, clock: Clock, tmp_path: Path, closes: bool
):
    path = tmp_path / "open.jpg"
    path.write_bytes(b"half")
    settles.wrote(os.fsencode(path), closes)
    clock.now += settling.UNCLOSED_SECONDS if closes else settling.UNTOLD_SECONDS
    assert not is_due(settles)  # looked at once
    path.write_bytes(b"half and more")
    clock.now += settling.SAME_SECONDS
    assert looks(settles) == []
    clock.now += settling.SAME_SECONDS
    assert looks(settles) == [LookAt(os.fsencode(path), False)]


def test_what_went_does_not_keep_anybody_waiting(settles: Settling):
    settles.wrote(b"/a/b/new.jpg", closes=True)
    settles.went(b"/a/b")
    taken = settles.take()
    assert (list(taken.looks), taken.unfinished) == ([LookAt(b"/a/b", True)], frozenset())


def test_a_look_takes_in_what_lies_below(settles: Settling, clock: Clock):
    for path, below in (
        (b"/a/b/1", False),
        (b"/a/b", True),
        (b"/a/b/c", True),
        (b"/a/b-2", False),
        (b"/a/b", False),
    ):
        settles.changed(path, below)
        clock.now += 1
    assert settles.take().looks == {LookAt(b"/a/b", True): 104.0, LookAt(b"/a/b-2", False): 103.0}


def test_what_is_put_off_is_taken_with_the_next_or_when_it_is_taken_up_and_a_folder_left_is_not(
    settles: Settling, clock: Clock
):
    for next_is_noticed in (True, False):
        settles.changed(b"/a/1")
        settles.changed(b"/b/1")
        settles.put_off(settles.take())
        settles.forget(b"/b")
        clock.now += settling.LONGEST_SECONDS
        assert settles.at_rest
        assert not is_due(settles)
        if next_is_noticed:
            settles.changed(b"/a/2")
            clock.now += settling.QUIET_SECONDS
        else:
            settles.take_up()
        assert is_due(settles)
        assert looks(settles) == [LookAt(b"/a/1", False), *([LookAt(b"/a/2", False)] if next_is_noticed else [])]


def test_the_first_thing_after_a_rest_stirs(clock: Clock):
    stirred: list[float] = []
    settles = Settling(lambda: stirred.append(clock.now), clock)
    settles.wrote(b"/a/1", closes=True)
    settles.changed(b"/a/1")
    settles.changed(b"/a/2")
    assert len(stirred) == 1
    settles.take()
    settles.changed(b"/a", below=True, stirs=False)  # nobody has looked at it yet
    settles.take()
    settles.changed(b"/a/3")
    assert len(stirred) == 2
