"""One picture of the viewer; its name stands above it where there are several."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.language import tr
from gui.preview.picture_view import PictureView
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.theme import SPACE_S, sized


class Pane(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.image_id: int | None = None
        self.caption = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.caption.setContentsMargins(0, SPACE_S, 0, 0)
        self.view = PictureView(with_one=False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self.caption)
        column.addWidget(self.view, 1)

    def turn_to(self, image_id: int | None, turns: int = 0) -> None:
        """Nothing of the one before stays; its picture follows."""
        if image_id != self.image_id:
            self.image_id = image_id
            self.view.set_image(None)
            self.view.turn(turns)
            self.name("", "")

    def name(self, name: str, note: str) -> None:
        """What it is called, and what is to be said of it."""
        self.caption.setText(name)
        self.view.setAccessibleName(tr("Picture {name}", name=name).strip())
        self.view.set_note(note)

    def show_picture(self, image: QImage, full_size: QSize) -> None:
        """A better version keeps zoom and place."""
        self.view.set_image(image, full_size, keep_view=True)

    def mark(self, several: bool, current: bool) -> None:
        self.caption.setVisible(several)
        self.caption.setFont(sized(self.font(), 1.0, bold=current))
        self.view.set_ring(several)
