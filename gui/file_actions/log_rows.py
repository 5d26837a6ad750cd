"""The log of file actions as rows of a list, of which more come when somebody looks at the last ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from engine.file_actions.looking_back import LoggedBatch, LoggedFile
from engine.store.file_actions import ActionKind, ActionState
from gui.file_actions import texts
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import path_text, printable, tool_tip

CAN_BE_UNDONE = "can be taken back"

LogItem = LoggedBatch | LoggedFile


class LogRows(QAbstractTableModel):
    """Signals:
    more_wanted(object): what comes after this.
    """

    more_wanted = Signal(object)

    def __init__(self, heads: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = list(heads)
        self.items: list[LogItem] = []
        self._next: object = None  # what more comes after; None: that is all
        self._asked = False

    def show(self, items: Sequence[LogItem], more: object) -> None:
        self.beginResetModel()
        self.items, self._next, self._asked = list(items), more, False
        self.endResetModel()

    def append(self, items: Sequence[LogItem], more: object) -> None:
        first = len(self.items)
        self._next, self._asked = more, False
        if items:
            self.beginInsertRows(QModelIndex(), first, first + len(items) - 1)
            self.items += items
            self.endInsertRows()

    # -- for Qt -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def columnCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

    def canFetchMore(self, parent: ModelIndex) -> bool:
        return not parent.isValid() and self._next is not None and not self._asked

    def fetchMore(self, parent: ModelIndex) -> None:
        if self.canFetchMore(parent):
            self._asked = True
            self.more_wanted.emit(self._next)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.items):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cells(self.items[index.row()])[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(full_cells(self.items[index.row()])[index.column()])
        return None


BATCH_HEADS = ("When", "What was done", "Files", "Now")
FILE_HEADS = ("File", "From", "To", "Now")


def cells(item: LogItem) -> list[str]:
    return _batch_cells(item) if isinstance(item, LoggedBatch) else _file_cells(item)


def full_cells(item: LogItem) -> list[str]:
    """The same, with whole paths."""
    shown = cells(item)
    if isinstance(item, LoggedFile):
        shown[0] = path_text(item.action.source)
        shown[2] = path_text(item.action.target or b"") or shown[2]
    else:
        shown[2] = path_text(item.about.source) + shown[2].removeprefix(_name(item.about.source))
    return shown


def _batch_cells(logged: LoggedBatch) -> list[str]:
    about = logged.about
    count = about.done + about.failed + about.open
    what = texts.what_was_done(about.kind, about.done) if about.done else "nothing"
    if about.failed:
        what += f", {texts.files(about.failed)} left alone"
    name = _name(about.source)
    return [
        time_text(about.began_at),
        what[:1].upper() + what[1:],
        name if count == 1 else f"{name} and {count - 1:,} more",
        _batch_state(logged),
    ]


def _batch_state(logged: LoggedBatch) -> str:
    if logged.can_be_undone:
        return CAN_BE_UNDONE
    if logged.about.open:
        return "interrupted"
    return "cannot be taken back" if logged.about.done else ""


def _file_cells(logged: LoggedFile) -> list[str]:
    action = logged.action
    target = "" if action.target is None else path_text(os.path.dirname(action.target))
    if action.target is not None and action.kind is ActionKind.RENAME:
        target = _name(action.target)
    if action.kind is ActionKind.TRASH:
        target = "the trash"
    return [_name(action.source), path_text(os.path.dirname(action.source)), target, _file_state(logged)]


def _file_state(logged: LoggedFile) -> str:
    match logged.action.state:
        case ActionState.FAILED:
            return f"left alone: {printable(logged.action.reason or 'nobody knows why')}"
        case ActionState.OPEN:
            return "interrupted; its drive is away"
        case _:
            return CAN_BE_UNDONE if logged.can_be_undone else "done; not there any more"


def _name(path: bytes) -> str:
    return path_text(os.path.basename(path))


def time_text(began_at: str) -> str:
    """By this machine's clock, as in 2026-05-31 18:30; what is no time as it is."""
    try:
        return datetime.fromisoformat(began_at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return printable(began_at)
