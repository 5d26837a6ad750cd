"""The preview beside the review: it follows the current picture, and what is done there is about that very file."""

import os

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from gui.file_actions.rename_dialog import RenameDialog
from tests.conftest import IndexedLibrary
from tests.gui.copies.reviewer import Reviewer
from tests.gui.person import LEFT, Key
from tests.gui.window_fixtures import OpenWindow


@pytest.fixture
def reviewer(copied: IndexedLibrary, open_window: OpenWindow) -> Reviewer:
    """Somebody at the group of three copies; the grid's current picture is another one."""
    somebody = Reviewer(open_window(copied.library))
    somebody.person.until_shown(32)
    somebody.person.click(20)
    somebody.open()
    somebody.go_to("bricks/bricks-0.jpg")
    return somebody


def previewed(reviewer: Reviewer) -> str:
    """Name and folder in the preview."""
    rows = dict(reviewer.person.window.preview.metadata.rows())
    return os.path.join(os.path.basename(rows.get("Folder", "")), rows.get("Name", ""))


def test_the_preview_follows_the_review_and_then_the_grid_again(reviewer: Reviewer):
    names = next(names for names in reviewer.names() if len(names) == 3)
    reviewer.until(lambda: previewed(reviewer) == names[0])
    reviewer.press(Key.Key_Right)
    reviewer.until(lambda: previewed(reviewer) == names[1])
    reviewer.press(Key.Key_C)
    reviewer.press(Key.Key_Right)
    reviewer.until(lambda: previewed(reviewer) == names[2])
    reviewer.press(Key.Key_C)
    reviewer.page.view.step(1)
    other = reviewer.page.view.current_row() or 0
    reviewer.until(lambda: previewed(reviewer) == reviewer.names()[other][0])
    window = reviewer.person.window
    window.grid.step(1)  # as when the grid is read again behind the page
    shown = window.preview.image_id()
    assert shown == reviewer.groups[other].members[0].member.image_id
    reviewer.press(Key.Key_Backspace)
    reviewer.until(lambda: window.preview.image_id() == window.grid.current_id() != shown)


def test_what_is_done_in_the_preview_is_about_the_file_that_is_reviewed(reviewer: Reviewer, copied: IndexedLibrary):
    window = reviewer.person.window
    names = next(names for names in reviewer.names() if len(names) == 3)
    reviewer.press(Key.Key_Right)
    reviewer.until(lambda: previewed(reviewer) == names[1])
    QTest.mouseClick(window.preview._actions.path, LEFT)
    clipboard = QGuiApplication.clipboard()
    reviewer.until(lambda: clipboard.text() == str(copied.photos / names[1]))
    window.file_actions.rename()
    reviewer.until(lambda: window.findChildren(RenameDialog))
    (dialog,) = window.findChildren(RenameDialog)
    dialog.name.setText("wall")
    QTest.mouseClick(dialog.rename, LEFT)
    reviewer.until(lambda: (copied.photos / names[1]).with_name("wall.jpg").exists())
    assert (copied.photos / names[0]).exists()
    assert (copied.photos / names[2]).exists()
    reviewer.person.until_idle()


def test_without_a_group_the_preview_shows_nothing(indexed: IndexedLibrary, open_window: OpenWindow):
    reviewer = Reviewer(open_window(indexed.library))
    reviewer.person.until_shown(30)
    reviewer.person.click(3)
    reviewer.open()
    reviewer.until(lambda: reviewer.person.window.preview.image_id() is None)
    assert reviewer.person.window.viewing.chosen_ids() == []
