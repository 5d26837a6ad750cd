"""Above the groups: which kind, how alike, where and when."""

from __future__ import annotations

import os
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from engine.copies.found import DEFAULT_STRICTNESS
from engine.copies.groups import LIKEST, GroupKind
from engine.copies.keeping import Preferences
from engine.copies.likeness import LEAST
from engine.sentences import said
from gui.copies.admitted_pair import AdmittedPair
from gui.copies.date_choice import DateChoice, DateSpan
from gui.copies.group_rows import GroupRows
from gui.copies.review_reading import Review, ReviewWish
from gui.copies.review_words import KINDS, MEANT
from gui.language import tr, tr_n
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.later import Later
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import path_text
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S
from gui.widgets.word_button import page_button

ALL_FOLDERS = said("All folders")
DRAGGING_MS = 200


class ReviewBar(QWidget):
    """Signals:
    wish_changed(ReviewWish): other groups are wanted.
    rules_requested()
    """

    wish_changed = Signal(object)
    rules_requested = Signal()

    def __init__(self, rows: GroupRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wish = ReviewWish()
        self._folders: list[bytes] = []
        self.kind, self.folder, self.dates = QComboBox(), ElidedCombo(), DateChoice(self)
        self.strictness = QSlider(Qt.Orientation.Horizontal)
        self.number, self.pair_words = plain_label(), ElidedLabel()
        self.pair = AdmittedPair(rows)
        self.rules = page_button(
            "", tr("Rules…"), tr("Which picture of a group is the best, and which folders you prefer (R)")
        )
        self.with_kept = QCheckBox()
        self.with_kept.hide()
        self._dragged = Later(DRAGGING_MS, self._on_strictness_chosen, self)
        self._set_up()
        self._lay_out()
        self._show_strictness()

    def _set_up(self) -> None:
        for name, kind in KINDS.items():
            self.kind.addItem(tr(name), kind)
            self.kind.setItemData(self.kind.count() - 1, tr(MEANT[kind]), Qt.ItemDataRole.ToolTipRole)
        self.kind.setAccessibleName(tr("Kind of groups"))
        self.kind.currentIndexChanged.connect(self._on_kind_chosen)
        self.strictness.setRange(LEAST, LIKEST)
        self.strictness.setValue(DEFAULT_STRICTNESS)
        self.strictness.setMinimumWidth(70)
        self.strictness.setMaximumWidth(150)
        self.strictness.setAccessibleName(tr("Strictness"))
        self.strictness.setToolTip(
            tr("How alike pictures must be; further to the left finds more, and more that is wrong")
        )
        self.strictness.valueChanged.connect(self._on_strictness_moved)
        self.folder.setAccessibleName(tr("Folder"))
        self.folder.addItem(tr(ALL_FOLDERS))
        self.folder.setToolTip(tr("Only groups with a picture in this folder or below it"))
        self.folder.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.folder.setMinimumContentsLength(8)
        self.folder.activated.connect(self._on_folder_chosen)
        self.dates.chosen.connect(self._on_dates_chosen)
        self.rules.clicked.connect(self.rules_requested)
        self.with_kept.setToolTip(tr("They come back by themselves when another picture joins them"))
        self.with_kept.toggled.connect(self._on_with_kept_toggled)
        self.number.setMinimumWidth(self.number.fontMetrics().horizontalAdvance(str(LIKEST)))
        self.pair_words.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        self._admission = QWidget()
        admission = QHBoxLayout(self._admission)
        for row in (first, second, admission):
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(SPACE_M)
        caption = plain_label(tr("Strictness"))
        caption.setBuddy(self.strictness)
        for widget in (caption, self.strictness, self.number, self.pair):
            admission.addWidget(widget)
        admission.addWidget(self.pair_words, 1)
        first.addWidget(self.kind)
        first.addSpacing(SPACE_L - SPACE_M)
        first.addWidget(self.folder, 1)
        first.addWidget(self.dates.years)
        second.addWidget(self._admission, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(first)
        column.addWidget(self.dates.days)
        column.addLayout(second)
        column.addWidget(self.with_kept)

    # -- what is wanted -----------------------------------------------------------------------------------------

    def wish(self) -> ReviewWish:
        return self._wish

    def set_preferences(self, preferences: Preferences) -> None:
        self._change(preferences=preferences)

    def choose(self, kind: GroupKind) -> None:
        self.kind.setCurrentIndex(list(KINDS.values()).index(kind))

    def _change(self, **changes: object) -> None:
        changed = replace(self._wish, **changes)  # type: ignore[arg-type]
        if changed != self._wish:
            self._wish = changed
            self.wish_changed.emit(changed)

    def _on_kind_chosen(self, row: int) -> None:
        self._change(kind=list(KINDS.values())[row])
        self._show_strictness()

    def _on_strictness_moved(self, value: int) -> None:
        self._show_strictness()
        self._dragged.start()

    def _on_strictness_chosen(self) -> None:
        self._change(strictness=self.strictness.value())

    def _on_folder_chosen(self, row: int) -> None:
        self._change(folder=self._folders[row - 1] if row else None)

    def _on_dates_chosen(self, span: DateSpan | None) -> None:
        self._change(dates=span)

    def _on_with_kept_toggled(self, wanted: bool) -> None:
        self._change(with_kept=wanted)

    # -- what there is to choose from ---------------------------------------------------------------------------

    def show_review(self, review: Review) -> None:
        if review.folders != self._folders:
            self._folders = review.folders
            self._show_folders()
        self.dates.show_dates(review.dates)
        self.with_kept.setText(
            tr_n(
                "Show &also {n:,} groups of which you keep all",
                "Show &also {n:,} group of which you keep all",
                review.kept,
            )
        )
        self.with_kept.setVisible(bool(review.kept) or self.with_kept.isChecked())
        loosest = review.loosest
        self.pair.show_group(loosest)
        if loosest is None:
            self.pair_words.setText(tr("Nothing is this alike."))
        else:
            self.pair_words.setText(
                tr("{likeness} of {most}: the least alike that this admits", likeness=loosest.likeness, most=LIKEST)
            )

    def _show_folders(self) -> None:
        above = os.path.commonpath(self._folders) if self._folders else b""
        above = os.path.dirname(above)
        names = [path_text(os.path.relpath(folder, above or b"/")) for folder in self._folders]
        self.folder.clear()
        self.folder.addItems([tr(ALL_FOLDERS), *names])
        chosen = self._wish.folder
        self.folder.setCurrentIndex(1 + self._folders.index(chosen) if chosen in self._folders else 0)

    def _show_strictness(self) -> None:
        self.number.setText(str(self.strictness.value()))
        self._admission.setVisible(self._wish.kind is not GroupKind.COPIES)
