"""Which label's images the grid shows: chosen in the panel or in the bar, while browsing and while searching."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from engine.store.label_list import LabelList
from gui.labels.label_rows import Kind, PanelRow
from gui.labels.labelling import Labelling
from gui.labels.labels_panel import LabelsPanel
from gui.language import tr
from gui.pictures.parts import PictureParts


class LabelFilter(QObject):
    """Keeps panel, bars and grid of one mind. A label that is renamed stays chosen; one that is gone does not."""

    def __init__(self, labelling: Labelling, panel: LabelsPanel, pictures: PictureParts) -> None:
        super().__init__(panel)
        self._labelling, self._panel, self._centre = labelling, panel, pictures.centre
        self._bar, self._query_bar = pictures.browse_bar, pictures.query_bar
        self._browsing, self._searching = pictures.browsing, pictures.searching
        self._known = LabelList()
        self._row: int | None = None  # where the grid goes on when the images at hand leave it
        panel.row_chosen.connect(self.show)
        labelling.labels_read.connect(self._on_labels_read)
        labelling.changed.connect(self._on_changed)
        self._bar.changed.connect(self._mark)
        self._browsing.shown.connect(self._on_browsed)
        self._searching.began.connect(self._mark)
        self._searching.ended.connect(self._mark)

    def show(self, row: PanelRow) -> None:
        """The images of this row; all again if they are shown already."""
        chosen = None if row.shown else row
        if self._searching.query is not None:
            self._search(chosen)
        else:
            self._bar.choose_label(
                chosen.label.name if chosen is not None and chosen.label is not None else None,
                chosen is not None and chosen.kind is Kind.UNLABELLED,
            )
        self._centre.leave_page()

    def show_unlabelled(self) -> None:
        self.show(PanelRow(Kind.UNLABELLED, "", shown=self._bar.browse().unlabelled))

    def _search(self, row: PanelRow | None) -> None:
        query = self._searching.query
        if row is not None and row.kind is Kind.UNLABELLED:
            self._labelling.said.emit(
                tr("Unlabelled pictures are for browsing; leave the query first, with Escape.")
            )
        elif query is not None:
            label = row.label.name if row is not None and row.label is not None else None
            self._searching.ask(replace(query, label=label))

    def _mark(self) -> None:
        query, browse = self._searching.query, self._bar.browse()
        name = query.label if query is not None else browse.label
        label = self._labelling.named(name) if name is not None else None
        unlabelled = query is None and browse.unlabelled
        self._panel.mark_shown(Kind.UNLABELLED if unlabelled else label.id if label is not None else None)

    # -- labels that change -------------------------------------------------------------------------------------

    def _on_labels_read(self, labels: LabelList) -> None:
        before, self._known = self._known, labels
        self._panel.show_labels(labels)
        self._bar.set_labels(labels.labels)
        self._query_bar.set_labels([label.name for label in labels.labels])
        self._follow(before)
        self._mark()

    def _follow(self, before: LabelList) -> None:
        """Choose what was chosen by the name it has now."""
        browse, query = self._bar.browse(), self._searching.query
        if browse.label is not None:
            name = self._name_now(browse.label, before)
            if name != browse.label:
                self._bar.choose_label(name, False)
        if query is not None and query.label is not None:
            name = self._name_now(query.label, before)
            if name != query.label:
                self._searching.ask(replace(query, label=name))

    def _name_now(self, name: str, before: LabelList) -> str | None:
        label = next((label for label in before.labels if label.name == name), None)
        now = self._labelling.of_id(label.id) if label is not None else self._labelling.named(name)
        return now.name if now is not None else None

    def _on_changed(self) -> None:
        """Images may have come or gone from what is shown; words, too, may be those of a label."""
        browse, query = self._bar.browse(), self._searching.query
        if query is not None and (query.label is not None or query.filter):
            self._searching.again()
        elif query is None and (browse.label is not None or browse.unlabelled or browse.filter):
            self._row = self._centre.grid.first_selected_row()
            self._browsing.read_images()

    def _on_browsed(self) -> None:
        """Who labels one picture after another goes on with the one that took its place."""
        row, self._row = self._row, None
        if row is not None and self._centre.grid.current_id() is None:
            self._centre.grid.show_row(row)
