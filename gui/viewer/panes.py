"""Up to four pictures of the viewer. Side by side they have the same zoom and place, until they are unlinked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from gui.preview.linked_views import LinkedViews
from gui.preview.picture_view import PictureView
from gui.viewer.pane import Pane
from gui.widgets.theme import SPACE_S

MOST = 4


class Panes(QWidget):
    """Signals:
    picked(int): a person turned to this image, one of those that are shown.
    crop_chosen(int, QRect): a part of an image, in original pixels.
    more_pixels_wanted(int): more of this image is looked at than was given.
    """

    picked = Signal(object)
    crop_chosen = Signal(object, QRect)
    more_pixels_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._panes = [Pane(self) for _ in range(MOST)]
        self.linked = LinkedViews(self.views, self)
        self._current, self._count = 0, 0
        self._turns: dict[int, int] = {}  # of images that a person has turned
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE_S)
        for pane in self._panes:
            pane.view.installEventFilter(self)
            pane.view.crop_chosen.connect(self._on_crop_chosen)
            pane.view.more_pixels_wanted.connect(self._on_more_pixels_wanted)
        self._arrange(1)

    @property
    def views(self) -> tuple[PictureView, ...]:
        return tuple(pane.view for pane in self._panes)

    @property
    def view(self) -> PictureView:
        """That of the current picture."""
        return self._panes[self._current].view

    def image_ids(self) -> list[int]:
        return [pane.image_id for pane in self._panes if pane.image_id is not None]

    def current_id(self) -> int | None:
        return self._panes[self._current].image_id

    def show_images(self, image_ids: Sequence[int], current: int) -> None:
        """Their pictures follow, for those that were not shown before in the same place."""
        self._current = image_ids.index(current) if current in image_ids else 0
        with self.linked.apart():
            self._arrange(max(1, len(image_ids)))
            for place, pane in enumerate(self._panes):
                image_id = image_ids[place] if place < len(image_ids) else None
                pane.turn_to(image_id, self._turns.get(image_id, 0) if image_id is not None else 0)
                pane.mark(len(image_ids) > 1, place == self._current)

    def name(self, image_id: int, name: str, note: str) -> None:
        for pane in self._of(image_id):
            pane.name(name, note)

    def show_picture(self, image_id: int, image: QImage, full_size: QSize) -> None:
        """Of the image that is meant, wherever it is by now, or nowhere."""
        for pane in self._of(image_id):
            leader = next((view for view in self.views if view is not pane.view and view.has_image()), None)
            new = not pane.view.has_image()
            with self.linked.apart():
                pane.show_picture(image, full_size)
                if new and leader is not None and self.linked.linked:
                    pane.view.show_part(leader.part())

    def turn(self, by: int) -> None:
        """The current picture, by so many quarters."""
        if (image_id := self.current_id()) is not None:
            self._turns[image_id] = (self.view.turns() + by) % 4
            with self.linked.apart():
                self.view.turn(self._turns[image_id])

    def link(self, linked: bool) -> None:
        """Linked again, all follow the current one."""
        self.linked.linked = linked
        self.linked.follow(self.view)

    def is_fitted(self, image_id: int) -> bool:
        """Nobody has zoomed into it."""
        return all(pane.view.is_fitted() for pane in self._of(image_id))

    def sideways(self) -> set[int]:
        """Images that are turned so that they lie on their side."""
        return {image_id for image_id, turns in self._turns.items() if turns % 2}

    def room(self) -> QSize:
        """For one picture, in pixels of the screen."""
        return (self.view.size().toSizeF() * self.devicePixelRatioF()).toSize()

    def _of(self, image_id: int) -> Iterator[Pane]:
        return (pane for pane in self._panes if pane.image_id == image_id)

    def _arrange(self, count: int) -> None:
        """One row of up to three; four as two by two. In rooms of another size all are fitted again."""
        if count == self._count:
            return
        self._count = count
        columns = 2 if count == MOST else count
        for place, pane in enumerate(self._panes):
            self._grid.removeWidget(pane)
            pane.setVisible(place < count)
            pane.view.fit()
            if place < count:
                self._grid.addWidget(pane, place // columns, place % columns)
        for line in range(MOST):
            self._grid.setColumnStretch(line, int(line < columns))
            self._grid.setRowStretch(line, int(line < -(-count // columns)))
        self._grid.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is zoomed shows more or less of its picture then, each by another share."""
        super().resizeEvent(event)
        self._grid.activate()
        self.linked.follow(self.view)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Where the keys are, there a person looks."""
        if event.type() == QEvent.Type.FocusIn and watched is not self.view:
            pane = next((each for each in self._panes if each.view is watched), None)
            if pane is not None and pane.image_id is not None:
                self.picked.emit(pane.image_id)
        return super().eventFilter(watched, event)

    def _on_crop_chosen(self, part: QRect) -> None:
        if (image_id := self._image_of(self.sender())) is not None:
            self.crop_chosen.emit(image_id, part)

    def _on_more_pixels_wanted(self) -> None:
        if (image_id := self._image_of(self.sender())) is not None:
            self.more_pixels_wanted.emit(image_id)

    def _image_of(self, view: QObject) -> int | None:
        return next((pane.image_id for pane in self._panes if pane.view is view), None)
