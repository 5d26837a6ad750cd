"""Which file an image with several stands for: the one among what the grid shows, in name, folder and all else."""

from PySide6.QtCore import QObject, Signal

from engine.store.browsing import Browse
from gui.grid.image_model import ImageModel
from gui.session import Session


class Standing(QObject):
    """Signals:
    changed(): images with several files may stand for others now.
    """

    changed = Signal()

    def __init__(self, session: Session, model: ImageModel, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._model = session, model

    def among(self, browse: Browse) -> None:
        """The grid is about to show what is browsed there."""
        if browse != self._session.browse:
            self._session.browse = browse
            self._model.refresh_copies()
            self.changed.emit()
