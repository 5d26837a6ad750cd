"""What is known about one picture, as two columns of plain text that can be selected and copied."""

from typing import cast

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from gui.language import tr
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_L, SPACE_M, colours

CELL_PADDING = 3


class MetadataTable(QTextEdit):
    """Names on the left, values on the right; long values wrap, so nothing is hidden or cut.

    A text rather than an item view, because people want to mark and copy a piece of a value.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, str]] = []
        self._all: list[tuple[str, str]] = []  # also those that are hidden
        self._hidden: frozenset[str] = frozenset()
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # a picture dropped here is meant for the window
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.setAccessibleName(tr("Details of the picture"))

    def sizeHint(self) -> QSize:
        return QSize(260, 180)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 44)

    def rows(self) -> list[tuple[str, str]]:
        return list(self._rows)

    def set_rows(self, rows: list[tuple[str, str]]) -> None:
        self._all = list(rows)
        shown = [(name, value) for name, value in rows if name not in self._hidden]
        printed = [(printable(tr(name)), printable(value)) for name, value in shown]
        if printed != self._rows:
            self._rows = printed
            self._fill()

    def set_hidden(self, names: frozenset[str]) -> None:
        """Rows of these names, in English whatever the language, are not shown."""
        self._hidden = names
        self.set_rows(self._all)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Plain text only: a piece of a value as it is, several cells as lines with tabs between them."""
        mime = QMimeData()
        mime.setText(self._selected_text(self.textCursor()))
        return mime

    def _selected_text(self, cursor: QTextCursor) -> str:
        first_row, rows, first_column, columns = 0, len(self._rows), 0, 2
        if cursor.hasComplexSelection():  # whole cells of a rectangle
            first_row, rows, first_column, columns = _rectangle(cursor)
        lines = []
        for row in range(first_row, first_row + rows):
            cells = (self._selected_piece(cursor, row, first_column + each) for each in range(columns))
            lines.append("\t".join(piece for piece in cells if piece))
        return "\n".join(line for line in lines if line)

    def _selected_piece(self, cursor: QTextCursor, row: int, column: int) -> str:
        frame = self.document().rootFrame().childFrames()[0]
        cell = cast(QTextTable, frame).cellAt(row, column)
        start, end = cell.firstPosition(), cell.lastPosition()
        if not cursor.hasComplexSelection():
            start, end = max(start, cursor.selectionStart()), min(end, cursor.selectionEnd())
        piece = QTextCursor(self.document())
        piece.setPosition(start)
        piece.setPosition(max(start, end), QTextCursor.MoveMode.KeepAnchor)
        return piece.selectedText() if end > start else ""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._fill()  # colours and the width of the names are part of the text

    def _fill(self) -> None:
        self.clear()
        if not self._rows:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # laid out once at its end, not after each cell
        table = cursor.insertTable(len(self._rows), 2, self._table_format())
        name_format, value_format = QTextCharFormat(), QTextCharFormat()
        name_format.setForeground(colours(self.palette()).dim)
        value_format.setForeground(self.palette().color(QPalette.ColorRole.WindowText))
        for row, (name, value) in enumerate(self._rows):
            table.cellAt(row, 0).firstCursorPosition().insertText(name, name_format)
            table.cellAt(row, 1).firstCursorPosition().insertText(value, value_format)
        self._flatten_edges(table)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)  # while there is little height the cursor alone scrolls too far

    def _table_format(self) -> QTextTableFormat:
        metrics = QFontMetricsF(self.font())
        names = max(metrics.horizontalAdvance(name) for name, _ in self._rows)
        layout = QTextTableFormat()
        layout.setBorder(0)
        layout.setCellSpacing(0)
        layout.setCellPadding(CELL_PADDING)
        layout.setColumnWidthConstraints(
            [
                QTextLength(QTextLength.Type.FixedLength, min(names, 110) + SPACE_L),
                QTextLength(QTextLength.Type.VariableLength, 0),
            ]
        )
        layout.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        return layout

    def _flatten_edges(self, table: QTextTable) -> None:
        """A document has an empty line after its table; it must not cost a scroll bar."""
        self.document().setDocumentMargin(SPACE_M - CELL_PADDING)
        cursor = QTextCursor(self.document())  # not by the root frame: PySide would keep each one it hands out
        cursor.movePosition(QTextCursor.MoveOperation.End)
        line = cursor.blockFormat()
        line.setLineHeight(1, 2)  # a fixed height of one pixel
        cursor.setBlockFormat(line)


def _rectangle(cursor: QTextCursor) -> tuple[int, int, int, int]:
    """First row, rows, first column, columns."""
    return cast(tuple[int, int, int, int], cursor.selectedTableCells())
