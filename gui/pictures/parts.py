"""All that shows pictures, handed to whoever adds to it: labels, decisions, the window's entries."""

from dataclasses import dataclass

from gui.library.browse_bar import BrowseBar
from gui.library.library_panel import LibraryPanel
from gui.pictures.arrivals import Arrivals
from gui.pictures.browsing import Browsing
from gui.pictures.centre import Centre
from gui.pictures.leafing import Leafing
from gui.pictures.picture_files import PictureFiles
from gui.pictures.searching import Searching
from gui.pictures.skipped_files import SkippedFiles
from gui.pictures.turns import Turns
from gui.pictures.viewing import Viewing
from gui.preview.preview_panel import PreviewPanel
from gui.search.query_bar import QueryBar
from gui.viewer.viewer_window import ViewerWindow


@dataclass(frozen=True, slots=True, eq=False)
class PictureParts:
    """Panels, then what feeds them."""

    centre: Centre  # with the grid
    library_panel: LibraryPanel
    browse_bar: BrowseBar
    query_bar: QueryBar
    preview: PreviewPanel
    viewer: ViewerWindow
    browsing: Browsing
    searching: Searching
    viewing: Viewing
    leafing: Leafing
    turns: Turns
    arrivals: Arrivals
    picture_files: PictureFiles
    skipped_files: SkippedFiles
