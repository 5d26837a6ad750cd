"""The window: places the panels and connects them. What they do lives in browsing, searching, viewing, arrivals."""

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMainWindow,
    QMenu,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.store.folders import Folder
from gui.arrivals import Arrivals
from gui.browsing import Browsing
from gui.file_manager import open_folder
from gui.grid.empty_state import EmptyState
from gui.grid.grid_surface import LARGEST, SMALLEST, USUAL
from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.grid.tile_loader import TileLoader
from gui.icons import icon
from gui.job import Job
from gui.job_bar import JobBar
from gui.keys_dialog import KeysDialog
from gui.library.browse_bar import BrowseBar
from gui.library.folder_tree import SKIPPED
from gui.library.library_panel import LibraryPanel
from gui.library.skipped_panel import SkippedPanel
from gui.menus import Entry, actions_by_menu, build_menus
from gui.picture_files import PictureFiles
from gui.plain_text import path_text
from gui.preview.large_view import LargeView
from gui.preview.preview_panel import PreviewPanel
from gui.search.query_bar import QueryBar
from gui.searching import Searching
from gui.session import LibraryState, Session
from gui.viewing import Viewing
from gui.window_state import WindowState

PREVIEW_WIDTH = 244


class MainWindow(QMainWindow):
    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setWindowTitle("DualHash")
        self.setWindowIcon(icon("dualhash"))
        self._make_panels()
        self._place_panels()
        self._make_controllers()
        self._connect()
        self._make_menus()
        self._state = WindowState(session.library.path)
        self.preview.set_can_exclude(False)
        self._state.restore(self, self.splitter, self.browse_bar, self.grid)
        self._show_centre()
        self.empty.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.empty.setFocus()  # from there it goes to the grid
        self.browsing.refresh()
        if session.library.read_only:
            self._say("This library is open in another DualHash window; here you can browse and search.")

    # -- panels -------------------------------------------------------------------------------------------------

    def _make_panels(self) -> None:
        self.loader = TileLoader(self.session.read_tiles, self.session.library.close_thread, self)
        self.model = ImageModel(self.loader, self.session.read_paths, parent=self)
        self.grid = GridView(self.model)
        self.empty = EmptyState("")
        self.skipped = SkippedPanel()
        self.library_panel = LibraryPanel()
        self.browse_bar = BrowseBar(SMALLEST, USUAL, LARGEST)
        self.query_bar = QueryBar()
        self.preview = PreviewPanel()
        self.preview.setMinimumWidth(PREVIEW_WIDTH)  # with a picture and without, or the grid would jump
        self.large = LargeView(self)
        self.job_bar = JobBar()

    def _place_panels(self) -> None:
        self.centre = QStackedWidget()
        for page in (self.grid, self.empty, self.skipped):
            self.centre.addWidget(page)
        middle = _column(self.browse_bar, _line(), self.centre)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        for index, (panel, stretch) in enumerate(((self.library_panel, 0), (middle, 1), (self.preview, 0))):
            self.splitter.addWidget(panel)
            self.splitter.setStretchFactor(index, stretch)
            self.splitter.setCollapsible(index, False)
        self.splitter.setHandleWidth(1)
        self.setCentralWidget(_column(self.query_bar, _line(), self.splitter, _line(), self.job_bar))
        self.setMinimumSize(820, 520)

    def _make_controllers(self) -> None:
        self.browsing = Browsing(self.session, self.library_panel, self.browse_bar, self.grid, self.model)
        self.searching = Searching(self.session, self.query_bar, self.browse_bar, self.model)
        self.viewing = Viewing(self.session, self.preview, self.large)
        self.arrivals = Arrivals(self, self.query_bar)
        self.picture_files = PictureFiles(self.session, self)
        self._skipped_rows = self.session.background()

    def _connect(self) -> None:
        self.session.job_started.connect(self._on_job_started)
        self.session.device_chosen.connect(self.job_bar.show_device)
        self.session.refused.connect(self._say)
        self._skipped_rows.answered.connect(self.skipped.show_files)

        self.grid.similar_requested.connect(self.searching.find_similar)
        self.grid.current_changed.connect(self.viewing.show)
        self.grid.preview_requested.connect(self._on_preview_requested)
        self.grid.back_requested.connect(self.searching.back)
        self.grid.context_menu_requested.connect(self._on_context_menu_requested)
        self.grid.tile_size_changed.connect(self.browse_bar.show_tile_size)
        self.browse_bar.tile_size_chosen.connect(self.grid.set_tile_size)

        self.preview.similar_requested.connect(self.searching.find_similar)
        self.preview.add_requested.connect(self.searching.add)
        self.preview.minus_requested.connect(self.searching.add_minus)
        self.preview.crop_requested.connect(self.searching.find_part)
        self.preview.show_in_folder_requested.connect(self.picture_files.show_in_folder)
        self.preview.copy_path_requested.connect(self._on_copy_path_requested)
        self.large.step_requested.connect(self._on_step_requested)
        self.large.similar_requested.connect(self._on_find_similar)
        self.large.crop_requested.connect(self.searching.find_part)
        self.large.finished.connect(self._on_large_closed)

        self.searching.began.connect(self._on_search_began)
        self.searching.ended.connect(self._on_search_ended)
        self.searching.hits_shown.connect(self._on_hits_shown)
        self.browsing.shown.connect(self._show_centre)
        self.browsing.state_read.connect(self._on_state_read)
        self.browsing.failed.connect(self._say)
        self.searching.refused.connect(self._say)
        self.query_bar.open_requested.connect(self.arrivals.open_picture)
        self.query_bar.paste_requested.connect(self.arrivals.paste)

        self.library_panel.folder_chosen.connect(self._on_folder_chosen)
        self.library_panel.skipped_chosen.connect(self._show_skipped)
        self.library_panel.add_requested.connect(self.arrivals.choose_folder)
        self.library_panel.rescan_requested.connect(self._on_rescan_requested)
        self.library_panel.remove_requested.connect(self._on_remove_requested)
        self.library_panel.open_requested.connect(self._on_open_folder_requested)
        self.skipped.closed.connect(self._on_skipped_closed)
        self.skipped.retry_requested.connect(self._on_retry_requested)
        self.skipped.show_in_folder_requested.connect(self.picture_files.show_path)

        self.arrivals.folders_arrived.connect(self.session.add_folders)
        self.arrivals.pictures_arrived.connect(self.searching.find_pictures)
        self.arrivals.refused.connect(self._say)
        self.picture_files.said.connect(self._say)
        self.empty.button_clicked.connect(self.arrivals.choose_folder)

    def _make_menus(self) -> None:
        self.actions_by_text = build_menus(
            self,
            {
                "&Library": [
                    Entry("&Add folder…", "Ctrl+O", self.arrivals.choose_folder),
                    Entry("&Look for changes", "F5", self._on_rescan_all),
                    Entry("&Skipped files", "Ctrl+K", self._on_skipped_wanted),
                    None,
                    Entry("&Quit", "Ctrl+Q", self.close),
                ],
                "&Search": [
                    Entry("Find &similar", "Ctrl+Return", self._on_find_similar),
                    Entry("&Add to the query", "Ctrl+Shift+A", self._on_add_selected),
                    Entry("E&xclude from the query", "Ctrl+Shift+X", self._on_exclude_selected),
                    Entry("Search a &part…", "Ctrl+Shift+P", self._on_search_part),
                    None,
                    Entry("&Paste a picture", "Ctrl+V", self.arrivals.paste),
                ],
                "&View": [
                    Entry("&Large preview", "", self._on_large_preview),
                    Entry("&Filter by name…", "Ctrl+F", self._on_filter_wanted),
                    Entry("&Grid", "Ctrl+G", self._on_grid_wanted),
                    Entry("Folder &tree", "Ctrl+L", self._on_tree_wanted),
                ],
                "&Picture": [
                    Entry("Show in &folder", "Ctrl+Shift+F", self._on_show_current_in_folder),
                    Entry("&Copy path", "Ctrl+Shift+C", self._on_copy_selected_paths),
                ],
                "&Help": [Entry("&Keys", "F1", self._on_keys_wanted)],
            },
        )

    # -- what stands in the centre ------------------------------------------------------------------------------

    def _show_centre(self) -> None:
        if self.centre.currentWidget() is self.skipped:
            return  # whatever goes on behind the list of skipped files
        page = self.grid if self.model.rowCount() else self.empty
        if page is self.empty:
            self.empty.set_texts(*self._empty_texts())
        focus = QApplication.focusWidget()
        focused = focus is not None and self.centre.isAncestorOf(focus)
        self.centre.setCurrentWidget(page)
        if focused:
            page.setFocus()  # the keys go to what is shown

    def _empty_texts(self) -> tuple[str, str, str]:
        state = self.browsing.state
        if self.searching.problem:
            return "This search did not work", self.searching.problem, ""
        if self.searching.query is not None:
            return "No similar pictures", "Widen the distance, or leave the query with Escape.", ""
        if state is None:
            return "", "", ""
        if not state.folders:
            return "Find pictures by what they show", "Drop a folder here or press Ctrl+O", "Add folder…"
        if state.images:
            return "No picture fits", "Choose another folder, or change the filter.", ""
        return "No pictures yet", "They appear here as soon as they are found.", ""

    def _on_state_read(self, state: LibraryState) -> None:
        self.query_bar.set_labels(state.labels)
        if state.bits is not None:
            self.query_bar.set_bits(state.bits)
        self.viewing.refresh()
        self.searching.try_again()
        self._show_centre()

    # -- what a person does -------------------------------------------------------------------------------------

    def _on_folder_chosen(self, path: bytes | None) -> None:
        if self.searching.query is not None:
            self.searching.set_folder(path)
        else:
            self.browsing.show_folder(path)
        self._leave_skipped()

    def _on_rescan_all(self) -> None:
        self.browsing.refresh()
        self.session.index()

    def _on_rescan_requested(self, folder: Folder) -> None:
        self.session.index([folder])

    def _on_remove_requested(self, folder: Folder) -> None:
        box = QMessageBox(QMessageBox.Icon.Question, "Remove folder", "", parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Remove {path_text(folder.path)} from the library?")
        box.setInformativeText("No file is touched. Labels are kept and return when the folder is added again.")
        remove = box.addButton("Remove", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if box.clickedButton() is remove:
            self.session.remove_folder(folder)

    def _on_open_folder_requested(self, path: bytes) -> None:
        if not open_folder(path):
            self._say(f"The file manager could not be opened for {path_text(path)}.")

    def _on_skipped_wanted(self) -> None:
        self.library_panel.choose(SKIPPED)
        self._show_skipped()
        self.skipped.tree.setFocus()

    def _show_skipped(self) -> None:
        self._skipped_rows.ask(self.session.read_skipped)
        self.browse_bar.hide()
        self.centre.setCurrentWidget(self.skipped)

    def _leave_skipped(self) -> None:
        if self.centre.currentWidget() is self.skipped:
            self.browse_bar.show()
            self.centre.setCurrentWidget(self.grid)
            self._show_centre()  # there may be nothing to show

    def _on_skipped_closed(self) -> None:
        self._mark_folder()
        self._leave_skipped()
        self.grid.setFocus()

    def _on_retry_requested(self, file_ids: list[int]) -> None:
        self.session.retry_skipped(file_ids)
        self._on_skipped_closed()

    def _on_preview_requested(self, image_id: int) -> None:
        self.viewing.show(image_id)
        self.large.open_over(self)

    def _on_large_closed(self) -> None:
        self.activateWindow()
        self.grid.setFocus()

    def _on_large_preview(self) -> None:
        if (image_id := self.grid.current_id()) is not None:
            self._on_preview_requested(image_id)

    def _on_step_requested(self, step: int) -> None:
        row = self.grid.currentIndex().row() + step
        if 0 <= row < self.model.rowCount():
            self.grid.show_image(self.model.image_id(row))

    def _on_find_similar(self) -> None:
        if (image_id := self.grid.current_id()) is not None:
            self.searching.find_similar(image_id)

    def _on_add_selected(self) -> None:
        self.searching.add_several(self._chosen())

    def _on_exclude_selected(self) -> None:
        self.searching.add_several(self._chosen(), minus=True)

    def _chosen(self) -> list[int]:
        """The selected images, or the current one if none is."""
        current = self.grid.current_id()
        return self.grid.selected_ids() or ([] if current is None else [current])

    def _on_search_part(self) -> None:
        self.preview.start_crop()

    def _on_filter_wanted(self) -> None:
        if self.searching.query is not None:
            self._say("The filter is for browsing; leave the query first, with Escape.")
        self._leave_skipped()
        self.browse_bar.filter.setFocus()

    def _on_grid_wanted(self) -> None:
        self._leave_skipped()
        self._mark_folder()
        self.grid.setFocus()

    def _on_tree_wanted(self) -> None:
        self.library_panel.tree.setFocus()

    def _on_keys_wanted(self) -> None:
        KeysDialog(actions_by_menu(self), self).open()

    def _on_show_current_in_folder(self) -> None:
        if (image_id := self.grid.current_id()) is not None:
            self.picture_files.show_in_folder(image_id)

    def _on_copy_selected_paths(self) -> None:
        self.picture_files.copy_paths(self._chosen())

    def _on_copy_path_requested(self, image_id: int) -> None:
        self.picture_files.copy_paths([image_id])

    def _on_context_menu_requested(self, point: QPoint, image_ids: list[int]) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text in ("Find &similar", "&Add to the query", "E&xclude from the query", "Search a &part…"):
            menu.addAction(self.actions_by_text[text])
        menu.addSeparator()
        for text in ("&Large preview", "Show in &folder", "&Copy path"):
            menu.addAction(self.actions_by_text[text])
        menu.popup(point)

    # -- browsing and searching take turns ----------------------------------------------------------------------

    def _on_search_began(self) -> None:
        self.browsing.stop()
        self.preview.set_can_exclude(True)
        self._mark_folder()

    def _on_search_ended(self) -> None:
        self.preview.set_can_exclude(False)
        self.browsing.start()
        self._mark_folder()

    def _mark_folder(self) -> None:
        """The tree marks what the grid shows: where the query searches, or what is browsed."""
        query = self.searching.query
        self.library_panel.choose(query.folder if query is not None else self.browse_bar.browse().folder)

    def _on_hits_shown(self) -> None:
        self._leave_skipped()
        self._show_centre()
        if self.grid.current_id() is None and self.model.rowCount():
            self.grid.show_image(self.model.image_id(0))  # so that the keys go on from the best hit

    # -- jobs and the end ---------------------------------------------------------------------------------------

    def _on_job_started(self, job: Job) -> None:
        self.job_bar.follow(job)
        job.ended.connect(self._on_job_ended)

    def _on_job_ended(self) -> None:
        self.model.refresh(self.model.ids())  # pictures may have changed, gone or come back
        self.searching.again()
        if self.centre.currentWidget() is self.skipped:
            self._skipped_rows.ask(self.session.read_skipped)

    def _say(self, sentence: str) -> None:
        self.job_bar.say(sentence)

    def changeEvent(self, event: QEvent) -> None:
        """Who comes back to the window may have plugged in a drive, or taken one away."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.browsing.refresh_soon()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.large.close()
        self._state.save(self, self.splitter, self.browse_bar, self.grid)
        self.hide()
        self.loader.stop()
        self.session.close()
        super().closeEvent(event)


def _column(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets:
        layout.addWidget(widget, 1 if isinstance(widget, QSplitter | QStackedWidget) else 0)
    return holder


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(line.foregroundRole().Mid)
    return line
