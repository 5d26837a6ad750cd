"""What is done with the files of pictures: copying their paths, showing them in the file manager."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from gui.language import tr
from gui.session import Session
from gui.widgets.file_manager import show_in_folder
from gui.widgets.plain_text import exact_text, path_text


class PictureFiles(QObject):
    """Signals:
    said(str): what was done, or why it could not be.
    """

    said = Signal(str)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._copied, self._shown = session.background(), session.background()
        self._copied.answered.connect(self._on_paths_read)
        self._copied.failed.connect(self.said)
        self._shown.answered.connect(self._on_place_read)

    def copy_paths(self, image_ids: Sequence[int]) -> None:
        """Put the paths on the clipboard; of very many images this takes a moment."""
        if image_ids:
            self._copied.ask(lambda: self._session.read_paths(image_ids))

    def copy_path(self, image_id: int) -> None:
        self.copy_paths([image_id])

    def show_in_folder(self, image_id: int) -> None:
        self._shown.ask(lambda: self._session.read_paths([image_id]))

    def show_path(self, path: bytes) -> None:
        if not show_in_folder(path):
            self.said.emit(tr("The file manager could not be opened for {path}.", path=path_text(path)))

    def _on_paths_read(self, paths: list[bytes]) -> None:
        if paths:
            QGuiApplication.clipboard().setText("\n".join(map(exact_text, paths)))
            what = path_text(paths[0]) if len(paths) == 1 else tr("{n:,} paths", n=len(paths))
            self.said.emit(tr("Copied: {what}", what=what))

    def _on_place_read(self, paths: list[bytes]) -> None:
        for path in paths:
            self.show_path(path)
