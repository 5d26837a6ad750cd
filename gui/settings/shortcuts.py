"""The keys of the menus: their own, and those that a person has chosen instead."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from gui.language import tr

# Keys that panels have for themselves; an entry of a menu would take them away everywhere.
OF_PANELS = (
    *("Escape", "Return", "Enter", "Space", "Backspace", "Delete", "Tab", "Up", "Down", "Left", "Right", "Home"),
    *("End", "PgUp", "PgDown", "+", "-", "Alt+Left", "Alt+Right", "Ctrl+Shift+O", "Ctrl+A", "Ctrl++", "Ctrl+-"),
    *("Ctrl+0", "Ctrl+1", "Menu", "Shift+F10"),
)
_WITH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_FUNCTION_KEYS = range(Qt.Key.Key_F1, Qt.Key.Key_F35 + 1)


class Shortcuts:
    """Entries are known by their English texts, which are the actions' object names."""

    def __init__(self, actions: Iterable[QAction]) -> None:
        self._actions = {action.objectName(): action for action in actions if action.objectName()}
        self._own = {text: action.shortcut() for text, action in self._actions.items()}

    def texts(self) -> list[str]:
        return list(self._actions)

    def shown(self, text: str) -> str:
        """In the window's language."""
        return self._actions[text].text().replace("&", "")

    def own(self, text: str) -> QKeySequence:
        """As it was made."""
        return self._own[text]

    def apply(self, chosen: Mapping[str, str]) -> None:
        for text, keys in self.with_chosen(chosen).items():
            self._actions[text].setShortcut(keys)

    def with_chosen(self, chosen: Mapping[str, str]) -> dict[str, QKeySequence]:
        """What each has. Keys that two would have are those of who was given them: an entry that is new in this
        program may bring keys that a person has chosen for another, and neither would do anything."""
        given: dict[str, QKeySequence] = {}
        for text, name in chosen.items():
            keys = QKeySequence(name)
            if (
                text in self._actions
                and _is_fit(keys, self._own[text])
                and (keys.isEmpty() or keys not in given.values())
            ):
                given[text] = keys
        taken = [keys for keys in given.values() if not keys.isEmpty()]
        free = {text: own if own not in taken else QKeySequence() for text, own in self._own.items()}
        return free | given


def why_not(keys: QKeySequence, own: QKeySequence, of_others: Mapping[str, QKeySequence]) -> str:
    """Why an entry cannot have these keys, in a sentence; nothing if it can. Its `own` ones it can always have,
    unless another has them; `of_others`: what the others have, by the texts that are shown."""
    shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
    for text, other in of_others.items():
        if other == keys and not keys.isEmpty():
            return tr("{keys} is the key of “{entry}”.", keys=shown, entry=text)
    return "" if keys.isEmpty() or keys == own else _why_not_for_any(keys, shown)


def _is_fit(keys: QKeySequence, own: QKeySequence) -> bool:
    return keys.isEmpty() or keys == own or not _why_not_for_any(keys, "")


def _why_not_for_any(keys: QKeySequence, shown: str) -> str:
    if keys.count() > 1:
        return tr("Please choose one key, with Ctrl, Alt or Shift if you like; not several after each other.")
    if any(keys == QKeySequence(each) for each in OF_PANELS):
        return tr("{keys} has a meaning of its own in the window.", keys=shown)
    pressed = keys[0]  # type: ignore[index]
    if not pressed.keyboardModifiers() & _WITH and pressed.key() not in _FUNCTION_KEYS:
        return tr(
            "{keys} alone may be the key of a label; please add Ctrl or Alt, or take a function key.", keys=shown
        )
    return ""
