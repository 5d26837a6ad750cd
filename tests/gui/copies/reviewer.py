"""Somebody who reviews copies: looks at the groups, marks pictures, compares them."""

import os
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.copies.groups import GroupKind
from engine.copies.reviewing import ReviewGroup
from gui.copies.marks import Mark
from gui.copies.review_page import ReviewPage
from gui.copies.reviewing import Reviewing
from tests.gui.person import CONTROL, NONE, SHIFT, Key, Person


@dataclass
class Reviewer:
    person: Person

    @property
    def copies(self) -> Reviewing:
        return self.person.window.copies

    @property
    def page(self) -> ReviewPage:
        return self.copies.page

    @property
    def groups(self) -> list[ReviewGroup]:
        return self.copies.rows.groups

    def until(self, holds: Callable[[], object]) -> None:
        self.person.until(holds)

    def open(self) -> None:
        self.until(self.person.window.isActiveWindow)
        self.person.press(Key.Key_D, CONTROL | SHIFT)
        self.until_read()

    def until_read(self) -> None:
        """Until the groups are those that are asked for, and no job runs."""
        self.until(lambda: self.person.session.job is None and not self.person.session.storing)
        self.copies.refresh()
        with self.person.qtbot.waitSignal(self.copies._reads.answered):
            pass
        self.until(lambda: self.copies._review.wish == self.page.bar.wish())

    def choose_kind(self, kind: GroupKind) -> None:
        self.page.bar.choose(kind)
        self.until_read()

    def choose_folder(self, name: str) -> None:
        """The folder of that name; "" is all."""
        combo = self.page.bar.folder
        rows = range(combo.count())
        row = next(row for row in rows if combo.itemText(row).endswith(name)) if name else 0
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        self.until_read()

    def go_to(self, name: str) -> None:
        """To the group whose best picture is this."""
        self.page.view.setFocus()
        self.page.view.go_to(next(row for row, names in enumerate(self.names()) if names[0] == name))

    def press(self, key: Key, modifiers: object = NONE) -> None:
        self.until(self.person.window.isActiveWindow)
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)  # type: ignore[arg-type]

    def names(self) -> list[list[str]]:
        """What each group holds, by the names of its files with their folders."""
        return [
            [os.path.join(*each.path.decode().split(os.sep)[-2:]) for each in group.members]
            for group in self.groups
        ]

    def marks(self, row: int) -> list[Mark | None]:
        return self.copies.marks.of_group(self.groups[row])

    def said(self) -> str:
        return self.person.said()


def _short(path: bytes) -> str:
    return os.path.join(*os.fsdecode(path).split(os.sep)[-2:])


@dataclass
class Answer:
    """What is asked before files go, answered without a screen."""

    yes: bool = True
    asked: str = ""
    about: str = ""

    def give(self, box: QMessageBox) -> None:
        self.asked, self.about = box.text(), box.informativeText()
        wanted = QMessageBox.ButtonRole.AcceptRole if self.yes else QMessageBox.ButtonRole.RejectRole
        next(button for button in box.buttons() if box.buttonRole(button) is wanted).click()

    @classmethod
    def given(cls, monkeypatch: pytest.MonkeyPatch, yes: bool = True) -> "Answer":
        answer = cls(yes)
        monkeypatch.setattr("gui.copies.drop_question.QMessageBox.exec", lambda box: answer.give(box))
        return answer
