"""Labels as rows of a list: with colour, number of images and hotkey; beside them "Unlabelled" or "New label"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from engine.store.label_list import Label
from gui.language import tr, tr_n
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import printable, quoted, tool_tip

_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class LabelRole(IntEnum):
    ROW = Qt.ItemDataRole.UserRole + 1


class Kind(Enum):
    LABEL = "label"
    UNLABELLED = "unlabelled"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class PanelRow:
    kind: Kind
    name: str
    label: Label | None = None
    images: int | None = None
    shown: bool = False  # the grid shows its images only

    @property
    def text(self) -> str:
        if self.kind is Kind.NEW:
            return tr("New label {name}", name=quoted(self.name))
        return printable(self.name)

    @property
    def spoken(self) -> str:
        """All that the row shows, for those who cannot see it."""
        parts = [self.text]
        if self.images is not None:
            parts.append(tr_n("{n:,} pictures", "{n:,} picture", self.images))
        if self.label is not None and self.label.hotkey is not None:
            parts.append(tr("hotkey {key}", key=self.label.hotkey))
        if self.shown:
            parts.append(tr("shown in the grid"))
        return ", ".join(parts)


class LabelRows(QAbstractListModel):
    """Signals:
    renamed(Label, str): a person typed another name; nothing is changed here.
    """

    renamed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[PanelRow] = []

    def set_rows(self, rows: Sequence[PanelRow]) -> None:
        """Rows that stay where they are are only described anew, so that selection and editing go on."""
        wanted = list(rows)
        if wanted == self._rows:
            return
        if [_key(row) for row in wanted] == [_key(row) for row in self._rows]:
            self._rows = wanted
            self.dataChanged.emit(self.index(0), self.index(len(wanted) - 1))
            return
        self.beginResetModel()
        self._rows = wanted
        self.endResetModel()

    def rows(self) -> list[PanelRow]:
        return list(self._rows)

    def row_at(self, index: ModelIndex) -> PanelRow | None:
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def place_of(self, key: object) -> int | None:
        """Where the label of this id stands, or the row of this kind."""
        return next((place for place, row in enumerate(self._rows) if _key(row) == key), None)

    def key_at(self, index: ModelIndex) -> object:
        row = self.row_at(index)
        return None if row is None else _key(row)

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role == LabelRole.ROW:
            return row
        if role == Qt.ItemDataRole.EditRole:
            return row.name
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(row.spoken)
        return None

    def setData(self, index: ModelIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.row_at(index)
        if role != Qt.ItemDataRole.EditRole or row is None or row.label is None:
            return False
        if str(value).strip() not in ("", row.name):
            self.renamed.emit(row.label, str(value))
        return True

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        row = self.row_at(index)
        if row is None:
            return Qt.ItemFlag.ItemIsDropEnabled
        editable = Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDropEnabled
        return _FLAGS | editable if row.kind is Kind.LABEL else _FLAGS


def _key(row: PanelRow) -> object:
    """What the row is about, whatever it is called."""
    return row.label.id if row.label is not None else row.kind
