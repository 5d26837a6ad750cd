"""Asks before a model version is removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from gui.language import tr
from gui.versions.version_text import shown_name
from gui.widgets.amounts import short_size_text
from gui.widgets.plain_text import quoted

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts


def is_removal_wanted(facts: VersionFacts, parent: QWidget) -> bool:
    box = QMessageBox(QMessageBox.Icon.Question, tr("Remove version"), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("Remove the version {name}?", name=quoted(shown_name(facts.version.name))))
    box.setInformativeText(
        tr(
            "It cannot be brought back, unless it was exported. About {size} are freed. Pictures and labels stay as"
            " they are.",
            size=short_size_text(facts.size),
        )
    )
    remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()  # its parent would keep it
    return box.clickedButton() is remove
