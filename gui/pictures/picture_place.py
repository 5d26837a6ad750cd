"""Where a picture was taken: copied, or shown on a map in the system's browser, if a person says so. Nothing is
fetched here; it is the browser that tells the map's site which place is looked at."""

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from engine import metadata_text
from engine.metadata import Metadata
from engine.sentences import said
from gui.language import tr
from gui.pictures.viewing import Viewing

SITE = "openstreetmap.org"
ZOOM = 15
NO_PLACE = said("This picture does not say where it was taken.")


class PicturePlace(QObject):
    """Signals:
    said(str): what was done, or why it could not be.
    """

    said = Signal(str)

    def __init__(self, viewing: Viewing) -> None:
        super().__init__(viewing)
        self._viewing = viewing

    def copy(self) -> None:
        """As maps take it: degrees north and east."""
        place = metadata_text.place(self._viewing.current_metadata())
        if place is not None:
            QGuiApplication.clipboard().setText(place)
        self.said.emit(tr(NO_PLACE) if place is None else tr("Copied: {what}", what=place))

    def show_on_map(self) -> None:
        url = map_url(self._viewing.current_metadata())
        if url is None:
            self.said.emit(tr(NO_PLACE))
        elif QDesktopServices.openUrl(url):
            self.said.emit(tr("The place was handed to your browser, which asks {site} for the map.", site=SITE))
        else:
            self.said.emit(tr("No browser could be opened for {address}", address=url.toString()))


def map_url(metadata: Metadata) -> QUrl | None:
    if metadata.latitude is None or metadata.longitude is None:
        return None
    north, east = (f"{number / 10**7:.6f}" for number in (metadata.latitude, metadata.longitude))
    return QUrl(f"https://www.{SITE}/?mlat={north}&mlon={east}#map={ZOOM}/{north}/{east}")
