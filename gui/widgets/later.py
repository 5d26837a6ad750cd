"""Something that is done a moment later, once, however often it was asked for meanwhile."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Later(QTimer):
    """`start` counts the moment anew, `soon` lets a moment that has begun run out; `stop` calls it off."""

    def __init__(self, milliseconds: int, do: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(milliseconds)
        self.timeout.connect(do)

    def soon(self) -> None:
        if not self.isActive():
            self.start()
