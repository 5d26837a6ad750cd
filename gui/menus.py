"""Actions and their keys. Each says what it is called, its key and what it does; the menus are made from them."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


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


def actions_by_menu(window: QMainWindow) -> list[tuple[str, list[QAction]]]:
    """What the menu bar holds: the title of each menu and its actions."""
    menus = (action.menu() for action in window.menuBar().actions())
    return [(menu.title(), menu.actions()) for menu in menus if isinstance(menu, QMenu)]
