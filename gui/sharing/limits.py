"""What is not done from the window on a shared library: shown as such, each with its reason."""

from engine.sentences import said
from engine.shared_library import ELSEWHERE, MAY_ONLY_READ
from gui.labels.decision_buttons import DecisionButtons
from gui.labels.labels_panel import LabelsPanel
from gui.language import tr
from gui.library.library_panel import LibraryPanel
from gui.library.skipped_panel import SkippedPanel
from gui.preview.preview_panel import PreviewPanel
from gui.viewer.viewer_bar import ViewerBar
from gui.widgets.menus import Menus

NOT_THERE = said("The server does not know which pictures are near-copies, nor has it a map.")


def limit(menus: Menus, folders: LibraryPanel, skipped: SkippedPanel, labels: LabelsPanel) -> None:
    menus.forbid(
        tr(ELSEWHERE),
        *("&Add folder…", "&Look for changes", "&Watch folders"),
        *("&Rename…", "&Move to folder…", "C&opy to folder…", "&Export as JPEG…", "Move to &trash"),
        *("For&get missing pictures…", "&What was done to files"),
        *("From &folder names", "I&mport from CSV…"),
        *("&Keywords of other programs…", "&Write into sidecars…", "&Take back from sidecars"),
        *("Label the &doubtful…", "&Train on my labels…", "&Resume the training…"),
        *("&Import a version…", "&Networks…"),
    )
    menus.forbid(tr(NOT_THERE), "&Copies and bursts", "&Map")
    folders.forbid_changes(tr(ELSEWHERE))
    skipped.forbid_retry(tr(ELSEWHERE))
    labels.begin.setEnabled(False)
    labels.begin.setToolTip(tr(ELSEWHERE))


def limit_to_reading(
    menus: Menus, labels: LabelsPanel, preview: PreviewPanel, viewer: ViewerBar, decisions: DecisionButtons
) -> None:
    """The role may not label: what others said is shown, and nothing that would change it."""
    why = tr(MAY_ONLY_READ)
    menus.forbid(why, "&Label…", "Sam&e as the query", "&Not the same as the query", "&Undo", "&Redo")
    labels.forbid_changes(why)
    preview.label_button.setEnabled(False)
    preview.label_button.setToolTip(why)
    preview.labels.forbid_removing()
    viewer.label.setEnabled(False)
    viewer.label.setToolTip(why)
    decisions.setEnabled(False)
    for button in (decisions.same, decisions.not_the_same):
        button.setToolTip(why)
