"""Typing labels for the selected images: opens the entry, feeds it, and gives what is entered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from engine.store.label_list import Label
from gui.grid.grid_view import GridView
from gui.labels.label_entry import LabelEntry
from gui.labels.labelling import Labelling
from gui.pictures.centre import Centre
from gui.session import Session
from gui.widgets.label_chips import LabelShare


class Entering(QObject):
    """While the entry is open it is about the selected images, also when the selection changes; or about images
    that were dropped for it."""

    def __init__(self, session: Session, labelling: Labelling, centre: Centre) -> None:
        super().__init__(centre)
        self._session, self._labelling, self._centre = session, labelling, centre
        self._grid: GridView = centre.grid
        self.entry = LabelEntry(centre)
        self._images: list[int] = []
        self._shares = session.background()
        self._shares.answered.connect(self._on_counted)
        self.entry.entered.connect(self._on_entered)
        self.entry.removed.connect(self._on_removed)
        self.entry.completed.connect(self._on_completed)
        self.entry.closed.connect(self._on_closed)
        labelling.labels_read.connect(self._on_labels_read)
        self._grid.selection_changed.connect(self._on_selection_changed)
        centre.page_shown.connect(self.entry.hide)

    def open(self) -> None:
        """For the selected images."""
        images = self._grid.chosen_ids()
        if not images:
            self._labelling.said.emit("Select pictures first; then press L to label them.")
        else:
            self.open_for(images)

    def open_for(self, images: Sequence[int]) -> None:
        if not self._labelling.may_write():
            return
        self._centre.leave_page()
        self.entry.show_shares([])
        self.entry.show_labels(self._labelling.labels)
        self._be_about(list(images))
        self.entry.begin()

    def _be_about(self, images: list[int]) -> None:
        self._images = images
        self.entry.show_count(len(images))
        self._count()

    def _count(self) -> None:
        images = self._images
        self._shares.ask(lambda: (images, self._session.read_label_counts(images)))

    def _on_counted(self, answer: tuple[list[int], dict[int, int]]) -> None:
        images, counts = answer
        if images is self._images:
            labels = self._labelling.by_ids(counts)
            self.entry.show_shares([LabelShare(label, counts[label.id], len(images)) for label in labels])

    def _on_labels_read(self) -> None:
        if self.entry.isVisible():
            self.entry.show_labels(self._labelling.labels)
            self._count()

    def _on_selection_changed(self, images: list[int]) -> None:
        if self.entry.isVisible() and images:
            self._be_about(images)

    def _on_entered(self, names: list[str]) -> None:
        self._labelling.give(dict.fromkeys(names, self._images))

    def _on_removed(self, label: Label) -> None:
        self._labelling.take(label.name, self._images)

    def _on_completed(self, label: Label) -> None:
        whole = any(share.label.id == label.id and share.having == share.of for share in self.entry.chips.shares())
        if not whole:
            self._labelling.give({label.name: self._images})

    def _on_closed(self) -> None:
        self.entry.hide()
        self._grid.setFocus()
