"""What stands in the centre: the grid, a word in its place when it has nothing to show, or a page over both."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from gui.grid.empty_state import EmptyState
from gui.grid.grid_view import GridView
from gui.library.browse_bar import BrowseBar

Texts = tuple[str, str, str]  # title, what to do, the word on the button


class Centre(QStackedWidget):
    """A page stays until it is left, whatever goes on in the grid meanwhile.

    Signals:
        page_shown(str): a page covers the grid.
        page_left(): the grid is to be shown again, or a word in its place.
    """

    page_shown = Signal(str)
    page_left = Signal()

    def __init__(self, grid: GridView, empty: EmptyState, browse_bar: BrowseBar) -> None:
        super().__init__()
        self.grid, self.empty, self._browse_bar = grid, empty, browse_bar
        self._pages: dict[str, QWidget] = {}
        self._with_pictures: set[str | None] = {None}  # None: the grid
        self.addWidget(grid)
        self.addWidget(empty)

    @property
    def page(self) -> str | None:
        """The name of the page that covers the grid, None if none does."""
        return next((name for name, widget in self._pages.items() if widget is self.currentWidget()), None)

    @property
    def is_of_pictures(self) -> bool:
        """Whether what is shown has a current picture, which the preview is about."""
        return self.page in self._with_pictures

    def add_page(self, name: str, widget: QWidget, has_pictures: bool = False) -> None:
        """Where a page has pictures of its own, the preview is about these; elsewhere it gives way."""
        self._pages[name] = widget
        if has_pictures:
            self._with_pictures.add(name)
        self.addWidget(widget)

    def show_page(self, name: str) -> None:
        """In place of the grid and its bar. Whoever wants the keys to go there sets the focus."""
        self._browse_bar.hide()
        self.setCurrentWidget(self._pages[name])
        self.page_shown.emit(name)

    def leave_page(self) -> None:
        """Back to the pictures; nothing happens if they are shown."""
        if self.page is not None:
            self._browse_bar.show()
            self.setCurrentWidget(self.grid)
            self.page_left.emit()  # there may be nothing to show

    def take_keys(self) -> None:
        """They go to the grid, or to what had them last on the page that covers it."""
        page = None if self.page is None else self.currentWidget()
        last = None if page is None else page.focusWidget()
        (self.grid if page is None else last if last is not None and last.isVisible() else page).setFocus()

    def show_pictures(self, why_none: Texts | None) -> None:
        """The grid, or why it has nothing to show."""
        if self.page is not None:
            return
        if why_none is not None:
            self.empty.set_texts(*why_none)
        focus = QApplication.focusWidget()
        # Not what lies over the pictures, such as the entry for labels: that keeps the keys.
        focused = focus is not None and any(p is focus or p.isAncestorOf(focus) for p in (self.grid, self.empty))
        shown = self.grid if why_none is None else self.empty
        self.setCurrentWidget(shown)
        if focused:
            shown.setFocus()  # the keys go to what is shown
