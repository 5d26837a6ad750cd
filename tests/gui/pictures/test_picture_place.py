"""Where a picture was taken: copied, and shown on a map only when a person asks for it, by the system's browser."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication

from engine.metadata import NOTHING_SAID
from gui.pictures.picture_place import map_url
from tests.gui.person import Person
from tests.images.test_metadata_reading import PLACE, exif_of
from tests.photo_makers import photo

COPY, SHOW = "Copy p&lace", "Show on openstreetmap.org (&browser)"


class Browser(QObject):
    """The system's, as far as a window sees it."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toString())


@pytest.fixture
def browser() -> Iterator[Browser]:
    one = Browser()
    QDesktopServices.setUrlHandler("https", one, "open")
    yield one
    QDesktopServices.unsetUrlHandler("https")


def show(person: Person, name: str) -> None:
    row = person.names().index(name)
    person.click(row)
    person.until(lambda: dict(person.window.preview.metadata.rows()).get("Name") == name)


def test_a_place_is_copied_and_handed_to_the_browser_when_asked_for(person: Person, photos: Path, browser: Browser):
    photo("discs", 60).save(photos / "at the sea.jpg", exif=exif_of({}, {}, PLACE))
    person.session.add_folder(os.fsencode(photos))
    person.until_shown(31)
    person.until_idle()
    entries = person.window.menus.by_text
    show(person, "discs-1.jpg")
    for entry in (COPY, SHOW):
        entries[entry].trigger()
        assert person.said() == "This picture does not say where it was taken."
    show(person, "at the sea.jpg")
    assert dict(person.window.preview.metadata.rows())["Place"] == "-33.853472, 151.200000"
    assert browser.opened == [], "nobody has asked yet"
    entries[COPY].trigger()
    assert QGuiApplication.clipboard().text() == "-33.853472, 151.200000"
    entries[SHOW].trigger()
    address = "https://www.openstreetmap.org/?mlat=-33.853472&mlon=151.200000#map=15/-33.853472/151.200000"
    assert browser.opened == [address]
    assert person.said() == "The place was handed to your browser, which asks openstreetmap.org for the map."


def test_no_place_no_address():
    assert map_url(NOTHING_SAID) is None
