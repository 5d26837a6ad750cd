"""The picture on the clipboard, and its file in another program."""

import os
import sys
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import UserError
from engine.sentences import said
from gui.file_actions.program_dialog import ProgramDialog
from gui.file_actions.programs import (
    PictureProgram,
    kind_of,
    open_by_application,
    open_by_dialog,
    open_in,
    programs_for,
)
from gui.language import tr
from gui.session import Session
from gui.widgets.file_manager import open_folder
from gui.widgets.plain_text import path_text

LONGEST = 10_000  # pixels; other programs would not take more
MOST_OPENED = 10


class OtherPrograms(QObject):
    """Signals:
    said(str): what was done, or why it could not be.
    """

    said = Signal(str)

    def __init__(self, session: Session, window: QWidget, over: Callable[[], QWidget]) -> None:
        super().__init__(window)
        self._session, self._over = session, over
        self._pictures, self._places = session.background(), session.background()
        self._choices, self._starts = session.background(), session.background()
        self._pictures.answered.connect(self._on_picture_read)
        self._places.answered.connect(self._on_places_read)
        self._choices.answered.connect(self._on_choices_read)
        for thread in (self._pictures, self._places, self._choices, self._starts):
            thread.failed.connect(self.said)

    def copy_picture(self, image_id: int) -> None:
        self._pictures.ask(lambda: self._read_picture(image_id))

    def open(self, image_ids: Sequence[int]) -> None:
        """In the program that the system has for them."""
        if self._are_few(image_ids):
            self._places.ask(lambda: self._read_places(image_ids))

    def open_with(self, image_ids: Sequence[int]) -> None:
        """In a program that a person chooses."""
        if self._are_few(image_ids):
            self._choices.ask(lambda: self._read_choices(image_ids))

    def _are_few(self, image_ids: Sequence[int]) -> bool:
        if len(image_ids) > MOST_OPENED:
            self.said.emit(tr("At most {most} pictures are opened at once.", most=MOST_OPENED))
        return 0 < len(image_ids) <= MOST_OPENED

    # -- on background threads ------------------------------------------------------------------------------------

    def _read_picture(self, image_id: int) -> tuple[QImage, bytes]:
        known = self._session.read_image(image_id)
        if known is None or known.at_hand is None:
            raise UserError(said("The picture is not there now."))
        picture, _, _ = self._session.read_picture(known.at_hand, LONGEST)
        return picture, known.at_hand

    def _read_places(self, image_ids: Sequence[int]) -> list[tuple[bytes, bool]]:
        return [(path, os.path.exists(path)) for path in self._session.read_paths(image_ids)]

    def _read_choices(self, image_ids: Sequence[int]) -> tuple[list[bytes], list[PictureProgram]]:
        """The files that are there; on Linux and its like also the programs for the first one."""
        there = [path for path, is_there in self._read_places(image_ids) if is_there]
        if not there:
            raise UserError(said("The picture is not there now."))
        return there, [] if sys.platform in ("win32", "darwin") else programs_for(kind_of(there[0]))

    # -- in the GUI thread ----------------------------------------------------------------------------------------

    def _on_picture_read(self, answer: tuple[QImage, bytes]) -> None:
        picture, path = answer
        QGuiApplication.clipboard().setImage(picture)
        self.said.emit(tr("Copied: the picture {name}", name=path_text(os.path.basename(path))))

    def _on_places_read(self, places: list[tuple[bytes, bool]]) -> None:
        for path, is_there in places:
            if not is_there:
                self.said.emit(tr("{path} is not there now.", path=path_text(path)))
            elif not open_folder(path):  # the system knows files as well as folders
                self.said.emit(tr("No program could be opened for {path}.", path=path_text(path)))

    def _on_choices_read(self, answer: tuple[list[bytes], list[PictureProgram]]) -> None:
        paths, programs = answer
        if sys.platform == "win32":
            self._starts.ask(lambda: [open_by_dialog(path) for path in paths])
        elif sys.platform == "darwin":
            self._choose_application(paths)
        elif not programs:
            self.said.emit(tr("No program says that it opens {name}.", name=path_text(os.path.basename(paths[0]))))
        else:
            dialog = ProgramDialog(programs, paths, self._over())
            dialog.chosen.connect(self._on_program_chosen)
            dialog.open()

    def _choose_application(self, paths: list[bytes]) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self._over(), tr("Open with"), "/Applications", tr("Programs (*.app)")
        )
        if name:
            self._starts.ask(lambda: open_by_application(name, paths))

    def _on_program_chosen(self, program: PictureProgram, paths: list[bytes]) -> None:
        self._starts.ask(lambda: open_in(program, paths))
