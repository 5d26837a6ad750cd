"""The preview's room beside a page that covers the grid: the page has it as long as it shows no picture."""

from PySide6.QtCore import QObject

from gui.pictures.centre import Centre
from gui.pictures.viewing import Viewing
from gui.window.columns import Columns


class PreviewRoom(QObject):
    """Beside the grid it always stands, or pictures would jump. So it does beside a page on which pictures are
    chosen, from the first that was chosen there."""

    def __init__(self, centre: Centre, viewing: Viewing, columns: Columns) -> None:
        super().__init__(columns)
        self._centre, self._viewing, self._columns = centre, viewing, columns
        self._chosen_on: str | None = None  # the page on which a picture was chosen
        centre.page_shown.connect(self._on_page_shown)
        centre.page_left.connect(self._place)
        viewing.current_changed.connect(self._place)

    def _on_page_shown(self, page: str) -> None:
        self._chosen_on = None
        self._place()

    def _place(self) -> None:
        page, viewing = self._centre.page, self._viewing
        if page is not None and viewing.current_id() is not None:
            self._chosen_on = page
        has_picture = viewing.current_id() is not None or (viewing.is_choice and self._chosen_on == page)
        self._columns.show_right(self._centre.is_of_pictures and (page is None or has_picture))
