"""Above the grid: which images are shown while browsing, in which order, and how large."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.store.browsing import Browse, Sort
from engine.store.label_list import Label
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.label_colours import colour_of, swatch_icon
from gui.widgets.later import Later
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_M, SPACE_S

SORTS = {
    "Folder": Sort.FOLDER,
    "Name": Sort.NAME,
    "Date taken": Sort.TAKEN,
    "Date added": Sort.ADDED,
    "Date modified": Sort.MODIFIED,
    "File size": Sort.SIZE,
}
TYPING_MILLISECONDS = 200
ALL_LABELS, UNLABELLED = "All labels", "Unlabelled"
ROOM_FOR_SLIDER = 520
ROOM_FOR_TITLE = 640
OF_LABELS = 110  # what the others need more while labels can be chosen


class BrowseBar(QWidget):
    """Signals:
    changed(Browse): the user wants another selection or order.
    tile_size_chosen(int): another size of the tiles.
    """

    changed = Signal(object)
    tile_size_chosen = Signal(int)

    def __init__(self, smallest: int, usual: int, largest: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._browse = Browse()
        self._browsing = True
        self.title = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.filter = QLineEdit()
        self.sort = QComboBox()
        self.direction = QToolButton()
        self.missing = QCheckBox("Show missing")
        self.label = ElidedCombo()
        self._labels: list[Label] = []
        self.tile_size = QSlider(Qt.Orientation.Horizontal)
        self._typing = Later(TYPING_MILLISECONDS, self._on_typed, self)
        self._set_up(smallest, usual, largest)
        self._lay_out()

    def _set_up(self, smallest: int, usual: int, largest: int) -> None:
        self.filter.setPlaceholderText("Filter (Ctrl+F)")
        self.filter.setToolTip("Only pictures with this in their name or folder")
        self.filter.setAccessibleName("Filter by name or folder")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(110)
        self.filter.setMaximumWidth(260)
        self.filter.setAcceptDrops(False)  # a picture dropped here is meant for the window
        self.filter.textChanged.connect(self._on_text_changed)
        self.filter.returnPressed.connect(self._on_typed)
        self.sort.addItems(list(SORTS))
        self.sort.setAccessibleName("Sort by")
        self.sort.setToolTip("Sort by")
        self.sort.currentIndexChanged.connect(self._on_sort_chosen)
        self.direction.setArrowType(Qt.ArrowType.UpArrow)
        self.direction.setAutoRaise(True)
        self.direction.setAccessibleName("Turn the order round")
        self.direction.setToolTip("Turn the order round")
        self.direction.clicked.connect(self._on_direction_clicked)
        self.missing.setChecked(True)
        self.missing.setToolTip("Also show images whose file is not there now")
        self.missing.toggled.connect(self._on_missing_toggled)
        self.label.setAccessibleName("Label to show")
        self.label.setToolTip("Only pictures with this label")
        self.label.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.label.setMinimumContentsLength(9)
        self.label.activated.connect(self._on_label_chosen)
        self.tile_size.setRange(smallest, largest)
        self.tile_size.setValue(usual)
        self.tile_size.setFixedWidth(110)
        self.tile_size.setAccessibleName("Size of the tiles")
        self.tile_size.setToolTip("Size of the tiles (Ctrl+wheel, Ctrl+plus, Ctrl+minus)")
        self.tile_size.valueChanged.connect(self.tile_size_chosen)

    def _lay_out(self) -> None:
        self._rows = (QHBoxLayout(), QHBoxLayout())
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(2)
        for row in self._rows:
            row.setSpacing(SPACE_S + 2)
            column.addLayout(row)
        self._rows[0].addWidget(self.title, 1)
        self._rows[0].addWidget(self.filter, 1)
        for widget in (self.label, self.missing, self.sort, self.direction, self.tile_size):
            self._rows[0].addWidget(widget)

    def minimumSizeHint(self) -> QSize:
        """Without title, labels and slider, which make room; were they counted, it would never get so narrow."""
        kept = (self.filter, self.missing, self.sort, self.direction)
        width = sum(widget.minimumSizeHint().width() for widget in kept) + 5 * SPACE_M
        return QSize(width, super().minimumSizeHint().height())

    def browse(self) -> Browse:
        return self._browse

    def set_browse(self, browse: Browse) -> None:
        """Show these choices without asking for them."""
        self._browse = browse
        for widget in (self.filter, self.sort, self.missing):
            widget.blockSignals(True)
        self.filter.setText(browse.text)
        self.sort.setCurrentIndex(list(SORTS.values()).index(browse.sort))
        self.missing.setChecked(browse.show_missing)
        for widget in (self.filter, self.sort, self.missing):
            widget.blockSignals(False)
        self._show_direction()
        self._show_label()

    def set_labels(self, labels: Sequence[Label]) -> None:
        """Those that can be chosen; without any there is no choice."""
        if list(labels) != self._labels:
            self._labels = list(labels)
            self._show_label()
            self._fit()

    def choose_label(self, name: str | None, unlabelled: bool) -> None:
        """Ask for the pictures with a label, for those without any, or for all."""
        self._change(label=name, unlabelled=unlabelled)
        self._show_label()

    def set_folder(self, folder: bytes | None) -> None:
        """Show this folder without asking for it; what is being typed stays."""
        self._browse = replace(self._browse, folder=folder)

    def show_tile_size(self, size: int) -> None:
        self.tile_size.blockSignals(True)
        self.tile_size.setValue(size)
        self.tile_size.blockSignals(False)

    def set_browsing(self, browsing: bool, title: str) -> None:
        """Hits have their own order and filters; only the title and the tile size stay."""
        self.title.setText(title)
        self._browsing = browsing
        for widget in (self.filter, self.sort, self.direction, self.missing):
            widget.setVisible(browsing)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """With less room the title goes, which can be seen elsewhere; in a narrow window there are two lines."""
        labels = self._browsing and bool(self._labels)
        room = self.width() - (OF_LABELS if labels else 0)
        narrow = self._browsing and room < ROOM_FOR_SLIDER
        self._break_line(narrow)
        self.label.setVisible(labels)
        self.title.setVisible(not self._browsing or narrow or room >= ROOM_FOR_TITLE)

    def _break_line(self, wanted: bool) -> None:
        """Title, labels and slider below the others, or back where they belong among them."""
        first, second = self._rows
        if wanted == (second.count() > 0):
            return
        for place, widget in ((0, self.title), (2, self.label), (6, self.tile_size)):
            (first if wanted else second).removeWidget(widget)
            if wanted:
                second.addWidget(widget, int(widget is self.title))
            else:
                first.insertWidget(place, widget, int(widget is self.title))

    def _change(self, **changes: object) -> None:
        changed = replace(self._browse, **changes)  # type: ignore[arg-type]
        if changed != self._browse:
            self._browse = changed
            self.changed.emit(changed)

    def _on_text_changed(self, text: str) -> None:
        self._typing.start()

    def _on_typed(self) -> None:
        self._typing.stop()
        self._change(text=self.filter.text().strip())

    def _on_sort_chosen(self, row: int) -> None:
        self._change(sort=list(SORTS.values())[row])

    def _on_direction_clicked(self) -> None:
        self._change(descending=not self._browse.descending)
        self._show_direction()

    def _show_label(self) -> None:
        browse = self._browse
        self.label.clear()
        self.label.addItem(ALL_LABELS)
        self.label.addItem(UNLABELLED)
        for label in self._labels:
            self.label.addItem(swatch_icon(colour_of(label)), printable(label.name))
        names = [label.name for label in self._labels]
        place = 2 + names.index(browse.label) if browse.label in names else int(browse.unlabelled)
        self.label.setCurrentIndex(place)

    def _on_label_chosen(self, place: int) -> None:
        name = self._labels[place - 2].name if place >= 2 else None
        self._change(label=name, unlabelled=place == 1)

    def _show_direction(self) -> None:
        down = self._browse.descending
        self.direction.setArrowType(Qt.ArrowType.DownArrow if down else Qt.ArrowType.UpArrow)

    def _on_missing_toggled(self, shown: bool) -> None:
        self._change(show_missing=shown)
