"""The library opened before there is a window. One of before is brought up to date then, which takes a while if it
is large: a small window says how far that is, and lets a person quit, after which all is as it was."""

from PySide6.QtWidgets import QApplication, QProgressDialog

from engine.library import Library, opening
from engine.progress import Driven, Progress
from gui.language import tr


def opened(path: str) -> Library | None:
    """None if the person quits."""
    shown: QProgressDialog | None = None
    try:
        with Driven(opening(path)) as driven:
            for progress in driven:
                shown = shown or _new_dialog()
                _show(shown, progress)
                if shown.wasCanceled():
                    return None
        return driven.result
    finally:
        if shown is not None:
            shown.close()
            shown.deleteLater()


def _new_dialog() -> QProgressDialog:
    dialog = QProgressDialog("", tr("Quit"), 0, 0)
    dialog.setWindowTitle("DualHash")
    dialog.setMinimumDuration(0)
    dialog.setMinimumWidth(400)
    dialog.setAutoReset(False)
    dialog.setAutoClose(False)
    dialog.show()
    return dialog


def _show(dialog: QProgressDialog, progress: Progress) -> None:
    dialog.setLabelText(tr(progress.note))
    dialog.setMaximum(progress.total or 0)
    dialog.setValue(progress.done)
    QApplication.processEvents()
