"""Starts Qt, opens the library, shows the window; says what went wrong when something did."""

import logging
import sys
import traceback
from logging.handlers import RotatingFileHandler
from os import makedirs, path
from types import TracebackType

import platformdirs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.errors import UserError
from engine.library import Library, default_path, open_library
from gui.main_window import MainWindow
from gui.session import Session
from gui.theme import apply_theme

log = logging.getLogger(__name__)


def run(folder: bytes | None, library_path: str | None) -> int:
    """Open the window and stay until it is closed. Returns the exit code."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName("DualHash")
    app.setDesktopFileName("dualhash")
    apply_theme(app)
    log_file = _log_to_file()
    library = _open(library_path or default_path())
    if library is None:
        return 1
    session = Session(library)
    window = MainWindow(session)
    sys.excepthook = _Reporter(window, log_file)
    window.show()
    _begin(session, window, folder)
    return app.exec()


def _begin(session: Session, window: MainWindow, folder: bytes | None) -> None:
    """Index the folder that was named, or look for changes in those that are known."""
    if session.library.read_only:
        return
    try:
        if folder is not None:
            session.add_folder(folder)
        else:
            session.index()
    except UserError as error:
        window.job_bar.say(str(error))


def _open(library_path: str) -> Library | None:
    try:
        return open_library(library_path)
    except UserError as error:
        print(f"dualhash: {error}", file=sys.stderr)
        box = QMessageBox(QMessageBox.Icon.Critical, "DualHash", "")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(str(error))
        box.exec()
        return None


def _log_to_file() -> str:
    folder = platformdirs.user_log_dir("dualhash", False)
    file = path.join(folder, "dualhash.log")
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    try:
        makedirs(folder, exist_ok=True)
        handlers.append(RotatingFileHandler(file, maxBytes=1 << 20, backupCount=2, encoding="utf-8"))
    except OSError:
        pass  # a log that cannot be written is no reason not to start
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", handlers=handlers
    )
    return file


class _Reporter:
    """What we got wrong: logged with its traceback, shown once with the text to report."""

    def __init__(self, window: MainWindow, log_file: str) -> None:
        self._window = window
        self._log_file = log_file
        self._shown = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        log.critical("unexpected error", exc_info=(kind, error, trace))
        if self._shown:
            return
        self._shown = True
        box = QMessageBox(QMessageBox.Icon.Warning, "DualHash made a mistake", "", parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText("Something went wrong inside DualHash. Your pictures and labels are safe.")
        box.setInformativeText(f"The details are below and in {self._log_file}.")
        box.setDetailedText("".join(traceback.format_exception(kind, error, trace)))
        box.open()
