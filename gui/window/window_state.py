"""Sizes and choices that are remembered from one run to the next, in the library's own folder.

What cannot be read is forgotten without a word: it is only comfort.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace

from PySide6.QtCore import QByteArray, QSettings, QSize
from PySide6.QtWidgets import QMainWindow

from engine.copies.keeping import RULES_BEFORE, Preferences, Rule, with_new_rules
from engine.private_files import take_from_others
from engine.store.browsing import Browse, Sort
from engine.store.timeline import Grouping
from gui.grid.grid_view import GridView
from gui.library.browse_bar import BrowseBar
from gui.preview.preview_panel import PreviewPanel
from gui.settings.choices import Choices, choices_of
from gui.widgets.on_screen import keep_on_screen
from gui.window.columns import Columns
from gui.window.last_place import LastPlace, place_of

HIGHEST = 100_000  # no screen has more pixels
USUAL_SIZE = QSize(1280, 820)
USUAL_WIDTHS = (200, 700, 380)


class WindowState:
    def __init__(self, library_path: str) -> None:
        self._settings = QSettings(os.path.join(library_path, "window.ini"), QSettings.Format.IniFormat)

    def restore(
        self, window: QMainWindow, columns: Columns, preview: PreviewPanel, grid: GridView, bar: BrowseBar
    ) -> None:
        geometry = self._settings.value("geometry")
        if not (isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)):
            window.resize(USUAL_SIZE)
        keep_on_screen(window)
        sizes = self._settings.value("splitter")
        if not (isinstance(sizes, QByteArray) and columns.restoreState(sizes)):
            columns.setSizes(list(USUAL_WIDTHS))
        preview.set_details_height(self._number("details", preview.details_height(), HIGHEST))
        columns.left.restore(self._heights("left"))
        columns.right.restore(self._heights("right"))
        grid.set_tile_size(self._number("tile_size", grid.tile_size()))
        self._restore_order(bar)

    def save(
        self, window: QMainWindow, columns: Columns, preview: PreviewPanel, grid: GridView, bar: BrowseBar
    ) -> None:
        self._settings.setValue("geometry", window.saveGeometry())
        self._settings.setValue("splitter", columns.saveState())
        self._settings.setValue("details", preview.details_height())
        self._settings.setValue("left", json.dumps(columns.left.heights()))
        self._settings.setValue("right", json.dumps(columns.right.heights()))
        self._settings.setValue("tile_size", grid.tile_size())
        self._settings.setValue("sort", str(bar.browse().sort))
        self._settings.setValue("descending", bar.browse().descending)
        self._settings.setValue("grouping", str(bar.browse().grouping or ""))
        self._settings.sync()
        take_from_others(self._settings.fileName())

    def choices(self) -> Choices:
        """What was chosen in the settings."""
        return choices_of(str(self._settings.value("choices", "")))

    def save_choices(self, choices: Choices) -> None:
        self._settings.setValue("choices", choices.text())
        self._settings.sync()
        take_from_others(self._settings.fileName())

    def place(self) -> LastPlace:
        return place_of(str(self._settings.value("place", "")))

    def save_place(self, place: LastPlace) -> None:
        self._settings.setValue("place", place.text())
        self._settings.sync()
        take_from_others(self._settings.fileName())

    def watches(self) -> bool:
        """Whether photo folders are to be watched."""
        return str(self._settings.value("watch", "true")).lower() != "false"

    def save_watches(self, watches: bool) -> None:
        self._settings.setValue("watch", watches)
        self._settings.sync()
        take_from_others(self._settings.fileName())

    def shows_timeline(self) -> bool:
        return str(self._settings.value("timeline", "true")).lower() != "false"

    def save_timeline(self, shown: bool) -> None:
        self._settings.setValue("timeline", shown)
        self._settings.sync()
        take_from_others(self._settings.fileName())

    def had_months(self) -> bool:
        """Whether the timeline had something to show the last time."""
        return str(self._settings.value("months", "false")).lower() == "true"

    def save_had_months(self, had: bool) -> None:
        self._settings.setValue("months", had)

    def preferences(self) -> Preferences:
        """Which of several copies is kept, and which folders are preferred."""
        usual = Preferences()
        try:
            stored = json.loads(str(self._settings.value("keeping", "{}")))
            words, names = stored["rules"], stored["folders"]
            rules = with_new_rules([Rule(word) for word in words], stored.get("known", RULES_BEFORE))
            return Preferences(rules, tuple(os.fsencode(name) for name in names))
        except (ValueError, KeyError, TypeError, RecursionError):
            return usual

    def save_preferences(self, preferences: Preferences) -> None:
        folders = [os.fsdecode(folder) for folder in preferences.folders]
        stored = {"rules": list(preferences.rules), "folders": folders, "known": list(Rule)}
        self._settings.setValue("keeping", json.dumps(stored))
        self._settings.sync()
        take_from_others(self._settings.fileName())

    def _restore_order(self, bar: BrowseBar) -> None:
        sort = str(self._settings.value("sort", Sort.FOLDER))
        if sort in list(Sort):
            down = str(self._settings.value("descending", "false")).lower() == "true"
            bar.set_browse(replace(Browse(), sort=Sort(sort), descending=down, grouping=self._grouping(Sort(sort))))

    def _grouping(self, sort: Sort) -> Grouping | None:
        """Groups are of what is sorted by the date taken."""
        stored = str(self._settings.value("grouping", ""))
        return Grouping(stored) if stored in list(Grouping) and sort is Sort.TAKEN else None

    def _heights(self, key: str) -> dict[str, int]:
        """Of the panels in a column, by name."""
        try:
            stored = json.loads(str(self._settings.value(key, "{}")))
        except (ValueError, RecursionError):
            return {}
        pairs = stored.items() if isinstance(stored, dict) else ()
        return {name: height for name, height in pairs if isinstance(height, int) and 0 <= height < HIGHEST}

    def _number(self, key: str, default: int, most: int = HIGHEST) -> int:
        try:
            number = int(str(self._settings.value(key, default)))
        except ValueError:
            return default
        return number if 0 <= number <= most else default
