"""The top of the window: the query's pictures as chips, the way back and forward; and the filters on the hits.

The filters are a strip of their own, to be placed below the pictures: with a query and without, the bar has the
same height, and the pictures stay where they are. The bar knows no library. It shows the query it is given, and
says which query the person wants instead.
"""

from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from engine.search.query import Query, QueryPicture
from engine.sentences import said
from gui.language import tr
from gui.search.chip_row import ChipRow
from gui.search.distance_shapes import Meaning
from gui.search.filter_row import FilterRow
from gui.widgets.icons import icon
from gui.widgets.theme import ICON_SIZE, SPACE_M, SPACE_S

HINT = said("Click a picture's magnifier, drop or paste a picture here")


class QueryBar(QWidget):
    """One slim line: a hint while there is no query, chips when there is. `filters` are to be placed by the window.

    The bar owns the keys Alt+Left, Alt+Right, Escape (clear) and Ctrl+Shift+O in its window.

    Signals: `query_changed(Query)` by a person's change, never by `set_query`; `range_moved(int, int)` with every
    step of the distance slider, of which the query follows some; `more_requested()`: more hits; `cleared()`;
    `back_requested()`, `forward_requested()`, `open_requested()`, `paste_requested()`.
    """

    query_changed = Signal(object)
    more_requested = Signal()
    range_moved = Signal(int, int)
    cleared = Signal()
    back_requested = Signal()
    forward_requested = Signal()
    open_requested = Signal()
    paste_requested = Signal()

    def __init__(self, bits: int = 64, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query: Query | None = None
        self.back = _button("back", "", tr("Back to the query before (Alt+Left)"), "Alt+Left")
        self.forward = _button("forward", "", tr("Forward to the query after (Alt+Right)"), "Alt+Right")
        self.hint = _hint()
        self.chips = ChipRow()
        self.open = _button(
            "open", tr("Open picture…"), tr("Search with a picture file (Ctrl+Shift+O)"), "Ctrl+Shift+O"
        )
        self.paste = _button("paste", tr("Paste"), tr("Search with the picture on the clipboard"))
        self.clear = _button("close", tr("Clear"), tr("Leave the query and browse again (Escape)"), "Escape")
        self.show_rejected = QCheckBox()
        self.show_rejected.setToolTip(tr("Also show hits that you said are not the same"))
        self.filters = FilterRow(bits)
        self.filters.hide()
        self.back.setAccessibleName(tr("Back"))
        self.forward.setAccessibleName(tr("Forward"))
        self.setAccessibleName(tr("Query"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._lay_out()
        self._connect()
        self.set_history_state(False, False)
        self.set_query(None, [])

    def name_paste_keys(self, keys: str) -> None:
        self.paste.setToolTip(tr("Search with the picture on the clipboard ({keys})", keys=keys))

    def query(self) -> Query | None:
        return self._query

    def set_query(self, query: Query | None, names: list[str]) -> None:
        """Show this query, with the names of its pictures in order; None shows the hint."""
        self._query = query
        self.hint.setVisible(query is None)
        for widget in (self.chips, self.clear, self.filters):
            widget.setVisible(query is not None)
        self.chips.set_pictures(query.pictures if query is not None else (), names)
        self.filters.set_query(query)
        if query is None:
            self.set_rejected(0)
        else:
            self.show_rejected.setChecked(query.show_rejected)

    def set_names(self, names: list[str]) -> None:
        """Of the query's pictures, in order. Filters stay as they are: a person may be moving one."""
        if self._query is not None:
            self.chips.set_pictures(self._query.pictures, names)

    def set_picture_image(self, picture: QueryPicture, image: QImage) -> None:
        """The picture's thumbnail, which stays with it; ignored when the picture is no longer asked for."""
        self.chips.set_image(picture, image)

    def has_picture_image(self, picture: QueryPicture) -> bool:
        return self.chips.has_image(picture)

    def set_bits(self, bits: int) -> None:
        """The length of the active version's codes, which is the largest distance."""
        self.filters.set_bits(bits)

    def set_histogram(self, counts: list[int] | None) -> None:
        """How many of the hits lie at distance 0, 1, 2 and so on."""
        self.filters.set_histogram(counts)

    def set_meaning(self, meaning: Meaning | None) -> None:
        """What the distances of the active version mean, by the labels; None: nobody knows."""
        self.filters.slider.set_meaning(meaning)

    def set_labels(self, labels: list[str]) -> None:
        """The labels to filter by; without any the filter is not shown."""
        self.filters.set_labels(labels)

    def set_rejected(self, count: int) -> None:
        """How many images were said to be not the same as the one asked for; without any the box is not shown."""
        self.show_rejected.setText(tr("Show rejected ({n:,})", n=count))
        self.show_rejected.setVisible(count > 0)

    def set_result(self, text: str) -> None:
        self.filters.set_result(text)

    def set_more(self, possible: bool) -> None:
        """Whether there are more hits than those that are shown."""
        self.filters.more.setVisible(possible)

    def set_history_state(self, can_go_back: bool, can_go_forward: bool) -> None:
        self.back.setEnabled(can_go_back)
        self.forward.setEnabled(can_go_forward)

    def _lay_out(self) -> None:
        first = QHBoxLayout(self)
        first.setContentsMargins(SPACE_M, 1, SPACE_M, 1)
        first.setSpacing(SPACE_S)
        for widget in (self.back, self.forward):
            first.addWidget(widget)
        first.addSpacing(SPACE_S)
        first.addWidget(self.hint, 1)
        first.addWidget(self.chips, 1)
        first.addSpacing(SPACE_S)
        first.addWidget(self.show_rejected)
        first.addSpacing(SPACE_S)
        for widget in (self.open, self.paste, self.clear):
            first.addWidget(widget)
        first.addStrut(self.chips.height())

    def _connect(self) -> None:
        self.back.clicked.connect(self.back_requested)
        self.forward.clicked.connect(self.forward_requested)
        self.open.clicked.connect(self.open_requested)
        self.paste.clicked.connect(self.paste_requested)
        self.clear.clicked.connect(self._on_clear_clicked)
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.toggled.connect(self._on_chip_toggled)
        self.filters.more.clicked.connect(self.more_requested)
        self.filters.changed.connect(self._on_filters_changed)
        self.filters.slider.moved.connect(self.range_moved)
        self.show_rejected.clicked.connect(self._on_show_rejected_clicked)

    def _on_clear_clicked(self) -> None:
        self.set_query(None, [])
        self.cleared.emit()

    def _on_chip_removed(self, index: int) -> None:
        if self._query is None:
            return
        others = self._query.pictures[:index] + self._query.pictures[index + 1 :]
        if all(picture.minus for picture in others):
            self._on_clear_clicked()  # nothing left to be similar to
            return
        names = self.chips.names()
        del names[index]
        self._change(self._query.without_picture(index), names)

    def _on_chip_toggled(self, index: int) -> None:
        if self._query is not None:
            self._change(self._query.toggled(index), self.chips.names())

    def _change(self, query: Query, names: list[str]) -> None:
        self.set_query(query, names)
        self.query_changed.emit(query)

    def _on_show_rejected_clicked(self, wanted: bool) -> None:
        if self._query is not None:
            self._change(replace(self._query, show_rejected=wanted), self.chips.names())

    def _on_filters_changed(self, query: Query) -> None:
        self._query = query
        self.query_changed.emit(query)


def _hint() -> QLabel:
    label = QLabel(tr(HINT))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


class _Button(QToolButton):
    def event(self, event: QEvent) -> bool:
        """Its key acts at once; by itself Qt would show the button pressed for a while and lose further keys."""
        if event.type() == QEvent.Type.Shortcut:
            self.click()
            return True
        return super().event(event)


def _button(icon_name: str, text: str, tip: str, shortcut: str = "") -> QToolButton:
    button = _Button()
    button.setIcon(icon(icon_name))
    button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    if text:
        button.setText(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    if shortcut:
        button.setShortcut(shortcut)
    button.setToolTip(tip)
    button.setMinimumHeight(28)
    return button
