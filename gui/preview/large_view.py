"""The large preview: one picture over the whole window; Left and Right go on to the next."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from gui.preview.picture_view import PictureView
from gui.widgets.plain_text import printable


class LargeView(QDialog):
    """Signals:
    step_requested(int): -1 for the picture before, 1 for the one after.
    similar_requested(): find pictures like the one shown.
    crop_requested(int, QRect): find pictures like a part of the image, in original pixels.
    """

    step_requested = Signal(int)
    similar_requested = Signal()
    crop_requested = Signal(object, QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Large preview")
        self.setWindowTitle("Preview")
        self.view = PictureView()
        self.view.installEventFilter(self)
        self.view.crop_chosen.connect(self._on_crop_chosen)
        self._image_id: int | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)

    def show_name(self, image_id: int, name: str) -> None:
        """Turn to this image; its picture follows."""
        self.setWindowTitle(printable(name))
        if image_id != self._image_id:
            self._image_id = image_id
            self.view.set_image(None)

    def show_picture(self, image_id: int, image: QImage, full_size: QSize) -> None:
        """The image's picture, or a better version of it, which keeps zoom and place."""
        if image_id == self._image_id:
            self.view.set_image(image, full_size, keep_view=True)

    def open_over(self, window: QWidget) -> None:
        self.resize(window.size() * 0.92)
        self.show()
        self.view.setFocus()

    def _on_crop_chosen(self, part: QRect) -> None:
        self.close()
        if self._image_id is not None:
            self.crop_requested.emit(self._image_id, part)

    def eventFilter(self, watched: object, event: object) -> bool:
        """Keys that step through the pictures come before the view's own (which pan a zoomed picture)."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress and self._step(event):
            return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def _step(self, event: QKeyEvent) -> bool:
        key = event.key()
        if event.isAutoRepeat() and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            return True  # a key held down asks once
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.view.is_fitted():
            self.step_requested.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.view.is_cropping():
            self.close()
            self.similar_requested.emit()
        elif key == Qt.Key.Key_Space:
            self.close()
        else:
            return False
        return True
