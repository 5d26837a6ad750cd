"""What comes from outside: dropped, pasted or opened. Folders are added, pictures searched for."""

import os

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.search.query import QueryPicture
from gui.grid.image_model import IDS_MIME_TYPE
from gui.language import tr
from gui.running.background import Background
from gui.search.incoming import (
    NOTHING,
    IncomingFile,
    IncomingFolder,
    IncomingPicture,
    Offer,
    Received,
    looked_up,
    may_be_incoming,
    offered,
)

ENDINGS = (
    "*.jpg *.jpeg *.png *.webp *.gif *.bmp *.tif *.tiff *.tga *.avif *.heic *.heif *.dng *.cr2 *.cr3 *.nef *.arw"
    " *.raf *.rw2 *.orf"
)
_DRAG_EVENTS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class Arrivals(QObject):
    """Signals:
    folders_arrived(list[bytes]): to be added to the library.
    pictures_arrived(list[QueryPicture]): to be searched for.
    refused(str): why something cannot be used.
    """

    folders_arrived = Signal(object)
    pictures_arrived = Signal(object)
    refused = Signal(str)

    def __init__(self, window: QWidget, target: QWidget, disk: Background) -> None:
        """`window` takes what comes from other programs, `target` (a part of it) also our own images. `disk` looks
        what lies at a path."""
        super().__init__(window)
        self._window, self._target, self._disk = window, target, disk
        self._offers: list[Offer] = []  # those that are being looked up
        disk.answered.connect(self._on_looked_up)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def paste(self) -> None:
        self.take(QGuiApplication.clipboard().mimeData())

    def take(self, mime: QMimeData | None) -> None:
        """None: an empty clipboard."""
        if mime is None:
            self.refused.emit(tr(NOTHING))
            return
        if mime.hasFormat(IDS_MIME_TYPE):
            ids = bytes(mime.data(IDS_MIME_TYPE).data()).decode().split(",")
            self.pictures_arrived.emit([QueryPicture(image_id=int(image_id)) for image_id in ids])
            return
        self._offers.append(offered(mime))
        offers = list(self._offers)  # also those whose answer is overtaken by this one
        self._disk.ask(lambda: [looked_up(offer) for offer in offers])

    def _on_looked_up(self, answers: list[Received]) -> None:
        self._offers.clear()
        for received in answers:
            self._hand_on(received)

    def _hand_on(self, received: Received) -> None:
        folders = [item.path for item in received.items if isinstance(item, IncomingFolder)]
        pictures = [QueryPicture(path=item.path) for item in received.items if isinstance(item, IncomingFile)]
        pictures += [QueryPicture(data=item.data) for item in received.items if isinstance(item, IncomingPicture)]
        if received.refused:
            self.refused.emit(tr(received.refused[0]))
        if folders:
            self.folders_arrived.emit(folders)
        if pictures:
            self.pictures_arrived.emit(pictures)

    def open_picture(self) -> None:
        pictures, all_files = tr("Pictures"), tr("All files")
        kinds = f"{pictures} ({ENDINGS});;{all_files} (*)"
        names, _ = QFileDialog.getOpenFileNames(self._window, tr("Search with a picture"), "", kinds)
        if names:
            self.pictures_arrived.emit([QueryPicture(path=os.fsencode(os.path.abspath(name))) for name in names])

    def choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self._window, tr("Add a photo folder"))
        if name:
            self.folders_arrived.emit([os.fsencode(name)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Drags enter and move before they are dropped; all three are QDropEvents to Qt.
        if isinstance(event, QDropEvent) and event.type() in _DRAG_EVENTS:
            wanted = self._is_wanted(event)
            # A copy, whatever the other program proposes: after a move it would delete the original.
            event.setDropAction(Qt.DropAction.CopyAction)
            event.setAccepted(wanted)
            if wanted and event.type() == QEvent.Type.Drop:
                self.take(event.mimeData())
            return True
        return super().eventFilter(watched, event)

    def _is_wanted(self, event: QDropEvent) -> bool:
        """Our own images mean something on the query bar only: a drag that ends where it began is no search."""
        if not event.mimeData().hasFormat(IDS_MIME_TYPE):
            return may_be_incoming(event.mimeData())
        if event.type() == QEvent.Type.DragEnter:
            return True  # refused here, it would not be told that it reaches the query bar
        return self._target.rect().contains(self._target.mapFrom(self._window, event.position().toPoint()))
