"""In the review of a burst, the picture in which eyes are open is proposed, and says so."""

import os
from pathlib import Path

from PySide6.QtCore import Qt

from engine.copies.groups import GroupKind
from engine.copies.keeping import Rule
from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from gui.copies.rules_dialog import RulesDialog
from tests.drawn_faces import write_burst
from tests.gui.copies.reviewer import Reviewer
from tests.gui.person import Key
from tests.gui.window_fixtures import OpenWindow
from tests.shown_library import CPU


def best(reviewer: Reviewer) -> str:
    (names,) = reviewer.names()
    return names[0]


def test_eyes_are_looked_at_when_bursts_are_reviewed_and_the_rule_can_be_unticked(
    exported_onnx: str, open_window: OpenWindow, tmp_path: Path
):
    photos = tmp_path / "photos"
    photos.mkdir()
    write_burst(photos)
    library = open_library(str(tmp_path / "library"))
    finish(index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU))
    reviewer = Reviewer(open_window(library))
    reviewer.person.until_shown(3)
    reviewer.person.window.grid.setFocus()
    reviewer.open()
    reviewer.choose_kind(GroupKind.BURSTS)
    assert best(reviewer) == "photos/open.jpg"
    (group,) = reviewer.groups
    assert group.why[0][0] == "eyes open"
    assert "eyes shut" in [sentence for sentences in group.why[1:] for sentence in sentences]
    reviewer.press(Key.Key_R)
    (dialog,) = reviewer.page.findChildren(RulesDialog)
    assert not dialog.rules.verticalScrollBar().isVisible(), "all rules are seen at once"
    (row,) = dialog.rules.findItems("Eyes open, in bursts", Qt.MatchFlag.MatchExactly)
    row.setCheckState(Qt.CheckState.Unchecked)
    dialog.buttons.accepted.emit()
    reviewer.until_read()
    assert Rule.EYES not in reviewer.copies.preferences.rules
    assert best(reviewer) == "photos/shut.jpg"
    reviewer.person.window.close_unasked()
