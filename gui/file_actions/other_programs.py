"""The picture on the clipboard, and its file in another program."""

import os
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage

from engine.errors import UserError
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

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._pictures, self._places = session.background(), session.background()
        self._pictures.answered.connect(self._on_picture_read)
        self._places.answered.connect(self._on_places_read)
        for thread in (self._pictures, self._places):
            thread.failed.connect(self.said)

    def copy_picture(self, image_id: int) -> None:
        self._pictures.ask(lambda: self._read_picture(image_id))

    def open(self, image_ids: Sequence[int]) -> None:
        """In the program that the system has for them."""
        if len(image_ids) > MOST_OPENED:
            self.said.emit(f"At most {MOST_OPENED} pictures are opened at once.")
        elif image_ids:
            self._places.ask(lambda: self._read_places(image_ids))

    # -- on background threads ------------------------------------------------------------------------------------

    def _read_picture(self, image_id: int) -> tuple[QImage, bytes]:
        known = self._session.read_image(image_id)
        if known is None or known.at_hand is None:
            raise UserError("The picture is not there now.")
        picture, _, _ = self._session.read_picture(known.at_hand, LONGEST)
        return picture, known.at_hand

    def _read_places(self, image_ids: Sequence[int]) -> list[tuple[bytes, bool]]:
        return [(path, os.path.exists(path)) for path in self._session.read_paths(image_ids)]

    # -- in the GUI thread ----------------------------------------------------------------------------------------

    def _on_picture_read(self, answer: tuple[QImage, bytes]) -> None:
        picture, path = answer
        QGuiApplication.clipboard().setImage(picture)
        self.said.emit(f"Copied: the picture {path_text(os.path.basename(path))}")

    def _on_places_read(self, places: list[tuple[bytes, bool]]) -> None:
        for path, is_there in places:
            if not is_there:
                self.said.emit(f"{path_text(path)} is not there now.")
            elif not open_folder(path):  # the system knows files as well as folders
                self.said.emit(f"No program could be opened for {path_text(path)}.")
