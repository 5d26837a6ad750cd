"""The question whether keywords of other programs are to be taken as labels, of which folders, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from engine.store.folder_answers import AnswerChange, FolderAnswer
from gui.labels.keyword_bar import folder_name, some_names
from gui.language import tr, tr_n
from gui.widgets.menu_keys import UNDO, keys_of
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import path_text, tool_tip
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, sized

if TYPE_CHECKING:
    from engine.jobs.keyword_folders import FolderKeywords

WIDTH = 520
MOST_NAMED = 6
MOST_ROWS = 6  # folders that are shown at once
TAKE, TAKE_NONE = said("Take as labels"), said("Take none")
_LEVELS = {"last": said("Cat"), "all": said("Animals and Cat"), "path": said("Animals|Cat")}
_CONSEQUENCES = said(
    "{keys} takes it back. From now on, new pictures in these folders get their keywords as labels, and so do"
    " pictures whose keywords change. A keyword that is removed there takes its label along, unless you gave that"
    " yourself; a label that you take away here stays away."
)


class KeywordsDialog(QDialog):
    """Signals: `agreed(dict[int, FolderAnswer])`: what was changed and holds from now on, by the folders' ids."""

    agreed = Signal(object)

    def __init__(self, found: Sequence[FolderKeywords], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keywords of other programs"))
        self._found = list(found)
        self.text, self.details = (
            plain_label(wraps=True),
            plain_label(tr(_CONSEQUENCES, keys=keys_of(UNDO)), wraps=True),
        )
        self.text.setFont(sized(self.text.font(), 1.1, bold=True))
        self.text.setText(tr("Take keywords that other programs wrote as labels?"))
        self.folders = self._folder_list()
        self.levels = QComboBox()
        for levels, example in _LEVELS.items():
            self.levels.addItem(tr(example), levels)
        self.levels.setAccessibleName(tr("Labels of a keyword with levels"))
        rated = sum(len(each.rated) for each in self._found)
        self.ratings = QCheckBox(
            tr_n(
                "&Ratings too, of {n:,} pictures, as labels like “4 stars”",
                "&Ratings too, of {n:,} picture, as labels like “4 stars”",
                rated,
            )
        )
        self.ratings.setVisible(rated > 0)
        self._shown = self._show_what_holds()
        self._lay_out()
        self.folders.itemChanged.connect(self._on_ticked)
        self._on_ticked()

    def _folder_list(self) -> QListWidget:
        folders = QListWidget()
        folders.setAccessibleName(tr("Folders whose keywords are taken"))
        folders.setWordWrap(True)
        folders.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for each in self._found:
            item = QListWidgetItem(_folder_text(each))
            item.setToolTip(tool_tip(path_text(each.folder.path)))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            taken = each.answer is None or each.answer.take
            item.setCheckState(Qt.CheckState.Checked if taken else Qt.CheckState.Unchecked)
            folders.addItem(item)
        folders.setSelectionMode(QListWidget.SelectionMode.NoSelection)  # only ticks count
        folders.setSpacing(SPACE_S // 2)
        folders.setCurrentRow(0)
        rows = [folders.sizeHintForRow(row) + SPACE_S for row in range(min(folders.count(), MOST_ROWS))]
        folders.setFixedHeight(sum(rows) + 2 * folders.frameWidth() + SPACE_S)
        return folders

    def _show_what_holds(self) -> FolderAnswer:
        """How they are taken in the first folder where they are; others may have their own ways."""
        taken = next((each.answer for each in self._found if each.answer is not None and each.answer.take), None)
        if taken is not None:
            self.levels.setCurrentIndex(self.levels.findData(taken.levels))
            self.ratings.setChecked(taken.ratings)
        return taken or FolderAnswer(take=True)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(tr("A keyword like Animals|Cat gives"), self.levels)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.take = buttons.addButton(tr(TAKE), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.take.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self.text)
        column.addWidget(self.folders)
        column.addLayout(form)
        for widget in (self.ratings, self.details, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(WIDTH)

    def _ticked(self) -> list[bool]:
        rows = range(self.folders.count())
        return [self.folders.item(row).checkState() == Qt.CheckState.Checked for row in rows]

    def _on_ticked(self, *of_no_interest: object) -> None:
        any_taken = any(self._ticked())
        self.take.setText(tr(TAKE if any_taken else TAKE_NONE))
        self.levels.setEnabled(any_taken)
        self.ratings.setEnabled(any_taken)

    def _on_accepted(self) -> None:
        answers = {
            each.folder.id: self._answer(each.answer) if taken else FolderAnswer(take=False)
            for each, taken in zip(self._found, self._ticked(), strict=True)
        }
        before = {each.folder.id: each.answer for each in self._found}
        self.agreed.emit({number: answer for number, answer in answers.items() if answer != before[number]})
        self.accept()

    def _answer(self, before: FolderAnswer | None) -> FolderAnswer:
        """Of a folder that is ticked: where they are taken already, only what a person has changed here counts."""
        levels, ratings = self.levels.currentData(), self.ratings.isChecked()
        if before is None or not before.take:
            return FolderAnswer(True, ratings, levels)
        change = AnswerChange(
            None if ratings == self._shown.ratings else ratings, None if levels == self._shown.levels else levels
        )
        return change.of(before)


def _folder_text(found: FolderKeywords) -> str:
    if found.pictures:
        names = some_names(found, MOST_NAMED)
        held = tr_n("{n:,} pictures: {names}", "{n:,} picture: {names}", found.pictures, names=names)
    else:
        held = tr("only ratings") if found.rated else tr("no keywords now")
    return f"{folder_name(found.folder.path)}\n{held}"
