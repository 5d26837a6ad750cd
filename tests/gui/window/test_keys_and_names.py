"""Without a mouse, and without eyes: every action of the menus by its key, a name for everything that acts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QInputDialog, QLabel, QWidget

from gui.file_actions.asking import ActionQuestion
from gui.file_actions.export_dialog import ExportDialog
from gui.file_actions.rename_dialog import RenameDialog
from gui.settings.settings_dialog import SettingsDialog
from gui.window.keys_dialog import KeysDialog
from gui.window.main_window import MainWindow
from tests.gui.person import CONTROL, SHIFT, WAIT, Key, Person
from tests.gui.read_out import name_of, nameless, shown_controls


def menu_actions(window: MainWindow) -> dict[str, QAction]:
    found = {}
    for menu in window.menuBar().actions():
        for action in menu.menu().actions():
            if not action.isSeparator():
                found[action.text().replace("&", "")] = action
    return found


def type_shortcut(window: MainWindow, text: str) -> None:
    """The keys that the menu shows beside the action."""
    combination = menu_actions(window)[text].shortcut()[0]
    QTest.keyClick(QApplication.focusWidget() or window, combination.key(), combination.keyboardModifiers())


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The system's folder dialog, answered with a folder that has nothing in it; words, with some."""
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(empty))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(empty / "nothing"), ""))
    monkeypatch.setattr(QInputDialog, "exec", lambda dialog: dialog.setTextValue("red shoes") or 1)
    return empty


def test_every_action_of_the_menus_works_by_its_key(person: Person, dialogs: Path, photos: Path) -> None:
    window = person.window
    effects: dict[str, Callable[[], bool]] = {
        "Label…": lambda: window.labels.entering.entry.isVisible(),
        "Label list": lambda: QApplication.focusWidget() is window.labels.panel.begin,
        "Undo": lambda: person.said() == "There is nothing to undo.",
        "Redo": lambda: person.said() == "There is nothing to do again.",
        "Find similar": lambda: window.searching.query is not None,
        "Same as the query": lambda: True in window.searching.found.decisions.values(),
        "Not the same as the query": lambda: False in window.searching.found.decisions.values(),
        "Add to the query": lambda: len(window.searching.query.pictures) == 2,
        "Exclude from the query": lambda: any(p.minus for p in window.searching.query.pictures),
        "Search a part…": lambda: window.preview.view.is_cropping(),
        "Folder tree": lambda: QApplication.focusWidget() is window.library_panel.tree,
        "Grid": lambda: QApplication.focusWidget() is window.grid,
        "Viewer": lambda: window.viewer.isVisible(),
        "Side by side": lambda: len(window.viewer.panes.image_ids()) > 1,
        "Skipped files": lambda: window.centre.currentWidget() is window.skipped,
        "Copies and bursts": lambda: window.centre.page == "copies" and window.copies.page.isVisible(),
        "Map": lambda: window.centre.page == "map" and len(window.map.page.view.image_ids) == 30,
        "What was done to files": lambda: window.centre.page == "file actions",
        "Model versions": lambda: window.centre.page == "versions",
        "Compare two versions": lambda: "only one version" in person.said(),
        "Evaluation": lambda: window.centre.page == "evaluation" and window.evaluation.waiting.isVisible(),
        "Import a version…": lambda: "cannot be read" in window.versions.message.text(),
        "Paste a picture": lambda: window.searching.query.pictures[0].path is not None,
        "Train on my labels…": lambda: window.training.dialog is not None and window.training.dialog.isVisible(),
        "Label the doubtful…": lambda: window.walk.dialog is not None,
        "Copy picture": lambda: not QGuiApplication.clipboard().image().isNull(),
        "Rename…": lambda: any(dialog.isVisible() for dialog in window.findChildren(RenameDialog)),
        "Export as JPEG…": lambda: any(dialog.isVisible() for dialog in window.findChildren(ExportDialog)),
        "Copy to folder…": lambda: len(list(dialogs.iterdir())) == 1,
        "Move to folder…": lambda: any(dialog.isVisible() for dialog in window.findChildren(ActionQuestion)),
        "Move to trash": lambda: any(dialog.isVisible() for dialog in window.findChildren(ActionQuestion)),
        "Copy path": lambda: QGuiApplication.clipboard().text().endswith(".jpg"),
        "Look for changes": lambda: window.session.job is not None,
        "Add folder…": lambda: any(row.startswith("empty") for row in person.tree()),
        "Search by words…": lambda: QApplication.focusWidget() is window.browse_bar.filter,
        "Show unlabelled": lambda: window.browse_bar.browse().unlabelled,
        "Select the whole group": lambda: "no groups" in person.said(),
        "Sort by likeness to this picture": lambda: window.browse_bar.sort.currentText() == "Likeness",
        "Forget missing pictures…": lambda: "not missing" in person.said(),
        "Keys": lambda: bool(window.findChildren(KeysDialog)),
        "Settings…": lambda: bool(window.findChildren(SettingsDialog)),
        "What pictures show…": lambda: person.chips() == ["“red shoes”"],
        "Quit": lambda: not window.isVisible(),
    }
    without_screen = {
        "Show in folder",
        "Open in another program",
        "Open with…",
    }  # tested where the system's part can be answered for
    # These have no key.
    without_screen |= {
        "From folder names",
        "Import from CSV…",
        "Export to CSV…",
        "Show log",
        "Watch folders",
        "Timeline",
        "Resume the training…",
        "About DualHash",
        "Networks…",
        "Open shared library…",
    }
    without_screen |= {"Keywords of other programs…", "Write into sidecars…", "Take back from sidecars"}
    without_screen |= {"No groups", "Group by day", "Group by month", "Group by event"}
    without_screen |= {"Copy place", "Show on openstreetmap.org (browser)"}
    assert set(effects) | without_screen == set(menu_actions(window))

    person.press(Key.Key_Right)
    person.press(Key.Key_Right)
    person.until(lambda: window.preview.view.has_image())
    for text, holds in effects.items():
        prepare(person, text, photos)
        window.activateWindow()
        person.until(window.isActiveWindow)
        type_shortcut(window, text)
        person.qtbot.waitUntil(holds, timeout=WAIT)
        for kind in (KeysDialog, SettingsDialog, RenameDialog, ExportDialog, ActionQuestion):
            for dialog in window.findChildren(kind):
                dialog.close()
        window.viewer.close()
        window.walk.end()
        window.training.close()


def prepare(person: Person, text: str, photos: Path) -> None:
    window = person.window
    if text == "Label list":
        person.press(Key.Key_Escape)
    elif text.endswith("ame as the query"):
        person.until_found()
        window.grid.show_image(window.model.image_id(4))
        window.grid.setFocus()  # plain letters act where one looks at pictures
    elif text in ("Add to the query", "Exclude from the query"):
        person.until_found()
        window.grid.show_image(window.model.image_id(9 if text.startswith("Add") else 12))
    elif text == "Search a part…":
        person.until_found()
        person.until(lambda: window.preview.view.has_image())
    elif text == "Folder tree":
        person.press(Key.Key_Escape, on=window.preview.view._crop)
    elif text == "Paste a picture":
        QGuiApplication.clipboard().setText(str(photos / "discs" / "discs-0.jpg"))
    elif text in (
        "Copy picture",
        "Rename…",
        "Export as JPEG…",
        "Copy to folder…",
        "Move to folder…",
        "Move to trash",
    ):
        person.until_idle()
        person.until(lambda: window.centre.page is None)
        window.grid.show_image(window.model.image_id(4))
        window.grid.setFocus()
    elif text in ("Sort by likeness to this picture", "Forget missing pictures…"):
        person.until_idle()
        window.grid.show_image(window.model.image_id(4))
        window.grid.setFocus()
    elif text == "Copy path":
        person.until_found()
        QGuiApplication.clipboard().clear()
    elif text == "Search by words…":
        person.until_idle()
        person.press(Key.Key_Escape)


def test_no_two_actions_share_a_key_and_none_takes_a_key_of_the_grid(person: Person) -> None:
    keys = [action.shortcut().toString() for action in menu_actions(person.window).values()]
    buttons = [button.shortcut().toString() for button in person.window.findChildren(QAbstractButton)]
    used = [key for key in keys + buttons if key]
    assert len(used) == len(set(used))
    assert not {"Return", "Space", "Backspace", "Ctrl+A", "Left", "Right", "Ctrl++", "Ctrl+-"} & set(used)


def test_the_list_of_keys_names_every_shortcut(person: Person) -> None:
    person.press(Key.Key_F1)
    (dialog,) = person.window.findChildren(KeysDialog)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    for text, action in menu_actions(person.window).items():
        if not action.shortcut().isEmpty():
            assert words[words.index(action.shortcut().toString()) + 1] == text
    for button in person.window.query_bar.findChildren(QAbstractButton):
        if not button.shortcut().isEmpty():
            assert any(button.shortcut().toString().replace("Esc", "Escape") in word for word in words)
    person.press(Key.Key_Escape, on=dialog)
    person.until(lambda: not person.window.findChildren(KeysDialog))


def test_the_tab_key_reaches_every_part_of_the_window_and_never_gets_stuck(person: Person) -> None:
    window = person.window
    person.click(0)
    person.press(Key.Key_Return, on=window.grid)
    person.until_found()
    person.until(lambda: window.preview.view.has_image())
    reached: list[QWidget] = []
    for _ in range(80):
        focused = QApplication.focusWidget()
        if focused in reached:
            break
        reached.append(focused)
        QTest.keyClick(focused, Key.Key_Tab)
    assert QApplication.focusWidget() is reached[0]
    chips = window.query_bar.chips.chips()
    parts = [
        window.grid,
        window.labels.panel.add,
        window.labels.panel.begin,
        window.preview.label_button,
        window.library_panel.tree,
        window.library_panel.add,
        window.browse_bar.tile_size,
        window.preview.view,
        window.preview._actions.similar,
        window.query_bar.clear,
        window.query_bar.filters.slider.track.low,
        chips[0],
    ]
    assert [part.accessibleName() for part in parts if part not in reached] == []


def test_in_an_empty_window_everything_that_acts_has_a_name(newcomer: Person) -> None:
    assert nameless(newcomer.window) == []


def test_everything_that_acts_has_a_name_that_is_read_out(person: Person) -> None:
    window = person.window
    assert nameless(window) == []
    person.click(0)
    person.press(Key.Key_Return, on=window.grid)
    person.until_found()
    person.click(9)
    person.press(Key.Key_X, CONTROL | SHIFT)
    person.until(lambda: window.preview.view.has_image())
    person.press(Key.Key_P, CONTROL | SHIFT)
    person.until(window.preview.view.is_cropping)
    assert nameless(window) == []
    person.press(Key.Key_K, CONTROL)
    assert nameless(window) == []
    person.session.index()
    person.until(window.job_bar.pause.isVisible)
    assert nameless(window) == []
    for panel in (window.library_panel, window.query_bar, window.preview, window.job_bar, window.skipped):
        assert panel.accessibleName()


def test_a_button_without_words_says_what_it_does_under_the_mouse(person: Person) -> None:
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    silent = [
        name_of(button)
        for button in shown_controls(person.window)
        if isinstance(button, QAbstractButton) and not button.text() and not button.toolTip()
    ]
    assert silent == []


def test_tiles_are_read_out_with_name_and_distance(person: Person) -> None:
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    person.until_tiles()
    interface = QAccessible.queryAccessibleInterface(person.window.grid)
    assert interface.childCount() >= 30
    assert (
        person.window.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
        == "bricks-0.jpg, very alike, distance 0"
    )
