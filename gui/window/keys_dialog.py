"""All keys on one page: those of the menus, read from their actions, and those that the panels know themselves."""

from collections.abc import Sequence
from itertools import accumulate, compress

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from gui.language import tr
from gui.widgets.on_screen import fitting
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, sized

ROOM_AROUND = QSize(60, 90)  # margins, the button, a scroll bar
TITLE_ROWS = 2  # what a title takes, with the room above it

KeysSection = tuple[str, Sequence[tuple[str, str]]]

ELSEWHERE: tuple[KeysSection, ...] = (
    (
        said("Grid"),
        (
            (said("Enter or double click"), said("find similar pictures")),
            (said("Space"), said("the viewer, and back")),
            (said("Backspace"), said("back to the query before")),
            (said("Arrows, Page up, Home …"), said("go to another picture")),
            (said("Shift or Ctrl with these"), said("select several")),
            (said("Ctrl+A"), said("select all")),
            (said("1 to 9, or a label’s key"), said("give the label, or take it")),
            (said("Ctrl+plus, minus, 0"), said("larger, smaller, usual tiles")),
        ),
    ),
    (
        said("Search field and timeline"),
        (
            (said("Up, Down, then Enter"), said("take a proposal; Tab, the first")),
            (said("Down, while it is empty"), said("what can be written")),
            (said("Arrows, Page up, Home …"), said("another month of the timeline")),
            (said("Shift with these"), said("several months")),
            (said("Enter, Escape"), said("choose them, any date again")),
        ),
    ),
    (
        said("List of labels"),
        (
            (said("Enter"), said("show its pictures, or all again")),
            (said("F2, Delete"), said("rename it, delete it")),
            (said("1 to 9"), said("give that label to the chosen pictures")),
            (said("Menu"), said("merge it, its colour and hotkey")),
        ),
    ),
    (
        said("Query"),
        (
            (said("Alt+Left, Alt+Right"), said("back and forward")),
            (said("Escape"), said("leave the query")),
            (said("Delete", "the key"), said("remove the chosen picture")),
            (said("minus"), said("change between similar and unlike")),
            (said("Ctrl+Shift+O"), said("search with a picture file")),
        ),
    ),
    (
        said("Preview"),
        (
            (said("plus, minus"), said("zoom")),
            ("0, 1", said("fit, full size")),
            (said("C, then arrows and Enter"), said("search for a part")),
        ),
    ),
    (
        said("Viewer"),
        (
            (said("Left, Right, Page up, Home …"), said("another picture")),
            (said("plus, minus, 0"), said("zoom, fit")),
            (said("Z, Ctrl+1"), said("fitted or 100 %, 100 %")),
            (said("R, Shift+R"), said("turn it; the file stays as it is")),
            ("B, U", said("side by side; each by itself")),
            ("I, F11", said("details, full screen")),
            (said("L, 1 to 9, a label’s key"), said("label it")),
            (said("Enter, C"), said("find similar, search for a part")),
            (said("Escape or Space"), said("back")),
        ),
    ),
    (
        said("Model versions"),
        (
            (said("Enter or double click"), said("activate")),
            (said("F2, Delete"), said("rename, remove")),
            ("E, I", said("export, import")),
            ("C", said("compare; S swaps the two")),
            ("V", said("evaluate")),
            (said("Backspace"), said("back")),
        ),
    ),
    (
        said("Evaluation"),
        (
            (said("Left, Right, Page up …"), said("read off a plot")),
            (said("Alt+E, Alt+C"), said("choose the version, the other one")),
            (said("Escape"), said("stop measuring")),
            (said("Ctrl+Shift+S"), said("save the picture")),
            (said("Ctrl+Shift+E"), said("save the numbers")),
            (said("Backspace"), said("back")),
        ),
    ),
    (
        said("Copies and bursts"),
        (
            ("K, D", said("keep it, drop it")),
            ("B, A", said("keep the best, keep all of the group")),
            ("N", said("not a pair: it does not belong here")),
            (said("Up, Down, Page up …"), said("another group")),
            (said("Left, Right"), said("another picture of it")),
            (said("C or Enter"), said("compare, and back")),
            ("S, F, V", said("side by side, flicker, difference")),
            ("T, R", said("to the trash, the rules")),
        ),
    ),
    (
        said("Map"),
        (
            (said("Draw with the mouse"), said("select; with Ctrl, beside what is")),
            (said("Click"), said("show what is most like it")),
            (said("Enter or double click"), said("find similar pictures")),
            (said("Space"), said("the viewer, and back")),
            (said("Arrows, or right button"), said("move the map")),
            (said("plus, minus, 0"), said("zoom, fit")),
            (said("Ctrl+arrows, Ctrl+A"), said("another picture, all")),
            (said("L, 1 to 9, a label’s key"), said("label what is selected")),
            (said("Escape"), said("back")),
        ),
    ),
    (
        said("Label the doubtful"),
        (
            ("Y, N", said("it has the label, or not")),
            ("A", said("yes, and ask for a second label")),
            (said("S or Space"), said("skip the picture")),
            ("L", said("type a label")),
            (said("U or Ctrl+Z"), said("take the last answer back")),
            (said("Escape"), said("end")),
        ),
    ),
)


class KeysDialog(QDialog):
    def __init__(self, menus: Sequence[tuple[str, Sequence[QAction]]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keys"))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.close)
        sections = [*(_section_of(title, actions) for title, actions in menus), *ELSEWHERE]
        pages = (_page(sections, columns) for columns in (3, 2, 1))
        page = next((page for page in pages if _is_room_for(page, self)), _page(sections, 1))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        whole.setSpacing(SPACE_L)
        area = QScrollArea()  # a small screen has less height than the keys need
        area.setAccessibleName(tr("Keys"))
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(page)
        whole.addWidget(area)
        whole.addWidget(close)
        self.resize(fitting(page.sizeHint() + ROOM_AROUND, self))


def _is_room_for(page: QWidget, dialog: QWidget) -> bool:
    """Side by side; below each other one can scroll."""
    width = page.sizeHint().width() + ROOM_AROUND.width()
    return fitting(QSize(width, 0), dialog).width() == width


def _page(sections: Sequence[KeysSection], columns: int) -> QWidget:
    """About equally high columns, in the order in which they are read."""
    page = QWidget()
    row = QHBoxLayout(page)
    row.setSpacing(3 * SPACE_L)
    lengths = [len(rows) + TITLE_ROWS for _, rows in sections]
    middles = [end - length / 2 for end, length in zip(accumulate(lengths), lengths, strict=True)]
    for column in range(columns):
        shown = [int(middle * columns / sum(lengths)) == column for middle in middles]
        row.addLayout(_column(list(compress(sections, shown))))
    return page


def _section_of(title: str, actions: Sequence[QAction]) -> KeysSection:
    native = QKeySequence.SequenceFormat.NativeText
    with_keys = [action for action in actions if not action.shortcut().isEmpty()]
    return _plain(title), [(action.shortcut().toString(native), _plain(action.text())) for action in with_keys]


def _plain(text: str) -> str:
    return text.replace("&", "")


def _column(sections: Sequence[KeysSection]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(SPACE_L)
    widths = [_label(tr(keys)).sizeHint().width() for _, rows in sections for keys, _ in rows]
    for title, rows in sections:
        column.addLayout(_grid(title, rows, max(widths)))
    column.addStretch()
    return column


def _grid(title: str, rows: Sequence[tuple[str, str]], keys_width: int) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACE_L)
    grid.setVerticalSpacing(SPACE_S)
    grid.setColumnMinimumWidth(0, keys_width)
    grid.setColumnStretch(1, 1)
    heading = _label(tr(title))
    heading.setFont(sized(heading.font(), 1.0, bold=True))
    grid.addWidget(heading, 0, 0, 1, 2)
    for row, (keys, what) in enumerate(rows, 1):
        grid.addWidget(_label(tr(keys)), row, 0)
        grid.addWidget(_label(tr(what)), row, 1)
    return grid


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
