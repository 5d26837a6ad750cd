"""Several pictures with the same zoom and place: where one is looked at, the others follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QObject

from gui.preview.picture_view import PictureView


class LinkedViews(QObject):
    """Views that are hidden, or have no picture, follow nobody and are followed by nobody."""

    def __init__(self, views: Sequence[PictureView], parent: QObject) -> None:
        super().__init__(parent)
        self._views = tuple(views)
        self._following = False
        self.linked = True
        for view in views:
            view.view_changed.connect(self._on_view_changed)

    def follow(self, leader: PictureView) -> None:
        """All of them as this one is."""
        if self._following or not self.linked or not _takes_part(leader):
            return
        part = leader.part()
        with self.apart():
            for view in self._views:
                if view is not leader and _takes_part(view):
                    view.show_part(part)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Meanwhile nobody follows: each gets its picture first."""
        before, self._following = self._following, True
        try:
            yield
        finally:
            self._following = before

    def _on_view_changed(self) -> None:
        view = self.sender()
        if isinstance(view, PictureView):
            self.follow(view)


def _takes_part(view: PictureView) -> bool:
    return not view.isHidden() and view.has_image()
