"""Actions and their keys. Each says what it is called, its key and what it does; the menus are made from them."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMessageBox

KEYS_ELSEWHERE = """In the grid
Enter or double click: find similar pictures
Space: large preview · Backspace: back
Ctrl+A: select all · arrows, Page up and down, Home, End: move
Ctrl+plus, Ctrl+minus: larger and smaller tiles

In the query bar
Delete: remove the picture · minus: like or unlike
Alt+Left, Alt+Right: back and forward · Escape: leave the query

In the preview
plus, minus, 0, 1: zoom, fit, full size · C: choose a part, then Enter
"""


@dataclass(frozen=True, slots=True)
class Entry:
    text: str
    keys: str
    do: Callable[[], object]


def build_menus(window: QMainWindow, menus: dict[str, list[Entry | None]]) -> dict[str, QAction]:
    """Fill the menu bar; None stands for a line. Returns the actions by text."""
    actions: dict[str, QAction] = {}
    for title, entries in menus.items():
        menu = window.menuBar().addMenu(title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
                continue
            action = QAction(entry.text, window)
            if entry.keys:
                action.setShortcut(QKeySequence(entry.keys))
            action.triggered.connect(entry.do)
            menu.addAction(action)
            actions[entry.text] = action
    return actions


def show_keys(window: QMainWindow) -> None:
    lines = [
        f"{action.shortcut().toString()}: {action.text().replace('&', '')}"
        for menu in window.menuBar().actions()
        if (sub := menu.menu()) is not None
        for action in sub.actions()  # type: ignore[attr-defined]
        if not action.shortcut().isEmpty()
    ]
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("Keys")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText("\n".join(lines) + "\n\n" + KEYS_ELSEWHERE)
    box.open()
