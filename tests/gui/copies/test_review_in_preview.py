"""The preview beside the review: it follows the current picture, and what is done there is about that very file."""

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.copies.groups import GroupKind
from gui.file_actions.rename_dialog import RenameDialog
from tests.conftest import IndexedLibrary
from tests.gui.copies.reviewer import Reviewer
from tests.gui.person import LEFT, SHIFT, Key
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


def test_another_program_is_asked_for_where_one_reviews_and_if_there_is_none_that_is_said(
    reviewer: Reviewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "nothing"))
    names = next(names for names in reviewer.names() if len(names) == 3)
    reviewer.until(lambda: previewed(reviewer) == names[0])
    sentence = f"No program says that it opens {os.path.basename(names[0])}."
    reviewer.press(Key.Key_F4, SHIFT)
    reviewer.until(lambda: reviewer.said() == sentence)
    reviewer.person.window.say("")
    reviewer.press(Key.Key_C)  # side by side
    reviewer.press(Key.Key_F4, SHIFT)
    reviewer.until(lambda: reviewer.said() == sentence)


def labels_of(reviewer: Reviewer, image_id: int) -> set[str]:
    """As they are stored and known."""
    found = reviewer.person.session.read_label_counts([image_id])
    return {label.name for label in reviewer.person.window.labels.labelling.by_ids(found)}


@pytest.mark.parametrize("by_key", [True, False])
def test_the_picture_that_is_reviewed_gets_the_label_and_the_review_stays(reviewer: Reviewer, by_key: bool) -> None:
    window = reviewer.person.window
    reviewer.choose_kind(GroupKind.NEAR_COPIES)
    reviewer.page.view.setFocus()
    reviewer.press(Key.Key_Right)
    group = reviewer.groups[0]
    wanted, other = group.members[1].member.image_id, group.members[0].member.image_id
    reviewer.until(lambda: window.preview.image_id() == wanted)
    if by_key:
        reviewer.press(Key.Key_L)
    else:
        QTest.mouseClick(window.preview.label_button, LEFT)
    entry = window.labels.entering.entry
    reviewer.until(entry.isVisible)
    for name in ("wall", "second"):  # the first one makes it the best of its group
        entry.line.setText(name)
        QTest.keyClick(entry.line, Key.Key_Return)
        reviewer.until(lambda name=name: name in labels_of(reviewer, wanted))
    assert labels_of(reviewer, wanted) == {"wall", "second"}
    assert not labels_of(reviewer, other)
    QTest.keyClick(entry.line, Key.Key_Escape)
    assert window.centre.page == "copies"
    reviewer.until(reviewer.page.view.hasFocus)
    reviewer.until(lambda: reviewer.groups[0].members[0].labels)
    assert window.preview.image_id() == wanted  # it was the second, and is the best now
