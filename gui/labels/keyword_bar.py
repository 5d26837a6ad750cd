"""One line below the pictures: other programs' keywords were found; are they to be labels?"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from engine.store.labels import shown
from gui.language import tr, tr_n
from gui.widgets.plain_text import isolated, path_text
from gui.widgets.theme import SPACE_M, SPACE_S
from gui.widgets.word_button import page_button

if TYPE_CHECKING:
    from engine.jobs.keyword_folders import FolderKeywords

MOST_NAMED = 3
ROOM_FOR_BOTH = 560  # pixels


class KeywordBar(QFrame):
    """Asks about one folder at a time, and waits. Signals, all without a word: `yes`, `no`, `details_wanted`."""

    yes = Signal()
    no = Signal()
    details_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setAccessibleName(tr("Keywords of other programs"))
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.take = page_button(
            "", tr("Yes"), tr("Give these pictures their keywords as labels, and later ones, too")
        )
        self.leave = page_button("", tr("No"), tr("Leave them alone; the menu Labels can change that"))
        self.details = page_button("", tr("Show…"), tr("Which keywords, and how they become labels"))
        self.take.clicked.connect(self.yes)
        self.leave.clicked.connect(self.no)
        self.details.clicked.connect(self.details_wanted)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        for button in (self.take, self.leave, self.details):
            buttons.addWidget(button)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        self._row.setSpacing(SPACE_S)
        self._row.addWidget(self.text, 1)
        self._row.addLayout(buttons)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons go below the words where there is little room."""
        super().resizeEvent(event)
        beside = self.width() >= ROOM_FOR_BOTH
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    def ask(self, found: FolderKeywords | None) -> None:
        """About this folder; None: there is nothing to ask."""
        self.setVisible(found is not None)
        if found is not None:
            self.text.setText(sentence(found))


def sentence(found: FolderKeywords) -> str:
    return tr_n(
        "{n:,} pictures in {folder} have keywords of other programs ({names}). Take them as labels?",
        "{n:,} picture in {folder} has keywords of other programs ({names}). Take them as labels?",
        found.pictures,
        folder=folder_name(found.folder.path),
        names=some_names(found),
    )


def folder_name(path: bytes) -> str:
    return isolated(path_text(os.path.basename(path) or path))


def some_names(found: FolderKeywords, most: int = MOST_NAMED) -> str:
    """The most frequent ones first."""
    names: Sequence[str] = [name for name, _ in sorted(found.names().items(), key=lambda each: (-each[1], each[0]))]
    some = ", ".join(isolated(shown(name)) for name in names[:most])
    return f"{some}, …" if len(names) > most else some
