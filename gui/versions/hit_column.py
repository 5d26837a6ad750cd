"""One side of the comparison: which version is asked, what it found, and how much of that is right."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import Sentence
from gui.language import tr
from gui.versions.hit_rows import HitDelegate, HitRow, HitRows
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SPACE_S

VersionChoice = tuple[int, str]  # a version's id, and what it is called


class HitColumn(QWidget):
    """Signals:
    version_chosen(int): another version is to be asked.
    image_chosen(int): a hit became current.
    query_requested(int): ask for this hit instead.
    codes_requested(int): make the codes that this version lacks.
    """

    version_chosen = Signal(object)
    image_chosen = Signal(object)
    query_requested = Signal(object)
    codes_requested = Signal(object)

    def __init__(self, side: Sentence, hits: Sentence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.versions = ElidedCombo()
        self.versions.setAccessibleName(tr(side))
        self.versions.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.versions.setMinimumContentsLength(8)
        self.versions.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.summary = _plain_label()
        self.note = _plain_label()
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.make_codes = QPushButton(tr("Make its codes"))
        self.make_codes.setToolTip(
            tr("Make the codes that this version lacks, in the background; the active one stays")
        )
        self.make_codes.hide()  # until it is known that it lacks some
        self.model = HitRows()
        self.list = QListView()
        self.list.setAccessibleName(tr(hits))
        self._set_up_list()
        self._lay_out()
        self.versions.activated.connect(self._on_version_chosen)
        self.make_codes.clicked.connect(self._on_make_codes_clicked)

    def _set_up_list(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(HitDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumWidth(170)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.activated.connect(self._on_activated)

    def _lay_out(self) -> None:
        lacking = QHBoxLayout()
        lacking.addWidget(self.note, 1)
        lacking.addWidget(self.make_codes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self.versions)
        column.addWidget(self.summary)
        column.addLayout(lacking)
        column.addWidget(self.list, 1)

    # -- what it shows ------------------------------------------------------------------------------------------

    def set_versions(self, choices: list[VersionChoice], chosen: int | None) -> None:
        self.versions.clear()
        for version_id, name in choices:
            self.versions.addItem(name, version_id)
        at = self.versions.findData(chosen)
        self.versions.setCurrentIndex(max(0, at))
        self._show_tip()

    def version_id(self) -> int | None:
        chosen = self.versions.currentData()
        return None if chosen is None else int(chosen)

    def show_hits(self, rows: list[HitRow], summary: str, note: str, lacks_codes: bool) -> None:
        current = self.current_id()
        self.model.show_rows(rows)
        self.summary.setText(summary)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.make_codes.setVisible(lacks_codes)
        if current is not None:
            self.point_at(current)

    def current_id(self) -> int | None:
        row = self.list.currentIndex().row()
        return self.model.rows[row].image_id if 0 <= row < len(self.model.rows) else None

    def point_at(self, image_id: int) -> None:
        """Mark this image if it is among the hits, without a word to anybody."""
        row = self.model.row_of(image_id)
        chooser = self.list.selectionModel()
        blocked = chooser.blockSignals(True)
        if row is None:
            self.list.clearSelection()
        else:
            self.list.setCurrentIndex(self.model.index(row))
        chooser.blockSignals(blocked)
        self.list.viewport().update()

    # -- what a person does -------------------------------------------------------------------------------------

    def _show_tip(self) -> None:
        self.versions.setToolTip(tool_tip(self.versions.currentText()))

    def _on_version_chosen(self) -> None:
        self._show_tip()
        if (version_id := self.version_id()) is not None:
            self.version_chosen.emit(version_id)

    def _on_make_codes_clicked(self) -> None:
        if (version_id := self.version_id()) is not None:
            self.codes_requested.emit(version_id)

    def _on_current_changed(self) -> None:
        if (image_id := self.current_id()) is not None:
            self.image_chosen.emit(image_id)

    def _on_activated(self) -> None:
        """Enter, or a double click."""
        if (image_id := self.current_id()) is not None:
            self.query_requested.emit(image_id)


def _plain_label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
