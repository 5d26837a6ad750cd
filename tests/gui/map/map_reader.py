"""What a person does on the map."""

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from engine.store import images
from gui.map.map_view import MapView
from tests.gui.person import LEFT, NONE, Key, Person


def open_map(person: Person, count: int = 30) -> None:
    person.press(Key.Key_F9)
    person.until(lambda: len(view(person).image_ids) == count)
    person.until(lambda: view(person).colouring.kinds)


def view(person: Person) -> MapView:
    return person.window.map.page.view


def point(person: Person, row: int) -> QPoint:
    return view(person).point_of(row).toPoint()


def draw_around(person: Person, rows: list[int], keys=NONE) -> None:
    """A line around these, as narrow as can be: a box."""
    shown = np.array([(point(person, row).x(), point(person, row).y()) for row in rows])
    (left, top), (right, bottom) = shown.min(axis=0) - 6, shown.max(axis=0) + 6
    corners = [QPoint(*corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]
    QTest.mousePress(view(person), LEFT, keys, corners[0])
    for corner in [*corners[1:], corners[0]]:
        QTest.mouseMove(view(person), corner)
    QTest.mouseRelease(view(person), LEFT, keys, corners[0])


def names(person: Person, image_ids: list[int]) -> list[str]:
    found = images.get(person.session.library.db, image_ids)
    return [found[i].name.decode() for i in image_ids]


def kinds_within(person: Person, rows: list[int]) -> set[str]:
    return {name.split("-")[0] for name in names(person, [int(view(person).image_ids[row]) for row in rows])}
