"""A large library of before is opened: a person sees how far that is, and may quit."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from engine.store import migrations
from gui.opening import opened
from tests.large_and_old import MEGABYTES, make_large_and_old


class Person:
    """Looks at what is on the screen, again and again."""

    def __init__(self, quits: bool = False) -> None:
        self.seen: list[tuple[str, int, int]] = []
        self._quits = quits
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(1)

    def _look(self) -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QProgressDialog) and dialog.isVisible():
                bar = dialog.findChild(QProgressBar)
                self.seen.append((dialog.findChild(QLabel).text(), bar.value(), bar.maximum()))
                if self._quits and "copy" in self.seen[-1][0]:
                    dialog.findChild(QPushButton).click()
                    self._timer.stop()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    make_large_and_old(folder / "library.db", monkeypatch)
    return folder


def test_how_far_it_is_is_seen(qtbot: QtBot, place: Path) -> None:
    person = Person()
    library = opened(str(place))
    assert library is not None
    assert library.db.execute("PRAGMA user_version").fetchone() == (len(migrations.LIBRARY),)
    library.close()
    copied = [(done, total) for text, done, total in person.seen if "copy of the library" in text]
    assert {total for _, total in copied} == {MEGABYTES}
    assert len({done for done, _ in copied}) > 1


def test_who_quits_has_the_library_as_it_was(qtbot: QtBot, place: Path) -> None:
    person = Person(quits=True)
    assert opened(str(place)) is None
    assert person.seen
    names = {path.name for path in place.iterdir()}
    assert not any("before" in name for name in names)
    library = opened(str(place))  # nobody holds its lock
    assert library is not None
    assert not library.read_only
    library.close()
    assert (place / f"library.db.before-{len(migrations.LIBRARY)}").exists()


def test_one_that_is_up_to_date_shows_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    person = Person()
    for _ in range(2):
        library = opened(str(tmp_path / "library"))
        assert library is not None
        library.close()
        QApplication.processEvents()
    assert person.seen == []
