"""Asks before files go to the trash, and says how many, how much, and what is lost by it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.copies.dropping import DropPlan
from gui.language import tr, tr_n
from gui.widgets.amounts import size_text


def question_text(plan: DropPlan, groups: int, best_of_all: bool) -> tuple[str, str]:
    """The question, and what to know before answering it."""
    amounts = {
        "size": size_text(plan.bytes),
        "groups": tr_n("{n:,} groups", "{n:,} group", groups),
    }
    if best_of_all:
        question = tr_n(
            "Keep the best of {groups} and move the other {n:,} files ({size}) to the trash?",
            "Keep the best of {groups} and move the other {n:,} file ({size}) to the trash?",
            len(plan.file_ids),
            **amounts,
        )
    else:
        question = tr_n(
            "Move {n:,} files ({size}) of {groups} to the trash?",
            "Move {n:,} file ({size}) of {groups} to the trash?",
            len(plan.file_ids),
            **amounts,
        )
    return question, tr("{about} Sidecars of other programs go along.", about=_about(plan.images))


def _about(pictures: int) -> str:
    """What becomes of so many pictures that lose their last file."""
    if pictures == 0:
        return tr("They are copies: each of these pictures stays in another file.")
    return tr_n(
        "{n:,} pictures will have no file left in the library. Something of each group stays, and gets their labels"
        " and decisions.",
        "{n:,} picture will have no file left in the library. Something of each group stays, and gets its labels"
        " and decisions.",
        pictures,
    )


def is_dropping_wanted(plan: DropPlan, groups: int, best_of_all: bool, parent: QWidget) -> bool:
    question, about = question_text(plan, groups, best_of_all)
    box = QMessageBox(QMessageBox.Icon.Question, tr("Move to the trash"), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(about)
    move = box.addButton(tr("Move to the trash"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()  # its parent would keep it
    return box.clickedButton() is move
