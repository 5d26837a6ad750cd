"""The labels of the image in the preview, below its preview: shown, taken away, added to."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.store.label_list import Label
from gui.labels.entering import Entering
from gui.labels.label_filter import LabelFilter
from gui.labels.label_rows import Kind, PanelRow
from gui.labels.labelling import Labelling
from gui.pictures.viewing import Viewing
from gui.preview.preview_panel import PreviewPanel
from gui.session import Session
from gui.widgets.label_chips import LabelShare


class PreviewLabels(QObject):
    """Signals:
    read(int, list[str]): the names of the labels of the current image.
    """

    read = Signal(object, object)

    def __init__(
        self,
        session: Session,
        labelling: Labelling,
        entering: Entering,
        label_filter: LabelFilter,
        preview: PreviewPanel,
        viewing: Viewing,
    ) -> None:
        super().__init__(preview)
        self._session, self._labelling, self._entering = session, labelling, entering
        self._filter, self._preview = label_filter, preview
        self._image_id: int | None = None
        self._reading = session.background()
        self._reading.answered.connect(self._on_read)
        viewing.current_changed.connect(self._on_current_changed)
        labelling.labels_read.connect(self._read)
        preview.labels.removed.connect(self._on_removed)
        preview.labels.activated.connect(self._on_activated)
        preview.label_requested.connect(self._on_label_requested)

    def _on_current_changed(self, image_id: int | None) -> None:
        self._image_id = image_id
        self._read()

    def _read(self) -> None:
        image_id = self._image_id
        if image_id is not None:
            self._reading.ask(lambda: (image_id, self._session.read_label_counts([image_id])))

    def _on_read(self, answer: tuple[int, dict[int, int]]) -> None:
        image_id, label_ids = answer
        if image_id == self._image_id:
            labels = self._labelling.by_ids(label_ids)
            self._preview.labels.set_labels([LabelShare(each, 1, 1) for each in labels])
            self.read.emit(image_id, [label.name for label in labels])

    def _on_removed(self, label: Label) -> None:
        if self._image_id is not None:
            self._labelling.take(label.name, [self._image_id])

    def _on_activated(self, label: Label) -> None:
        self._filter.show(PanelRow(Kind.LABEL, label.name, label))

    def _on_label_requested(self) -> None:
        if self._image_id is not None:
            self._entering.open_for([self._image_id])
