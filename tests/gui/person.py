"""A person at the window: looks, clicks, types, and waits until the window has done what was asked."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.store import images
from gui.session import Session
from gui.window.main_window import MainWindow

WAIT = 600_000  # ms, long enough for a machine with much else to do; on an idle one nothing takes that long
Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
RIGHT = Qt.MouseButton.RightButton


@dataclass
class Person:
    qtbot: QtBot
    window: MainWindow

    @property
    def session(self) -> Session:
        return self.window.session

    # -- waiting --------------------------------------------------------------------------------------------------

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()), timeout=WAIT)

    def until_idle(self) -> None:
        """Until all is stored, no job runs, none is waiting, and the window shows what the library holds."""
        self.until(lambda: self.session.job is None and not self.session.storing)
        browsing = self.window.browsing
        searching = self.window.searching.query is not None
        signals = [browsing.state_read] if searching else [browsing.state_read, browsing.shown]
        with self.qtbot.waitSignals(signals, timeout=WAIT):
            browsing.refresh()

    def until_shown(self, count: int) -> None:
        self.until(lambda: self.window.model.rowCount() == count)

    def until_found(self) -> list[str]:
        """Until the hits are there; gives their names."""
        self.until(lambda: re.match(r"[\d,]+ hit", self.result()))
        return self.names()

    def row_of(self, name: str) -> int:
        return self.names().index(name)

    def find(self, name: str) -> list[str]:
        """Find pictures similar to this one, with Enter."""
        self.click(self.row_of(name))
        self.press(Key.Key_Return, on=self.window.grid)
        return self.until_found()

    def until_tiles(self) -> None:
        """Until every tile on screen has come."""
        self.until(lambda: all(self.window.model.tile(row) is not None for row in range(min(6, self.rows()))))

    # -- looking --------------------------------------------------------------------------------------------------

    def rows(self) -> int:
        return self.window.model.rowCount()

    def names(self) -> list[str]:
        """What the grid shows, in order."""
        ids = self.window.model.ids().tolist()
        found = images.get(self.session.library.db, ids)
        return [os.fsdecode(found[i].name) for i in ids if i in found]

    def kinds(self, first: int) -> set[str]:
        """What the first pictures show, by their names."""
        return {name.split("-")[0] for name in self.names()[:first]}

    def distances(self) -> list[object]:
        return [self.window.model.distance(row) for row in range(self.rows())]

    def result(self) -> str:
        return self.window.query_bar.filters.result.text()

    def said(self) -> str:
        """The sentence at the bottom of the window."""
        return self.window.job_bar.text.text()

    def chips(self) -> list[str]:
        return self.window.query_bar.chips.names()

    def tree(self) -> list[str]:
        """The rows of the folder tree, with those below them."""
        model = self.window.library_panel.model
        return [model.index_of(path).data() for path in model.paths()]

    def current_name(self) -> str:
        return self.names()[self.window.grid.currentIndex().row()]

    # -- doing ----------------------------------------------------------------------------------------------------

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NONE, on: QWidget | None = None) -> None:
        """A key, where the focus is unless said otherwise."""
        QTest.keyClick(on or QApplication.focusWidget() or self.window, key, modifiers)

    def point_of(self, row: int) -> QPoint:
        self.window.grid.scrollTo(self.window.model.index(row))
        return self.window.grid.visualRect(self.window.model.index(row)).center()

    def click(self, row: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseClick(self.window.grid.viewport(), LEFT, modifiers, self.point_of(row))

    def double_click(self, row: int) -> None:
        self.click(row)
        QTest.mouseDClick(self.window.grid.viewport(), LEFT, NONE, self.point_of(row))

    def choose_folder(self, path: bytes) -> None:
        """A click on a row of the folder tree; b"" is all pictures."""
        panel = self.window.library_panel
        index = panel.model.index_of(path)
        panel.tree.scrollTo(index)
        QTest.mouseClick(panel.tree.viewport(), LEFT, NONE, panel.tree.visualRect(index).center())

    def drop(self, mime: QMimeData, on: QWidget | None = None) -> Qt.DropAction | None:
        """Drop something that another program offers to move, as file managers do; what the window made of it."""
        target = on or self.window.centre
        place = target.rect().center()
        both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
        for event in (
            QDragEnterEvent(place, both, mime, LEFT, NONE),
            QDragMoveEvent(place, both, mime, LEFT, NONE),
            QDropEvent(QPointF(place), both, mime, LEFT, NONE),
        ):
            event.setDropAction(Qt.DropAction.MoveAction)
            QApplication.sendEvent(target, event)
            if not event.isAccepted():
                QApplication.sendEvent(target, QDragLeaveEvent())
                return None
        return event.dropAction()

    def drop_paths(self, *paths: os.PathLike[str] | str) -> Qt.DropAction | None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(os.fspath(path)) for path in paths])
        return self.drop(mime)
