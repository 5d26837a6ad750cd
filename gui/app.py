"""Starts Qt, opens the library, shows the window; says what went wrong when something did."""

import logging
import os
import signal
import socket
import sys
import traceback
from contextlib import suppress
from types import FrameType, TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox

from engine import log_file
from engine.commands.options import start_logging
from engine.errors import DamagedLibraryError, UserError
from engine.file_actions.settling import settle
from engine.library import Library, open_library, restore_library
from engine.library_folder import default_path
from engine.store.postgres.address import is_address
from engine.worker_processes import let_long_work_stand_back
from gui.language import error_text, tr, use_language, wanted_language
from gui.opening import opened
from gui.running.courtesy import Courtesy
from gui.running.garbage import GarbageCollector
from gui.running.interpreter_lock import give_way
from gui.running.memory import give_back_early
from gui.session import Session
from gui.starting_qt import new_application
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow
from gui.window.window_state import WindowState

log = logging.getLogger(__name__)


def run(folder: bytes | None, library_path: str | None, log_level: int = logging.INFO) -> int:
    """Open the window and stay until it is closed. Returns the exit code."""
    give_back_early()
    give_way()
    let_long_work_stand_back()
    app = new_application()
    app.setApplicationName("DualHash")
    app.setDesktopFileName("dualhash")
    use_language(wanted_language())
    apply_theme(app)
    _log_to_file(log_level)
    library = _open(library_path or default_path())
    if library is None:
        return 1
    use_language(wanted_language(WindowState(library.path).choices().language))
    _settle(library)
    session = Session(library)
    window = MainWindow(session)
    GarbageCollector(window)
    courtesy = Courtesy(window)
    reporter = _Reporter(window, log_file.path())
    sys.excepthook = reporter.report
    _close_on_signals(window)
    window.show()
    window.watch()
    if folder is None:
        window.open_as_left()
    _begin(session, folder)
    code = app.exec()
    courtesy.end()
    if session.still_busy:
        # Qt would abort over a thread that still runs. All that matters is stored by now.
        logging.shutdown()
        os._exit(code)
    return code


def _settle(library: Library) -> None:
    """See to what was being done to files when the program was last ended. If that fails, indexing finds them."""
    try:
        settle(library)
    except Exception:
        log.exception("interrupted file actions could not be looked at")


def _begin(session: Session, folder: bytes | None) -> None:
    """Index the folder that was named, or look for changes in those that are known."""
    if folder is not None:
        session.add_folder(folder)
    elif not session.library.read_only:
        session.index()


def _close_on_signals(window: MainWindow) -> None:
    """Ctrl+C and a plain kill close the window as a click would, so that jobs end well."""
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    # Python runs signal handlers between its own instructions; this wakes Qt, which then runs some.
    signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    closer = _Closer(window, reading, writing)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, closer.close)


class _Closer(QObject):
    def __init__(self, window: MainWindow, reading: socket.socket, writing: socket.socket) -> None:
        super().__init__(window)
        self._window = window
        self._sockets = reading, writing
        self._notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_woken)

    def close(self, number: int, frame: FrameType | None) -> None:
        """Once events are handled: a window that closed before would leave a program that waits for ever."""
        QTimer.singleShot(0, self._window.close_unasked)

    def _on_woken(self) -> None:
        self._sockets[0].recv(64)


def _open(library_path: str) -> Library | None:
    if is_address(library_path):
        return _opened_shared(library_path)
    try:
        return opened(library_path)
    except DamagedLibraryError as error:
        return _restored(library_path, error)
    except UserError as error:
        print(f"dualhash: {error}", file=sys.stderr)
        _box(error_text(error)).exec()
        return None


def _opened_shared(address: str) -> Library | None:
    """The dialog says what is waited for and what is wrong, and takes another address."""
    from gui.sharing.open_dialog import OpenSharedDialog  # most starts need none

    found: list[Library] = []
    dialog = OpenSharedDialog([])
    dialog.opened.connect(found.append)
    dialog.connect_to(address)
    dialog.exec()
    return found[0] if found else None


def _restored(library_path: str, damage: DamagedLibraryError) -> Library | None:
    """Offer to put the damaged database aside and go on with the backup."""
    print(f"dualhash: {damage}", file=sys.stderr)
    box = _box(error_text(damage))
    box.setInformativeText(
        tr(
            "DualHash can put it aside and begin anew. Folders, labels and model versions come back from the "
            "automatic backup, and the pictures are read again."
        )
    )
    restore = box.addButton(tr("Put aside and restore"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("Quit"), QMessageBox.ButtonRole.RejectRole)
    box.exec()
    if box.clickedButton() is not restore:
        return None
    try:
        restore_library(library_path)
        return open_library(library_path)
    except UserError as error:
        _box(error_text(error)).exec()
        return None


def _box(sentence: str) -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.Critical, "DualHash", "")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(sentence)
    return box


def _log_to_file(level: int) -> None:
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    with suppress(OSError):  # a log that cannot be written is no reason not to start
        handlers.append(log_file.handler())
    start_logging(level, handlers, "%(asctime)s %(levelname)s %(name)s: %(message)s")


class _Reporter(QObject):
    """What we got wrong, in whatever thread: logged with its traceback, shown once with the text to report."""

    _happened = Signal(str)

    def __init__(self, window: MainWindow, log_file: str) -> None:
        super().__init__(window)
        self._window = window
        self._log_file = log_file
        self._shown = False
        self._happened.connect(self._on_happened, Qt.ConnectionType.QueuedConnection)

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("unexpected error", exc_info=(kind, error, trace))
        self._happened.emit("".join(traceback.format_exception(kind, error, trace)))

    def _on_happened(self, details: str) -> None:
        if self._shown:
            return
        self._shown = True
        box = QMessageBox(QMessageBox.Icon.Warning, tr("DualHash made a mistake"), "", parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Something went wrong inside DualHash. Your pictures and labels are safe."))
        box.setInformativeText(tr("The details are below and in {path}.", path=self._log_file))
        box.setDetailedText(details)
        box.open()
