"""All that the window has for the files of pictures: entries, keys, and the dialogs before a wish is complete."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.file_actions.wishes import Acted, ActionPlan, FileWish
from engine.sentences import said
from engine.store.file_actions import ActionKind
from gui.file_actions.doing import FileDoing
from gui.file_actions.export_dialog import ExportDialog
from gui.file_actions.log_reading import ActionLog
from gui.file_actions.other_programs import OtherPrograms
from gui.file_actions.rename_dialog import RenameDialog
from gui.language import tr
from gui.pictures.parts import PictureParts
from gui.session import Session
from gui.undo import Undo
from gui.widgets.menus import MenuEntry, Menus

TRASH, RENAME = said("Move to &trash"), said("&Rename…")
MOVE, COPY, EXPORT = said("&Move to folder…"), said("C&opy to folder…"), said("&Export as JPEG…")
COPY_PICTURE, OPEN, OPEN_WITH = said("Copy pict&ure"), said("Open in another &program"), said("Open &with…")


class FileActionsPart(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(self, session: Session, undo: Undo, pictures: PictureParts, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._undo, self._pictures, self._window = session, undo, pictures, window
        self._grid = pictures.centre.grid
        self._menus: Menus | None = None
        self._harmless: list[QAction] = []
        self._last_folder = ""
        self._go_to: int | None = None  # where the keys go on when the chosen pictures are gone
        self.doing = FileDoing(session, undo, window, self._in_front)
        self.other_programs = OtherPrograms(session, window, self._in_front)
        self.log = ActionLog(session, pictures.centre, pictures.turns)
        self.log.undo_requested.connect(self.doing.take_back)
        self.log.page.show_in_folder_requested.connect(pictures.picture_files.show_path)
        self._names = session.background()
        self._names.answered.connect(self._on_names_read)
        self.doing.begun.connect(self._on_begun)
        self.doing.ended.connect(self._on_ended)
        for part in (self.doing, self.other_programs, self.log):
            part.said.connect(self.said)
        self._names.failed.connect(self.said)

    def add_entries(self, menus: Menus) -> None:
        """Their keys act where one looks at pictures: elsewhere Delete and F2 mean labels, versions or text."""
        self.log.add_entries(menus)
        pictures, self._menus = self._pictures, menus
        actions = menus.add(
            "&Picture",
            [
                MenuEntry(COPY_PICTURE, "Ctrl+C", self.copy_picture),
                MenuEntry(OPEN, "F4", self.open_elsewhere),
                MenuEntry(OPEN_WITH, "Shift+F4", self.open_with),
            ],
        )
        actions += menus.add(
            "&Picture",
            [
                MenuEntry(RENAME, "F2", self.rename),
                MenuEntry(MOVE, "F6", self.move),
                MenuEntry(COPY, "F7", self.copy),
                MenuEntry(EXPORT, "F8", self.export),
                MenuEntry(TRASH, "Del", self.trash),
            ],
        )
        menus.in_context_menu(COPY_PICTURE, OPEN, OPEN_WITH)
        menus.in_context_menu(RENAME, MOVE, COPY, EXPORT, TRASH)
        for action in actions:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._harmless = [action for action in actions if action is not menus.by_text[TRASH]]
        for widget in (self._grid, pictures.preview, pictures.viewer):
            widget.addActions(actions)
        for view in (pictures.preview.view, *pictures.viewer.views):
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(self._on_menu_requested)

    def add_keys(self, page: QWidget, with_trash: bool = False) -> None:
        """To a page that shows pictures in the place of the grid; without the trash, it says itself what Delete
        means there."""
        page.addActions(self._harmless + ([self._menus.by_text[TRASH]] if with_trash and self._menus else []))

    # -- what a person asks for ---------------------------------------------------------------------------------

    def trash(self) -> None:
        chosen = self._chosen()
        self.doing.wish(chosen, lambda files: FileWish(ActionKind.TRASH, files))

    def move(self) -> None:
        self._to_a_folder(ActionKind.MOVE, tr("Move to a folder"))

    def copy(self) -> None:
        self._to_a_folder(ActionKind.COPY, tr("Copy to a folder"))

    def export(self) -> None:
        chosen = self._chosen()
        if chosen and self._undo.may_write():
            dialog = ExportDialog(chosen, self._in_front())
            dialog.chosen.connect(self._on_export_chosen)
            dialog.open()

    def rename(self) -> None:
        chosen = self._chosen()
        if chosen and self._undo.may_write():
            self._names.ask(lambda: (chosen, self._session.read_paths(chosen[:1])))

    def copy_picture(self) -> None:
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self.other_programs.copy_picture(image_id)

    def open_elsewhere(self) -> None:
        self.other_programs.open(self._chosen())

    def open_with(self) -> None:
        self.other_programs.open_with(self._chosen())

    # -- on the way to a wish -----------------------------------------------------------------------------------

    def _chosen(self) -> list[int]:
        """What is selected, or what a page over the grid shows; of the viewer the picture that it shows."""
        current = self._pictures.viewing.current_id()
        if self._pictures.viewer.isVisible() and current is not None:
            return [current]
        chosen = self._pictures.viewing.chosen_ids()
        if not chosen:
            self.said.emit(tr("Select a picture first."))
        return chosen

    def _in_front(self) -> QWidget:
        """What dialogs stand over."""
        viewer = self._pictures.viewer
        return viewer if viewer.isVisible() else self._window

    def _to_a_folder(self, kind: ActionKind, title: str) -> None:
        chosen = self._chosen()
        if chosen and self._undo.may_write() and (folder := self._choose_folder(title)) is not None:
            self.doing.wish(chosen, lambda files: FileWish(kind, files, folder))

    def _on_export_chosen(self, chosen: list[int], longest: int | None, with_place: bool) -> None:
        if (folder := self._choose_folder(tr("Export to a folder"))) is not None:
            self.doing.wish(
                chosen,
                lambda files: FileWish(ActionKind.EXPORT, files, folder, longest=longest, with_place=with_place),
            )

    def _on_name_chosen(self, chosen: list[int], name: str) -> None:
        self.doing.wish(chosen, lambda files: FileWish(ActionKind.RENAME, files, name=name))

    def _choose_folder(self, title: str) -> bytes | None:
        name = QFileDialog.getExistingDirectory(self._in_front(), title, self._last_folder)
        self._last_folder = name or self._last_folder
        return os.fsencode(name) if name else None

    def _on_names_read(self, answer: tuple[list[int], list[bytes]]) -> None:
        chosen, paths = answer
        if paths:
            dialog = RenameDialog(chosen, paths[0], self._in_front())
            dialog.chosen.connect(self._on_name_chosen)
            dialog.open()

    # -- afterwards ---------------------------------------------------------------------------------------------

    def _on_begun(self, plan: ActionPlan) -> None:
        """The keys go on with the picture that takes the place of those that go. The viewer goes on by itself."""
        goes = plan.wish.kind in (ActionKind.TRASH, ActionKind.MOVE) and not self._pictures.viewer.isVisible()
        leaving = {file.image_id for file in plan.files} if goes else set()
        ids, row = self._grid.images().ids().tolist(), max(0, self._grid.currentIndex().row())
        staying = [i for i in ids[row:] if i not in leaving] or [i for i in ids[row::-1] if i not in leaving]
        self._go_to = staying[0] if leaving and staying else None

    def _on_ended(self, acted: Acted) -> None:
        if self._go_to is not None and acted.done:
            self._grid.show_image(self._go_to)
        self._go_to = None
        self._grid.images().refresh(self._grid.images().ids())
        self._pictures.viewing.refresh_facts()

    def _on_menu_requested(self, point: QPoint) -> None:
        view = self.sender()
        if self._menus is not None and isinstance(view, QWidget):
            self._menus.open_context_menu(view.mapToGlobal(point))
