"""The keys of labels: one gives its label to the pictures that are meant, or takes it if all of them have it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.store.label_edits import ALL_HOTKEYS, HOTKEYS
from engine.store.label_list import Label
from gui.grid.grid_view import GridView
from gui.labels.label_view import LabelView
from gui.labels.labelling import Labelling
from gui.language import tr
from gui.pictures.viewing import Viewing
from gui.viewer.viewer_window import LETTERS, ViewerWindow

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)

ChosenImages = Callable[[], list[int]]


class Hotkeys(QObject):
    """In the grid, which itself knows no letters and digits; in the viewer, as far as it does not know them;
    and the digits in the list of labels, where letters lead to a label by its name."""

    def __init__(
        self, labelling: Labelling, grid: GridView, viewer: ViewerWindow, view: LabelView, viewing: Viewing
    ) -> None:
        super().__init__(grid)
        self._labelling, self._viewing = labelling, viewing
        self._places: dict[QObject, tuple[str, ChosenImages]] = {}
        in_viewer = "".join(key for key in ALL_HOTKEYS if key not in LETTERS)
        self._listen(grid, ALL_HOTKEYS, grid.chosen_ids)
        for picture in viewer.views:
            self._listen(picture, in_viewer, self._current)
        self._listen(view, HOTKEYS, viewing.chosen_ids)

    def listen_on(self, widget: QWidget, chosen: ChosenImages) -> None:
        """On a page with pictures of its own, too, which knows no letters and digits itself."""
        self._listen(widget, ALL_HOTKEYS, chosen)

    def _listen(self, widget: QWidget, keys: str, chosen: ChosenImages) -> None:
        self._places[widget] = keys, chosen
        widget.installEventFilter(self)

    def _current(self) -> list[int]:
        """The viewer shows this one, however many are selected behind it."""
        current = self._viewing.current_id()
        return [] if current is None else [current]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched in self._places:
            keys, chosen = self._places[watched]
            if self._takes(event, keys, chosen):
                return True
        return super().eventFilter(watched, event)

    def _takes(self, event: QKeyEvent, keys: str, chosen: ChosenImages) -> bool:
        key = event.text().upper()
        if event.modifiers() not in _PLAIN or len(key) != 1 or key not in keys:
            return False
        label = self._labelling.with_hotkey(key)
        if label is None and key not in HOTKEYS:
            return False
        if not event.isAutoRepeat():  # a key held down asks once
            self._on_hotkey(key, label, chosen())
        return True

    def _on_hotkey(self, key: str, label: Label | None, images: list[int]) -> None:
        if label is None:
            self._labelling.said.emit(tr("No label has the hotkey {key}.", key=key))
        elif not images:
            self._labelling.said.emit(tr("Select a picture first."))
        else:
            self._labelling.toggle(label.name, images)
