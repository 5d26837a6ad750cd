"""Above the grid: the words that pictures are searched by, in which order they are shown, and how large."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.search.filter_language import understood
from engine.sentences import said
from engine.store.browsing import Browse, Sort
from engine.store.filters import Filter
from engine.store.label_list import Label
from engine.store.timeline import Grouping
from gui.language import tr
from gui.library.group_button import GroupButton
from gui.library.search_field import SearchField
from gui.library.search_note import SearchNote
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.label_colours import colour_of, swatch_icon
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_M, SPACE_S

SORTS = {
    said("Folder"): Sort.FOLDER,
    said("Name"): Sort.NAME,
    said("Date taken"): Sort.TAKEN,
    said("Date added"): Sort.ADDED,
    said("Date modified"): Sort.MODIFIED,
    said("File size"): Sort.SIZE,
    said("Camera"): Sort.CAMERA,
}
LIKENESS = said("Likeness")  # an order to be chosen by a picture, not here
ALL_LABELS, UNLABELLED = said("All labels"), said("Unlabelled")
ROOM_FOR_ALL = 830  # on one line, with enough for several words in the field
OF_LABELS = 110  # what the others need more while labels can be chosen
OF_GROUPS = 40  # and while there are groups, whose kind is said
SLIDER, SHORT_SLIDER = 84, 76
SHORTEST_TITLE, USUAL_TITLE = 40, 130
NARROWEST_LABELS = 80


class BrowseBar(QWidget):
    """The field shows the words of what is shown: of a query while there is one, else of what is browsed.

    Signals:
    changed(Browse): the user wants another selection or order.
    narrowed(Filter): the hits of the query are to be narrowed by these words.
    tile_size_chosen(int): another size of the tiles.
    """

    changed = Signal(object)
    narrowed = Signal(object)
    tile_size_chosen = Signal(int)

    def __init__(self, smallest: int, usual: int, largest: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._browse = Browse()
        self._browsing = True
        self._of_query: Filter | None = None  # None: there is no query
        self.title = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.filter = SearchField()
        self.note = SearchNote(self.filter)
        self.sort = QComboBox()
        self.direction = QToolButton()
        self.group = GroupButton()
        self.missing = QCheckBox(tr("Show missing"))
        self.label = ElidedCombo()
        self._labels: list[Label] = []
        self.tile_size = QSlider(Qt.Orientation.Horizontal)
        self._set_up(smallest, usual, largest)
        self._lay_out()

    def _set_up(self, smallest: int, usual: int, largest: int) -> None:
        self.filter.setMinimumWidth(110)
        self.filter.asked.connect(self._on_asked)
        self.sort.addItems([tr(text) for text in SORTS])
        self.sort.setAccessibleName(tr("Sort by"))
        self.sort.setToolTip(tr("Sort by"))
        self.sort.currentIndexChanged.connect(self._on_sort_chosen)
        self.direction.setArrowType(Qt.ArrowType.UpArrow)
        self.direction.setAutoRaise(True)
        self.direction.setAccessibleName(tr("Turn the order round"))
        self.direction.setToolTip(tr("Turn the order round"))
        self.direction.clicked.connect(self._on_direction_clicked)
        self.group.chosen.connect(self.choose_grouping)
        self.missing.setChecked(True)
        self.missing.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # labels give way, no word
        self.missing.setToolTip(tr("Also show pictures whose file is not there now"))
        self.missing.toggled.connect(self._on_missing_toggled)
        self.label.setAccessibleName(tr("Label to show"))
        self.label.setToolTip(tr("Only pictures with this label"))
        self.label.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.label.setMinimumContentsLength(9)
        self.label.setMinimumWidth(NARROWEST_LABELS)
        self.label.activated.connect(self._on_label_chosen)
        self.tile_size.setRange(smallest, largest)
        self.tile_size.setValue(usual)
        self.tile_size.setFixedWidth(SLIDER)
        self.tile_size.setAccessibleName(tr("Size of the tiles"))
        self.tile_size.setToolTip(tr("Size of the tiles (Ctrl+wheel, Ctrl+plus, Ctrl+minus)"))
        self.tile_size.valueChanged.connect(self.tile_size_chosen)

    def _lay_out(self) -> None:
        self._rows = (QHBoxLayout(), QHBoxLayout())
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(0)  # the smallest window has not a pixel more
        for row in self._rows:
            row.setSpacing(SPACE_S + 2)
            column.addLayout(row)
        self._line_height = max(widget.sizeHint().height() for widget in (self.sort, self.direction, self.group))
        column.addWidget(self.note)
        self._rows[0].addWidget(self.title, 2)
        self._rows[0].addWidget(self.filter, 3)
        for widget in (self.label, self.missing, self.sort, self.direction, self.group, self.tile_size):
            self._rows[0].addWidget(widget)
        self._rows[0].addStrut(self._line_height)  # with all of them and without

    def minimumSizeHint(self) -> QSize:
        """Without title, labels, groups and slider, which make room; were they counted, it would never get so
        narrow. On two lines there is room enough for these, too."""
        kept = (self.filter, self.missing, self.sort, self.direction)
        width = sum(widget.minimumSizeHint().width() for widget in kept) + 5 * SPACE_M
        return QSize(width, super().minimumSizeHint().height())

    def browse(self) -> Browse:
        return self._browse

    def set_browse(self, browse: Browse) -> None:
        """Show these choices without asking for them."""
        self._browse = browse
        for widget in (self.sort, self.missing):
            widget.blockSignals(True)
        self.missing.setChecked(browse.show_missing)
        for widget in (self.sort, self.missing):
            widget.blockSignals(False)
        self._show_words()
        self._show_order()
        self._show_label()

    def words(self) -> Filter:
        """By which what is shown was searched."""
        return self._browse.filter if self._of_query is None else self._of_query

    def search_for(self, text: str) -> None:
        """Put this into the field and ask for it."""
        self.filter.show_text(text)
        self._on_asked(text)

    def show_query(self, words: Filter | None) -> None:
        """The words of the query that is shown from now on; None: there is none, those of browsing hold again. What
        is being typed stays if they are the same as before."""
        if words == self._of_query:
            return
        if self._of_query is None:  # what was just typed was meant for browsing, and counts when the query is left
            self._browse = replace(self._browse, filter=understood(self.filter.text()).filter)
        self._of_query = words
        self._show_words()

    def set_labels(self, labels: Sequence[Label]) -> None:
        """Those that can be chosen; without any there is no choice."""
        if list(labels) != self._labels:
            self._labels = list(labels)
            self._show_label()
            self._fit()

    def choose_label(self, name: str | None, unlabelled: bool) -> None:
        """Ask for the pictures with a label, for those without any, or for all."""
        self._change(label=name, unlabelled=unlabelled)
        self._show_label()

    def choose_grouping(self, grouping: Grouping | None) -> None:
        """Ask for groups, which are by the date taken, or for none."""
        by_date = {} if grouping is None else {"sort": Sort.TAKEN, "like": None}
        self._change(grouping=grouping, **by_date)
        self._show_order()

    def choose_likeness(self, image_id: int | None) -> None:
        """Ask for the order of likeness to an image, or for the one from before."""
        nearest_first = {} if image_id is None else {"descending": False, "grouping": None}
        self._change(like=image_id, **nearest_first)
        self._show_order()

    def set_folder(self, folder: bytes | None) -> None:
        """Show this folder without asking for it; what is being typed stays."""
        self._browse = replace(self._browse, folder=folder)

    def show_tile_size(self, size: int) -> None:
        self.tile_size.blockSignals(True)
        self.tile_size.setValue(size)
        self.tile_size.blockSignals(False)

    def set_browsing(self, browsing: bool, title: str) -> None:
        """Hits have their own order; only the title, the words and the tile size stay."""
        self.title.setText(title)
        self._browsing = browsing
        for widget in (self.sort, self.direction, self.group, self.missing):
            widget.setVisible(browsing)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Words need room: where it is not there, most other things are on a second line. So it is for hits, too,
        which have fewer of these: or the pictures would move."""
        labels, groups = bool(self._labels), self._browse.grouping is not None
        room = self.width() - (OF_LABELS if labels else 0) - (OF_GROUPS if groups else 0)
        self._break_line(room < ROOM_FOR_ALL)
        self.label.setVisible(self._browsing and labels)
        self._give_way()

    def _give_way(self) -> None:
        """Where the second line is too short, the kind of groups goes without its word; then the slider goes: keys
        and the wheel do the same."""
        self.tile_size.setVisible(True)
        self.group.say_kind(True)
        self.group.say_kind(self._is_room_below(SHORTEST_TITLE, self.label.sizeHint().width()))
        title = min(self.title.sizeHint().width(), USUAL_TITLE)
        self.tile_size.setVisible(self._is_room_below(title, NARROWEST_LABELS))

    def _is_room_below(self, title: int, labels: int) -> bool:
        """Whether the second line, if there is one, holds its words with so much of the title and the labels."""
        second = self._rows[1]
        widths = [title, 0 if self.label.isHidden() else labels + second.spacing()]
        for widget in (self.missing, self.group, self.tile_size):
            widths.append(0 if widget.isHidden() else widget.sizeHint().width() + second.spacing())
        return not second.count() or sum(widths) + 2 * SPACE_M <= self.width()

    def _break_line(self, wanted: bool) -> None:
        """Title, labels, missing ones, groups and slider below the others, or back where they belong among them."""
        first, second = self._rows
        if wanted == (second.count() > 0):
            return
        self.tile_size.setFixedWidth(SHORT_SLIDER if wanted else SLIDER)
        self.title.setMinimumHeight(self._line_height if wanted else 0)
        below = ((0, self.title), (2, self.label), (3, self.missing), (6, self.group), (7, self.tile_size))
        for place, widget in below:
            (first if wanted else second).removeWidget(widget)
            if wanted:
                second.addWidget(widget, 2 * (widget is self.title))
            else:
                first.insertWidget(place, widget, 2 * (widget is self.title))

    def _change(self, **changes: object) -> None:
        before, self._browse = self._browse, replace(self._browse, **changes)  # type: ignore[arg-type]
        if before != self._browse:
            self.changed.emit(self._browse)

    def _on_asked(self, text: str) -> None:
        result = understood(text)
        self.note.say(result.notes)
        if self._of_query is None:
            self._change(filter=result.filter)
        elif result.filter != self._of_query:
            self._of_query = result.filter
            self.narrowed.emit(result.filter)

    def _show_words(self) -> None:
        self.filter.show_text(self.words().text)
        self.note.say(understood(self.words().text).notes)

    def _on_sort_chosen(self, row: int) -> None:
        """Another order ends the one of likeness; groups are by the date taken alone."""
        if row < len(SORTS):
            sort = list(SORTS.values())[row]
            grouping = self._browse.grouping if sort is Sort.TAKEN else None
            self._change(sort=sort, like=None, grouping=grouping)
            self._show_order()

    def _on_direction_clicked(self) -> None:
        self._change(descending=not self._browse.descending)
        self._show_direction()

    def _show_label(self) -> None:
        browse = self._browse
        self.label.clear()
        self.label.addItem(tr(ALL_LABELS))
        self.label.addItem(tr(UNLABELLED))
        for label in self._labels:
            self.label.addItem(swatch_icon(colour_of(label)), printable(label.name))
        names = [label.name for label in self._labels]
        place = 2 + names.index(browse.label) if browse.label in names else int(browse.unlabelled)
        self.label.setCurrentIndex(place)

    def _on_label_chosen(self, place: int) -> None:
        name = self._labels[place - 2].name if place >= 2 else None
        self._change(label=name, unlabelled=place == 1)

    def _show_order(self) -> None:
        """Likeness can be seen while it holds; it ends with any other order."""
        browse = self._browse
        self.sort.blockSignals(True)
        if browse.like is not None and self.sort.count() == len(SORTS):
            self.sort.addItem(tr(LIKENESS))
        elif browse.like is None and self.sort.count() > len(SORTS):
            self.sort.removeItem(len(SORTS))
        place = len(SORTS) if browse.like is not None else list(SORTS.values()).index(browse.sort)
        self.sort.setCurrentIndex(place)
        self.sort.blockSignals(False)
        self.group.show_grouping(browse.grouping)
        self._show_direction()
        self._fit()

    def _show_direction(self) -> None:
        down = self._browse.descending
        self.direction.setArrowType(Qt.ArrowType.DownArrow if down else Qt.ArrowType.UpArrow)

    def _on_missing_toggled(self, shown: bool) -> None:
        self._change(show_missing=shown)
