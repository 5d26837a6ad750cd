"""Fixtures of the window's tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication

from gui.language import speak, use_language
from tests.gui.labeller import give, select, until_listed
from tests.gui.person import WAIT, Person
from tests.gui.window_fixtures import (
    kept_viewer,
    lent_viewers,
    looked_at,
    newcomer,
    open_window,
    person,
    qtbot,
    short_trainings,
)

__all__ = [
    "kept_viewer",
    "lent_viewers",
    "looked_at",
    "newcomer",
    "open_window",
    "person",
    "qtbot",
    "short_trainings",
]


@pytest.fixture(autouse=True)
def viewers_are_lent(lent_viewers: None) -> None:
    """Windows of tests/flows have their own."""


@pytest.fixture(autouse=True)
def emptied_clipboard() -> Iterator[None]:
    """Without a screen Qt keeps what was copied until after Python has ended, and then stumbles over it."""
    yield
    if isinstance(QGuiApplication.instance(), QGuiApplication):
        QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def sentences_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """They fade when a person could read them; whoever looks for one on a busy machine may take longer."""
    monkeypatch.setattr("gui.widgets.fading_label.SHOWN_MILLISECONDS", WAIT)


@pytest.fixture
def another_language() -> Iterator[None]:
    """In which every text is another than in English: what identifies something must not be the text shown."""
    speak(lambda template, meaning, n: f"¡{template}!", QLocale("es"))
    yield
    use_language("en")


@pytest.fixture
def labelled(person: Person) -> Person:
    """Somebody whose first four pictures are “round”, the second and third also “red”."""
    select(person, 0, 1, 2, 3)
    give(person, "round")
    select(person, 1, 2)
    give(person, "red")
    until_listed(person, {"red": 2, "round": 4})
    return person
