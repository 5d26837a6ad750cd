"""Where a picture was taken: copied, or shown on a map in the system's browser, if a person says so. Nothing is
fetched here; it is the browser that tells the map's site which place is looked at."""

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from engine import metadata_text
from engine.metadata import Metadata
from gui.pictures.viewing import Viewing

SITE = "openstreetmap.org"
ZOOM = 15
NO_PLACE = "This picture does not say where it was taken."


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
        self.said.emit(NO_PLACE if place is None else f"Copied: {place}")

    def show_on_map(self) -> None:
        url = map_url(self._viewing.current_metadata())
        if url is None:
            self.said.emit(NO_PLACE)
        elif QDesktopServices.openUrl(url):
            self.said.emit(f"The place was handed to your browser, which asks {SITE} for the map.")
        else:
            self.said.emit(f"No browser could be opened for {url.toString()}")


def map_url(said: Metadata) -> QUrl | None:
    if said.latitude is None or said.longitude is None:
        return None
    north, east = (f"{number / 10**7:.6f}" for number in (said.latitude, said.longitude))
    return QUrl(f"https://www.{SITE}/?mlat={north}&mlon={east}#map={ZOOM}/{north}/{east}")
