"""The question before labels are written into sidecars: into how many, and what is left alone."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from gui.language import tr, tr_n
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import path_text, quoted
from gui.widgets.theme import SPACE_L, SPACE_M, sized

WIDTH = 460
MOST_NAMED = 4


class SidecarsDialog(QDialog):
    """Signals: `agreed(bool)`: to be written; True: new ones are named as Lightroom does."""

    agreed = Signal(bool)

    def __init__(
        self, sidecars: int, new: int, left_alone: Sequence[tuple[bytes, str]], parent: QWidget | None = None
    ) -> None:
        """`left_alone` are sidecars that nothing is written into, and why."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Write labels into sidecars"))
        self.text, self.details = plain_label(wraps=True), plain_label(wraps=True)
        self.text.setFont(sized(self.text.font(), 1.1, bold=True))
        self.text.setText(tr_n("Add labels to {n:,} sidecars?", "Add labels to {n:,} sidecar?", sidecars))
        self.details.setText("\n\n".join(_consequences(sidecars, new, left_alone)))
        self.as_lightroom = QCheckBox(tr("&Name new ones as Lightroom does: photo.xmp, not photo.jpg.xmp"))
        self.as_lightroom.setVisible(new > 0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.write = buttons.addButton(tr("Write"), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.write.setDefault(True)
        self.write.setEnabled(sidecars > 0)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.details, self.as_lightroom, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(WIDTH)

    def _on_accepted(self) -> None:
        self.agreed.emit(self.as_lightroom.isChecked())
        self.accept()


def _consequences(sidecars: int, new: int, left_alone: Sequence[tuple[bytes, str]]) -> list[str]:
    about = [
        tr(
            "Sidecars are small files beside the pictures, in which digiKam, darktable, Lightroom and others find"
            " the labels as keywords."
        )
    ]
    if new:
        some = tr_n("{n:,} of them are new.", "{n:,} of them is new.", new)
        about.append(tr("All of them are new.") if new == sidecars else some)
    about += [
        tr("What is in a sidecar stays, and pictures are not touched."),
        tr("“Take back from sidecars” in the menu Labels undoes it."),
    ]
    parts = [" ".join(about)]
    if left_alone:
        named = [f"{quoted(path_text(os.path.basename(path)))}: {tr(why)}" for path, why in left_alone[:MOST_NAMED]]
        if len(left_alone) > MOST_NAMED:
            named.append(tr("… and {n:,} more", n=len(left_alone) - MOST_NAMED))
        parts.append("\n".join([tr("Left alone:"), *named]))
    return parts
