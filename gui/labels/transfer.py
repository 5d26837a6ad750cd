"""Labels from the folders' names, from tables and to tables: jobs, which can be undone as all that is given."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.jobs import labelling as label_jobs
from engine.jobs.labelling import Exported, Labelled
from engine.progress import Progress
from gui.labels.label_changes import LabelChange, pictures
from gui.labels.labelling import Labelling
from gui.pictures.browsing import Browsing
from gui.session import Session
from gui.undo import Undo
from gui.widgets.plain_text import path_text, printable

TABLES = "Tables of labels (*.csv);;All files (*)"


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
        where = "" if folder is None else f" in {path_text(os.path.basename(folder) or folder)}"
        self.give(
            "Labelling by folder names",
            lambda: label_jobs.label_from_folders(library, folder),
            f"Labels from the folders’ names{where}",
        )

    def choose_import(self) -> None:
        if not self._labelling.may_write():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, "Import labels", "", TABLES)
        if name:
            library, shown = self._session.library, printable(os.path.basename(name))
            self.give("Importing labels", lambda: label_jobs.import_table(library, name), f"Labels from {shown}")

    def choose_export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self._window, "Export labels", "labels.csv", TABLES)
        if name:
            library, shown = self._session.library, printable(os.path.basename(name))
            self._wait_if_busy("Exporting labels")
            self._session.run(
                "Exporting labels",
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
                self._undo.history.push(LabelChange(result.undo), f"{text}, given to {pictures(result.images)}")
            return result

        def done(result: Labelled) -> None:
            self.said.emit(_labelled(result, text))
            self._labelling.was_changed(result.undo)

        if self._labelling.may_write():
            self._wait_if_busy(title)
            self._session.run(title, given, done=done)

    def _wait_if_busy(self, title: str) -> None:
        if self._session.job is not None:
            self.said.emit(f"{title} begins when this is done: {self._session.job.title}.")


def _labelled(result: Labelled, text: str) -> str:
    if result.assigned:
        labels = "1 label" if result.labels == 1 else f"{result.labels:,} labels"
        sentence = (
            f"{text}: {labels} on {pictures(result.images)}, {result.assigned:,} given; Ctrl+Z takes it back."
        )
    else:
        sentence = f"{text}: nothing new."
    if result.unknown_paths:
        paths = "1 path is" if result.unknown_paths == 1 else f"{result.unknown_paths:,} paths are"
        sentence += f" {paths} not in the library, the first is {path_text(result.unknown[0])}."
    return sentence


def _exported(result: Exported, name: str) -> str:
    sentence = f"Labels of {pictures(result.images)} written to {name}."
    if result.without_file:
        sentence += f" {pictures(result.without_file)} without a file were left out."
    return sentence
