"""Two pictures compared: side by side with the same zoom and place, one in place of the other, or what differs."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.sentences import said
from gui.copies.pair_reading import ReadPair
from gui.language import tr
from gui.preview.linked_views import LinkedViews
from gui.preview.picture_view import PictureView
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_M, SPACE_S, sized
from gui.widgets.word_button import page_button

ROOM_FOR_DETAILS = 340  # of height; where there is less, the pictures take it


class Way(Enum):
    SIDE_BY_SIDE = said("Side by side")
    FLICKER = said("Flicker")
    DIFFERENCE = said("Difference")


_TIPS = {
    Way.SIDE_BY_SIDE: said("Both pictures, with the same zoom and place (S)"),
    Way.FLICKER: said("One in place of the other; each press of F swaps them"),
    Way.DIFFERENCE: said("What differs glows, what is the same is grey (V)"),
}

_NOTHING_DIFFERS = said("No pixel differs visibly.")
_NOTHING_DIFFERS_TURNED = said("No pixel differs visibly, once one of them is turned or mirrored.")


class CompareView(QWidget):
    """Signals:
    more_pixels_wanted(): more of a picture is looked at than was read.
    left(): back to the groups.
    """

    more_pixels_wanted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Comparison"))
        self.views = (PictureView(with_parts=False), PictureView(with_parts=False))
        self.captions = (ElidedLabel(Qt.TextElideMode.ElideMiddle), ElidedLabel(Qt.TextElideMode.ElideMiddle))
        self.details = (_small_label(), _small_label())
        self.note = ElidedLabel()
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.buttons = {way: page_button("", tr(way.value), tr(_TIPS[way])) for way in Way}
        self.back = page_button("back", tr("Groups"), tr("Back to the groups (Enter or Escape)"))
        self.way = Way.SIDE_BY_SIDE
        self.swapped = False  # of one in place of the other, the second is shown
        self._pair: ReadPair | None = None
        self._words = (("", ""), ("", ""))
        self._current = 1
        self._linked = LinkedViews(self.views, self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.back)
        head.addStretch(1)
        self._group = QButtonGroup(self)
        for button in self.buttons.values():
            button.setCheckable(True)
            self._group.addButton(button)
            head.addWidget(button)
        self._mark_button()
        sides = QGridLayout()  # so that the two views are of one size, whatever is said above them
        sides.setHorizontalSpacing(SPACE_M)
        sides.setVerticalSpacing(SPACE_S)
        sides.setRowStretch(2, 1)
        for column in range(2):
            sides.setColumnStretch(column, 1)
            for row, widget in enumerate((self.captions[column], self.details[column], self.views[column])):
                sides.addWidget(widget, row, column)
        self._sides = sides
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(SPACE_S)
        whole.addLayout(head)
        whole.addLayout(sides, 1)
        whole.addWidget(self.note)

    def _connect(self) -> None:
        first, second = self.views
        first.setAccessibleName(tr("The picture to be kept"))
        second.setAccessibleName(tr("The other picture"))
        for view in self.views:
            view.more_pixels_wanted.connect(self.more_pixels_wanted)
        self.back.clicked.connect(self.left)
        self.buttons[Way.SIDE_BY_SIDE].clicked.connect(self.show_side_by_side)
        self.buttons[Way.FLICKER].clicked.connect(self.flicker)
        self.buttons[Way.DIFFERENCE].clicked.connect(self.show_difference)

    # -- what it shows ------------------------------------------------------------------------------------------

    def name_pictures(self, first: tuple[str, str], second: tuple[str, str], current: int) -> None:
        """What the two are called, and what is known of them; their pictures follow. The keys act on the current
        one."""
        self._words = (first, second)
        self._current = current
        self._show_words()

    def show_nothing(self, why: str = "") -> None:
        """Others are on their way, or cannot be shown."""
        self._pair = None
        for view in self.views:
            view.set_image(None)
        self.note.setText(why)

    def show_pair(self, pair: ReadPair) -> None:
        """The same two in a better version keep zoom and place."""
        same = self._pair is not None and self._pair.paths == pair.paths
        self._pair = pair
        self._show(keep=same)

    def show_side_by_side(self) -> None:
        self._turn(Way.SIDE_BY_SIDE)

    def flicker(self) -> None:
        """One picture in place of the other; then the other."""
        if self.way is Way.FLICKER:
            self.swapped = not self.swapped
        else:
            self.swapped = False
        self._turn(Way.FLICKER)

    def show_difference(self) -> None:
        self._turn(Way.DIFFERENCE)

    def _turn(self, way: Way) -> None:
        self.way = way
        self._mark_button()
        if self.views[1].hasFocus() and way is not Way.SIDE_BY_SIDE:
            self.views[0].setFocus()
        for widget in (self.captions[1], self.views[1]):
            widget.setVisible(way is Way.SIDE_BY_SIDE)
        self._show_details()
        self._sides.setColumnStretch(1, int(way is Way.SIDE_BY_SIDE))
        self._show(keep=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_details()

    def _show_details(self) -> None:
        for place, detail in enumerate(self.details):
            detail.setVisible(self.height() >= ROOM_FOR_DETAILS and (place == 0 or self.way is Way.SIDE_BY_SIDE))

    def _mark_button(self) -> None:
        """In bold, too: in the dark one hardly sees which one is pressed."""
        for way, button in self.buttons.items():
            button.setChecked(way is self.way)
            button.setFont(sized(self.font(), 1.0, bold=way is self.way))

    def _show(self, keep: bool) -> None:
        if self._pair is not None:
            part = self.views[0].part()
            with self._linked.apart():  # the two are brought together once both are there
                for view, (image, size) in zip(self.views, self._images(self._pair), strict=False):
                    view.set_image(image, size)
                    if keep:
                        view.show_part(part)
        self._show_words()

    def _images(self, pair: ReadPair) -> list[tuple]:  # type: ignore[type-arg]
        both = list(zip(pair.pictures, pair.sizes, strict=True))
        if self.way is Way.SIDE_BY_SIDE:
            return both
        if self.way is Way.FLICKER:
            return [both[1 if self.swapped else 0]]
        return [(pair.differing, pair.differing.size())]

    def _show_words(self) -> None:
        shown = self._words[1:] if self.way is Way.FLICKER and self.swapped else self._words
        if self.way is Way.DIFFERENCE:
            shown = ((tr("What differs"), tr("Glowing: differs. Grey: the same.")),)
        for place, (caption, detail, words) in enumerate(zip(self.captions, self.details, shown, strict=False)):
            at = 1 if shown is not self._words and self.way is Way.FLICKER else place
            caption.setFont(sized(self.font(), 1.0, bold=at == self._current and self.way is not Way.DIFFERENCE))
            caption.setText(words[0])
            detail.setText(words[1])
        self.note.setText("" if self._pair is None else _difference_text(self._pair))


def _difference_text(pair: ReadPair) -> str:
    if pair.share == 0:
        return tr(_NOTHING_DIFFERS_TURNED if pair.turned else _NOTHING_DIFFERS)
    percent = max(0.1, 100 * pair.share)
    if pair.turned:
        return tr(
            "{percent:.1f} % of the pixels differ visibly, once one of them is turned or mirrored.", percent=percent
        )
    return tr("{percent:.1f} % of the pixels differ visibly.", percent=percent)


def _small_label() -> QLabel:
    label = plain_label(wraps=True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
