"""What is not done from the window on a shared library: shown as such, each with its reason."""

from engine.sentences import said
from gui.labels.labels_panel import LabelsPanel
from gui.language import tr
from gui.library.library_panel import LibraryPanel
from gui.library.skipped_panel import SkippedPanel
from gui.widgets.menus import Menus

PUBLISHERS = said("This is done with the library on disk, and published again.")
NOT_THERE = said("The server does not know which pictures are near-copies, nor has it a map.")


def limit(menus: Menus, folders: LibraryPanel, skipped: SkippedPanel, labels: LabelsPanel) -> None:
    menus.forbid(
        tr(PUBLISHERS),
        *("&Add folder…", "&Look for changes", "&Watch folders"),
        *("&Rename…", "&Move to folder…", "C&opy to folder…", "&Export as JPEG…", "Move to &trash"),
        *("For&get missing pictures…", "&What was done to files"),
        *("From &folder names", "I&mport from CSV…", "&Export to CSV…"),
        *("&Keywords of other programs…", "&Write into sidecars…", "&Take back from sidecars"),
        *("Label the &doubtful…", "&Train on my labels…", "&Resume the training…"),
        *("&Import a version…", "&Networks…"),
    )
    menus.forbid(tr(NOT_THERE), "&Copies and bursts", "&Map")
    folders.forbid_changes(tr(PUBLISHERS))
    skipped.forbid_retry(tr(PUBLISHERS))
    labels.begin.setEnabled(False)
    labels.begin.setToolTip(tr(PUBLISHERS))
