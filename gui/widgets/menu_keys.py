"""The keys that entries of the menus have now, for sentences that name them: a person may have chosen others."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from engine.sentences import said
from gui.language import tr

# Entries that sentences elsewhere name, by the texts that they are known by.
ADD_FOLDER, UNDO, TRAIN = said("&Add folder…"), said("&Undo"), said("&Train on my labels…")
LABEL = said("&Label…")
SHOW_UNLABELLED, SEARCH_BY_WORDS, PASTE = (
    said("S&how unlabelled"),
    said("&Search by words…"),
    said("&Paste a picture"),
)


def keys_of(entry: str) -> str:
    """As a person reads them; of an entry that has none, its name."""
    return shown_keys(action) if (action := _action_of(entry)) is not None else _quoted(tr(entry))


def shown_keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText) or _quoted(action.text())


def _action_of(entry: str) -> QAction | None:
    """It belongs to the window that has the menu."""
    here = Qt.FindChildOption.FindDirectChildrenOnly
    found = (window.findChild(QAction, entry, here) for window in QApplication.topLevelWidgets())
    return next((action for action in found if isinstance(action, QAction)), None)


def _quoted(name: str) -> str:
    return tr("“{entry}”", entry=name.replace("&", "").removesuffix("…"))
