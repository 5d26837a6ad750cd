"""The viewer: pictures over the whole screen, the keys to the next, to zoom and to turn them.

It loads nothing. It is told what to show and says what is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from gui.language import tr
from gui.preview.metadata_table import MetadataTable
from gui.preview.picture_view import KEY_ZOOM, PictureView
from gui.viewer.dark_ground import darken
from gui.viewer.panes import Panes
from gui.viewer.viewer_bar import ViewerBar
from gui.widgets.plain_text import printable

DETAILS_WIDTH = 280
OF_THE_WINDOW = 0.92  # unless it fills the screen
LETTERS = "BCIRUZ"  # that mean something here, and so give no label
_KeyCode = Qt.Key
_ENTER = (_KeyCode.Key_Return, _KeyCode.Key_Enter)
_ONCE = (
    *_ENTER,
    _KeyCode.Key_Space,
    _KeyCode.Key_B,
    _KeyCode.Key_I,
    _KeyCode.Key_R,
    _KeyCode.Key_U,
    _KeyCode.Key_F11,
)
_NO_MODIFIER, _SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
_CONTROL, _KEYPAD = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.KeypadModifier


class ViewerWindow(QDialog):
    """Signals:
    step_requested(int): so many pictures on, or back.
    end_requested(int): to the first picture (-1) or the last (1).
    picked(int): one of those side by side is the current one now.
    beside_requested(bool): several pictures side by side, or one.
    similar_requested(): find pictures like the one shown.
    label_requested(): give it a label.
    crop_requested(int, QRect): find pictures like a part of the image, in original pixels.
    more_pixels_wanted(int): more of this image is looked at than was given.
    room_changed(): pictures are shown in another size.
    """

    step_requested = Signal(int)
    end_requested = Signal(int)
    picked = Signal(object)
    beside_requested = Signal(bool)
    similar_requested = Signal()
    label_requested = Signal()
    crop_requested = Signal(object, QRect)
    more_pixels_wanted = Signal(object)
    room_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Viewer"))
        self.setWindowTitle(tr("Viewer"))
        self.setMinimumHeight(320)  # its buttons say how wide it must be
        darken(self)
        self.fills_screen = True  # as a person left it
        self.panes, self.bar, self.details = Panes(), ViewerBar(), MetadataTable()
        self.details.setFixedWidth(DETAILS_WIDTH)
        self.details.hide()
        self._rows: list[tuple[str, str]] = []
        self._lay_out()
        self._connect()
        self._keys = self._make_keys()

    @property
    def view(self) -> PictureView:
        """That of the current picture."""
        return self.panes.view

    @property
    def views(self) -> tuple[PictureView, ...]:
        return self.panes.views

    # -- what it shows ------------------------------------------------------------------------------------------

    def open_over(self, window: QWidget) -> None:
        if not self.isVisible():
            self.resize(window.size() * OF_THE_WINDOW)
            self.move(window.geometry().center() - self.rect().center())
            self._fill_screen(self.fills_screen)
        self.activateWindow()
        self.view.setFocus()

    def show_images(self, image_ids: Sequence[int], current: int) -> None:
        """Turn to these; their pictures follow."""
        had_focus = any(view.hasFocus() for view in self.views)
        self.panes.show_images(image_ids, current)
        self.bar.show_linked(len(image_ids) > 1, self.panes.linked.linked)
        if had_focus:
            self.view.setFocus()

    def clear(self) -> None:
        """Nothing is held of what was shown."""
        self.panes.show_images([], 0)
        self._rows = []
        self.bar.show_labels([])
        self.bar.show_name("")

    def show_place(self, place: int, count: int) -> None:
        self.bar.show_place(place, count)

    def show_known(self, image_id: int, name: str, rows: list[tuple[str, str]], note: str) -> None:
        """What the image is called, what is known of it, and what is to be said of it."""
        self.panes.name(image_id, printable(name), note)
        if image_id == self.panes.current_id():
            self.setWindowTitle(printable(name))
            self.bar.show_name(name)
            self._rows = rows
            self._show_rows()

    def show_picture(self, image_id: int, image: QImage, full_size: QSize) -> None:
        """The image's picture, or a better version of it, which keeps zoom and place."""
        self.panes.show_picture(image_id, image, full_size)

    def show_labels(self, image_id: int, names: list[str]) -> None:
        if image_id == self.panes.current_id():
            self.bar.show_labels(names)

    def say(self, sentence: str) -> None:
        if self.isVisible():
            self.bar.say(sentence)

    def room(self) -> QSize:
        """For one picture, in pixels of the screen."""
        return self.panes.room()

    def sideways(self) -> set[int]:
        """Images that a person has turned onto their side."""
        return self.panes.sideways()

    def _show_rows(self) -> None:
        if not self.details.isHidden():  # laid out only where it is seen
            self.details.set_rows(self._rows)

    def _lay_out(self) -> None:
        stage = QHBoxLayout()
        stage.setSpacing(0)
        stage.addWidget(self.panes, 1)
        stage.addWidget(self.details)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(stage, 1)
        whole.addWidget(self.bar)

    def _connect(self) -> None:
        panes, bar = self.panes, self.bar
        for view in panes.views:
            view.installEventFilter(self)
        panes.picked.connect(self.picked)
        panes.more_pixels_wanted.connect(self.more_pixels_wanted)
        panes.crop_chosen.connect(self._on_crop_chosen)
        bar.previous.clicked.connect(self._step_back)
        bar.next.clicked.connect(self._step_on)
        bar.smaller.clicked.connect(self._zoom_out)
        bar.larger.clicked.connect(self._zoom_in)
        bar.fit.clicked.connect(self._change_size)
        bar.left.clicked.connect(self._turn_left)
        bar.right.clicked.connect(self._turn_right)
        bar.beside.clicked.connect(self.beside_requested)
        bar.link.clicked.connect(self._link)
        bar.details.clicked.connect(self._show_details)
        bar.label.clicked.connect(self.label_requested)
        bar.similar.clicked.connect(self._find_similar)
        bar.full_screen.clicked.connect(self._fill_screen)
        bar.close_button.clicked.connect(self.close)

    # -- what a person does -------------------------------------------------------------------------------------

    def _make_keys(self) -> dict[tuple[Qt.Key, Qt.KeyboardModifier], Callable[[], object]]:
        """What each key does wherever the focus is."""
        plain: dict[Qt.Key, Callable[[], object]] = {
            _KeyCode.Key_PageUp: self._step_back,
            _KeyCode.Key_PageDown: self._step_on,
            _KeyCode.Key_Home: self._go_to_first,
            _KeyCode.Key_End: self._go_to_last,
            _KeyCode.Key_R: self._turn_right,
            _KeyCode.Key_I: self.bar.details.click,
            _KeyCode.Key_B: self.bar.beside.click,
            _KeyCode.Key_U: self.bar.link.click,
            _KeyCode.Key_Z: self._change_size,
            _KeyCode.Key_F11: self.bar.full_screen.click,
        }
        keys = {(key, _NO_MODIFIER): do for key, do in plain.items()}
        return keys | {
            (_KeyCode.Key_R, _SHIFT): self._turn_left,
            (_KeyCode.Key_0, _CONTROL): self._fit,
            (_KeyCode.Key_1, _CONTROL): self._show_full_size,
        }

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that step through the pictures come before the view's own (which pan a zoomed picture)."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._on_picture(event):
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Of the buttons and the details."""
        focus = QApplication.focusWidget()
        if event.key() in _ENTER and isinstance(focus, QAbstractButton):
            focus.click()
        elif not self._takes(event):
            super().keyPressEvent(event)

    def _on_picture(self, event: QKeyEvent) -> bool:
        key, plain = Qt.Key(event.key()), event.modifiers() in (_NO_MODIFIER, _KEYPAD)
        if self.view.is_cropping():
            return False
        if plain and key in _ONCE and event.isAutoRepeat():
            return True  # a key held down asks once
        if plain and key in (_KeyCode.Key_Left, _KeyCode.Key_Right) and not self.view.can_pan():
            self.step_requested.emit(1 if key == _KeyCode.Key_Right else -1)
        elif plain and key in _ENTER:
            self._find_similar()
        elif plain and key == _KeyCode.Key_Space:
            self.close()
        else:
            return self._takes(event)
        return True

    def _takes(self, event: QKeyEvent) -> bool:
        do = self._keys.get((Qt.Key(event.key()), event.modifiers() & ~_KEYPAD))
        if do is None:
            return False
        if not (event.isAutoRepeat() and event.key() in _ONCE):
            do()
        return True

    def _step_back(self) -> None:
        self.step_requested.emit(-1)

    def _step_on(self) -> None:
        self.step_requested.emit(1)

    def _go_to_first(self) -> None:
        self.end_requested.emit(-1)

    def _go_to_last(self) -> None:
        self.end_requested.emit(1)

    def _zoom_in(self) -> None:
        self.view.set_zoom(self.view.zoom() * KEY_ZOOM)

    def _zoom_out(self) -> None:
        self.view.set_zoom(self.view.zoom() / KEY_ZOOM)

    def _change_size(self) -> None:
        self.view.change_size()

    def _fit(self) -> None:
        self.view.fit()

    def _show_full_size(self) -> None:
        self.view.set_zoom(1.0)

    def _turn_left(self) -> None:
        self.panes.turn(-1)
        self.room_changed.emit()

    def _turn_right(self) -> None:
        self.panes.turn(1)
        self.room_changed.emit()

    def _link(self, linked: bool) -> None:
        self.panes.link(linked)

    def _show_details(self, shown: bool) -> None:
        if not shown and self.details.hasFocus():
            self.view.setFocus()
        self.details.setVisible(shown)
        self._show_rows()
        self.room_changed.emit()

    def _fill_screen(self, fill: bool) -> None:
        self.fills_screen = fill
        self.bar.full_screen.setChecked(fill)
        if fill:
            self.showFullScreen()
        else:
            self.showNormal()

    def _find_similar(self) -> None:
        self.close()
        self.similar_requested.emit()

    def _on_crop_chosen(self, image_id: int, part: QRect) -> None:
        self.close()
        self.crop_requested.emit(image_id, part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.room_changed.emit()

    def event(self, event: QEvent) -> bool:
        """On a screen with smaller pixels the same room has more of them."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.room_changed.emit()
        return super().event(event)
