"""Typing labels for the selected images: opens the entry, feeds it, and gives what is entered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.store.label_list import Label
from gui.labels.label_entry import LabelEntry
from gui.labels.labelling import Labelling
from gui.language import tr
from gui.pictures.centre import Centre
from gui.pictures.viewing import Viewing
from gui.session import Session
from gui.widgets.label_chips import LabelShare
from gui.widgets.menu_keys import LABEL, keys_of


class Entering(QObject):
    """While the entry is open it is about the selected images, also when the selection changes; or about images
    that were dropped for it. Over a page with pictures of its own it is about the one that was current there."""

    def __init__(self, session: Session, labelling: Labelling, centre: Centre, viewing: Viewing) -> None:
        super().__init__(centre)
        self._session, self._labelling, self._centre, self._viewing = session, labelling, centre, viewing
        self.entry = LabelEntry(centre)
        self._images: list[int] = []
        self._back_to: QWidget | None = None  # whose keys it took; none are the centre's
        self._shares = session.background()
        self._shares.answered.connect(self._on_counted)
        self.entry.entered.connect(self._on_entered)
        self.entry.removed.connect(self._on_removed)
        self.entry.completed.connect(self._on_completed)
        self.entry.closed.connect(self._on_closed)
        labelling.labels_read.connect(self._on_labels_read)
        centre.grid.selection_changed.connect(self._on_selection_changed)
        viewing.current_changed.connect(self._on_current_changed)
        centre.page_shown.connect(self.entry.hide)
        centre.page_left.connect(self.entry.hide)

    def open(self) -> None:
        """For the selected images, or the current one of a page."""
        images = self._viewing.chosen_ids()
        if not images:
            self._labelling.said.emit(
                tr("Select pictures first; then press {keys} to label them.", keys=keys_of(LABEL))
            )
        else:
            self.open_for(images)

    def open_for(self, images: Sequence[int], over: QWidget | None = None, back_to: QWidget | None = None) -> None:
        """Over the pictures in the centre, or over another widget; afterwards the keys go back to that."""
        if not self._labelling.may_write():
            return
        self._back_to = back_to
        if over is None and not self._viewing.is_of_page:
            self._centre.leave_page()
        self.entry.lie_over(over or self._centre)
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
        if self.entry.isVisible() and images and not self._viewing.is_of_page:
            self._be_about(images)

    def _on_current_changed(self, image_id: int | None) -> None:
        """Another picture of a page is looked at, or none."""
        if self.entry.isVisible() and self._viewing.is_of_page and image_id not in self._images:
            self.entry.hide()

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
        if self._back_to is None:
            self._centre.take_keys()
        else:
            self._back_to.setFocus()
