"""The menu bar and the grid's context menu, made of sections that anybody may add. What the window's own entries do
lives in actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from engine.errors import BugError
from engine.sentences import said
from gui.language import tr
from gui.widgets.menu_keys import shown_keys

TITLES = (  # in this order
    *(said("&Library"), said("&Search"), said("&View"), said("&Picture"), said("La&bels"), said("&Model")),
    said("&Help"),
)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """`text` is English, and as `said`: by it the entry is known, and its keys are saved; a person sees it
    translated."""

    text: str
    keys: str
    do: Callable[[], object]


class Menus(QObject):
    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._menus: dict[str, QMenu] = {}
        self._context: list[tuple[str | QMenu, ...]] = []
        self.by_text: dict[str, QAction] = {}

    def add(self, title: str, entries: Sequence[MenuEntry | None]) -> list[QAction]:
        """A section at the end of a menu, set off by a line; None stands for a line within. A menu appears when
        something is added to it. Returns the actions, to be enabled, disabled or checked."""
        menu = self._menu(title)
        if not menu.isEmpty():
            menu.addSeparator()
        actions = []
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            else:
                actions.append(self._action(entry))
                menu.addAction(actions[-1])
        return actions

    def forbid(self, why: str, *texts: str) -> None:
        """These stay disabled, whoever enables them; who rests the mouse on one reads why."""
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for text in texts:
            self.by_text[text].setToolTip(why)
            group.addAction(self.by_text[text])
        group.setEnabled(False)

    def in_context_menu(self, *entries: str | QMenu) -> None:
        """A section at the end of the pictures' context menu: texts of actions that were added, or submenus."""
        unknown = [text for text in entries if isinstance(text, str) and text not in self.by_text]
        if unknown:
            raise BugError(f"no action is called {unknown}")
        self._context.append(entries)

    def open_context_menu(self, point: QPoint) -> None:
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)  # Qt shows those alone that say more than the entry
        for section in self._context:
            if not menu.isEmpty():
                menu.addSeparator()
            for entry in section:
                if isinstance(entry, QMenu):
                    menu.addMenu(entry)
                else:
                    menu.addAction(self.by_text[entry])
        menu.popup(point)

    def menu(self, title: str) -> QMenu:
        """One to which something was added."""
        return self._menus[_plain(title)]

    def tell_keys(self, entry: str, hear: Callable[[str], None]) -> None:
        """`hear` gets the keys of an entry as a person reads them, now and whenever they are others."""
        action = self.by_text[entry]

        def tell() -> None:
            hear(shown_keys(action))

        action.changed.connect(tell)
        tell()

    def sections(self) -> list[tuple[str, list[QAction]]]:
        """What the menu bar holds: the title of each menu and its actions."""
        return [(menu.title(), menu.actions()) for title in TITLES if (menu := self._menus.get(_plain(title)))]

    def _action(self, entry: MenuEntry) -> QAction:
        if entry.text in self.by_text:
            raise BugError(f"two actions are called {entry.text!r}")
        action = QAction(tr(entry.text), self._window)
        action.setObjectName(entry.text)
        if entry.keys:
            action.setShortcut(QKeySequence(entry.keys))
        action.triggered.connect(entry.do)
        self.by_text[entry.text] = action
        return action

    def _menu(self, title: str) -> QMenu:
        """The menu of this title, made where it belongs; its underlined letter is ours to choose."""
        name = _plain(title)
        names = [_plain(each) for each in TITLES]
        if name not in names:
            raise BugError(f"there is no menu {title!r}")
        if name not in self._menus:
            place = names.index(name)
            menu = QMenu(tr(TITLES[place]), self._window)
            menu.setToolTipsVisible(True)
            after = next((self._menus[each] for each in names[place:] if each in self._menus), None)
            if after is None:
                self._window.menuBar().addMenu(menu)
            else:
                self._window.menuBar().insertMenu(after.menuAction(), menu)
            self._menus[name] = menu
        return self._menus[name]


def _plain(title: str) -> str:
    return title.replace("&", "")
