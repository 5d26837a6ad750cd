"""The three columns of the window: left, middle, right, whose widths a person can change."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from gui.window.side_column import SideColumn


class Columns(QSplitter):
    """The middle takes what room there is."""

    def __init__(self, left: SideColumn, middle: QWidget, right: SideColumn) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.left, self.right = left, right
        self._right_width: int | None = None  # of the right one, while it gives way
        for index, (panel, stretch) in enumerate(((left, 0), (middle, 1), (right, 0))):
            self.addWidget(panel)
            self.setStretchFactor(index, stretch)
            self.setCollapsible(index, False)
        self.setHandleWidth(1)

    def show_right(self, shown: bool) -> None:
        """The right column, as wide as it was; or the middle takes its room."""
        left, middle, right = self.sizes()
        if not shown and self._right_width is None:
            self._right_width = right
            self.right.hide()
        elif shown and self._right_width is not None:
            width, self._right_width = self._right_width, None
            self.right.show()
            self.setSizes([left, middle - width - self.handleWidth(), width])
