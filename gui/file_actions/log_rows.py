"""The log of file actions as rows of a list, of which more come when somebody looks at the last ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from engine.file_actions.looking_back import LoggedBatch, LoggedFile
from engine.sentences import said
from engine.store.file_actions import ActionKind, ActionState
from gui.file_actions import texts
from gui.language import tr
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import path_text, printable, tool_tip

CAN_BE_UNDONE = said("can be taken back")

GONE = said("done; not there any more")

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
            return tr(self._heads[section])
        return None

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.items):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cells(self.items[index.row()])[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(full_cells(self.items[index.row()])[index.column()])
        return None


BATCH_HEADS = (said("When"), said("What was done"), said("Files"), said("Now"))
FILE_HEADS = (said("File"), said("From", "a folder"), said("To", "a folder"), said("Now"))


def cells(item: LogItem) -> list[str]:
    return _batch_cells(item, _name(item.about.source)) if isinstance(item, LoggedBatch) else _file_cells(item)


def full_cells(item: LogItem) -> list[str]:
    """The same, with whole paths."""
    if isinstance(item, LoggedBatch):
        return _batch_cells(item, path_text(item.about.source))
    shown = _file_cells(item)
    shown[0] = path_text(item.action.source)
    shown[2] = path_text(item.action.target or b"") or shown[2]
    return shown


def _batch_cells(logged: LoggedBatch, name: str) -> list[str]:
    """`name` stands for its first file."""
    about = logged.about
    count = about.done + about.failed + about.open
    what = texts.what_was_done(about.kind, texts.files(about.done)) if about.done else tr("nothing")
    if about.failed:
        what = tr("{what}, {files} left alone", what=what, files=texts.files(about.failed))
    return [
        time_text(about.began_at),
        what[:1].upper() + what[1:],
        name if count == 1 else tr("{name} and {n:,} more", name=name, n=count - 1),
        _batch_state(logged),
    ]


def _batch_state(logged: LoggedBatch) -> str:
    if logged.can_be_undone:
        return tr(CAN_BE_UNDONE)
    if logged.about.open:
        return tr("interrupted")
    return tr("cannot be taken back") if logged.about.done else ""


def _file_cells(logged: LoggedFile) -> list[str]:
    action = logged.action
    target = "" if action.target is None else path_text(os.path.dirname(action.target))
    if action.target is not None and action.kind is ActionKind.RENAME:
        target = _name(action.target)
    if action.kind is ActionKind.TRASH:
        target = tr("the trash")
    return [_name(action.source), path_text(os.path.dirname(action.source)), target, _file_state(logged)]


def _file_state(logged: LoggedFile) -> str:
    match logged.action.state:
        case ActionState.FAILED:
            reason = tr(logged.action.reason) if logged.action.reason else tr("nobody knows why")
            return tr("left alone: {reason}", reason=printable(reason))
        case ActionState.OPEN:
            return tr("interrupted; its drive is away")
        case _:
            return tr(CAN_BE_UNDONE if logged.can_be_undone else GONE)


def _name(path: bytes) -> str:
    return path_text(os.path.basename(path))


def time_text(began_at: str) -> str:
    """By this machine's clock, as in 2026-05-31 18:30; what is no time as it is."""
    try:
        return datetime.fromisoformat(began_at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return printable(began_at)
