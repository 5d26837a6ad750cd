"""Fixtures of the window's tests."""

import multiprocessing
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication

from engine import own_process
from tests.gui.labeller import give, select, until_listed
from tests.gui.person import Person
from tests.gui.window_fixtures import newcomer, open_window, person, qtbot

__all__ = ["newcomer", "open_window", "person", "qtbot"]


@pytest.fixture(scope="session", autouse=True)
def trainings_begin_at_once() -> Iterator[None]:
    """Processes that train are forked off one that has torch already, whose import takes longer than most trainings
    here."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(["engine.learning.training"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_process, "START_METHOD", "forkserver")
        yield


@pytest.fixture(autouse=True)
def emptied_clipboard() -> Iterator[None]:
    """Without a screen Qt keeps what was copied until after Python has ended, and then stumbles over it."""
    yield
    if isinstance(QGuiApplication.instance(), QGuiApplication):
        QGuiApplication.clipboard().clear()


@pytest.fixture
def labelled(person: Person) -> Person:
    """Somebody whose first four pictures are “round”, the second and third also “red”."""
    select(person, 0, 1, 2, 3)
    give(person, "round")
    select(person, 1, 2)
    give(person, "red")
    until_listed(person, {"red": 2, "round": 4})
    return person
