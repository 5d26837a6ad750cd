"""After a question is answered the window's keys work again, without a click into it."""

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox

from gui.file_actions.asking import ActionQuestion
from gui.file_actions.export_dialog import ExportDialog
from gui.library.removal import is_removal_wanted
from gui.window.keys_dialog import KeysDialog
from tests.gui.person import CONTROL, LEFT, Key, Person


def until_open(person: Person, kind: type) -> None:
    person.until(lambda: isinstance(QApplication.activeWindow(), kind))


def answer_with_escape(person: Person) -> None:
    """Once the question is there, which holds whoever asks it."""
    until_open(person, QMessageBox)
    person.press(Key.Key_Escape, on=QApplication.activeWindow())


def until_the_log_opens_by_its_key(person: Person) -> None:
    """Nothing brings the window back but the window itself."""
    person.until(lambda: QApplication.activeWindow() is person.window)
    person.press(Key.Key_H, CONTROL)
    person.until(lambda: person.window.centre.page == "file actions")
    person.press(Key.Key_Backspace)
    assert person.window.centre.page is None


def test_after_every_kind_of_question_the_keys_are_the_windows_again(person: Person) -> None:
    person.click(3)
    for keys, kind in ((Key.Key_Delete, ActionQuestion), (Key.Key_F8, ExportDialog), (Key.Key_F1, KeysDialog)):
        person.press(keys, on=person.window.grid)
        until_open(person, kind)
        person.press(Key.Key_Escape, on=QApplication.activeWindow())
        until_the_log_opens_by_its_key(person)

    QTimer.singleShot(0, lambda: answer_with_escape(person))
    assert not is_removal_wanted(person.session.library.folders()[0], person.window)
    until_the_log_opens_by_its_key(person)


def test_a_question_over_a_dialog_gives_the_keys_to_the_dialog(person: Person) -> None:
    person.press(Key.Key_F1, on=person.window.grid)
    until_open(person, KeysDialog)
    below = QApplication.activeWindow()
    box = QMessageBox(QMessageBox.Icon.Question, "", "Really?", QMessageBox.StandardButton.Ok, below)
    box.open()
    until_open(person, QMessageBox)
    QTest.mouseClick(box.button(QMessageBox.StandardButton.Ok), LEFT)
    person.until(lambda: QApplication.activeWindow() is below)
    box.deleteLater()
    assert below is not None
    below.close()
    until_the_log_opens_by_its_key(person)


def test_whoever_goes_elsewhere_is_not_called_back(person: Person) -> None:
    person.press(Key.Key_F1, on=person.window.grid)
    until_open(person, KeysDialog)
    dialog, other = QApplication.activeWindow(), QLineEdit()
    assert dialog is not None
    other.show()
    other.activateWindow()
    person.until(other.isActiveWindow)
    dialog.close()
    person.qtbot.wait(1)
    assert other.isActiveWindow()
    other.close()
    other.deleteLater()
