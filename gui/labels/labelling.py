"""Giving and taking labels on behalf of others; what was done is shown at once.

All edits go through `change`, so that each is one transaction that can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from PySide6.QtCore import QObject, Signal

from engine.store.label_edits import Edit, Give, Rename, RowChanges, Take, Toggle
from engine.store.label_list import Label, LabelList
from gui.grid.image_model import ImageModel
from gui.labels.label_changes import LabelChange, quoted_label, words_for
from gui.language import tr
from gui.session import Session
from gui.undo import Undo, Undoable


class Labelling(QObject):
    """Signals:
    labels_read(LabelList): all labels as they are now.
    changed(): labels of images, or labels themselves, are others now.
    said(str): one sentence for the person.
    """

    labels_read = Signal(object)
    changed = Signal()
    said = Signal(str)

    def __init__(self, session: Session, undo: Undo, model: ImageModel) -> None:
        super().__init__(model)
        self._session, self._undo, self._model = session, undo, model
        self.labels = LabelList()
        self._reading = session.background()
        self._reading.answered.connect(self._on_labels_read)
        self._reading.failed.connect(self.said)
        undo.applied.connect(self._on_applied)
        undo.said.connect(self.said)

    # -- what a person does -------------------------------------------------------------------------------------

    def give(self, wanted: Mapping[str, Sequence[int]]) -> None:
        """Each label to its images; new ones are made."""
        names = reduce(lambda some, name: tr("{some} and {name}", some=some, name=name), map(quoted_label, wanted))
        self.change(Give(wanted), none_changed=tr("All of them have {labels} already.", labels=names))

    def take(self, name: str, image_ids: Sequence[int]) -> None:
        none_changed = tr("None of them has {label}.", label=quoted_label(name))
        self.change(Take(name, image_ids), none_changed)

    def toggle(self, name: str, image_ids: Sequence[int]) -> None:
        """Give the label, or take it if all have it."""
        self.change(Toggle(name, image_ids))

    def rename(self, label: Label, name: str) -> None:
        self.change(Rename(label.name, name))

    def change(self, edit: Edit, none_changed: str = "") -> None:
        def ended(inverse: Undoable | None) -> None:
            if inverse is None and none_changed:
                self.said.emit(none_changed)

        if self.may_write():
            self._undo.do(LabelChange(edit), lambda inverse: words_for(edit, inverse), ended)

    def may_write(self) -> bool:
        """If not, it is said why."""
        return self._undo.may_write()

    # -- what there is ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        self._reading.ask(self._session.read_labels)

    def of_id(self, label_id: int) -> Label | None:
        return self._found(lambda label: label.id == label_id)

    def named(self, name: str) -> Label | None:
        return self._found(lambda label: label.name == name)

    def with_hotkey(self, key: str) -> Label | None:
        return self._found(lambda label: label.hotkey == key)

    def by_ids(self, label_ids: Iterable[int]) -> list[Label]:
        """Those of them that are known, by name."""
        wanted = set(label_ids)
        return [label for label in self.labels.labels if label.id in wanted]

    def _found(self, fits: Callable[[Label], bool]) -> Label | None:
        return next((label for label in self.labels.labels if fits(label)), None)

    def _on_labels_read(self, labels: LabelList) -> None:
        self.labels = labels
        self._model.set_labels(labels.labels)
        self.labels_read.emit(labels)

    def _on_applied(self, inverse: Undoable) -> None:
        if isinstance(inverse, LabelChange) and isinstance(inverse.edit, RowChanges):
            self.was_changed(inverse.edit)

    def was_changed(self, rows: RowChanges) -> None:
        """Show it at once: tiles, numbers, and whoever listens."""
        self._model.refresh(rows.image_ids())
        self.refresh()
        self.changed.emit()
