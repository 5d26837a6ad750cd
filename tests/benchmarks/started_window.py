"""The window of a checkout, started as `dualhash` starts it, which says when what was seen (see `starting`).

    python tests/benchmarks/started_window.py BEGAN LIBRARY UNTIL [FOLDER]

BEGAN is when the process was started, as `time.monotonic` says; with UNTIL it ends: painted, tiles or hits.
"""

import os
import sys
import time

began, path, until = float(sys.argv[1]), sys.argv[2], sys.argv[3]
folders = [os.fsencode(name) for name in sys.argv[4:]]


def note(what: str) -> None:
    print(f"{what} {time.monotonic() - began:.3f}", flush=True)
    if what == until:
        os._exit(0)


def main() -> None:
    from gui.starting_qt import need_qt

    need_qt()
    from PySide6.QtWidgets import QApplication

    import gui.app  # noqa: F401  all that the program itself imports by now
    from engine.library import open_library
    from gui.session import Session
    from gui.widgets.theme import apply_theme
    from gui.window.main_window import MainWindow

    app = QApplication([])
    apply_theme(app)
    window = MainWindow(Session(open_library(path)))
    window.searching.hits_shown.connect(lambda *_: note("hits"))
    window.show()
    window.watch()
    app.processEvents()
    window.repaint()
    note("painted")
    window.session.index() if not folders else window.session.add_folder(folders[0])
    while window.model.rowCount() == 0 or window.model.tile(0) is None:
        app.processEvents()
    window.grid.viewport().repaint()
    note("tiles")
    window.grid.setFocus()
    image_id = window.model.index(0, 0).data(gui_role())
    window.searching.find_similar(image_id)
    while True:
        app.processEvents()


def gui_role() -> int:
    from gui.grid.image_model import TileRole

    return TileRole.IMAGE_ID


if __name__ == "__main__":
    main()
