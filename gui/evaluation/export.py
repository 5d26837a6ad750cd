"""The sheet as a picture: painted in the GUI thread, written elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter, QPalette

from engine.errors import UserError
from engine.publishing import published
from engine.sentences import said
from gui.widgets.theme import SPACE_M

if TYPE_CHECKING:
    from engine.learning.version_evaluation import VersionEvaluation

SHARPNESS = 2  # pixels for one of the screen's
NARROWEST = 900  # whatever the window is: both columns of plots, with their titles


def painted(evaluations: list[VersionEvaluation], problem: str, width: int) -> QImage:
    """All of it, as wide as asked for or wider. On a sheet of its own, on which nothing is read off or scrolled."""
    from gui.evaluation.sheet import EvaluationSheet  # the window opens without it

    sheet = EvaluationSheet()
    sheet.show_evaluations(evaluations, problem)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    sheet.resize(max(width, NARROWEST), 1)
    sheet.show()  # not on the screen; only now it knows how wide it is
    layout = sheet.layout()
    assert layout is not None
    layout.activate()
    size = QSize(sheet.width(), sheet.childrenRect().bottom() + SPACE_M)  # the sheet itself may be longer
    picture = QImage(size * SHARPNESS, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(SHARPNESS)
    picture.fill(sheet.palette().color(QPalette.ColorRole.Window))
    sheet.render(picture, QPoint())
    sheet.hide()
    sheet.deleteLater()
    return picture


def write_picture(path: str, picture: QImage) -> None:
    """As PNG. A disk that is full or fails is a UserError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(picture):
        raise UserError(said("The picture could not be made: there is too little memory."))
    with published(path) as file:
        file.write(buffer.data().data())
