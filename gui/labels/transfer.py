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
from gui.labels.label_changes import LabelChange, labels
from gui.labels.labelling import Labelling
from gui.language import tr, tr_n
from gui.pictures.browsing import Browsing
from gui.session import Session
from gui.undo import Undo
from gui.widgets.menu_keys import UNDO, keys_of
from gui.widgets.plain_text import path_text, printable

TABLES = said("Tables of labels (*.csv);;All files (*)")
EXPORTING = said("Exporting labels")


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
            what = tr("Labels from the folders’ names")
        else:
            where = path_text(os.path.basename(folder) or folder)
            what = tr("Labels from the folders’ names in {folder}", folder=where)
        self.give(tr("Labelling by folder names"), lambda: label_jobs.label_from_folders(library, folder), what)

    def choose_import(self) -> None:
        if not self._labelling.may_write():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Import labels"), "", tr(TABLES))
        if name:
            library, shown = self._session.library, printable(os.path.basename(name))
            what = tr("Labels from {file}", file=shown)
            self.give(tr("Importing labels"), lambda: label_jobs.import_table(library, name), what)

    def choose_export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self._window, tr("Export labels"), "labels.csv", tr(TABLES))
        if name:
            library, shown = self._session.library, printable(os.path.basename(name))
            self._wait_if_busy(tr(EXPORTING))
            self._session.run(
                tr(EXPORTING),
                lambda: label_jobs.export_table(library, name),
                done=lambda result: self.said.emit(_exported(result, shown)),
                changes_library=False,
            )

    def give(self, title: str, work: Callable[[], Generator[Progress, None, Labelled]], what: str) -> None:
        """Run a job that gives labels, as one step that can be undone; `what` says which labels these are."""

        def given() -> Generator[Progress, None, Labelled]:
            """On the job's thread: the step stands on the stack as soon as its rows are stored."""
            result = yield from work()
            if not result.undo.is_empty():
                text = tr_n(
                    "{what}, given to {n:,} pictures", "{what}, given to {n:,} picture", result.images, what=what
                )
                self._undo.history.push(LabelChange(result.undo), text)
            return result

        def done(result: Labelled) -> None:
            self.said.emit(_labelled(result, what))
            self._labelling.was_changed(result.undo)

        if self._labelling.may_write():
            self._wait_if_busy(title)
            self._session.run(title, given, done=done)

    def _wait_if_busy(self, title: str) -> None:
        if self._session.job is not None:
            job = self._session.job.title
            self.said.emit(tr("{title} begins when this is done: {job}.", title=title, job=job))


def _labelled(result: Labelled, what: str) -> str:
    if result.assigned:
        sentences = [
            tr_n(
                "{what}: {labels} on {n:,} pictures, {given:,} given; {keys} takes it back.",
                "{what}: {labels} on {n:,} picture, {given:,} given; {keys} takes it back.",
                result.images,
                what=what,
                keys=keys_of(UNDO),
                labels=labels(result.labels),
                given=result.assigned,
            )
        ]
    else:
        sentences = [tr("{what}: nothing new.", what=what)]
    if result.unknown_paths:
        sentences.append(
            tr_n(
                "{n:,} paths are not in the library, the first is {path}.",
                "{n:,} path is not in the library, the first is {path}.",
                result.unknown_paths,
                path=path_text(result.unknown[0]),
            )
        )
    return " ".join(sentences)


def _exported(result: Exported, name: str) -> str:
    sentences = [
        tr_n(
            "Labels of {n:,} pictures written to {file}.",
            "Labels of {n:,} picture written to {file}.",
            result.images,
            file=name,
        )
    ]
    if result.without_file:
        sentences.append(
            tr_n(
                "{n:,} pictures without a file were left out.",
                "{n:,} picture without a file was left out.",
                result.without_file,
            )
        )
    return " ".join(sentences)
