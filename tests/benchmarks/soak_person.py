"""Somebody who uses the window at random: one small act after the other, the same ones for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.store.label_edits import Delete, SetColour, SetHotkey
from engine.store.label_list import Label
from gui.evaluation.evaluating import PAGE as EVALUATION
from gui.window.main_window import MainWindow

ACT_MILLISECONDS = 80
ANSWER_MILLISECONDS = 400  # after which an open menu or question is answered
WORDS = ("red", "round", "holiday", "to print", "people", "sea", "doubtful", "blue", "old", "keep", "north", "café")
COLOURS = ("#d04040", "#40a060", "#4060d0", None)
LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)
Key = Qt.Key


class Wanderer(QObject):
    """Acts while the event loop runs, between `start` and `stop`. `acts` counts what was done."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        super().__init__()
        self._window = window
        self._random = random.Random(seed)
        self.acts: Counter[str] = Counter()
        self._acting, self._answering = QTimer(self), QTimer(self)
        self._acting.timeout.connect(self.act)
        self._answering.timeout.connect(self._answer)
        self._weighed: list[tuple[Callable[[], None], int]] = [
            (self.scroll, 8),
            (self.select, 12),
            (self.browse_folder, 4),
            (self.find_similar, 8),
            (self.add_to_query, 8),
            (self.exclude, 4),
            (self.search_part, 4),
            (self.move_slider, 6),
            (self.change_filter, 4),
            (self.change_chip, 4),
            (self.go_back, 3),
            (self.go_forward, 2),
            (self.leave_query, 3),
            (self.press_label_key, 5),
            (self.type_label, 3),
            (self.change_label, 3),
            (self.show_label, 2),
            (self.undo, 4),
            (self.redo, 2),
            (self.decide, 4),
            (self.look_large, 3),
            (self.zoom_preview, 2),
            (self.change_order, 2),
            (self.change_tiles, 1),
            (self.filter_names, 2),
            (self.resize, 1),
            (self.open_keys, 1),
            (self.open_menu, 2),
            (self.open_training, 1),
            (self.walk, 1),
            (self.show_versions, 2),
            (self.compare_versions, 1),
            (self.rename_version, 1),
            (self.evaluate, 1),
            (self.show_skipped, 1),
            (self.ask_to_remove_folder, 1),
            (self.choose_file, 1),
            (self.back_to_grid, 6),
        ]

    def start(self) -> None:
        self._acting.start(ACT_MILLISECONDS)
        self.answer_each(ANSWER_MILLISECONDS)

    def answer_each(self, milliseconds: int) -> None:
        """Answer what is asked, and close menus, so often; for who acts by `act` alone."""
        self._answering.start(milliseconds)

    def all_acts(self) -> list[Callable[[], None]]:
        return [act for act, _ in self._weighed]

    def stop(self) -> None:
        """Nothing more is done; what is open is closed."""
        self._acting.stop()
        self._answering.stop()

    def act(self) -> None:
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return  # it is answered first
        acts, weights = zip(*self._weighed, strict=True)
        (chosen,) = self._random.choices(acts, weights)
        self.acts[chosen.__name__] += 1
        chosen()

    def close_all(self) -> None:
        """Leave every dialog, page and query, and take nothing with it."""
        window = self._window
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        window.walk.end()
        window.viewer.close()
        window.training.close()
        window.labels.entering.entry.hide()
        window.turns.back_to_grid()
        window.searching.leave()
        window.browsing.show_folder(None)

    # -- pictures -----------------------------------------------------------------------------------------------

    def scroll(self) -> None:
        bar = self._window.grid.verticalScrollBar()
        bar.setValue(self._random.randint(0, max(0, bar.maximum())))

    def select(self) -> None:
        row = self._row()
        if row is not None:
            modifiers = self._random.choice((NONE, NONE, NONE, CONTROL, SHIFT))
            QTest.mouseClick(self._window.grid.viewport(), LEFT, modifiers, self._point(row))

    def browse_folder(self) -> None:
        panel = self._window.library_panel
        paths = panel.model.paths()
        if paths:
            index = panel.model.index_of(self._random.choice(paths))
            panel.tree.scrollTo(index)
            QTest.mouseClick(panel.tree.viewport(), LEFT, NONE, panel.tree.visualRect(index).center())

    def change_order(self) -> None:
        sort = self._window.browse_bar.sort
        sort.setCurrentIndex(self._random.randrange(sort.count()))
        if self._random.random() < 0.5:
            self._window.browse_bar.direction.click()

    def change_tiles(self) -> None:
        slider = self._window.browse_bar.tile_size
        slider.setValue(self._random.randint(slider.minimum(), slider.maximum()))

    def filter_names(self) -> None:
        self._window.browse_bar.filter.setText(
            self._random.choice(("", "", "", "1", "-name:2", "2020..", "label:"))
        )

    def resize(self) -> None:
        self._window.resize(self._random.randint(900, 1600), self._random.randint(600, 1000))

    # -- queries ------------------------------------------------------------------------------------------------

    def find_similar(self) -> None:
        row = self._row()
        if row is not None:
            QTest.mouseClick(self._window.grid.viewport(), LEFT, NONE, self._point(row))
            QTest.keyClick(self._window.grid, Key.Key_Return)

    def add_to_query(self) -> None:
        self.select()
        self._do("&Add to the query")

    def exclude(self) -> None:
        self._do("E&xclude from the query")

    def search_part(self) -> None:
        self._do("Search a &part…")
        view = self._window.preview.view
        for _ in range(self._random.randint(0, 4)):
            QTest.keyClick(view, self._random.choice((Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down)))
        QTest.keyClick(view, self._random.choice((Key.Key_Return, Key.Key_Return, Key.Key_Escape)))

    def move_slider(self) -> None:
        slider = self._window.query_bar.filters.slider
        for _ in range(self._random.randint(1, 5)):
            slider.track.high.setValue(self._random.randint(slider.bits() // 4, slider.bits()))

    def change_filter(self) -> None:
        filters = self._window.query_bar.filters
        if self._window.searching.query is None:
            return
        if self._random.random() < 0.4:
            filters.number.setValue(self._random.choice((20, 50, 100, 100, 500)))
        elif self._random.random() < 0.6:
            filters.label_filter.setCurrentIndex(self._random.randrange(filters.label_filter.count()))
            filters.label_filter.activated.emit(filters.label_filter.currentIndex())
        else:
            filters.show_missing.click()

    def change_chip(self) -> None:
        chips = self._window.query_bar.chips.chips()
        if chips:
            chip = self._random.choice(chips)
            QTest.keyClick(chip, self._random.choice((Key.Key_Delete, Key.Key_Minus)))

    def go_back(self) -> None:
        self._window.query_bar.back.click()

    def go_forward(self) -> None:
        self._window.query_bar.forward.click()

    def leave_query(self) -> None:
        if self._window.searching.query is not None:
            self._window.query_bar.clear.click()

    def decide(self) -> None:
        if self._window.searching.query is not None:
            self._random.choice((self._window.decisions.accept, self._window.decisions.reject))()

    # -- labels -------------------------------------------------------------------------------------------------

    def press_label_key(self) -> None:
        QTest.keyClick(self._window.grid, str(self._random.randint(1, 9)))

    def type_label(self) -> None:
        self.select()
        self._window.labels.entering.open()
        entry = self._window.labels.entering.entry
        if entry.isVisible():
            entry.line.setText(self._random.choice(WORDS))
            QTest.keyClick(entry.line, Key.Key_Return)
            QTest.keyClick(entry.line, Key.Key_Escape)

    def change_label(self) -> None:
        label = self._label()
        if label is None:
            return
        labelling = self._window.labels.labelling
        kind = self._random.random()
        if kind < 0.5:
            labelling.change(SetColour(label.name, self._random.choice(COLOURS)))
        elif kind < 0.7:
            labelling.change(SetHotkey(label.name, self._random.choice(("7", "8", "9"))))
        elif kind < 0.9:
            self._window.labels.panel.renamed.emit(label, self._random.choice(WORDS))
        else:
            labelling.change(Delete(label.name))

    def show_label(self) -> None:
        panel = self._window.labels.panel
        if panel.model.rowCount():
            panel.row_chosen.emit(self._random.choice(panel.model.rows()))

    def undo(self) -> None:
        self._do("&Undo")

    def redo(self) -> None:
        self._do("&Redo")

    def walk(self) -> None:
        """Some answers in the walk through the doubtful, as many as come in time; then it ends."""
        if self._window.walk.dialog is None:
            self._window.walk.begin()
            return
        keys = (Key.Key_Y, Key.Key_N, Key.Key_S, Key.Key_U, Key.Key_Escape)
        QTest.keyClick(self._window.walk.dialog, self._random.choice(keys))

    # -- looking, pages, dialogs --------------------------------------------------------------------------------

    def look_large(self) -> None:
        if self._window.viewer.isVisible():
            keys = ["Right", "Left", "PageDown", "Plus", "0", "Z", "R", "I", "B", "U", "Escape"]
            key = Key[f"Key_{self._random.choice(keys)}"]
            QTest.keyClick(self._window.viewer.view, key)
        else:
            self._do("&Viewer")

    def zoom_preview(self) -> None:
        keys = (Key.Key_Plus, Key.Key_Minus, Key.Key_0, Key.Key_1)
        QTest.keyClick(self._window.preview.view, self._random.choice(keys))

    def open_keys(self) -> None:
        self._do("&Keys")

    def open_menu(self) -> None:
        """Of the pictures, or of a label."""
        place = self._window.mapToGlobal(QPoint(300, 300))
        rows = self._window.labels.panel.model.rows()
        if rows and self._random.random() < 0.5:
            self._window.labels.panel.menu_requested.emit(self._random.choice(rows), place)
        else:
            self._window.menus.open_context_menu(place)

    def open_training(self) -> None:
        dialog = self._window.training.dialog
        if dialog is not None and dialog.isVisible():
            dialog.close()
        else:
            self._window.training.open()

    def show_versions(self) -> None:
        self._window.model_versions.show()

    def compare_versions(self) -> None:
        self._window.model_versions.compare()

    def rename_version(self) -> None:
        facts = self._window.versions.tree.facts()
        if facts:
            version = self._random.choice(facts).version
            self._window.versions.rename_requested.emit(version.id, f"Version {self._random.choice(WORDS)}")

    def evaluate(self) -> None:
        self._window.evaluating.show()
        second = self._window.evaluation.second
        if self._window.centre.page == EVALUATION and second.isEnabled() and second.count():
            second.setCurrentIndex(self._random.randrange(second.count()))
            second.activated.emit(second.currentIndex())

    def show_skipped(self) -> None:
        self._do("&Skipped files")

    def ask_to_remove_folder(self) -> None:
        """The question is answered with no."""
        state = self._window.browsing.state
        if state is not None and state.folders:
            self._window.library_panel.remove_requested.emit(self._random.choice(state.folders).folder)

    def choose_file(self) -> None:
        """The dialog for files, which is left without a choice."""
        self._random.choice((self._window.arrivals.open_picture, self._window.arrivals.choose_folder))()

    def back_to_grid(self) -> None:
        self._window.turns.back_to_grid()

    # -- what is needed for it ----------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Close a menu; answer a question, with no where it is about what cannot be undone."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        elif isinstance(modal, QMessageBox):
            _cancel(modal)
        elif modal is not None:
            modal.close()

    def _do(self, text: str) -> None:
        self._window.menus.by_text[text].trigger()

    def _row(self) -> int | None:
        """A picture near those on the screen."""
        count = self._window.model.rowCount()
        if not count or self._window.centre.page is not None:
            return None
        grid = self._window.grid
        first = max(0, grid.indexAt(QPoint(20, 20)).row())
        return min(count - 1, first + self._random.randint(0, 20))

    def _point(self, row: int) -> QPoint:
        grid, index = self._window.grid, self._window.model.index(row)
        grid.scrollTo(index)
        return grid.visualRect(index).center()

    def _label(self) -> Label | None:
        known = self._window.labels.labelling.labels.labels
        return self._random.choice(known) if known else None


def _cancel(box: QMessageBox) -> None:
    buttons = [button for button in box.buttons() if box.buttonRole(button) is QMessageBox.ButtonRole.RejectRole]
    (buttons or box.buttons())[0].click()
