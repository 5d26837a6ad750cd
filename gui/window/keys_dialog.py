"""All keys on one page: those of the menus, read from their actions, and those that the panels know themselves."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
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

from gui.widgets.on_screen import fitting
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, sized

ROOM_AROUND = QSize(60, 90)  # margins, the button, a scroll bar
FIRST_COLUMN = 5  # menus; the others stand above what is next to them

KeysSection = tuple[str, Sequence[tuple[str, str]]]

ELSEWHERE: tuple[KeysSection, ...] = (
    (
        "Grid",
        (
            ("Enter or double click", "find similar pictures"),
            ("Space", "the viewer, and back"),
            ("Backspace", "back to the query before"),
            ("Arrows, Page up, Home …", "go to another picture"),
            ("Shift or Ctrl with these", "select several"),
            ("Ctrl+A", "select all"),
            ("1 to 9, or a label’s key", "give the label, or take it"),
            ("Ctrl+plus, minus, 0", "larger, smaller, usual tiles"),
        ),
    ),
    (
        "Search field and timeline",
        (
            ("Up, Down, then Enter", "take a proposal; Tab, the first"),
            ("Down, while it is empty", "what can be written"),
            ("Arrows, Page up, Home …", "another month of the timeline"),
            ("Shift with these", "several months"),
            ("Enter, Escape", "choose them, any date again"),
        ),
    ),
    (
        "List of labels",
        (
            ("Enter", "show its pictures, or all again"),
            ("F2, Delete", "rename it, delete it"),
            ("1 to 9", "give that label to the chosen pictures"),
            ("Menu", "merge it, its colour and hotkey"),
        ),
    ),
    (
        "Query",
        (
            ("Alt+Left, Alt+Right", "back and forward"),
            ("Escape", "leave the query"),
            ("Delete", "remove the chosen picture"),
            ("minus", "change between similar and unlike"),
            ("Ctrl+Shift+O", "search with a picture file"),
        ),
    ),
    (
        "Preview",
        (
            ("plus, minus", "zoom"),
            ("0, 1", "fit, full size"),
            ("C, then arrows and Enter", "search for a part"),
        ),
    ),
    (
        "Viewer",
        (
            ("Left, Right, Page up, Home …", "another picture"),
            ("plus, minus, 0", "zoom, fit"),
            ("Z, Ctrl+1", "fitted or 100 %, 100 %"),
            ("R, Shift+R", "turn it; the file stays as it is"),
            ("B, U", "side by side; each by itself"),
            ("I, F11", "details, full screen"),
            ("L, 1 to 9, a label’s key", "label it"),
            ("Enter, C", "find similar, search for a part"),
            ("Escape or Space", "back"),
        ),
    ),
    (
        "Model versions",
        (
            ("Enter or double click", "activate"),
            ("F2, Delete", "rename, remove"),
            ("E, I", "export, import"),
            ("C", "compare; S swaps the two"),
            ("V", "evaluate"),
            ("Backspace", "back"),
        ),
    ),
    (
        "Evaluation",
        (
            ("Left, Right, Page up …", "read off a plot"),
            ("Alt+E, Alt+C", "choose the version, the other one"),
            ("Escape", "stop measuring"),
            ("Ctrl+Shift+S", "save the picture"),
            ("Ctrl+Shift+E", "save the numbers"),
            ("Backspace", "back"),
        ),
    ),
    (
        "Copies and bursts",
        (
            ("K, D", "keep it, drop it"),
            ("B, A", "keep the best, keep all of the group"),
            ("N", "not a pair: it does not belong here"),
            ("Up, Down, Page up …", "another group"),
            ("Left, Right", "another picture of it"),
            ("C or Enter", "compare, and back"),
            ("S, F, V", "side by side, flicker, difference"),
            ("T, R", "to the trash, the rules"),
        ),
    ),
    (
        "Map",
        (
            ("Draw with the mouse", "select; with Ctrl, beside what is"),
            ("Click", "show what is most like it"),
            ("Enter or double click", "find similar pictures"),
            ("Space", "the viewer, and back"),
            ("Arrows, or right button", "move the map"),
            ("plus, minus, 0", "zoom, fit"),
            ("Ctrl+arrows, Ctrl+A", "another picture, all"),
            ("L, 1 to 9, a label’s key", "label what is selected"),
            ("Escape", "back"),
        ),
    ),
    (
        "Label the doubtful",
        (
            ("Y, N", "it has the label, or not"),
            ("A", "yes, and ask for a second label"),
            ("S or Space", "skip the picture"),
            ("L", "type a label"),
            ("U or Ctrl+Z", "take the last answer back"),
            ("Escape", "end"),
        ),
    ),
)


class KeysDialog(QDialog):
    def __init__(self, menus: Sequence[tuple[str, Sequence[QAction]]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys")
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.close)
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setSpacing(3 * SPACE_L)
        sections, half = [_section_of(title, actions) for title, actions in menus], len(ELSEWHERE) // 2
        columns.addLayout(_column(sections[:FIRST_COLUMN], 100))
        columns.addLayout(_column([*sections[FIRST_COLUMN:], *ELSEWHERE[:half]], 160))
        columns.addLayout(_column(ELSEWHERE[half:], 160))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        whole.setSpacing(SPACE_L)
        area = QScrollArea()  # a small screen has less height than the keys need
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(page)
        whole.addWidget(area)
        whole.addWidget(close)
        self.resize(fitting(page.sizeHint() + ROOM_AROUND, self))


def _section_of(title: str, actions: Sequence[QAction]) -> KeysSection:
    with_keys = [action for action in actions if not action.shortcut().isEmpty()]
    return _plain(title), [(action.shortcut().toString(), _plain(action.text())) for action in with_keys]


def _plain(text: str) -> str:
    return text.replace("&", "")


def _column(sections: Sequence[KeysSection], keys_width: int) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(SPACE_L)
    for title, rows in sections:
        column.addLayout(_grid(title, rows, keys_width))
    column.addStretch()
    return column


def _grid(title: str, rows: Sequence[tuple[str, str]], keys_width: int) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACE_L)
    grid.setVerticalSpacing(SPACE_S)
    grid.setColumnMinimumWidth(0, keys_width)
    grid.setColumnStretch(1, 1)
    heading = _label(title)
    heading.setFont(sized(heading.font(), 1.0, bold=True))
    grid.addWidget(heading, 0, 0, 1, 2)
    for row, (keys, what) in enumerate(rows, 1):
        grid.addWidget(_label(keys), row, 0)
        grid.addWidget(_label(what), row, 1)
    return grid


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
