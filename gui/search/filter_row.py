"""The filters on a query's hits, below them: distances, how many, label, folder, missing ones; and how many were
found."""

import os
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSpinBox, QToolButton, QVBoxLayout, QWidget

from engine.search.query import Query
from gui.language import tr
from gui.search.distance_slider import TRACK_HEIGHT, DistanceSlider
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.icons import icon
from gui.widgets.later import Later
from gui.widgets.plain_text import path_text, tool_tip
from gui.widgets.theme import SPACE_M, SPACE_S
from gui.widgets.thin_line import thin_line

MOST_IMAGES = 10_000
SETTLE_MS = 200  # a spin box held down asks once
ROOM_FOR_RESULT = 1010  # beside the controls that are always there
NARROWEST = 780  # on two lines
OF_LABELS, OF_FOLDER = 130, 150  # what the others need more


class FilterRow(QWidget):
    """Signals: `changed(Query)` with the query a person wants instead, never by `set_query`."""

    changed = Signal(object)

    def __init__(self, bits: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query: Query | None = None
        self._labels: list[str] = []
        self._settle = Later(SETTLE_MS, self._on_number_settled, self)
        self.slider = DistanceSlider(bits)
        self.slider.setMaximumWidth(520)
        self._make_controls()
        self._lay_out()
        self._connect()

    def set_query(self, query: Query | None) -> None:
        if query is None or self._query is None or query.k != self._query.k:
            self._settle.stop()  # else the number that is just being changed is still wanted
        self._query = query
        if query is None:
            self.set_result("")
            self.more.hide()
            self.set_histogram(None)
        self._show()

    def set_bits(self, bits: int) -> None:
        if bits != self.slider.bits():  # told with every answer; a move that nobody was told of yet is still wanted
            self.slider.set_range(bits)
            self._show()

    def set_histogram(self, counts: list[int] | None) -> None:
        self.slider.set_histogram(counts)

    def set_labels(self, labels: list[str]) -> None:
        if labels != self._labels:  # else a list that is open just now would close
            self._labels = list(labels)
            self._show_labels()

    def set_result(self, text: str) -> None:
        self.result.setText(text)

    def _make_controls(self) -> None:
        self.number = QSpinBox()
        self.number.setRange(1, MOST_IMAGES)
        self.number.setGroupSeparatorShown(True)
        self.number.setKeyboardTracking(False)
        self.number.lineEdit().setAcceptDrops(False)  # a picture dropped here is meant for the window
        self.number.setAccessibleName(tr("Pictures to show"))
        self.label_filter = ElidedCombo()
        self.label_filter.setAccessibleName(tr("Only pictures with the label"))
        self.label_filter.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.label_filter.setMinimumContentsLength(9)
        self.folder_filter = QToolButton()
        self.folder_filter.setIcon(icon("close"))
        self.folder_filter.setIconSize(QSize(14, 14))
        self.folder_filter.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.folder_filter.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_missing = QCheckBox(tr("Show missing"))
        self.show_missing.setToolTip(tr("Also show pictures whose file is not there now"))
        self.result = ElidedLabel(narrowest=80)
        self.result.setMinimumWidth(80)
        self.result.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.result.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.result.setAccessibleName(tr("Result"))
        self.more = QToolButton()
        self.more.setText(tr("Show more"))
        self.more.setToolTip(tr("Show more hits, also some that are less alike"))
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.hide()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(thin_line())
        whole = QHBoxLayout()
        whole.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.addLayout(whole)
        whole.setSpacing(SPACE_M)
        label = QHBoxLayout()
        label.addWidget(_label(tr("Distance")))
        whole.addLayout(_beside_the_slider(label))
        whole.addWidget(self.slider, 1, Qt.AlignmentFlag.AlignTop)
        self._row, self._below = self._others(), QHBoxLayout()
        self._below.setContentsMargins(SPACE_M, 0, 0, 0)
        beside = _beside_the_slider(self._row)
        beside.insertLayout(1, self._below)
        whole.addLayout(beside)

    def _others(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_M, 0, 0, 0)
        row.setSpacing(SPACE_M)
        number = _label(tr("Pictures to show"))
        number.setBuddy(self.number)
        row.addWidget(number)
        row.addWidget(self.number)
        row.addSpacing(SPACE_M)
        for widget in (self.label_filter, self.folder_filter, self.show_missing):
            row.addWidget(widget)
        row.addStretch()
        row.addWidget(self.result)
        row.addWidget(self.more)
        return row

    def minimumSizeHint(self) -> QSize:
        """As narrow as two lines allow; were one counted, it would never get so narrow that there are two."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """In a narrow window the result and what stands before it go down, beside what the slider says."""
        filters = OF_LABELS * (not self.label_filter.isHidden()) + OF_FOLDER * (not self.folder_filter.isHidden())
        narrow = self.width() - filters < ROOM_FOR_RESULT
        if narrow == (self._below.count() > 0):
            return
        for widget in (self.show_missing, self.result, self.more):
            (self._row if narrow else self._below).removeWidget(widget)
        if narrow:
            self._below.addWidget(self.show_missing)
            self._below.addWidget(self.result, 1)
            self._below.addWidget(self.more)
        else:
            self._row.insertWidget(self._row.count() - 1, self.show_missing)  # before the room that is left
            self._row.addWidget(self.result)
            self._row.addWidget(self.more)

    def _connect(self) -> None:
        self.slider.range_changed.connect(self._on_distances_changed)
        self.number.valueChanged.connect(self._on_number_changed)
        self.label_filter.activated.connect(self._on_label_chosen)
        self.folder_filter.clicked.connect(self._on_folder_removed)
        self.show_missing.clicked.connect(self._on_show_missing_clicked)

    def _show(self) -> None:
        query = self._query
        if query is None:
            return
        bits = self.slider.bits()
        self.slider.set_values(query.min_distance, bits if query.max_distance is None else query.max_distance)
        if self.number.value() != query.k and not self._settle.isActive():
            self.number.blockSignals(True)
            self.number.setValue(query.k)
            self.number.blockSignals(False)
        self.show_missing.setChecked(query.show_missing)
        self._show_labels()
        self._show_folder(query.folder)

    def _show_labels(self) -> None:
        chosen = self._query.label if self._query is not None else None
        labels = self._labels if chosen is None or chosen in self._labels else [chosen, *self._labels]
        self.label_filter.clear()
        self.label_filter.addItem(tr("All labels"), None)
        for label in labels:
            self.label_filter.addItem(label, label)
        self.label_filter.setCurrentIndex(0 if chosen is None else 1 + labels.index(chosen))
        self.label_filter.setVisible(bool(labels))
        self._fit()

    def _show_folder(self, folder: bytes | None) -> None:
        self.folder_filter.setVisible(folder is not None)
        self._fit()
        if folder is None:
            return
        full = path_text(folder)
        name = os.path.basename(full.rstrip(os.sep)) or full
        shown = self.fontMetrics().elidedText(tr("In {name}", name=name), Qt.TextElideMode.ElideMiddle, 110)
        self.folder_filter.setText(shown.replace("&", "&&"))
        self.folder_filter.setToolTip(
            tool_tip(tr("Only pictures in {folder}; click to search everywhere", folder=full))
        )
        self.folder_filter.setAccessibleName(
            tr("Only pictures in {folder}; press to search everywhere", folder=name)
        )

    def _change(self, query: Query) -> None:
        if query == self._query:
            return
        self._query = query
        self.changed.emit(query)

    def _on_distances_changed(self, low: int, high: int) -> None:
        if self._query is not None:
            farthest = None if high == self.slider.bits() else high
            self._change(replace(self._query, min_distance=low, max_distance=farthest))

    def _on_number_changed(self) -> None:
        self._settle.start()

    def _on_number_settled(self) -> None:
        if self._query is not None:
            self._change(replace(self._query, k=self.number.value()))

    def _on_label_chosen(self) -> None:
        if self._query is not None:
            self._change(replace(self._query, label=self.label_filter.currentData()))

    def _on_folder_removed(self) -> None:
        if self._query is not None:
            self._show_folder(None)
            self._change(replace(self._query, folder=None))

    def _on_show_missing_clicked(self, wanted: bool) -> None:
        if self._query is not None:
            self._change(replace(self._query, show_missing=wanted))


def _beside_the_slider(row: QHBoxLayout) -> QVBoxLayout:
    """On the line of the slider itself, which may have another line below it."""
    row.addStrut(TRACK_HEIGHT)
    column = QVBoxLayout()
    column.addLayout(row)
    column.addStretch()
    return column


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
