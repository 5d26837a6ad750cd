"""What the window is made of: its panels, where they are placed, and what feeds them."""

from collections.abc import Sequence

from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

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
from gui.running.job_bar import JobBar
from gui.search.meaning import SliderMeaning
from gui.search.query_bar import QueryBar
from gui.session import Session
from gui.sharing.part import Sharing
from gui.training.opening import TrainingWindow
from gui.undo import Undo
from gui.versions.compare_page import ComparePage
from gui.versions.comparing import Comparing
from gui.versions.model_versions import ModelVersions
from gui.versions.networks import Networks
from gui.versions.versions_page import VersionsPage
from gui.viewer.viewer_window import ViewerWindow
from gui.widgets.thin_line import thin_line
from gui.window.as_left import AsLeft
from gui.window.columns import Columns
from gui.window.side_column import SideColumn

PREVIEW_WIDTH = 244


class WindowParts(QMainWindow):
    """All parts of the window, each handed what it needs; the main window connects them."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setWindowTitle("DualHash")
        self.session = session
        self._make_panels()
        self._place_panels()
        self._make_controllers()

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
        self.networks = Networks(self.session, self)
        self.networks.activated.connect(self.model_versions.on_activated)
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
        self.sharing = Sharing(self.session, self)
        self.labels.hotkeys.listen_on(self.map.page.view, self.viewing.chosen_ids)
        self.labels.labelling.changed.connect(self.map.recolour)


def _column(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets:
        layout.addWidget(widget, 1 if isinstance(widget, QSplitter | DatedCentre) else 0)
    return holder
