"""Goes through the window with a library of photos, and keeps a picture of each view; for `views.py`."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.copies.groups import GroupKind
from engine.store.timeline import Grouping
from engine.training.reports import EpochReport
from gui.copies.rules_dialog import RulesDialog
from gui.map.colouring import ColouredBy
from gui.training.teaching import Stage
from gui.training.training_dialog import TrainingDialog
from gui.window.main_window import MainWindow
from tests.benchmarks.view_visitor import SETTLED, Visitor


class Views(Visitor):
    """Goes to each view as a person would, and keeps what is seen there."""

    def __init__(self, window: MainWindow, folder: Path, only: tuple[str, ...]) -> None:
        super().__init__(window, folder)
        self._only = only
        self._while_training = False

    def make(self, size: tuple[int, int]) -> None:
        parts: list[Callable[[], None]] = [
            *(self.grid, self.labels, self.hits, self.viewer, self.map, self.copies, self.skipped, self.missing),
            *(self.files, self.settings, self.about, self.keywords, self.walk, self.versions, self.networks),
            *(self.words, self.evaluation, self.training, self.jobs),
        ]
        for part in parts:
            if self._only and part.__name__ not in self._only:
                continue
            self.window.resize(*size)
            self.window.turns.back_to_grid()
            if self.window.searching.query is not None:
                self.window.searching.leave()
            self.wait(SETTLED)
            part()

    # -- views --------------------------------------------------------------------------------------------------

    def grid(self) -> None:
        self._show(4)
        self.keep("grid")
        self.window.ordering.group_by(Grouping.MONTH)
        self.wait(1)
        self.keep("grid-by-month")
        self.window.ordering.group_by(None)
        self.window.browse_bar.filter.setText("camera:nothing hat")
        self.wait(1.5)
        self.keep("grid-nothing-found")
        self.window.browse_bar.filter.setText("")
        self.wait(1)
        with self._asked("question-remove-folder"):
            folder = self.window.browsing.state.folders[0].folder
            self.window.library_panel.remove_requested.emit(folder)
        with self._asked("keys"):
            self._trigger("&Keys")

    def labels(self) -> None:
        self.window.grid.selectAll()
        self._trigger("Label l&ist")
        self.wait(SETTLED)
        self.keep("labels-of-all")
        self._show(4)
        self._trigger("&Label…")
        self.wait(SETTLED)
        self.keep("label-entry")
        self.window.labels.entering.entry.hide()
        rows = [row for row in self.window.labels.panel.model.rows() if row.label is not None]
        managing = self.window.labels.managing
        for name, ask in (
            ("question-hotkey", managing._choose_hotkey),
            ("question-merge", managing._choose_merge),
        ):
            with self._asked(name):
                ask(rows[0].label)
        with self._asked("question-merge-labels"):
            managing._ask_to_merge(rows[0].label, rows[1].label)

    def hits(self) -> None:
        self._show(8)
        self._trigger("Find &similar")
        self.wait(2)
        self.keep("hits")
        self.window.grid.show_image(self.window.model.image_id(5))
        self._trigger("&Add to the query")
        self.wait(1)
        self.window.grid.show_image(self.window.model.image_id(9))
        self._trigger("E&xclude from the query")
        self.wait(2)
        self.keep("hits-of-several")
        self._trigger("Search a &part…")
        self.wait(SETTLED)
        self.keep("choosing-a-part")
        self.window.preview.view.stop_crop()

    def viewer(self) -> None:
        viewer = self.window.viewer
        viewer.fills_screen = False
        self._show(8)
        self.window.leafing.open(self.window.viewing.current_id())
        viewer.resize(self.window.size())
        self.wait(1.5)
        self.keep("viewer", viewer)
        viewer.bar.details.click()
        viewer.view.set_zoom(1.5)
        self.wait(1)
        self.keep("viewer-details", viewer)
        viewer.bar.details.click()
        viewer.close()
        for count in (2, 3, 4):
            self._select(range(8, 8 + count))
            self.window.leafing.open_beside()
            viewer.resize(self.window.size())
            self.wait(1.5)
            self.keep(f"viewer-{count}", viewer)
            viewer.close()

    def map(self) -> None:
        page = self.window.map.page
        self.window.map.show()
        self.until(lambda: self._is_idle() and len(page.view.colouring.kinds) > 1)
        self.wait(SETTLED)
        self.keep("map")
        page.view.step((0, 1))  # to the picture that is nearest to the middle
        self.wait(SETTLED)
        self.keep("map-chosen")
        while not page.view.thumb_rows()[1]:
            QTest.keyClick(page.view, Qt.Key.Key_Plus)
        self.wait(1.5)
        self.keep("map-zoomed")
        for colours in (ColouredBy.DATE, ColouredBy.FOLDER):
            page.colours.setCurrentIndex(page.colours.findData(colours.value))
            page.colours_chosen.emit(colours)
            self.wait(SETTLED)
            self.keep(f"map-by-{colours.name.lower()}")

    def copies(self) -> None:
        window = self.window
        window.copies.show()
        for kind in GroupKind:
            window.copies.page.bar.choose(kind)
            self.until(self._is_idle)
            self.wait(1.5)
            self.keep(f"copies-{kind.name.lower()}")
        window.copies.page.bar.choose(GroupKind.NEAR_COPIES)
        self.wait(1.5)
        self._press(window.copies.page.view, Qt.Key.Key_C)
        self.wait(1.5)
        self.keep("copies-compared")
        for way, button in window.copies.page.comparison.buttons.items():
            button.click()
            self.wait(SETTLED)
            self.keep(f"copies-compared-{way.name.lower()}")
        window.copies.page.comparison.show_side_by_side()
        self._press(window.copies.page.comparison, Qt.Key.Key_Escape)
        window.copies.page.view.setFocus()
        self._press(window.copies.page.view, Qt.Key.Key_B)
        with self._asked("question-drop"):
            window.copies.page.trash_requested.emit()
        with self._asked("rules"):
            RulesDialog(window.copies.preferences, window).open()

    def skipped(self) -> None:
        self._trigger("&Skipped files")
        self.wait(1)
        self.keep("skipped")

    def missing(self) -> None:
        self.window.browse_bar.filter.setText("is:missing")
        self.wait(1.5)
        self._show(0)
        self.keep("missing")
        with self._asked("question-forget"):
            self.window.forgetting.forget_all()
        self.window.browse_bar.filter.setText("")

    def files(self) -> None:
        self._select(range(8, 11))
        for entry, name in (
            ("Move to &trash", "question-trash"),
            ("&Rename…", "rename"),
            ("&Export as JPEG…", "export"),
            ("Open &with…", "open-with"),
        ):
            with self._asked(name):
                self._trigger(entry)
        self.window.file_actions.log.show()
        self.wait(1)
        self.keep("file-log")

    def settings(self) -> None:
        self.window.choosing.open()
        dialog = self.window.choosing.dialog
        assert dialog is not None
        self.wait(SETTLED)
        for page in range(dialog.tabs.count()):
            dialog.tabs.setCurrentIndex(page)
            self.wait(SETTLED)
            self.keep(f"settings-{page + 1}", dialog)
        dialog.work.thumbnails.other.setFocus()
        self.wait(SETTLED)
        self.keep("settings-thumbnails", dialog)
        dialog.close()

    def about(self) -> None:
        with self._asked("about"):
            self.window.choosing.show_about()

    def keywords(self) -> None:
        with self._asked("keywords"):
            self.window.labels.keywords.choose()
        with self._asked("sidecars"):
            self.window.labels.exchange.write_sidecars()

    def walk(self) -> None:
        self._select(range(30, 60))
        self.window.walk.begin()
        self.wait(4)
        if self.window.walk.dialog is not None:
            self.keep("walk", self.window.walk.dialog)
            self.window.walk.end()

    def versions(self) -> None:
        self.window.model_versions.show()
        self.wait(1.5)
        self.keep("versions")
        with self._asked("question-remove-version"):
            facts = self.window.versions.tree.facts()
            self.window.versions.remove_requested.emit(next(f.version.id for f in facts if not f.version.active))
        self.window.turns.back_to_grid()
        self._show(8)
        self.window.model_versions.compare()
        self.until(lambda: all(side.model.rows for side in self.window.comparison.sides))
        self.wait(1)
        self.keep("compare")

    def networks(self) -> None:
        self.window.networks.show()
        dialog = self.window.networks.dialog
        assert dialog is not None
        self.until(lambda: dialog.tree.topLevelItemCount() > 1)
        self.wait(SETTLED)
        self.keep("networks", dialog)
        dialog.tree.setCurrentItem(dialog.tree.topLevelItem(dialog.tree.topLevelItemCount() - 1))
        self.wait(SETTLED)
        self.keep("networks-last", dialog)
        with self._asked("question-download"):
            dialog.use.click()
        dialog.close()

    def words(self) -> None:
        with self._asked("words"):
            self._trigger("What pictures sho&w…")

    def evaluation(self) -> None:
        page = self.window.evaluation
        self.window.evaluating.show()
        self.wait(0.3)
        self.keep("evaluation-waiting")
        self.until(lambda: bool(page.evaluations))
        self.wait(1)
        self.keep("evaluation")
        page.second.setCurrentIndex(page.second.count() - 1)
        page.second.activated.emit(page.second.currentIndex())
        self.until(lambda: len(page.evaluations) > 1)
        self.wait(1)
        self.keep("evaluation-of-two")
        page.scroll_area.verticalScrollBar().setValue(10_000)
        self.wait(SETTLED)
        self.keep("evaluation-end")

    def training(self) -> None:
        dialog = self.opened_training()
        self.keep("training", dialog)
        dialog.setup_page.unfold.click()
        self.wait(SETTLED)
        dialog.setup_page.scroll_area.verticalScrollBar().setValue(dialog.setup_page.unfold.y())
        self.wait(SETTLED)
        self.keep("training-advanced", dialog)
        dialog.setup_page.unfold.click()
        dialog.teaching.epoch_ended.connect(self._on_epoch_ended)
        self._while_training = True
        dialog.setup_page.start.click()
        self.until(lambda: not self._while_training)
        dialog.teaching.cancel()
        self.until(lambda: dialog.teaching.stage is Stage.IDLE)
        self.wait(1.5)
        self.keep("training-resume", dialog)
        with self._asked("question-replace"):
            dialog.setup_page.start.click()
        dialog.setup_page.offer.resume.click()
        self.until(lambda: dialog.teaching.stage in (Stage.TRAINED, Stage.FAILED))
        self.wait(1)
        self.keep("training-result", dialog)
        dialog.result_page.scroll_area.verticalScrollBar().setValue(10_000)
        self.wait(SETTLED)
        self.keep("training-result-end", dialog)
        with self._asked("question-leave"):
            self.window.close()
        dialog.result_page.accept.click()
        self.until(lambda: dialog.teaching.stage is Stage.ACCEPTED)
        self.wait(SETTLED)
        self.keep("training-accepted", dialog)
        dialog.close()

    def jobs(self) -> None:
        """New pictures, and what waits for its turn meanwhile."""
        session, bar = self.window.session, self.window.job_bar
        photos = [Path(os.fsdecode(path)) for path in session.read_paths(self.window.model.ids().tolist())]
        with tempfile.TemporaryDirectory(prefix="New ") as folder:
            for photo in filter(Path.exists, photos):
                (Path(folder) / photo.name).write_bytes(photo.read_bytes() + b" ")  # of another content
            session.add_folder(os.fsencode(folder))
            session.index()
            self.until(lambda: bar.bar.value() > 30)
            self.keep("job-running")
            bar.pause.click()
            self.wait(SETTLED)
            self.keep("job-paused")
            bar.pause.click()
            bar.cancel.click()
            self.until_idle()
            self.keep("job-cancelled")

    def _on_epoch_ended(self, epoch: EpochReport) -> None:
        if self._while_training and epoch.epoch > 0.5 * epoch.epochs:
            self._while_training = False
            self.keep("training-running", self.window.training.dialog)

    def opened_training(self) -> TrainingDialog:
        self.window.training.open()
        self.until(lambda: self.window.training.dialog is not None)
        dialog = self.window.training.dialog
        assert dialog is not None
        self.until(dialog.setup_page.start.isEnabled)
        self.wait(SETTLED)
        return dialog
