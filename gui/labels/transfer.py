"""Labels from the folders' names, from tables and to tables: jobs, which can be undone as all that is given."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.jobs import labelling as label_jobs
from engine.jobs.labelling import Exported, Labelled
from engine.progress import Progress
from engine.sentences import said
from gui.labels.label_changes import LabelChange, begins_when_done, counted_labels, given_to
from gui.labels.labelling import Labelling
from gui.language import tr, tr_n
from gui.pictures.browsing import Browsing
from gui.session import Session
from gui.undo import Undo
from gui.widgets.plain_text import path_text, printable

TABLES = said("Tables of labels (*.csv);;All files (*)")


class Transfer(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(
        self, session: Session, labelling: Labelling, undo: Undo, browsing: Browsing, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._labelling, self._undo = session, labelling, undo
        self._browsing, self._window = browsing, window

    def from_folders(self) -> None:
        """Each image in the chosen folder gets the name of the folder that it lies in."""
        folder = self._browsing.folder
        library = self._session.library
        if folder is None:
            text = tr("Labels from the folders’ names")
        else:
            where = path_text(os.path.basename(folder) or folder)
            text = tr("Labels from the folders’ names in {folder}", folder=where)
        self.give(said("Labelling by folder names"), lambda: label_jobs.label_from_folders(library, folder), text)

    def choose_import(self) -> None:
        if not self._labelling.may_write():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Import labels"), "", tr(TABLES))
        if name:
            library, shown = self._session.library, printable(os.path.basename(name))
            text = tr("Labels from {file}", file=shown)
            self.give(said("Importing labels"), lambda: label_jobs.import_table(library, name), text)

    def choose_export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self._window, tr("Export labels"), "labels.csv", tr(TABLES))
        if name:
            library, shown = self._session.library, printable(os.path.basename(name))
            self._wait_if_busy(said("Exporting labels"))
            self._session.run(
                said("Exporting labels"),
                lambda: label_jobs.export_table(library, name),
                done=lambda result: self.said.emit(_exported(result, shown)),
                changes_library=False,
            )

    def give(self, title: str, work: Callable[[], Generator[Progress, None, Labelled]], text: str) -> None:
        """Run a job that gives labels, as one step that can be undone."""

        def given() -> Generator[Progress, None, Labelled]:
            """On the job's thread: the step stands on the stack as soon as its rows are stored."""
            result = yield from work()
            if not result.undo.is_empty():
                self._undo.history.push(LabelChange(result.undo), given_to(text, result.images))
            return result

        def done(result: Labelled) -> None:
            self.said.emit(_labelled(result, text))
            self._labelling.was_changed(result.undo)

        if self._labelling.may_write():
            self._wait_if_busy(title)
            self._session.run(title, given, done=done)

    def _wait_if_busy(self, title: str) -> None:
        if self._session.job is not None:
            self.said.emit(begins_when_done(title, self._session.job.title))


def _labelled(result: Labelled, text: str) -> str:
    if result.assigned:
        counted = counted_labels(result.labels, result.images, result.assigned)
        sentence = tr("{what}: {counted}; Ctrl+Z takes it back.", what=text, counted=counted)
    else:
        sentence = tr("{what}: nothing new.", what=text)
    if result.unknown_paths:
        unknown = tr_n(
            "{n:,} paths are not in the library, the first is {path}.",
            "{n:,} path is not in the library, the first is {path}.",
            result.unknown_paths,
            path=path_text(result.unknown[0]),
        )
        sentence = f"{sentence} {unknown}"
    return sentence


def _exported(result: Exported, name: str) -> str:
    sentence = tr_n(
        "Labels of {n:,} pictures written to {file}.",
        "Labels of {n:,} picture written to {file}.",
        result.images,
        file=name,
    )
    if result.without_file:
        left_out = tr_n(
            "{n:,} pictures without a file were left out.",
            "{n:,} picture without a file was left out.",
            result.without_file,
        )
        sentence = f"{sentence} {left_out}"
    return sentence
