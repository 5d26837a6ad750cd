"""Windows that are never larger than the screen they stand on, and lie on it as a whole."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget


def keep_on_screen(window: QWidget) -> None:
    """Make it no larger than the room that its screen has, and move it there."""
    room = _room_of(window)
    frame = window.frameGeometry().size() - window.size()
    window.resize(window.size().boundedTo(room.size() - frame))
    place = window.frameGeometry()
    place.moveRight(min(place.right(), room.right()))
    place.moveBottom(min(place.bottom(), room.bottom()))
    place.moveTopLeft(QRect(room).topLeft() if not room.contains(place.topLeft()) else place.topLeft())
    if place.topLeft() != window.frameGeometry().topLeft():
        window.move(place.topLeft())


def fitting(wanted: QSize, window: QWidget) -> QSize:
    """That size, or what the screen has."""
    return wanted.boundedTo(_room_of(window).size())


def give_height_of_words(dialog: QWidget) -> None:
    """Just what its wrapped texts need: Qt guesses by another width, and leaves gaps between them."""
    dialog.adjustSize()
    dialog.resize(dialog.width(), dialog.heightForWidth(dialog.width()))


def _room_of(window: QWidget) -> QRect:
    screen = window.screen() or QGuiApplication.primaryScreen()
    return screen.availableGeometry()
