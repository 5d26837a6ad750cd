"""Moves and trashes files until it is killed: `python -m tests.file_actions.moving_program LIBRARY TARGET`."""

import os
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection

from engine.file_actions.acting import carry_out
from engine.file_actions.planning import planned
from engine.file_actions.wishes import FileWish
from engine.library import open_library
from engine.store.file_actions import ActionKind


def move_and_trash(path: str, target: str, went_on: Callable[[], object]) -> None:
    """What is left, by turns; says so at its beginning and after each file."""
    library = open_library(path)
    sql = "SELECT id FROM files WHERE CAST(path AS TEXT) LIKE 'in/%' ORDER BY id"
    ids = [row[0] for row in library.db.execute(sql)]
    went_on()
    for at in range(0, len(ids), 4):
        for kind, some in ((ActionKind.MOVE, ids[at : at + 2]), (ActionKind.TRASH, ids[at + 2 : at + 4])):
            folder = os.fsencode(target) if kind == ActionKind.MOVE else None
            for _ in carry_out(library, planned(library, FileWish(kind, tuple(some), folder))):
                went_on()
    library.close()


def in_a_process(path: str, target: str, environment: dict[str, str], said: "Connection[bytes, bytes]") -> None:
    """The same without a program's start."""
    os.environ.update(environment)
    move_and_trash(path, target, lambda: said.send_bytes(b"went on"))


if __name__ == "__main__":
    move_and_trash(sys.argv[1], sys.argv[2], lambda: print("went on", flush=True))
