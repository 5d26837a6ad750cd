"""Keywords of other programs as labels, in the window: asked once a folder, answered, changed, undone, followed."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.jobs.keyword_folders import FolderKeywords
from engine.store import folder_answers
from engine.store.folder_answers import FolderAnswer
from engine.store.folders import Folder
from gui.labels.keyword_bar import KeywordBar
from gui.labels.keywords_dialog import KeywordsDialog
from tests.gui.labeller import panel, undo, until_listed
from tests.gui.person import LEFT, Key, Person
from tests.xmp.others import bag, packet

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen

MENU = "&Keywords of other programs…"


def bar(person: Person) -> KeywordBar:
    return person.window.keyword_bar


def answers(person: Person) -> list[FolderAnswer]:
    return list(folder_answers.all_answers(person.session.library.db).values())


def save_keywords(photos: Path) -> list[Path]:
    """Another program has: three pictures have them, the fourth only a rating."""
    said = [bag("beach", "Anna"), bag("beach"), bag("Animals|cat", of="lr:hierarchicalSubject"), ""]
    sidecars = [photos / f"discs/discs-{number}.jpg.xmp" for number in range(4)]
    for sidecar, inside in zip(sidecars, said, strict=True):
        sidecar.write_bytes(packet(inside, ' xmp:Rating="4"' if not inside else ""))
    return sidecars


def until_asked(person: Person, sentence: str) -> None:
    person.until(lambda: bar(person).isVisible() and bar(person).text.text() == sentence)


def dialog_of(person: Person) -> KeywordsDialog:
    person.until(lambda: person.window.labels.keywords.question is not None)
    dialog = person.window.labels.keywords.question
    assert dialog is not None
    person.until(dialog.isVisible)
    return dialog


SENTENCE = "3 pictures in photos have keywords of other programs (beach, Anna, cat). Take them as labels?"


def test_after_indexing_it_is_asked_once_and_the_answer_can_be_undone(person: Person, photos: Path):
    save_keywords(photos)
    assert not bar(person).isVisible()
    person.press(Key.Key_F5)
    until_asked(person, SENTENCE)
    person.until_idle()
    assert panel(person) == {}
    QTest.mouseClick(bar(person).take, LEFT)
    until_listed(person, {"Anna": 1, "beach": 2, "cat": 1})
    assert person.said() == ("Keywords of other programs: 3 labels on 3 pictures, 4 given; Ctrl+Z takes it back.")
    assert not bar(person).isVisible()
    assert answers(person) == [FolderAnswer(True)]
    undo(person)
    until_listed(person, {})
    until_asked(person, SENTENCE)
    assert answers(person) == []
    QTest.mouseClick(bar(person).leave, LEFT)
    person.until(lambda: answers(person) == [FolderAnswer(False)])
    assert not bar(person).isVisible()
    person.press(Key.Key_F5)
    person.until_idle()
    assert not bar(person).isVisible(), "asked once"
    assert panel(person) == {}


def test_show_says_which_and_lets_one_choose_how(person: Person, photos: Path):
    save_keywords(photos)
    person.press(Key.Key_F5)
    until_asked(person, SENTENCE)
    QTest.mouseClick(bar(person).details, LEFT)
    dialog = dialog_of(person)
    assert dialog.folders.item(0).text() == "photos\n3 pictures: beach, Anna, cat"
    assert dialog.ratings.text() == "&Ratings too, of 1 picture, as labels like “4 stars”"
    dialog.ratings.setChecked(True)
    dialog.levels.setCurrentText("Animals|Cat")
    QTest.mouseClick(dialog.take, LEFT)
    until_listed(person, {"4 stars": 1, "Animals|cat": 1, "Anna": 1, "beach": 2})
    assert answers(person) == [FolderAnswer(True, True, "path")]


def test_the_answer_can_be_changed_in_the_menu(person: Person, photos: Path):
    person.window.menus.by_text[MENU].trigger()
    person.until(lambda: person.said() == "No picture and no sidecar holds keywords of other programs.")
    save_keywords(photos)
    person.window.menus.by_text[MENU].trigger()
    dialog = dialog_of(person)
    QTest.mouseClick(dialog.take, LEFT)
    until_listed(person, {"Anna": 1, "beach": 2, "cat": 1})
    person.window.labels.keywords.question = None
    person.window.menus.by_text[MENU].trigger()
    dialog = dialog_of(person)
    assert dialog.take.text() == "Take as labels"
    dialog.folders.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert dialog.take.text() == "Take none"
    assert not dialog.levels.isEnabled()
    QTest.mouseClick(dialog.take, LEFT)
    person.until(lambda: answers(person) == [FolderAnswer(False)])
    assert panel(person) == {"Anna": 1, "beach": 2, "cat": 1}, "what was given stays"


def test_only_what_is_changed_in_the_dialog_is_answered_anew(qtbot: QtBot):
    answered = [FolderAnswer(True), FolderAnswer(True, True, "path"), FolderAnswer(False), None]
    found = [
        FolderKeywords(Folder(number, b"/photos/%d" % number), answer, {number: ("cat",)}, {number})
        for number, answer in enumerate(answered, 1)
    ]

    def agreed(levels: str = "", ticked: bool = False) -> dict[int, FolderAnswer]:
        dialog = KeywordsDialog(found[: 4 if ticked else 3])
        qtbot.addWidget(dialog)
        if levels:
            dialog.levels.setCurrentText(levels)
        if ticked:
            dialog.folders.item(2).setCheckState(Qt.CheckState.Checked)
        with qtbot.waitSignal(dialog.agreed) as told:
            QTest.mouseClick(dialog.take, LEFT)
        return told.args[0]

    assert agreed() == {}
    assert agreed(ticked=True) == {3: FolderAnswer(True), 4: FolderAnswer(True)}
    both = {1: FolderAnswer(True, False, "all"), 2: FolderAnswer(True, True, "all")}
    assert agreed("Animals and Cat") == both, "their ratings are as they were"


def test_a_dialog_in_which_nothing_is_changed_takes_nothing_again(person: Person, photos: Path):
    save_keywords(photos)
    person.window.menus.by_text[MENU].trigger()
    QTest.mouseClick(dialog_of(person).take, LEFT)
    until_listed(person, {"Anna": 1, "beach": 2, "cat": 1})
    person.window.labels.keywords.question = None
    person.window.menus.by_text[MENU].trigger()
    QTest.mouseClick(dialog_of(person).take, LEFT)
    person.until(lambda: person.said() == "Keywords of other programs: nothing was changed.")
    undo(person)
    until_listed(person, {})
    assert answers(person) == [], "there was one step"


def test_a_folder_that_was_removed_and_comes_again_is_asked_about(person: Person, photos: Path):
    save_keywords(photos)
    person.press(Key.Key_F5)
    until_asked(person, SENTENCE)
    QTest.mouseClick(bar(person).leave, LEFT)
    person.until(lambda: answers(person) == [FolderAnswer(False)])
    (folder,) = person.session.library.folders()
    person.session.remove_folder(folder)
    person.until_shown(0)
    person.session.add_folder(folder.path)
    until_asked(person, SENTENCE)


def test_what_another_program_saves_while_the_window_is_open_is_followed(person: Person, photos: Path):
    first, *_ = save_keywords(photos)
    person.window.watch()
    until_asked(person, SENTENCE)
    QTest.mouseClick(bar(person).take, LEFT)
    until_listed(person, {"Anna": 1, "beach": 2, "cat": 1})
    person.until(lambda: person.session.watching.at_rest and person.session.job is None)
    first.write_bytes(packet(bag("beach", "Berta")))
    until_listed(person, {"Anna": 0, "beach": 2, "Berta": 1, "cat": 1})
    person.until(lambda: person.said() == "Noticed: 1 labelled.")


def test_with_watching_off_f5_does_the_same(person: Person, photos: Path):
    first, *_ = save_keywords(photos)
    person.press(Key.Key_F5)
    until_asked(person, SENTENCE)
    QTest.mouseClick(bar(person).take, LEFT)
    until_listed(person, {"Anna": 1, "beach": 2, "cat": 1})
    person.until_idle()
    first.write_bytes(packet(bag("beach", "Berta")))
    person.press(Key.Key_F5)
    until_listed(person, {"Anna": 0, "beach": 2, "Berta": 1, "cat": 1})
    person.until(lambda: person.said() == "Indexed: 1 labelled.")
