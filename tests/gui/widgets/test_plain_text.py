"""Names and metadata are shown literally, whatever they hold: nothing is rendered, hidden or broken over lines."""

import os
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from engine.store.folders import Folder
from engine.store.skipped import Skipped
from gui.library.folder_tree import FolderTree
from gui.library.skipped_panel import SkippedPanel
from gui.session import FolderState, LibraryState
from gui.widgets.plain_text import exact_text, path_text, printable, quoted, tool_tip
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.photo_makers import photo

HOSTILE = [
    "<img src=x>",
    "<b>bold<b>",
    "a & b &amp; c",
    "line\nbreak",
    "tab\tbell\x07escape\x1b[31m",
    "right\u202eto left gpj.exe",
    "zero\u200bwidth",
    "100 %s {0} $HOME",
    "'; DROP TABLE pictures; --",
]
FILE_NAMES = [name.replace("/", "_") + ".jpg" for name in HOSTILE]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_becomes_one_line_without_control_characters_and_of_the_same_length(name: str) -> None:
    shown = printable(name)
    assert len(shown) == len(name)
    assert "\n" not in shown
    assert all(c == s or s == "\ufffd" for c, s in zip(name, shown, strict=True))
    assert not any(ord(c) < 32 or c in "\u202e\u200b" for c in shown)


def test_words_and_emoji_that_need_joiners_keep_them() -> None:
    family, persian = "👨\u200d👩\u200d👧", "می\u200cخواهم"
    assert printable(family + "\n") == family + "\ufffd"
    assert printable(persian) == persian


def test_what_runs_from_right_to_left_is_set_apart_and_nothing_else_is() -> None:
    assert quoted("cats") == "“cats”"
    assert quoted("שם 1") == "“\u2068שם 1\u2069”"
    assert quoted("صورة\n") == "“\u2068صورة\ufffd\u2069”"
    assert printable(quoted("שם") + "\n") == quoted("שם") + "\ufffd", "in a sentence it stays so"


@pytest.mark.parametrize("name", ["\u2068open", "\u2069", "\u2069\u2068", "\u2068\u2068a\u2069", "\u2067a\u2069"])
def test_a_name_cannot_reach_beyond_itself(name: str) -> None:
    assert not any(c in printable(name) for c in "\u2067\u2068\u2069")


def test_bytes_that_are_no_text_are_made_visible() -> None:
    assert path_text(b"/photos/caf\xe9.jpg") == "/photos/caf\ufffd.jpg"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_tool_tip_is_read_back_as_the_text_it_was_made_of(name: str) -> None:
    text = printable(name)
    assert QtGui.Qt.mightBeRichText(tool_tip(text))  # so that Qt never guesses
    document = QTextDocument()
    document.setHtml(tool_tip(text))
    assert document.toPlainText() == text


def test_what_is_copied_is_the_very_path_where_text_can_hold_it() -> None:
    assert exact_text("/a/line\nbreak é.jpg".encode()) == "/a/line\nbreak é.jpg"
    assert exact_text(b"/a/\xff.jpg") == "/a/\ufffd.jpg"


def test_the_folder_tree_shows_names_literally() -> None:
    root = b"/photos"
    paths = {os.path.join(root, os.fsencode(name.replace("/", "_"))): 1 for name in HOSTILE}
    tree = FolderTree()
    tree.show_state(LibraryState([FolderState(Folder(1, root), True)], paths, 9, 0, None))
    shown = {tree.index_of(path).data() for path in paths}
    assert shown == {f"{printable(name.replace('/', '_'))}  (1)" for name in HOSTILE}


def test_the_list_of_skipped_files_shows_names_and_reasons_literally(qtbot) -> None:
    panel = SkippedPanel()
    qtbot.addWidget(panel)
    panel.show_files([Skipped(n, os.fsencode("/p/" + name), "damaged", name) for n, name in enumerate(FILE_NAMES)])
    top = panel.tree.topLevelItem(0)
    rows = [top.child(row) for row in range(top.childCount())]
    assert {row.text(0) for row in rows} == set(map(printable, FILE_NAMES))
    assert {row.text(1) for row in rows} == set(map(printable, FILE_NAMES))


@pytest.fixture
def hostile(person: Person, photos: Path) -> Person:
    """A window on a library with pictures of hostile names, in a folder of a hostile name, and a damaged one."""
    folder = photos / "<h1>folder<h1>"
    folder.mkdir()
    for number, name in enumerate(FILE_NAMES):
        photo("discs", 100 + number).save(folder / name, "JPEG")
    (folder / "<i>broken<i>.jpg").write_bytes(b"\xff\xd8\xff")
    (folder / os.fsdecode(b"caf\xe9.jpg")).write_bytes((photos / "discs" / "discs-0.jpg").read_bytes() + b"\0")
    person.press(Key.Key_F5)
    person.until_idle()
    person.choose_folder(os.fsencode(folder))
    person.until_shown(len(FILE_NAMES) + 1)
    return person


def test_tiles_preview_chips_and_messages_show_names_literally(hostile: Person) -> None:
    window = hostile.window
    hostile.until(lambda: all(window.model.tile(row) is not None for row in range(hostile.rows())))
    tiles = {window.model.tile(row).name for row in range(hostile.rows())}
    assert tiles == {*map(printable, FILE_NAMES), "caf\ufffd.jpg"}
    for row, name in enumerate(hostile.names()):
        hostile.click(row)
        shown = printable(name)
        hostile.until(lambda shown=shown: ("Name", shown) in window.preview.metadata.rows())
        assert shown in window.preview.metadata.toPlainText()
        hostile.press(Key.Key_Space, on=window.grid)
        hostile.until(lambda shown=shown: window.viewer.windowTitle() == shown)
        assert window.viewer.bar.name.text() == shown
        hostile.press(Key.Key_Escape, on=window.viewer)
        hostile.until(window.isActiveWindow)
        hostile.press(Key.Key_C, CONTROL | SHIFT)
        path = path_text(hostile.session.read_paths([window.grid.current_id()])[0])
        hostile.until(lambda path=path: hostile.said() == f"Copied: {path}")
        hostile.press(Key.Key_Return, on=window.grid)
        hostile.until_found()
        hostile.until(lambda shown=shown: hostile.chips() == [shown])
        hostile.press(Key.Key_Backspace, on=window.grid)
        hostile.until_shown(len(FILE_NAMES) + 1)
    assert window.browse_bar.title.text().startswith("<h1>folder<h1>")


def test_a_copied_path_with_a_newline_is_exact(hostile: Person, photos: Path) -> None:
    hostile.click(hostile.names().index("line\nbreak.jpg"))
    hostile.press(Key.Key_C, CONTROL | SHIFT)
    path = str(photos / "<h1>folder<h1>" / "line\nbreak.jpg")
    hostile.until(lambda: QGuiApplication.clipboard().text() == path)


def test_the_question_about_a_folder_shows_its_name_literally(person: Person) -> None:
    seen: list[tuple[Qt.TextFormat, str]] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append((box.textFormat(), box.text()))
        assert box.width() < 1200
        box.reject()

    for name in (b"<b>photos</b>\n", b"x" * 255):
        QTimer.singleShot(0, look)
        person.window.library_panel.remove_requested.emit(Folder(99, b"/tmp/" + name))
    assert {form for form, _ in seen} == {Qt.TextFormat.PlainText}
    assert "/tmp/<b>photos</b>\ufffd" in seen[0][1]


def test_no_label_of_the_window_renders_rich_text(hostile: Person) -> None:
    """Labels that show fixed words may guess; those that change must not."""
    window = hostile.window
    hostile.double_click(0)
    hostile.until_found()
    hostile.press(Key.Key_K, CONTROL)
    hostile.until(lambda: window.skipped.tree.topLevelItemCount() == 1)
    for label in window.findChildren(QLabel) + window.viewer.findChildren(QLabel):
        if label.textFormat() != Qt.TextFormat.PlainText:
            assert not QtGui.Qt.mightBeRichText(label.text()), label.text()
            assert label.text() in {"Library", ""}, f"{label.text()!r} should be plain text"
