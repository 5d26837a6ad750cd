"""The sheet and the numbers behind it, saved to files that a person names; written on a thread of their own."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from engine.sentences import said
from gui.evaluation.evaluation_page import EvaluationPage
from gui.evaluation.export import painted, write_picture
from gui.language import tr
from gui.session import Session
from gui.widgets.plain_text import isolated, printable

if TYPE_CHECKING:
    from engine.learning.version_evaluation import VersionEvaluation

PICTURES, TABLES = said("PNG pictures (*.png);;All files (*)"), said("CSV tables (*.csv);;All files (*)")


class Saving(QObject):
    """Signals:
    said(str): a sentence for the person.
    """

    said = Signal(str)

    def __init__(self, session: Session, page: EvaluationPage) -> None:
        super().__init__(page)
        self._page = page
        self._thread = session.background()
        self._thread.answered.connect(self._on_written)
        self._thread.failed.connect(self._on_not_written)
        page.picture_requested.connect(self._on_picture_requested)
        page.table_requested.connect(self._on_table_requested)

    def _on_picture_requested(self) -> None:
        if path := self._asked_for(tr("Save the picture"), ".png", tr(PICTURES)):
            picture = painted(self._page.evaluations, self._page.problem, self._page.sheet.width())
            self._write(partial(_written, path, partial(write_picture, path, picture)))

    def _on_table_requested(self) -> None:
        if path := self._asked_for(tr("Save the numbers"), ".csv", tr(TABLES)):
            self._write(partial(_written, path, partial(_write_table, path, self._page.evaluations)))

    def _asked_for(self, title: str, ending: str, kinds: str) -> str | None:
        """Where to; None if nowhere, or if by now there is nothing to write."""
        names = [each.version.name for each in self._page.evaluations]
        proposed = "".join(c if c.isalnum() or c in " -_" else "_" for c in tr(" and ").join(names))[:50].strip()
        proposal = tr("Evaluation of {names}", names=proposed) + ending
        name, _ = QFileDialog.getSaveFileName(self._page, title, proposal, kinds)
        if not name:
            return None
        if not self._page.evaluations:
            self._page.say(tr("The versions are being measured again; save them when that is done."), warning=True)
            return None
        return os.path.abspath(name)

    def _write(self, write: Callable[[], str]) -> None:
        self._page.set_writing(True)
        self._page.say(tr("Writing…"))
        self._thread.ask(write)

    def _on_written(self, path: str) -> None:
        self._page.set_writing(False)
        sentence = tr("Written to {path}.", path=isolated(printable(path)))
        self._page.say(sentence)
        self.said.emit(sentence)

    def _on_not_written(self, sentence: str) -> None:
        self._page.set_writing(False)
        self._page.say(sentence, warning=True)
        self.said.emit(sentence)


def _written(path: str, write: Callable[[], object]) -> str:
    write()
    return path


def _write_table(path: str, evaluations: list[VersionEvaluation]) -> None:
    from engine.learning import evaluation_table

    evaluation_table.write(path, evaluations)
