"""The sheet as a picture: painted in the GUI thread, written elsewhere."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize
from PySide6.QtGui import QImage, QImageWriter, QPalette
from PySide6.QtWidgets import QWidget

from engine.errors import UserError
from engine.publishing import published
from gui.evaluation.sheet import EvaluationSheet
from gui.theme import SPACE_M

SHARPNESS = 2  # pixels for one of the screen's


def painted(sheet: EvaluationSheet) -> QImage:
    """All of it, also what is scrolled away; without what is read off or focused just now."""
    focused: QWidget | None = sheet.focusWidget()
    if focused is not None:
        focused.clearFocus()
    for plot in sheet.plots:
        plot.read_nothing()
    size = QSize(sheet.width(), sheet.childrenRect().bottom() + SPACE_M)  # the sheet itself may be longer
    picture = QImage(size * SHARPNESS, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(SHARPNESS)
    picture.fill(sheet.palette().color(QPalette.ColorRole.Window))
    sheet.render(picture, QPoint())
    if focused is not None:
        focused.setFocus()
    return picture


def write_picture(path: str, picture: QImage) -> None:
    """As PNG. A disk that is full or fails is a UserError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(picture):
        raise UserError("The picture could not be made: there is too little memory.")
    with published(path) as file:
        file.write(buffer.data().data())
