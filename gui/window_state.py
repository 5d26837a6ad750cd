"""Sizes and choices that are remembered from one run to the next, in the library's own folder.

What cannot be read is forgotten without a word: it is only comfort.
"""

import os
from dataclasses import replace

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

from engine.store.browsing import Browse, Sort
from gui.grid.grid_view import GridView
from gui.library.browse_bar import BrowseBar


class WindowState:
    def __init__(self, library_path: str) -> None:
        self._settings = QSettings(os.path.join(library_path, "window.ini"), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow, splitter: QSplitter, bar: BrowseBar, grid: GridView) -> None:
        geometry = self._settings.value("geometry")
        if not (isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)):
            window.resize(1280, 820)
        sizes = self._settings.value("splitter")
        if not (isinstance(sizes, QByteArray) and splitter.restoreState(sizes)):
            splitter.setSizes([210, 760, 310])
        grid.set_tile_size(self._number("tile_size", grid.tile_size()))
        sort = str(self._settings.value("sort", Sort.FOLDER))
        if sort in list(Sort):
            down = str(self._settings.value("descending", "false")).lower() == "true"
            bar.set_browse(replace(Browse(), sort=Sort(sort), descending=down))

    def save(self, window: QMainWindow, splitter: QSplitter, bar: BrowseBar, grid: GridView) -> None:
        self._settings.setValue("geometry", window.saveGeometry())
        self._settings.setValue("splitter", splitter.saveState())
        self._settings.setValue("tile_size", grid.tile_size())
        self._settings.setValue("sort", str(bar.browse().sort))
        self._settings.setValue("descending", bar.browse().descending)
        self._settings.sync()

    def _number(self, key: str, default: int) -> int:
        try:
            return int(str(self._settings.value(key, default)))
        except ValueError:
            return default
