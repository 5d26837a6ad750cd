"""Asks before files go to the trash, and says how many, how much, and what is lost by it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.copies.dropping import DropPlan
from gui.copies.review_words import counted
from gui.widgets.amounts import size_text


def question_text(plan: DropPlan, groups: int, best_of_all: bool) -> tuple[str, str]:
    """The question, and what to know before answering it."""
    files, of = counted(len(plan.file_ids), "file"), counted(groups, "group")
    if best_of_all:
        question = f"Keep the best of {of} and move the other {files} ({size_text(plan.bytes)}) to the trash?"
    else:
        question = f"Move {files} ({size_text(plan.bytes)}) of {of} to the trash?"
    if plan.images == 0:
        about = "They are copies: each of these pictures stays in another file."
    else:
        pictures = counted(plan.images, "picture")
        it = "its" if plan.images == 1 else "their"
        about = (
            f"{pictures} will have no file left in the library. Something of each group stays, and gets {it} labels"
            " and decisions."
        )
    return question, f"{about} Sidecars of other programs go along."


def is_dropping_wanted(plan: DropPlan, groups: int, best_of_all: bool, parent: QWidget) -> bool:
    question, about = question_text(plan, groups, best_of_all)
    box = QMessageBox(QMessageBox.Icon.Question, "Move to the trash", "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(about)
    move = box.addButton("Move to the trash", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()  # its parent would keep it
    return box.clickedButton() is move
