"""A column at the side of the window: panels one below the other, whose heights a person can change.

The first panel is what the column is for and takes what room is left. Those below it scroll when they get less than
they need, so that no panel makes the smallest window larger.
"""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QWidget

LOWEST = 48  # of a panel below the first
HIGHEST_AT_FIRST = 220  # likewise; in a high window a third of it


class SideColumn(QSplitter):
    def __init__(self, first: QWidget, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._names = [name]
        self._remembered: dict[str, int] = {}
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(first)
        self.setStretchFactor(0, 1)
        self.splitterMoved.connect(self._on_splitter_moved)

    def add_panel(self, panel: QWidget, name: str) -> None:
        """Below the others, shown. By its name its height is remembered, whatever the language."""
        room = _Room(panel)
        heights = self.heights() | {name: min(room.sizeHint().height(), HIGHEST_AT_FIRST)}
        self._names.append(name)
        self.addWidget(room)
        self.setStretchFactor(self.count() - 1, 0)
        self._show_heights(heights | self._remembered)

    def heights(self) -> dict[str, int]:
        """Of all panels, by name; of one that is hidden, what it had."""
        now = dict(zip(self._names, self.sizes(), strict=True))
        return now | {name: self._remembered.get(name, LOWEST) for name in self._names if self._is_hidden(name)}

    def restore(self, heights: dict[str, int]) -> None:
        """As remembered; those of panels that are yet to come count when they come."""
        self._remembered = heights
        self._show_heights(self.heights() | heights)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._remembered and (third := self.height() // 3) > HIGHEST_AT_FIRST:
            first, *others = self._names
            self._show_heights({first: self.height() - third * len(others)} | dict.fromkeys(others, third))

    def _is_hidden(self, name: str) -> bool:
        widget = self.widget(self._names.index(name))
        return widget is not None and widget.isHidden()

    def _show_heights(self, heights: dict[str, int]) -> None:
        self.setSizes([heights[name] for name in self._names])

    def _on_splitter_moved(self) -> None:
        self._remembered = self._remembered | self.heights()


class _Room(QScrollArea):
    """Gives a panel the room there is, and scroll bars when that is less than it needs. Hides with the panel."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panel has it
        self.setWidgetResizable(True)
        self.setMinimumSize(0, LOWEST)
        self.setWidget(panel)
        panel.setAutoFillBackground(False)  # Qt sets it; the column has the colour of the window
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShowToParent:
            self.show()
        elif event.type() == QEvent.Type.HideToParent:
            self.hide()
        return super().eventFilter(watched, event)
