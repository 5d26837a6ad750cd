"""The left of the window: all pictures, the folders, missing pictures, skipped files."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QMenu, QToolButton, QTreeView, QVBoxLayout, QWidget

from engine.store.folders import Folder
from gui.language import tr
from gui.library.folder_tree import ALL, MISSING, SKIPPED, FolderTree, folder_of, path_of
from gui.session import LibraryState
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.panel_head import panel_head, tell_keys
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SPACE_M, SPACE_S


class LibraryPanel(QWidget):
    """Signals:
    folder_chosen(object): a path (bytes) to show, or None for all pictures.
    skipped_chosen(): show the skipped files.
    missing_chosen(): show the missing pictures alone.
    forget_requested(): forget all missing pictures, from their menu.
    add_requested(): choose a folder to add.
    rescan_requested(Folder), remove_requested(Folder), open_requested(bytes): from a folder's menu.
    """

    folder_chosen = Signal(object)
    skipped_chosen = Signal()
    missing_chosen = Signal()
    forget_requested = Signal()
    add_requested = Signal()
    rescan_requested = Signal(object)
    remove_requested = Signal(object)
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Library"))
        self.setMinimumWidth(165)
        self.tree = QTreeView()
        self.model = FolderTree()
        self.add = QToolButton()
        self.watch_line = ElidedLabel()
        self._showing = False
        self._chosen_by_press = False
        self._may_change = True
        self._set_up_tree()
        self._lay_out()

    def _set_up_tree(self) -> None:
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(tr("Folders"))
        self.tree.setUniformRowHeights(True)
        self.tree.setFrameShape(QTreeView.Shape.NoFrame)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._on_menu_requested)
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        self.tree.clicked.connect(self._on_clicked)
        self.tree.viewport().installEventFilter(self)

    def _lay_out(self) -> None:
        self.add.clicked.connect(self.add_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(panel_head(tr("Library"), self.add, tr("Add a photo folder")))
        column.addWidget(self.tree, 1)
        column.addWidget(self.watch_line)
        self.watch_line.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.watch_line.setContentsMargins(SPACE_M, 0, SPACE_S, SPACE_S)
        self.watch_line.hide()

    def forbid_changes(self, why: str) -> None:
        """The library's folders are not changed from here."""
        self._may_change = False
        self.add.setEnabled(False)
        self.add.setToolTip(why)

    def name_keys(self, keys: str) -> None:
        """Of what the button adds."""
        if self._may_change:
            tell_keys(self.add, keys)

    def say_watched(self, line: str, sentences: str) -> None:
        """A quiet line about folders that are not watched, its tool tip has the reasons; empty: there are none."""
        self.watch_line.setText(line)
        self.watch_line.setToolTip(tool_tip(sentences) if sentences else "")
        self.watch_line.setAccessibleDescription(sentences)
        self.watch_line.setVisible(bool(line))

    def show_state(self, state: LibraryState) -> None:
        """What was chosen, opened and scrolled to stays so."""
        chosen, opened, known = path_of(self.tree.currentIndex()), self._opened(), set(self.model.paths())
        scrolled = self.tree.verticalScrollBar().value()
        self._showing = True
        if self.model.show_state(state):
            for path in self.model.paths():
                index = self.model.index_of(path)
                is_new_folder = path not in known and not index.parent().isValid()
                self.tree.setExpanded(index, path in opened or is_new_folder)
            again = self.model.index_of(chosen if chosen is not None else ALL)
            self.tree.setCurrentIndex(again if again.isValid() else self.model.index_of(ALL))
            self.tree.verticalScrollBar().setValue(scrolled)
        self._showing = False
        if chosen is not None and not self.model.index_of(chosen).isValid():
            self._choose(self.tree.currentIndex())  # what was chosen is gone

    def chosen(self) -> bytes | None:
        """The path of the row that is marked; None if none is."""
        return path_of(self.tree.currentIndex())

    def choose(self, path: bytes | None) -> None:
        """Mark a folder as the one shown, or the missing pictures, without asking for it."""
        self._showing = True
        self.tree.setCurrentIndex(self.model.index_of(ALL if path is None else path))
        self._showing = False

    def _opened(self) -> set[bytes]:
        return {path for path in self.model.paths() if self.tree.isExpanded(self.model.index_of(path))}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self._chosen_by_press = False
        return super().eventFilter(watched, event)

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if not self._showing:
            self._chosen_by_press = True
            self._choose(current)

    def _on_clicked(self, index: QModelIndex) -> None:
        """A click on the row that was current asks for it again; another row was chosen by the press already."""
        if not self._chosen_by_press:
            self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        path = path_of(index)
        if path == SKIPPED:
            self.skipped_chosen.emit()
        elif path == MISSING:
            self.missing_chosen.emit()
        elif path is not None:
            self.folder_chosen.emit(path or None)

    def _on_menu_requested(self, point: QPoint) -> None:
        index = self.tree.indexAt(point)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        path, folder = path_of(index), folder_of(index)
        if path == MISSING and self._may_change:
            menu.addAction(tr("Forget missing pictures…"), self.forget_requested.emit)
        if path and path not in (SKIPPED, MISSING):
            menu.addAction(tr("Open in the file manager"), _Emit(self.open_requested, path))
        if folder is not None and self._may_change:
            menu.addAction(tr("Look for changes"), _Emit(self.rescan_requested, folder))
            menu.addAction(tr("Remove from the library…"), _Emit(self.remove_requested, folder))
        if menu.isEmpty():
            menu.deleteLater()
        else:
            menu.popup(self.tree.viewport().mapToGlobal(point))


class _Emit:
    """A menu entry that says one thing."""

    def __init__(self, signal: object, value: bytes | Folder) -> None:
        self._signal = signal
        self._value = value

    def __call__(self) -> None:
        self._signal.emit(self._value)  # type: ignore[attr-defined]
