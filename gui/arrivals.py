"""What comes from outside: dropped, pasted or opened. Folders are added, pictures searched for."""

import os

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.search.query import QueryPicture
from gui.search.incoming import IncomingFile, IncomingFolder, IncomingPicture, may_be_incoming, read_incoming

PICTURES = (
    "Pictures (*.jpg *.jpeg *.png *.webp *.gif *.bmp *.tif *.tiff *.avif *.heic *.heif *.dng *.cr2 *.cr3 *.nef"
    " *.arw *.raf *.rw2 *.orf);;All files (*)"
)


class Arrivals(QObject):
    """Signals:
    folders_arrived(list[bytes]): to be added to the library.
    pictures_arrived(list[QueryPicture]): to be searched for.
    refused(str): why something cannot be used.
    """

    folders_arrived = Signal(object)
    pictures_arrived = Signal(object)
    refused = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def paste(self) -> None:
        self.take(QGuiApplication.clipboard().mimeData())

    def take(self, mime: QMimeData) -> None:
        received = read_incoming(mime)
        folders = [item.path for item in received.items if isinstance(item, IncomingFolder)]
        pictures = [QueryPicture(path=item.path) for item in received.items if isinstance(item, IncomingFile)]
        pictures += [QueryPicture(data=item.data) for item in received.items if isinstance(item, IncomingPicture)]
        if received.refused:
            self.refused.emit(received.refused[0])
        if folders:
            self.folders_arrived.emit(folders)
        if pictures:
            self.pictures_arrived.emit(pictures)

    def open_picture(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self._window, "Search with a picture", "", PICTURES)
        if names:
            self.pictures_arrived.emit([QueryPicture(path=os.fsencode(os.path.abspath(name))) for name in names])

    def choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self._window, "Add a photo folder")
        if name:
            self.folders_arrived.emit([os.fsencode(name)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and not isinstance(event, QDragMoveEvent):
            event.acceptProposedAction()
            self.take(event.mimeData())
            return True
        if isinstance(event, QDragEnterEvent | QDragMoveEvent):
            event.setAccepted(may_be_incoming(event.mimeData()))
            return True
        return super().eventFilter(watched, event)
