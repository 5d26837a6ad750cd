"""The window of a checkout, started by the very code of the command `dualhash`, which says when what was seen, and
how much had been computed by then (see `starting`).

    BEGAN=… UNTIL=… python tests/benchmarks/started_window.py --library LIBRARY [FOLDER]

BEGAN is when the process was started, as `time.monotonic` says; with UNTIL it ends: painted, tiles or hits.
"""

import os
import time
from typing import Any


def note(what: str) -> None:
    seconds = time.monotonic() - float(os.environ["BEGAN"])
    print(f"{what} {seconds:.3f} s ({time.process_time():.3f} computed)", flush=True)
    if what == os.environ["UNTIL"]:
        os._exit(0)


def watched(*_: object) -> int:
    """In the place of Qt's loop of events, which begins once the window is shown."""
    from PySide6.QtWidgets import QApplication

    app: Any = QApplication.instance()
    window: Any = next(each for each in app.topLevelWidgets() if hasattr(each, "grid"))
    app.processEvents()
    window.repaint()
    note("painted")
    while window.model.rowCount() == 0 or window.model.tile(0) is None:
        app.processEvents()
    window.grid.viewport().repaint()
    note("tiles")
    window.grid.setFocus()
    from gui.grid.image_model import TileRole

    window.searching.find_similar(window.model.index(0, 0).data(TileRole.IMAGE_ID))
    while window.model.index(0, 0).data(TileRole.DISTANCE) is None:
        app.processEvents()
    window.grid.viewport().repaint()
    note("hits")
    return 0


def main() -> None:
    from PySide6.QtWidgets import QApplication

    QApplication.exec = watched  # type: ignore[method-assign, assignment]
    from gui import launch

    launch.main()


if __name__ == "__main__":
    main()
