"""The window: places the panels and connects them. What they do lives in browsing, searching, viewing and so on."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from engine.store.folders import Folder
from gui.copies.reviewing import Reviewing
from gui.evaluation.evaluating import Evaluating
from gui.evaluation.evaluation_page import EvaluationPage
from gui.evaluation.saving import Saving
from gui.file_actions.part import FileActionsPart
from gui.grid.empty_state import EmptyState
from gui.grid.grid_surface import LARGEST, SMALLEST, USUAL
from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.grid.tile import TileData
from gui.grid.tile_loader import TileLoader
from gui.grid.tile_reading import read_tiles
from gui.labels.decisions import Decisions
from gui.labels.keyword_bar import KeywordBar
from gui.labels.part import LabelsPart
from gui.labels.walk import Walk
from gui.library.browse_bar import BrowseBar
from gui.library.library_panel import LibraryPanel
from gui.library.removal import is_removal_wanted
from gui.library.skipped_panel import SkippedPanel
from gui.library.timeline import Timeline
from gui.map.mapping import Mapping
from gui.pictures.arrivals import Arrivals
from gui.pictures.browsing import Browsing
from gui.pictures.centre import Centre
from gui.pictures.completing import Completing
from gui.pictures.dated_centre import DatedCentre
from gui.pictures.dating import Dating
from gui.pictures.forgetting import Forgetting
from gui.pictures.leafing import Leafing
from gui.pictures.ordering import Ordering
from gui.pictures.parts import PictureParts
from gui.pictures.picture_files import PictureFiles
from gui.pictures.reading_first import ReadingFirst
from gui.pictures.searching import Searching
from gui.pictures.skipped_files import SkippedFiles
from gui.pictures.standing import Standing
from gui.pictures.turns import Turns
from gui.pictures.viewing import Viewing
from gui.preview.preview_panel import PreviewPanel
from gui.running.job import Job
from gui.running.job_bar import JobBar
from gui.running.watching import in_a_line
from gui.search.meaning import SliderMeaning
from gui.search.query_bar import QueryBar
from gui.session import LibraryState, Session
from gui.training.opening import TrainingWindow
from gui.undo import Undo
from gui.versions.compare_page import ComparePage
from gui.versions.comparing import Comparing
from gui.versions.model_versions import ModelVersions
from gui.versions.versions_page import VersionsPage
from gui.viewer.viewer_window import ViewerWindow
from gui.widgets.file_manager import open_folder
from gui.widgets.icons import icon
from gui.widgets.menus import Menus
from gui.widgets.plain_text import path_text
from gui.widgets.thin_line import thin_line
from gui.window.actions import WindowActions
from gui.window.as_left import AsLeft
from gui.window.choosing import Choosing
from gui.window.columns import Columns
from gui.window.keys_return import KeysReturn
from gui.window.side_column import SideColumn
from gui.window.window_state import WindowState

PREVIEW_WIDTH = 244


class MainWindow(QMainWindow):
    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        KeysReturn(self)
        self._asks = True  # before it closes, when something would be left behind
        self.setWindowTitle("DualHash")
        self.setWindowIcon(icon("dualhash"))
        self._make_panels()
        self._place_panels()
        self._make_controllers()
        self._connect()
        self._state = WindowState(session.library.path)
        self._add_entries()
        self._state.restore(self, self.splitter, self.preview, self.grid, self.browse_bar)
        self.ordering.show_choice()
        self.copies.set_preferences(self._state.preferences())
        self._turn_timeline(self._state.shows_timeline())
        self.turns.show()
        self.empty.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.empty.setFocus()  # from there it goes to the grid
        self.browsing.refresh()
        if sentences := [*session.library.notices, *self.training.interrupted()]:
            self.say(" ".join(sentences))

    def open_as_left(self) -> None:
        """The folder, the query and the selection of the last time."""
        self.as_left.go_to(self._state.place())

    def watch(self) -> None:
        """Watch the photo folders, unless a person has chosen otherwise."""
        self._turn_watching(self._state.watches())

    def say(self, sentence: str) -> None:
        """At the bottom of the window, and of the viewer."""
        self.job_bar.say(sentence)
        self.viewer.say(sentence)

    # -- panels -------------------------------------------------------------------------------------------------

    def _make_panels(self) -> None:
        library = self.session.library
        self.loader = TileLoader(self._read_tiles, library.close_thread, self)
        self.model = ImageModel(self.loader, self.session.read_paths, parent=self)
        self.grid = GridView(self.model)
        self.empty = EmptyState("")
        self.skipped = SkippedPanel()
        self.library_panel = LibraryPanel()
        self.browse_bar = BrowseBar(SMALLEST, USUAL, LARGEST)
        self.timeline = Timeline()
        self.query_bar = QueryBar()
        self.preview = PreviewPanel()
        self.preview.setMinimumWidth(PREVIEW_WIDTH)  # with a picture and without, or the grid would jump
        self.versions, self.comparison, self.evaluation = VersionsPage(), ComparePage(), EvaluationPage()
        self.keyword_bar = KeywordBar()
        self.viewer = ViewerWindow(self)
        self.job_bar = JobBar(library.notices)

    def _read_tiles(self, image_ids: Sequence[int]) -> list[TileData]:
        """On the loader's thread."""
        return read_tiles(self.session.library, image_ids, self.session.browse)

    def _place_panels(self) -> None:
        self.centre = Centre(self.grid, self.empty, self.browse_bar)
        self.left, self.right = SideColumn(self.library_panel, "Library"), SideColumn(self.preview, "Preview")
        middle = _column(self.browse_bar, thin_line(), DatedCentre(self.centre, self.timeline), self.keyword_bar)
        self.splitter = Columns(self.left, middle, self.right)
        foot = _column(self.query_bar.filters, thin_line(), self.job_bar)  # no query moves the pictures
        self.setCentralWidget(_column(self.query_bar, thin_line(), self.splitter, foot))
        self.setMinimumSize(820, 520)

    def _make_controllers(self) -> None:
        standing = Standing(self.session, self.model, self)
        self.browsing = Browsing(self.session, self.library_panel, self.browse_bar, self.grid, self.model, standing)
        self.searching = Searching(self.session, self.query_bar, self.browse_bar, self.model, standing)
        self.reading_first = ReadingFirst(self.session, self.grid)
        self.completing = Completing(self.session, self.browse_bar.filter)
        self.dating = Dating(self.session, self.timeline, self.browse_bar, self.grid, self.browsing, self.searching)
        self.viewing = Viewing(self.session, self.preview, self.centre)
        self.leafing = Leafing(self.session, self.viewer, self.grid, self.viewing)
        standing.changed.connect(self.viewing.refresh_facts)
        standing.changed.connect(self.leafing.refresh)
        self.arrivals = Arrivals(self, self.query_bar, self.session.background())
        self.picture_files = PictureFiles(self.session, self)
        self.turns = Turns(self.browsing, self.searching, self.centre, self.library_panel, self.preview)
        self.skipped_files = SkippedFiles(self.session, self.skipped, self.library_panel, self.centre, self.turns)
        self.pictures = PictureParts(
            self.centre,
            self.library_panel,
            self.browse_bar,
            self.query_bar,
            self.preview,
            self.viewer,
            self.browsing,
            self.searching,
            self.viewing,
            self.leafing,
            self.turns,
            self.arrivals,
            self.picture_files,
            self.skipped_files,
        )
        self.ordering = Ordering(self.pictures)
        self.as_left = AsLeft(self.session, self.pictures, self)
        self.training = TrainingWindow(self.session, self)
        self.meaning = SliderMeaning(self.session, self.query_bar)
        self.comparing = Comparing(self.session, self.comparison, self.centre)
        self.model_versions = ModelVersions(
            self.session, self.versions, self.comparing, self.centre, self.turns, self.grid
        )
        self.evaluating = Evaluating(self.session, self.evaluation, self.centre, self.turns)
        self.saving = Saving(self.session, self.evaluation)

        self.undo = Undo(self.session, self)
        self.file_actions = FileActionsPart(self.session, self.undo, self.pictures, self)
        self.forgetting = Forgetting(self.session, self.undo, self.pictures, self)
        self.labels = LabelsPart(self.session, self.undo, self.pictures, self.keyword_bar, self)
        self.left.add_panel(self.labels.panel, "Labels")
        self.decisions = Decisions(self.searching, self.centre, self.preview, self.undo)
        self.walk = Walk(self.session, self.undo, self)
        self.copies = Reviewing(self.session, self.undo, self.centre, self.turns, self.viewing)
        self.map = Mapping(self.session, self.pictures)
        self.labels.hotkeys.listen_on(self.map.page.view, self.viewing.chosen_ids)
        self.labels.labelling.changed.connect(self.map.recolour)

    def _add_entries(self) -> None:
        """Each part its own, in this order."""
        self.menus = Menus(self)
        actions = WindowActions(self.menus, self.session, self.pictures, self)
        actions.said.connect(self.say)
        actions.watch_chosen.connect(self._on_watch_chosen)
        actions.timeline_chosen.connect(self._on_timeline_chosen)
        self.own_actions = actions
        self.ordering.add_entries(self.menus)
        self.file_actions.add_entries(self.menus)
        self.file_actions.add_keys(self.copies.page)
        self.file_actions.add_keys(self.map.page, with_trash=True)
        self.map.context_menu_requested.connect(self.menus.open_context_menu)
        self.forgetting.add_entries(self.menus)
        self.viewer.similar_requested.connect(actions.find_similar)
        for part in (self.copies, self.map, self.training, self.model_versions, self.evaluating, self.labels):
            part.add_entries(self.menus)
        self.decisions.add_entries(self.menus, self.grid, self.preview, self.viewer)
        self.walk.add_entries(self.menus)
        self.choosing = Choosing(self.session, self.pictures, self._state, self._is_watching, self)
        self.choosing.watch_chosen.connect(self._on_watch_chosen)
        self.choosing.add_entries(self.menus)
        self.choosing.begin(self.menus)

    def _connect(self) -> None:
        self.session.job_started.connect(self._on_job_started)
        self.browsing.state_read.connect(self._on_state_read)
        self.session.watching.followed_changed.connect(self._on_followed_changed)
        for part in (self.session, self.searching, self.arrivals, self.decisions, self.walk):
            part.refused.connect(self.say)
        for speaker in (
            self.session,
            self.picture_files,
            self.ordering,
            self.training,
            self.model_versions,
            self.saving,
            self.file_actions,
            self.forgetting,
            self.labels,
            self.copies,
            self.map,
        ):
            speaker.said.connect(self.say)
        self.browsing.failed.connect(self.say)
        self.model_versions.active_changed.connect(self._on_active_version_changed)
        self.training.accepted.connect(self.model_versions.note_activated)
        self.versions.evaluate_requested.connect(self.evaluating.evaluate)
        self.evaluating.versions_requested.connect(self.model_versions.show)
        self.evaluating.comparison_requested.connect(self.model_versions.back_to_comparison)
        self.searching.began.connect(self.meaning.follow_query)
        self.searching.hits_shown.connect(self.viewing.refresh_facts)
        self._connect_pictures()
        self._connect_library()

    def _connect_pictures(self) -> None:
        self.grid.similar_requested.connect(self.searching.find_similar)
        self.grid.back_requested.connect(self.searching.back)
        self.grid.context_menu_requested.connect(self._on_context_menu_requested)
        self.grid.selection_changed.connect(self._on_selection_changed)
        self.grid.tile_size_changed.connect(self.browse_bar.show_tile_size)
        self.browse_bar.tile_size_chosen.connect(self.grid.set_tile_size)
        self.preview.similar_requested.connect(self.searching.find_similar)
        self.preview.add_requested.connect(self.searching.add)
        self.preview.minus_requested.connect(self.searching.add_minus)
        self.preview.crop_requested.connect(self.searching.find_part)
        self.preview.show_in_folder_requested.connect(self.picture_files.show_in_folder)
        self.preview.copy_path_requested.connect(self.picture_files.copy_path)
        self.viewer.crop_requested.connect(self.searching.find_part)

    def _connect_library(self) -> None:
        self.library_panel.add_requested.connect(self.arrivals.choose_folder)
        self.library_panel.rescan_requested.connect(self._on_rescan_requested)
        self.library_panel.remove_requested.connect(self._on_remove_requested)
        self.library_panel.open_requested.connect(self._on_open_folder_requested)
        self.skipped.show_in_folder_requested.connect(self.picture_files.show_path)
        self.query_bar.open_requested.connect(self.arrivals.open_picture)
        self.query_bar.paste_requested.connect(self.arrivals.paste)
        self.arrivals.folders_arrived.connect(self.session.add_folders)
        self.arrivals.pictures_arrived.connect(self.searching.find_pictures)
        self.empty.button_clicked.connect(self.arrivals.choose_folder)

    # -- what concerns several panels ---------------------------------------------------------------------------

    def _on_state_read(self, state: LibraryState) -> None:
        if state.bits is not None:
            self.query_bar.set_bits(state.bits)
        self.session.watching.follow([each.folder.path for each in state.folders])
        self.model_versions.note_state(state)
        self.viewing.refresh()
        self.leafing.refresh()
        self.searching.try_again()
        self.turns.show()

    def _on_watch_chosen(self, on: bool) -> None:
        self._state.save_watches(on)
        self._turn_watching(on)

    def _is_watching(self) -> bool:
        return self.session.watching.is_on

    def _turn_watching(self, on: bool) -> None:
        self.session.watching.turn(on)
        self.own_actions.show_watching(self.session.watching.is_on)

    def _on_timeline_chosen(self, on: bool) -> None:
        self._state.save_timeline(on)
        self._turn_timeline(on)

    def _turn_timeline(self, on: bool) -> None:
        self.dating.turn(on)
        self.own_actions.show_timeline(on)

    def _on_followed_changed(self) -> None:
        self.library_panel.say_watched(*in_a_line(self.session.watching.followed()))

    def _on_active_version_changed(self) -> None:
        self.searching.by_another_version()
        self.meaning.refresh()

    def _on_context_menu_requested(self, point: QPoint, image_ids: list[int]) -> None:
        self.menus.open_context_menu(point)

    def _on_selection_changed(self, image_ids: list[int]) -> None:
        self.job_bar.show_selected(len(image_ids))

    def _on_rescan_requested(self, folder: Folder) -> None:
        self.session.index([folder])

    def _on_remove_requested(self, folder: Folder) -> None:
        if is_removal_wanted(folder, self):
            self.session.remove_folder(folder)

    def _on_open_folder_requested(self, path: bytes) -> None:
        if not open_folder(path):
            self.say(f"The file manager could not be opened for {path_text(path)}.")

    # -- jobs and the end ---------------------------------------------------------------------------------------

    def _on_job_started(self, job: Job) -> None:
        self.job_bar.follow(job)
        if job.quiet:
            job.finished.connect(self._on_noticed)
        else:
            job.ended.connect(self._on_job_ended)

    def _on_noticed(self, result: object) -> None:
        """Something changed on disk, and is stored by now; a person waits for it without having asked."""
        if getattr(result, "is_any_change", False):
            self.browsing.refresh()
            self._on_job_ended()

    def _on_job_ended(self) -> None:
        self.model.refresh(self.model.ids())  # pictures may have changed, gone or come back
        self.searching.again()
        self.skipped_files.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Who comes back to the window may have plugged in a drive, or taken one away."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.browsing.refresh_soon()

    def close_unasked(self) -> None:
        """For whoever cannot answer a question."""
        self._asks = False
        self.training.leave_unasked()  # a window that is closing is not closed again
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._asks and not self.training.is_leaving_meant():
            event.ignore()
            return
        self._asks = False
        self.viewer.close()
        self.walk.end()
        self.evaluating.stop()
        self.training.close()
        self._state.save(self, self.splitter, self.preview, self.grid, self.browse_bar)
        self._state.save_place(self.as_left.place())
        self._state.save_preferences(self.copies.preferences)
        self.hide()
        self.browsing.end()
        self.loader.stop()
        self.copies.end()
        self.map.end()
        self.session.close()
        self.session.blockSignals(True)  # nobody is to begin anything any more
        for timer in self.findChildren(QTimer):
            timer.stop()  # of widgets and controllers; one that fires while they go would find only half of them
        super().closeEvent(event)


def _column(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets:
        layout.addWidget(widget, 1 if isinstance(widget, QSplitter | DatedCentre) else 0)
    return holder
