"""Files of an indexed library, and a trash that is nobody's."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.file_actions.acting import carry_out
from engine.file_actions.planning import planned
from engine.file_actions.wishes import Acted, FileWish
from engine.library import Library
from engine.progress import finish
from engine.store.file_actions import ActionKind
from tests.conftest import IndexedLibrary


@dataclass(frozen=True)
class Desk:
    """An indexed library, its pictures, and what a person does to them by name."""

    indexed: IndexedLibrary

    @property
    def library(self) -> Library:
        return self.indexed.library

    @property
    def photos(self) -> Path:
        return self.indexed.photos

    def ids(self, *names: str) -> tuple[int, ...]:
        sql = "SELECT id FROM files WHERE path = ?"
        return tuple(self.library.db.execute(sql, (os.fsencode(name),)).fetchone()[0] for name in names)

    def rows(self) -> dict[str, int]:
        """The image of each file that the library knows to be there."""
        sql = "SELECT path, image_id FROM files WHERE missing = 0 AND waiting = 0"
        return {os.fsdecode(path): image_id for path, image_id in self.library.db.execute(sql)}

    def wish(self, kind: ActionKind, *names: str, folder: Path | None = None, **more: object) -> FileWish:
        where = None if folder is None else os.fsencode(folder)
        return FileWish(kind, self.ids(*names), where, **more)  # type: ignore[arg-type]

    def do(self, kind: ActionKind, *names: str, folder: Path | None = None, **more: object) -> Acted:
        plan = planned(self.library, self.wish(kind, *names, folder=folder, **more))
        return finish(carry_out(self.library, plan))


@pytest.fixture
def desk(indexed: IndexedLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The trash of the tests lies on the drive of their home, as a person's does."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    yield Desk(indexed)
    gone = [name for name in Desk(indexed).rows() if not os.path.exists(indexed.photos / name)]
    assert gone == [], "the library says of no file that it is where it is not"
