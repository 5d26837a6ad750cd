"""A thin line between what lies above and what lies below."""

from PySide6.QtWidgets import QFrame


def thin_line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(line.foregroundRole().Mid)
    return line
