"""Settings and About, as a person uses them; what was chosen is kept."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QWidget

from engine.cache_folder import cache_folder
from engine.library import open_library
from gui.language import speak, use_language
from gui.settings.about_dialog import AboutDialog
from gui.settings.choices import Choices, ColourTheme, Computing, choices_of
from gui.settings.licences import components
from gui.settings.settings_dialog import SettingsDialog
from gui.settings.shortcuts import why_not
from gui.widgets.theme import choose_scheme, is_dark
from gui.window.window_state import WindowState
from tests.conftest import IndexedLibrary
from tests.gui.person import LEFT, Person
from tests.gui.window_fixtures import OpenWindow

SETTINGS, SKIPPED, ADD = "S&ettings…", "&Skipped files", "&Add folder…"
NO_KEYS = QKeySequence()


@pytest.fixture(autouse=True)
def as_the_system(qapp: QApplication):
    yield
    choose_scheme(qapp, None)  # the application outlives the window


@pytest.fixture
def another_language():
    """In which each text stands in brackets."""
    speak(lambda template, meaning, n: f"<{template}>", QLocale("de"))
    yield
    use_language("en")


def settings(person: Person) -> SettingsDialog:
    person.window.menus.by_text[SETTINGS].trigger()
    assert person.window.choosing.dialog is not None
    person.until(person.window.choosing.dialog.isVisible)
    return person.window.choosing.dialog


def press(dialog: SettingsDialog, button: QDialogButtonBox.StandardButton) -> None:
    QTest.mouseClick(dialog.buttons.button(button), LEFT)


def test_choices_are_the_same_after_they_were_written_and_read() -> None:
    choices = Choices(ColourTheme.DARK, frozenset({"Flash"}), {ADD: "Ctrl+J"}, 3, Computing.CPU, 256, "de", "/fast")
    assert choices_of(choices.text()) == choices
    assert choices_of(Choices().text()) == Choices()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 9999,
        '{"theme": "pink", "workers": -1, "memory": "much", "keys": [], "hidden_details": 3, "language": ["x"]}',
        '{"cache": "nowhere"}',
        '{"cache": "/nowhere\\u0000"}',
        '{"cache": "/\\ud800"}',
    ],
)
def test_choices_that_cannot_be_read_are_the_usual_ones(text: str) -> None:
    assert choices_of(text) == Choices()


def test_dark_and_light_are_chosen_whatever_the_system_is(person: Person) -> None:
    for theme, dark in ((ColourTheme.DARK, True), (ColourTheme.LIGHT, False)):
        dialog = settings(person)
        dialog.themes[theme].click()
        press(dialog, QDialogButtonBox.StandardButton.Ok)
        person.until(lambda: person.window.choosing.dialog is None)
        person.until(lambda dark=dark: is_dark(person.window.palette()) == dark)


def test_cancel_leaves_all_as_it_was(person: Person) -> None:
    before = is_dark(person.window.palette())
    dialog = settings(person)
    dialog.themes[ColourTheme.LIGHT if before else ColourTheme.DARK].click()
    press(dialog, QDialogButtonBox.StandardButton.Cancel)
    person.until(lambda: person.window.choosing.dialog is None)
    assert is_dark(person.window.palette()) == before


def test_details_that_are_not_ticked_are_not_shown_here_nor_the_next_time(
    person: Person, open_window: OpenWindow
) -> None:
    person.click(0)
    table = person.window.preview.metadata
    person.until(lambda: "Folder" in dict(table.rows()))
    dialog = settings(person)
    (folder,) = dialog.details.list.findItems("Folder", Qt.MatchFlag.MatchExactly)
    folder.setCheckState(Qt.CheckState.Unchecked)
    press(dialog, QDialogButtonBox.StandardButton.Apply)
    assert "Folder" not in dict(table.rows())
    assert "Name" in dict(table.rows())
    dialog.reject()
    path = person.session.library.path
    person.window.close()
    again = open_window(open_library(path))
    again.until_shown(30)
    again.click(0)
    again.until(lambda: "Name" in dict(again.window.preview.metadata.rows()))
    assert "Folder" not in dict(again.window.preview.metadata.rows())


def test_keys_are_chosen_kept_and_reset(person: Person, open_window: OpenWindow) -> None:
    dialog = settings(person)
    dialog.tabs.setCurrentWidget(dialog.keys)
    dialog.keys.tree.setCurrentItem(dialog.keys.tree.findItems("Skipped files", Qt.MatchFlag.MatchExactly)[0])
    dialog.keys.edit.setFocus()
    QTest.keyClick(dialog.keys.edit, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert dialog.keys.chosen() == {SKIPPED: "Ctrl+J"}
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert person.window.menus.by_text[SKIPPED].shortcut() == QKeySequence("Ctrl+J")
    path = person.session.library.path
    person.window.close()

    again = open_window(open_library(path))
    action = again.window.menus.by_text[SKIPPED]
    assert action.shortcut() == QKeySequence("Ctrl+J")
    dialog = settings(again)
    dialog.tabs.setCurrentWidget(dialog.keys)
    QTest.mouseClick(dialog.keys.reset_all, LEFT)
    assert dialog.keys.chosen() == {}
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert action.shortcut() == QKeySequence("Ctrl+K")


def test_sentences_name_the_keys_that_were_chosen(person: Person) -> None:
    window = person.window
    assert window.browse_bar.filter.placeholderText() == "Search (Ctrl+F)"
    dialog = settings(person)
    dialog.tabs.setCurrentWidget(dialog.keys)
    for entry, key in (("Search by words…", Qt.Key.Key_J), ("Undo", None)):
        dialog.keys.tree.setCurrentItem(dialog.keys.tree.findItems(entry, Qt.MatchFlag.MatchExactly)[0])
        if key is None:
            QTest.mouseClick(dialog.keys.clear, LEFT)
        else:
            dialog.keys.edit.setFocus()
            QTest.keyClick(dialog.keys.edit, key, Qt.KeyboardModifier.ControlModifier)
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert window.browse_bar.filter.placeholderText() == "Search (Ctrl+J)"
    window.labels.transfer.from_folders()
    person.until(lambda: person.said().endswith("given; “Undo” takes it back."))


def test_keys_that_were_chosen_in_one_language_are_those_of_the_same_entry_in_another(
    indexed: IndexedLibrary, open_window: OpenWindow, another_language: None
) -> None:
    person = open_window(indexed.library)
    entries = set(person.window.menus.by_text)
    action = person.window.menus.by_text[SKIPPED]
    assert action.text() == f"<{SKIPPED}>"
    page = settings(person).keys
    shown = [page.tree.topLevelItem(row).text(0) for row in range(page.tree.topLevelItemCount())]
    assert "<Skipped files>" in shown
    assert page.choose(SKIPPED, QKeySequence("Ctrl+O")) == "<Ctrl+O is the key of “<Add folder…>”.>"
    assert not page.choose(SKIPPED, QKeySequence("Ctrl+J"))
    press(page.window(), QDialogButtonBox.StandardButton.Ok)
    assert action.shortcut() == QKeySequence("Ctrl+J")
    person.window.close()

    use_language("en")
    menus = open_window(open_library(person.session.library.path)).window.menus
    assert menus.by_text[SKIPPED].shortcut() == QKeySequence("Ctrl+J")
    assert set(menus.by_text) == entries, "they are known by their English texts"


def test_the_language_is_chosen_by_its_own_name_and_kept(person: Person) -> None:
    dialog = settings(person)
    names = [dialog.languages.itemText(row) for row in range(dialog.languages.count())]
    assert names == ["As the system", "English", "Deutsch"]
    assert dialog.languages.currentText() == "As the system"
    dialog.languages.setCurrentText("Deutsch")
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    person.until(lambda: person.window.choosing.dialog is None)
    assert WindowState(person.session.library.path).choices().language == "de"
    assert settings(person).languages.currentText() == "Deutsch"


def test_no_two_entries_have_the_same_keys(person: Person) -> None:
    page = settings(person).keys
    sentence = page.choose(SKIPPED, QKeySequence("Ctrl+O"))
    assert sentence == "Ctrl+O is the key of “Add folder…”."
    assert page.problem.text() == sentence
    assert page.chosen() == {}
    assert not page.choose(ADD, NO_KEYS)
    assert not page.choose(SKIPPED, QKeySequence("Ctrl+O"))
    assert page.chosen() == {ADD: "", SKIPPED: "Ctrl+O"}


def test_of_two_entries_with_the_same_keys_the_chosen_one_has_them(
    indexed: IndexedLibrary, open_window: OpenWindow
) -> None:
    """As when another program version brings an entry with keys that were chosen for another before."""
    keys = {SKIPPED: "Ctrl+O", SETTINGS: "Ctrl+A", "&Map": "Ctrl+O", "&Quit": "", "gone": "Ctrl+Q"}
    WindowState(indexed.library.path).save_choices(Choices(keys=keys))
    person = open_window(indexed.library)
    menus = person.window.menus.by_text
    assert menus[SKIPPED].shortcut() == QKeySequence("Ctrl+O")
    assert menus[ADD].shortcut().isEmpty()
    assert menus[SETTINGS].shortcut() == QKeySequence("Ctrl+,"), "keys of panels are nobody else's"
    assert menus["&Map"].shortcut() == QKeySequence("F9")
    assert menus["&Quit"].shortcut().isEmpty()
    page = settings(person).keys
    assert page.tree.findItems("Add folder…", Qt.MatchFlag.MatchExactly)[0].text(1) == ""


@pytest.mark.parametrize("keys", ["Escape", "Space", "Alt+Left", "Q", "7", "Shift+Q", "Ctrl+K, Ctrl+L"])
def test_keys_that_panels_or_labels_have_are_refused(keys: str) -> None:
    assert why_not(QKeySequence(keys), NO_KEYS, {})
    assert not why_not(QKeySequence(keys), QKeySequence(keys), {}), "what an entry was made with it can have again"


@pytest.mark.parametrize("keys", ["", "Ctrl+J", "F9", "Alt+J", "Ctrl+Shift+F9"])
def test_other_keys_can_be_chosen(keys: str) -> None:
    assert not why_not(QKeySequence(keys), NO_KEYS, {"Other": QKeySequence("Ctrl+P")})


def test_folders_are_listed_and_watching_is_turned(person: Person) -> None:
    dialog = settings(person)
    assert dialog.folders.list.count() == len(person.session.library.folders())
    before = dialog.folders.watch.isChecked()
    dialog.folders.watch.click()
    press(dialog, QDialogButtonBox.StandardButton.Apply)
    person.until(lambda: person.session.watching.is_on != before)
    dialog.folders.watch.click()
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    person.until(lambda: person.session.watching.is_on == before)


def test_where_the_library_lies_and_what_it_takes_is_said(person: Person) -> None:
    work = settings(person).work
    assert work.place.text() == person.session.library.path
    person.until(lambda: work.sizes.text().startswith("It takes "))
    person.session.device_chosen.emit("CPU, as no driver was found")
    assert work.computes_on.text() == "CPU, as no driver was found"


def test_the_cache_is_put_where_a_person_wants_it_and_back(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, wanted = cache_folder(), tmp_path / "on the fast disk"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(wanted))
    dialog = settings(person)
    assert not dialog.work.cache.usual.isEnabled()
    dialog.work.cache.other.click()
    assert dialog.work.cache.place.text() == str(wanted)
    assert cache_folder() == usual, "not before it is agreed to"
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert cache_folder() == wanted
    dialog = settings(person)
    person.until(lambda: str(wanted) in dialog.work.cache.size_note.text())
    dialog.work.cache.usual.click()
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert cache_folder() == usual


def test_while_the_drive_of_the_cache_is_away_the_usual_one_serves(
    indexed: IndexedLibrary, open_window: OpenWindow, tmp_path: Path
) -> None:
    usual, file = cache_folder(), tmp_path / "in the way"
    file.write_bytes(b"")
    WindowState(indexed.library.path).save_choices(Choices(cache=str(file / "cache")))
    person = open_window(indexed.library)
    assert cache_folder() == usual
    work = settings(person).work
    assert work.cache.folder() == str(file / "cache"), "it is remembered"
    person.until(lambda: str(usual) in work.cache.size_note.text())


def test_thumbnails_are_put_where_a_person_wants_them_and_back(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.until_tiles()
    wanted = tmp_path / "large drive"
    wanted.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(wanted))
    dialog = settings(person)
    assert not dialog.work.thumbnails.usual.isEnabled()
    dialog.work.thumbnails.other.click()
    assert list(wanted.iterdir()) == [], "not before it is agreed to"
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    person.until(lambda: person.said() == f"The thumbnails lie in {wanted} now.")
    assert list(wanted.rglob("thumbnails.db"))
    dialog = settings(person)
    assert dialog.work.thumbnails.place.text() == str(wanted)
    person.until(lambda: dialog.work.thumbnails.size_note.text().startswith("They take "))
    dialog.work.thumbnails.usual.click()
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    person.until(lambda: person.said() == "The thumbnails lie in the library’s folder now.")
    assert list(wanted.iterdir()) == []
    person.click(3)
    person.until(lambda: person.window.preview.view.has_image())


def test_a_folder_that_thumbnails_cannot_lie_in_is_refused_in_a_sentence(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "not there"))
    dialog = settings(person)
    dialog.work.thumbnails.other.click()
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    person.until(lambda: "There is no folder" in person.said())
    assert settings(person).work.thumbnails.folder() == ""


def test_the_dialogs_are_no_larger_than_the_screen(person: Person) -> None:
    dialog = settings(person)
    person.window.choosing.show_about()
    about = person.window.findChild(AboutDialog)
    assert isinstance(about, QWidget)
    room = person.window.screen().availableGeometry().size()
    for window in (dialog, about):
        assert window.width() <= room.width()
        assert window.height() <= room.height()
    about.close()


def test_about_names_versions_and_licences_and_copies_them(person: Person) -> None:
    known = {each.name: each for each in components()}
    assert known["DualHash"].licence == "MIT"
    assert known["Qt and PySide6"].licence.startswith("LGPL")
    assert all(
        known[name].version for name in ("DualHash", "Python", "Qt and PySide6", "PyTorch", "faiss", "Pillow")
    )
    assert known["Networks of MediaPipe that find eyes"].licence == "Apache 2.0"
    person.window.menus.by_text["A&bout DualHash"].trigger()
    about = person.window.findChild(AboutDialog)
    assert about is not None
    person.until(about.isVisible)
    assert about.tree.topLevelItemCount() == len(known)
    QTest.mouseClick(about.copy, LEFT)
    assert f"DualHash {known['DualHash'].version}" in QGuiApplication.clipboard().text()
    assert person.session.library.path in QGuiApplication.clipboard().text()
    about.close()
