"""The query's pictures side by side; when there are too many for the width, the row scrolls. Its height stays."""

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QScrollBar, QSizePolicy, QWidget

from engine.search.query import QueryPicture
from gui.language import tr
from gui.search.query_chip import HEIGHT, QueryChip
from gui.widgets.theme import SPACE_S

SCROLL_BAR = 8


class _ThinBar(QScrollBar):
    """It asks for little room: what it asks for is taken from the chips, however thin it is."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), SCROLL_BAR)


class ChipRow(QScrollArea):
    """Signals: `removed(int)`, `toggled(int)` with the picture's place in the query."""

    removed = Signal(int)
    toggled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[QueryChip] = []
        self._images: dict[QueryPicture, QImage] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        inside = QWidget()
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_S)
        self._row.addStretch()
        self.setHorizontalScrollBar(_ThinBar(Qt.Orientation.Horizontal))
        self.setWidget(inside)
        inside.setBackgroundRole(QPalette.ColorRole.Window)
        self.setFixedHeight(HEIGHT + SCROLL_BAR)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT + SCROLL_BAR)

    def chips(self) -> list[QueryChip]:
        return list(self._chips)

    def names(self) -> list[str]:
        return [chip.name() for chip in self._chips]

    def set_pictures(self, pictures: tuple[QueryPicture, ...], names: list[str]) -> None:
        """Chips for these pictures; thumbnails already known stay with their pictures."""
        if list(pictures) == [chip.picture() for chip in self._chips] and names == self.names():
            return
        had_focus = next((i for i, chip in enumerate(self._chips) if chip.hasFocus()), None)
        asked_for = set(map(_upright, pictures))
        self._images = {known: image for known, image in self._images.items() if known in asked_for}
        self._change_chips(pictures, names)
        pluses = sum(not picture.minus for picture in pictures)
        for chip in self._chips:
            chip.set_toggle_enabled(chip.picture().minus or pluses > 1)
        if had_focus is not None and not any(chip.hasFocus() for chip in self._chips):
            self.focus(min(had_focus, len(self._chips) - 1))

    def _change_chips(self, pictures: tuple[QueryPicture, ...], names: list[str]) -> None:
        """Chips whose picture stays are kept: making fifty anew for one more takes time and memory."""
        old, self._chips = self._chips, []
        for index, picture in enumerate(pictures):
            name = names[index] if index < len(names) else tr("Picture")
            chip = next((each for each in old if each.picture() == picture), None)
            if chip is None:
                chip = self._new_chip(picture, name)
            else:
                old.remove(chip)
                chip.set_name(name)
            if self._row.indexOf(chip) != index:
                self._row.insertWidget(index, chip)
            chip.show()
            self._chips.append(chip)
        for before, after in pairwise(self._chips):
            QWidget.setTabOrder(before, after)
        for chip in old:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()  # not at once: it may be the one whose signal is being handled

    def set_image(self, picture: QueryPicture, image: QImage) -> None:
        for chip in self._chips:
            if _upright(chip.picture()) == _upright(picture):
                self._images[_upright(picture)] = image
                chip.set_image(image)

    def has_image(self, picture: QueryPicture) -> bool:
        return _upright(picture) in self._images

    def focus(self, index: int) -> None:
        if 0 <= index < len(self._chips):
            self._chips[index].setFocus()

    def _new_chip(self, picture: QueryPicture, name: str) -> QueryChip:
        chip = QueryChip(picture, name)
        chip.set_image(self._images.get(_upright(picture)))
        chip.removed.connect(self._on_chip_removed)
        chip.toggled.connect(self._on_chip_toggled)
        chip.installEventFilter(self)
        return chip

    def _on_chip_removed(self) -> None:
        index = self._index_of(self.sender())
        if index is not None:
            self.removed.emit(index)

    def _on_chip_toggled(self) -> None:
        index = self._index_of(self.sender())
        if index is not None:
            self.toggled.emit(index)

    def _index_of(self, chip: QObject) -> int | None:
        return next((i for i, known in enumerate(self._chips) if known is chip), None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Left and Right go from chip to chip; a chip that gets the focus scrolls into sight."""
        index = self._index_of(watched)
        if index is not None and event.type() == QEvent.Type.FocusIn:
            self.ensureWidgetVisible(self._chips[index], SPACE_S, 0)
        if index is not None and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
            if step is not None and not event.modifiers():
                self.focus(index + step)
                return True
        return super().eventFilter(watched, event)


def _upright(picture: QueryPicture) -> QueryPicture:
    """The picture itself, whether it is plus or minus."""
    return replace(picture, minus=False)
