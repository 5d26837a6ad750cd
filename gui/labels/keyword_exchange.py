"""Labels for other programs: written into sidecars, and taken out again. First it is looked what there is to do,
then a question says it, then it is done; each is a job."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.progress import Progress
from gui.labels.labelling import Labelling
from gui.labels.sidecars_dialog import SidecarsDialog
from gui.language import tr, tr_n
from gui.session import Session

if TYPE_CHECKING:  # they bring what reads pictures, which the window does without until it is needed
    from engine.jobs.xmp_export import ExportedSidecars, TakenBack


class KeywordExchange(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(self, session: Session, labelling: Labelling, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._labelling, self._window = session, labelling, window
        self.question: QWidget | None = None  # the last one that was asked

    def write_sidecars(self) -> None:
        if self._labelling.may_write():
            self._session.run(
                tr("Looking at sidecars"), self._planning, done=self._on_planned, changes_library=False
            )

    def _planning(self) -> Generator[Progress, None, ExportedSidecars]:
        from engine.jobs.xmp_export import export_xmp

        return (yield from export_xmp(self._session.library))

    def _on_planned(self, planned: ExportedSidecars) -> None:
        if not planned.sidecars and not planned.left_alone:
            self.said.emit(tr("There is nothing to write: sidecars and pictures say all labels already."))
            return
        left_alone = [(each.path, each.why) for each in planned.left_alone]
        dialog = SidecarsDialog(len(planned.sidecars), planned.new, left_alone, self._window)
        dialog.agreed.connect(self._on_writing_agreed)
        self.question = dialog
        dialog.open()

    def _on_writing_agreed(self, as_lightroom: bool) -> None:
        def writing() -> Generator[Progress, None, ExportedSidecars]:
            from engine.jobs.xmp_export import export_xmp
            from engine.xmp.sidecars import Naming

            naming = Naming.ADOBE if as_lightroom else Naming.FULL
            return (yield from export_xmp(self._session.library, None, naming, write=True))

        self._session.run(tr("Writing sidecars"), writing, done=self._on_written)

    def _on_written(self, result: ExportedSidecars) -> None:
        sentences = [
            tr_n(
                "Labels were added to {n:,} sidecars.", "Labels were added to {n:,} sidecar.", len(result.sidecars)
            )
        ]
        if result.left_alone:
            sentences.append(tr_n("{n:,} were left alone.", "{n:,} was left alone.", len(result.left_alone)))
        self.said.emit(" ".join(sentences))

    def take_back(self) -> None:
        if self._labelling.may_write():
            self._session.run(tr("Taking labels out of sidecars"), self._taking_back, done=self._on_taken_back)

    def _taking_back(self) -> Generator[Progress, None, TakenBack]:
        from engine.jobs.xmp_export import take_back

        return (yield from take_back(self._session.library))

    def _on_taken_back(self, result: TakenBack) -> None:
        sentences = [
            tr_n(
                "{n:,} sidecars as before the last export.",
                "{n:,} sidecar as before the last export.",
                len(result.exactly),
            )
        ]
        if result.carefully:
            sentences.append(
                tr_n(
                    "{n:,} had changed since and lost just what was added.",
                    "{n:,} had changed since and lost just what was added.",
                    len(result.carefully),
                )
            )
        if result.left_alone:
            sentences.append(
                tr_n(
                    "{n:,} were left alone: {why}.",
                    "{n:,} was left alone: {why}.",
                    len(result.left_alone),
                    why=result.left_alone[0].why,
                )
            )
        self.said.emit(" ".join(sentences))
