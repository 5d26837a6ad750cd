"""What somebody does who goes through the window and keeps pictures: keys, entries of menus, waiting, looking."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from gui.window.main_window import MainWindow
from tests.gui.cut_off import cut_off

PATIENCE = 600  # seconds
SETTLED = 0.7  # seconds in which thumbnails come and a dialog is laid out


class Visitor:
    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window, self._folder = window, folder

    def keep(self, name: str, widget: QWidget | None = None) -> None:
        shown = widget or self.window
        shown.grab().save(str(self._folder / f"{name}.png"))
        for sentence in cut_off(shown):
            print(f"{self._folder.name}/{name}: {sentence}", flush=True)

    @contextmanager
    def _asked(self, name: str) -> Iterator[None]:
        """What is asked meanwhile is kept, and answered with no."""
        before = set(QApplication.topLevelWidgets())
        kept: list[str] = []
        first_seen: list[QWidget] = []

        def look() -> None:
            asked = [
                each
                for each in QApplication.topLevelWidgets()
                if each.isVisible() and isinstance(each, QDialog) and each not in before
            ]
            if asked and not first_seen:
                first_seen.append(asked[-1])  # it is laid out by the next look
            elif asked:
                self.keep(name, asked[-1])
                kept.append(name)
                asked[-1].reject()

        timer = QTimer()
        timer.setInterval(int(SETTLED * 1000))
        timer.timeout.connect(look)
        timer.start()
        yield
        for _ in range(120):
            if kept:
                break
            self.wait(0.3)
        else:
            print(f"{self._folder.name}/{name}: nothing was asked", flush=True)
        timer.stop()
        self.wait(0.2)

    def _show(self, row: int) -> None:
        self.window.grid.show_image(self.window.model.image_id(row))
        self.window.grid.setFocus()
        self.wait(SETTLED)

    def _select(self, rows: range) -> None:
        self._show(rows[0])
        for _ in rows[1:]:
            QTest.keyClick(self.window.grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        self.wait(SETTLED)

    def _press(self, widget: QWidget, key: Qt.Key) -> None:
        QTest.keyClick(widget, key)

    def _trigger(self, entry: str) -> None:
        self.window.menus.by_text[entry].trigger()

    def _is_idle(self) -> bool:
        return self.window.session.job is None and not self.window.session.storing

    def until_idle(self) -> None:
        self.until(self._is_idle)
        self.wait(2)
        self.until(self._is_idle)  # it has taught itself, too

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(PATIENCE * 10):
            self.wait(0.1)
            if holds():
                return
        sys.exit(f"This does not come about: {holds}")

    def wait(self, seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), loop.quit)
        loop.exec()
